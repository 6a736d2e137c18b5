//! The origin check. Any web page can make a browser send requests to this machine; it cannot forge its own origin or
//! call this server by a host name that is not its own.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::response::refusal;

/// The host names of this server.
#[derive(Clone)]
pub struct OriginCheck(Arc<Vec<String>>);

/// Headers of every response: the page loads nothing from elsewhere, and no other page may frame it.
const HEADERS: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
         connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

impl OriginCheck {
    /// Creates the check for a server at an address, with further host names.
    pub fn new(address: SocketAddr, names: Vec<String>) -> OriginCheck {
        let port = address.port();
        let mut hosts = vec![address.to_string()];
        for name in ["localhost", "127.0.0.1", "[::1]"].map(str::to_string).into_iter().chain(names) {
            // Browsers omit the default port 80.
            if port == 80 {
                hosts.push(name.clone());
            }
            hosts.push(format!("{name}:{port}"));
        }
        OriginCheck(Arc::new(hosts))
    }

    fn is_own_host(&self, host: &str) -> bool {
        self.0.iter().any(|own| own.eq_ignore_ascii_case(host))
    }

    /// Returns the reason why a request is rejected, if it is.
    fn rejection(&self, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
        match text(&HOST) {
            Some(host) if self.is_own_host(host) => {}
            _ => return Some("unknown host name for this server"),
        }
        match text(&ORIGIN) {
            None => None,
            Some(origin) if origin.strip_prefix("http://").is_some_and(|host| self.is_own_host(host)) => None,
            Some(_) => Some("other web pages may not use this server"),
        }
    }
}

/// Middleware that rejects requests of other origins and adds the headers to every response.
pub async fn check_origin(State(origins): State<OriginCheck>, request: Request, next: Next) -> Response {
    let mut response = match origins.rejection(request.headers()) {
        Some(why) => refusal(StatusCode::FORBIDDEN, "forbidden", why),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_origins_are_accepted() {
        let origins = OriginCheck::new("127.0.0.1:7000".parse().unwrap(), vec!["solver.example".to_string()]);
        let check = |host: Option<&str>, origin: Option<&str>, expected: bool| {
            let mut headers = HeaderMap::new();
            for (name, value) in [(HOST, host), (ORIGIN, origin)] {
                if let Some(value) = value {
                    headers.insert(name, HeaderValue::from_str(value).unwrap());
                }
            }
            assert_eq!(origins.rejection(&headers).is_none(), expected, "{host:?} {origin:?}");
        };
        check(Some("127.0.0.1:7000"), None, true);
        check(Some("LOCALHOST:7000"), Some("http://localhost:7000"), true);
        check(Some("solver.example:7000"), Some("http://127.0.0.1:7000"), true);
        check(Some("[::1]:7000"), None, true);
        check(None, None, false);
        check(Some("localhost"), None, false);
        check(Some("localhost:7001"), None, false);
        check(Some("evil.example:7000"), None, false);
        check(Some("127.0.0.1:7000"), Some("http://evil.example"), false);
        check(Some("127.0.0.1:7000"), Some("null"), false);
        check(Some("127.0.0.1:7000"), Some("https://localhost:7000"), false);
        check(Some("127.0.0.1:7000"), Some("http://localhost:7000.evil.example"), false);
    }
}

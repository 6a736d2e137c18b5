//! The origin check. Any web page can make a browser send requests to this machine; it cannot forge its own origin or
//! call this server by a host name that is not its own.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::response::{refusal, refusal_with_hint, shortened};

/// The host names of this server, and the origins of its pages.
#[derive(Clone)]
pub struct OriginCheck(Arc<Accepted>);

#[derive(Default)]
struct Accepted {
    /// Values of `Host`.
    hosts: Vec<String>,
    /// Values of `Origin`.
    origins: Vec<String>,
}

impl Accepted {
    /// Adds a host with the schemes of its pages.
    fn add(&mut self, host: &str, schemes: &[&str]) {
        let add = |all: &mut Vec<String>, new: String| {
            if !all.contains(&new) {
                all.push(new);
            }
        };
        add(&mut self.hosts, host.to_string());
        for scheme in schemes {
            add(&mut self.origins, format!("{scheme}://{host}"));
        }
    }
}

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

/// Maximum number of header fields, and maximum sizes in bytes of all of them and of the address. hyper parses
/// somewhat more, because its own answer to a header that is too large has no body.
const MAX_HEADERS: usize = 100;
const MAX_HEADER_BYTES: usize = 64 << 10;
const MAX_URI_BYTES: usize = 16 << 10;

/// Returns the headers of every response.
pub fn fixed_headers() -> HeaderMap {
    let header = |(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value));
    HEADERS.into_iter().map(header).collect()
}

impl OriginCheck {
    /// Creates the check for a server at an address, with further host names. A name that has a port stands for that
    /// port, others for the port of the server and for that of HTTPS: this server speaks plain HTTP, but a proxy with that
    /// name may add TLS.
    pub fn new(address: SocketAddr, names: &[String]) -> OriginCheck {
        const BOTH: [&str; 2] = ["http", "https"];
        let mut accepted = Accepted::default();
        let mut add = |name: &str, port: u16| {
            accepted.add(&format!("{name}:{port}"), &BOTH);
            // Browsers omit the default port of the scheme.
            match port {
                80 => accepted.add(name, &["http"]),
                443 => accepted.add(name, &["https"]),
                _ => {}
            }
        };
        add(&host_of(&address.ip().to_string()), address.port());
        for name in ["localhost", "127.0.0.1", "[::1]"] {
            add(name, address.port());
        }
        for name in names {
            match port_of(name) {
                Some((name, port)) => add(name, port),
                None => add(&host_of(name), address.port()),
            }
        }
        // Last, because these are the least usual ones in the list that users see.
        for name in names.iter().filter(|name| port_of(name).is_none()) {
            accepted.add(&host_of(name), &["https"]);
        }
        OriginCheck(Arc::new(accepted))
    }

    /// Returns the accepted values of `Host`.
    pub fn hosts(&self) -> &[String] {
        &self.0.hosts
    }

    /// Returns the reason why a request is rejected, if it is.
    fn rejection(&self, headers: &HeaderMap) -> Option<String> {
        let text =
            |name: &HeaderName| headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()));
        let is_one = |all: &[String], found: &str| all.iter().any(|own| own.eq_ignore_ascii_case(found));
        let accepted = self.0.hosts.join(", ");
        match text(&HOST) {
            Some(host) if is_one(&self.0.hosts, &host) => {}
            Some(host) => {
                let host = shortened(&host);
                return Some(format!("the host of the request is {host}, this server accepts {accepted}"));
            }
            None => return Some(format!("the request has no Host, this server accepts {accepted}")),
        }
        match text(&ORIGIN) {
            None => None,
            Some(origin) if is_one(&self.0.origins, &origin) => None,
            Some(origin) => Some(format!(
                "the request comes from a page of {}, this server accepts pages of {}",
                shortened(&origin),
                self.0.origins.join(", ")
            )),
        }
    }
}

/// Splits a name at its port, if it has one.
fn port_of(name: &str) -> Option<(&str, u16)> {
    // An IPv6 address without brackets has no port.
    let is_address = name.parse::<IpAddr>().is_ok();
    let (name, port) = name.rsplit_once(':').filter(|_| !is_address)?;
    Some((name, port.parse().ok()?))
}

/// Returns a name or address as it is written in a URL.
fn host_of(name: &str) -> String {
    match name.parse() {
        Ok(IpAddr::V6(address)) => format!("[{address}]"),
        _ => name.to_string(),
    }
}

/// Returns the response to a request whose header is too large, if it is.
fn oversized(request: &Request) -> Option<Response> {
    if request.uri().to_string().len() > MAX_URI_BYTES {
        let message = format!("the address is longer than {} KiB", MAX_URI_BYTES >> 10);
        return Some(refusal(StatusCode::URI_TOO_LONG, "too_large", &message));
    }
    let headers = request.headers();
    let bytes: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    (headers.len() > MAX_HEADERS || bytes > MAX_HEADER_BYTES).then(|| {
        let message =
            format!("the header has more than {MAX_HEADERS} fields or {} KiB", MAX_HEADER_BYTES >> 10);
        refusal(StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE, "too_large", &message)
    })
}

/// Middleware that rejects requests of other origins and adds the headers to every response.
pub async fn check_origin(State(origins): State<OriginCheck>, request: Request, next: Next) -> Response {
    let mut response = match (oversized(&request), origins.rejection(request.headers())) {
        (Some(response), _) => response,
        (None, Some(why)) => {
            let hint = "to accept a further name or address, start the server with --host NAME";
            refusal_with_hint(StatusCode::FORBIDDEN, "forbidden", &why, hint)
        }
        (None, None) => next.run(request).await,
    };
    response.headers_mut().extend(fixed_headers());
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_own_origins_are_accepted() {
        let origins = OriginCheck::new(
            "127.0.0.1:7000".parse().unwrap(),
            &["solver.example", "proxy.example:8080", "fe80::1", "secure.example:443"].map(str::to_string),
        );
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
        check(Some("proxy.example:8080"), Some("http://proxy.example:8080"), true);
        check(Some("proxy.example:7000"), None, false);
        check(Some("[fe80::1]:7000"), None, true);
        check(None, None, false);
        check(Some("localhost"), None, false);
        check(Some("localhost:7001"), None, false);
        check(Some("evil.example:7000"), None, false);
        check(Some("127.0.0.1:7000"), Some("http://evil.example"), false);
        check(Some("127.0.0.1:7000"), Some("null"), false);
        // A proxy that adds TLS, and forwards the name or replaces it.
        check(Some("solver.example"), Some("https://solver.example"), true);
        check(Some("127.0.0.1:7000"), Some("https://solver.example"), true);
        check(Some("127.0.0.1:7000"), Some("https://proxy.example:8080"), true);
        check(Some("secure.example"), Some("https://secure.example"), true);
        check(Some("secure.example:443"), Some("https://SECURE.example"), true);
        // Port 80 and HTTPS of names that were not given belong to other servers.
        check(Some("127.0.0.1:7000"), Some("http://solver.example"), false);
        check(Some("127.0.0.1:7000"), Some("http://secure.example"), false);
        check(Some("127.0.0.1:7000"), Some("https://localhost"), false);
        check(Some("127.0.0.1:7000"), Some("https://proxy.example"), false);
        check(Some("127.0.0.1:7000"), Some("https://evil.example"), false);
        check(Some("127.0.0.1:7000"), Some("ftp://localhost:7000"), false);
        check(Some("127.0.0.1:7000"), Some("http://localhost:7000.evil.example"), false);
    }
}

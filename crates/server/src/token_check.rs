//! The token check: with a token, only clients that have it can use the server. A program sends it in the header
//! `Authorization: Bearer TOKEN`. A browser opens `/?token=TOKEN` once, which stores it in a cookie that scripts cannot
//! read and that no other site can make the browser send.

use std::fmt;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, COOKIE, LOCATION, SET_COOKIE, WWW_AUTHENTICATE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use subtle::ConstantTimeEq;

use crate::response::refusal_with_hint;

/// A secret that clients must send. It is never formatted, so it cannot get into messages or logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

/// Maximum number of characters of a token.
const MAX_TOKEN_CHARS: usize = 256;

impl Token {
    /// Creates a token.
    ///
    /// # Errors
    /// If it has characters that a header cannot contain. The message does not contain the token.
    pub fn new(text: &str) -> Result<Token, String> {
        // The characters of a bearer token (RFC 6750), which are also those that a cookie and an address can contain.
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "-._~+/=".contains(c);
        let expected =
            format!("expected 1 to {MAX_TOKEN_CHARS} letters A-Z, digits and characters of -._~+/=");
        if text.is_empty() {
            return Err(format!("the token is empty, {expected}"));
        }
        if let Some(at) = text.chars().position(|c| !is_allowed(c)) {
            let place = at + 1;
            return Err(format!(
                "character {place} of the token cannot be sent in an HTTP header, {expected}"
            ));
        }
        if text.len() > MAX_TOKEN_CHARS {
            return Err(format!("the token has {} characters, {expected}", text.len()));
        }
        Ok(Token(text.to_string()))
    }

    /// Creates a random token of 128 bits.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn random() -> Result<Token, String> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| format!("no random token: {error}"))?;
        Ok(Token(bytes.map(|byte| format!("{byte:02x}")).concat()))
    }

    /// Returns the path and query of the page that stores the token in a browser.
    pub fn page_path(&self) -> String {
        // Of the allowed characters, only this one has another meaning in a query.
        format!("/?token={}", self.0.replace('+', "%2B"))
    }

    /// True if the bytes are this token. The time depends on their number only, so it does not reveal how many of them
    /// are right.
    fn is(&self, bytes: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(bytes).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The token of a server and the name of its cookie.
#[derive(Clone)]
pub struct TokenCheck(Arc<Expected>);

struct Expected {
    token: Token,
    /// Cookies are shared by all ports of a host, so the name has the port.
    cookie: String,
}

/// Result of the check of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Accepted,
    Missing,
    Wrong,
}

impl TokenCheck {
    /// Creates the check for a server at a port.
    pub fn new(token: Token, port: u16) -> TokenCheck {
        TokenCheck(Arc::new(Expected { token, cookie: format!("deepen-token-{port}") }))
    }

    fn verdict(&self, headers: &HeaderMap) -> Verdict {
        let Expected { token, cookie } = &*self.0;
        let bearer = headers.get_all(AUTHORIZATION).iter().filter_map(|value| bearer_token(value.as_bytes()));
        let cookies = headers.get_all(COOKIE).iter().flat_map(|value| value.as_bytes().split(|&b| b == b';'));
        let stored =
            cookies.filter_map(|pair| pair.trim_ascii().strip_prefix(cookie.as_bytes())?.strip_prefix(b"="));
        let mut verdict = Verdict::Missing;
        for sent in bearer.chain(stored) {
            if token.is(sent) {
                return Verdict::Accepted;
            }
            verdict = Verdict::Wrong;
        }
        verdict
    }

    /// Returns the token in the query of a request for the page, decoded.
    fn in_query(request: &Request) -> Option<Vec<u8>> {
        let is_page = request.uri().path() == "/" && request.method() == Method::GET;
        let query = request.uri().query().filter(|_| is_page)?;
        query.split('&').find_map(|pair| pair.strip_prefix("token=")).map(percent_decoded)
    }

    /// Returns the response that stores the token in the browser and shows the page.
    fn sign_in(&self) -> Response {
        let Expected { token, cookie } = &*self.0;
        let cookie = format!("{cookie}={}; Path=/; HttpOnly; SameSite=Strict", token.0);
        let mut cookie = HeaderValue::from_str(&cookie).expect("a token has characters of headers only");
        cookie.set_sensitive(true);
        let fixed = [(LOCATION, "/"), (CACHE_CONTROL, "no-store")];
        (StatusCode::SEE_OTHER, fixed, [(SET_COOKIE, cookie)]).into_response()
    }
}

/// Returns the token of an `Authorization` header of the scheme `Bearer`.
fn bearer_token(value: &[u8]) -> Option<&[u8]> {
    let (scheme, token) = value.split_at_checked(b"Bearer ".len())?;
    scheme.eq_ignore_ascii_case(b"Bearer ").then(|| token.trim_ascii())
}

fn percent_decoded(text: &str) -> Vec<u8> {
    let mut bytes = text.as_bytes().iter();
    let mut decoded = Vec::new();
    while let Some(&byte) = bytes.next() {
        let hex = bytes.as_slice().get(..2).filter(|hex| hex.iter().all(u8::is_ascii_hexdigit));
        let hex = hex.filter(|_| byte == b'%').and_then(|hex| str::from_utf8(hex).ok());
        let escaped = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        if escaped.is_some() {
            bytes.nth(1);
        }
        decoded.push(escaped.unwrap_or(byte));
    }
    decoded
}

fn unauthorized(verdict: Verdict) -> Response {
    let (message, challenge) = match verdict {
        Verdict::Wrong => ("the token is wrong", r#"Bearer realm="deepen", error="invalid_token""#),
        _ => ("a token is missing", r#"Bearer realm="deepen""#),
    };
    let hint = "send the header `Authorization: Bearer TOKEN`; in a browser, open /?token=TOKEN first";
    let refusal = refusal_with_hint(StatusCode::UNAUTHORIZED, "unauthorized", message, hint);
    ([(WWW_AUTHENTICATE, challenge)], refusal).into_response()
}

/// Middleware that rejects requests without the token, if the server has one.
pub async fn check_token(State(check): State<Option<TokenCheck>>, request: Request, next: Next) -> Response {
    let Some(check) = check else { return next.run(request).await };
    match TokenCheck::in_query(&request) {
        Some(sent) if check.0.token.is(&sent) => check.sign_in(),
        Some(_) => unauthorized(Verdict::Wrong),
        None => match check.verdict(request.headers()) {
            Verdict::Accepted => next.run(request).await,
            verdict => unauthorized(verdict),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "aB3-._~+/=";

    #[test]
    fn a_token_can_be_sent_in_a_header() {
        assert!(Token::new(TOKEN).is_ok());
        for (text, expected) in [
            ("", "the token is empty"),
            ("secret word", "character 7 of the token cannot be sent in an HTTP header"),
            ("sécret", "character 2 of the token cannot"),
            ("secret\r\n", "character 7 of the token cannot"),
            ("a;b", "character 2 of the token cannot"),
            (&"s".repeat(257), "the token has 257 characters"),
        ] {
            let error = Token::new(text).expect_err(text);
            assert!(error.starts_with(expected) && error.contains("expected 1 to 256"), "{error}");
            assert!(text.is_empty() || !error.contains(text), "{error}");
        }
        assert_eq!(format!("{:?}", Token::new(TOKEN).unwrap()), "Token(…)");
        let (one, other) = (Token::random().unwrap(), Token::random().unwrap());
        assert!(one != other && Token::new(&one.0).is_ok() && one.0.len() == 32);
    }

    #[test]
    fn only_the_whole_token_is_accepted() {
        let token_check = TokenCheck::new(Token::new(TOKEN).unwrap(), 7000);
        let check = |name, value: &str, expected: Verdict| {
            let headers = HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())]);
            assert_eq!(token_check.verdict(&headers), expected, "{value}");
        };
        check(AUTHORIZATION, "Bearer aB3-._~+/=", Verdict::Accepted);
        check(AUTHORIZATION, "bearer  aB3-._~+/= ", Verdict::Accepted);
        check(AUTHORIZATION, "Bearer aB3-._~+/", Verdict::Wrong);
        check(AUTHORIZATION, "Bearer ", Verdict::Wrong);
        check(AUTHORIZATION, "Bearer ab3-._~+/=", Verdict::Wrong);
        check(AUTHORIZATION, "Bearer aB3-._~+/=x", Verdict::Wrong);
        check(AUTHORIZATION, "Basic aB3-._~+/=", Verdict::Missing);
        check(AUTHORIZATION, "aB3-._~+/=", Verdict::Missing);
        check(COOKIE, "a=b; deepen-token-7000=aB3-._~+/=; c=d", Verdict::Accepted);
        check(COOKIE, "deepen-token-7000=aB3", Verdict::Wrong);
        check(COOKIE, "deepen-token-7001=aB3-._~+/=", Verdict::Missing);
        assert_eq!(token_check.verdict(&HeaderMap::new()), Verdict::Missing);
    }

    #[test]
    fn the_address_of_the_page_has_the_token() {
        let path = Token::new(TOKEN).unwrap().page_path();
        let request = |path: &str| Request::get(path).body(axum::body::Body::empty()).unwrap();
        assert_eq!(TokenCheck::in_query(&request(&path)), Some(TOKEN.as_bytes().to_vec()));
        assert_eq!(TokenCheck::in_query(&request("/?token=%41%zz+%")), Some(b"A%zz+%".to_vec()));
        assert_eq!(TokenCheck::in_query(&request("/api/list?token=x")), None);
        assert_eq!(TokenCheck::in_query(&request("/?x=token=x")), None);
    }
}

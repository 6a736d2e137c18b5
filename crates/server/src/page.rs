//! The web page, embedded in the program: `web/dist` as it was built from `web/src`.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{Embed, EmbeddedFile};

use crate::response::refusal;

#[derive(Embed)]
#[folder = "web/dist"]
struct Dist;

/// Returns the page.
pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// Returns the page that documents the API.
pub async fn api_docs(headers: HeaderMap) -> Response {
    file("api.html", &headers)
}

/// Returns the licences of third-party parts of the page.
pub async fn licences(headers: HeaderMap) -> Response {
    file("LICENSES.txt", &headers)
}

/// Returns a file of the page.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&format!("assets/{path}"), &headers)
}

/// Returns the error for an unknown address.
pub async fn missing() -> Response {
    refusal(StatusCode::NOT_FOUND, "not_found", "no such address")
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Dist::get(path) else {
        return refusal(StatusCode::NOT_FOUND, "not_found", "no such address");
    };
    // Browsers revalidate by the tag, which is cheap, and never show an old page with a new program.
    let hash: String = metadata.sha256_hash()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let fixed = [(CACHE_CONTROL, "no-cache".to_string()), (ETAG, tag)];
    if known {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let kind = match metadata.mimetype() {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_string(),
    };
    (fixed, [(CONTENT_TYPE, kind)], Bytes::from(data.into_owned())).into_response()
}

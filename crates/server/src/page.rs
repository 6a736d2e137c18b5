//! The page, embedded in the program: `web/dist` as it was built from `web/src`.

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

/// The page itself.
pub async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// The page that shows how to use the interface.
pub async fn api_docs(headers: HeaderMap) -> Response {
    file("api.html", &headers)
}

/// Under which licences the parts of the page are that others have written.
pub async fn licences(headers: HeaderMap) -> Response {
    file("LICENSES.txt", &headers)
}

/// What belongs to the page.
pub async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    file(&format!("assets/{path}"), &headers)
}

/// There is nothing else.
pub async fn missing() -> Response {
    refusal(StatusCode::NOT_FOUND, "not_found", "there is nothing here")
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(EmbeddedFile { data, metadata }) = Dist::get(path) else {
        return refusal(StatusCode::NOT_FOUND, "not_found", "there is nothing here");
    };
    // Browsers ask whether it has changed, which is cheap, and never show an old page with a new program.
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

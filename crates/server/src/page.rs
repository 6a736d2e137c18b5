//! The web page, embedded in the program: `web/dist` as it was built from `web/src`.

use axum::body::Bytes;
use axum::extract::Path;
use axum::extract::rejection::PathRejection;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::response::refusal;

static DIST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/web/dist");

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
pub async fn asset(path: Result<Path<String>, PathRejection>, headers: HeaderMap) -> Response {
    match path {
        Ok(Path(path)) => file(&format!("assets/{path}"), &headers),
        Err(_) => missing().await,
    }
}

/// Returns the error for an unknown address.
pub async fn missing() -> Response {
    refusal(StatusCode::NOT_FOUND, "not_found", "no such address")
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    let Some(data) = DIST.get_file(path).map(|file| file.contents()) else {
        return refusal(StatusCode::NOT_FOUND, "not_found", "no such address");
    };
    // Browsers revalidate by the tag, which is cheap, and never show an old page with a new program.
    let tag = format!("\"{:08x}-{:x}\"", crc32fast::hash(data), data.len());
    let known = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let fixed = [(CACHE_CONTROL, "no-cache".to_string()), (ETAG, tag)];
    if known {
        return (StatusCode::NOT_MODIFIED, fixed).into_response();
    }
    let kind = match mime_guess::from_path(path).first_or_octet_stream() {
        text if text.type_() == "text" => format!("{text}; charset=utf-8"),
        other => other.to_string(),
    };
    (fixed, [(CONTENT_TYPE, kind)], Bytes::from_static(data)).into_response()
}

//! HTTP responses: a result, an error, or the events of a job as they happen.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::jobs::{Job, JobEvent, JobResult, as_json};
use crate::option_names::with_field_names;
use deepen::json::{self, Versioned, progress};
use deepen::{Error, ErrorKind};

/// Value of `Retry-After` when the server is busy.
const RETRY_SECONDS: &str = "2";

/// True if the client requests a stream of events.
pub fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepts.into_iter().any(|value| value.contains("text/event-stream"))
}

/// Returns the response to a request that is rejected before it becomes a job.
pub fn refusal(status: StatusCode, code: &'static str, message: &str) -> Response {
    (status, object(&json::Failed { error: json::Error::new(code, message) })).into_response()
}

/// Returns the response to a request that is rejected, with a remedy.
pub fn refusal_with_hint(status: StatusCode, code: &'static str, message: &str, hint: &str) -> Response {
    let error = json::Error { hint: Some(hint), ..json::Error::new(code, message) };
    (status, object(&json::Failed { error })).into_response()
}

/// An error response to a connection without a request that could be parsed.
pub struct ConnectionError {
    status: StatusCode,
    code: &'static str,
    message: String,
}

/// Returns the error for a header that did not arrive in time.
pub fn header_timeout(timeout: Duration) -> ConnectionError {
    let message = format!("the header of the request took longer than {} s", timeout.as_secs());
    ConnectionError { status: StatusCode::REQUEST_TIMEOUT, code: "too_slow", message }
}

/// Returns the error for a request that is no HTTP, or too large to be parsed.
pub fn malformed(status: StatusCode) -> ConnectionError {
    let (code, message) = match status {
        StatusCode::URI_TOO_LONG => ("too_large", "the address is too long"),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => ("too_large", "the header is too large"),
        _ => ("malformed", "this is no HTTP request; the address of the server begins with http://"),
    };
    ConnectionError { status, code, message: message.to_string() }
}

/// Formats an error response for a connection that hyper has given up.
pub fn response_bytes(error: &ConnectionError, headers: &HeaderMap) -> Vec<u8> {
    let body = as_json(&json::Failed { error: json::Error::new(error.code, &error.message) });
    let body = body.get();
    let mut bytes = format!(
        "HTTP/1.1 {}\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {}\r\n",
        error.status,
        body.len()
    )
    .into_bytes();
    for (name, value) in headers {
        bytes.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    bytes.extend([b"\r\n", body.as_bytes()].concat());
    bytes
}

/// Quotes a text of a client for a message, shortened to a line.
pub fn shortened(text: &str) -> String {
    const MAX_CHARS: usize = 60;
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{:?}…", &text[..end]),
        None => format!("{text:?}"),
    }
}

pub fn object(object: &impl Serialize) -> Response {
    Json(Versioned::new(object)).into_response()
}

/// Returns the response when too many jobs wait, or too many bodies are being received.
pub fn busy(message: &str) -> Response {
    ([(RETRY_AFTER, RETRY_SECONDS)], refusal(StatusCode::SERVICE_UNAVAILABLE, "busy", message))
        .into_response()
}

/// Returns the response for an error.
pub fn failed(error: &Error) -> Response {
    let error = with_field_names(error.clone());
    (status_of(error.kind), object(&json::Failed { error: (&error).into() })).into_response()
}

/// Waits for a job and returns its result.
pub async fn whole(mut job: Job) -> Response {
    loop {
        match job.next().await {
            Some(JobEvent::Over(result)) => return job_result(&result),
            Some(_) => {}
            None => return lost(),
        }
    }
}

fn lost() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the job ended without a result: this is a bug")
}

/// Returns the response for the result of a job.
pub fn job_result(result: &JobResult) -> Response {
    let body = Bytes::from(result.json.get().to_string());
    let status = result.error.map_or(StatusCode::OK, status_of);
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// Returns the HTTP status of a kind of error.
fn status_of(kind: ErrorKind) -> StatusCode {
    match kind {
        ErrorKind::Usage | ErrorKind::Invalid => StatusCode::BAD_REQUEST,
        ErrorKind::Unsolvable => StatusCode::UNPROCESSABLE_ENTITY,
        ErrorKind::Limit => StatusCode::SERVICE_UNAVAILABLE,
        ErrorKind::Io | ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// Streams the events of a job. A client that disconnects cancels it.
pub fn events(job: Job) -> Response {
    let stream = futures_util::stream::unfold(Some(job), |job| async {
        let mut job = job?;
        let (event, rest) = match job.next().await? {
            JobEvent::Accepted => {
                (named("accepted", &progress::Accepted { job: job.id.to_string() }), Some(job))
            }
            JobEvent::Queued(ahead) => (named("queued", &progress::Queued { ahead }), Some(job)),
            JobEvent::Progress(json) => (raw("progress", &json), Some(job)),
            JobEvent::Improved(json) => (raw("improved", &json), Some(job)),
            // The last event.
            JobEvent::Over(result) => {
                (raw(if result.error.is_some() { "failed" } else { "result" }, &result.json), None)
            }
        };
        Some((Ok::<Event, Infallible>(event), rest))
    });
    Sse::new(stream).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))).into_response()
}

fn named(name: &str, object: &impl Serialize) -> Event {
    raw(name, &as_json(object))
}

fn raw(name: &str, json: &RawValue) -> Event {
    Event::default().event(name).data(json.get())
}

//! What goes back: a result, a refusal, or the events of a job as they happen.

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

use super::jobs::{BUSY, Ending, Job, News};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::wire::{self, Versioned, progress};

/// How soon somebody who was told that all are busy should ask again.
const SOON: &str = "2";

/// Whether events are wanted.
pub fn wants_events(headers: &HeaderMap) -> bool {
    let accepts = headers.get_all(ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepts.into_iter().any(|value| value.contains("text/event-stream"))
}

/// A refusal before anything was tried.
pub fn refusal(status: StatusCode, code: &'static str, message: &str) -> Response {
    (status, json(&wire::Failed { error: wire::Error::new(code, message) })).into_response()
}

fn json(object: &impl Serialize) -> Response {
    Json(Versioned::new(object)).into_response()
}

/// All are busy.
pub fn busy() -> Response {
    ([(RETRY_AFTER, SOON)], refusal(StatusCode::SERVICE_UNAVAILABLE, "busy", BUSY)).into_response()
}

/// Something failed as a whole.
pub fn failed(failure: &Failure) -> Response {
    (status_of(failure.exit), json(&wire::Failed { error: failure.into() })).into_response()
}

/// The result of a job when it is over.
pub async fn whole(mut job: Job) -> Response {
    loop {
        match job.next().await {
            Some(News::Over(ending)) => return over(&ending),
            Some(_) => {}
            None => return lost(),
        }
    }
}

fn lost() -> Response {
    refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal", "the job ended without a word: this is a bug")
}

/// What came out of a job.
pub fn over(ending: &Ending) -> Response {
    let body = Bytes::from(ending.json.get().to_string());
    let status = if ending.is_error() { status_of(ending.exit) } else { StatusCode::OK };
    (status, [(CONTENT_TYPE, "application/json")], body).into_response()
}

/// What an exit code is called on the web.
fn status_of(exit: Exit) -> StatusCode {
    match exit {
        Exit::Done => StatusCode::OK,
        Exit::Usage | Exit::Invalid => StatusCode::BAD_REQUEST,
        Exit::Unsolvable => StatusCode::UNPROCESSABLE_ENTITY,
        Exit::Limit => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

/// The events of a job. Whoever stops listening cancels it.
pub fn events(job: Job) -> Response {
    let told = futures_util::stream::unfold(Some(job), |job| async {
        let mut job = job?;
        let (event, rest) = match job.next().await? {
            News::Accepted => (named("accepted", &progress::Accepted { job: job.id.to_string() }), Some(job)),
            News::Queued(ahead) => (named("queued", &progress::Queued { ahead }), Some(job)),
            News::Progress(json) => (raw("progress", &json), Some(job)),
            News::Improved(json) => (raw("improved", &json), Some(job)),
            // The last.
            News::Over(ending) => {
                (raw(if ending.is_error() { "failed" } else { "result" }, &ending.json), None)
            }
        };
        Some((Ok::<Event, Infallible>(event), rest))
    });
    Sse::new(told).keep_alive(KeepAlive::new().interval(Duration::from_secs(10))).into_response()
}

fn named(name: &str, object: &impl Serialize) -> Event {
    raw(name, &super::jobs::json(object))
}

fn raw(name: &str, json: &RawValue) -> Event {
    Event::default().event(name).data(json.get())
}

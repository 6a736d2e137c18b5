//! The routes of the server.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Router, middleware};
use futures_util::StreamExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::compression::CompressionLayer;

use deepen::Error;
use deepen::json::Listed;
use deepen::puzzle::builtin;
use deepen::solver::{PuzzleRef, Text};

use crate::connections::Place;
use crate::jobs::{BUSY, Jobs};
use crate::origin_check::{self, OriginCheck};
use crate::request::{ApiRequest, Command, JobSpec};
use crate::response::{busy, events, failed, object, refusal, wants_events, whole};
use crate::token_check::{TokenCheck, check_token};
use crate::{READ_TIMEOUT, openapi, page};

/// Maximum size of a body: a large definition has some hundred kilobytes, a board of a million tiles seven megabytes.
const MAX_BODY_BYTES: usize = 8 << 20;
/// Bytes of a body for which there is always room: 512 connections have 32 MiB.
const FREE_BODY_BYTES: usize = 64 << 10;

/// Creates the router for all addresses.
pub fn router(jobs: Arc<Jobs>, origins: OriginCheck, token: Option<TokenCheck>) -> Router {
    let mut api = Router::new()
        .route("/openapi.json", get(openapi::document))
        .route("/list", get(list))
        .route("/definition", post(definition))
        .route("/puzzle/{name}", get(builtin_definition))
        .route("/jobs/{id}", delete(cancel));
    for (name, command) in Command::ALL {
        let run_command = move |jobs, request| run_command(command, jobs, request);
        api = api.route(&format!("/{name}"), post(run_command));
    }
    Router::new()
        .route("/", get(page::index))
        .route("/api/", get(page::api_docs))
        .nest("/api", api)
        .route("/LICENSES.txt", get(page::licences))
        .route("/assets/{*path}", get(page::asset))
        .fallback(page::missing)
        .method_not_allowed_fallback(wrong_method)
        .with_state(jobs)
        // Events are sent one by one; compression does not delay them.
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(token, check_token))
        .layer(middleware::from_fn_with_state(origins, origin_check::check_origin))
}

async fn wrong_method() -> Response {
    refusal(StatusCode::METHOD_NOT_ALLOWED, "method", "this address does not support the HTTP method")
}

/// Runs a command and returns one answer or a stream of events.
async fn run_command(command: Command, State(jobs): State<Arc<Jobs>>, request: Request) -> Response {
    let wants_events = wants_events(request.headers());
    let (api_request, body) = match read(&jobs, request).await {
        Ok(read) => read,
        Err(response) => return response,
    };
    match api_request.job(command, &jobs.registry(), &jobs.capacity) {
        Ok(job) => submit(&jobs, job, body, wants_events).await,
        Err(error) => failed(&error),
    }
}

async fn submit(
    jobs: &Arc<Jobs>,
    job: JobSpec,
    body: Option<OwnedSemaphorePermit>,
    wants_events: bool,
) -> Response {
    let Some(mut job) = jobs.submit(job) else { return busy(BUSY) };
    job.body = body;
    match wants_events {
        true => events(job),
        false => whole(job).await,
    }
}

/// Lists everything that has a name. It takes no time, so it does not wait for a slot.
async fn list(State(jobs): State<Arc<Jobs>>) -> Response {
    object(&Listed::new(&jobs.registry()))
}

/// Returns a definition from the body, for programs that draw the puzzle.
async fn definition(State(jobs): State<Arc<Jobs>>, request: Request) -> Response {
    match read(&jobs, request).await {
        Err(response) => response,
        Ok((ApiRequest { definition: Some(text), .. }, body)) => {
            let puzzle = PuzzleRef::Definition(Text::given(text));
            submit(&jobs, JobSpec::of_definition(puzzle), body, false).await
        }
        Ok(_) => failed(&Error::usage("a definition is missing").at("definition")),
    }
}

/// Returns a built-in definition.
async fn builtin_definition(
    State(jobs): State<Arc<Jobs>>,
    name: Result<Path<String>, PathRejection>,
) -> Response {
    match name {
        Ok(Path(name)) if builtin::find(&name).is_some() => {
            submit(&jobs, JobSpec::of_definition(PuzzleRef::Named(name)), None, false).await
        }
        _ => refusal(StatusCode::NOT_FOUND, "not_found", "no defined puzzle has this name"),
    }
}

async fn cancel(State(jobs): State<Arc<Jobs>>, id: Result<Path<String>, PathRejection>) -> Response {
    let id = id.ok().and_then(|Path(id)| id.parse().ok());
    match id.is_some_and(|id| jobs.cancel(id)) {
        true => StatusCode::NO_CONTENT.into_response(),
        false => refusal(StatusCode::NOT_FOUND, "not_found", "no such job is running or queued"),
    }
}

/// Parses the body of a request: JSON, limited in size and time. Returns it with the bytes that it takes.
async fn read(jobs: &Jobs, request: Request) -> Result<(ApiRequest, Option<OwnedSemaphorePermit>), Response> {
    let (parts, body) = request.into_parts();
    if !is_json(&parts.headers) {
        let message = "expected a body with Content-Type: application/json";
        return Err(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "media_type", message));
    }
    let (bytes, permit) = read_body(READ_TIMEOUT, &jobs.bodies, body).await?;
    if let Some(place) = parts.extensions.get::<Arc<Place>>() {
        place.start_answering();
    }
    let parsed = ApiRequest::parse(&bytes).map_err(|error| failed(&error))?;
    Ok((parsed, permit))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads a body. Bytes beyond the first [`FREE_BODY_BYTES`] are taken from `budget`, so that small requests are always
/// received, and large ones, however many there are, do not take all memory.
async fn read_body(
    timeout: Duration,
    budget: &Arc<Semaphore>,
    body: Body,
) -> Result<(Vec<u8>, Option<OwnedSemaphorePermit>), Response> {
    let too_large = || {
        let message = format!("the body is larger than {} MiB", MAX_BODY_BYTES >> 20);
        refusal(StatusCode::PAYLOAD_TOO_LARGE, "too_large", &message)
    };
    if body.size_hint().lower() > MAX_BODY_BYTES as u64 {
        return Err(too_large());
    }
    let mut chunks = body.into_data_stream();
    let read = async {
        let (mut bytes, mut held): (Vec<u8>, Option<OwnedSemaphorePermit>) = (Vec::new(), None);
        while let Some(chunk) = chunks.next().await {
            let Ok(chunk) = chunk else {
                return Err(refusal(StatusCode::BAD_REQUEST, "incomplete", "the body is incomplete"));
            };
            if bytes.len() + chunk.len() > MAX_BODY_BYTES {
                return Err(too_large());
            }
            let beyond = (bytes.len() + chunk.len()).saturating_sub(bytes.len().max(FREE_BODY_BYTES));
            if beyond > 0 {
                let Ok(more) = budget.clone().try_acquire_many_owned(beyond as u32) else {
                    return Err(busy("other large requests are being received; try again in a moment"));
                };
                match &mut held {
                    Some(held) => held.merge(more),
                    None => held = Some(more),
                }
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok((bytes, held))
    };
    match tokio::time::timeout(timeout, read).await {
        Ok(read) => read,
        Err(_) => {
            let message = format!("the body took longer than {} s", timeout.as_secs());
            Err(refusal(StatusCode::REQUEST_TIMEOUT, "too_slow", &message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Small bodies are always received, large ones only while all of them together fit.
    #[test]
    fn large_bodies_share_a_budget() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let budget = Arc::new(Semaphore::new(1 << 20));
            let read = |n: usize| read_body(READ_TIMEOUT, &budget, Body::from(vec![b' '; n]));
            let (bytes, large) = read(FREE_BODY_BYTES + (1 << 20)).await.unwrap();
            assert_eq!((bytes.len(), budget.available_permits()), (FREE_BODY_BYTES + (1 << 20), 0));
            assert!(read(FREE_BODY_BYTES).await.unwrap().1.is_none());
            let refused = read(FREE_BODY_BYTES + 1).await.unwrap_err();
            assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert!(refused.headers().contains_key("retry-after"));
            // The room of a request lasts as long as its job.
            drop(large);
            assert!(read(FREE_BODY_BYTES + 1).await.is_ok());
            assert_eq!(budget.available_permits(), 1 << 20);
            let too_large = read(MAX_BODY_BYTES + 1).await.unwrap_err();
            assert_eq!(too_large.status(), StatusCode::PAYLOAD_TOO_LARGE);
        });
    }
}

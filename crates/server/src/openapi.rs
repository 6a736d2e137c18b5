//! The OpenAPI description of the server.

use axum::Json;
use axum::response::{IntoResponse, Response};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::{
    ComponentsBuilder, ContentBuilder, InfoBuilder, OpenApi, OpenApiBuilder, PathsBuilder, Ref, Required,
    ResponseBuilder, ResponsesBuilder,
};
use utoipa::{PartialSchema, ToSchema};

use deepen::Registry;
use deepen::solver::OptionKind;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, Type};
use utoipa::openapi::{Object, RefOr};

use crate::request::{ApiRequest, OneOrMore};

/// Commands with a body: address, summary and result.
const POSTS: [(&str, &str, &str); 8] = [
    ("solve", "Solve a puzzle", "What `deepen solve --json` prints"),
    ("hint", "Find the next move of an optimal solution", "What `deepen hint --json` prints"),
    ("check", "Check a puzzle, or moves on it", "What `deepen check --json` prints"),
    ("compare", "Run several searches on one puzzle", "What `deepen compare --json` prints"),
    ("count", "Count the positions at every distance", "What `deepen count --json` prints"),
    ("scramble", "Generate random scrambles", "`puzzles`: what `deepen scramble --json` prints"),
    (
        "scaling",
        "Measure one search with several numbers of threads",
        "What `deepen bench --scaling --json` prints",
    ),
    ("definition", "Export a definition", "`name`, `moves` and `kpuzzle`, as cubing.js reads it"),
];

/// Descriptions of the error responses.
const ERRORS: [(&str, &str); 8] = [
    ("400", "The request or the puzzle in it is invalid: `error` has the place and what was expected"),
    ("403", "The request comes from another web page, or for an unknown host name"),
    ("408", "The body took too long"),
    ("413", "The body is too large"),
    ("415", "The body is not JSON"),
    ("422", "The puzzle cannot be solved: `error` has the reason"),
    ("500", "A bug, or an error with a file"),
    ("503", "Busy: try again after `Retry-After` seconds; or stopped before there was a result"),
];

/// Returns the OpenAPI document.
pub async fn document() -> Response {
    Json(description()).into_response()
}

fn description() -> OpenApi {
    let mut paths = PathsBuilder::new();
    for (name, summary, result) in POSTS {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Ask"))).build();
        let body = RequestBodyBuilder::new()
            .content("application/json", content)
            .required(Some(Required::True))
            .build();
        let events = match name {
            "definition" => "",
            _ => {
                ". With `Accept: text/event-stream` a stream of events: accepted, queued, progress, improved and, last, \
                  result or failed; closing the stream cancels the job"
            }
        };
        let operation = OperationBuilder::new()
            .summary(Some(summary))
            .request_body(Some(body))
            .responses(responses(&format!("{result}{events}")))
            .build();
        paths = paths.path(format!("/api/{name}"), PathItem::new(HttpMethod::Post, operation));
    }
    let plain = |summary: &str, result: &str| {
        OperationBuilder::new().summary(Some(summary)).responses(responses(result))
    };
    let parameter = |name: &str, what: &str| {
        ParameterBuilder::new()
            .name(name)
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .description(Some(what))
            .build()
    };
    let list =
        plain("List puzzles, goals, algorithms and heuristics", "What `deepen list --json` prints").build();
    let puzzle = plain("Show a defined puzzle", "`name`, `moves` and `kpuzzle`")
        .parameter(parameter("name", "A name of `definitions` in the list"))
        .build();
    let cancel = plain("Cancel a job", "The job was cancelled")
        .parameter(parameter("id", "The job number in the event `accepted`"))
        .build();
    let paths = paths
        .path("/api/list", PathItem::new(HttpMethod::Get, list))
        .path("/api/puzzle/{name}", PathItem::new(HttpMethod::Get, puzzle))
        .path("/api/jobs/{id}", PathItem::new(HttpMethod::Delete, cancel));
    let components = ComponentsBuilder::new()
        .schema("Ask", request_schema())
        .schema(OneOrMore::name(), OneOrMore::schema())
        .build();
    let info = InfoBuilder::new()
        .title("Deepen")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Finds shortest solutions of puzzles. Options mean what they mean on the command line. Every object that is \
             returned has the version of the schema, `\"schema\": 1`: it increases when a field is removed, renamed or changes \
             its meaning, not when one is added.",
        ))
        .build();
    OpenApiBuilder::new().info(info).paths(paths.build()).components(Some(components)).build()
}

/// Returns the schema of a body: the common fields and the options that solvers declare.
fn request_schema() -> RefOr<Schema> {
    let mut schema = ApiRequest::schema();
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        for info in Registry::default().solvers().iter().flat_map(|solver| solver.info().options) {
            let of = |kind: Type| ObjectBuilder::new().schema_type(kind).description(Some(info.summary));
            let property: RefOr<Schema> = match info.kind {
                OptionKind::Flag => of(Type::Boolean).into(),
                OptionKind::Text | OptionKind::File => of(Type::String).into(),
                OptionKind::Number => of(Type::Integer).into(),
                OptionKind::Texts => ArrayBuilder::new()
                    .items(Object::with_type(Type::String))
                    .description(Some(info.summary))
                    .into(),
            };
            object.properties.entry(info.name.to_string()).or_insert(property);
        }
    }
    schema
}

fn responses(result: &str) -> utoipa::openapi::Responses {
    let response = |what: &str| ResponseBuilder::new().description(what).build();
    let all = std::iter::once(("200", result)).chain(ERRORS);
    let mut responses = ResponsesBuilder::new();
    for (status, what) in all {
        responses = responses.response(status, response(what));
    }
    responses.build()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every command is described.
    #[test]
    fn everything_is_described() {
        let text = serde_json::to_value(description()).unwrap();
        let paths = text["paths"].as_object().unwrap();
        assert_eq!(paths.len(), POSTS.len() + 3);
        let request_schema = &text["components"]["schemas"]["Ask"]["properties"];
        for option in ["puzzle", "input", "optimal", "goal", "timeout"] {
            assert!(request_schema[option].is_object(), "{option}");
        }
        assert!(text["components"]["schemas"]["OneOrMore"].is_object());
    }
}

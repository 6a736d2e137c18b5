//! The OpenAPI description of the server.

use axum::Json;
use axum::response::{IntoResponse, Response};
use deepen::Registry;
use deepen::solver::OptionKind;
use serde_json::{Map, Value, json};

use crate::field_check::common_schema;

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
const ERRORS: [(&str, &str); 11] = [
    ("400", "The request or the puzzle in it is invalid: `error` has the place and what was expected"),
    ("401", "The server has a token, and the request does not: send `Authorization: Bearer TOKEN`"),
    ("403", "The request comes from another web page, or for an unknown host name"),
    ("404", "No such address, puzzle or job"),
    ("408", "The header or the body took too long"),
    ("413", "The body is larger than 8 MiB"),
    ("415", "The body is not JSON"),
    ("422", "The puzzle cannot be solved: `error` has the reason"),
    ("431", "The header is too large"),
    ("500", "A bug, or an error with a file"),
    (
        "503",
        "Busy, with jobs or with large bodies: try again after `Retry-After` seconds; or stopped before there was a result",
    ),
];

/// Returns the OpenAPI document.
pub async fn document() -> Response {
    Json(description()).into_response()
}

fn description() -> Value {
    let posts = POSTS.map(|(name, summary, result)| {
        let events = match name {
            "definition" => "",
            _ => {
                ". With `Accept: text/event-stream` a stream of events: accepted, queued, progress, improved and, last, \
                  result or failed; closing the stream cancels the job"
            }
        };
        let operation = json!({
            "summary": summary,
            "requestBody": {
                "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Ask" } } },
                "required": true,
            },
            "responses": responses(&format!("{result}{events}")),
        });
        (format!("/api/{name}"), json!({ "post": operation }))
    });
    let mut paths = Map::from_iter(posts);
    let mut without_body = |path: &str,
                            method: &str,
                            parameter: Option<(&str, &str)>,
                            summary: &str,
                            result: &str| {
        let parameters: Vec<Value> = parameter
            .into_iter()
            .map(|(name, what)| json!({ "name": name, "in": "path", "required": true, "description": what, "schema": { "type": "string" } }))
            .collect();
        let operation =
            json!({ "summary": summary, "parameters": parameters, "responses": responses(result) });
        paths.insert(path.to_string(), json!({ method: operation }));
    };
    without_body(
        "/api/list",
        "get",
        None,
        "List puzzles, goals, algorithms and heuristics",
        "What `deepen list --json` prints",
    );
    without_body(
        "/api/puzzle/{name}",
        "get",
        Some(("name", "A name of `definitions` in the list")),
        "Show a defined puzzle",
        "`name`, `moves` and `kpuzzle`",
    );
    without_body(
        "/api/jobs/{id}",
        "delete",
        Some(("id", "The job number in the event `accepted`")),
        "Cancel a job",
        "The job was cancelled",
    );
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Deepen",
            "version": env!("CARGO_PKG_VERSION"),
            "description":
                "Finds shortest solutions of puzzles. Options mean what they mean on the command line. Every object that is \
                 returned has the version of the schema, `\"schema\": 1`: it increases when a field is removed, renamed or \
                 changes its meaning, not when one is added. Every error is an object with `error`, which has a `code`, a `message` \
                 and, where they are known, the place in `where`, such as the field, and a remedy in `hint`. If the server was \
                 started with `--token` or `DEEPEN_TOKEN`, every request must have the header `Authorization: Bearer TOKEN`; a \
                 browser opens `/?token=TOKEN` once instead, which stores the token in a cookie.",
        },
        // One of the two: the token is needed only if the server has one.
        "security": [{ "token": [] }, {}],
        "paths": paths,
        "components": { "schemas": { "Ask": request_schema(), "OneOrMore": {
            "description": "A word, or several.",
            "oneOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
        } }, "securitySchemes": { "token": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of `deepen serve --token TOKEN`, or of the variable DEEPEN_TOKEN.",
        } } },
    })
}

/// Returns the schema of a body: the common fields and the options that solvers declare.
fn request_schema() -> Value {
    let mut schema = common_schema();
    let Some(properties) = schema["properties"].as_object_mut() else { return schema };
    for info in Registry::default().solvers().iter().flat_map(|solver| solver.info().options) {
        let property = match info.kind {
            OptionKind::Flag => json!({ "type": "boolean", "description": info.summary }),
            OptionKind::Text | OptionKind::File => json!({ "type": "string", "description": info.summary }),
            OptionKind::Number => json!({ "type": "integer", "description": info.summary }),
            OptionKind::Texts => {
                json!({ "type": "array", "items": { "type": "string" }, "description": info.summary })
            }
        };
        properties.entry(info.name).or_insert(property);
    }
    schema
}

fn responses(result: &str) -> Value {
    let all = std::iter::once(("200", result)).chain(ERRORS);
    all.map(|(status, what)| (status.to_string(), json!({ "description": what })))
        .collect::<Map<_, _>>()
        .into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::request::ApiRequest;

    /// Every command is described.
    #[test]
    fn everything_is_described() {
        let text = description();
        assert_eq!(text["paths"].as_object().unwrap().len(), POSTS.len() + 3);
        assert!(text["components"]["schemas"]["OneOrMore"].is_object());
        assert_eq!(text["components"]["securitySchemes"]["token"]["scheme"], "bearer");
        let about = text["info"]["description"].as_str().unwrap();
        assert!(about.contains("`Authorization: Bearer TOKEN`"));
    }

    /// The schema has the fields of a request, each with a description, and nothing else.
    #[test]
    fn the_schema_has_the_fields_of_a_request() {
        let fields = serde_json::to_value(ApiRequest::default()).unwrap();
        let schema = common_schema();
        let described = schema["properties"].as_object().unwrap();
        let names = |object: &Map<String, Value>| object.keys().cloned().collect::<BTreeSet<_>>();
        assert_eq!(names(described), names(fields.as_object().unwrap()));
        for (name, property) in described {
            assert!(property["description"].is_string(), "{name}");
        }
    }
}

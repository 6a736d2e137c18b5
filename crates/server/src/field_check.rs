//! Checks of the JSON in a body against the schema that the server publishes, so that an error names the field and the
//! expected value in terms of JSON.

use std::fmt;

use deepen::Error;
use deepen::front::all_threads;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::{Map, Value, json};

use crate::response::shortened;

/// The common fields of a body. A test compares their names with those of [`ApiRequest`](crate::request::ApiRequest).
const REQUEST_SCHEMA: &str = include_str!("request_schema.json");

/// The former name of `max_phase1`, which is still accepted.
const OLD_MAX_PHASE1: &str = "probes";

/// Maximum number of runs of the scaling benchmark.
const MAX_RUNS: usize = 32;

/// Returns the maximum of `threads`: four times the number of cores, at least 16. A search never uses more threads than
/// there are cores, but a client need not know their number: a request that was written for a somewhat larger machine is
/// accepted, and an absurd number is an error. The scaling benchmark starts as many threads as it is given.
pub fn max_threads() -> usize {
    (4 * all_threads()).max(16)
}

/// Returns the schema of the common fields, with the limits of this machine.
pub fn common_schema() -> Value {
    let mut schema: Value = serde_json::from_str(REQUEST_SCHEMA).expect("the schema is JSON");
    let properties = &mut schema["properties"];
    properties["threads"]["maximum"] = json!(max_threads());
    properties["threads_list"]["items"]["maximum"] = json!(max_threads());
    properties["threads_list"]["maxItems"] = json!(MAX_RUNS);
    schema
}

/// The fields of a body, each of which occurs once.
struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Fields, D::Error> {
        struct Once;
        impl<'de> Visitor<'de> for Once {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Fields, A::Error> {
                let mut fields = Map::new();
                while let Some((name, value)) = access.next_entry::<String, Value>()? {
                    if fields.contains_key(&name) {
                        let name = shortened(&name);
                        return Err(A::Error::custom(format_args!("the field {name} occurs twice")));
                    }
                    fields.insert(name, value);
                }
                Ok(Fields(fields))
            }
        }
        deserializer.deserialize_map(Once)
    }
}

/// Parses a body and checks the common fields in it.
///
/// # Errors
/// If it is no JSON object, or a field has a value of another type or out of range.
pub fn parse(bytes: &[u8]) -> Result<Value, Error> {
    let Fields(fields) = serde_json::from_slice(bytes).map_err(|error| {
        let place = format!("line {}, column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&format!(" at {}", place.replace(',', ""))).unwrap_or(&message);
        let is_object = bytes.trim_ascii_start().starts_with(b"{");
        match bytes.trim_ascii().is_empty() {
            true => Error::usage("the body is empty, expected a JSON object").at("the body"),
            false if error.is_data() && !is_object => Error::usage("expected a JSON object").at("the body"),
            false => {
                let message = message.replace("EOF while parsing", "the body ends within");
                Error::usage(message).at(format!("the body, {place}"))
            }
        }
    })?;
    let schema = common_schema();
    for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        // Others are options of solvers or unknown, which the request checks.
        let name = if name == OLD_MAX_PHASE1 { "max_phase1" } else { name };
        let Some(property) = schema["properties"].get(name) else { continue };
        if !is_valid(property, value) {
            let message = format!("found {}, expected {}", found(value), expected(property));
            return Err(Error::usage(message).at(name));
        }
    }
    Ok(Value::Object(fields))
}

/// True if a value has the type and the range of a property.
fn is_valid(property: &Value, value: &Value) -> bool {
    if property.get("$ref").is_some() {
        return value.is_string() || value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    }
    let is_of = |kind: &Value| match kind.as_str() {
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("number") => value.is_number(),
        Some("integer") => {
            let (min, max) = range(property);
            value.as_u64().is_some_and(|n| (min..=max).contains(&n))
        }
        Some("array") => value.as_array().is_some_and(|list| {
            let max = property["maxItems"].as_u64().unwrap_or(u64::MAX);
            let is_item = |item| property.get("items").is_none_or(|items| is_valid(items, item));
            list.len() as u64 <= max && list.iter().all(is_item)
        }),
        _ => false,
    };
    match &property["type"] {
        Value::Array(kinds) => kinds.iter().any(is_of),
        kind => is_of(kind),
    }
}

fn range(property: &Value) -> (u64, u64) {
    (property["minimum"].as_u64().unwrap_or(0), property["maximum"].as_u64().unwrap_or(u64::MAX))
}

/// Describes the values of a property.
fn expected(property: &Value) -> String {
    if property.get("$ref").is_some() {
        return "a string or a list of strings".to_string();
    }
    let of_kind = |kind: &Value| match kind.as_str() {
        Some("boolean") => "true or false".to_string(),
        Some("integer") => match range(property) {
            (min, u64::MAX) => format!("an integer, {min} or more"),
            (min, max) => format!("an integer from {min} to {max}"),
        },
        Some("array") => match (property.get("items"), property["maxItems"].as_u64()) {
            (Some(items), Some(max)) => format!("a list of at most {max}, each {}", expected(items)),
            (Some(items), None) => format!("a list, each {}", expected(items)),
            (None, _) => "a list".to_string(),
        },
        kind => format!("a {}", kind.unwrap_or("value")),
    };
    match &property["type"] {
        Value::Array(kinds) => kinds.iter().map(of_kind).collect::<Vec<_>>().join(" or "),
        kind => of_kind(kind),
    }
}

/// Describes a value of a client.
pub fn found(value: &Value) -> String {
    match value {
        Value::Object(_) => "an object".to_string(),
        Value::Array(_) => "a list".to_string(),
        Value::String(text) => shortened(text),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::ApiRequest;

    fn error(body: &str) -> String {
        parse(body.as_bytes()).expect_err(body).to_string()
    }

    #[test]
    fn errors_name_the_field_and_the_expectation() {
        let max = max_threads();
        for n in ["0", "99999", "-1", "1.5", "\"two\"", "true", "1e99", "18446744073709551616"] {
            let message = error(&format!(r#"{{"puzzle": "3x3x3", "threads": {n}}}"#));
            assert!(message.starts_with("threads: found "), "{message}");
            assert!(message.ends_with(&format!(", expected an integer from 1 to {max}")), "{message}");
        }
        for (body, expected) in [
            (r#"{"puzzle": 3}"#, "puzzle: found 3, expected a string"),
            (r#"{"optimal": 1}"#, "optimal: found 1, expected true or false"),
            (r#"{"timeout": "1"}"#, "timeout: found \"1\", expected a number"),
            (r#"{"max_nodes": -1}"#, "max_nodes: found -1, expected an integer, 0 or more"),
            (
                r#"{"within": 4294967296}"#,
                "within: found 4294967296, expected an integer from 0 to 4294967295",
            ),
            (r#"{"goal": [1]}"#, "goal: found a list, expected a string or a list of strings"),
            (r#"{"goal": {}}"#, "goal: found an object, expected a string or a list of strings"),
            (r#"{"input": 5}"#, "input: found 5, expected a string or a list"),
            (r#"{"board": 0}"#, "board: found 0, expected an integer from 1 to 100"),
            (r#"{"count": 1001}"#, "count: found 1001, expected an integer from 0 to 1000"),
            (
                r#"{"puzzle": "a", "puzzle": "b"}"#,
                "the body, line 1, column 30: the field \"puzzle\" occurs twice",
            ),
            ("[1]", "the body: expected a JSON object"),
            ("\"R\"", "the body: expected a JSON object"),
            (" ", "the body: the body is empty, expected a JSON object"),
            ("{\"puzzle\": nonsense}", "the body, line 1, column 13: expected ident"),
            ("{", "the body, line 1, column 1: the body ends within an object"),
        ] {
            assert_eq!(error(body), expected);
        }
        let list = format!(
            "threads_list: found a list, expected a list of at most 32, each an integer from 1 to {max}"
        );
        assert_eq!(error(r#"{"threads_list": [0]}"#), list);
        assert_eq!(error(&format!(r#"{{"threads_list": [1{}]}}"#, ", 1".repeat(32))), list);
    }

    /// A body that passes the check can be read as a request, so no error of serde, which names types of Rust, is ever sent.
    #[test]
    fn what_is_checked_can_be_read() {
        let values = [
            "0",
            "1",
            "16",
            "100",
            "1000",
            "4294967295",
            "4294967296",
            "18446744073709551615",
            "-1",
            "1.5",
            "1e300",
            "true",
            "\"\"",
            "\"R\"",
            "[]",
            "[1]",
            "[1, 16]",
            "[\"R\"]",
            "[[1]]",
            "[null]",
            "{}",
            "{\"a\": 1}",
            "null",
        ];
        let fields = serde_json::to_value(ApiRequest::default()).unwrap();
        let (mut n_read, mut n_refused) = (0, 0);
        for name in fields.as_object().unwrap().keys() {
            for value in values {
                match parse(format!("{{\"{name}\": {value}}}").as_bytes()) {
                    Err(_) => n_refused += 1,
                    Ok(object) => {
                        n_read += 1;
                        let read = serde_json::from_value::<ApiRequest>(object);
                        assert!(read.is_ok(), "{name}: {value}: {read:?}");
                    }
                }
            }
        }
        assert!(n_read > 100 && n_refused > 100, "{n_read} {n_refused}");
    }
}

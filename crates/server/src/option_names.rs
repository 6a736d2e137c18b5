//! Errors in the words of HTTP. Solvers name options as the command line does; a client of the API knows them as fields
//! of its body: `--max-length` is `max_length`.

use deepen::Error;

use crate::request::Command;

/// Replaces options of the command line by fields of the body, and commands by their addresses. A hint that shows another
/// command is left out.
pub fn with_field_names(error: Error) -> Error {
    let hint = error.hint.map(|hint| {
        let named =
            |hint: String, name: &str| hint.replace(&format!("deepen {name}"), &format!("/api/{name}"));
        Command::ALL.iter().fold(hint, |hint, (name, _)| named(hint, name))
    });
    let hint = hint.filter(|hint| !hint.contains("deepen "));
    Error {
        message: replaced(&error.message),
        // A place is the name alone.
        place: error.place.map(|place| replaced(&place).replace('`', "")),
        hint: hint.map(|hint| replaced(&hint)),
        ..error
    }
}

/// Replaces every option in a text by its field, and `try --goal eo` by ``try `goal`: "eo"``.
fn replaced(text: &str) -> String {
    let is_inside = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("--") {
        let (before, option) = rest.split_at(at);
        let name = &option[2..];
        let (name, after) = name.split_at(name.find(|c| !is_inside(c)).unwrap_or(name.len()));
        result += before;
        let begins_word = !before.ends_with(|c: char| c.is_alphanumeric() || c == '-');
        if !begins_word || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
            result += "--";
            result += name;
            rest = after;
            continue;
        }
        result += &format!("`{}`", name.replace('-', "_"));
        rest = after;
        if let Some(value) = after.strip_prefix(' ').filter(|_| before.ends_with("try ")) {
            let (value, after) = value.split_at(value.find([' ', ',', ';']).unwrap_or(value.len()));
            result += &match value.parse::<f64>() {
                Ok(_) => format!(": {value}"),
                Err(_) => format!(": {value:?}"),
            };
            rest = after;
        }
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_become_fields() {
        for (text, expected) in [
            ("ida takes no --weight", "ida takes no `weight`"),
            (
                "leave out --all; --improve looks for a shorter one",
                "leave out `all`; `improve` looks for a shorter one",
            ),
            (
                "allow more with --max-memory, or leave out --heuristic",
                "allow more with `max_memory`, or leave out `heuristic`",
            ),
            ("try --goal eo", "try `goal`: \"eo\""),
            ("try --max-length 80", "try `max_length`: 80"),
            ("try --pattern 6-6-3 on a 4x4 board", "try `pattern`: \"6-6-3\" on a 4x4 board"),
            ("expected --all or --within", "expected `all` or `within`"),
            ("a--b -- c --- --", "a--b -- c --- --"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(replaced(text), expected);
        }
        let error = Error::usage("x").at("--goal").hint("deepen convert square-1 --to tws");
        assert_eq!(with_field_names(error), Error::usage("x").at("goal"));
        let error = with_field_names(Error::usage("x").hint("try deepen solve"));
        assert_eq!(error.hint.as_deref(), Some("try /api/solve"));
    }
}

//! Lists that other programs print, read as the text they stand for: `[[8,2,0],[4,6,1],[3,7,5]]`, `["R","U"]`, or a text in
//! quotation marks. What is no JSON of this kind stays as it is: `[R, U]` is a commutator, and patterns are read elsewhere.

use std::borrow::Cow;

use serde_json::Value;
use solve::Family;

use super::Kind;

/// The text that a list stands for, or the text itself.
pub fn plain<'a>(kind: &Kind, text: &'a str) -> Cow<'a, str> {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if !start.starts_with(['[', '"']) {
        return Cow::Borrowed(text);
    }
    let read = serde_json::from_str::<Value>(start).ok();
    read.and_then(|value| written(kind, &value)).map_or(Cow::Borrowed(text), Cow::Owned)
}

fn written(kind: &Kind, value: &Value) -> Option<String> {
    match (value, kind) {
        (Value::String(text), _) => Some(text.clone()),
        (Value::Array(values), Kind::Named(Family::Sliding)) => boards(values),
        (Value::Array(values), _) => moves(kind, values),
        _ => None,
    }
}

/// A board by its tiles, or by its rows, or several by their rows, one on each line.
fn boards(values: &[Value]) -> Option<String> {
    if let Some(tiles) = row(values) {
        return Some(tiles);
    }
    let arrays: Vec<&Vec<Value>> = values.iter().map(Value::as_array).collect::<Option<_>>()?;
    let rows: Option<Vec<String>> = arrays.iter().map(|values| row(values)).collect();
    match rows {
        Some(rows) => Some(rows.join("/")),
        None => {
            let boards: Option<Vec<String>> = arrays.iter().map(|values| boards(values)).collect();
            boards.map(|boards| boards.join("\n"))
        }
    }
}

/// Tiles divided by spaces; null is the blank.
fn row(values: &[Value]) -> Option<String> {
    let tile = |value: &Value| match value {
        Value::Number(tile) => Some(tile.to_string()),
        Value::String(tile) => Some(tile.clone()),
        Value::Null => Some("0".to_string()),
        _ => None,
    };
    values.iter().map(tile).collect::<Option<Vec<_>>>().map(|tiles| tiles.join(" "))
}

/// Moves one by one, which make one puzzle, or texts with spaces in them or lists of moves, each of which is one.
fn moves(kind: &Kind, values: &[Value]) -> Option<String> {
    let texts: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
    if let Some(texts) = texts {
        let are_whole = *kind != Kind::Named(Family::Shuffdle)
            && texts.len() > 1
            && texts.iter().any(|text| text.trim().contains(char::is_whitespace));
        return Some(texts.join(if are_whole { "\n" } else { " " }));
    }
    let lists = values.iter().map(|value| moves(kind, value.as_array()?));
    lists.collect::<Option<Vec<_>>>().map(|lists| lists.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(family: Family, text: &str, expected: &str) {
        assert_eq!(plain(&Kind::Named(family), text), expected, "{text}");
    }

    #[test]
    fn lists_of_tiles() {
        check(Family::Sliding, "[[8,2,0],[4,6,1],[3,7,5]]", "8 2 0/4 6 1/3 7 5");
        check(Family::Sliding, "[[8, 2, null],\n [4, 6, 1],\n [3, 7, 5]]\n", "8 2 0/4 6 1/3 7 5");
        check(Family::Sliding, "[1,2,3,0]", "1 2 3 0");
        check(Family::Sliding, "[[[1,2],[3,0]],[[3,1],[2,0]]]", "1 2/3 0\n3 1/2 0");
        check(Family::Sliding, "[8,2", "[8,2");
    }

    #[test]
    fn lists_of_moves() {
        check(Family::Cube3, r#"["R","U2","F'"]"#, "R U2 F'");
        check(Family::Cube3, r#""R U2 F'""#, "R U2 F'");
        check(Family::Cube3, r#"["R U2", "F' L"]"#, "R U2\nF' L");
        check(Family::Cube3, r#"[["R","U2"],["F"]]"#, "R U2\nF");
        for text in ["[R, U]", "[R: U] F", "[{\"A\": 1}]", "R U"] {
            check(Family::Cube3, text, text);
        }
        check(
            Family::Shuffdle,
            r#"["LATCH", "VVXKD NGTSV PXLSF YIDSU _____"]"#,
            "LATCH VVXKD NGTSV PXLSF YIDSU _____",
        );
    }
}

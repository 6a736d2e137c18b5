//! Input as shells and other programs deliver it: split into words, or as JSON arrays. Also name matching and
//! formatting of sizes.

use std::borrow::Cow;

use search::Move;
use serde_json::Value;

use crate::error::Error;

/// Joins neighbouring arguments that are words of one puzzle.
pub fn join_args(arguments: &[String], is_word: impl Fn(&str) -> bool) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut is_open = false;
    for argument in arguments {
        let is_word = is_word(argument);
        match joined.last_mut() {
            Some(last) if is_open && is_word => *last += &format!(" {argument}"),
            _ => joined.push(argument.clone()),
        }
        is_open = is_word;
    }
    joined
}

/// Returns the text that a JSON string or array stands for. Any other text is returned unchanged: `[R, U]` is a
/// commutator, and JSON patterns are parsed elsewhere.
pub fn json_to_text<'a>(text: &'a str, of_list: &dyn Fn(&Value) -> Option<String>) -> Cow<'a, str> {
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if !start.starts_with(['[', '"']) {
        return Cow::Borrowed(text);
    }
    let written = |value: Value| match value {
        Value::String(text) => Some(text),
        Value::Array(_) => of_list(&value),
        _ => None,
    };
    let read = serde_json::from_str::<Value>(start).ok();
    read.and_then(written).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Returns the text of a JSON array: an array of single moves is one puzzle; texts with spaces or nested arrays of
/// moves are one puzzle each if `may_be_several`.
pub fn moves_from_json(value: &Value, may_be_several: bool) -> Option<String> {
    let values = value.as_array()?;
    let texts: Option<Vec<&str>> = values.iter().map(Value::as_str).collect();
    if let Some(texts) = texts {
        let are_whole = may_be_several
            && texts.len() > 1
            && texts.iter().any(|text| text.trim().contains(char::is_whitespace));
        return Some(texts.join(if are_whole { "\n" } else { " " }));
    }
    let lists = values.iter().map(|value| moves_from_json(value, may_be_several));
    lists.collect::<Option<Vec<_>>>().map(|lists| lists.join("\n"))
}

/// Returns a text of the input for a message, cut if it is long.
pub fn cut(text: &str) -> Cow<'_, str> {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Parses moves by name. Moves with one-letter names may be written without spaces. `tells_case` distinguishes `u` from
/// `U`.
///
/// # Errors
/// If a word is not a move.
pub fn parse_moves(text: &str, all: &[(Move, String)], tells_case: bool) -> Result<Vec<Move>, Error> {
    let has_letters = all.iter().all(|(_, name)| name.chars().count() == 1);
    let is_divider = |c: char| c == ',' || c.is_whitespace();
    let plain_word = |word: &str| word.replace(['’', '‘', '′', '`', '´'], "'");
    let words: Vec<String> = match has_letters {
        true => text.chars().filter(|c| !is_divider(*c)).map(String::from).collect(),
        false => text.split(is_divider).filter(|word| !word.is_empty()).map(plain_word).collect(),
    };
    let find = |(i, word): (usize, &String)| {
        let is_it = |(_, name): &&(Move, String)| name.eq_ignore_ascii_case(word);
        let exact = all.iter().find(|(_, name)| name == word);
        let found = exact.or_else(|| all.iter().find(is_it).filter(|_| !tells_case));
        found.map(|(mv, _)| *mv).ok_or_else(|| {
            let examples: Vec<&str> = all.iter().take(4).map(|(_, name)| &name[..]).collect();
            let word = cut(word);
            Error::invalid(format!("{word:?} is no move, expected one like {}", examples.join(", ")))
                .at(format!("move {}", i + 1))
        })
    };
    words.iter().enumerate().map(find).collect()
}

/// Returns the known name that a word most likely stands for: at most one letter in three differs, is missing or is
/// superfluous.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.trim().to_ascii_lowercase();
    let distances = known.map(|name| (distance(&word, name), name));
    let near = distances.filter(|(distance, name)| word.len() > 1 && 3 * distance <= name.len().max(3));
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}

/// Returns the Levenshtein distance: the number of letters to change, insert or delete.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &to) in b.iter().enumerate() {
            let changed = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// Formats a number of bytes like `11.3 GiB`.
pub fn format_bytes(n: u64) -> String {
    let mut size = n as f64;
    let mut units = ["B", "KiB", "MiB", "GiB", "TiB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    // Larger values would round to 1024.0.
    while size >= 1023.95
        && let Some(larger) = units.next()
    {
        size /= 1024.0;
        unit = larger;
    }
    if unit == "B" { format!("{n} B") } else { format!("{size:.1} {unit}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_units_of_1024() {
        let sizes = [0, 1023, 1024, 1536, 1_048_575, 12_133_282_611];
        assert_eq!(sizes.map(format_bytes), ["0 B", "1023 B", "1.0 KiB", "1.5 KiB", "1.0 MiB", "11.3 GiB"]);
    }

    #[test]
    fn near_names() {
        let of = |word: &str| nearest(word, ["eo", "dr", "htr", "cross", "f2l"].into_iter());
        assert_eq!(of("F2B"), Some("f2l"));
        assert_eq!(of("corss"), None);
        assert_eq!(of("cros"), Some("cross"));
        assert_eq!(of("R U F"), None);
        assert_eq!((distance("kitten", "sitting"), distance("", "abc")), (3, 3));
    }

    #[test]
    fn lists_of_moves() {
        let check = |text: &str, expected: &str| {
            assert_eq!(json_to_text(text, &|value| moves_from_json(value, true)), expected, "{text}");
        };
        check(r#"["R","U2","F'"]"#, "R U2 F'");
        check(r#""R U2 F'""#, "R U2 F'");
        check(r#"["R U2", "F' L"]"#, "R U2\nF' L");
        check(r#"[["R","U2"],["F"]]"#, "R U2\nF");
        for text in ["[R, U]", "[R: U] F", "[{\"A\": 1}]", "R U"] {
            check(text, text);
        }
    }
}

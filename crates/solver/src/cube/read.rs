//! Parsing of input texts: one cube, whose facelets or net may span several lines, or one cube on each line.

use std::sync::Arc;

use puzzle::parse::cube::CubeError;

use super::{Cube, parse_error};
use crate::error::Error;
use crate::input_text;
use crate::instance::Instance;
use crate::text::{Entry, Input, Text, is_blank};

/// Creates an instance of a cube.
type Make<'a, C> = &'a dyn Fn(C) -> Arc<dyn Instance>;

/// Parses the cubes of a text. An invalid one is an entry with an error.
pub fn read<C: Cube>(input: &Input<'_>, make: Make<'_, C>) -> Vec<Entry> {
    let text = input.text.strip_prefix('\u{feff}').unwrap_or(input.text);
    let lines: Vec<(usize, &str)> =
        text.lines().enumerate().filter(|(_, line)| !is_blank(line)).map(|(i, line)| (i + 1, line)).collect();
    let each = || lines.iter().map(|&(n, line)| read_line(input.source, n, line, make)).collect();
    match &lines[..] {
        [] => return vec![Entry::empty(input, "no cube found, expected moves or facelets")],
        [_] => return each(),
        _ => {}
    }
    let read = C::read(text);
    if !(input.is_one && read.is_ok() || is_one(text, &read)) {
        let entries: Vec<Entry> = each();
        let is_sound = |entry: &Entry| entry.puzzle.is_ok();
        // If the text is one cube with an error, the lines before the error would parse as cubes too.
        let are_cubes = match input.is_one {
            true => entries.iter().all(is_sound),
            false => entries.iter().any(is_sound),
        };
        if are_cubes {
            return entries;
        }
    }
    let puzzle = read.map(make).map_err(|error| explain::<C>(input.source, &error, None));
    vec![Entry::new(lines[0].0, puzzle)]
}

/// Parses the cube on one line of a text.
pub fn read_line<C: Cube>(source: &Text, line: usize, text: &str, make: Make<'_, C>) -> Entry {
    if let Some(cube) = C::read_plain_moves(text) {
        return Entry::new(line, Ok(make(cube)));
    }
    let read = C::read(text);
    let column = read.as_ref().err().and_then(|error| error.place()).map(|place| place.column);
    let puzzle = read.map(make).map_err(|error| explain::<C>(source, &error, Some(line)));
    Entry { column, ..Entry::new(line, puzzle) }
}

/// True if a text of several lines is one cube, valid or not: if it has all facelets of a cube, or nearly all. Moves
/// that continue over several lines are not, because each line would be a cube as well.
fn is_one<C: Cube>(text: &str, read: &Result<C, CubeError>) -> bool {
    match read {
        Ok(_) => C::read_facelets(text).is_ok(),
        Err(CubeError::UnknownMove { .. }) => false,
        Err(CubeError::FaceletCount { found, expected, .. }) => 2 * found < 3 * expected,
        Err(_) => true,
    }
}

/// Converts a parse error. A word on the command line that is not a move may have been meant as something else.
fn explain<C: Cube>(source: &Text, error: &CubeError, line: Option<usize>) -> Error {
    let error_at = parse_error(source.display_name(), error, line).with_stickers(error.stickers(C::SIDE));
    match error {
        CubeError::UnknownMove { .. } if source.file.is_none() => {
            error_at.hint("INPUT is a file, - for standard input, moves like \"R U2 F'\", or facelets")
        }
        _ => error_at,
    }
}

/// Joins scrambles that a shell has split into moves: `R`, `U2` or `Rw'`, each a word of its own and not a file.
pub fn join_words(arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
    input_text::join_args(arguments, |word| {
        let is_move = word.len() <= 4 && word.starts_with(char::is_alphanumeric);
        is_move && !word.contains([' ', '.', '/']) && !is_file(word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_scrambles() {
        let arguments = ["R", "U2", "Rw'", "R U F", "x.txt", "L"].map(ToString::to_string);
        assert_eq!(join_words(&arguments, &|_| false), ["R U2 Rw'", "R U F", "x.txt", "L"]);
        assert_eq!(join_words(&arguments, &|word| word == "U2"), ["R", "U2", "Rw'", "R U F", "x.txt", "L"]);
    }
}

//! Reads puzzles that somebody has defined, and positions of them.

use puzzle::parse::scramble::{Entry, entries};
use puzzle::parse::{kpuzzle, tws};
use puzzle::{Definition, builtin};

use super::{Item, Puzzle, Source, file_text, nothing, whole};
use crate::failure::Failure;

/// The definition of a puzzle and what errors call it: one that has a name, or else one read from a file in either format. JSON begins
/// with a brace, which no line of the other format does.
///
/// # Errors
/// If it cannot be read, or is none.
pub fn definition(argument: &str) -> Result<(String, Definition), Failure> {
    if let Some(builtin) = builtin::find(argument) {
        return Ok((builtin.name.to_string(), builtin.definition()));
    }
    let (name, text) = file_text(argument)?;
    let start = text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let read = if start.starts_with('{') { kpuzzle::definition(&text) } else { tws::definition(&text) };
    match read {
        Ok(definition) => Ok((name, definition)),
        Err(error) => Err(Failure::definition(Some(&name), &error)),
    }
}

/// The positions of a text: moves on each line, a pattern in JSON or several, or the parts of a scramble file.
pub fn positions<'a>(definition: &Definition, source: &'a Source) -> Vec<Item<'a>> {
    let item = |read| match read {
        Ok(Entry { line, scramble }) => {
            let position = scramble.position(definition).expect("moves were made when they were read");
            let mut item = whole(source, line, Ok(Puzzle::Defined(position)));
            item.name = scramble.name;
            item
        }
        Err(error) => {
            let failure = Failure::definition(source.name.in_errors(), &error);
            let mut item = whole(source, error.place.line, Err(explain(failure, source)));
            item.column = Some(error.place.column);
            item
        }
    };
    let items: Vec<Item<'_>> = entries(&source.text, definition).into_iter().map(item).collect();
    match items.is_empty() {
        true => {
            vec![whole(source, 1, Err(nothing(source, "no position found, expected moves or a pattern")))]
        }
        false => items,
    }
}

/// A word on the command line that is no move may have been meant as something else.
fn explain(failure: Failure, source: &Source) -> Failure {
    match source.name.file {
        None => failure.hint("INPUT is a file, - for standard input, moves of the puzzle, or a pattern"),
        Some(_) => failure,
    }
}

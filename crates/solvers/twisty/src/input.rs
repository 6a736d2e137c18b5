//! Reads definitions of puzzles, positions and sequences of moves.

use puzzle::Definition;
use puzzle::alg::Alg;
use puzzle::builtin::{self, Builtin};
use puzzle::definition::{Given, Pattern, Scramble};
use puzzle::parse::scramble::{self, Entry as Read, entries};
use puzzle::parse::{kpuzzle, tws};
use solver::task::{goal_moves, is_solved, moves_hint};
use solver::{Entry, Error, Input, PuzzleRef, Text};

use crate::errors::definition_error;

const NO_POSITION: &str = "no position found, expected moves or a pattern";

/// Name in errors for a text without a name.
const UNNAMED: &str = "the text";

/// Returns the definition of a puzzle and its name for errors: a built-in one, or a text in either format. JSON begins
/// with a brace, which no line of the other format does.
///
/// # Errors
/// Returns an error if there is no puzzle of that name, or the text is no definition.
pub fn definition(puzzle: &PuzzleRef) -> Result<(String, Definition), Error> {
    let text = match puzzle {
        PuzzleRef::Named(name) => {
            let builtin = builtin::find(name)
                .ok_or_else(|| Error::usage(format!("there is no definition of a puzzle {name:?}")))?;
            return Ok((builtin.name.to_string(), builtin.definition()));
        }
        PuzzleRef::Definition(text) => text,
    };
    let name = text_name(text);
    let start = text.text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let read = match start.starts_with('{') {
        true => kpuzzle::definition(&text.text),
        false => tws::definition(&text.text),
    };
    let definition = read.map_err(|error| definition_error(Some(&name), &error))?;
    Ok((name, definition))
}

/// Returns the built-in data of a puzzle that is given by its name.
pub fn builtin(puzzle: &PuzzleRef) -> Option<&'static Builtin> {
    match puzzle {
        PuzzleRef::Named(name) => builtin::find(name),
        PuzzleRef::Definition(_) => None,
    }
}

/// Returns the name of a text for errors.
pub fn text_name(text: &Text) -> String {
    text.display_name_or(UNNAMED).to_string()
}

/// Reads positions of a puzzle, given by moves or by patterns.
///
/// # Errors
/// Returns an error if one cannot be parsed.
pub fn scrambles(text: &Text, definition: &Definition) -> Result<Vec<Scramble>, Error> {
    let read = scramble::read(&text.text, definition);
    read.map_err(|error| definition_error(Some(&text_name(text)), &error))
}

/// Reads sequences of moves: those of a file, one on each line, or a single one.
///
/// # Errors
/// Returns an error if one cannot be parsed, or has a move that the puzzle does not have.
pub fn sequences(text: &Text, definition: &Definition) -> Result<Vec<Alg>, Error> {
    let moves = |scramble: Scramble| match scramble.given {
        Given::Alg(alg) => Ok(alg),
        Given::Pattern(_) => {
            let error = Error::invalid("found a position, expected moves");
            Err(match &text.file {
                Some(file) => error.at(file),
                None => error,
            })
        }
    };
    match text.file {
        Some(_) => scrambles(text, definition)?.into_iter().map(moves).collect(),
        None => {
            let read = scramble::one(&text.text, definition);
            Ok(vec![moves(read.map_err(|error| definition_error(None, &error))?)?])
        }
    }
}

/// A word of at least this many letters is taken for facelets: the smallest number that a cube has.
const FEWEST_FACELETS: usize = 24;

/// True for a word of letters alone that is too long to be moves. Read as moves, a solved cube by its facelets would be
/// a scramble of hundreds of turns.
fn looks_like_facelets(text: &str) -> bool {
    let letters = text.split_whitespace().collect::<String>();
    let is_one_word = !text.trim().contains(' ');
    is_one_word && letters.len() >= FEWEST_FACELETS && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// A position that was read, or the error in its text.
pub struct PositionEntry {
    /// Line of the text that it begins on.
    pub line: usize,
    /// Column of the error.
    pub column: Option<usize>,
    /// Name of the position in the text.
    pub name: Option<String>,
    /// The position of the whole puzzle.
    pub read: Result<Pattern, Error>,
}

/// Reads the positions of a text: moves on each line, one or more patterns in JSON, or the entries of a scramble file.
pub fn positions(definition: &Definition, input: &Input<'_>) -> Vec<PositionEntry> {
    if looks_like_facelets(input.text) {
        let message =
            "these look like facelets, which are not read for this puzzle; expected moves or a pattern";
        return vec![no_position(input, message)];
    }
    let mut read = entries(input.text, definition);
    if input.is_one && read.len() > 1 && scramble::is_moves(input.text) {
        let whole = scramble::one(input.text, definition);
        let line = read[0].as_ref().map_or_else(|error| error.place.line, |entry| entry.line);
        // Lines that are no single sequence together may still be positions on their own.
        if whole.is_ok() || read.iter().any(Result::is_err) {
            read = vec![whole.map(|scramble| Read { line, scramble })];
        }
    }
    let position = |read| match read {
        Ok(Read { line, scramble }) => PositionEntry {
            line,
            column: None,
            read: Ok(position_of(&scramble, definition)),
            name: scramble.name,
        },
        Err(error) => {
            let shown = definition_error(input.source.display_name(), &error);
            let place = error.place;
            let read = Err(with_input_hint(shown, input.source));
            PositionEntry { line: place.line, column: Some(place.column), name: None, read }
        }
    };
    let positions: Vec<PositionEntry> = read.into_iter().map(position).collect();
    if positions.is_empty() { vec![no_position(input, NO_POSITION)] } else { positions }
}

fn no_position(input: &Input<'_>, message: &str) -> PositionEntry {
    let entry = Entry::empty(input, message);
    let read = entry.puzzle.map(|_| unreachable!("there is no puzzle in it"));
    PositionEntry { line: entry.line, column: entry.column, name: None, read }
}

fn position_of(scramble: &Scramble, definition: &Definition) -> Pattern {
    scramble.position(definition).expect("moves were checked when they were parsed")
}

/// Reads a goal: `solved`, moves after `moves:`, one position, or the positions of a file.
///
/// # Errors
/// Returns an error if one of them cannot be parsed, or there is none.
pub fn goals(goal: &Text, definition: &Definition) -> Result<Vec<Pattern>, Error> {
    const GOAL: &str = "the goal";
    if goal.file.is_none() {
        let text = &goal.text;
        if is_solved(text) {
            return Ok(vec![definition.start().clone()]);
        }
        if let Some(moves) = goal_moves(text) {
            let position = scramble::position(moves, definition);
            return Ok(vec![position.map_err(|error| definition_error(Some(GOAL), &error))?]);
        }
        if scramble::is_moves(text) {
            let message = format!("{text:?} is no goal, expected solved, a pattern, CPOS or a file");
            return Err(Error::usage(message).at("--goal").hint(moves_hint(text)));
        }
    }
    let name = goal.display_name_or(GOAL);
    let scrambles = scramble::read(&goal.text, definition);
    let scrambles = scrambles.map_err(|error| definition_error(Some(name), &error))?;
    if scrambles.is_empty() {
        return Err(Error::invalid(NO_POSITION).at(name));
    }
    Ok(scrambles.iter().map(|scramble| position_of(scramble, definition)).collect())
}

/// Reads a mask: a pattern in which identical pieces have the same number.
///
/// # Errors
/// Returns an error if it cannot be parsed.
pub fn mask(text: &Text, definition: &Definition) -> Result<Pattern, Error> {
    let name = text.display_name_or("the mask");
    scramble::mask(&text.text, definition).map_err(|error| definition_error(Some(name), &error))
}

/// Adds a hint for command-line arguments: a word that is no move may have been meant as something else.
fn with_input_hint(error: Error, source: &Text) -> Error {
    match source.file {
        None => error.hint("INPUT is a file, - for standard input, moves of the puzzle, or a pattern"),
        Some(_) => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facelets_are_no_moves() {
        assert!(looks_like_facelets("UUUURRRRFFFFDDDDLLLLBBBB"));
        for text in ["R U F", "RUF", "U U U U R R R R F F F F D D D D L L L L B B B B"] {
            assert!(!looks_like_facelets(text), "{text}");
        }
    }
}

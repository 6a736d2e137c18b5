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

const NOTHING: &str = "no position found, expected moves or a pattern";

/// What a text is called that has no name.
const UNNAMED: &str = "the text";

/// Returns the definition of a puzzle and what errors call it: one that has a name, or a text in either format. JSON begins
/// with a brace, which no line of the other format does.
///
/// # Errors
/// If there is no puzzle of that name, or the text is no definition.
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

/// Returns what this program knows of a puzzle beside its definition.
pub fn known(puzzle: &PuzzleRef) -> Option<&'static Builtin> {
    match puzzle {
        PuzzleRef::Named(name) => builtin::find(name),
        PuzzleRef::Definition(_) => None,
    }
}

/// Returns what errors call a text that should be a file.
pub fn text_name(text: &Text) -> String {
    text.display_name_or(UNNAMED).to_string()
}

/// Reads positions of a puzzle as they were given, by moves or by patterns.
///
/// # Errors
/// If one cannot be read.
pub fn scrambles(text: &Text, definition: &Definition) -> Result<Vec<Scramble>, Error> {
    let read = scramble::read(&text.text, definition);
    read.map_err(|error| definition_error(Some(&text_name(text)), &error))
}

/// Reads sequences of moves: those of a file, one on each line, or one that was given.
///
/// # Errors
/// If one cannot be read, or has a move that the puzzle does not have.
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

/// Letters in a row, without a space or an amount, that are taken for facelets: the fewest that a cube has.
const FEWEST_FACELETS: usize = 24;

/// True for a word of letters alone that is too long to be moves. Read as moves, a solved cube by its facelets would be a
/// scramble of hundreds of turns.
fn looks_like_facelets(text: &str) -> bool {
    let letters = text.split_whitespace().collect::<String>();
    let is_one_word = !text.trim().contains(' ');
    is_one_word && letters.len() >= FEWEST_FACELETS && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// A position that was read, or what is wrong with it.
pub struct Position {
    /// The line it begins on, the column of its fault and its name; its puzzle is filled in by the caller.
    pub line: usize,
    /// The column of what is wrong with it.
    pub column: Option<usize>,
    /// What the text calls it.
    pub name: Option<String>,
    /// The position of the whole puzzle.
    pub read: Result<Pattern, Error>,
}

/// Reads the positions of a text: moves on each line, a pattern in JSON or several, or the parts of a scramble file.
pub fn positions(definition: &Definition, input: &Input<'_>) -> Vec<Position> {
    if looks_like_facelets(input.text) {
        let message =
            "these look like facelets, which are not read for this puzzle; expected moves or a pattern";
        return vec![nothing(input, message)];
    }
    let mut read = entries(input.text, definition);
    if input.is_one && read.len() > 1 && scramble::is_moves(input.text) {
        let whole = scramble::one(input.text, definition);
        let line = read[0].as_ref().map_or_else(|error| error.place.line, |entry| entry.line);
        // Lines that do not go on from each other may still be puzzles by themselves.
        if whole.is_ok() || read.iter().any(Result::is_err) {
            read = vec![whole.map(|scramble| Read { line, scramble })];
        }
    }
    let position = |read| match read {
        Ok(Read { line, scramble }) => {
            Position { line, column: None, read: Ok(position_of(&scramble, definition)), name: scramble.name }
        }
        Err(error) => {
            let shown = definition_error(input.source.display_name(), &error);
            let place = error.place;
            let read = Err(explained(shown, input.source));
            Position { line: place.line, column: Some(place.column), name: None, read }
        }
    };
    let positions: Vec<Position> = read.into_iter().map(position).collect();
    if positions.is_empty() { vec![nothing(input, NOTHING)] } else { positions }
}

fn nothing(input: &Input<'_>, message: &str) -> Position {
    let entry = Entry::empty(input, message);
    let read = entry.puzzle.map(|_| unreachable!("there is no puzzle in it"));
    Position { line: entry.line, column: entry.column, name: None, read }
}

fn position_of(scramble: &Scramble, definition: &Definition) -> Pattern {
    scramble.position(definition).expect("moves were made when they were read")
}

/// Reads a goal: `solved`, moves after `moves:`, one position, or several of a file.
///
/// # Errors
/// If one of them cannot be read, or there is none.
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
        return Err(Error::invalid(NOTHING).at(name));
    }
    Ok(scrambles.iter().map(|scramble| position_of(scramble, definition)).collect())
}

/// Reads a mask: a pattern in which pieces that are not told apart have the same number.
///
/// # Errors
/// If it cannot be read.
pub fn mask(text: &Text, definition: &Definition) -> Result<Pattern, Error> {
    let name = text.display_name_or("the mask");
    scramble::mask(&text.text, definition).map_err(|error| definition_error(Some(name), &error))
}

/// A word on the command line that is no move may have been meant as something else.
fn explained(error: Error, source: &Text) -> Error {
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

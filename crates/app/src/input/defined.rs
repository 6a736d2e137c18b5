//! Reads puzzles that somebody has defined, and positions of them.

use puzzle::alg::Alg;
use puzzle::definition::{Given, Pattern, Scramble};
use puzzle::parse::scramble::{self, Entry, entries};
use puzzle::parse::{kpuzzle, tws};
use puzzle::{Definition, builtin};

use super::goal::{goal_moves, is_solved, moves_hint};
use super::{Item, Name, Puzzle, Source, file_text, is_file, nothing, text, whole};
use crate::exit::Exit;
use crate::failure::Failure;

const NOTHING: &str = "no position found, expected moves or a pattern";

/// The definition of a puzzle and what errors call it: one that has a name, or else one read from a file in either format.
/// JSON begins with a brace, which no line of the other format does.
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

/// Reads positions of a defined puzzle, and what errors call their file.
///
/// # Errors
/// If they cannot be read, or one is none.
pub fn scrambles(argument: &str, definition: &Definition) -> Result<(String, Vec<Scramble>), Failure> {
    let (name, text) = file_text(argument)?;
    match scramble::read(&text, definition) {
        Ok(scrambles) => Ok((name, scrambles)),
        Err(error) => Err(Failure::definition(Some(&name), &error)),
    }
}

/// Reads sequences of moves: files of them, - for standard input, or sequences. Words that nobody quoted are one sequence.
///
/// # Errors
/// If one cannot be read, or has a move that the puzzle does not have.
pub fn algs(arguments: &[String], definition: &Definition) -> Result<Vec<Alg>, Failure> {
    let mut algs = Vec::new();
    for argument in unquoted(arguments) {
        let name = Name::new(&argument, 0, 1);
        let Some(file) = &name.file else {
            let read = scramble::one(&argument, definition);
            algs.push(moves(read.map_err(|error| Failure::definition(None, &error))?, None)?);
            continue;
        };
        let (_, scrambles) = scrambles(&argument, definition)?;
        for scramble in scrambles {
            algs.push(moves(scramble, Some(file))?);
        }
    }
    Ok(algs)
}

/// The moves of a scramble, which must be given by them.
fn moves(scramble: Scramble, file: Option<&str>) -> Result<Alg, Failure> {
    match scramble.given {
        Given::Alg(alg) => Ok(alg),
        Given::Pattern(_) => {
            let failure = Failure::new(Exit::Invalid, "found a position, expected moves");
            Err(match file {
                Some(file) => failure.at(file),
                None => failure,
            })
        }
    }
}

/// Puts sequences together again that the shell has cut into words.
fn unquoted(arguments: &[String]) -> Vec<String> {
    let is_word =
        |argument: &str| !argument.contains(char::is_whitespace) && argument != "-" && !is_file(argument);
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

/// Letters in a row, without a space or an amount, that are taken for facelets: the fewest that a cube has.
const FEWEST_FACELETS: usize = 24;

/// True for a word of letters alone that is too long to be moves. Read as moves, a solved cube by its facelets would be a
/// scramble of hundreds of turns.
fn looks_like_facelets(text: &str) -> bool {
    let letters = text.split_whitespace().collect::<String>();
    let is_one_word = !text.trim().contains(' ');
    is_one_word && letters.len() >= FEWEST_FACELETS && letters.chars().all(|c| c.is_ascii_alphabetic())
}

/// The positions of a text: moves on each line, a pattern in JSON or several, or the parts of a scramble file.
pub fn positions<'a>(definition: &Definition, source: &'a Source) -> Vec<Item<'a>> {
    if looks_like_facelets(&source.text) {
        let message =
            "these look like facelets, which are not read for this puzzle; expected moves or a pattern";
        return vec![whole(source, 1, Err(nothing(source, message)))];
    }
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
    let mut read = entries(&source.text, definition);
    if source.is_one && read.len() > 1 && scramble::is_moves(&source.text) {
        let whole = scramble::one(&source.text, definition);
        let line = read[0].as_ref().map_or_else(|error| error.place.line, |entry| entry.line);
        // Lines that do not go on from each other may still be puzzles by themselves.
        if whole.is_ok() || read.iter().any(Result::is_err) {
            read = vec![whole.map(|scramble| Entry { line, scramble })];
        }
    }
    let items: Vec<Item<'_>> = read.into_iter().map(item).collect();
    match items.is_empty() {
        true => {
            vec![whole(source, 1, Err(nothing(source, NOTHING)))]
        }
        false => items,
    }
}

/// Reads `--goal`: solved, moves after `moves:`, one position like an INPUT, or several of a file.
///
/// # Errors
/// If one of them cannot be read, or there is none.
pub fn position_goals(argument: &str, definition: &Definition) -> Result<Vec<Pattern>, Failure> {
    if is_solved(argument) {
        return Ok(vec![definition.start().clone()]);
    }
    if let Some(moves) = goal_moves(argument) {
        let position = scramble::position(moves, definition);
        return Ok(vec![position.map_err(|error| Failure::definition(Some("the goal"), &error))?]);
    }
    if Name::new(argument, 0, 1).file.is_none() && scramble::is_moves(argument) {
        let message = format!("{argument:?} is no goal, expected solved, a pattern, CPOS or a file");
        return Err(Failure::usage(message).at("--goal").hint(moves_hint(argument)));
    }
    let (name, text) = option_text(argument, "the goal")?;
    let scrambles =
        scramble::read(&text, definition).map_err(|error| Failure::definition(Some(&name), &error))?;
    if scrambles.is_empty() {
        return Err(Failure::new(Exit::Invalid, NOTHING).at(name));
    }
    let position =
        |scramble: &Scramble| scramble.position(definition).expect("moves were made when they were read");
    Ok(scrambles.iter().map(position).collect())
}

/// Reads `--mask`: a file, or a pattern.
///
/// # Errors
/// If it cannot be read.
pub fn mask(argument: &str, definition: &Definition) -> Result<Pattern, Failure> {
    let (name, text) = option_text(argument, "the mask")?;
    scramble::mask(&text, definition).map_err(|error| Failure::definition(Some(&name), &error))
}

/// What an option that is a file or a text says, and what errors call it.
fn option_text(argument: &str, what: &str) -> Result<(String, String), Failure> {
    let name = Name::new(argument, 0, 1);
    let text = text(argument, &name)?;
    Ok((name.file.unwrap_or_else(|| what.to_string()), text))
}

/// A word on the command line that is no move may have been meant as something else.
fn explain(failure: Failure, source: &Source) -> Failure {
    match source.name.file {
        None => failure.hint("INPUT is a file, - for standard input, moves of the puzzle, or a pattern"),
        Some(_) => failure,
    }
}

//! Reads definitions, positions and sequences of moves, for the commands that work on definitions only.

use deepen::puzzle::Definition;
use deepen::puzzle::alg::Alg;
use deepen::puzzle::definition::{Given, Scramble};
use deepen::puzzle::parse::definition::DefinitionError;
use deepen::puzzle::parse::scramble;
use deepen::solver::input_text;
use deepen::{Error, definitions};

use crate::input::{file_text, is_file};
use crate::request;

/// Returns a definition, by name or from a file, and its name in error messages.
///
/// # Errors
/// If it cannot be read or is invalid.
pub fn definition(argument: &str) -> Result<(String, Definition), Error> {
    definitions::read(&request::definition(argument)?)
}

/// Reads positions of a defined puzzle. Returns the name of their file in error messages, too.
///
/// # Errors
/// If they cannot be read, or one is invalid.
pub fn scrambles(argument: &str, definition: &Definition) -> Result<(String, Vec<Scramble>), Error> {
    let text = file_text(argument)?;
    let name = text.display_name_or("the text").to_string();
    match scramble::read(&text.text, definition) {
        Ok(scrambles) => Ok((name, scrambles)),
        Err(error) => Err(explained(&error, Some(&name))),
    }
}

/// Reads sequences of moves: from files, from - for standard input, or from the arguments. Words without quotes are one
/// sequence.
///
/// # Errors
/// If one cannot be read, or has a move that the puzzle does not have.
pub fn algs(arguments: &[String], definition: &Definition) -> Result<Vec<Alg>, Error> {
    let is_word = |word: &str| !word.contains(char::is_whitespace) && word != "-" && !is_file(word);
    let mut algs = Vec::new();
    for argument in input_text::join_args(arguments, is_word) {
        if argument != "-" && !is_file(&argument) {
            let read = scramble::one(&argument, definition);
            algs.push(moves(read.map_err(|error| explained(&error, None))?, None)?);
            continue;
        }
        let (file, scrambles) = scrambles(&argument, definition)?;
        for scramble in scrambles {
            algs.push(moves(scramble, Some(&file))?);
        }
    }
    Ok(algs)
}

/// Returns the moves of a scramble, which must consist of moves.
fn moves(scramble: Scramble, file: Option<&str>) -> Result<Alg, Error> {
    match scramble.given {
        Given::Alg(alg) => Ok(alg),
        Given::Pattern(_) => {
            let error = Error::invalid("found a position, expected moves");
            Err(match file {
                Some(file) => error.at(file),
                None => error,
            })
        }
    }
}

/// Returns the error in a definition or a position, in a text that may have a name.
pub fn explained(error: &DefinitionError, name: Option<&str>) -> Error {
    Error::invalid(error.fault.to_string()).at_in(name, error.place)
}

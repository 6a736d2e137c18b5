//! Where puzzles come from: files, standard input, or the command line itself. What the text means is for
//! [`puzzle::parse`].

use std::io::Read;
use std::path::Path;

use puzzle::parse::board::{Entry, ParseError, boards, only_board};
use puzzle::{Board, Goal};

use crate::exit::Exit;
use crate::failure::Failure;

/// A text and where it is from.
#[derive(Debug)]
struct Source {
    /// The file's name; None for text on the command line.
    file: Option<String>,
    text: String,
}

/// A puzzle of the input, read or not.
#[derive(Debug)]
pub struct Item {
    /// The file it is from.
    pub file: Option<String>,
    /// What tells it from the others: a line, a name.
    pub label: String,
    /// The puzzle, or what is wrong with it.
    pub entry: Result<Entry, Failure>,
}

/// All puzzles of some INPUT arguments, in order.
///
/// # Errors
/// If a file cannot be read. A faulty puzzle is an item like the others.
pub fn items(arguments: &[String]) -> Result<Vec<Item>, Failure> {
    let sources: Vec<Source> =
        joined(arguments).into_iter().map(|argument| source(&argument)).collect::<Result<_, _>>()?;
    let several = sources.len() > 1;
    Ok(sources.iter().enumerate().flat_map(|(i, source)| read(source, several.then_some(i + 1))).collect())
}

/// Reads `--goal`: a name, or a board like an INPUT.
///
/// # Errors
/// If it is neither.
pub fn goal(argument: &str) -> Result<Goal, Failure> {
    if let Some(named) = Goal::NAMED.into_iter().find(|goal| goal.name() == argument) {
        return Ok(named);
    }
    let source = source(argument)?;
    let board: Board = only_board(&source.text).map_err(|error| {
        let file = source.file.as_deref().unwrap_or("the goal");
        Failure::parse(Some(file), &error).hint("a goal is last, first, snail, a file or a board")
    })?;
    Ok(Goal::Custom(board))
}

/// The puzzles of one source. `number` is its place among several; of only one nothing needs to be said.
fn read(source: &Source, number: Option<usize>) -> Vec<Item> {
    let name = match (&source.file, number) {
        (Some(file), _) => Some(file.clone()),
        (None, Some(number)) => Some(format!("input {number}")),
        (None, None) => None,
    };
    let labelled = |spot: String| match &name {
        Some(name) if number.is_some() => format!("{name}, {spot}"),
        _ => spot,
    };
    let item = |read: Result<Entry, ParseError>| {
        let label = match &read {
            Ok(Entry { line, name: Some(name), .. }) => labelled(format!("line {line} ({name})")),
            Ok(Entry { line, name: None, .. }) => labelled(format!("line {line}")),
            Err(ParseError { line, column, .. }) => labelled(format!("line {line}, column {column}")),
        };
        let entry = read.map_err(|error| explain(Failure::parse(name.as_deref(), &error), source));
        Item { file: source.file.clone(), label, entry }
    };
    boards(&source.text).map(item).collect()
}

/// Text on the command line that is no board may have been meant as something else.
fn explain(failure: Failure, source: &Source) -> Failure {
    if source.file.is_none() && source.text.chars().any(char::is_alphabetic) {
        return failure.hint("INPUT is a file, - for standard input, or a board like \"8 2 0/4 6 1/3 7 5\"");
    }
    failure
}

/// Puts a board together again that the shell has cut into words because nobody quoted it.
fn joined(arguments: &[String]) -> Vec<String> {
    let mut joined: Vec<String> = Vec::new();
    let mut open = false;
    for argument in arguments {
        let is_word = is_word_of_a_board(argument);
        match joined.last_mut() {
            Some(last) if open && is_word => *last = format!("{last} {argument}"),
            _ => joined.push(argument.clone()),
        }
        open = is_word;
    }
    joined
}

/// `8`, `.` or `0/4`: too little for a board and not a file.
fn is_word_of_a_board(argument: &str) -> bool {
    let is_tile = |tile: &str| matches!(tile, "" | "." | "_" | "x" | "X") || tile.parse::<u32>().is_ok();
    !argument.is_empty() && argument.split('/').all(is_tile) && !Path::new(argument).is_file()
}

fn source(argument: &str) -> Result<Source, Failure> {
    if argument == "-" {
        let mut bytes = Vec::new();
        let name = "standard input";
        std::io::stdin().read_to_end(&mut bytes).map_err(|error| Failure::io("read", name, &error))?;
        return Ok(Source { file: Some(name.to_string()), text: decoded(name, bytes)? });
    }
    if Path::new(argument).exists() || looks_like_path(argument) {
        let bytes = std::fs::read(argument).map_err(|error| Failure::io("read", argument, &error))?;
        return Ok(Source { file: Some(argument.to_string()), text: decoded(argument, bytes)? });
    }
    Ok(Source { file: None, text: argument.to_string() })
}

fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        Failure::new(Exit::Invalid, format!("byte {place} is not UTF-8, expected a text")).at(name)
    })
}

/// Whether a text that is no file was meant as one. Boards have slashes, too, so a slash alone says nothing: a path
/// has an extension, or a slash and a word.
fn looks_like_path(text: &str) -> bool {
    if text.contains(['\n', '\r']) {
        return false;
    }
    let has_extension = text.rsplit_once('.').is_some_and(|(stem, extension)| {
        stem.ends_with(|c: char| c.is_alphanumeric() || c == '_')
            && extension.starts_with(char::is_alphabetic)
            && extension.chars().all(char::is_alphanumeric)
    });
    let letters: Vec<bool> = text.chars().map(char::is_alphabetic).collect();
    let has_word = letters.windows(2).any(|pair| pair == [true, true]);
    has_extension || has_word && text.contains(['/', '\\']) && !text.contains([' ', ',', '\t'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for path in
            ["a.txt", "boards/easy", "./x.puzzle", "my boards/easy.txt", "8.txt", "dir\\board", "../15"]
        {
            assert_eq!(looks_like_path(path), path != "../15", "{path}");
        }
        for board in [
            "8 2 0/4 6 1/3 7 5",
            "8 2 x/4 6 1/3 7 5",
            "8,2,x/4,6,1/3,7,5",
            "8 2 ./4 6 1/3 7 5",
            "8 2 zero/4 6 1/3 7 5",
            "1 2/3 .",
            "word",
            "3\n1 2 a.b",
        ] {
            assert!(!looks_like_path(board), "{board}");
        }
    }

    fn check_joined(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        assert_eq!(joined(&arguments), expected);
    }

    #[test]
    fn words_become_boards() {
        check_joined(&["8", "2", "0/4", "6", "1/3", "7", "5"], &["8 2 0/4 6 1/3 7 5"]);
        check_joined(&["1 2/3 0", "3 2/1 0"], &["1 2/3 0", "3 2/1 0"]);
        check_joined(&["1,2/3,0", "3,2/1,0"], &["1,2/3,0", "3,2/1,0"]);
        check_joined(&["1", "2/3", "0", "-", "1", "2/3", "0"], &["1 2/3 0", "-", "1 2/3 0"]);
        check_joined(&["a.txt", "1", "2/3", "."], &["a.txt", "1 2/3 ."]);
    }

    /// Labels of all items.
    fn check_labels(arguments: &[&str], expected: &[&str]) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let labels: Vec<String> = items(&arguments).unwrap().into_iter().map(|item| item.label).collect();
        assert_eq!(labels, expected, "{arguments:?}");
    }

    #[test]
    fn labels_tell_items_apart() {
        check_labels(&["1 2/3 0"], &["line 1"]);
        check_labels(&["1 2/3 0\n3 2/1 0 # two"], &["line 1", "line 2 (two)"]);
        check_labels(&["1 2/3 0", "3 2/1 0"], &["input 1, line 1", "input 2, line 1"]);
        check_labels(&["1 2/3 a"], &["line 1, column 7"]);
        check_labels(&["1 2/3 0", "1 2/3 a"], &["input 1, line 1", "input 2, line 1, column 7"]);
    }

    #[test]
    fn goals() {
        assert_eq!(goal("snail"), Ok(Goal::Snail));
        assert_eq!(goal("0 1/3 2").map(|goal| goal.name().to_string()), Ok("custom".to_string()));
        assert_eq!(goal("no/such.txt").unwrap_err().exit, Exit::Io);
        assert_eq!(goal("frist").unwrap_err().exit, Exit::Invalid);
    }
}

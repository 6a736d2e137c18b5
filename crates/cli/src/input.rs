//! Reads texts: from files, from standard input, or from the command line itself. Solvers parse them. Only this module opens
//! files for puzzles.

use std::io::Read;
use std::sync::OnceLock;

use deepen::Error;
use deepen::front::{Item, Layout, items};
use deepen::solver::{PuzzleRef, Solver, Task, Text};

use crate::args::values::PuzzleArg;

/// Returns the puzzle of an argument, with its definition read if it is a file.
///
/// # Errors
/// If it cannot be read.
pub fn puzzle(argument: &PuzzleArg) -> Result<PuzzleRef, Error> {
    match argument {
        PuzzleArg::Named { name, .. } => Ok(PuzzleRef::Named(name.clone())),
        PuzzleArg::File(file) => Ok(PuzzleRef::Definition(file_text(file)?)),
    }
}

/// Returns the texts of some INPUT arguments, in order.
///
/// # Errors
/// If one cannot be read.
pub fn texts(task: &dyn Task, solver: &dyn Solver, arguments: &[String]) -> Result<Vec<Text>, Error> {
    let arguments = task.join_words(arguments, &is_file);
    let n = arguments.len();
    let text = |(i, argument): (usize, &String)| {
        let name = Name::new(argument, i, n, solver);
        Ok(Text { text: text(argument, name.file.as_deref())?, file: name.file, label: name.label })
    };
    arguments.iter().enumerate().map(text).collect()
}

/// The name of a text in messages.
pub struct Name {
    /// The name of the file; None for text on the command line.
    pub file: Option<String>,
    /// A label, if there are several texts.
    pub label: Option<String>,
}

impl Name {
    /// Returns the name of the argument `argument`, the `i`th of `n`.
    pub fn new(argument: &str, i: usize, n: usize, solver: &dyn Solver) -> Name {
        let file = match argument {
            "-" => Some(STANDARD_INPUT.to_string()),
            _ if solver.is_text(argument) => None,
            _ => is_file(argument).then(|| argument.to_string()),
        };
        let label = (n > 1).then(|| file.clone().unwrap_or_else(|| format!("input {}", i + 1)));
        Name { file, label }
    }
}

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// Returns the text of a goal: a name, a position, moves, or a file with positions.
///
/// # Errors
/// If it is a file that cannot be read.
pub fn goal(argument: &str, solver: &dyn Solver) -> Result<Text, Error> {
    let is_name = |name: &str| name.eq_ignore_ascii_case(argument.trim());
    let is_moves = deepen::solver::task::goal_moves(argument).is_some();
    let is_named = deepen::solver::task::is_solved(argument)
        || solver.info().goals.iter().any(|goal| is_name(goal.name))
        || is_moves;
    match is_named || solver.is_text(argument) {
        true => Ok(Text::given(argument)),
        false => text_or_file(argument),
    }
}

/// Returns the text of a file, or the argument itself if it is no file.
///
/// # Errors
/// If it is a file that cannot be read.
pub fn text_or_file(argument: &str) -> Result<Text, Error> {
    match argument == "-" || is_file(argument) {
        true => file_text(argument),
        false => Ok(Text::given(argument)),
    }
}

/// Returns the text of an argument that can only be a file, or - for standard input.
///
/// # Errors
/// If it cannot be read.
pub fn file_text(argument: &str) -> Result<Text, Error> {
    let file = if argument == "-" { STANDARD_INPUT } else { argument };
    Ok(Text::of_file(file, text(argument, Some(file))?))
}

/// Reads the puzzles of some texts.
pub fn read<'a>(task: &dyn Task, texts: &'a [Text]) -> Vec<Item<'a>> {
    items(task, texts, Layout::Auto)
}

/// Returns the text of an argument.
fn text(argument: &str, file: Option<&str>) -> Result<String, Error> {
    let Some(file) = file else { return Ok(argument.to_string()) };
    let cannot_read = |error: std::io::Error| Error::io("read", file, &error);
    if argument != "-" {
        return decoded(file, std::fs::read(argument).map_err(cannot_read)?);
    }
    if STDIN.get().is_none() {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).map_err(cannot_read)?;
        provide_stdin(decoded(file, bytes)?);
    }
    Ok(stdin_text().unwrap_or_default())
}

/// The text of standard input, which can be read only once, and by one of several processes.
static STDIN: OnceLock<String> = OnceLock::new();

/// Sets the text of standard input, if it has not been read.
pub fn provide_stdin(text: String) {
    STDIN.get_or_init(|| text);
}

/// Returns the text of standard input, if it has been read.
pub fn stdin_text() -> Option<String> {
    STDIN.get().cloned()
}

/// True if an argument is the name of a file, or looks like one.
pub fn is_file(argument: &str) -> bool {
    // A directory called R must not hide the move R.
    let exists = || std::fs::metadata(argument).is_ok_and(|found| !found.is_dir());
    exists() || looks_like_path(argument)
}

/// Decodes UTF-8.
///
/// # Errors
/// If the bytes are not UTF-8.
pub fn decoded(name: &str, bytes: Vec<u8>) -> Result<String, Error> {
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to() + 1;
        Error::invalid(format!("byte {place} is not UTF-8, expected a text")).at(name)
    })
}

/// True if a text that names no file looks like a path. Boards have slashes, too, so a slash alone is not enough: a path
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
}

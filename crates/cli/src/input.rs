//! Reads texts: from files, from standard input, or from the command line itself. Solvers parse them. Only this module opens
//! files for puzzles.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::sync::OnceLock;

use deepen::Error;
use deepen::front::{Item, Layout, items};
use deepen::memory;
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
    if argument != "-" {
        let cannot_read = |error: std::io::Error| Error::io("read", file, &error);
        let opened = File::open(argument).map_err(cannot_read)?;
        let is_file = opened.metadata().map_err(cannot_read)?.is_file();
        return read_text(file, if is_file { MAX_FILE_BYTES } else { MAX_TEXT_BYTES }, opened);
    }
    if STDIN.get().is_none() {
        provide_stdin(read_text(file, MAX_TEXT_BYTES, std::io::stdin())?);
    }
    Ok(stdin_text().unwrap_or_default())
}

/// Largest text that is read at once from a pipe or a device, which may have no end. A board of a million tiles has seven
/// megabytes.
pub const MAX_TEXT_BYTES: u64 = 64 << 20;
/// Largest file that is read at once. Its end is known before.
const MAX_FILE_BYTES: u64 = 1 << 30;

/// Reads a text to its end.
///
/// # Errors
/// If it cannot be read, has more than `most` bytes, or is no text.
fn read_text(name: &str, most: u64, mut reader: impl Read) -> Result<String, Error> {
    let mut text = TextBytes { name, most, bytes: Vec::new() };
    let mut part = vec![0; 64 << 10];
    loop {
        match reader.read(&mut part) {
            Ok(0) => return decoded(name, text.bytes),
            Ok(n) => text.push(&part[..n])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(Error::io("read", name, &error)),
        }
    }
}

/// The bytes of a text that is being read. A source without an end is an error soon, before it takes much memory.
pub struct TextBytes<'a> {
    name: &'a str,
    most: u64,
    /// The bytes read so far.
    pub bytes: Vec<u8>,
}

impl TextBytes<'static> {
    /// The bytes of standard input, none so far.
    pub fn of_stdin() -> TextBytes<'static> {
        TextBytes { name: STANDARD_INPUT, most: MAX_TEXT_BYTES, bytes: Vec::new() }
    }
}

impl TextBytes<'_> {
    /// Appends some bytes.
    ///
    /// # Errors
    /// If there are too many, or one is zero. The latter is tested at once, because /dev/zero and files of other programs
    /// are long.
    pub fn push(&mut self, part: &[u8]) -> Result<(), Error> {
        if let Some(at) = part.iter().position(|&byte| byte == 0) {
            let place = self.bytes.len() + at + 1;
            return Err(Error::invalid(format!("byte {place} is zero, expected a text")).at(self.name));
        }
        self.bytes.extend_from_slice(part);
        if self.bytes.len() as u64 <= self.most {
            return Ok(());
        }
        let error =
            Error::invalid(format!("the text is longer than {}", memory::show(self.most))).at(self.name);
        Err(match self.most {
            MAX_FILE_BYTES => error,
            _ => error.hint(format!("a file may have up to {}", memory::show(MAX_FILE_BYTES))),
        })
    }
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
    fn texts_without_an_end_are_errors() {
        let text = |reader: &mut dyn Read| {
            read_text("it", 1 << 20, reader).map_err(|error| (error.kind, error.message.clone()))
        };
        assert_eq!(text(&mut "R U'\n".as_bytes()), Ok("R U'\n".to_string()));
        let invalid = |message: &str| Err((deepen::ErrorKind::Invalid, message.to_string()));
        assert_eq!(text(&mut std::io::repeat(0)), invalid("byte 1 is zero, expected a text"));
        assert_eq!(text(&mut std::io::repeat(b'R')), invalid("the text is longer than 1.0 MiB"));
        assert_eq!(text(&mut &[b'R', 0xFF][..]), invalid("byte 2 is not UTF-8, expected a text"));
    }

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

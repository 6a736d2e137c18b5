//! Input texts and the puzzles parsed from them. Nothing here opens a file: a front end that may read files has read
//! them and passes the file name along for error messages.

use std::sync::Arc;

use crate::error::Error;
use crate::instance::Instance;

/// A text with the name that error messages use for it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    /// File that the text was read from; None for a literal text.
    pub file: Option<String>,
    /// Label that distinguishes several texts.
    pub label: Option<String>,
    /// The content.
    pub text: String,
}

impl Text {
    /// Creates a literal text.
    pub fn given(text: impl Into<String>) -> Text {
        Text { file: None, label: None, text: text.into() }
    }

    /// Creates the content of a file.
    pub fn of_file(file: impl Into<String>, text: impl Into<String>) -> Text {
        Text { file: Some(file.into()), label: None, text: text.into() }
    }

    /// Returns the name for error messages: the file, or else the label.
    pub fn display_name(&self) -> Option<&str> {
        self.file.as_deref().or(self.label.as_deref())
    }

    /// Returns the name for error messages, or `otherwise` if the text has none.
    pub fn display_name_or<'a>(&'a self, otherwise: &'a str) -> &'a str {
        self.display_name().unwrap_or(otherwise)
    }
}

/// A text to parse puzzles from.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// The text it is part of, with its file name.
    pub source: &'a Text,
    /// The text to parse: all of the source, or one line of it.
    pub text: &'a str,
    /// True if moves on several lines form one puzzle.
    pub is_one: bool,
}

/// A parsed puzzle or a parse error, with its place in the input.
#[derive(Debug)]
pub struct Entry {
    /// First line, counted from 1.
    pub line: usize,
    /// Column of the error.
    pub column: Option<usize>,
    /// Name that the text gives to the puzzle.
    pub name: Option<String>,
    /// Optimal length that the text claims.
    pub known_length: Option<u32>,
    /// The puzzle, or the parse error.
    pub puzzle: Result<Arc<dyn Instance>, Error>,
}

impl Entry {
    /// Creates an entry without a name.
    pub fn new(line: usize, puzzle: Result<Arc<dyn Instance>, Error>) -> Entry {
        Entry { line, column: None, name: None, known_length: None, puzzle }
    }

    /// Creates the error entry of a text without a puzzle.
    pub fn empty(input: &Input<'_>, message: &str) -> Entry {
        let error = Error::invalid(message);
        let error = match input.source.display_name() {
            Some(name) => error.at(name),
            None => error,
        };
        Entry::new(1, Err(error))
    }
}

/// True if a line is empty or a comment.
pub fn is_blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

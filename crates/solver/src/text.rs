//! Texts that puzzles are read from, and what is read. Nothing here opens a file: a front end that may read files has
//! done so, and says what the file is called.

use std::sync::Arc;

use crate::error::Error;
use crate::instance::Instance;

/// A text and what errors call it.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Text {
    /// The file it was read from; None if the text itself was given.
    pub file: Option<String>,
    /// What tells it from others, if there are several.
    pub label: Option<String>,
    /// The text.
    pub text: String,
}

impl Text {
    /// A text that was given as such.
    pub fn given(text: impl Into<String>) -> Text {
        Text { file: None, label: None, text: text.into() }
    }

    /// A text of a file.
    pub fn of_file(file: impl Into<String>, text: impl Into<String>) -> Text {
        Text { file: Some(file.into()), label: None, text: text.into() }
    }

    /// Returns what errors call it.
    pub fn display_name(&self) -> Option<&str> {
        self.file.as_deref().or(self.label.as_deref())
    }

    /// Returns what errors call it, or `otherwise` if it has no name.
    pub fn display_name_or<'a>(&'a self, otherwise: &'a str) -> &'a str {
        self.display_name().unwrap_or(otherwise)
    }
}

/// A text with puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Input<'a> {
    /// What errors call it, and the file it is from.
    pub source: &'a Text,
    /// The text: that of the source, or a line of it.
    pub text: &'a str,
    /// Moves on several lines are one puzzle.
    pub is_one: bool,
}

/// A puzzle that was read, or what is wrong with it.
#[derive(Debug)]
pub struct Entry {
    /// The line it begins on, from 1.
    pub line: usize,
    /// The column of what is wrong with it.
    pub column: Option<usize>,
    /// What the text calls it.
    pub name: Option<String>,
    /// The length that the text claims.
    pub known_length: Option<u32>,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Arc<dyn Instance>, Error>,
}

impl Entry {
    /// A puzzle on a line, without a name.
    pub fn new(line: usize, puzzle: Result<Arc<dyn Instance>, Error>) -> Entry {
        Entry { line, column: None, name: None, known_length: None, puzzle }
    }

    /// A text without a puzzle.
    pub fn empty(input: &Input<'_>, message: &str) -> Entry {
        let error = Error::invalid(message);
        let error = match input.source.display_name() {
            Some(name) => error.at(name),
            None => error,
        };
        Entry::new(1, Err(error))
    }
}

/// True if a line holds nothing or a comment.
pub fn is_blank(line: &str) -> bool {
    let line = line.trim_start();
    line.is_empty() || line.starts_with('#') || line.starts_with("//")
}

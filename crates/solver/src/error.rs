//! The error type of the contract: kind, message, place and hint. Solvers have their own error enums for their puzzles
//! and convert them into this type.

use std::fmt;

use search::StopReason;

/// Filling a table was cancelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("filling a table was cancelled")]
pub struct Cancelled;

/// Kind of an error, as far as callers distinguish it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// Options contradict each other or do not apply to the puzzle.
    Usage,
    /// A text cannot be parsed.
    Invalid,
    /// The puzzle is proved unsolvable.
    Unsolvable,
    /// A limit of time, memory or length ended the work.
    Limit,
    /// A file or a connection failed.
    Io,
    /// Two results contradict each other: a bug.
    Internal,
}

/// An error with its place and a hint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// The kind.
    pub kind: ErrorKind,
    /// The fact and the expectation.
    pub message: String,
    /// Place: an option, a file, a line, a column.
    pub place: Option<String>,
    /// Suggested remedy.
    pub hint: Option<String>,
    /// Indices of the wrong stickers, counted from 0 in facelet order.
    pub stickers: Vec<usize>,
    /// Reason why the work was stopped before the request could be validated.
    pub stopped: Option<StopReason>,
}

impl Error {
    /// Creates an error without place and hint.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), place: None, hint: None, stickers: Vec::new(), stopped: None }
    }

    /// Options contradict each other or do not apply to the puzzle.
    pub fn usage(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Usage, message)
    }

    /// A text cannot be parsed.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Invalid, message)
    }

    /// The puzzle has no solution.
    pub fn unsolvable(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unsolvable, message)
    }

    /// Creates the error for a file that could not be read or written.
    pub fn io(what: &str, path: &str, error: &std::io::Error) -> Error {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            _ => format!("cannot be {what}: {error}"),
        };
        Error::new(ErrorKind::Io, message).at(path)
    }

    /// Creates the error for work that was stopped before the request could be validated.
    pub fn stopped(reason: StopReason) -> Error {
        Error { stopped: Some(reason), ..Error::new(ErrorKind::Limit, "stopped before there was an answer") }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Error {
        Error { place: Some(place.into()), ..self }
    }

    /// Sets the place within a text that may have a name.
    #[must_use]
    pub fn at_in(self, name: Option<&str>, place: impl fmt::Display) -> Error {
        self.at(name.map_or_else(|| place.to_string(), |name| format!("{name}, {place}")))
    }

    /// Sets the hint.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Error {
        Error { hint: Some(hint.into()), ..self }
    }

    /// Sets the wrong stickers.
    #[must_use]
    pub fn with_stickers(self, stickers: Vec<usize>) -> Error {
        Error { stickers, ..self }
    }
}

impl fmt::Display for Error {
    /// Formats place and message; the hint goes on a separate line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl std::error::Error for Error {}

//! Why something did not work: what kind of fault it is, what happened, where, and what to do about it. Solvers have
//! enums of their own for what can be wrong with their puzzles, and make these of them.

use std::fmt;

use search::StopReason;

/// A table is not wanted any more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("filling a table was cancelled")]
pub struct Cancelled;

/// What kind of fault it is, as far as callers act on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ErrorKind {
    /// Options contradict each other, or do not belong to the puzzle.
    Usage,
    /// A text cannot be read.
    Invalid,
    /// The puzzle is proved to have no solution.
    Unsolvable,
    /// A limit of time, memory or length ended the work.
    Limit,
    /// A file or a connection failed.
    Io,
    /// Two answers contradict each other: a bug.
    Internal,
}

/// Why something did not work.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// What kind of fault it is.
    pub kind: ErrorKind,
    /// What happened, and what was expected.
    pub message: String,
    /// Where: an option, a file, a line, a column.
    pub place: Option<String>,
    /// What to do about it.
    pub hint: Option<String>,
    /// The stickers at fault, counted from 0 in the order of facelets.
    pub stickers: Vec<usize>,
    /// What stopped the work before it was known whether there is a fault.
    pub stopped: Option<StopReason>,
}

impl Error {
    /// With neither place nor hint.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error { kind, message: message.into(), place: None, hint: None, stickers: Vec::new(), stopped: None }
    }

    /// Options contradict each other, or do not belong to the puzzle.
    pub fn usage(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Usage, message)
    }

    /// A text cannot be read.
    pub fn invalid(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Invalid, message)
    }

    /// The puzzle has no solution.
    pub fn unsolvable(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Unsolvable, message)
    }

    /// A file could not be read or written.
    pub fn io(what: &str, path: &str, error: &std::io::Error) -> Error {
        let message = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            _ => format!("cannot be {what}: {error}"),
        };
        Error::new(ErrorKind::Io, message).at(path)
    }

    /// The work was stopped before it was known whether the request can be carried out.
    pub fn stopped(reason: StopReason) -> Error {
        Error { stopped: Some(reason), ..Error::new(ErrorKind::Limit, "stopped before there was an answer") }
    }

    /// Names the place.
    #[must_use]
    pub fn at(self, place: impl Into<String>) -> Error {
        Error { place: Some(place.into()), ..self }
    }

    /// Names the place in a text that may have a name.
    #[must_use]
    pub fn at_in(self, name: Option<&str>, place: impl fmt::Display) -> Error {
        self.at(name.map_or_else(|| place.to_string(), |name| format!("{name}, {place}")))
    }

    /// Adds a hint.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Error {
        Error { hint: Some(hint.into()), ..self }
    }

    /// Says which stickers are at fault.
    #[must_use]
    pub fn with_stickers(self, stickers: Vec<usize>) -> Error {
        Error { stickers, ..self }
    }
}

impl fmt::Display for Error {
    /// The place and the message; the hint goes on a line of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) => write!(f, "{place}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl std::error::Error for Error {}

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

    /// Creates the error for a file, a directory or an address: `cannot read FILE: no such file`. The verb is an
    /// infinitive: read, write, remove, enter, listen on.
    pub fn io(verb: &str, path: &str, error: &std::io::Error) -> Error {
        let message = format!("cannot {verb} {path}: {}", Error::io_reason(verb, error));
        Error::new(ErrorKind::Io, message).at(path)
    }

    /// Returns the reason of an input or output error in the style of this crate: lower case, without the number of the
    /// operating system.
    pub fn io_reason(verb: &str, error: &std::io::Error) -> String {
        if error.kind() == std::io::ErrorKind::NotFound {
            // A file that is written would be created, so its directory is missing.
            let is_file = !matches!(verb, "write" | "enter" | "find");
            return if is_file { "no such file" } else { "no such directory" }.to_string();
        }
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or(&text);
        let mut letters = text.chars();
        match letters.next() {
            // An abbreviation stays as it is.
            Some(first) if !letters.as_str().starts_with(|c: char| !c.is_lowercase()) => {
                first.to_lowercase().chain(letters).collect()
            }
            _ => text.to_string(),
        }
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
    /// Formats place and message; the hint goes on a separate line. The message of [`Error::io`] names the place itself.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(place) if self.kind == ErrorKind::Io && self.message.contains(&**place) => {
                write!(f, "{}", self.message)
            }
            Some(place) => write!(f, "{place}: {}", self.message),
            None => write!(f, "{}", self.message),
        }
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use std::io;

    use super::Error;

    #[test]
    fn io_errors_are_sentences() {
        let check = |verb: &str, number: i32, expected: &str| {
            let error = Error::io(verb, "a/b.txt", &io::Error::from_raw_os_error(number));
            assert_eq!(error.to_string(), expected);
            assert_eq!(error.place.as_deref(), Some("a/b.txt"));
        };
        check("read", 2, "cannot read a/b.txt: no such file");
        check("remove", 2, "cannot remove a/b.txt: no such file");
        check("write", 2, "cannot write a/b.txt: no such directory");
        check("enter", 2, "cannot enter a/b.txt: no such directory");
        #[cfg(target_os = "linux")]
        {
            check("read", 5, "cannot read a/b.txt: input/output error");
            check("read", 13, "cannot read a/b.txt: permission denied");
            check("write", 20, "cannot write a/b.txt: not a directory");
            check("read", 21, "cannot read a/b.txt: is a directory");
            check("write", 28, "cannot write a/b.txt: no space left on device");
            check("listen on", 98, "cannot listen on a/b.txt: address already in use");
        }
        let other = Error::io("read", "x", &io::Error::other("I/O failed"));
        assert_eq!(other.to_string(), "cannot read x: I/O failed");
    }
}

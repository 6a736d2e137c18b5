//! Errors of the alg parser, with their line and column.

use thiserror::Error;

use super::{MAX_CHARS, MAX_DEPTH};
use crate::parse::LineColumn;

/// A syntax error in a sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "fields say what they are by their names")]
pub enum AlgError {
    /// An unexpected character.
    #[error("{place}: found {found:?}, expected {expected}")]
    Unexpected { place: LineColumn, found: char, expected: &'static str },
    /// The text ends within a node.
    #[error("{place}: the text ends, expected {expected}{}", opened.map_or(String::new(), |at| format!(" for the bracket at {at}")))]
    Ended {
        place: LineColumn,
        expected: &'static str,
        /// Place of the innermost open bracket.
        opened: Option<LineColumn>,
    },
    /// A number out of range.
    #[error("{place}: number {text} is too large, expected at most {}", i32::MAX)]
    TooLarge {
        place: LineColumn,
        /// The number, cut if it is long.
        text: String,
    },
    /// An invalid range of layers.
    #[error("{place}: there are no layers {text}, expected numbers from 1 on, the smaller first")]
    NoLayers { place: LineColumn, text: String },
    /// Brackets are nested too deep.
    #[error("{place}: brackets are nested too deep, expected at most {MAX_DEPTH} levels")]
    TooDeep {
        /// Place of the first bracket beyond the limit.
        place: LineColumn,
    },
    /// The text is too long.
    #[error("{place}: the sequence is too long, expected at most {MAX_CHARS} characters")]
    TooLong {
        /// Place of the first character beyond the limit.
        place: LineColumn,
    },
}

impl AlgError {
    /// Returns the error for a text with `n_lines` more lines above it.
    pub(in crate::parse) fn shift_lines(mut self, n_lines: usize) -> AlgError {
        let (place, opened) = match &mut self {
            AlgError::Ended { place, opened, .. } => (place, opened.as_mut()),
            AlgError::Unexpected { place, .. }
            | AlgError::TooLarge { place, .. }
            | AlgError::NoLayers { place, .. }
            | AlgError::TooDeep { place }
            | AlgError::TooLong { place } => (place, None),
        };
        place.line += n_lines;
        opened.into_iter().for_each(|opened| opened.line += n_lines);
        self
    }

    /// Returns the line and column.
    pub fn place(&self) -> LineColumn {
        match self {
            AlgError::Unexpected { place, .. }
            | AlgError::Ended { place, .. }
            | AlgError::TooLarge { place, .. }
            | AlgError::NoLayers { place, .. }
            | AlgError::TooDeep { place }
            | AlgError::TooLong { place } => *place,
        }
    }
}

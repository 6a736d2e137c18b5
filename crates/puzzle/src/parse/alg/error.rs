//! What can be wrong with a sequence of moves, and where.

use thiserror::Error;

use super::MAX_DEPTH;
use crate::parse::LineColumn;

/// Why a text is no sequence of moves.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AlgError {
    /// A character that cannot stand there.
    #[error("{place}: found {found:?}, expected {expected}")]
    Unexpected {
        /// Where it stands.
        place: LineColumn,
        /// The character.
        found: char,
        /// What could stand there.
        expected: &'static str,
    },
    /// The text ends too early.
    #[error("{place}: the text ends, expected {expected}{}", opened.map_or(String::new(), |at| format!(" for the bracket at {at}")))]
    Ended {
        /// The end of the text.
        place: LineColumn,
        /// What should come.
        expected: &'static str,
        /// Where the last bracket that is still open stands.
        opened: Option<LineColumn>,
    },
    /// A number too large to count with.
    #[error("{place}: number {text} is too large, expected at most {}", i32::MAX)]
    TooLarge {
        /// Where it stands.
        place: LineColumn,
        /// The number, cut short if it is long.
        text: String,
    },
    /// Layers that no puzzle has.
    #[error("{place}: there are no layers {text}, expected numbers from 1 on, the smaller first")]
    NoLayers {
        /// Where they stand.
        place: LineColumn,
        /// The layers.
        text: String,
    },
    /// Too many brackets within brackets.
    #[error("{place}: brackets are nested too deep, expected at most {MAX_DEPTH} levels")]
    TooDeep {
        /// Where the first bracket too many stands.
        place: LineColumn,
    },
}

impl AlgError {
    /// The same in a text with so many lines before it.
    pub(in crate::parse) fn shift_lines(mut self, n_lines: usize) -> AlgError {
        let (place, opened) = match &mut self {
            AlgError::Ended { place, opened, .. } => (place, opened.as_mut()),
            AlgError::Unexpected { place, .. }
            | AlgError::TooLarge { place, .. }
            | AlgError::NoLayers { place, .. }
            | AlgError::TooDeep { place } => (place, None),
        };
        place.line += n_lines;
        opened.into_iter().for_each(|opened| opened.line += n_lines);
        self
    }

    /// The place in the text.
    pub fn place(&self) -> LineColumn {
        match self {
            AlgError::Unexpected { place, .. }
            | AlgError::Ended { place, .. }
            | AlgError::TooLarge { place, .. }
            | AlgError::NoLayers { place, .. }
            | AlgError::TooDeep { place } => *place,
        }
    }
}

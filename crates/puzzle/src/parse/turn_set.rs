//! Parser of sets of allowed turns of the 3x3x3 cube.

use thiserror::Error;

use crate::cube::{Face, Turn, TurnSet};
use crate::parse::LineColumn;
use crate::parse::chars::{ascii_sign, chars};

/// A syntax error in a set of turns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnSetError {
    /// A character that no set of turns contains.
    #[error("{place}: found {found:?}, expected a face U R F D L B, with 2 or ' or 1 for one of its turns")]
    Unexpected {
        /// Its line and column.
        place: LineColumn,
        /// The character.
        found: char,
    },
    /// An empty set.
    #[error("no turns found, expected faces like U,R,F2")]
    Empty,
}

impl TurnSetError {
    /// Returns the line and column, if the error has them.
    pub fn place(&self) -> Option<LineColumn> {
        match self {
            TurnSetError::Unexpected { place, .. } => Some(*place),
            TurnSetError::Empty => None,
        }
    }
}

impl TurnSet {
    /// Parses a set of turns like `U,R,F2`: a face stands for all its turns, `F2` for the half turn, `F1` for the
    /// clockwise and `F'` or `F3` for the counter-clockwise quarter turn. Commas and spaces may separate them.
    ///
    /// # Errors
    /// With the line and column of the first unexpected character.
    pub fn parse(text: &str) -> Result<TurnSet, TurnSetError> {
        let mut set = TurnSet::EMPTY;
        let mut chars = chars(text).peekable();
        while let Some((c, place)) = chars.next() {
            if ascii_sign(c) == ',' || ascii_sign(c).is_whitespace() {
                continue;
            }
            let face = Face::ALL.into_iter().find(|face| face.letter() == c);
            let face = face.ok_or(TurnSetError::Unexpected { place, found: c })?;
            let quarters = match chars.peek() {
                Some(('1', _)) => 1..=1,
                Some(('2', _)) => 2..=2,
                Some(&(c, _)) if c == '3' || ascii_sign(c) == '\'' => 3..=3,
                _ => 1..=3,
            };
            if quarters.clone().count() == 1 {
                chars.next();
            }
            quarters.for_each(|quarters| set.insert(Turn::new(face, quarters)));
        }
        if set.is_empty() { Err(TurnSetError::Empty) } else { Ok(set) }
    }
}

//! Sets of turns as text.

use thiserror::Error;

use crate::cube::{Face, Turn, TurnSet};
use crate::parse::LineColumn;
use crate::parse::chars::{ascii_sign, chars};

/// Why a text is no set of turns.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TurnSetError {
    /// A character that is none of a set of turns.
    #[error("{place}: found {found:?}, expected a face U R F D L B, with 2 or ' or 1 for one of its turns")]
    Unexpected {
        /// Where it stands.
        place: LineColumn,
        /// The character.
        found: char,
    },
    /// No turn at all.
    #[error("no turns found, expected faces like U,R,F2")]
    Empty,
}

impl TurnSetError {
    /// The place in the text, where there is one.
    pub fn place(&self) -> Option<LineColumn> {
        match self {
            TurnSetError::Unexpected { place, .. } => Some(*place),
            TurnSetError::Empty => None,
        }
    }
}

impl TurnSet {
    /// Reads a set of turns like `U,R,F2`: a face is all its turns, `F2` only the half turn, `F1` only the clockwise and
    /// `F'` or `F3` only the counter-clockwise quarter turn. Commas and spaces may stand between them.
    ///
    /// # Errors
    /// With the place of the first character that does not belong there.
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

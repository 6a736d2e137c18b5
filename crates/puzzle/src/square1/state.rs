//! The state of a Square-1.

use std::fmt;

use super::notation::{Step, Turn};
use super::{LETTERS, Layer, PIECES, WEDGES, is_corner};

/// A state of Square-1: both layers and whether the right half of the middle layer is turned over. Corners may block
/// the slash. All arrangements of whole pieces are reachable from each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square1 {
    /// The upper layer.
    pub upper: Layer,
    /// The lower layer.
    pub lower: Layer,
    /// True if the right half of the middle layer is turned over.
    pub is_flipped: bool,
}

/// A slash that corners block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// A corner of the upper layer blocks it.
    pub upper: bool,
    /// A corner of the lower layer blocks it.
    pub lower: bool,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let layers = match (self.upper, self.lower) {
            (true, false) => "a corner of the upper layer is",
            (false, true) => "a corner of the lower layer is",
            _ => "corners of both layers are",
        };
        write!(f, "{layers} in the way of the slash")
    }
}

impl Square1 {
    /// The solved state. The upper layer has a corner after the back end of the cut, the lower one an edge after the
    /// front end.
    pub const SOLVED: Square1 = Square1 {
        upper: Layer::from_word(0x9118_00B3_3A22),
        lower: Layer::from_word(0x77E6_6D55_C44F),
        is_flipped: false,
    };

    /// Returns the state with these pieces clockwise from the front end of the cut, first those of the upper layer,
    /// then those of the lower one. None if they do not fill the layers, or if one is missing.
    pub fn from_pieces(pieces: &[u8; PIECES], is_flipped: bool) -> Option<Square1> {
        let mut wedges = Vec::with_capacity(2 * WEDGES as usize);
        for &piece in pieces {
            // A corner that would extend from one layer to the other fits neither.
            let is_split = is_corner(piece) && wedges.len() as u32 == WEDGES - 1;
            let is_foreign = usize::from(piece) >= PIECES || wedges.contains(&piece);
            if is_split || is_foreign {
                return None;
            }
            wedges.extend(std::iter::repeat_n(piece, if is_corner(piece) { 2 } else { 1 }));
        }
        let layer = |wedges: &[u8]| {
            Layer::from_word(wedges.iter().rev().fold(0, |word, &piece| word << 4 | u64::from(piece)))
        };
        let (upper, lower) = wedges.split_at(WEDGES as usize);
        Some(Square1 { upper: layer(upper).turned(WEDGES / 2), lower: layer(lower), is_flipped })
    }

    /// Returns the state after a turn of the layers.
    #[inline]
    #[must_use]
    pub const fn turned(&self, turn: Turn) -> Square1 {
        Square1 {
            upper: self.upper.turned(turn.upper.twelfths()),
            lower: self.lower.turned(turn.lower.twelfths()),
            is_flipped: self.is_flipped,
        }
    }

    /// Returns the state after a slash.
    ///
    /// # Errors
    /// If corners block it.
    pub fn slashed(&self) -> Result<Square1, Blocked> {
        let blocked = Blocked { upper: !self.upper.is_free(), lower: !self.lower.is_free() };
        if blocked.upper || blocked.lower {
            return Err(blocked);
        }
        let (upper, lower) = self.upper.exchanged(self.lower);
        Ok(Square1 { upper, lower, is_flipped: !self.is_flipped })
    }

    /// Returns the state after a step.
    ///
    /// # Errors
    /// If corners block a slash.
    pub fn stepped(&self, step: Step) -> Result<Square1, Blocked> {
        match step {
            Step::Turn(turn) => Ok(self.turned(turn)),
            Step::Slash => self.slashed(),
        }
    }

    /// True if no corner blocks a slash.
    pub const fn is_free(&self) -> bool {
        self.upper.is_free() && self.lower.is_free()
    }

    /// Returns the turn that solves the state, if turning the layers is enough.
    pub fn last_turn(&self) -> Option<Turn> {
        let solved = Square1::SOLVED;
        let turn_to = |layer: Layer, home: Layer| (0..WEDGES).find(|&t| layer.turned(t) == home);
        let (upper, lower) = (turn_to(self.upper, solved.upper)?, turn_to(self.lower, solved.lower)?);
        (!self.is_flipped).then(|| Turn::by(upper, lower))
    }
}

/// Prints in the format that [`crate::parse::square1`] parses: 16 pieces clockwise from the front end of the cut, the
/// upper layer first, then `-` or, if the middle layer is turned over, `/`. A corner across the cut cannot be written
/// in this way; then the layers are written turned, followed by the move that turns them back.
impl fmt::Display for Square1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The turn that brings a seam to where the letters of the layer begin.
        let back = |layer: Layer| u32::from(layer.seams() & 1 == 0);
        let front = self.upper.turned(WEDGES / 2);
        let (upper, lower) = (back(front), back(self.lower));
        let turned = [front.turned(upper), self.lower.turned(lower)];
        for piece in turned.into_iter().flat_map(Layer::pieces) {
            write!(f, "{}", LETTERS[usize::from(piece)])?;
        }
        f.write_str(if self.is_flipped { "/" } else { "-" })?;
        match (upper, lower) {
            (0, 0) => Ok(()),
            _ => write!(f, " {}", Turn::by(upper, lower).inverse()),
        }
    }
}

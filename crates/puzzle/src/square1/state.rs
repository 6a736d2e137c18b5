//! Square-1 as a value.

use std::fmt;

use super::notation::{Step, Turn};
use super::{LETTERS, Layer, PIECES, WEDGES, is_corner};

/// Square-1 as it lies: both layers and whether the right half of the middle layer is turned over. Corners may be in the
/// way of a slash. All arrangements of whole pieces can be reached from any other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square1 {
    /// The upper layer.
    pub upper: Layer,
    /// The lower layer.
    pub lower: Layer,
    /// Whether the middle layer is no square.
    pub is_flipped: bool,
}

/// A slash that corners are in the way of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// One of the upper layer is.
    pub upper: bool,
    /// One of the lower layer is.
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
    /// Every piece at home. The upper layer has a corner behind the back end of the cut, the lower one an edge behind
    /// the front end.
    pub const SOLVED: Square1 = Square1 {
        upper: Layer::from_word(0x9118_00B3_3A22),
        lower: Layer::from_word(0x77E6_6D55_C44F),
        is_flipped: false,
    };

    /// From the pieces clockwise from the front end of the cut, first those of the upper layer, then those of the lower.
    /// None if they do not fill the layers, or if one is missing.
    pub fn from_pieces(pieces: &[u8; PIECES], is_flipped: bool) -> Option<Square1> {
        let mut wedges = Vec::with_capacity(2 * WEDGES as usize);
        for &piece in pieces {
            // A corner that goes on from one layer to the other fills neither.
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

    /// With the layers turned.
    #[inline]
    #[must_use]
    pub const fn turned(&self, turn: Turn) -> Square1 {
        Square1 {
            upper: self.upper.turned(turn.upper.twelfths()),
            lower: self.lower.turned(turn.lower.twelfths()),
            is_flipped: self.is_flipped,
        }
    }

    /// With the right half turned over.
    ///
    /// # Errors
    /// If corners are in the way.
    pub fn slashed(&self) -> Result<Square1, Blocked> {
        let blocked = Blocked { upper: !self.upper.is_free(), lower: !self.lower.is_free() };
        if blocked.upper || blocked.lower {
            return Err(blocked);
        }
        let (upper, lower) = self.upper.exchanged(self.lower);
        Ok(Square1 { upper, lower, is_flipped: !self.is_flipped })
    }

    /// After a step.
    ///
    /// # Errors
    /// If corners are in the way of it.
    pub fn stepped(&self, step: Step) -> Result<Square1, Blocked> {
        match step {
            Step::Turn(turn) => Ok(self.turned(turn)),
            Step::Slash => self.slashed(),
        }
    }

    /// Whether no corner is in the way of a slash.
    pub const fn is_free(&self) -> bool {
        self.upper.is_free() && self.lower.is_free()
    }

    /// The turn that solves it, if turning the layers is enough.
    pub fn last_turn(&self) -> Option<Turn> {
        let solved = Square1::SOLVED;
        let turn_to = |layer: Layer, home: Layer| (0..WEDGES).find(|&t| layer.turned(t) == home);
        let (upper, lower) = (turn_to(self.upper, solved.upper)?, turn_to(self.lower, solved.lower)?);
        (!self.is_flipped).then(|| Turn::by(upper, lower))
    }
}

/// As [`crate::parse::square1`] reads it: 16 pieces clockwise from the front end of the cut, the upper layer first, then
/// `-` or, if the middle layer is turned over, `/`. A corner that the cut would go through cannot be written so; then
/// the moves that turn the layers there follow.
impl fmt::Display for Square1 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // How far a layer must be turned for a seam to be where its letters begin.
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

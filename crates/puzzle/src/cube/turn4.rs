//! Moves of the 4x4x4 cube: turns of a face alone, or with the layer below it (wide turns).

use std::fmt;

use super::layer_turn::LayerTurn;
use super::symmetry::Symmetry;
use super::turn::Turn;

/// One of the 36 turns of one or two outer layers: first the face turns in the order of [`Turn`], then the wide turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn4 {
    turn: Turn,
    is_wide: bool,
}

impl Turn4 {
    /// Number of turns.
    pub const COUNT: usize = 2 * Turn::COUNT;

    /// A face turn, or a wide turn of two layers.
    pub const fn new(turn: Turn, is_wide: bool) -> Turn4 {
        Turn4 { turn, is_wide }
    }

    /// The turn with this number.
    pub const fn from_index(index: usize) -> Option<Turn4> {
        match Turn::from_index(index % Turn::COUNT) {
            Some(turn) if index < Turn4::COUNT => Some(Turn4 { turn, is_wide: index >= Turn::COUNT }),
            _ => None,
        }
    }

    /// Its number.
    pub const fn index(self) -> usize {
        self.turn.index() + if self.is_wide { Turn::COUNT } else { 0 }
    }

    /// All turns, in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Turn4> {
        [false, true].into_iter().flat_map(|is_wide| Turn::all().map(move |turn| Turn4 { turn, is_wide }))
    }

    /// The turn of the face.
    pub const fn turn(self) -> Turn {
        self.turn
    }

    /// True if two layers turn.
    pub const fn is_wide(self) -> bool {
        self.is_wide
    }

    /// The inverse turn.
    #[must_use]
    pub const fn inverse(self) -> Turn4 {
        Turn4 { turn: self.turn.inverse(), ..self }
    }

    /// The image under a symmetry.
    #[must_use]
    pub fn image(self, symmetry: Symmetry) -> Turn4 {
        Turn4 { turn: symmetry.turn(self.turn), ..self }
    }

    /// The layers that turn.
    pub fn layers(self) -> LayerTurn {
        let last = if self.is_wide { 2 } else { 1 };
        LayerTurn::new(self.turn.face(), 1, last, i32::from(self.turn.quarters()))
    }
}

/// Like `R`, `R2`, `R'`, `Rw`, `Rw2` or `Rw'`.
impl fmt::Display for Turn4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (face, amount) = self.turn.name().split_at(1);
        write!(f, "{face}{}{amount}", if self.is_wide { "w" } else { "" })
    }
}

//! Random orientations of cubes at the end of a scramble, for events without inspection (regulation 4f of the World
//! Cube Association): one of 24, by at most two wide turns. Enough layers turn to move the centres: two of a 3x3x3,
//! three of a 5x5x5, and all of a 4x4x4, which is a rotation.

use super::LayerTurn;
use crate::Face;

/// Turns that bring another colour up: a face and quarter turns.
const TILTS: [Option<(Face, u8)>; 6] = [
    None,
    Some((Face::R, 1)),
    Some((Face::R, 2)),
    Some((Face::R, 3)),
    Some((Face::F, 1)),
    Some((Face::F, 3)),
];

/// Turns that bring another colour to the front.
const SPINS: [Option<(Face, u8)>; 4] = [None, Some((Face::U, 1)), Some((Face::U, 2)), Some((Face::U, 3))];

/// An orientation as at most two wide turns.
pub struct Orientation {
    turns: Vec<(Face, u8)>,
    n_layers: usize,
    side: usize,
}

impl Orientation {
    /// Returns a uniformly random one of the 24 orientations of a cube of `side` layers. `below(n)` returns a uniformly
    /// random number below n.
    pub fn random(side: usize, below: &mut dyn FnMut(u32) -> u32) -> Orientation {
        let tilt = TILTS[below(TILTS.len() as u32) as usize];
        let spin = SPINS[below(SPINS.len() as u32) as usize];
        let n_layers = if side.is_multiple_of(2) { side } else { side / 2 + 1 };
        Orientation { turns: tilt.into_iter().chain(spin).collect(), n_layers, side }
    }

    /// The axis of the first turn. A scramble must not end with a turn about it, unless the orientation is a rotation.
    pub fn first_axis(&self) -> Option<usize> {
        self.turns.first().filter(|_| self.n_layers < self.side).map(|(face, _)| face.axis())
    }

    /// Number of turns.
    #[expect(clippy::len_without_is_empty, reason = "no turns are an orientation, too")]
    pub fn len(&self) -> usize {
        self.turns.len()
    }

    /// The turns, for cubes of up to four layers.
    pub fn layer_turns(&self) -> impl Iterator<Item = LayerTurn> {
        self.turns.iter().map(|&(face, quarters)| LayerTurn::new(face, 1, self.n_layers, i32::from(quarters)))
    }

    /// The names of the turns: `Rw2`, `3Uw'` or `x`.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.turns.iter().map(|&(face, quarters)| outer_turn_name(face, self.n_layers, self.side, quarters))
    }
}

/// The name of a turn of the outer layers of a cube: `R`, `Rw2`, `3Rw'`, or a rotation if all layers turn.
pub fn outer_turn_name(face: Face, n_layers: usize, side: usize, quarters: u8) -> String {
    let letter = face.letter();
    let name = match n_layers {
        n if n == side => match face {
            Face::R => "x".to_string(),
            Face::U => "y".to_string(),
            Face::F => "z".to_string(),
            Face::L | Face::D | Face::B => unreachable!("rotations are named after R, U and F"),
        },
        1 => letter.to_string(),
        2 => format!("{letter}w"),
        n => format!("{n}{letter}w"),
    };
    name + ["", "2", "'"][usize::from(quarters) - 1]
}

//! Builds a definition from a solid and its turns.

use super::orbits::{Motion, orbits};
use super::pieces::{Piece, pieces};
use super::{Solid, Turn};
use crate::Definition;
use crate::definition::Transform;
use crate::parse::definition::Parts;

/// A puzzle cut from a solid.
#[derive(Clone, Debug)]
pub(crate) struct Design {
    /// The name of the puzzle.
    pub name: String,
    /// The solid that is cut.
    pub solid: Solid,
    /// The turns, along whose planes the solid is cut. Each maps the part that it turns to itself.
    pub turns: Vec<Turn>,
    /// Rotations of the whole puzzle, with names of rotations. Pieces that they exchange are in one orbit.
    pub rotations: Vec<Turn>,
    /// Minimum number of stickers; pieces with fewer are omitted.
    pub fewest_stickers: usize,
    /// Derived moves, each with the sequence it stands for.
    pub derived: Vec<(String, String)>,
}

impl Design {
    /// Builds the definition.
    ///
    /// # Panics
    /// If the turns do not preserve the shape, or a name is not valid. Designs are part of this program.
    pub fn definition(self) -> Definition {
        let mut pieces = pieces(&self.solid, &self.turns);
        pieces.retain(|piece| piece.stickers.len() >= self.fewest_stickers);
        let turns = || self.turns.iter().chain(&self.rotations);
        let motion = |turn: &Turn| -> Motion {
            let moved = |piece: &Piece| piece.moved(turn, &pieces).expect("turns keep the shape");
            pieces.iter().map(moved).collect()
        };
        let motions: Vec<Motion> = turns().map(motion).collect();
        let piece_orbits = orbits(&self.solid, &pieces, &motions);
        let mut parts = Parts { name: self.name.clone(), derived: self.derived.clone(), ..Parts::default() };
        for orbit in &piece_orbits {
            let kind = orbit_kind(orbit.n_stickers());
            let n_before = parts.orbits.iter().filter(|orbit| orbit.name.starts_with(kind)).count();
            let number = if n_before == 0 { String::new() } else { (n_before + 1).to_string() };
            parts.orbits.push(orbit.to_orbit(format!("{kind}{number}")));
            parts.start.push(orbit.start(&pieces));
        }
        for (turn, motion) in turns().zip(&motions) {
            let pairs = piece_orbits.iter().zip(&parts.orbits);
            let transform =
                Transform { orbits: pairs.map(|(piece, orbit)| piece.transform(motion, orbit)).collect() };
            parts.moves.push((turn.name().to_string(), transform));
        }
        parts.definition()
    }
}

/// The name of an orbit of pieces with this number of stickers.
fn orbit_kind(n_stickers: usize) -> &'static str {
    match n_stickers {
        1 => "CENTERS",
        2 => "EDGES",
        _ => "CORNERS",
    }
}

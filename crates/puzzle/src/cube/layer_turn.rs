//! Turns of any layers: a face, a slice, several layers at once or the whole cube. Slices and rotations change the
//! orientation of the cube; the result is the cube in its new orientation.

use super::symmetry::Symmetry;
use super::turn::{Face, Turn};
use super::{Cube2, Cube3};

/// Adjacent layers of a cube turned together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayerTurn {
    /// The face from which layers are counted and turns are seen.
    face: Face,
    /// True for each layer that turns, from the face on; smaller cubes use only the first entries.
    layers: [bool; 4],
    /// Quarter turns clockwise, 0 to 3.
    quarters: u8,
}

impl LayerTurn {
    /// Returns a turn of the layers `first` to `last`, counted from 1 at `face`, by any number of quarter turns,
    /// clockwise as seen from outside or, if negative, counterclockwise.
    ///
    /// # Panics
    /// If there are no such layers in a 4x4x4 cube.
    pub fn new(face: Face, first: usize, last: usize, quarters: i32) -> LayerTurn {
        assert!(1 <= first && first <= last && last <= 4, "no layers {first} to {last}");
        let layers = std::array::from_fn(|layer| (first..=last).contains(&(layer + 1)));
        LayerTurn { face, layers, quarters: quarters.rem_euclid(4) as u8 }
    }

    /// The face from which layers are counted.
    pub(super) const fn face(self) -> Face {
        self.face
    }

    /// True for each layer that turns, from the face on.
    pub(super) const fn layers(self) -> [bool; 4] {
        self.layers
    }

    /// Quarter turns clockwise, 0 to 3.
    pub(super) const fn quarters(self) -> u8 {
        self.quarters
    }

    /// Returns it as a face turn, if it is one.
    pub fn face_turn(self) -> Option<Turn> {
        let is_face = self.layers == [true, false, false, false];
        (is_face && self.quarters > 0).then(|| Turn::new(self.face, self.quarters))
    }

    /// The inverse turn.
    #[must_use]
    pub const fn inverse(self) -> LayerTurn {
        LayerTurn { quarters: (4 - self.quarters) % 4, ..self }
    }

    /// Returns the cube after the turn, in its new orientation: its pieces relative to the centres in their new places.
    ///
    /// # Panics
    /// If the fourth layer turns.
    #[must_use]
    pub fn apply3(self, cube: &Cube3) -> Cube3 {
        let (rotation, turns) = self.parts3();
        turns.into_iter().flatten().fold(rotation.cube(cube), |cube, turn| cube.turned(turn))
    }

    /// Decomposes it on a 3x3x3 cube: a rotation of the whole cube, then face turns.
    ///
    /// # Panics
    /// If the fourth layer turns.
    pub fn parts3(self) -> (Symmetry, [Option<Turn>; 2]) {
        let Some(turn) = turn(self.face, self.quarters) else { return (Symmetry::IDENTITY, [None; 2]) };
        let [first, middle, last, fourth] = self.layers;
        assert!(!fourth, "a 3x3x3 cube has three layers");
        match middle {
            false => (Symmetry::IDENTITY, outer(first, last, turn)),
            // The middle layer moves the centres: the whole cube is rotated, and the layers that do not turn are turned
            // back.
            true => (Symmetry::rotation(turn), outer(!first, !last, turn.inverse())),
        }
    }

    /// Returns the 2x2x2 cube after the turn.
    ///
    /// # Panics
    /// If the third or fourth layer turns.
    #[must_use]
    pub fn apply2(self, cube: &Cube2) -> Cube2 {
        let [first, last, others @ ..] = self.layers;
        assert!(!others.contains(&true), "a 2x2x2 cube has two layers");
        let Some(turn) = turn(self.face, self.quarters) else { return *cube };
        outer(first, last, turn).into_iter().flatten().fold(*cube, |cube, turn| cube.turned(turn))
    }
}

/// A face turn; None for 0 quarters.
fn turn(face: Face, quarters: u8) -> Option<Turn> {
    (quarters != 0).then(|| Turn::new(face, quarters))
}

/// A turn of the layer at its face, and the same motion of the opposite layer.
fn outer(first: bool, last: bool, turn: Turn) -> [Option<Turn>; 2] {
    let across = Turn::new(turn.face().opposite(), turn.inverse().quarters());
    [first.then_some(turn), last.then_some(across)]
}

//! Turns of any layers: of a face, a slice, several layers at once or the whole cube. They change how the cube is held;
//! what comes out is the cube as held at the end.

use super::symmetry::Symmetry;
use super::turn::{Face, Turn};
use super::{Cube2, Cube3};

/// Adjacent layers of a cube turned together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LayerTurn {
    /// The face from which layers are counted and turns seen.
    face: Face,
    /// Whether each layer turns, from the face on; those of smaller cubes are fewer.
    layers: [bool; 4],
    /// Quarter turns clockwise, 0 to 3.
    quarters: u8,
}

impl LayerTurn {
    /// The layers `first` to `last`, counted from 1 at `face`, turned by any number of quarter turns, clockwise as seen
    /// from outside or, if negative, the other way.
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

    /// Whether each layer turns, from the face on.
    pub(super) const fn layers(self) -> [bool; 4] {
        self.layers
    }

    /// Quarter turns clockwise, 0 to 3.
    pub(super) const fn quarters(self) -> u8 {
        self.quarters
    }

    /// The turn of a face that it is, if it is one.
    pub fn face_turn(self) -> Option<Turn> {
        let is_face = self.layers == [true, false, false, false];
        (is_face && self.quarters > 0).then(|| Turn::new(self.face, self.quarters))
    }

    /// The turn that undoes it.
    #[must_use]
    pub const fn inverse(self) -> LayerTurn {
        LayerTurn { quarters: (4 - self.quarters) % 4, ..self }
    }

    /// The cube after the turn, as held then: its pieces against the centres where they have come to be.
    ///
    /// # Panics
    /// If the fourth layer is to turn.
    #[must_use]
    pub fn apply3(self, cube: &Cube3) -> Cube3 {
        let (rotation, turns) = self.parts3();
        turns.into_iter().flatten().fold(rotation.cube(cube), |cube, turn| cube.turned(turn))
    }

    /// What it comes to on a 3x3x3: a rotation of the whole cube, then turns of faces.
    ///
    /// # Panics
    /// If the fourth layer is to turn.
    pub fn parts3(self) -> (Symmetry, [Option<Turn>; 2]) {
        let Some(turn) = turn(self.face, self.quarters) else { return (Symmetry::IDENTITY, [None; 2]) };
        let [first, middle, last, fourth] = self.layers;
        assert!(!fourth, "a 3x3x3 cube has three layers");
        match middle {
            false => (Symmetry::IDENTITY, outer(first, last, turn)),
            // The middle layer moves the centres: the whole cube turns, and the layers that should not turn back.
            true => (Symmetry::rotation(turn), outer(!first, !last, turn.inverse())),
        }
    }

    /// The 2x2x2 cube after the turn.
    ///
    /// # Panics
    /// If another layer is to turn.
    #[must_use]
    pub fn apply2(self, cube: &Cube2) -> Cube2 {
        let [first, last, others @ ..] = self.layers;
        assert!(!others.contains(&true), "a 2x2x2 cube has two layers");
        let Some(turn) = turn(self.face, self.quarters) else { return *cube };
        outer(first, last, turn).into_iter().flatten().fold(*cube, |cube, turn| cube.turned(turn))
    }
}

/// A turn of a face, unless it is none.
fn turn(face: Face, quarters: u8) -> Option<Turn> {
    (quarters != 0).then(|| Turn::new(face, quarters))
}

/// A turn of the layer at its face, and the same movement of the layer across.
fn outer(first: bool, last: bool, turn: Turn) -> [Option<Turn>; 2] {
    let across = Turn::new(turn.face().opposite(), turn.inverse().quarters());
    [first.then_some(turn), last.then_some(across)]
}

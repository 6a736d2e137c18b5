//! Variants of a cube from which the phases may start. They bring one pair of colours to R and L and one to F and B;
//! the axes can be permuted in six ways and the pairs of colours in six ways, which gives 36 variants.

use std::sync::LazyLock;

use puzzle::{Cube4, Face, Symmetry};
use search::Move;

use super::moves;

/// A rotation and recolouring of a cube.
#[derive(Clone, Copy)]
pub struct Variant {
    /// Rotation of the cube,
    rotation: Symmetry,
    /// and of its colours.
    colours: Symmetry,
}

/// A rotation for each permutation of the axes.
static ORDERS: LazyLock<Vec<Symmetry>> = LazyLock::new(|| {
    let axes = |rotation: Symmetry| [Face::U, Face::R, Face::F].map(|face| rotation.face(face).axis());
    let mut found: Vec<Symmetry> = Vec::new();
    for rotation in Symmetry::rotations() {
        if found.iter().all(|&known| axes(known) != axes(rotation)) {
            found.push(rotation);
        }
    }
    found
});

/// Returns all variants.
pub fn all() -> impl Iterator<Item = Variant> {
    let orders = || ORDERS.iter().copied();
    orders().flat_map(move |rotation| orders().map(move |colours| Variant { rotation, colours }))
}

impl Variant {
    /// Returns the variant of a cube.
    pub fn apply(self, cube: &Cube4) -> Cube4 {
        cube.recoloured(self.colours).rotated(self.rotation)
    }

    /// Maps a solution of the variant back to one of the original cube.
    pub fn to_original(self, solution: &[Move]) -> Vec<Move> {
        let back = self.rotation.inverse();
        solution.iter().map(|&mv| Move(moves::turn(mv).image(back).index() as u16)).collect()
    }
}

//! A cube in all the ways in which the phases may look at it. They bring one pair of colours to R and L and one to F and
//! B: three axes of the cube may be taken for these, and three pairs of colours may be meant, each in six orders.

use std::sync::LazyLock;

use puzzle::{Cube4, Face, Symmetry};
use search::Move;

use super::moves;

/// A way to look at a cube.
#[derive(Clone, Copy)]
pub struct Variant {
    /// How the cube is held,
    rotation: Symmetry,
    /// and what its colours are taken for.
    colours: Symmetry,
}

/// A rotation for each order of the axes.
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

/// All of them.
pub fn all() -> impl Iterator<Item = Variant> {
    let orders = || ORDERS.iter().copied();
    orders().flat_map(move |rotation| orders().map(move |colours| Variant { rotation, colours }))
}

impl Variant {
    /// What is seen of a cube.
    pub fn apply(self, cube: &Cube4) -> Cube4 {
        cube.recoloured(self.colours).rotated(self.rotation)
    }

    /// A solution of what is seen as one of the cube itself.
    pub fn to_original(self, solution: &[Move]) -> Vec<Move> {
        let back = self.rotation.inverse();
        solution.iter().map(|&mv| Move(moves::turn(mv).image(back).index() as u16)).collect()
    }
}

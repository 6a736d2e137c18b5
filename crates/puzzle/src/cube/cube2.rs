//! The 2x2x2 cube (cubie level). It has no centres as a reference: all 24 orientations of a cube are different states,
//! one of which is [`Cube2::normalised`].

use std::sync::LazyLock;

use super::cube3::{self, Cube3, CubieFault};
use super::symmetry::Symmetry;
use super::turn::Turn;

/// A 2x2x2 cube in a given orientation. Place `i` holds the corner `corners[i] & 7`, twisted by `corners[i] >> 3`, with
/// the numbers and twists of [`Cube3`]. All 8! * 3^7 = 88,179,840 states can be reached by turns of the six faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube2 {
    corners: [u8; 8],
}

/// The place that [`Cube2::normalised`] fixes: DBL, which turns of U, R and F do not move.
const ANCHOR: usize = 6;

/// By the byte in the anchor place, the rotated solved cube that relabels the corners so that the anchor is solved.
static RELABELLINGS: LazyLock<[Cube2; 24]> = LazyLock::new(|| {
    let mut relabellings = [Cube2::SOLVED; 24];
    for rotation in Symmetry::rotations() {
        let rotated = Cube2::SOLVED.rotated(rotation);
        // The byte in the anchor place of the inverse is the one that the rotation relabels as the anchor.
        relabellings[usize::from(rotated.inverse().corners[ANCHOR])] = rotated;
    }
    relabellings
});

impl Cube2 {
    /// The solved cube.
    pub const SOLVED: Cube2 = Cube2 { corners: [0, 1, 2, 3, 4, 5, 6, 7] };

    /// Returns the cube with this (piece, twist) in each place. Every permutation is possible, but not every sum of
    /// twists.
    ///
    /// # Errors
    /// If the cube is not solvable.
    ///
    /// # Panics
    /// If a piece or twist is out of range.
    pub fn from_pieces(corners: [(u8, u8); 8]) -> Result<Cube2, CubieFault> {
        assert!(corners.iter().all(|&(piece, twist)| piece < 8 && twist < 3), "corners out of range");
        if let Some(piece) = cube3::repeated(&corners.map(|(piece, _)| piece)) {
            return Err(CubieFault::RepeatedCorner(piece));
        }
        match corners.iter().map(|&(_, twist)| twist).sum::<u8>() % 3 {
            0 => Ok(Cube2 { corners: corners.map(|(piece, twist)| piece | twist << 3) }),
            twist => Err(CubieFault::Twist(twist)),
        }
    }

    /// Returns the corners of a 3x3x3 cube.
    pub const fn from_cube3(cube: &Cube3) -> Cube2 {
        Cube2 { corners: *cube.corner_bytes() }
    }

    /// The corner in a place and its twist.
    #[inline]
    pub const fn corner(&self, place: usize) -> (u8, u8) {
        (self.corners[place] & 7, self.corners[place] >> 3)
    }

    /// The corners as bytes: piece and, from bit 3 on, twist.
    #[inline]
    pub const fn corner_bytes(&self) -> &[u8; 8] {
        &self.corners
    }

    /// Returns the cube after a turn.
    #[inline]
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Cube2 {
        self.then(&Cube2::from_cube3(cube3::as_cube(turn)))
    }

    /// Returns the cube after several turns.
    #[must_use]
    pub fn turned_by(&self, turns: impl IntoIterator<Item = Turn>) -> Cube2 {
        turns.into_iter().fold(*self, |cube, turn| cube.turned(turn))
    }

    /// The product in the cube group: the effect of the moves of `self` followed by those of `other`.
    #[inline]
    #[must_use]
    pub const fn then(&self, other: &Cube2) -> Cube2 {
        Cube2 { corners: cube3::corner_product(&self.corners, &other.corners) }
    }

    /// The inverse in the cube group.
    #[must_use]
    pub fn inverse(&self) -> Cube2 {
        Cube2 { corners: cube3::corner_inverse(&self.corners) }
    }

    /// Returns the cube after a rotation of the whole cube.
    ///
    /// # Panics
    /// For a reflection: no corner looks like its mirror image.
    #[must_use]
    pub fn rotated(&self, rotation: Symmetry) -> Cube2 {
        assert!(!rotation.is_mirror(), "a cube cannot be turned into its mirror image");
        let mut rotated = Cube2::SOLVED;
        for place in 0..8 {
            let (to, faces) = rotation.corner(place);
            rotated.corners[usize::from(to)] = place as u8 | faces[0] << 3;
        }
        self.then(&rotated)
    }

    /// Returns the cube with its pieces relabelled by the rotation for which the place DBL holds the corner DBL
    /// untwisted. It differs from the solved cube by turns of U, R and F alone; turns of these that bring it to
    /// [`Cube2::SOLVED`] bring the original cube to faces of one colour each.
    #[must_use]
    pub fn normalised(&self) -> Cube2 {
        RELABELLINGS[usize::from(self.corners[ANCHOR])].then(self)
    }

    /// True if every face has one colour.
    pub fn is_solved(&self) -> bool {
        self.normalised() == Cube2::SOLVED
    }

    /// Maps every (place, piece) to another one: the basis of [`Symmetry`].
    pub(super) fn rearranged(&self, corner: impl Fn(usize, (u8, u8)) -> (usize, (u8, u8))) -> Cube2 {
        let mut image = *self;
        for place in 0..8 {
            let (to, (piece, twist)) = corner(place, self.corner(place));
            image.corners[to] = piece | twist << 3;
        }
        image
    }
}

//! The 2x2x2 cube as a value. It has no centres to be seen against: a state is the cube as held, and all 24 ways to hold
//! a cube are states of their own, of which one is [`Cube2::normalised`].

use std::sync::LazyLock;

use super::cube3::{self, Cube3, CubieFault};
use super::symmetry::Symmetry;
use super::turn::Turn;

/// A 2x2x2 cube as held. Place `i` holds the corner `corners[i] & 7`, twisted by `corners[i] >> 3`, with the numbers and
/// twists of [`Cube3`]. All 8! * 3^7 = 88,179,840 states can be reached by turns of the six faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube2 {
    corners: [u8; 8],
}

/// The place that [`Cube2::normalised`] holds still: DBL, the one that turns of U, R and F do not touch.
const ANCHOR: usize = 6;

/// By the byte in the anchor place, the rotation of a solved cube that makes the labels of its corners right.
static RELABELLINGS: LazyLock<[Cube2; 24]> = LazyLock::new(|| {
    let mut relabellings = [Cube2::SOLVED; 24];
    for rotation in Symmetry::rotations() {
        let rotated = Cube2::SOLVED.rotated(rotation);
        // What lies in the anchor place of the inverse is what the rotation labels as the anchor.
        relabellings[usize::from(rotated.inverse().corners[ANCHOR])] = rotated;
    }
    relabellings
});

impl Cube2 {
    /// Every piece at home.
    pub const SOLVED: Cube2 = Cube2 { corners: [0, 1, 2, 3, 4, 5, 6, 7] };

    /// From the (piece, twist) in each place. Any arrangement is possible, but not any twist.
    ///
    /// # Errors
    /// If no sequence of turns leads there from a solved cube.
    ///
    /// # Panics
    /// For pieces or twists out of range.
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

    /// The corners of a 3x3x3 cube.
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

    /// The cube after a turn.
    #[inline]
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Cube2 {
        self.then(&Cube2::from_cube3(cube3::as_cube(turn)))
    }

    /// The cube after several turns.
    #[must_use]
    pub fn turned_by(&self, turns: impl IntoIterator<Item = Turn>) -> Cube2 {
        turns.into_iter().fold(*self, |cube, turn| cube.turned(turn))
    }

    /// The product of the group: what the moves that make `self` followed by those that make `other` make.
    #[inline]
    #[must_use]
    pub const fn then(&self, other: &Cube2) -> Cube2 {
        Cube2 { corners: cube3::corner_product(&self.corners, &other.corners) }
    }

    /// The cube that the reversed moves make.
    #[must_use]
    pub fn inverse(&self) -> Cube2 {
        Cube2 { corners: cube3::corner_inverse(&self.corners) }
    }

    /// The cube turned in space as a whole.
    ///
    /// # Panics
    /// For a mirror: no corner looks like its mirror image.
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

    /// The same cube with its pieces relabelled by the one rotation for which the place DBL holds the corner DBL
    /// untwisted. It differs from the solved cube by turns of U, R and F alone; turns of these that bring it to
    /// [`Cube2::SOLVED`] bring the cube as held to faces of one colour each.
    #[must_use]
    pub fn normalised(&self) -> Cube2 {
        RELABELLINGS[usize::from(self.corners[ANCHOR])].then(self)
    }

    /// Whether every face is of one colour.
    pub fn is_solved(&self) -> bool {
        self.normalised() == Cube2::SOLVED
    }

    /// Every piece relabelled and moved to another place: what [`Symmetry`] is made of.
    pub(super) fn rearranged(&self, corner: impl Fn(usize, (u8, u8)) -> (usize, (u8, u8))) -> Cube2 {
        let mut image = *self;
        for place in 0..8 {
            let (to, (piece, twist)) = corner(place, self.corner(place));
            image.corners[to] = piece | twist << 3;
        }
        image
    }
}

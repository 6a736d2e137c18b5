//! The 3x3x3 cube (cubie level): permutation and orientation of corners and edges relative to the centres.

use thiserror::Error;

use super::turn::Turn;

/// A 3x3x3 cube. Place `i` holds the corner `corners[i] & 7`, twisted by `corners[i] >> 3`, and the edge
/// `edges[i] & 15`, flipped if `edges[i] >> 4`. A corner twisted by t shows the colour of its face n at face n + t of
/// the place (modulo 3), as in Kociemba's solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cube3 {
    corners: [u8; 8],
    edges: [u8; 12],
}

/// Reason why pieces are not a solvable cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum CubieFault {
    /// A corner occurs twice and another is missing; the numbers are those of [`super::CORNERS`].
    #[error("corner {0} occurs twice")]
    RepeatedCorner(u8),
    /// An edge occurs twice and another is missing; the numbers are those of [`super::EDGES`].
    #[error("edge {0} occurs twice")]
    RepeatedEdge(u8),
    /// The sum of the edge flips is odd.
    #[error("one edge is flipped")]
    Flip,
    /// The sum of the corner twists is 1 or 2 modulo 3.
    #[error("one corner is twisted {}clockwise", if *.0 == 1 { "" } else { "counter" })]
    Twist(u8),
    /// The parities of corners and edges differ, as if two pieces were swapped.
    #[error("two pieces are swapped")]
    Parity,
}

/// A clockwise quarter turn of each face: the four places in the order in which a piece visits them, then the twist
/// that is added as it arrives at each. Only F and B flip edges, U and D twist no corner.
const CORNER_CYCLES: [([usize; 4], [u8; 4]); 6] = [
    ([0, 1, 2, 3], [0, 0, 0, 0]), // U: URF UFL ULB UBR
    ([0, 3, 7, 4], [2, 1, 2, 1]), // R: URF UBR DRB DFR
    ([0, 4, 5, 1], [1, 2, 1, 2]), // F: URF DFR DLF UFL
    ([4, 7, 6, 5], [0, 0, 0, 0]), // D: DFR DRB DBL DLF
    ([1, 5, 6, 2], [1, 2, 1, 2]), // L: UFL DLF DBL ULB
    ([2, 6, 7, 3], [1, 2, 1, 2]), // B: ULB DBL DRB UBR
];
const EDGE_CYCLES: [([usize; 4], u8); 6] = [
    ([0, 1, 2, 3], 0),   // U: UR UF UL UB
    ([0, 11, 4, 8], 0),  // R: UR BR DR FR
    ([1, 8, 5, 9], 1),   // F: UF FR DF FL
    ([4, 7, 6, 5], 0),   // D: DR DB DL DF
    ([2, 9, 6, 10], 0),  // L: UL FL DL BL
    ([3, 10, 7, 11], 1), // B: UB BL DB BR
];

/// The 18 turns as elements of the cube group.
static TURNS: [Cube3; Turn::COUNT] = {
    let mut turns = [Cube3::SOLVED; Turn::COUNT];
    let mut face = 0;
    while face < 6 {
        let quarter = Cube3::quarter(face);
        turns[3 * face] = quarter;
        turns[3 * face + 1] = quarter.then(&quarter);
        turns[3 * face + 2] = quarter.then(&quarter).then(&quarter);
        face += 1;
    }
    turns
};

impl Cube3 {
    /// The solved cube.
    pub const SOLVED: Cube3 =
        Cube3 { corners: [0, 1, 2, 3, 4, 5, 6, 7], edges: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] };

    /// Returns the cube with this (piece, twist) in each corner place and (piece, flip) in each edge place.
    ///
    /// # Errors
    /// If the cube is not solvable.
    ///
    /// # Panics
    /// If a piece, twist or flip is out of range.
    pub fn from_pieces(corners: [(u8, u8); 8], edges: [(u8, u8); 12]) -> Result<Cube3, CubieFault> {
        assert!(corners.iter().all(|&(piece, twist)| piece < 8 && twist < 3), "corners out of range");
        assert!(edges.iter().all(|&(piece, flip)| piece < 12 && flip < 2), "edges out of range");
        let corner_pieces = corners.map(|(piece, _)| piece);
        let edge_pieces = edges.map(|(piece, _)| piece);
        if let Some(piece) = repeated(&edge_pieces) {
            return Err(CubieFault::RepeatedEdge(piece));
        }
        if let Some(piece) = repeated(&corner_pieces) {
            return Err(CubieFault::RepeatedCorner(piece));
        }
        if edges.iter().map(|&(_, flip)| flip).sum::<u8>() % 2 != 0 {
            return Err(CubieFault::Flip);
        }
        let twist = corners.iter().map(|&(_, twist)| twist).sum::<u8>() % 3;
        if twist != 0 {
            return Err(CubieFault::Twist(twist));
        }
        if is_odd(&corner_pieces) != is_odd(&edge_pieces) {
            return Err(CubieFault::Parity);
        }
        Ok(Cube3 {
            corners: corners.map(|(piece, twist)| piece | twist << 3),
            edges: edges.map(|(piece, flip)| piece | flip << 4),
        })
    }

    /// The corner in a place and its twist.
    #[inline]
    pub const fn corner(&self, place: usize) -> (u8, u8) {
        (self.corners[place] & 7, self.corners[place] >> 3)
    }

    /// The edge in a place and its flip.
    #[inline]
    pub const fn edge(&self, place: usize) -> (u8, u8) {
        (self.edges[place] & 15, self.edges[place] >> 4)
    }

    /// The corners as bytes: piece and, from bit 3 on, twist.
    #[inline]
    pub const fn corner_bytes(&self) -> &[u8; 8] {
        &self.corners
    }

    /// The edges as bytes: piece and, in bit 4, flip.
    #[inline]
    pub const fn edge_bytes(&self) -> &[u8; 12] {
        &self.edges
    }

    /// Returns the cube after a turn.
    #[inline]
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Cube3 {
        self.then(&TURNS[turn.index()])
    }

    /// Returns the cube after several turns.
    #[must_use]
    pub fn turned_by(&self, turns: impl IntoIterator<Item = Turn>) -> Cube3 {
        turns.into_iter().fold(*self, |cube, turn| cube.turned(turn))
    }

    /// The product in the cube group: the effect of the moves of `self` followed by those of `other`.
    #[inline]
    #[must_use]
    pub const fn then(&self, other: &Cube3) -> Cube3 {
        let mut product = Cube3 { corners: corner_product(&self.corners, &other.corners), edges: [0; 12] };
        let mut i = 0;
        while i < 12 {
            product.edges[i] = self.edges[(other.edges[i] & 15) as usize] ^ (other.edges[i] & 16);
            i += 1;
        }
        product
    }

    /// The inverse in the cube group.
    #[must_use]
    pub fn inverse(&self) -> Cube3 {
        let mut inverse = Cube3 { corners: corner_inverse(&self.corners), edges: [0; 12] };
        for (place, &edge) in self.edges.iter().enumerate() {
            inverse.edges[usize::from(edge & 15)] = place as u8 | edge & 16;
        }
        inverse
    }

    /// A clockwise quarter turn.
    const fn quarter(face: usize) -> Cube3 {
        let mut cube = Cube3::SOLVED;
        let (places, twists) = CORNER_CYCLES[face];
        let (edge_places, flip) = EDGE_CYCLES[face];
        let mut i = 0;
        while i < 4 {
            // The cycles are listed clockwise: place i + 1 receives the piece from place i.
            let to = (i + 1) % 4;
            cube.corners[places[to]] = places[i] as u8 | twists[to] << 3;
            cube.edges[edge_places[to]] = edge_places[i] as u8 | flip << 4;
            i += 1;
        }
        cube
    }

    /// True if the permutation of the corners is odd, and with it that of the edges.
    pub fn is_odd(&self) -> bool {
        is_odd(&self.corners.map(|corner| corner & 7))
    }

    /// Maps every (place, piece) to another one: the basis of [`super::Symmetry`].
    pub(super) fn rearranged(
        &self,
        corner: impl Fn(usize, (u8, u8)) -> (usize, (u8, u8)),
        edge: impl Fn(usize, (u8, u8)) -> (usize, (u8, u8)),
    ) -> Cube3 {
        let mut image = *self;
        for place in 0..8 {
            let (to, (piece, twist)) = corner(place, self.corner(place));
            image.corners[to] = piece | twist << 3;
        }
        for place in 0..12 {
            let (to, (piece, flip)) = edge(place, self.edge(place));
            image.edges[to] = piece | flip << 4;
        }
        image
    }
}

/// A turn as an element of the cube group.
#[inline]
pub(super) fn as_cube(turn: Turn) -> &'static Cube3 {
    &TURNS[turn.index()]
}

/// The product in the group for corners alone, which all cubes have.
#[inline]
pub(super) const fn corner_product(first: &[u8; 8], second: &[u8; 8]) -> [u8; 8] {
    let mut product = [0; 8];
    let mut i = 0;
    while i < 8 {
        let from = first[(second[i] & 7) as usize];
        let twist = (from >> 3) + (second[i] >> 3);
        product[i] = (from & 7) | (if twist >= 3 { twist - 3 } else { twist }) << 3;
        i += 1;
    }
    product
}

/// The inverse for corners alone.
pub(super) fn corner_inverse(corners: &[u8; 8]) -> [u8; 8] {
    let mut inverse = [0; 8];
    for (place, &corner) in corners.iter().enumerate() {
        let (piece, twist) = (usize::from(corner & 7), corner >> 3);
        inverse[piece] = place as u8 | ((3 - twist) % 3) << 3;
    }
    inverse
}

/// The first piece that occurs for the second time.
pub(super) fn repeated(pieces: &[u8]) -> Option<u8> {
    (1..pieces.len()).find(|&i| pieces[..i].contains(&pieces[i])).map(|i| pieces[i])
}

/// True if a permutation is odd.
pub(super) fn is_odd(permutation: &[u8]) -> bool {
    let larger_before = |i: usize| permutation[..i].iter().filter(|&&p| p > permutation[i]).count();
    (0..permutation.len()).map(larger_before).sum::<usize>() % 2 != 0
}

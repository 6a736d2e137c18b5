//! A cube in thirty-two bytes, for composition with few instructions: a shuffle permutes the pieces, and one addition
//! modulo three or two orients them. Pieces and places have their own numbers here, chosen so that single bits tell the
//! tetrad of a corner and the slice of an edge.

use std::sync::LazyLock;

use puzzle::{Cube3, Face, Symmetry, Turn};
use search::simd::{Bytes16, Bytes32, Plain, Simd};

/// Corners in the order used here, by their numbers in [`Cube3`]. The first four are one tetrad, the last four the
/// other. Half turns of the whole cube about U, R and F change the two lowest bits by 1, 2 and 3 in both.
const CORNERS: [u8; 8] = [0, 2, 7, 5, 1, 3, 6, 4]; // URF ULB DRB DLF, UFL UBR DBL DFR
/// Edges in the order used here, four of a slice together.
const EDGES: [u8; 12] = [1, 3, 7, 5, 0, 2, 6, 4, 8, 9, 10, 11]; // UF UB DB DF, UR UL DL DR, FR FL BL BR

/// Piece numbers are in the four lowest bits, orientations in the next ones.
const ORIENTATION: Bytes32 = [0x70; 32];
/// Corner orientations add modulo three, edge orientations modulo two.
const MODULUS: Bytes32 = {
    let mut modulus = [0x30; 32];
    let mut i = 16;
    while i < 32 {
        modulus[i] = 0x20;
        i += 1;
    }
    modulus
};

/// A cube: 16 bytes of corners and 16 of edges. Each place holds the number of a piece and, from bit 4 on, its twist or
/// flip. Bytes beyond the eight corners and twelve edges hold their own numbers, so that they never change.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(align(32))]
pub struct PackedCube(pub(super) Bytes32);

/// A turn as a cube to multiply by, with its orientations extracted.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub struct PackedTurn {
    bytes: Bytes32,
    added: Bytes32,
}

/// All turns, by number.
pub static TURNS: LazyLock<[PackedTurn; Turn::COUNT]> = LazyLock::new(|| {
    std::array::from_fn(|turn| {
        let turn = Turn::from_index(turn).expect("a turn");
        let PackedCube(bytes) = PackedCube::from(&Cube3::SOLVED.turned(turn));
        PackedTurn { bytes, added: Plain.and(bytes, ORIENTATION) }
    })
});

impl From<&Cube3> for PackedCube {
    fn from(cube: &Cube3) -> PackedCube {
        let mut bytes = std::array::from_fn(|i| i as u8 % 16);
        for (place, &old) in CORNERS.iter().enumerate() {
            let (piece, twist) = cube.corner(usize::from(old));
            bytes[place] = number(&CORNERS, piece) | twist << 4;
        }
        for (place, &old) in EDGES.iter().enumerate() {
            let (piece, flip) = cube.edge(usize::from(old));
            bytes[16 + place] = number(&EDGES, piece) | flip << 4;
        }
        PackedCube(bytes)
    }
}

impl From<&PackedCube> for Cube3 {
    fn from(packed: &PackedCube) -> Cube3 {
        let (mut corners, mut edges) = ([(0, 0); 8], [(0, 0); 12]);
        for (place, &old) in CORNERS.iter().enumerate() {
            let byte = packed.0[place];
            corners[usize::from(old)] = (CORNERS[usize::from(byte & 15)], byte >> 4);
        }
        for (place, &old) in EDGES.iter().enumerate() {
            let byte = packed.0[16 + place];
            edges[usize::from(old)] = (EDGES[usize::from(byte & 15)], byte >> 4);
        }
        Cube3::from_pieces(corners, edges).expect("every piece is there once")
    }
}

fn number(order: &[u8], piece: u8) -> u8 {
    order.iter().position(|&p| p == piece).expect("every piece has a number") as u8
}

impl PackedCube {
    /// The solved cube.
    pub const SOLVED: PackedCube = {
        let mut bytes = [0; 32];
        let mut i = 0;
        while i < 32 {
            bytes[i] = i as u8 % 16;
            i += 1;
        }
        PackedCube(bytes)
    };

    /// Returns the cube after a turn.
    #[inline(always)]
    #[must_use]
    pub fn after<S: Simd>(&self, simd: S, turn: &PackedTurn) -> PackedCube {
        PackedCube(simd.add_modulo(simd.shuffle_halves(self.0, turn.bytes), turn.added, MODULUS))
    }

    /// Returns the product of a turn and this cube: the turn is made before the moves of the cube. If this is the
    /// inverse of a cube and `turn` is the inverse of another turn, the result is the inverse of that cube after that
    /// other turn.
    #[inline(always)]
    #[must_use]
    pub fn before<S: Simd>(&self, simd: S, turn: &PackedTurn) -> PackedCube {
        let added = simd.and(self.0, ORIENTATION);
        PackedCube(simd.add_modulo(simd.shuffle_halves(turn.bytes, self.0), added, MODULUS))
    }

    /// Returns the eight corners, the first one in the lowest byte.
    #[inline(always)]
    pub(super) fn corners(&self) -> u64 {
        u64::from_le_bytes(*self.0.first_chunk().expect("eight of thirty-two"))
    }

    #[inline(always)]
    pub(super) fn corner_half(&self) -> Bytes16 {
        *self.0.first_chunk().expect("sixteen of thirty-two")
    }

    #[inline(always)]
    pub(super) fn edge_half(&self) -> Bytes16 {
        *self.0.last_chunk().expect("sixteen of thirty-two")
    }

    /// Returns the cube with these corners, as returned by [`PackedCube::corners`].
    pub(super) fn with_corners(mut self, corners: u64) -> PackedCube {
        self.0[..8].copy_from_slice(&corners.to_le_bytes());
        self
    }

    /// Returns the cube with these edges.
    pub(super) fn with_edges(mut self, edges: [u8; 12]) -> PackedCube {
        self.0[16..28].copy_from_slice(&edges);
        self
    }
}

/// Conjugation by a symmetry, in the numbers used here.
pub(super) struct Conjugation {
    /// By place: the source of its corner, and the map of its face numbers.
    corners: [(u8, [u8; 3]); 8],
    /// By corner: the corner it becomes, and the number of its face that becomes the first.
    corner_pieces: [(u8, u8); 8],
    /// The same as bytes to shuffle with: places first,
    pub corner_from: Bytes16,
    /// then pieces.
    pub corner_to: Bytes16,
    /// By place: the source of its edge.
    pub edge_from: Bytes16,
    /// By edge: the edge it becomes.
    pub edge_to: Bytes16,
    /// The places at which an edge arrives flipped: those of whole slices.
    pub flips: u16,
    /// The edges that are flipped once more in every place, so that a solved edge stays unflipped. The reference
    /// sticker of an edge depends on its slice, so these are whole slices as well.
    pub flipped_edges: u16,
}

impl Conjugation {
    pub(super) fn new(symmetry: Symmetry) -> Conjugation {
        let mut conjugation = Conjugation {
            corners: [(0, [0; 3]); 8],
            corner_pieces: [(0, 0); 8],
            corner_from: std::array::from_fn(|i| i as u8),
            corner_to: std::array::from_fn(|i| i as u8),
            edge_from: std::array::from_fn(|i| i as u8),
            edge_to: std::array::from_fn(|i| i as u8),
            flips: 0,
            flipped_edges: 0,
        };
        let corners = CORNERS.map(|old| puzzle::cube::CORNERS[usize::from(old)]);
        for from in 0..8 {
            let (to, faces) = image(corners[from], &corners, symmetry);
            let first = faces.iter().position(|&face| face == 0).expect("one face becomes the first");
            conjugation.corners[to] = (from as u8, faces);
            conjugation.corner_pieces[from] = (to as u8, first as u8);
            conjugation.corner_from[to] = from as u8;
            conjugation.corner_to[from] = to as u8;
        }
        let edges = EDGES.map(|old| puzzle::cube::EDGES[usize::from(old)]);
        for from in 0..12 {
            let (to, faces) = image(edges[from], &edges, symmetry);
            conjugation.edge_from[to] = from as u8;
            conjugation.edge_to[from] = to as u8;
            conjugation.flips |= u16::from(faces[0]) << to;
            conjugation.flipped_edges |= u16::from(faces[0]) << from;
        }
        conjugation
    }

    /// Returns the corners after the symmetry.
    pub(super) fn corners(&self, corners: u64) -> u64 {
        let corners = corners.to_le_bytes();
        u64::from_le_bytes(self.corners.map(|(from, faces)| {
            let (piece, twist) = (corners[usize::from(from)] & 15, corners[usize::from(from)] >> 4);
            let (piece, first) = self.corner_pieces[usize::from(piece)];
            piece | faces[usize::from((first + twist) % 3)] << 4
        }))
    }
}

/// Returns the image of a place, and for each of its faces the number of the image in that place.
fn image<const N: usize>(place: [Face; N], places: &[[Face; N]], symmetry: Symmetry) -> (usize, [u8; N]) {
    let faces = place.map(|face| symmetry.face(face));
    let to = places.iter().position(|place| faces.iter().all(|face| place.contains(face)));
    let to = to.expect("a symmetry sends pieces to pieces");
    let at = |face| places[to].iter().position(|&other| other == face).expect("the place touches it") as u8;
    (to, faces.map(at))
}

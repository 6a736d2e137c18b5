//! The permutation of corners and edges, without orientations, in two vectors of sixteen bytes: a move is one byte
//! shuffle of each.

use puzzle::Cube3;
use puzzle::cube::EDGES;
use search::hardware::Shuffle;

use super::perm4;
use super::perm8;
use crate::moves::Moves;
use crate::symmetry::{AXIAL16, N_SYM};

type Word = [u8; 16];

/// The pieces in the places of corners and edges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PiecePermutation {
    corners: Word,
    edges: Word,
}

/// The action of moves on pieces and of symmetries on edges.
pub struct PieceMoves {
    shuffle: Shuffle,
    moves: Vec<PiecePermutation>,
    /// By symmetry, the place that each place is filled from, and the new name of each edge.
    symmetries: [(Word, Word); N_SYM],
}

impl PiecePermutation {
    /// Reads the permutation of a cube.
    pub fn of(cube: &Cube3) -> PiecePermutation {
        PiecePermutation {
            corners: std::array::from_fn(|i| if i < 8 { cube.corner(i).0 } else { i as u8 }),
            edges: std::array::from_fn(|i| if i < 12 { cube.edge(i).0 } else { i as u8 }),
        }
    }
}

impl PieceMoves {
    /// Builds the tables for the moves of a metric.
    pub fn new(moves: &Moves) -> PieceMoves {
        let moves = moves.generators.iter().map(|g| PiecePermutation::of(&g.cube)).collect();
        let symmetries = AXIAL16.all.map(|symmetry| {
            let mut to: Word = std::array::from_fn(|i| i as u8);
            for (place, edge) in EDGES.iter().enumerate() {
                let faces = edge.map(|face| symmetry.face(face));
                let image = EDGES.iter().position(|e| faces.iter().all(|f| e.contains(f)));
                to[place] = image.expect("edges go to edges") as u8;
            }
            let mut from = to;
            (0..16).for_each(|place| from[usize::from(to[place])] = place as u8);
            (from, to)
        });
        PieceMoves { shuffle: Shuffle::new(), moves, symmetries }
    }

    /// Returns the pieces after a move.
    #[inline(always)]
    pub fn moved(&self, pieces: &PiecePermutation, mv: usize) -> PiecePermutation {
        let by = &self.moves[mv];
        PiecePermutation {
            corners: self.shuffle.apply(pieces.corners, by.corners),
            edges: self.shuffle.apply(pieces.edges, by.edges),
        }
    }

    /// Returns the rank of the corner permutation.
    #[inline(always)]
    pub fn corner_rank(&self, pieces: &PiecePermutation) -> u16 {
        perm8::rank(self.shuffle, pieces.corners)
    }

    /// Returns the rank of the slice edges' permutation. The slice edges must be in the slice.
    #[inline(always)]
    pub fn slice_rank(&self, pieces: &PiecePermutation) -> usize {
        let [.., a, b, c, d, _, _, _, _] = pieces.edges;
        usize::from(perm4::rank([a & 3, b & 3, c & 3, d & 3]))
    }

    /// Returns the rank of the other edges' permutation, conjugated by a symmetry. The slice edges must be in the
    /// slice.
    #[inline(always)]
    pub fn edge_rank(&self, pieces: &PiecePermutation, symmetry: usize) -> u16 {
        let (from, to) = self.symmetries[symmetry];
        perm8::rank(self.shuffle, self.shuffle.apply(to, self.shuffle.apply(pieces.edges, from)))
    }
}

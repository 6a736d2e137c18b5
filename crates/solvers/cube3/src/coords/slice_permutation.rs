//! The permutation of the four slice edges within the slice, a coordinate of phase 2.

use super::perm4::{PRODUCTS, UNRANK, rank};
use crate::moves::Moves;
use crate::symmetry::{AXIAL16, N_SYM};
use solver::bits::members;

/// Permutations of the four slice edges.
pub const N_SLICE_PERM: usize = super::perm4::N_PERM4;

/// Move and conjugation tables of the slice permutation under the moves of phase 2. Rank 0 is solved.
pub struct SlicePermutations {
    /// `next[perm * n_moves + mv]`, with the moves as phase 2 numbers them.
    next: Vec<u8>,
    n_moves: usize,
    /// `conjugate[perm][symmetry]`.
    conjugate: [[u8; N_SYM]; N_SLICE_PERM],
}

impl SlicePermutations {
    /// Builds the tables for the moves of a metric.
    pub fn new(moves: &Moves) -> SlicePermutations {
        let from: Vec<usize> = members(moves.phase2)
            .map(|mv| {
                let cube = &moves.generators[mv].cube;
                usize::from(rank(std::array::from_fn(|place| cube.edge(8 + place).0 - 8)))
            })
            .collect();
        let next = PRODUCTS.iter().flat_map(|after| from.iter().map(move |&from| after[from])).collect();
        let places = AXIAL16.all.map(slice_place_map);
        let conjugate = UNRANK.map(|perm| {
            places.map(|to| {
                let mut conjugate = [0; 4];
                (0..4).for_each(|i| conjugate[usize::from(to[i])] = to[usize::from(perm[i])]);
                rank(conjugate)
            })
        });
        SlicePermutations { next, n_moves: from.len(), conjugate }
    }

    /// Returns the permutations after each move of phase 2, in the order of the moves.
    #[inline(always)]
    pub fn row(&self, perm: usize) -> &[u8] {
        &self.next[perm * self.n_moves..][..self.n_moves]
    }

    /// Returns the conjugate of a permutation under a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, perm: usize, symmetry: usize) -> usize {
        usize::from(self.conjugate[perm][symmetry % N_SYM])
    }
}

/// Returns the place that each place of the slice goes to under a symmetry of the U-D axis, numbered from 0.
fn slice_place_map(symmetry: puzzle::Symmetry) -> [u8; 4] {
    std::array::from_fn(|i| {
        let faces = puzzle::cube::EDGES[8 + i].map(|face| symmetry.face(face));
        let to = puzzle::cube::EDGES.iter().position(|edge| faces.iter().all(|face| edge.contains(face)));
        to.expect("edges go to edges") as u8 - 8
    })
}

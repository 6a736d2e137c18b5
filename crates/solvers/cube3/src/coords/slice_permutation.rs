//! The order of the four slice edges when they are at home.

use super::perm4::{PRODUCTS, UNRANK, rank};
use crate::moves::Moves;
use crate::symmetry::{AXIAL16, N_SYM};
use solver::bits::members;

/// Orders of the four slice edges.
pub const N_SLICE_PERM: usize = super::perm4::N_PERM4;

/// Orders of the slice edges under the moves made inside and under symmetries. Number 0 is solved.
pub struct SlicePermutations {
    /// `next[perm * n_moves + mv]`, moves as numbered inside.
    next: Vec<u8>,
    n_moves: usize,
    /// `conjugate[perm][symmetry]`.
    conjugate: [[u8; N_SYM]; N_SLICE_PERM],
}

impl SlicePermutations {
    /// For the moves of a metric.
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

    /// Where the moves made inside lead, one after the other.
    #[inline(always)]
    pub fn row(&self, perm: usize) -> &[u8] {
        &self.next[perm * self.n_moves..][..self.n_moves]
    }

    /// What an order looks like after a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, perm: usize, symmetry: usize) -> usize {
        usize::from(self.conjugate[perm][symmetry % N_SYM])
    }
}

/// Where a symmetry of the axis takes the places of the slice, numbered from 0.
fn slice_place_map(symmetry: puzzle::Symmetry) -> [u8; 4] {
    std::array::from_fn(|i| {
        let faces = puzzle::cube::EDGES[8 + i].map(|face| symmetry.face(face));
        let to = puzzle::cube::EDGES.iter().position(|edge| faces.iter().all(|face| edge.contains(face)));
        to.expect("edges go to edges") as u8 - 8
    })
}

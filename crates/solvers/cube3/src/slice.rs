//! The order of the four slice edges when they are at home.

use super::moves::Moves;
use super::perm4::{ORDERS, PRODUCTS, number};
use super::symmetry::{AXIAL16, COUNT};
use solver::bits::members;

/// Orders of the four slice edges.
pub const N_ORDER: usize = super::perm4::N_ORDER;

/// Orders of the slice edges under the moves made inside and under symmetries. Number 0 is solved.
pub struct Slices {
    /// `next[order * n_moves + mv]`, moves as numbered inside.
    next: Vec<u8>,
    n_moves: usize,
    /// `image[order][symmetry]`.
    image: [[u8; COUNT]; N_ORDER],
}

impl Slices {
    /// For the moves of a metric.
    pub fn new(moves: &Moves) -> Slices {
        let from: Vec<usize> = members(moves.inside)
            .map(|mv| {
                let cube = &moves.generators[mv].cube;
                usize::from(number(std::array::from_fn(|place| cube.edge(8 + place).0 - 8)))
            })
            .collect();
        let next = PRODUCTS.iter().flat_map(|after| from.iter().map(move |&from| after[from])).collect();
        let places = AXIAL16.all.map(slice_places);
        let image = ORDERS.map(|order| {
            places.map(|to| {
                let mut image = [0; 4];
                (0..4).for_each(|i| image[usize::from(to[i])] = to[usize::from(order[i])]);
                number(image)
            })
        });
        Slices { next, n_moves: from.len(), image }
    }

    /// Where the moves made inside lead, one after the other.
    #[inline(always)]
    pub fn row(&self, order: usize) -> &[u8] {
        &self.next[order * self.n_moves..][..self.n_moves]
    }

    /// What an order looks like after a symmetry.
    #[inline(always)]
    pub fn image(&self, order: usize, symmetry: usize) -> usize {
        usize::from(self.image[order][symmetry % COUNT])
    }
}

/// Where a symmetry of the axis takes the places of the slice, numbered from 0.
fn slice_places(symmetry: puzzle::Symmetry) -> [u8; 4] {
    std::array::from_fn(|i| {
        let faces = puzzle::cube::EDGES[8 + i].map(|face| symmetry.face(face));
        let to = puzzle::cube::EDGES.iter().position(|edge| faces.iter().all(|face| edge.contains(face)));
        to.expect("edges go to edges") as u8 - 8
    })
}

//! The four slice edges: which places they are in, and in which order.

use puzzle::Cube3;

use super::moves::Moves;
use super::symmetry::{AXIAL16, COUNT};

/// Orders of the four slice edges.
pub const N_ORDER: usize = 24; // 4!
/// Places and orders together.
const N_SLICE: usize = 495 * N_ORDER;

/// Slice edges under moves, and their orders at home under symmetries. Numbers below 24 are those at home, and number
/// 0 is solved.
pub struct Slices {
    next: Vec<u16>,
    n_moves: usize,
    /// `image[order * 16 + symmetry]`.
    image: Vec<u8>,
    place_rank: Vec<u16>,
}

/// What each place holds: a slice edge 0..4, or nothing of interest.
type Places = [u8; 12];
const OTHER: u8 = 4;

fn rank_order(order: [u8; 4]) -> u16 {
    let smaller_after = |i: usize| order[i + 1..].iter().filter(|&&o| o < order[i]).count() as u16;
    smaller_after(0) * 6 + smaller_after(1) * 2 + smaller_after(2)
}

pub(super) fn unrank_order(rank: usize) -> [u8; 4] {
    let mut rest = vec![0, 1, 2, 3];
    [rank / 6, rank / 2 % 3, rank % 2, 0].map(|i| rest.remove(i))
}

impl Slices {
    /// For the moves of a metric.
    pub fn new(moves: &Moves) -> Slices {
        let masks: Vec<u16> = (0..4096_u16).rev().filter(|mask| mask.count_ones() == 4).collect();
        let mut place_rank = vec![0; 4096];
        masks.iter().enumerate().for_each(|(rank, &mask)| place_rank[usize::from(mask)] = rank as u16);
        let places = |number: usize| -> Places {
            let (mask, order) = (masks[number / N_ORDER], unrank_order(number % N_ORDER));
            let mut order = order.into_iter();
            std::array::from_fn(|i| if mask >> i & 1 != 0 { order.next().unwrap_or(OTHER) } else { OTHER })
        };
        let n_moves = moves.count();
        let mut next = vec![0_u16; N_SLICE * n_moves];
        for (number, row) in next.chunks_exact_mut(n_moves).enumerate() {
            let places = places(number);
            // Quarter turns are counted out; the others are products of them, looked up below.
            for (mv, generator) in
                moves.generators.iter().enumerate().filter(|(mv, _)| *mv < 18 && mv % 3 == 0)
            {
                row[mv] = rank(
                    &place_rank,
                    &std::array::from_fn(|i| places[usize::from(generator.cube.edge(i).0)]),
                );
            }
        }
        for (mv, (first, second)) in moves.products() {
            for number in 0..N_SLICE {
                let between = usize::from(next[number * n_moves + first]);
                next[number * n_moves + mv] = next[between * n_moves + second];
            }
        }
        let image = (0..N_ORDER)
            .flat_map(|order| {
                AXIAL16.all.map(|symmetry| {
                    let order = unrank_order(order);
                    let to = slice_places(symmetry);
                    let mut image = [0; 4];
                    (0..4).for_each(|i| image[usize::from(to[i])] = to[usize::from(order[i])]);
                    rank_order(image) as u8
                })
            })
            .collect();
        Slices { next, n_moves, image, place_rank }
    }

    /// The slice edges of a cube.
    pub fn of(&self, cube: &Cube3) -> u16 {
        rank(&self.place_rank, &std::array::from_fn(|i| cube.edge(i).0.wrapping_sub(8).min(OTHER)))
    }

    /// Where the moves lead, one after the other.
    #[inline(always)]
    pub fn row(&self, slice: u16) -> &[u16] {
        let start = usize::from(slice) * self.n_moves;
        &self.next[start..start + self.n_moves]
    }

    /// What an order of the slice edges at home looks like after a symmetry.
    #[inline(always)]
    pub fn image(&self, order: usize, symmetry: usize) -> usize {
        usize::from(self.image[order * COUNT + symmetry])
    }
}

fn rank(place_rank: &[u16], places: &Places) -> u16 {
    let mask = (0..12).filter(|&i| places[i] != OTHER).fold(0_usize, |mask, i| mask | 1 << i);
    let mut order = [0; 4];
    let held = places.iter().filter(|&&p| p != OTHER);
    order.iter_mut().zip(held).for_each(|(slot, &piece)| *slot = piece);
    place_rank[mask] * N_ORDER as u16 + rank_order(order)
}

/// Where a symmetry of the axis takes the places of the slice, numbered from 0.
fn slice_places(symmetry: puzzle::Symmetry) -> [u8; 4] {
    std::array::from_fn(|i| {
        let faces = puzzle::cube::EDGES[8 + i].map(|face| symmetry.face(face));
        let to = puzzle::cube::EDGES.iter().position(|edge| faces.iter().all(|face| edge.contains(face)));
        to.expect("edges go to edges") as u8 - 8
    })
}

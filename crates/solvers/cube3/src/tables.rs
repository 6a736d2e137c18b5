//! All tables of the two-phase solver for one metric.

use search::Cost;

use super::inside::Inside;
use super::into::views;
use super::moves::{self, Moves};
use super::outside::Outside;
use super::pairs::Pairs;
use super::pieces::PieceMoves;
use super::slice::Slices;
use super::symmetry::{AXIAL16, COUNT};
use solver::cube::Metric;

/// Tables for one metric.
pub struct Tables<const ROW: usize> {
    /// The moves.
    pub moves: &'static Moves,
    /// Coordinates and distances of the first phase.
    pub outside: Outside<ROW>,
    /// The slice edges, of use to both.
    pub slices: Slices,
    /// Coordinates and distances of the second phase.
    pub inside: Inside,
    /// Corners and edges together.
    pub pairs: Pairs,
    /// Pieces under moves.
    pub pieces: PieceMoves,
    /// `actual[symmetry][mv]`: which move of the cube a move of the representative is.
    pub actual: [Vec<u8>; COUNT],
    /// `seen[symmetry][mv]`: which move of the representative a move of the cube is.
    pub seen: [Vec<u8>; COUNT],
    /// Products of symmetries.
    pub products: [[u8; COUNT]; COUNT],
    /// The last level of the first phase that was complete before the first search, the same on every machine.
    pub first_level: Cost,
}

/// Levels that are filled before the first search, of the first phase and of corners with edges in the second: so many
/// that filling and searching together take least.
const fn first_levels(metric: Metric) -> (Cost, Cost) {
    match metric {
        Metric::HalfTurn => (6, 7),
        Metric::QuarterTurn | Metric::Axial => (7, 8),
    }
}

impl<const ROW: usize> Tables<ROW> {
    /// Bytes held when they have grown, about.
    pub const BYTES: u64 = 77 << 20;

    /// Fills the large tables.
    pub fn grow(&self) {
        self.outside.grow_to(8);
        self.pairs.grow_to(&self.inside, super::pairs::LAST_LEVEL);
        self.outside.grow_to(super::outside::LAST_LEVEL);
    }

    /// With what a first search needs; [`Outside::grow_to`] does the rest.
    pub fn new(metric: Metric) -> Self {
        let moves = moves::of(metric);
        let (first, first_pairs) = first_levels(metric);
        let (outside, (slices, inside, pairs)) = rayon::join(
            || Outside::<ROW>::new(moves, first),
            || {
                let slices = Slices::new(moves);
                let inside = Inside::new(moves, &slices);
                let pairs = Pairs::new(&inside);
                pairs.grow_to(&inside, first_pairs);
                (slices, inside, pairs)
            },
        );
        let (actual, seen) = views(moves);
        Tables {
            moves,
            first_level: outside.distances.complete().unwrap_or(0),
            outside,
            slices,
            inside,
            pairs,
            pieces: PieceMoves::new(moves),
            actual,
            seen,
            products: AXIAL16.product,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.outside.bytes() + self.inside.bytes() + self.pairs.distances.bytes()
    }
}

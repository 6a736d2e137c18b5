//! All tables of the two-phase solver for one metric.

use search::Cost;

use super::phase1::move_conjugates;
use super::phase1_prune::Phase1Prune;
use super::phase2_coords::Phase2Coords;
use super::phase2_prune::Phase2Prune;
use crate::coords::piece_permutation::PieceMoves;
use crate::coords::slice_permutation::SlicePermutations;
use crate::moves::{self, Moves};
use crate::symmetry::{AXIAL16, N_SYM};
use solver::cube::Metric;

/// Tables for one metric.
pub struct Tables<const ROW: usize> {
    /// The moves.
    pub moves: &'static Moves,
    /// Coordinates and distances of the first phase.
    pub phase1_prune: Phase1Prune<ROW>,
    /// The slice edges, of use to both.
    pub slice_perms: SlicePermutations,
    /// Coordinates and distances of the second phase.
    pub phase2_coords: Phase2Coords,
    /// Corners and edges together.
    pub phase2_prune: Phase2Prune,
    /// Pieces under moves.
    pub pieces: PieceMoves,
    /// `move_to_cube[symmetry][mv]`: which move of the cube a move of the representative is.
    pub move_to_cube: [Vec<u8>; N_SYM],
    /// `move_to_rep[symmetry][mv]`: which move of the representative a move of the cube is.
    pub move_to_rep: [Vec<u8>; N_SYM],
    /// Products of symmetries.
    pub products: [[u8; N_SYM]; N_SYM],
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
        self.phase1_prune.grow_to(8);
        self.phase2_prune.grow_to(&self.phase2_coords, super::phase2_prune::LAST_LEVEL);
        self.phase1_prune.grow_to(super::phase1_prune::LAST_LEVEL);
    }

    /// With what a first search needs; [`Phase1Prune::grow_to`] does the rest.
    pub fn new(metric: Metric) -> Self {
        let moves = moves::of(metric);
        let (first, first_pairs) = first_levels(metric);
        let (phase1_prune, (slice_perms, phase2_coords, phase2_prune)) = rayon::join(
            || Phase1Prune::<ROW>::new(moves, first),
            || {
                let slice_perms = SlicePermutations::new(moves);
                let phase2_coords = Phase2Coords::new(moves, &slice_perms);
                let phase2_prune = Phase2Prune::new(&phase2_coords);
                phase2_prune.grow_to(&phase2_coords, first_pairs);
                (slice_perms, phase2_coords, phase2_prune)
            },
        );
        let (move_to_cube, move_to_rep) = move_conjugates(moves);
        Tables {
            moves,
            first_level: phase1_prune.distances.complete().unwrap_or(0),
            phase1_prune,
            slice_perms,
            phase2_coords,
            phase2_prune,
            pieces: PieceMoves::new(moves),
            move_to_cube,
            move_to_rep,
            products: AXIAL16.product,
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.phase1_prune.bytes() + self.phase2_coords.bytes() + self.phase2_prune.distances.bytes()
    }
}

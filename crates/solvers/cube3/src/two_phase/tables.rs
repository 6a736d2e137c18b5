//! All tables of the two-phase algorithm for one metric.

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

/// The tables for one metric.
pub struct Tables<const ROW: usize> {
    /// The moves.
    pub moves: &'static Moves,
    /// The coordinates and the prune table of phase 1.
    pub phase1_prune: Phase1Prune<ROW>,
    /// The permutation of the slice edges, used by both phases.
    pub slice_perms: SlicePermutations,
    /// The coordinates and the small prune tables of phase 2.
    pub phase2_coords: Phase2Coords,
    /// The corner-edge prune table of phase 2.
    pub phase2_prune: Phase2Prune,
    /// The action of moves on pieces.
    pub pieces: PieceMoves,
    /// `move_to_cube[symmetry][mv]`: the move of the cube for a move of the representative.
    pub move_to_cube: [Vec<u8>; N_SYM],
    /// `move_to_rep[symmetry][mv]`: the move of the representative for a move of the cube.
    pub move_to_rep: [Vec<u8>; N_SYM],
    /// Products of symmetries.
    pub products: [[u8; N_SYM]; N_SYM],
    /// The last level of phase 1's prune table that was complete before the first search, the same on every machine.
    pub first_level: Cost,
}

/// Levels of the prune tables of phase 1 and phase 2 that are filled before the first search, chosen so that filling
/// and searching together take least time.
const fn first_levels(metric: Metric) -> (Cost, Cost) {
    match metric {
        Metric::HalfTurn => (6, 7),
        Metric::QuarterTurn | Metric::Axial => (7, 8),
    }
}

impl<const ROW: usize> Tables<ROW> {
    /// Approximate memory in bytes while the full tables are filled. Measured on a whole process: 108 MiB for half turns,
    /// 87 for quarter turns, 298 for the axial metric, whose rows are twice as wide.
    pub const BYTES: u64 = if ROW > 32 { 290 << 20 } else { 100 << 20 };

    /// Fills the large tables completely.
    pub fn grow(&self) {
        self.phase1_prune.grow_to(8);
        self.phase2_prune.grow_to(&self.phase2_coords, super::phase2_prune::LAST_LEVEL);
        self.phase1_prune.grow_to(super::phase1_prune::LAST_LEVEL);
    }

    /// Fills the tables that a first search needs; [`Tables::grow`] fills the rest.
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

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.phase1_prune.bytes() + self.phase2_coords.bytes() + self.phase2_prune.distances.bytes()
    }
}

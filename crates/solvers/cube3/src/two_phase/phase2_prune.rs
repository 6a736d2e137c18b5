//! The corner-edge prune table of phase 2: the distance of corners and U/D-layer edges within the subgroup. 2,768
//! symmetry classes x 40,320 permutations, two bits each (28 MB), filled level by level like the prune table of phase
//! 1.
//!
//! Distances are counted in moves, whatever they cost: then neighbours differ by at most 1, which the two bits rely on,
//! and the number of moves is a lower bound on the cost.
//!
//! A level is filled class by class, each from the classes that its moves lead to. The entries of one class are 10 KB
//! of memory with one writer, and each move of a class is one pair of small tables: everything read and written stays
//! in the first-level cache, and entries that are equal by symmetry of a class need no special treatment.

use rayon::prelude::*;
use search::Cost;
use search::table::TwoBitTable;
use search::table::levels::assert_levels;
use search::table::two_bit::UNREACHED;
use std::sync::Mutex;

use super::known_levels;
use super::phase1_prune::batches;
use super::phase2_coords::{CornerEdge, Phase2Coords};
use crate::coords::perm4::N_PERM4;
use crate::coords::perm8::{Halves, N_PERM8, N_PLACEMENT};
use crate::symmetry::N_SYM;

/// The last level filled.
pub const LAST_LEVEL: Cost = 11;

/// The corner-edge prune table.
pub struct Phase2Prune {
    /// The distances, modulo 3.
    pub distances: TwoBitTable,
    level: Mutex<LastLevel>,
}

/// The last complete level while a table grows.
struct LastLevel {
    /// By class, its edge permutations; empty after the last level is filled.
    lists: Vec<Box<[u16]>>,
    /// Number of entries at each distance up to here.
    counts: Vec<u64>,
}

impl Phase2Prune {
    /// Creates a table with the goal only.
    pub fn new(phase2_coords: &Phase2Coords) -> Phase2Prune {
        let n_classes = phase2_coords.corner_classes.count();
        let distances = TwoBitTable::new(n_classes * N_PERM8);
        distances.reach(0, 0);
        distances.complete_level(0);
        let mut lists: Vec<Box<[u16]>> = vec![Box::default(); n_classes];
        lists[0] = Box::new([0]);
        Phase2Prune { distances, level: Mutex::new(LastLevel { lists, counts: vec![1] }) }
    }

    /// Fills levels up to `last`.
    ///
    /// # Panics
    /// If a level has not the known number of entries: a wrong table must not be used.
    pub fn grow_to(&self, phase2_coords: &Phase2Coords, last: Cost) {
        let mut guard = self.level.lock().expect("the table was filled wrong");
        let LastLevel { lists, counts } = &mut *guard;
        let last = last.min(LAST_LEVEL);
        let level = || self.distances.complete().map_or(0, |level| level + 1);
        if level() > last {
            return;
        }
        let inverse_moves = InverseEdgeMoves::new(phase2_coords);
        while level() <= last {
            let level = level();
            let reach = |scratch: &mut Vec<u16>, class| {
                self.reach(phase2_coords, &inverse_moves, lists, scratch, class, level)
            };
            // Lists of the first levels are short, and clearing memory for long ones would take longer than filling.
            let longest = lists.iter().map(|list| list.len()).max().unwrap_or(0);
            let n_scratch = N_PERM8.min(longest * phase2_coords.moves.len()) + 1;
            let (mut reached, mut n_new) = (Vec::with_capacity(lists.len()), 0);
            for classes in batches(lists.len()) {
                let part = classes.into_par_iter().map_init(|| vec![0; n_scratch], reach);
                for (list, n) in part.collect::<Vec<_>>() {
                    reached.push(list);
                    n_new += n as u64;
                }
            }
            *lists = reached;
            counts.push(n_new);
            let known = known_levels::phase2(phase2_coords.metric);
            assert_levels("two-phase, phase 2", counts, &known[..known.len().min(counts.len())]);
            self.distances.complete_level(level);
        }
    }

    /// Marks the predecessors of `lists` in a class. Returns those that are new, and their number; after the last level
    /// only the number.
    fn reach(
        &self,
        phase2_coords: &Phase2Coords,
        inverse_moves: &InverseEdgeMoves,
        lists: &[Box<[u16]>],
        scratch: &mut [u16],
        class: usize,
        level: Cost,
    ) -> (Box<[u16]>, usize) {
        let mut n = 0;
        for (mv, &packed) in phase2_coords.corner_classes.row(class as u16).iter().enumerate() {
            let (list, symmetry) = (&lists[usize::from(packed >> 4)], usize::from(packed & 15));
            let (first, last) = inverse_moves.tables(mv, symmetry);
            let mut reach = |first_from: u16, last_from: u16| {
                let edges = first[usize::from(first_from)] + u16::from(last[usize::from(last_from)]);
                // Stored in any case: whether the entry is new is hard to predict.
                scratch[n] = edges;
                n += usize::from(self.distances.reach_alone(class * N_PERM8 + usize::from(edges), level));
            };
            let halves = list.iter().map(|&edges| Halves::of(edges));
            if phase2_coords.corner_classes.swaps_layers(symmetry) {
                halves.for_each(|from| reach(from.last, from.first));
            } else {
                halves.for_each(|from| reach(from.first, from.last));
            }
        }
        (if level < LAST_LEVEL { scratch[..n].into() } else { Box::default() }, n)
    }

    /// Returns the least distance from `floor` on that an entry with this code can have.
    #[inline(always)]
    pub fn at_least(floor: Cost, code: u32) -> Cost {
        floor + (code + 3 - floor % 3) % 3
    }

    /// Returns the distance, or one more than the last complete level if it is farther. Follows decreasing distances
    /// until no other distance with the same remainder is possible, which takes a move or two for distances near the
    /// last level: the bounds of corners and edges alone, here and at all neighbours, whose distances differ by what
    /// their codes say, leave few candidates.
    pub fn distance(&self, phase2_coords: &Phase2Coords, pair: CornerEdge, complete: Cost) -> Cost {
        // The level after the last complete one may be in progress.
        let farthest = if complete >= LAST_LEVEL { complete } else { complete + 1 };
        let (mut pair, mut steps, mut floor) = (pair, 0, phase2_coords.separate_bound(pair));
        self.distances.prefetch(pair.index());
        loop {
            // The neighbours are computed while the entry itself is prefetched, unless the entry alone will suffice.
            let mut neighbours = [(CornerEdge::SOLVED, 0); MAX_PHASE2_MOVES];
            let is_enough = steps + floor + 3 > farthest;
            let neighbours = &mut neighbours[..if is_enough { 0 } else { phase2_coords.moves.len() }];
            let successors = phase2_coords.successors(pair);
            for (mv, slot) in neighbours.iter_mut().enumerate() {
                let next = successors.successor(mv).0;
                self.distances.prefetch(next.index());
                *slot = (next, phase2_coords.separate_bound(next));
            }
            let code = self.distances.code(pair.index());
            if code == UNREACHED {
                return complete + 1;
            }
            let least = Self::at_least(floor, code);
            if steps + least + 3 > farthest {
                return steps + least;
            }
            let mut closer = None;
            for &mut (next, bound) in neighbours {
                // A neighbour's distance differs from this one by -1, 0 or 1.
                floor = floor.max(match (self.distances.code(next.index()), code) {
                    (UNREACHED, _) => complete,
                    (next_code, code) if next_code == code => bound,
                    (next_code, code) if next_code == (code + 1) % 3 => bound.saturating_sub(1),
                    _ => {
                        closer = Some(next);
                        bound + 1
                    }
                });
            }
            let Some(next) = closer else {
                // At the goal; or the entry was reached just now, from an entry that is not visible yet.
                return if pair == CornerEdge::SOLVED { steps } else { complete + 1 };
            };
            (pair, steps, floor) = (next, steps + 1, floor.saturating_sub(1));
        }
    }
}

/// Upper bound on the moves of phase 2 in any metric.
pub const MAX_PHASE2_MOVES: usize = 32;

/// By move and symmetry, the predecessor of each edge placement: each half's part of the rank.
struct InverseEdgeMoves {
    first: Vec<u16>,
    last: Vec<u8>,
}

impl InverseEdgeMoves {
    fn new(phase2_coords: &Phase2Coords) -> InverseEdgeMoves {
        let n_moves = phase2_coords.moves.len();
        let mut inverse_moves = InverseEdgeMoves {
            first: vec![0; n_moves * N_SYM * N_PLACEMENT],
            last: vec![0; n_moves * N_SYM * N_PLACEMENT],
        };
        for placement in 0..N_PLACEMENT as u16 {
            for (mv, &moved) in phase2_coords.edges.row(placement).iter().enumerate() {
                for s in 0..N_SYM {
                    let to = usize::from(phase2_coords.edges.conjugate(moved, s));
                    let cell = (mv * N_SYM + s) * N_PLACEMENT + to;
                    inverse_moves.first[cell] = placement * N_PERM4 as u16;
                    inverse_moves.last[cell] = (placement % N_PERM4 as u16) as u8;
                }
            }
        }
        inverse_moves
    }

    #[inline(always)]
    fn tables(&self, mv: usize, symmetry: usize) -> (&[u16; N_PLACEMENT], &[u8; N_PLACEMENT]) {
        let start = (mv * N_SYM + symmetry) * N_PLACEMENT;
        let first = self.first[start..][..N_PLACEMENT].as_array().expect("cut to length");
        (first, self.last[start..][..N_PLACEMENT].as_array().expect("cut to length"))
    }
}

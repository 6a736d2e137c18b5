//! Hashed prune table: two bits of distance information by the hash of a canonical position.
//!
//! Positions that share an entry share the smallest of their distances, so the bound is admissible. An entry is empty
//! within the depth of the table, or marks a position at exactly that depth, at one less, or nearer. The nearer ones
//! are so few that they are stored whole: a position with such an entry that is not among them is at least at the depth
//! minus two.

use hashbrown::HashMap;
use rayon::prelude::*;
use search::simd::{Kernel, Simd, at_best};
use search::table::HashedTable;
use search::table::hash_levels::{N_SHARDS, Shard};
use search::{Control, Cost, Move};

pub use search::table::hashed::Slot;

use super::bfs_levels::BfsLevels;
use super::compiled_puzzle::CompiledPuzzle;
use super::hash::hash;

/// Positions whose entries are prefetched together.
const PREFETCH_BATCH: usize = 32;

/// Positions between two checks of the stop flag.
const POLL_INTERVAL: usize = 1024;

/// Codes of an entry: empty, a position at the depth of the table, at one less, or nearer. If two codes meet in an
/// entry, their combination is the weaker bound: `AT_DEPTH` is written to empty entries only.
const EMPTY: u32 = 0;
const AT_DEPTH: u32 = 1;
const ONE_LESS: u32 = 2;
const BELOW: u32 = 3;

/// A table that is complete up to some depth.
pub struct PruneTable<const N: usize> {
    codes: HashedTable,
    depth: Cost,
    /// The positions that are nearer than the depth by two or more.
    below: HashMap<[u8; N], u8>,
}

impl<const N: usize> PruneTable<N> {
    /// Marks all positions of `levels` and those of the next level. None if it was stopped.
    pub fn new(
        compiled: &CompiledPuzzle<N>,
        levels: &BfsLevels<N>,
        n_entries: u64,
        control: &Control<'_>,
    ) -> Option<PruneTable<N>> {
        let depth = levels.depth() + 1;
        let mut below = HashMap::new();
        for i in 0..N_SHARDS {
            levels.with_shard(i, |shard| {
                below.extend(shard.iter().filter(|&(_, &level)| Cost::from(level) + 2 <= depth));
            });
        }
        let table = PruneTable { codes: HashedTable::new(n_entries), depth, below };
        (0..N_SHARDS).into_par_iter().for_each(|i| {
            levels.with_shard(i, |shard| {
                for (state, &level) in shard {
                    let code = if Cost::from(level) + 1 == depth { ONE_LESS } else { BELOW };
                    table.codes.mark(table.slot(state), code);
                }
            });
        });
        (0..N_SHARDS).into_par_iter().for_each(|i| {
            if control.stopped().is_none() {
                levels.with_shard(i, |shard| {
                    at_best(MarkNextLevel { compiled, shard, table: &table, control });
                });
            }
        });
        control.stopped().is_none().then_some(table)
    }

    /// Distance up to which the table is complete.
    #[inline(always)]
    pub fn depth(&self) -> Cost {
        self.depth
    }

    /// Bytes of memory used, except for the few positions that are stored whole.
    pub fn bytes(&self) -> u64 {
        self.codes.bytes()
    }

    /// Returns the slot of a canonical position.
    #[inline(always)]
    pub fn slot(&self, canonical: &[u8; N]) -> Slot {
        self.codes.slot(hash(canonical))
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        self.codes.prefetch(slot);
    }

    /// Returns the lower bound from a position's entry. The position itself is rarely needed.
    #[inline(always)]
    pub fn bound(&self, slot: Slot, canonical: impl FnOnce() -> [u8; N]) -> Cost {
        match self.codes.code(slot) {
            BELOW => self.bound_below(&canonical()),
            // `EMPTY` gives one more than the depth.
            code => self.depth + 1 - code,
        }
    }

    /// Rare, so it is kept out of the hot path.
    #[cold]
    fn bound_below(&self, canonical: &[u8; N]) -> Cost {
        self.below.get(canonical).map_or(self.depth.saturating_sub(2), |&level| Cost::from(level))
    }
}

/// Marks the predecessors of a shard that are on the next level.
struct MarkNextLevel<'a, const N: usize> {
    compiled: &'a CompiledPuzzle<N>,
    shard: &'a Shard<[u8; N]>,
    table: &'a PruneTable<N>,
    control: &'a Control<'a>,
}

impl<const N: usize> Kernel for MarkNextLevel<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let MarkNextLevel { compiled, shard, table, control } = self;
        let mut slots = [Slot::default(); PREFETCH_BATCH];
        let mut n_slots = 0;
        for (i, (state, &level)) in shard.iter().enumerate() {
            if i % POLL_INTERVAL == 0 && control.stopped().is_some() {
                return;
            }
            for mv in 0..compiled.n_moves() {
                if Cost::from(level) + compiled.costs[mv] != table.depth {
                    continue;
                }
                let before = compiled.before(simd, state, Move(mv as u16));
                if !compiled.is_legal(&before) {
                    continue;
                }
                let slot = table.slot(&compiled.canonicalizer.canonical(&before));
                table.prefetch(slot);
                slots[n_slots] = slot;
                n_slots += 1;
                if n_slots == PREFETCH_BATCH {
                    table.mark_unmarked(&slots);
                    n_slots = 0;
                }
            }
        }
        table.mark_unmarked(&slots[..n_slots]);
    }
}

impl<const N: usize> PruneTable<N> {
    /// Marks empty entries as being at the depth.
    #[inline(always)]
    fn mark_unmarked(&self, slots: &[Slot]) {
        for &slot in slots {
            if self.codes.code(slot) == EMPTY {
                self.codes.mark(slot, AT_DEPTH);
            }
        }
    }
}

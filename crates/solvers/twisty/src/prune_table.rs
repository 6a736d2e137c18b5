//! Distances from the goal in two bits, by the hash of a position.
//!
//! Positions that share an entry share the least of their distances, so the table errs only downwards. An entry says
//! that nothing within the depth of the table is there, that something at just this depth is, at one less, or at some distance
//! below. The last are so few that they are kept whole: a position with such an entry that is not among them is two
//! less than the depth away at least.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashMap;
use rayon::prelude::*;
use search::hardware;
use search::simd::{Kernel, Simd, at_best};
use search::{Control, Cost, Move};

use super::bfs_levels::BfsLevels;
use super::compiled_puzzle::CompiledPuzzle;
use super::hash::hash;

/// Entries in a word.
const PER_WORD: u64 = 16;

/// Positions whose entries are fetched together.
const PREFETCH_BATCH: usize = 32;

/// Positions between two looks at the stop flag.
const POLL_INTERVAL: usize = 1024;

/// Nothing is there, something at the depth of the table, at one less, or at some distance below.
const EMPTY: u32 = 0;
const AT_DEPTH: u32 = 1;
const ONE_LESS: u32 = 2;
const BELOW: u32 = 3;

/// A table that is complete up to some depth.
pub struct PruneTable<const N: usize> {
    words: Vec<AtomicU32>,
    depth: Cost,
    /// What is nearer than the depth by two or more.
    below: HashMap<[u8; N], u8>,
}

/// The number of an entry.
#[derive(Clone, Copy, Default)]
pub struct Slot(u64);

impl<const N: usize> PruneTable<N> {
    /// Marks all positions that are near, and those of the level after them. None if it was stopped.
    pub fn new(
        compiled: &CompiledPuzzle<N>,
        levels: &BfsLevels<N>,
        n_entries: u64,
        control: &Control<'_>,
    ) -> Option<PruneTable<N>> {
        let depth = levels.depth() + 1;
        let is_below = |&(_, &level): &(&[u8; N], &u8)| Cost::from(level) + 2 <= depth;
        let below = levels.shards().iter().flatten().filter(is_below).map(|(&state, &level)| (state, level));
        let words = hardware::zeroed(n_entries.div_ceil(PER_WORD).max(1) as usize);
        let table = PruneTable { words, depth, below: below.collect() };
        levels.shards().par_iter().for_each(|shard| {
            for (state, &level) in shard {
                let code = if Cost::from(level) + 1 == depth { ONE_LESS } else { BELOW };
                table.mark(table.slot(state), code);
            }
        });
        levels.shards().par_iter().for_each(|shard| {
            if control.stopped().is_none() {
                at_best(MarkNextLevel { compiled, shard, table: &table, control });
            }
        });
        control.stopped().is_none().then_some(table)
    }

    /// Up to which distance it is complete.
    #[inline(always)]
    pub fn depth(&self) -> Cost {
        self.depth
    }

    /// Bytes held, but for the few positions that are kept whole.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// Where a position that is the least of its like has its entry.
    #[inline(always)]
    pub fn slot(&self, canonical: &[u8; N]) -> Slot {
        let n_entries = self.words.len() as u64 * PER_WORD;
        Slot(((u128::from(hash(canonical)) * u128::from(n_entries)) >> 64) as u64)
    }

    /// Has an entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        hardware::prefetch(&self.words[(slot.0 / PER_WORD) as usize]);
    }

    /// What the entry of a position says of its distance, at least. The position itself is rarely asked for.
    #[inline(always)]
    pub fn bound(&self, slot: Slot, canonical: impl FnOnce() -> [u8; N]) -> Cost {
        match self.code(slot) {
            BELOW => self.bound_below(&canonical()),
            // NOTHING is one beyond the depth.
            code => self.depth + 1 - code,
        }
    }

    /// Rarely asked, so kept out of the way.
    #[cold]
    fn bound_below(&self, canonical: &[u8; N]) -> Cost {
        self.below.get(canonical).map_or(self.depth.saturating_sub(2), |&level| Cost::from(level))
    }

    #[inline(always)]
    fn code(&self, slot: Slot) -> u32 {
        let word = self.words[(slot.0 / PER_WORD) as usize].load(Ordering::Relaxed);
        word >> (slot.0 % PER_WORD * 2) & 3
    }

    /// Of two codes at one entry the one that says less stays; 1 is only ever written where nothing is.
    #[inline(always)]
    fn mark(&self, slot: Slot, code: u32) {
        let word = &self.words[(slot.0 / PER_WORD) as usize];
        word.fetch_or(code << (slot.0 % PER_WORD * 2), Ordering::Relaxed);
    }
}

/// Marks the positions of the level after a part of those that are near.
struct MarkNextLevel<'a, const N: usize> {
    compiled: &'a CompiledPuzzle<N>,
    shard: &'a HashMap<[u8; N], u8>,
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
    /// Marks what is not marked yet as being at the depth.
    #[inline(always)]
    fn mark_unmarked(&self, slots: &[Slot]) {
        for &slot in slots {
            if self.code(slot) == EMPTY {
                self.mark(slot, AT_DEPTH);
            }
        }
    }
}

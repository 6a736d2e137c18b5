//! A hash bitmap (a Bloom filter with one hash function) of the states within a few moves of the end of phase 3, wings
//! and centres together. A state whose bit is not set is farther. A state whose bit is set may still be farther,
//! because states can share a bit.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashSet;
use rayon::prelude::*;
use search::Cost;
use search::hardware::{self, zeroed};
use search::simd::{Kernel, Plain, Simd, at_best};

/// States near the goal, in two bitmaps.
pub struct NearGoalFilter {
    /// States up to the last level.
    near: Bitmap<26>,
    /// States before the last level: smaller, and so faster to read.
    nearer: Bitmap<23>,
}

/// The last level in the bitmap.
pub const LAST_LEVEL: Cost = 8;

/// A bitmap of 2^BITS bits.
struct Bitmap<const BITS: u32>(Vec<AtomicU32>);

impl<const BITS: u32> Bitmap<BITS> {
    fn new() -> Self {
        Bitmap(zeroed(1 << (BITS - 5)))
    }

    /// Returns the word and the bit of a hash, from its upper bits.
    #[inline(always)]
    fn slot(hash: u32) -> (usize, u32) {
        let bit = hash >> (32 - BITS);
        (bit as usize / 32, bit % 32)
    }

    #[inline(always)]
    fn set(&self, hash: u32) {
        let (word, bit) = Self::slot(hash);
        let word = &self.0[word];
        if word.load(Ordering::Relaxed) >> bit & 1 == 0 {
            word.fetch_or(1 << bit, Ordering::Relaxed);
        }
    }

    #[inline(always)]
    fn prefetch(&self, hash: u32) {
        hardware::prefetch(&self.0[Self::slot(hash).0]);
    }

    #[inline(always)]
    fn is_set(&self, hash: u32) -> bool {
        let (word, bit) = Self::slot(hash);
        self.0[word].load(Ordering::Relaxed) >> bit & 1 == 1
    }

    fn bytes(&self) -> u64 {
        size_of_val(&self.0[..]) as u64
    }
}

/// Successors and keys of states, up to symmetry.
pub trait Neighbours: Sync {
    /// A state.
    type State: Copy + Send + Sync;

    /// Appends all keys of a state to `found`. Symmetric states share at least one key.
    fn keys<S: Simd>(&self, simd: S, state: &Self::State, found: &mut Vec<u64>);

    /// Appends the states one move away to `found`.
    fn after<S: Simd>(&self, simd: S, state: &Self::State, found: &mut Vec<Self::State>);
}

impl NearGoalFilter {
    /// Fills the bitmaps by breadth-first search from `goals`.
    pub fn new<N: Neighbours>(goals: &[N::State], neighbours: &N) -> NearGoalFilter {
        let filter = NearGoalFilter { near: Bitmap::new(), nearer: Bitmap::new() };
        let mut keys = Vec::new();
        goals.iter().for_each(|goal| neighbours.keys(Plain, goal, &mut keys));
        let mut seen: HashSet<u64> = keys.into_iter().collect();
        let mut level = goals.to_vec();
        for _ in 1..LAST_LEVEL {
            level = at_best(Next { neighbours, level: &level, seen: &mut seen });
        }
        for hash in seen.iter().map(|&key| hash(key)) {
            filter.near.set(hash);
            filter.nearer.set(hash);
        }
        // Duplicates in the last level do no harm, so it is not deduplicated.
        level.par_chunks(16).for_each(|states| at_best(SetBits { neighbours, states, bitmap: &filter.near }));
        filter
    }

    /// False if no state with this key is within `left` moves of the goal; `left` is at most the last level.
    #[inline(always)]
    pub fn may_be_within(&self, key: u64, left: Cost) -> bool {
        let hash = hash(key);
        match left {
            LAST_LEVEL => self.near.is_set(hash),
            _ => self.nearer.is_set(hash),
        }
    }

    /// Prefetches the bit of a key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64, left: Cost) {
        match left {
            LAST_LEVEL => self.near.prefetch(hash(key)),
            _ => self.nearer.prefetch(hash(key)),
        }
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.near.bytes() + self.nearer.bytes()
    }
}

/// Expands a level: returns the successors that have not been seen before.
pub struct Next<'a, N: Neighbours> {
    /// Successors and keys.
    pub neighbours: &'a N,
    /// The states to expand.
    pub level: &'a [N::State],
    /// The keys of all earlier levels and of this one; those of the returned states are added.
    pub seen: &'a mut HashSet<u64>,
}

impl<N: Neighbours> Kernel for Next<'_, N> {
    type Output = Vec<N::State>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Vec<N::State> {
        let (mut next, mut after, mut keys) = (Vec::new(), Vec::new(), Vec::new());
        for state in self.level {
            after.clear();
            self.neighbours.after(simd, state, &mut after);
            for state in &after {
                keys.clear();
                self.neighbours.keys(simd, state, &mut keys);
                let mut is_new = false;
                for &key in &keys {
                    is_new |= self.seen.insert(key);
                }
                if is_new {
                    next.push(*state);
                }
            }
        }
        next
    }
}

/// Sets the bits of the successors of some states.
struct SetBits<'a, N: Neighbours> {
    neighbours: &'a N,
    states: &'a [N::State],
    bitmap: &'a Bitmap<26>,
}

impl<N: Neighbours> Kernel for SetBits<'_, N> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let (mut after, mut keys) = (Vec::new(), Vec::new());
        for state in self.states {
            self.neighbours.after(simd, state, &mut after);
        }
        // The bits are scattered over memory, so many are prefetched at once.
        for state in &after {
            let first = keys.len();
            self.neighbours.keys(simd, state, &mut keys);
            for &key in &keys[first..] {
                self.bitmap.prefetch(hash(key));
            }
        }
        for &key in &keys {
            self.bitmap.set(hash(key));
        }
    }
}

/// Multiplication by an odd number near 2^64 / golden ratio spreads keys over the upper bits (Knuth).
#[inline(always)]
fn hash(key: u64) -> u32 {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 on, each with two keys; neighbours are two apart.
    struct Line;

    impl Neighbours for Line {
        type State = u64;

        fn keys<S: Simd>(&self, _: S, state: &u64, found: &mut Vec<u64>) {
            found.extend([*state, 1_000_000 + *state]);
        }

        fn after<S: Simd>(&self, _: S, state: &u64, found: &mut Vec<u64>) {
            found.extend([state + 2, state.saturating_sub(2)]);
        }
    }

    #[test]
    fn near_states_are_set_and_few_others() {
        let filter = NearGoalFilter::new(&[0, 1], &Line);
        let last = u64::from(LAST_LEVEL);
        let marked = |states: std::ops::Range<u64>, left| {
            states.clone().filter(|&state| filter.may_be_within(state, left)).count() as u64
        };
        for first in [0, 1_000_000] {
            assert_eq!(marked(first..first + 2 * (last + 1), LAST_LEVEL), 2 * (last + 1));
            assert_eq!(marked(first..first + 2 * last, LAST_LEVEL - 1), 2 * last);
            assert_eq!(marked(first..first + 2 * last, 1), 2 * last);
            assert_eq!(marked(first + 2 * (last + 1)..first + 1000, LAST_LEVEL), 0);
            assert_eq!(marked(first + 2 * last..first + 1000, LAST_LEVEL - 1), 0);
        }
    }
}

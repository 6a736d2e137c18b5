//! What is so near the end of the third phase that wings and centres can be looked at together. All that is a few moves
//! away is marked, a bit for each by a hash of it. What is marked may be farther, if it shares its bit with something else;
//! what is not marked is not near.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashSet;
use rayon::prelude::*;
use search::Cost;
use search::hardware::{self, zeroed};
use search::simd::{Kernel, Plain, Simd, at_best};

/// What is near, and what is nearer.
pub struct NearGoalFilter {
    /// All up to the last level.
    near: Bitmap<26>,
    /// All before it: smaller, and so quicker to read.
    nearer: Bitmap<23>,
}

/// The last level that is marked.
pub const LAST_LEVEL: Cost = 8;

/// 2 to the power of BITS bitmap.
struct Bitmap<const BITS: u32>(Vec<AtomicU32>);

impl<const BITS: u32> Bitmap<BITS> {
    fn new() -> Self {
        Bitmap(zeroed(1 << (BITS - 5)))
    }

    /// The word and the bit of a hash, which takes as many of its upper bits as there are.
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

/// How to go on from what is near, up to symmetry.
pub trait Neighbours: Sync {
    /// Something near.
    type State: Copy + Send + Sync;

    /// Puts all the keys of a state behind `found`: what is alike shares at least one of them.
    fn keys<S: Simd>(&self, simd: S, state: &Self::State, found: &mut Vec<u64>);

    /// Puts the states one move away behind `found`.
    fn after<S: Simd>(&self, simd: S, state: &Self::State, found: &mut Vec<Self::State>);
}

impl NearGoalFilter {
    /// All that moves make of `goals`.
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
        // Of the last level nobody needs to know what is new.
        level.par_chunks(16).for_each(|states| at_best(SetBits { neighbours, states, bitmap: &filter.near }));
        filter
    }

    /// Whether something with a key may be within `left` moves of the end, which are no more than the last level.
    #[inline(always)]
    pub fn may_be_within(&self, key: u64, left: Cost) -> bool {
        let hash = hash(key);
        match left {
            LAST_LEVEL => self.near.is_set(hash),
            _ => self.nearer.is_set(hash),
        }
    }

    /// Has what tells it fetched.
    #[inline(always)]
    pub fn prefetch(&self, key: u64, left: Cost) {
        match left {
            LAST_LEVEL => self.near.prefetch(hash(key)),
            _ => self.nearer.prefetch(hash(key)),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.near.bytes() + self.nearer.bytes()
    }
}

/// The states one move away from some that have not been seen before.
pub struct Next<'a, N: Neighbours> {
    /// What moves make of a state.
    pub neighbours: &'a N,
    /// The states.
    pub level: &'a [N::State],
    /// The keys of all before them and of these, and then of those that are returned too.
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

/// Marks what is one move away from some states.
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
        // Marks are scattered over memory, so many are under way at once.
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

    /// Numbers from 0 on, each with two keys, of which neighbours are two apart.
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
    fn what_is_near_is_marked_and_little_else() {
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

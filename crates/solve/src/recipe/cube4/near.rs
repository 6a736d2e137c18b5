//! What is so near the end of the third phase that wings and centres can be looked at together. All that is a few moves
//! away is marked, a bit for each by a hash of it. What is marked may be farther, if it shares its bit with something else;
//! what is not marked is not near.

use std::sync::atomic::{AtomicU32, Ordering};

use hashbrown::HashSet;
use rayon::prelude::*;
use search::Cost;
use search::hardware::zeroed;

/// What is near, and what is nearer.
pub struct Near {
    /// All up to the last level.
    near: Marks<26>,
    /// All before it: smaller, and so quicker to read.
    nearer: Marks<24>,
}

/// The last level that is marked.
pub const LAST_LEVEL: Cost = 7;

/// 2 to the power of BITS marks.
struct Marks<const BITS: u32>(Vec<AtomicU32>);

impl<const BITS: u32> Marks<BITS> {
    fn new() -> Self {
        Marks(zeroed(1 << (BITS - 5)))
    }

    /// The word and the bit of a hash, which takes as many of its upper bits as there are.
    #[inline(always)]
    fn slot(hash: u32) -> (usize, u32) {
        let bit = hash >> (32 - BITS);
        (bit as usize / 32, bit % 32)
    }

    fn mark(&self, hash: u32) {
        let (word, bit) = Self::slot(hash);
        self.0[word].fetch_or(1 << bit, Ordering::Relaxed);
    }

    #[inline(always)]
    fn is_marked(&self, hash: u32) -> bool {
        let (word, bit) = Self::slot(hash);
        self.0[word].load(Ordering::Relaxed) >> bit & 1 == 1
    }
}

impl Near {
    /// All that moves make of `goals`; `key` tells them apart.
    pub fn new<S: Copy + Send + Sync>(
        goals: &[S],
        key: impl Fn(&S) -> u64 + Sync,
        after: impl Fn(&S, &mut dyn FnMut(S)) + Sync,
    ) -> Near {
        let near = Near { near: Marks::new(), nearer: Marks::new() };
        let mut seen: HashSet<u64> = goals.iter().map(&key).collect();
        let mut level = goals.to_vec();
        for _ in 1..LAST_LEVEL {
            let mut next = Vec::new();
            for state in &level {
                after(state, &mut |state| {
                    if seen.insert(key(&state)) {
                        next.push(state);
                    }
                });
            }
            level = next;
        }
        for &key in &seen {
            near.near.mark(hash(key));
            near.nearer.mark(hash(key));
        }
        // Of the last level nobody needs to know what is new.
        level.par_iter().for_each(|state| after(state, &mut |state| near.near.mark(hash(key(&state)))));
        near
    }

    /// Whether something may be within `left` moves of the end, which are no more than the last level.
    #[inline(always)]
    pub fn may_be_within(&self, hash: u32, left: Cost) -> bool {
        match left {
            LAST_LEVEL => self.near.is_marked(hash),
            _ => self.nearer.is_marked(hash),
        }
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.near.0[..]) + size_of_val(&self.nearer.0[..])) as u64
    }
}

/// Multiplication by an odd number near 2^64 / golden ratio spreads keys over the upper bits (Knuth).
#[inline(always)]
pub fn hash(key: u64) -> u32 {
    (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

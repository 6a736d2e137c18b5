//! Two bits an entry, filled level by level while others read.
//!
//! An entry says its distance modulo 3, or that it has not been reached. Neighbours differ by at most 1, so whoever
//! knows the distance of one knows that of the next from two bits; and an entry that is not reached when levels up to
//! d are complete is at least d + 1 away, so the table may be used, and errs only downwards, after every level.
//!
//! Entries only ever change once, from "not reached" to their value, and readers are told which levels are complete
//! ([`Packed2::complete`]). What they see of later levels is true as well, only not all there yet.

use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

use crate::hardware;
use crate::problem::Cost;

/// The code of an entry that has not been reached.
pub const UNREACHED: u32 = 3;

/// Two-bit entries.
pub struct Packed2 {
    /// Codes are kept inverted, so that memory fresh from the system, which is zero, says that nothing is reached.
    words: Vec<AtomicU32>,
    len: usize,
    /// One more than the last complete level; 0 before the first.
    levels: AtomicU8,
}

impl Packed2 {
    /// `len` entries, none of them reached.
    pub fn new(len: usize) -> Packed2 {
        Packed2 { words: hardware::zeroed(len.div_ceil(16)), len, levels: AtomicU8::new(0) }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// Distance modulo 3, or [`UNREACHED`].
    #[inline(always)]
    pub fn code(&self, index: usize) -> u32 {
        let word = self.words[index / 16].load(Ordering::Relaxed);
        !(word >> (index % 16 * 2)) & 3
    }

    /// Has the entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, index: usize) {
        hardware::prefetch(&self.words[index / 16]);
    }

    /// Reaches an entry at `distance`. Whether it is the first time.
    #[inline(always)]
    pub fn reach(&self, index: usize, distance: Cost) -> bool {
        let (word, shift) = (&self.words[index / 16], index % 16 * 2);
        if word.load(Ordering::Relaxed) >> shift & 3 != 0 {
            return false;
        }
        // Two threads at once write the same value: both are on the same level.
        word.fetch_or((!(distance % 3) & 3) << shift, Ordering::Relaxed) >> shift & 3 == 0
    }

    /// Says that all entries up to `distance` are reached.
    pub fn complete_level(&self, distance: Cost) {
        self.levels.store(distance as u8 + 1, Ordering::Release);
    }

    /// The last complete level, if any.
    pub fn complete(&self) -> Option<Cost> {
        Cost::from(self.levels.load(Ordering::Acquire)).checked_sub(1)
    }

    /// The distance of an entry with this code next to one at `from`: below, equal or above by one. Right for
    /// `from` = "at least `from`" too if `from` is one more than the last complete level: the result then stands for
    /// "at least" when it is `from`.
    #[inline(always)]
    pub fn beside(from: Cost, code: u32) -> Cost {
        // from - 1, from or from + 1, whichever is congruent to the code.
        from + (code + 4 - from % 3) % 3 - 1
    }
}

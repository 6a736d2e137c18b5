//! A table of two-bit codes addressed by hashes: for states without useful numbers. States with one address share an
//! entry, in which all codes written are combined by "or"; so codes must be chosen such that a combination is the
//! weaker statement. Threads may write and read at the same time.

use std::sync::atomic::{AtomicU32, Ordering};

use crate::hardware;

/// Entries per word.
const PER_WORD: u64 = 16;

/// A hashed table.
pub struct HashedTable {
    words: Vec<AtomicU32>,
}

/// Address of an entry.
#[derive(Clone, Copy, Default)]
pub struct Slot(u64);

impl HashedTable {
    /// Creates a table of at least `n_entries` entries with code 0.
    pub fn new(n_entries: u64) -> HashedTable {
        HashedTable { words: hardware::zeroed(n_entries.div_ceil(PER_WORD).max(1) as usize) }
    }

    /// Size in bytes.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.words[..]) as u64
    }

    /// The slot of a hash, all of whose bits are used.
    #[inline(always)]
    pub fn slot(&self, hash: u64) -> Slot {
        let n_entries = self.words.len() as u64 * PER_WORD;
        Slot(((u128::from(hash) * u128::from(n_entries)) >> 64) as u64)
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, slot: Slot) {
        hardware::prefetch(&self.words[(slot.0 / PER_WORD) as usize]);
    }

    /// The code of an entry.
    #[inline(always)]
    pub fn code(&self, slot: Slot) -> u32 {
        let word = self.words[(slot.0 / PER_WORD) as usize].load(Ordering::Relaxed);
        word >> (slot.0 % PER_WORD * 2) & 3
    }

    /// Adds the bits of a code to an entry.
    #[inline(always)]
    pub fn mark(&self, slot: Slot, code: u32) {
        let word = &self.words[(slot.0 / PER_WORD) as usize];
        word.fetch_or(code << (slot.0 % PER_WORD * 2), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use testkit::XorShift;

    use super::*;

    /// Against one code in each item of a list, with slots that several hashes share.
    #[test]
    fn codes_are_combined() {
        let table = HashedTable::new(1000);
        let mut codes = vec![0; 1008];
        let mut random = XorShift::new(1);
        for _ in 0..1500 {
            let (hash, code) = ((random.below(1 << 31) as u64) << 33, 1 + random.below(3) as u32);
            let slot = table.slot(hash);
            codes[slot.0 as usize] |= code;
            table.mark(slot, code);
            assert_eq!(table.code(slot), codes[slot.0 as usize]);
        }
        assert!((0..1008).all(|i| table.code(Slot(i)) == codes[i as usize]));
        assert_eq!((table.slot(0).0, table.slot(u64::MAX).0, table.bytes()), (0, 1007, 252));
    }
}

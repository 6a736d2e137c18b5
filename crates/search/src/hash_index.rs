//! The hash index of stored states, for duplicate detection (transposition table): open addressing over indices, each
//! next to half of its hash. Most look-ups that meet another state see so without reading it, and a caller that looks
//! up many states can prefetch their slots, which a general hash table does not offer.
//!
//! The home slot of a hash is given by its uppermost bits, which are in the half that is stored: growing walks once
//! along the old slots and the new ones, and reads no state.

use crate::hardware::{ask_for_huge_pages, prefetch};
use crate::memory_budget::{MemoryBudget, OutOfMemory};

/// An empty slot. Other slots are the upper half of a hash, then an index.
const EMPTY: u64 = u64::MAX;

pub(crate) struct HashIndex {
    /// The number of slots is a power of two.
    slots: Vec<u64>,
    len: usize,
}

impl HashIndex {
    pub fn new() -> HashIndex {
        HashIndex { slots: Vec::new(), len: 0 }
    }

    /// Number of indices.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True if the index must grow before the next insertion. Beyond three quarters runs of slots get long.
    pub fn is_full(&self) -> bool {
        4 * (self.len + 1) > 3 * self.slots.len()
    }

    /// Bytes of the slots.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    /// Prefetches the home slot of a hash.
    #[inline(always)]
    pub fn prefetch_slot(&self, hash: u64) {
        if let Some(slot) = self.slots.get(self.home_slot(hash)) {
            prefetch(slot);
        }
    }

    /// Finds the index under a hash for which `is_match` holds. `is_match` is called only if half of the hash agrees.
    #[inline(always)]
    pub fn find(&self, hash: u64, mut is_match: impl FnMut(u32) -> bool) -> Option<u32> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home_slot(hash);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return None;
            }
            if (slot ^ hash) >> 32 == 0 && is_match(slot as u32) {
                return Some(slot as u32);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Inserts an index that is not present. There must be room.
    pub fn insert(&mut self, hash: u64, index: u32) {
        debug_assert!(!self.is_full() && index != u32::MAX, "the caller makes room and leaves one index out");
        let mut at = self.home_slot(hash);
        while self.slots[at] != EMPTY {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = hash >> 32 << 32 | u64::from(index);
        self.len += 1;
    }

    /// Doubles the size. The old slots exist until all are moved, and the new bytes are reserved before they are
    /// allocated.
    pub fn grow(&mut self, memory: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        let new = (2 * self.slots.len()).max(8);
        memory.reserve(new * size_of::<u64>())?;
        let mut slots = Vec::with_capacity(new);
        ask_for_huge_pages(slots.spare_capacity_mut());
        slots.resize(new, EMPTY);
        let old = std::mem::replace(self, HashIndex { slots, len: 0 }).slots;
        old.iter().filter(|&&slot| slot != EMPTY).for_each(|&slot| self.insert(slot, slot as u32));
        memory.release(old.len() * size_of::<u64>());
        Ok(())
    }

    /// The home slot of a hash: as many of its uppermost bits as number the slots, of the half that is stored.
    #[inline(always)]
    fn home_slot(&self, hash: u64) -> usize {
        ((hash >> 32 << 32) >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States with equal hashes are distinguished by `is_match`, and found one behind another.
    #[test]
    fn equal_hashes_are_asked_about() {
        let (mut slots, mut memory) = (HashIndex::new(), MemoryBudget::new(u64::MAX));
        let hash = 0xDEAD_BEEF_0000_0005;
        for index in 0..100_u32 {
            if slots.is_full() {
                slots.grow(&mut memory).expect("there is no limit");
            }
            assert_eq!(slots.find(hash, |i| i == index), None);
            slots.insert(hash, index);
        }
        assert_eq!((slots.len(), memory.used()), (100, slots.bytes() as u64));
        assert!((0..100).all(|index| slots.find(hash, |i| i == index) == Some(index)));
        assert_eq!(slots.find(hash ^ 1 << 40, |_| true), None);
    }
}

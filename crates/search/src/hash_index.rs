//! Where remembered states are found by their hashes: indices in open addressing, each beside half of its hash. Most
//! look-ups that meet another state see so without going there, and whoever looks up many states can have their slots
//! fetched from memory first, which a general hash table does not offer.
//!
//! A hash belongs where its uppermost bits say, and these are in the half that is kept: growing walks once along the old
//! slots and the new ones, and asks for no state.

use crate::hardware::{ask_for_huge_pages, prefetch};
use crate::memory_budget::{MemoryBudget, OutOfMemory};

/// A slot: the upper half of a hash, then an index.
const EMPTY: u64 = u64::MAX;

pub(crate) struct HashIndex {
    /// A power of two of them.
    slots: Vec<u64>,
    len: usize,
}

impl HashIndex {
    pub fn new() -> HashIndex {
        HashIndex { slots: Vec::new(), len: 0 }
    }

    /// How many indices are in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it must grow before the next index. Beyond three quarters runs of slots get long.
    pub fn is_full(&self) -> bool {
        4 * (self.len + 1) > 3 * self.slots.len()
    }

    /// Bytes that it takes.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u64>()
    }

    /// Has the slots of a hash fetched from memory.
    #[inline(always)]
    pub fn prefetch_slot(&self, hash: u64) {
        if let Some(slot) = self.slots.get(self.home_slot(hash)) {
            prefetch(slot);
        }
    }

    /// The index under a hash for which `is_match` holds. `is_match` is asked only where half of the hash agrees.
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

    /// Puts in an index that is not there. There must be room.
    pub fn insert(&mut self, hash: u64, index: u32) {
        debug_assert!(!self.is_full() && index != u32::MAX, "the caller makes room and leaves one index out");
        let mut at = self.home_slot(hash);
        while self.slots[at] != EMPTY {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = hash >> 32 << 32 | u64::from(index);
        self.len += 1;
    }

    /// Makes it twice as large. The old slots are there until all is moved, because what is granted must be granted before it
    /// is taken.
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

    /// As many of the uppermost bits as number the slots, of the half of a hash that is kept.
    #[inline(always)]
    fn home_slot(&self, hash: u64) -> usize {
        ((hash >> 32 << 32) >> (u64::BITS - self.slots.len().trailing_zeros())) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// States whose hashes are equal are told apart by whoever knows them, and found behind one another.
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

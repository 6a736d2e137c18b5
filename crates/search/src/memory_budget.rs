//! Memory accounting. Searches that store states reserve bytes here before they allocate, so that a search that reaches
//! its memory limit ends with an answer instead of being killed.
//!
//! Growing reserves the new bytes before the old ones are released, because for a moment both are allocated.

/// The next allocation would exceed the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfMemory;

/// The bytes that one search uses and may use.
pub(crate) struct MemoryBudget {
    limit: u64,
    used: u64,
}

impl MemoryBudget {
    pub fn new(limit: u64) -> MemoryBudget {
        MemoryBudget { limit, used: 0 }
    }

    /// Bytes in use.
    #[cfg(test)]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Reserves `bytes`. The caller allocates only if this succeeds.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        let used = self.used.checked_add(bytes as u64).ok_or(OutOfMemory)?;
        if used > self.limit {
            return Err(OutOfMemory);
        }
        self.used = used;
        Ok(())
    }

    /// Releases `bytes` that were reserved.
    pub fn release(&mut self, bytes: usize) {
        self.used -= bytes as u64;
    }

    /// Makes room for one more element in `vec`. The capacity doubles, as that of vectors does, but under the limit.
    pub fn reserve_slot<T>(&mut self, vec: &mut Vec<T>) -> Result<(), OutOfMemory> {
        let old = vec.capacity();
        if vec.len() < old {
            return Ok(());
        }
        let new = (2 * old).max(4);
        self.reserve(new * size_of::<T>())?;
        vec.reserve_exact(new - old);
        self.release(old * size_of::<T>());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        let mut memory = MemoryBudget::new(100);
        assert_eq!(memory.reserve(60), Ok(()));
        assert_eq!(memory.reserve(41), Err(OutOfMemory));
        assert_eq!(memory.reserve(40), Ok(()));
        memory.release(60);
        assert_eq!(memory.used(), 40);
        assert_eq!(MemoryBudget::new(u64::MAX).reserve(usize::MAX), Ok(()));
    }

    /// 64 bytes are 16 numbers; growing from 8 to 16 of them takes 24 for a moment.
    #[test]
    fn growing_holds_old_and_new_together() {
        let grow_to_nine = |limit| {
            let (mut memory, mut vec) = (MemoryBudget::new(limit), Vec::new());
            (0..9).try_for_each(|i: u32| memory.reserve_slot(&mut vec).map(|()| vec.push(i))).map(|()| {
                assert_eq!(memory.used(), 4 * vec.capacity() as u64);
                vec.capacity()
            })
        };
        assert_eq!(grow_to_nine(96), Ok(16));
        assert_eq!(grow_to_nine(95), Err(OutOfMemory));
    }
}

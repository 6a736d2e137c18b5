//! Bytes against a limit. Whoever remembers states asks here before it allocates, so that a search too big for its
//! memory ends with an answer instead of being ended.
//!
//! Growing asks for the new bytes before the old ones are given back, because for a moment both are there.

/// The next allocation would pass the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct OutOfMemory;

/// What one search holds and may hold.
pub(crate) struct MemoryBudget {
    limit: u64,
    used: u64,
}

impl MemoryBudget {
    pub fn new(limit: u64) -> MemoryBudget {
        MemoryBudget { limit, used: 0 }
    }

    /// Bytes held now.
    #[cfg(test)]
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Asks for `bytes`; the caller allocates only if they are granted.
    pub fn reserve(&mut self, bytes: usize) -> Result<(), OutOfMemory> {
        let used = self.used.checked_add(bytes as u64).ok_or(OutOfMemory)?;
        if used > self.limit {
            return Err(OutOfMemory);
        }
        self.used = used;
        Ok(())
    }

    /// `bytes` that were granted are free again.
    pub fn release(&mut self, bytes: usize) {
        self.used -= bytes as u64;
    }

    /// Sees to it that one more element fits into `vec`. It doubles, as vectors do, but under the limit.
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

    /// 64 bytes are 16 numbers; to grow from 8 to 16 of them takes 24 for a moment.
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

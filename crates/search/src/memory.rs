//! Bytes against a limit. Whoever remembers states asks here before it allocates, so that a search too big for its
//! memory ends with an answer instead of being ended.
//!
//! Growing asks for the new bytes before the old ones are given back, because for a moment both are there.

/// The next allocation would pass the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full;

/// What one search holds and may hold.
pub(crate) struct Memory {
    limit: u64,
    held: u64,
}

impl Memory {
    pub fn new(limit: u64) -> Memory {
        Memory { limit, held: 0 }
    }

    /// Bytes held now.
    #[cfg(test)]
    pub fn held(&self) -> u64 {
        self.held
    }

    /// Asks for `bytes`; the caller allocates only if they are granted.
    pub fn take(&mut self, bytes: usize) -> Result<(), Full> {
        let held = self.held.checked_add(bytes as u64).ok_or(Full)?;
        if held > self.limit {
            return Err(Full);
        }
        self.held = held;
        Ok(())
    }

    /// `bytes` that were granted are free again.
    pub fn give_back(&mut self, bytes: usize) {
        self.held -= bytes as u64;
    }

    /// Sees to it that one more element fits into `vec`. It doubles, as vectors do, but under the limit.
    pub fn make_room<T>(&mut self, vec: &mut Vec<T>) -> Result<(), Full> {
        let old = vec.capacity();
        if vec.len() < old {
            return Ok(());
        }
        let new = (2 * old).max(4);
        self.take(new * size_of::<T>())?;
        vec.reserve_exact(new - old);
        self.give_back(old * size_of::<T>());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_is_allowed() {
        let mut memory = Memory::new(100);
        assert_eq!(memory.take(60), Ok(()));
        assert_eq!(memory.take(41), Err(Full));
        assert_eq!(memory.take(40), Ok(()));
        memory.give_back(60);
        assert_eq!(memory.held(), 40);
        assert_eq!(Memory::new(u64::MAX).take(usize::MAX), Ok(()));
    }

    /// 64 bytes are 16 numbers; to grow from 8 to 16 of them takes 24 for a moment.
    #[test]
    fn growing_holds_old_and_new_together() {
        let grow_to_nine = |limit| {
            let (mut memory, mut vec) = (Memory::new(limit), Vec::new());
            (0..9).try_for_each(|i: u32| memory.make_room(&mut vec).map(|()| vec.push(i))).map(|()| {
                assert_eq!(memory.held(), 4 * vec.capacity() as u64);
                vec.capacity()
            })
        };
        assert_eq!(grow_to_nine(96), Ok(16));
        assert_eq!(grow_to_nine(95), Err(Full));
    }
}

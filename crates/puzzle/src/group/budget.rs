//! What working out a group may take. The chain of subgroups of a large puzzle takes minutes and gigabytes, so it is worked out
//! under the eyes of a caller who can stop it, and every permutation of it is counted before it is made.

use thiserror::Error;

/// Time and memory for working out a group.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Asked at least every few milliseconds; the work ends when it says false.
    pub goes_on: &'a dyn Fn() -> bool,
    /// Bytes that the chain may take.
    pub max_bytes: u64,
}

impl Budget<'_> {
    /// Neither time nor memory is limited: for groups that are known to be small.
    pub const UNLIMITED: Budget<'static> = Budget { goes_on: &|| true, max_bytes: u64::MAX };

    /// # Errors
    /// If the work is to end.
    pub fn poll(&self) -> Result<(), Unfinished> {
        match (self.goes_on)() {
            true => Ok(()),
            false => Err(Unfinished::Stopped),
        }
    }
}

/// Why a group was not worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unfinished {
    /// The caller ended it.
    #[error("stopped before the group of the moves was worked out")]
    Stopped,
    /// It takes more memory than it may.
    #[error("the group of the moves takes more than {max_bytes} bytes to work out")]
    TooLarge {
        /// Bytes that it was allowed.
        max_bytes: u64,
    },
}

/// Counts what a chain takes.
pub(super) struct Meter<'a> {
    budget: &'a Budget<'a>,
    n_points: usize,
    used: u64,
}

/// What a list adds to a permutation, and an allocator to both.
const OVERHEAD: usize = 40;

impl<'a> Meter<'a> {
    /// For permutations of so many points.
    pub fn new(budget: &'a Budget<'a>, n_points: usize) -> Meter<'a> {
        Meter { budget, n_points, used: 0 }
    }

    /// Returns false to stop the work.
    pub fn poll(&self) -> Result<(), Unfinished> {
        self.budget.poll()
    }

    /// Counts permutations that are about to be made.
    pub fn reserve(&mut self, n_permutations: usize) -> Result<(), Unfinished> {
        self.poll()?;
        self.reserve_bytes(n_permutations * (self.n_points * size_of::<u16>() + OVERHEAD))
    }

    /// Counts the lists of a new level.
    pub fn reserve_level(&mut self) -> Result<(), Unfinished> {
        self.reserve_bytes(self.n_points * (size_of::<super::Permutation>() + size_of::<u16>()))
    }

    fn reserve_bytes(&mut self, bytes: usize) -> Result<(), Unfinished> {
        self.used += bytes as u64;
        match self.used > self.budget.max_bytes {
            true => Err(Unfinished::TooLarge { max_bytes: self.budget.max_bytes }),
            false => Ok(()),
        }
    }

    /// Bytes counted up to now.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// So many of them are given back.
    pub fn release(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    /// All that were taken after there were so many are given back.
    pub fn release_to(&mut self, used: u64) {
        self.used = used;
    }
}

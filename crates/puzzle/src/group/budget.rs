//! Limits for building a stabilizer chain. The chain of a large puzzle takes minutes and gigabytes, so the caller can
//! stop it, and every permutation is counted before it is allocated.

use thiserror::Error;

/// Limits of time and memory for building a group.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// Called at least every few milliseconds; building stops when it returns false.
    pub goes_on: &'a dyn Fn() -> bool,
    /// Maximum bytes of the stabilizer chain.
    pub max_bytes: u64,
}

impl Budget<'_> {
    /// No limit: for groups that are known to be small.
    pub const UNLIMITED: Budget<'static> = Budget { goes_on: &|| true, max_bytes: u64::MAX };

    /// Checks whether the caller wants to continue.
    ///
    /// # Errors
    /// If the caller stops the computation.
    pub fn poll(&self) -> Result<(), Unfinished> {
        match (self.goes_on)() {
            true => Ok(()),
            false => Err(Unfinished::Stopped),
        }
    }
}

/// Reason why a group was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Unfinished {
    /// The caller stopped the computation.
    #[error("stopped before the group of the moves was computed")]
    Stopped,
    /// The chain needs more memory than the budget allows.
    #[error("the group of the moves needs more than {max_bytes} bytes")]
    TooLarge {
        /// The limit.
        max_bytes: u64,
    },
}

/// Counts the memory of a chain against a budget.
pub(super) struct Meter<'a> {
    budget: &'a Budget<'a>,
    n_points: usize,
    used: u64,
}

/// Bytes that a `Vec` and the allocator add to a permutation.
const OVERHEAD: usize = 40;

impl<'a> Meter<'a> {
    /// A meter for permutations of `n_points` points.
    pub fn new(budget: &'a Budget<'a>, n_points: usize) -> Meter<'a> {
        Meter { budget, n_points, used: 0 }
    }

    /// Checks whether the caller wants to continue.
    pub fn poll(&self) -> Result<(), Unfinished> {
        self.budget.poll()
    }

    /// Counts permutations before they are allocated.
    pub fn reserve(&mut self, n_permutations: usize) -> Result<(), Unfinished> {
        self.poll()?;
        self.reserve_bytes(n_permutations * (self.n_points * size_of::<u16>() + OVERHEAD))
    }

    /// Counts the lists of a new level before they are allocated.
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

    /// Bytes counted so far.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Subtracts freed bytes.
    pub fn release(&mut self, bytes: u64) {
        self.used -= bytes;
    }

    /// Subtracts all bytes that were counted after [`used`](Meter::used) returned `used`.
    pub fn release_to(&mut self, used: u64) {
        self.used = used;
    }
}

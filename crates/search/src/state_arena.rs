//! The state arena: all states that a search has reached, each with the cheapest known path to it (closed list and open
//! states alike). Duplicate detection finds a state again by its value.
//!
//! Entries live in chunks of a fixed size, so growing never copies a state and an index stays valid. The hash index
//! holds nothing but indices and hashes: a state is stored once and compared in full, never by its hash alone. Nothing
//! is ever removed.

use std::hash::{BuildHasher, Hash};
use std::ops::{Index, IndexMut};

use hashbrown::DefaultHashBuilder;

use crate::hardware::prefetch;
use crate::hash_index::HashIndex;
use crate::memory_budget::{MemoryBudget, OutOfMemory};
use crate::problem::{Cost, Move};

/// Parent of a start.
pub(crate) const NO_PARENT: u32 = u32::MAX;

/// Stores the number of a start in place of its last move.
///
/// # Panics
/// Panics if there are more than 65,536 starts.
pub(crate) fn start_as_move(start: usize) -> Move {
    Move(u16::try_from(start).expect("at most 65,536 starts"))
}

/// As many as indices can distinguish from [`NO_PARENT`], with one to spare.
const MAX_ENTRIES: usize = u32::MAX as usize - 1;

/// Entries per chunk: small enough that the last, half empty one does not matter, large enough that the list of chunks
/// does not.
const CHUNK: usize = 1 << 10;

/// A stored state.
#[derive(Clone, Copy)]
pub(crate) struct Entry<S> {
    pub state: S,
    /// Cost of the cheapest known path to the state.
    pub g: Cost,
    /// The entry before it on that path.
    pub parent: u32,
    /// Last move of that path; for a start, its number.
    pub mv: Move,
    /// True if the state has been expanded and not reached more cheaply since.
    pub closed: bool,
}

pub(crate) struct StateArena<S> {
    chunks: Vec<Vec<Entry<S>>>,
    index: HashIndex,
    hasher: DefaultHashBuilder,
    max_entries: usize,
}

/// Result of a look-up.
pub(crate) enum Lookup {
    /// The state is stored under this index.
    Known(u32),
    /// The state is not stored. The hash is passed to the insertion, so that it is not computed again.
    Absent(StateHash),
}

/// The hash of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct StateHash(u64);

impl<S: Copy + Eq + Hash> StateArena<S> {
    pub fn new() -> Self {
        StateArena {
            chunks: Vec::new(),
            index: HashIndex::new(),
            hasher: DefaultHashBuilder::default(),
            max_entries: MAX_ENTRIES,
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.index.len()
    }

    pub fn look_up(&self, state: &S) -> Lookup {
        self.look_up_hashed(state, self.hash(state))
    }

    /// Like [`StateArena::look_up`], with the hash already computed.
    #[inline(always)]
    pub fn look_up_hashed(&self, state: &S, hash: StateHash) -> Lookup {
        match self.index.find(hash.0, |i| at(&self.chunks, i).state == *state) {
            Some(i) => Lookup::Known(i),
            None => Lookup::Absent(hash),
        }
    }

    /// The hash of a state.
    #[inline(always)]
    pub fn hash(&self, state: &S) -> StateHash {
        StateHash(self.hasher.hash_one(state))
    }

    /// Prefetches the slot of a hash: the first of three steps to look up many states at a time.
    #[inline(always)]
    pub fn prefetch_slots(&self, hash: StateHash) {
        self.index.prefetch_slot(hash.0);
    }

    /// Prefetches the entry that the hash probably belongs to: the second step. False if the state is not stored.
    #[inline(always)]
    pub fn prefetch_entry(&self, hash: StateHash) -> bool {
        let likely = self.index.find(hash.0, |_| true);
        likely.inspect(|&i| prefetch(at(&self.chunks, i))).is_some()
    }

    /// Stores the state that [`StateArena::look_up`] did not find.
    pub fn insert(
        &mut self,
        absent: StateHash,
        entry: Entry<S>,
        memory: &mut MemoryBudget,
    ) -> Result<u32, OutOfMemory> {
        let index = self.index.len();
        if index >= self.max_entries {
            return Err(OutOfMemory);
        }
        if self.index.is_full() {
            self.index.grow(memory)?;
        }
        if index.is_multiple_of(CHUNK) {
            self.add_chunk(memory)?;
        }
        self.chunks[index / CHUNK].push(entry);
        self.index.insert(absent.0, index as u32);
        Ok(index as u32)
    }

    /// The moves that lead to an entry, and the number of their start.
    pub fn path(&self, mut index: u32) -> (Vec<Move>, usize) {
        let mut moves = Vec::new();
        while self[index].parent != NO_PARENT {
            moves.push(self[index].mv);
            index = self[index].parent;
        }
        moves.reverse();
        (moves, usize::from(self[index].mv.0))
    }

    fn add_chunk(&mut self, memory: &mut MemoryBudget) -> Result<(), OutOfMemory> {
        memory.reserve_slot(&mut self.chunks)?;
        memory.reserve(CHUNK * size_of::<Entry<S>>())?;
        self.chunks.push(Vec::with_capacity(CHUNK));
        Ok(())
    }
}

fn at<S>(chunks: &[Vec<Entry<S>>], index: u32) -> &Entry<S> {
    &chunks[index as usize / CHUNK][index as usize % CHUNK]
}

impl<S> Index<u32> for StateArena<S> {
    type Output = Entry<S>;
    fn index(&self, index: u32) -> &Entry<S> {
        at(&self.chunks, index)
    }
}

impl<S> IndexMut<u32> for StateArena<S> {
    fn index_mut(&mut self, index: u32) -> &mut Entry<S> {
        &mut self.chunks[index as usize / CHUNK][index as usize % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type State = [u8; 6];

    fn nth(n: u32) -> State {
        let [a, b, c, d] = n.to_le_bytes();
        [a, b, c, d, 7, 7]
    }

    /// Inserts entry `n`, which is reached from entry `n / 2` by move `n % 2`; entry 0 is the start.
    fn insert(arena: &mut StateArena<State>, n: u32, memory: &mut MemoryBudget) -> Result<u32, OutOfMemory> {
        let Lookup::Absent(absent) = arena.look_up(&nth(n)) else { panic!("{n} is known already") };
        let parent = if n == 0 { NO_PARENT } else { n / 2 };
        let entry = Entry { state: nth(n), g: n, parent, mv: Move(n as u16 % 2), closed: false };
        arena.insert(absent, entry, memory)
    }

    /// An arena of `n` entries under `limit`, or of as many as fit.
    fn fill(n: u32, limit: u64) -> (StateArena<State>, MemoryBudget, Result<(), OutOfMemory>) {
        let (mut arena, mut memory) = (StateArena::new(), MemoryBudget::new(limit));
        let end =
            (0..n).try_for_each(|i| insert(&mut arena, i, &mut memory).map(|index| assert_eq!(index, i)));
        (arena, memory, end)
    }

    /// The bytes that are really allocated.
    fn bytes(arena: &StateArena<State>) -> u64 {
        let chunks: usize = arena.chunks.iter().map(|c| c.capacity() * size_of::<Entry<State>>()).sum();
        let list = arena.chunks.capacity() * size_of::<Vec<Entry<State>>>();
        (chunks + list + arena.index.bytes()) as u64
    }

    #[test]
    fn finds_what_was_put_in() {
        let (arena, ..) = fill(10_000, u64::MAX);
        assert_eq!(arena.len(), 10_000);
        for n in 0..10_000 {
            assert!(matches!(arena.look_up(&nth(n)), Lookup::Known(i) if i == n));
            assert_eq!(arena[n].g, n);
        }
        assert!(matches!(arena.look_up(&nth(10_000)), Lookup::Absent(_)));
    }

    #[test]
    fn a_path_starts_at_the_start() {
        let (arena, ..) = fill(100, u64::MAX);
        assert_eq!(arena.path(0), (vec![], 0));
        assert_eq!(arena.path(0b110_0010), ([1, 1, 0, 0, 0, 1, 0].map(Move).to_vec(), 0));
    }

    #[test]
    fn every_byte_is_counted() {
        let (mut arena, mut memory) = (StateArena::new(), MemoryBudget::new(u64::MAX));
        for n in 0..10_000 {
            insert(&mut arena, n, &mut memory).expect("there is no limit");
            assert_eq!(memory.used(), bytes(&arena), "after {n}");
        }
    }

    #[test]
    fn never_passes_its_limit() {
        for limit in (0..400_000).step_by(1777) {
            let (arena, memory, end) = fill(1 << 20, limit);
            assert_eq!(end, Err(OutOfMemory));
            assert_eq!(memory.used(), bytes(&arena));
            assert!(bytes(&arena) <= limit);
        }
    }

    /// 2048 slots take 1536 entries, which is in the middle of a chunk: the next entry needs twice the slots and
    /// nothing else.
    #[test]
    fn the_old_table_counts_while_the_new_one_is_filled() {
        let (_, memory, _) = fill(1536, u64::MAX);
        let both = memory.used() + 4096 * 8;
        let (arena, _, end) = fill(1537, both);
        assert_eq!((arena.len(), end), (1537, Ok(())));
        let (arena, _, end) = fill(1537, both - 1);
        assert_eq!((arena.len(), end), (1536, Err(OutOfMemory)));
    }

    /// The three steps of looking up many states find the same as a single look-up.
    #[test]
    fn fetching_changes_nothing() {
        let (arena, ..) = fill(5_000, u64::MAX);
        for n in 0..10_000 {
            let hash = arena.hash(&nth(n));
            arena.prefetch_slots(hash);
            let is_likely = arena.prefetch_entry(hash);
            let is_known = matches!(arena.look_up_hashed(&nth(n), hash), Lookup::Known(i) if i == n);
            assert_eq!(is_known, n < 5_000);
            assert!(is_likely || !is_known);
        }
        let empty = StateArena::<State>::new();
        empty.prefetch_slots(empty.hash(&nth(0)));
        assert!(!empty.prefetch_entry(empty.hash(&nth(0))));
    }

    #[test]
    fn indices_may_run_out() {
        let (mut arena, mut memory) = (StateArena::new(), MemoryBudget::new(u64::MAX));
        arena.max_entries = 5;
        assert_eq!((0..9).map_while(|n| insert(&mut arena, n, &mut memory).ok()).count(), 5);
    }
}

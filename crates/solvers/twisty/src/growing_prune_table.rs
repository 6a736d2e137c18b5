//! Distances from the goal as far as they are known: a table that is replaced by a deeper one when a search has shown that it
//! pays, within the memory allowed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use search::{Control, Cost};

use super::bfs_levels::BfsLevels;
use super::compiled_puzzle::CompiledPuzzle;
use super::prune_table::PruneTable;

/// Positions computed before the first search: a moment.
const FIRST_STEPS: u64 = 300_000;

/// Entries for each position marked: one in sixteen positions that are farther away looks near.
const ENTRIES_PER_POSITION: u64 = 16;
/// The least room that is worth it.
const MIN_ENTRIES_PER_POSITION: u64 = 3;
const MIN_ENTRIES: u64 = 1 << 16;
const ENTRIES_PER_BYTE: u64 = 4;

/// More tables than levels can be counted up to are never made.
const MAX_TABLES: usize = 64;

/// What is known, and what it may become.
pub struct GrowingPruneTable<const N: usize> {
    levels: Mutex<BfsLevels<N>>,
    /// One after the other; the last is the deepest. Those before it stay because searches may hold them.
    tables: [OnceLock<PruneTable<N>>; MAX_TABLES],
    n_tables: AtomicUsize,
}

impl<const N: usize> GrowingPruneTable<N> {
    /// Of goals alone.
    pub fn new(compiled: &CompiledPuzzle<N>) -> GrowingPruneTable<N> {
        GrowingPruneTable {
            levels: Mutex::new(BfsLevels::new(compiled)),
            tables: [const { OnceLock::new() }; MAX_TABLES],
            n_tables: AtomicUsize::new(0),
        }
    }

    /// The deepest table, if there is one.
    #[inline(always)]
    pub fn table(&self) -> Option<&PruneTable<N>> {
        self.tables[self.n_tables.load(Ordering::Relaxed).checked_sub(1)?].get()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let tables = self.tables.iter().filter_map(OnceLock::get).map(PruneTable::bytes);
        self.levels().bytes() + tables.sum::<u64>()
    }

    /// What a search needs to begin with.
    pub fn build_first(&self, compiled: &CompiledPuzzle<N>, control: &Control<'_>) {
        if self.table().is_none() {
            self.grow(compiled, FIRST_STEPS, control);
        }
    }

    /// Deeper by as many levels as can be marked in so many steps and held in the memory allowed. The last level is not
    /// kept but only marked, and takes most of both.
    pub fn grow(&self, compiled: &CompiledPuzzle<N>, steps: u64, control: &Control<'_>) {
        let mut levels = self.levels();
        let n_moves = compiled.n_moves() as u64;
        let held = self.tables.iter().filter_map(OnceLock::get).map(PruneTable::bytes).sum::<u64>();
        let room = control.limits.max_memory.saturating_sub(held);
        let mut is_deeper = self.table().is_none();
        while !levels.is_exhausted() {
            let next = levels.n_next();
            let marked = next.saturating_mul(levels.growth());
            let bytes = levels.bytes_with(next) + MIN_ENTRIES_PER_POSITION * marked / ENTRIES_PER_BYTE;
            if next.saturating_mul(n_moves) > steps || bytes > room {
                break;
            }
            if !levels.grow(compiled, control) {
                return;
            }
            is_deeper = true;
        }
        let number = self.n_tables.load(Ordering::Relaxed);
        if !is_deeper || number == MAX_TABLES {
            return;
        }
        let left = room.saturating_sub(levels.bytes()).saturating_mul(ENTRIES_PER_BYTE);
        let n_entries = (ENTRIES_PER_POSITION * levels.n_next()).clamp(MIN_ENTRIES, left.max(MIN_ENTRIES));
        let name = format!("distances up to {}", levels.depth() + 1);
        control.observer.table_started(&name, n_entries / ENTRIES_PER_BYTE);
        if let Some(table) = PruneTable::new(compiled, &levels, n_entries, control) {
            let is_first = self.tables[number].set(table).is_ok();
            debug_assert!(is_first, "tables are made under the lock");
            self.n_tables.store(number + 1, Ordering::Release);
        }
        control.observer.table_finished(&name);
    }

    /// The distance of a position that is the least of its like: None if it is not known, and a distance of None if the
    /// goal cannot be reached from it.
    pub fn exact_distance(&self, canonical: &[u8; N]) -> Option<Option<Cost>> {
        let levels = self.levels();
        match levels.distance(canonical) {
            None if !levels.is_exhausted() => None,
            distance => Some(distance),
        }
    }

    fn levels(&self) -> MutexGuard<'_, BfsLevels<N>> {
        self.levels.lock().expect("nothing panics while it is held")
    }
}

//! A prune table that grows: it is replaced by a deeper one when the nodes of a search show that this pays off, within
//! the memory limit.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use search::{Control, Cost};

use super::bfs_levels::BfsLevels;
use super::compiled_puzzle::CompiledPuzzle;
use super::prune_table::PruneTable;

/// Steps to build the first table: a moment.
const FIRST_STEPS: u64 = 300_000;

/// Entries per marked position: about one in sixteen positions farther away has a marked entry.
const ENTRIES_PER_POSITION: u64 = 16;
/// With fewer entries per position a deeper table is not built.
const MIN_ENTRIES_PER_POSITION: u64 = 3;
const MIN_ENTRIES: u64 = 1 << 16;
const ENTRIES_PER_BYTE: u64 = 4;

/// Maximum number of tables. Distances never reach this number of levels.
const MAX_TABLES: usize = 64;

/// The levels near the goals and the prune tables built from them.
pub struct GrowingPruneTable<const N: usize> {
    levels: Mutex<BfsLevels<N>>,
    /// In the order of their depth; the last is the deepest. Earlier ones stay because searches may still use them.
    tables: [OnceLock<PruneTable<N>>; MAX_TABLES],
    n_tables: AtomicUsize,
}

impl<const N: usize> GrowingPruneTable<N> {
    /// Returns the goals alone, without a table.
    pub fn new(compiled: &CompiledPuzzle<N>) -> GrowingPruneTable<N> {
        GrowingPruneTable {
            levels: Mutex::new(BfsLevels::new(compiled)),
            tables: [const { OnceLock::new() }; MAX_TABLES],
            n_tables: AtomicUsize::new(0),
        }
    }

    /// Returns the deepest table, if there is one.
    #[inline(always)]
    pub fn table(&self) -> Option<&PruneTable<N>> {
        self.tables[self.n_tables.load(Ordering::Relaxed).checked_sub(1)?].get()
    }

    /// Bytes of memory used.
    pub fn bytes(&self) -> u64 {
        let tables = self.tables.iter().filter_map(OnceLock::get).map(PruneTable::bytes);
        self.levels().bytes() + tables.sum::<u64>()
    }

    /// Builds the first table for a search, if there is none.
    pub fn build_first(&self, compiled: &CompiledPuzzle<N>, control: &Control<'_>) {
        if self.table().is_none() {
            self.grow(compiled, FIRST_STEPS, control);
        }
    }

    /// Deepens the table by as many levels as this number of steps and the memory limit allow. The last level is only
    /// marked, not stored, and takes most of both.
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
            if !levels.add_level(compiled, control) {
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

    /// Returns the exact distance of a canonical position: None if it is unknown, `Some(None)` if no goal can be
    /// reached from it.
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

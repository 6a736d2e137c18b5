//! Distances from the goal as far as they are known: a table that is replaced by a deeper one when a search has shown that it
//! pays, within the memory allowed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock};

use search::{Control, Cost};

use super::compiled::Compiled;
use super::near_positions::Near;
use super::table::Table;

/// Positions computed before the first search: a moment.
const AT_ONCE: u64 = 300_000;

/// Entries for each position marked: one in sixteen positions that are farther away looks near.
const ROOM: u64 = 16;
/// The least room that is worth it.
const LEAST_ROOM: u64 = 3;
const LEAST_ENTRIES: u64 = 1 << 16;
const ENTRIES_PER_BYTE: u64 = 4;

/// More tables than levels can be counted up to are never made.
const MOST_TABLES: usize = 64;

/// What is known, and what it may become.
pub struct Distances<const N: usize> {
    near: Mutex<Near<N>>,
    /// One after the other; the last is the deepest. Those before it stay because searches may hold them.
    tables: [OnceLock<Table<N>>; MOST_TABLES],
    n_tables: AtomicUsize,
}

impl<const N: usize> Distances<N> {
    /// Of goals alone.
    pub fn new(compiled: &Compiled<N>) -> Distances<N> {
        Distances {
            near: Mutex::new(Near::new(compiled)),
            tables: [const { OnceLock::new() }; MOST_TABLES],
            n_tables: AtomicUsize::new(0),
        }
    }

    /// The deepest table, if there is one.
    #[inline(always)]
    pub fn table(&self) -> Option<&Table<N>> {
        self.tables[self.n_tables.load(Ordering::Relaxed).checked_sub(1)?].get()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        let tables = self.tables.iter().filter_map(OnceLock::get).map(Table::bytes);
        self.near().bytes() + tables.sum::<u64>()
    }

    /// What a search needs to begin with.
    pub fn begin(&self, compiled: &Compiled<N>, control: &Control<'_>) {
        if self.table().is_none() {
            self.grow(compiled, AT_ONCE, control);
        }
    }

    /// Deeper by as many levels as can be marked in so many steps and held in the memory allowed. The last level is not
    /// kept but only marked, and takes most of both.
    pub fn grow(&self, compiled: &Compiled<N>, steps: u64, control: &Control<'_>) {
        let mut near = self.near();
        let n_moves = compiled.n_moves() as u64;
        let held = self.tables.iter().filter_map(OnceLock::get).map(Table::bytes).sum::<u64>();
        let room = control.limits.max_memory.saturating_sub(held);
        let mut is_deeper = self.table().is_none();
        while !near.is_exhausted() {
            let next = near.next();
            let marked = next.saturating_mul(near.growth());
            let bytes = near.bytes_with(next) + LEAST_ROOM * marked / ENTRIES_PER_BYTE;
            if next.saturating_mul(n_moves) > steps || bytes > room {
                break;
            }
            if !near.grow(compiled, control) {
                return;
            }
            is_deeper = true;
        }
        let number = self.n_tables.load(Ordering::Relaxed);
        if !is_deeper || number == MOST_TABLES {
            return;
        }
        let left = room.saturating_sub(near.bytes()).saturating_mul(ENTRIES_PER_BYTE);
        let n_entries = (ROOM * near.next()).clamp(LEAST_ENTRIES, left.max(LEAST_ENTRIES));
        let name = format!("distances up to {}", near.depth() + 1);
        control.observer.table_started(&name, n_entries / ENTRIES_PER_BYTE);
        if let Some(table) = Table::new(compiled, &near, n_entries, control) {
            let is_first = self.tables[number].set(table).is_ok();
            debug_assert!(is_first, "tables are made under the lock");
            self.n_tables.store(number + 1, Ordering::Release);
        }
        control.observer.table_finished(&name);
    }

    /// The distance of a position that is the least of its like: None if it is not known, and a distance of None if the
    /// goal cannot be reached from it.
    pub fn exact(&self, least: &[u8; N]) -> Option<Option<Cost>> {
        let near = self.near();
        match near.distance(least) {
            None if !near.is_exhausted() => None,
            distance => Some(distance),
        }
    }

    fn near(&self) -> MutexGuard<'_, Near<N>> {
        self.near.lock().expect("nothing panics while it is held")
    }
}

//! Tables that are filled on a background thread when they are first needed. The caller waits until the table is ready
//! or its stop flag is raised, whichever comes first, so that a time limit holds while a table is being filled.
//!
//! The fill continues after the caller has left: such tables take seconds at most, and the next caller finds the table.
//! A slot fills one table at a time; a caller that needs another key waits. Large tables do not belong here: their fill
//! polls the stop flag itself and ends with it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, TryLockError};
use std::thread;
use std::time::Duration;

use search::{Control, TableNote};

use crate::error::Cancelled;

/// Interval between two polls of the stop flag.
const POLL: Duration = Duration::from_millis(5);

/// A slot that holds the last table filled, with its key.
pub struct LazyTable<K, T>(Arc<Shared<K, T>>);

struct Shared<K, T> {
    state: Mutex<State<K, T>>,
    changed: Condvar,
}

struct State<K, T> {
    last: Option<(K, Arc<T>)>,
    /// Key and progress of the fill that is running, if any.
    filling: Option<(K, Arc<FillProgress>)>,
    has_panicked: bool,
}

/// Progress of a fill in steps.
#[derive(Default)]
pub struct FillProgress {
    done: AtomicU64,
    total: AtomicU64,
}

impl FillProgress {
    /// Sets the total number of steps.
    pub fn set_total(&self, total: u64) {
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts one step as done.
    pub fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl<K, T> Default for LazyTable<K, T> {
    fn default() -> Self {
        let state = State { last: None, filling: None, has_panicked: false };
        LazyTable(Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() }))
    }
}

impl<K, T> LazyTable<K, T> {
    /// Returns the last table filled.
    pub fn get(&self) -> Option<Arc<T>> {
        self.0.lock().last.as_ref().map(|(_, table)| table.clone())
    }
}

impl<K: Clone + PartialEq + Send + 'static, T: Send + Sync + 'static> LazyTable<K, T> {
    /// Returns the table of a key, filling it first if the slot holds another one. The observer receives its name and
    /// size in bytes.
    ///
    /// # Errors
    /// If the stop flag is raised before the table is ready.
    ///
    /// # Panics
    /// If the fill panics.
    pub fn get_or_fill(
        &self,
        key: &K,
        (name, bytes): (&str, u64),
        control: &Control<'_>,
        make: impl FnOnce(&FillProgress) -> T + Send + 'static,
    ) -> Result<Arc<T>, Cancelled> {
        let mut make = Some(make);
        let mut reported = None;
        let mut state = self.0.lock();
        loop {
            assert!(!state.has_panicked, "filling the table {name} panicked");
            if let Some((_, table)) = state.last.as_ref().filter(|(known, _)| known == key) {
                if reported.is_some() {
                    control.observer.table_finished(name);
                }
                return Ok(table.clone());
            }
            if control.stopped().is_some() {
                return Err(Cancelled);
            }
            if reported.is_none() {
                control.observer.table_started(name, bytes);
                reported = Some(0);
            }
            if state.filling.is_none()
                && let Some(make) = make.take()
            {
                self.start_fill(&mut state, key.clone(), make);
            }
            if let Some((_, progress)) = state.filling.as_ref().filter(|(filling_key, _)| filling_key == key)
            {
                let (done, total) = (&progress.done, &progress.total);
                let (done, total) = (done.load(Ordering::Relaxed), total.load(Ordering::Relaxed));
                if total > 0 && reported != Some(done) {
                    control.observer.table_progress(name, done.min(total), total);
                    reported = Some(done);
                }
            }
            let waited = self.0.changed.wait_timeout(state, POLL);
            state = waited.expect("nothing panics while holding the state").0;
        }
    }

    /// Starts to fill the table of a key unless the slot holds a table or a fill is running. Does not wait.
    ///
    /// # Panics
    /// If an earlier fill panicked: searches use tables that still grow, and must not use one that was filled wrong.
    pub fn start_if_empty(&self, key: &K, make: impl FnOnce(&FillProgress) -> T + Send + 'static) {
        let mut state = self.0.lock();
        assert!(!state.has_panicked, "filling a table panicked");
        if state.last.is_none() && state.filling.is_none() {
            self.start_fill(&mut state, key.clone(), make);
        }
    }

    fn start_fill(
        &self,
        state: &mut State<K, T>,
        key: K,
        make: impl FnOnce(&FillProgress) -> T + Send + 'static,
    ) {
        let progress = Arc::new(FillProgress::default());
        state.filling = Some((key.clone(), progress.clone()));
        let shared = self.0.clone();
        thread::spawn(move || {
            let made = catch_unwind(AssertUnwindSafe(|| make(&progress)));
            let mut state = shared.lock();
            state.filling = None;
            match made {
                Ok(table) => state.last = Some((key, Arc::new(table))),
                Err(_) => state.has_panicked = true,
            }
            drop(state);
            shared.changed.notify_all();
        });
    }
}

impl<K, T> Shared<K, T> {
    fn lock(&self) -> MutexGuard<'_, State<K, T>> {
        self.state.lock().expect("nothing panics while holding the state")
    }
}

/// Locks a mutex that another thread may hold for as long as it fills a table. The observer is notified once that the
/// caller waits for the table.
///
/// # Errors
/// If the stop flag is raised first.
pub fn lock_or_stop<'a, T>(
    mutex: &'a Mutex<T>,
    name: &str,
    control: &Control<'_>,
) -> Result<MutexGuard<'a, T>, Cancelled> {
    let mut has_waited = false;
    loop {
        match mutex.try_lock() {
            Ok(guard) => {
                if has_waited {
                    control.observer.table_finished(name);
                }
                return Ok(guard);
            }
            Err(TryLockError::Poisoned(_)) => panic!("filling the table {name} panicked"),
            Err(TryLockError::WouldBlock) if control.stopped().is_some() => return Err(Cancelled),
            Err(TryLockError::WouldBlock) => {}
        }
        if !has_waited {
            control.observer.table_note(name, &TableNote::Awaited);
            has_waited = true;
        }
        thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use search::{Limits, Silent, Stop, StopReason};

    use super::*;

    #[test]
    fn a_stopped_caller_leaves_and_the_next_one_finds_the_table() {
        let table: LazyTable<u8, u32> = LazyTable::default();
        let (go_on, wait) = mpsc::channel::<()>();
        let stop = Arc::new(Stop::default());
        let raised = stop.clone();
        let control = Control::new(Limits::default(), &Silent, &stop);
        // The stop comes after the fill has begun: a caller that is stopped before does not begin it.
        let make = move |_: &FillProgress| {
            raised.raise(StopReason::Time);
            wait.recv().map_or(0, |()| 7)
        };
        assert_eq!(table.get_or_fill(&1, ("t", 4), &control, make).err(), Some(Cancelled));
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        go_on.send(()).expect("the fill continues");
        let found = table.get_or_fill(&1, ("t", 4), &control, |_| 8);
        assert_eq!(found.ok().as_deref(), Some(&7));
        // Another key, another table.
        let found = table.get_or_fill(&2, ("t", 4), &control, |_| 9);
        assert_eq!(found.ok().as_deref(), Some(&9));
        assert_eq!(table.get().as_deref(), Some(&9));
    }
}

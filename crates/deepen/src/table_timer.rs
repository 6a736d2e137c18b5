//! Separates the time spent on tables from the time of the search: an observer that forwards all events and adds up how
//! long the thread that waits for the answer filled, read or waited for tables. Tables filled in the background cost
//! the search no time and do not count.

use std::sync::{Mutex, MutexGuard};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use search::{Cost, Move, Observer, Round, TableNote};

/// Forwards events and measures the time spent on tables.
pub struct TableTimer<'a> {
    observer: &'a dyn Observer,
    thread: ThreadId,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// Names of the tables in progress; a table that needs another one comes before it.
    open: Vec<String>,
    since: Option<Instant>,
    spent: Duration,
}

impl<'a> TableTimer<'a> {
    /// Creates a timer for the calling thread.
    pub fn new(observer: &'a dyn Observer) -> TableTimer<'a> {
        TableTimer { observer, thread: thread::current().id(), state: Mutex::default() }
    }

    /// Returns the seconds so far.
    pub fn seconds(&self) -> f64 {
        let state = self.lock();
        let open = state.since.map_or(Duration::ZERO, |since| since.elapsed());
        (state.spent + open).as_secs_f64()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nothing panics while holding the clock")
    }

    fn begin(&self, name: &str) {
        if thread::current().id() == self.thread {
            let mut state = self.lock();
            state.open.push(name.to_string());
            state.since.get_or_insert_with(Instant::now);
        }
    }

    fn end(&self, name: &str) {
        if thread::current().id() == self.thread {
            let mut state = self.lock();
            if let Some(at) = state.open.iter().rposition(|open| open == name) {
                // Tables that were abandoned after their start send no further event.
                state.open.truncate(at);
            }
            if state.open.is_empty()
                && let Some(since) = state.since.take()
            {
                state.spent += since.elapsed();
            }
        }
    }
}

impl Observer for TableTimer<'_> {
    fn round_started(&self, bound: Cost, n_tasks: usize) {
        self.observer.round_started(bound, n_tasks);
    }

    fn round_finished(&self, round: &Round) {
        self.observer.round_finished(round);
    }

    fn improved(&self, cost: Cost, moves: &[Move]) {
        self.observer.improved(cost, moves);
    }

    fn table_started(&self, name: &str, bytes: u64) {
        self.begin(name);
        self.observer.table_started(name, bytes);
    }

    fn table_progress(&self, name: &str, done: u64, total: u64) {
        self.observer.table_progress(name, done, total);
    }

    fn table_finished(&self, name: &str) {
        self.end(name);
        self.observer.table_finished(name);
    }

    fn table_note(&self, name: &str, note: &TableNote) {
        match note {
            TableNote::Awaited => self.begin(name),
            TableNote::Found(_) => self.end(name),
            TableNote::NewFolder(_)
            | TableNote::Stored(..)
            | TableNote::Outdated(..)
            | TableNote::Trouble(_) => {}
        }
        self.observer.table_note(name, note);
    }
}

#[cfg(test)]
mod tests {
    use search::Silent;

    use super::*;

    #[test]
    fn only_tables_of_the_waiting_thread_count() {
        let pause = Duration::from_millis(20);
        let clock = TableTimer::new(&Silent);
        thread::sleep(pause);
        assert!(clock.seconds() == 0.0);
        clock.table_started("large", 1);
        clock.table_started("small", 1);
        thread::sleep(pause);
        clock.table_finished("small");
        clock.table_finished("large");
        let counted = clock.seconds();
        assert!(counted >= pause.as_secs_f64());
        thread::scope(|scope| {
            scope.spawn(|| {
                clock.table_started("beside", 1);
                thread::sleep(pause);
                clock.table_finished("beside");
            });
        });
        assert!(clock.seconds() == counted);
        // Still in progress.
        clock.table_note("stored", &TableNote::Awaited);
        thread::sleep(pause);
        assert!(clock.seconds() >= counted + pause.as_secs_f64());
    }
}

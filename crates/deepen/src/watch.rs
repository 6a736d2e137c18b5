//! Stops searches from outside: a caller cancels them, or a clock raises the stop flag at their deadlines. One thread
//! watches the deadlines of all searches.
//!
//! A batch of easy puzzles starts a search every few microseconds, so starting one must cost next to nothing: a search
//! that follows another reuses its entry in the list, and the clock is not woken unless the new deadline is the
//! earliest.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use search::{Stop, StopReason};

/// Controls the stop flags of a group of searches: of the whole program, or of one of several jobs.
#[derive(Clone)]
pub struct Watch {
    /// Raised once, for all searches of the group.
    ended: Arc<Stop>,
    clock: Arc<Clock>,
}

/// The clock, shared by sibling watches. Lives as long as the program.
struct Clock {
    searches: Mutex<Vec<Arc<Mutex<WatchedSearch>>>>,
    /// Signals a deadline that is earlier than the clock's next wake-up.
    changed: Condvar,
    began: Instant,
    /// Next wake-up of the clock in nanoseconds since its start; `u64::MAX` while it scans the list or if there is no
    /// deadline.
    wakes_at: AtomicU64,
}

struct WatchedSearch {
    stop: Arc<Stop>,
    /// Stop flag of the watch it belongs to.
    ended: Arc<Stop>,
    deadline: Option<Instant>,
}

/// An entry in the clock's list, for one search after the other, until it is dropped.
pub struct Guard<'a> {
    watch: &'a Watch,
    entry: Arc<Mutex<WatchedSearch>>,
    /// The stop flag of the current search.
    pub stop: Arc<Stop>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch::new()
    }
}

impl Watch {
    /// Creates a watch with its own clock thread.
    pub fn new() -> Watch {
        let clock = Clock {
            searches: Mutex::default(),
            changed: Condvar::new(),
            began: Instant::now(),
            wakes_at: AtomicU64::new(u64::MAX),
        };
        let watch = Watch { ended: Arc::default(), clock: Arc::new(clock) };
        let clock = watch.clock.clone();
        thread::spawn(move || clock.run());
        watch
    }

    /// Creates a watch over other searches with the same clock: each can be cancelled without the other.
    pub fn sibling(&self) -> Watch {
        Watch { ended: Arc::default(), clock: self.clock.clone() }
    }

    /// Cancels its searches, including those that start later.
    pub fn cancel(&self) {
        self.end(StopReason::Cancelled);
    }

    /// Stops its searches, including those that start later. The first reason given stays.
    pub fn end(&self, reason: StopReason) {
        self.ended.raise(reason);
        for entry in self.clock.lock().iter() {
            let entry = lock(entry);
            if Arc::ptr_eq(&entry.ended, &self.ended) {
                entry.stop.raise(self.ended.reason().unwrap_or(reason));
            }
        }
    }

    /// Returns the reason why its searches were stopped, if they were.
    pub fn ended(&self) -> Option<StopReason> {
        self.ended.reason()
    }

    /// True after [`Watch::cancel`] or [`Watch::end`].
    pub fn is_cancelled(&self) -> bool {
        self.ended().is_some()
    }

    /// Registers a search that starts now and may take `timeout`.
    pub fn guard(&self, timeout: Option<Duration>) -> Guard<'_> {
        let stop = Arc::new(Stop::default());
        let search = WatchedSearch { stop: stop.clone(), ended: self.ended.clone(), deadline: None };
        let entry = Arc::new(Mutex::new(search));
        self.clock.lock().push(entry.clone());
        let mut guard = Guard { watch: self, entry, stop };
        guard.restart(timeout);
        guard
    }
}

impl Clock {
    fn lock(&self) -> MutexGuard<'_, Vec<Arc<Mutex<WatchedSearch>>>> {
        self.searches.lock().expect("nothing panics while holding the list")
    }

    fn nanoseconds(&self, time: Instant) -> u64 {
        time.saturating_duration_since(self.began).as_nanos() as u64
    }

    fn run(&self) {
        let mut searches = self.lock();
        loop {
            // A thread that sets a deadline from here on must wake the clock, because the scan may have passed that
            // entry already.
            self.wakes_at.store(u64::MAX, Ordering::SeqCst);
            let now = Instant::now();
            let deadlines = searches.iter().filter_map(|entry| lock(entry).stop_if_late(now));
            let next = deadlines.min();
            searches = match next {
                None => self.changed.wait(searches).expect("nothing panics while holding the list"),
                Some(next) => {
                    self.wakes_at.store(self.nanoseconds(next), Ordering::SeqCst);
                    let waited = self.changed.wait_timeout(searches, next - now);
                    waited.expect("nothing panics while holding the list").0
                }
            };
        }
    }
}

fn lock(entry: &Mutex<WatchedSearch>) -> MutexGuard<'_, WatchedSearch> {
    entry.lock().expect("nothing panics while holding an entry")
}

impl WatchedSearch {
    /// Raises the stop flag if the deadline has passed; returns the deadline otherwise.
    fn stop_if_late(&mut self, now: Instant) -> Option<Instant> {
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.stop.raise(StopReason::Time);
            self.deadline = None;
        }
        self.deadline
    }
}

impl Guard<'_> {
    /// Starts the next search, which may take `timeout`.
    pub fn restart(&mut self, timeout: Option<Duration>) {
        // A deadline beyond the range of the clock is no limit.
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut entry = lock(&self.entry);
        if entry.stop.reason().is_some() {
            self.stop = Arc::new(Stop::default());
            entry.stop = self.stop.clone();
        }
        entry.deadline = deadline;
        drop(entry);
        // Checked after the entry is in the list, so that a cancel in between is not missed.
        if let Some(reason) = self.watch.ended.reason() {
            self.stop.raise(reason);
        }
        let wakes_at = self.watch.clock.wakes_at.load(Ordering::SeqCst);
        if deadline.is_some_and(|deadline| self.watch.clock.nanoseconds(deadline) < wakes_at) {
            // The lock is needed because the clock holds it until it sleeps.
            let _watched = self.watch.clock.lock();
            self.watch.clock.changed.notify_one();
        }
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.watch.clock.lock().retain(|entry| !Arc::ptr_eq(entry, &self.entry));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait_for(stop: &Stop) -> Option<StopReason> {
        let end = Instant::now() + Duration::from_secs(20);
        while stop.reason().is_none() && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        stop.reason()
    }

    #[test]
    fn time_runs_out_for_each_search_alone() {
        let watch = Watch::new();
        let patient = watch.guard(Some(Duration::from_secs(3600)));
        let endless = watch.guard(Some(Duration::MAX));
        let hasty = watch.guard(Some(Duration::from_millis(5)));
        assert_eq!(wait_for(&hasty.stop), Some(StopReason::Time));
        assert_eq!(patient.stop.reason(), None);
        assert_eq!(endless.stop.reason(), None);
        drop(hasty);
        assert_eq!(watch.clock.lock().len(), 2);
    }

    #[test]
    fn an_entry_is_reused_by_later_searches() {
        let watch = Watch::new();
        let mut guard = watch.guard(Some(Duration::from_secs(3600)));
        for _ in 0..3 {
            guard.restart(Some(Duration::from_millis(2)));
            assert_eq!(guard.stop.reason(), None);
            assert_eq!(wait_for(&guard.stop), Some(StopReason::Time));
        }
        guard.restart(None);
        thread::sleep(Duration::from_millis(10));
        assert_eq!(guard.stop.reason(), None);
        assert_eq!(watch.clock.lock().len(), 1);
        watch.cancel();
        guard.restart(None);
        assert_eq!(guard.stop.reason(), Some(StopReason::Cancelled));
    }

    #[test]
    fn a_cancel_stops_current_and_later_searches() {
        let watch = Watch::new();
        let other = watch.sibling();
        let others = other.guard(None);
        let before = watch.guard(None);
        watch.cancel();
        let after = watch.guard(None);
        assert_eq!(before.stop.reason(), Some(StopReason::Cancelled));
        assert_eq!(after.stop.reason(), Some(StopReason::Cancelled));
        // But not those of the other watch.
        assert_eq!(others.stop.reason(), None);
        assert!(!other.is_cancelled());
        let late = other.guard(Some(Duration::from_millis(1)));
        assert_eq!(wait_for(&late.stop), Some(StopReason::Time));
    }
}

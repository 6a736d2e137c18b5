//! The outside world ends a search: a caller who cancels it, or a clock raises its stop flag. One thread watches the time of
//! all searches.
//!
//! A batch of easy puzzles begins a search every few microseconds, so beginning one must cost next to nothing: a search
//! that follows another keeps its place on the list, and the clock sleeps on unless the new deadline is the first.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use search::{Stop, StopReason};

/// Who raises the flags of some searches: of all that the program does, or of one of several jobs.
#[derive(Clone)]
pub struct Watch {
    /// Raised once, for all its searches.
    ended: Arc<Stop>,
    clock: Arc<Clock>,
}

/// Shared by all watches. Lives as long as the program.
struct Clock {
    searches: Mutex<Vec<Arc<Mutex<WatchedSearch>>>>,
    /// A deadline came that the clock does not know of.
    changed: Condvar,
    began: Instant,
    /// When the clock will look again, in nanoseconds from the beginning; `u64::MAX` while it looks, or if it sees no reason to.
    wakes_at: AtomicU64,
}

struct WatchedSearch {
    stop: Arc<Stop>,
    /// Of the watch it belongs to.
    ended: Arc<Stop>,
    deadline: Option<Instant>,
}

/// A place on the list, for one search after the other, until this is dropped.
pub struct Guard<'a> {
    watch: &'a Watch,
    entry: Arc<Mutex<WatchedSearch>>,
    /// The flag that ends the search.
    pub stop: Arc<Stop>,
}

impl Default for Watch {
    fn default() -> Self {
        Watch::new()
    }
}

impl Watch {
    /// Watches the time only.
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

    /// A watch over other searches, by the same clock: each can be cancelled without the other.
    pub fn sibling(&self) -> Watch {
        Watch { ended: Arc::default(), clock: self.clock.clone() }
    }

    /// Ends its searches, those that begin later too.
    pub fn cancel(&self) {
        self.end(StopReason::Cancelled);
    }

    /// Ends its searches, those that begin later too. The first reason given stays.
    pub fn end(&self, reason: StopReason) {
        self.ended.raise(reason);
        for entry in self.clock.lock().iter() {
            let entry = lock(entry);
            if Arc::ptr_eq(&entry.ended, &self.ended) {
                entry.stop.raise(self.ended.reason().unwrap_or(reason));
            }
        }
    }

    /// Why its searches ended, if they did.
    pub fn ended(&self) -> Option<StopReason> {
        self.ended.reason()
    }

    /// True after [`Watch::cancel`] or [`Watch::end`].
    pub fn is_cancelled(&self) -> bool {
        self.ended().is_some()
    }

    /// Watches a search that begins now and may take `timeout`.
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
            // Whoever sets a deadline from here on must wake the clock: it may have been past that place already.
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
    /// Ends the search if its time is over; its deadline if not.
    fn stop_if_late(&mut self, now: Instant) -> Option<Instant> {
        if self.deadline.is_some_and(|deadline| deadline <= now) {
            self.stop.raise(StopReason::Time);
            self.deadline = None;
        }
        self.deadline
    }
}

impl Guard<'_> {
    /// The next search begins, and may take `timeout`.
    pub fn restart(&mut self, timeout: Option<Duration>) {
        // A time beyond what the clock can count is no limit.
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut entry = lock(&self.entry);
        if entry.stop.reason().is_some() {
            self.stop = Arc::new(Stop::default());
            entry.stop = self.stop.clone();
        }
        entry.deadline = deadline;
        drop(entry);
        // After it is on the list, so that it cannot slip between a cancel and the list.
        if let Some(reason) = self.watch.ended.reason() {
            self.stop.raise(reason);
        }
        let wakes_at = self.watch.clock.wakes_at.load(Ordering::SeqCst);
        if deadline.is_some_and(|deadline| self.watch.clock.nanoseconds(deadline) < wakes_at) {
            // With the list in hand, because the clock has it until it sleeps.
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
    fn a_place_serves_one_search_after_the_other() {
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
    fn a_cancel_reaches_all_now_and_later() {
        let watch = Watch::new();
        let other = watch.sibling();
        let others = other.guard(None);
        let before = watch.guard(None);
        watch.cancel();
        let after = watch.guard(None);
        assert_eq!(before.stop.reason(), Some(StopReason::Cancelled));
        assert_eq!(after.stop.reason(), Some(StopReason::Cancelled));
        // But nobody else's.
        assert_eq!(others.stop.reason(), None);
        assert!(!other.is_cancelled());
        let late = other.guard(Some(Duration::from_millis(1)));
        assert_eq!(wait_for(&late.stop), Some(StopReason::Time));
    }
}

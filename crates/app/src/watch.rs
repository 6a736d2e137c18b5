//! The outside world ends a search: an interrupt or a clock raises its stop flag. One thread watches the time of all
//! searches; interrupts come on a thread of their own.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use search::{Stop, StopReason};

use crate::exit::Exit;

/// Who raises the flags. Lives as long as the program.
#[derive(Clone)]
pub struct Watch(Arc<Shared>);

struct Shared {
    cancelled: AtomicBool,
    watched: Mutex<Vec<Watched>>,
    /// A deadline came or went.
    changed: Condvar,
}

struct Watched {
    stop: Arc<Stop>,
    deadline: Option<Instant>,
}

/// A search that is being watched until this is dropped.
pub struct Guard<'a> {
    watch: &'a Watch,
    /// The flag that ends it.
    pub stop: Arc<Stop>,
}

impl Watch {
    /// Begins to watch, and listens for interrupts: the first ends the searches, the second the program.
    ///
    /// # Errors
    /// If the system does not let the program listen.
    pub fn install() -> Result<Watch, ctrlc::Error> {
        let watch = Watch::new();
        let handler = watch.clone();
        ctrlc::set_handler(move || {
            if handler.is_cancelled() {
                std::process::exit(Exit::Interrupted as i32);
            }
            handler.cancel();
        })?;
        Ok(watch)
    }

    /// Watches the time only.
    pub fn new() -> Watch {
        let shared =
            Shared { cancelled: AtomicBool::new(false), watched: Mutex::default(), changed: Condvar::new() };
        let watch = Watch(Arc::new(shared));
        let clock = watch.clone();
        thread::spawn(move || clock.keep_time());
        watch
    }

    /// Ends all searches, those that begin later too.
    pub fn cancel(&self) {
        self.0.cancelled.store(true, Ordering::SeqCst);
        for watched in self.lock().iter() {
            watched.stop.raise(StopReason::Cancelled);
        }
    }

    /// Whether somebody asked for the end.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancelled.load(Ordering::SeqCst)
    }

    /// Watches a search that begins now and may take `timeout`.
    pub fn guard(&self, timeout: Option<Duration>) -> Guard<'_> {
        let stop = Arc::new(Stop::default());
        // A time beyond what the clock can count is no limit.
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        self.lock().push(Watched { stop: stop.clone(), deadline });
        self.0.changed.notify_one();
        // After it is on the list, so that it cannot slip between a cancel and the list.
        if self.is_cancelled() {
            stop.raise(StopReason::Cancelled);
        }
        Guard { watch: self, stop }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Watched>> {
        self.0.watched.lock().expect("nothing panics while holding the list")
    }

    fn keep_time(&self) {
        let mut watched = self.lock();
        loop {
            let now = Instant::now();
            let next = watched.iter().filter_map(|watched| watched.deadline).min();
            watched = match next {
                None => self.0.changed.wait(watched).expect("nothing panics while holding the list"),
                Some(next) if next > now => {
                    let waited = self.0.changed.wait_timeout(watched, next - now);
                    waited.expect("nothing panics while holding the list").0
                }
                Some(_) => {
                    for late in watched.iter_mut().filter(|watched| watched.deadline <= Some(now)) {
                        if late.deadline.take().is_some() {
                            late.stop.raise(StopReason::Time);
                        }
                    }
                    watched
                }
            };
        }
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.watch.lock().retain(|watched| !Arc::ptr_eq(&watched.stop, &self.stop));
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
        assert_eq!(watch.lock().len(), 2);
    }

    #[test]
    fn a_cancel_reaches_all_now_and_later() {
        let watch = Watch::new();
        let before = watch.guard(None);
        watch.cancel();
        let after = watch.guard(None);
        assert_eq!(before.stop.reason(), Some(StopReason::Cancelled));
        assert_eq!(after.stop.reason(), Some(StopReason::Cancelled));
    }
}

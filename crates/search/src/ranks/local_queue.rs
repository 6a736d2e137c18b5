//! The local task queue of one rank: the worker state shared by its threads, and a condition variable for those that
//! wait.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread::{self, Thread};

use super::message::Finished;
use super::worker::{Next, RankWorker};
use crate::control::StopReason;
use crate::executor::{RoundStatus, TaskSource};

/// The worker state, shared by threads.
pub(crate) struct LocalQueue {
    worker: Mutex<RankWorker>,
    /// Notified when tasks arrive, or the round ends.
    changed: Condvar,
    /// The thread that communicates with the coordinator.
    comm_thread: Thread,
    has_panicked: Mutex<bool>,
}

impl LocalQueue {
    /// Creates the queue. The calling thread is the one that communicates.
    pub fn new(worker: RankWorker) -> LocalQueue {
        LocalQueue {
            worker: Mutex::new(worker),
            changed: Condvar::new(),
            comm_thread: thread::current(),
            has_panicked: Mutex::new(false),
        }
    }

    pub fn lock(&self) -> MutexGuard<'_, RankWorker> {
        self.worker.lock().expect("nothing panics while it is held")
    }

    /// Changes the worker state and wakes the threads that wait for it.
    pub fn update<T>(&self, change: impl FnOnce(&mut RankWorker) -> T) -> T {
        let result = change(&mut self.lock());
        self.changed.notify_all();
        result
    }

    /// True if a thread has panicked: no thread must wait for it.
    pub fn has_panicked(&self) -> bool {
        *self.has_panicked.lock().expect("nothing panics while it is held")
    }

    /// Runs `work` whenever there are tasks, until the round is over. Each thread of the rank calls this.
    pub fn serve(&self, work: &(dyn Fn(&dyn TaskSource) -> Option<StopReason> + Sync)) {
        let _guard = PanicGuard(self);
        while self.wait_for_tasks() {
            let stop = work(self);
            self.lock().leave(stop);
            self.comm_thread.unpark();
        }
    }

    /// Waits for tasks; false if the round is over.
    fn wait_for_tasks(&self) -> bool {
        let mut worker = self.lock();
        loop {
            if worker.end().is_some() || self.has_panicked() {
                return false;
            }
            if worker.enter() {
                return true;
            }
            worker = self.changed.wait(worker).expect("nothing panics while it is held");
        }
    }
}

/// Wakes the other threads if a thread panics.
struct PanicGuard<'a>(&'a LocalQueue);

impl Drop for PanicGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            *self.0.has_panicked.lock().expect("nothing panics while it is held") = true;
            self.0.changed.notify_all();
            self.0.comm_thread.unpark();
        }
    }
}

impl TaskSource for LocalQueue {
    fn next(&self) -> Option<usize> {
        let mut worker = self.lock();
        loop {
            let next = worker.next();
            if worker.is_low() {
                self.comm_thread.unpark();
            }
            match next {
                Next::Task(task) => return Some(task),
                Next::Nothing => return None,
                Next::Wait if self.has_panicked() => return None,
                Next::Wait => {
                    worker = self.changed.wait(worker).expect("nothing panics while it is held");
                }
            }
        }
    }

    fn finished(&self, task: usize, has_answer: bool, line: &dyn Fn() -> String) {
        self.lock().finish(Finished { task, has_answer, line: line() });
        if has_answer {
            self.comm_thread.unpark();
        }
    }

    fn status(&self) -> RoundStatus {
        self.lock().status()
    }
}

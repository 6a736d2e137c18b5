//! Runs tasks on the threads of one machine. Task claiming: threads take the next task number from one atomic counter.
//! There are no per-thread queues and no work stealing, because tasks are small and their order matters.
//!
//! An executor is a number of spare threads. The thread that calls [`Executor::run`] starts alone and, each time it
//! claims a task, recruits the threads that are spare at that moment; they become spare again when the round has no
//! more tasks. So several searches can share one executor, as a batch does: while there are enough instances each
//! search stays on the thread that began it, and the last ones get more threads in the middle of their rounds.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, Scope};

use crate::executor::{Executor, Job, TaskSource, Worker};
use crate::outcome::Outcome;

/// An executor over a changing number of spare threads.
pub struct Threads {
    spare: AtomicUsize,
}

impl Threads {
    /// An executor for one search at a time on `n` threads, including the caller's.
    pub fn new(n: usize) -> Threads {
        Threads::with_spare(n.saturating_sub(1))
    }

    /// An executor with `spare` threads in addition to those that call [`Executor::run`].
    pub fn with_spare(spare: usize) -> Threads {
        Threads { spare: AtomicUsize::new(spare) }
    }

    /// Adds the calling thread to the spare threads: it has no more work. It must end soon after.
    pub fn lend(&self) {
        self.spare.fetch_add(1, Ordering::Relaxed);
    }

    /// Removes a spare thread, to be lent again later; false if there is none.
    pub fn borrow(&self) -> bool {
        self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
    }
}

/// Makes a thread spare again when dropped, also if its task panics.
struct ReturnOnDrop<'a>(&'a Threads);

impl Drop for ReturnOnDrop<'_> {
    fn drop(&mut self) {
        self.0.lend();
    }
}

/// One call of [`Executor::run`].
struct Run<'a> {
    threads: &'a Threads,
    worker: &'a Worker<'a>,
    n_tasks: usize,
    next: AtomicUsize,
    merged: Mutex<Outcome>,
}

impl Run<'_> {
    fn claim(&self) -> Option<usize> {
        let task = self.next.fetch_add(1, Ordering::Relaxed);
        (task < self.n_tasks).then_some(task)
    }

    fn work(&self, tasks: &dyn TaskSource) {
        let outcome = (self.worker)(tasks);
        self.merged.lock().expect("merging does not panic").merge(outcome);
    }
}

impl TaskSource for Run<'_> {
    fn next(&self) -> Option<usize> {
        self.claim()
    }
}

/// The task source of the thread that began the run: it recruits spare threads as it goes.
struct RecruitingSource<'scope, 'env> {
    run: &'env Run<'env>,
    scope: &'scope Scope<'scope, 'env>,
}

impl TaskSource for RecruitingSource<'_, '_> {
    fn next(&self) -> Option<usize> {
        let task = self.run.claim()?;
        let run = self.run;
        while run.next.load(Ordering::Relaxed) < run.n_tasks && run.threads.borrow() {
            // Moved into the thread, or dropped here if the system does not start one: then fewer threads go on.
            let borrowed = ReturnOnDrop(run.threads);
            let worker = move || {
                let _return = borrowed;
                run.work(run);
            };
            if thread::Builder::new().spawn_scoped(self.scope, worker).is_err() {
                break;
            }
        }
        Some(task)
    }
}

impl Executor for Threads {
    fn run(&self, job: &Job<'_>, worker: &Worker<'_>) -> Outcome {
        let run = Run {
            threads: self,
            worker,
            n_tasks: job.n_tasks,
            next: AtomicUsize::new(0),
            merged: Mutex::new(Outcome::NONE),
        };
        thread::scope(|scope| run.work(&RecruitingSource { run: &run, scope }));
        run.merged.into_inner().expect("merging does not panic")
    }
}

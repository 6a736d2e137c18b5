//! Tasks on the threads of one machine, claimed in order from one atomic counter.
//!
//! An executor is a number of spare threads. Whoever runs a round starts alone and, each time it claims a task,
//! takes on the threads that are spare at that moment; they come back when the round has no more tasks. So several
//! searches can share one executor, as a batch does: while there are puzzles enough each search stays on the
//! thread that began it, and the last ones find help in the middle of their rounds.

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
    /// For one search at a time on `n` threads, the caller's among them.
    pub fn new(n: usize) -> Threads {
        Threads::with_spare(n.saturating_sub(1))
    }

    /// `spare` threads besides those that call [`Executor::run`].
    pub fn with_spare(spare: usize) -> Threads {
        Threads { spare: AtomicUsize::new(spare) }
    }

    /// A thread that has nothing more to do lends itself to the others. It must end soon after.
    pub fn lend(&self) {
        self.spare.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes a spare thread away, to be lent again; false if there is none.
    pub fn borrow(&self) -> bool {
        self.spare.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
    }
}

/// Gives a thread back, also when its task panics.
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

/// The claims of the thread that began the run: it takes on helpers as it goes.
struct RecruitingSource<'scope, 'env> {
    run: &'env Run<'env>,
    scope: &'scope Scope<'scope, 'env>,
}

impl TaskSource for RecruitingSource<'_, '_> {
    fn next(&self) -> Option<usize> {
        let task = self.run.claim()?;
        let run = self.run;
        while run.next.load(Ordering::Relaxed) < run.n_tasks && run.threads.borrow() {
            self.scope.spawn(move || {
                let _return = ReturnOnDrop(run.threads);
                run.work(run);
            });
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

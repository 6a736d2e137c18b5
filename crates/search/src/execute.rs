//! Who runs the tasks. A search hands an executor numbered tasks and a worker; the executor calls the worker on as
//! many threads (or machines) as it has and gives each a source of task numbers. One virtual call per task, none
//! per node.

use std::cell::Cell;

use crate::outcome::Outcome;

/// Where a worker gets its next task. Numbers come in increasing order.
pub trait Claims {
    /// The next task, or None when all are taken.
    fn next(&self) -> Option<usize>;
}

/// Runs tasks until its claims are used up.
pub type Worker<'a> = dyn Fn(&dyn Claims) -> Outcome + Sync + 'a;

/// Runs numbered tasks, each exactly once.
pub trait Executor: Sync {
    /// Has `worker` run all of `0..n_tasks` and merges what comes out.
    fn run(&self, n_tasks: usize, worker: &Worker<'_>) -> Outcome;
}

/// One task after the other, on the calling thread.
pub struct Sequential;

struct Counter {
    next: Cell<usize>,
    end: usize,
}

impl Claims for Counter {
    fn next(&self) -> Option<usize> {
        let task = self.next.get();
        self.next.set(task + 1);
        (task < self.end).then_some(task)
    }
}

impl Executor for Sequential {
    fn run(&self, n_tasks: usize, worker: &Worker<'_>) -> Outcome {
        worker(&Counter { next: Cell::new(0), end: n_tasks })
    }
}

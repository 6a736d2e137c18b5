//! Executors run the tasks of a round. A search gives an executor numbered tasks and a worker function; the executor
//! calls the worker on as many threads (or machines) as it has and gives each a source of task numbers. There is one
//! virtual call per task, none per node.

use std::cell::Cell;

use crate::control::StopReason;
use crate::outcome::Outcome;
use crate::problem::Cost;

/// A set of tasks to run.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// Number of tasks; they are numbered `0..n_tasks`.
    pub n_tasks: usize,
    /// The bound up to which the tasks search.
    pub bound: Cost,
    /// True if an answer of one task makes all higher tasks superfluous.
    pub ends_at_answer: bool,
    /// Maximum number of solutions to store.
    pub max_solutions: usize,
    /// Identifies the tasks: the same number on every machine that has the same tasks, and another number for other
    /// tasks.
    pub fingerprint: &'a dyn Fn() -> u64,
    /// Receives the number of nodes generated elsewhere. Returns the reason to stop, if there is one.
    pub poll: &'a dyn Fn(u64) -> Option<StopReason>,
}

impl Job<'static> {
    /// A job of `n_tasks` tasks without a bound, whose worker stores the results itself.
    pub fn of_tasks(n_tasks: usize) -> Job<'static> {
        Job {
            n_tasks,
            bound: 0,
            ends_at_answer: false,
            max_solutions: usize::MAX,
            fingerprint: &|| 0,
            poll: &|_| None,
        }
    }
}

/// Status of a round, as reported by its other workers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundStatus {
    /// The lowest task that has an answer, `usize::MAX` if none has.
    pub answered: usize,
    /// The reason to stop, if a worker or the user has stopped the round.
    pub stop: Option<StopReason>,
}

impl RoundStatus {
    /// No answer and no stop yet.
    pub const RUNNING: RoundStatus = RoundStatus { answered: usize::MAX, stop: None };
}

/// A source of task numbers for a worker. Numbers come in increasing order.
pub trait TaskSource {
    /// Claims the next task; None if all are taken.
    fn next(&self) -> Option<usize>;

    /// Reports that a task has ended, and whether it has an answer. `line` returns the result as a line of text; it is
    /// called only if the result is journaled or sent.
    fn finished(&self, _task: usize, _has_answer: bool, _line: &dyn Fn() -> String) {}

    /// The reports of the other workers. Called every few thousand nodes.
    fn status(&self) -> RoundStatus {
        RoundStatus::RUNNING
    }
}

/// A function that claims tasks and runs them until none are left.
pub type Worker<'a> = dyn Fn(&dyn TaskSource) -> Outcome + Sync + 'a;

/// Runs numbered tasks, each exactly once.
pub trait Executor: Sync {
    /// Runs all tasks by `worker` and merges the outcomes.
    fn run(&self, job: &Job<'_>, worker: &Worker<'_>) -> Outcome;
}

/// Runs one task after the other on the calling thread.
pub struct Sequential;

struct Counter {
    next: Cell<usize>,
    end: usize,
}

impl TaskSource for Counter {
    fn next(&self) -> Option<usize> {
        let task = self.next.get();
        self.next.set(task + 1);
        (task < self.end).then_some(task)
    }
}

impl Executor for Sequential {
    fn run(&self, job: &Job<'_>, worker: &Worker<'_>) -> Outcome {
        worker(&Counter { next: Cell::new(0), end: job.n_tasks })
    }
}

//! Who runs the tasks. A search hands an executor numbered tasks and a worker; the executor calls the worker on as
//! many threads (or machines) as it has and gives each a source of task numbers. One virtual call per task, none
//! per node.

use std::cell::Cell;

use crate::control::StopReason;
use crate::outcome::Outcome;
use crate::problem::Cost;

/// Tasks to be run.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// They are numbered `0..n_tasks`.
    pub n_tasks: usize,
    /// The cost up to which they search.
    pub bound: Cost,
    /// An answer of one task makes those above it superfluous.
    pub ends_at_answer: bool,
    /// How many solutions are kept.
    pub max_solutions: usize,
    /// From how many nodes on a task is worth splitting.
    pub heavy: u64,
    /// Says what is searched: the same number on every machine that has the same tasks, and another for others.
    pub fingerprint: &'a dyn Fn() -> u64,
    /// Told of nodes that others have made, says why to stop, if there is a reason.
    pub poll: &'a dyn Fn(u64) -> Option<StopReason>,
}

impl Job<'static> {
    /// Tasks whose worker keeps what it finds to itself.
    pub fn of_tasks(n_tasks: usize) -> Job<'static> {
        Job {
            n_tasks,
            bound: 0,
            ends_at_answer: false,
            max_solutions: usize::MAX,
            heavy: u64::MAX,
            fingerprint: &|| 0,
            poll: &|_| None,
        }
    }
}

/// What is known elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoundStatus {
    /// The lowest task that has an answer, `usize::MAX` if none has.
    pub answered: usize,
    /// Why to stop, if somebody said so.
    pub stop: Option<StopReason>,
}

impl RoundStatus {
    /// Nothing yet.
    pub const RUNNING: RoundStatus = RoundStatus { answered: usize::MAX, stop: None };
}

/// Where a worker gets its next task. Numbers come in increasing order.
pub trait TaskSource {
    /// The next task, or None when all are taken.
    fn next(&self) -> Option<usize>;

    /// A task has been run to its end, and whether it has an answer. Its result as a line of text is asked for only if somebody
    /// wants to know it.
    fn finished(&self, _task: usize, _has_answer: bool, _line: &dyn Fn() -> String) {}

    /// What others have found out. Asked every few thousand nodes.
    fn status(&self) -> RoundStatus {
        RoundStatus::RUNNING
    }
}

/// Runs tasks until its claims are used up.
pub type Worker<'a> = dyn Fn(&dyn TaskSource) -> Outcome + Sync + 'a;

/// Runs numbered tasks, each exactly once.
pub trait Executor: Sync {
    /// Has `worker` run all tasks and merges what comes out.
    fn run(&self, job: &Job<'_>, worker: &Worker<'_>) -> Outcome;
}

/// One task after the other, on the calling thread.
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

//! Requests for boards, for tests and benches.

use std::sync::Arc;

use deepen_sliding::pdb::partition::PartitionSpec;
use deepen_sliding::{SlideMetric, SlidingSolver, SlidingTask};
use puzzle::{Board, Goal};
use solver::{Method, Request, Store};

/// Returns a solver that stores no tables.
pub fn solver() -> Arc<SlidingSolver> {
    Arc::new(SlidingSolver::new(&Store::nowhere()))
}

/// Returns the task of reaching a goal with these groups of tiles.
pub fn task(
    solver: &Arc<SlidingSolver>,
    goal: &Goal,
    metric: SlideMetric,
    groups: Option<PartitionSpec>,
) -> Arc<SlidingTask> {
    Arc::new(SlidingTask::new(solver.clone(), goal.clone(), metric, groups).expect("a sound task"))
}

/// Returns the request for a board.
pub fn request(task: &Arc<SlidingTask>, board: &Board, method: Method) -> Request {
    let instance = task.instance(board.clone()).expect("of the goal's size");
    Request { task: task.clone(), instance, method }
}

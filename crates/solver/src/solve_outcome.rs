//! The number of expected requests that a solver receives ([`Demand`]) and the result of one search ([`SolveOutcome`]).

use std::ops::ControlFlow;

use search::{Answer, Control, End, StopReason};

use crate::heuristic::Heuristic;
use crate::instance::MoveSink;
use crate::report::UpToSymmetry;

/// Expected number of requests. Large tables pay off only for many requests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// One request or a few.
    One,
    /// Hundreds of requests or more.
    Many,
}

/// The result of one search by a solver.
pub struct SolveOutcome {
    /// The answer of the search.
    pub answer: Answer,
    /// Number of solutions that are longer than the shortest by 1, by 2 and so on.
    pub longer: Vec<u64>,
    /// The heuristic that was used.
    pub heuristic: Heuristic,
    /// Size of the tables that were used, in bytes.
    pub table_bytes: u64,
    /// Number of solutions up to symmetry, if requested.
    pub up_to_symmetry: Option<UpToSymmetry>,
}

impl SolveOutcome {
    /// Creates an outcome without longer solutions.
    pub fn new(answer: Answer, heuristic: Heuristic, table_bytes: u64) -> SolveOutcome {
        SolveOutcome { answer, longer: Vec::new(), heuristic, table_bytes, up_to_symmetry: None }
    }

    /// Passes the moves of the first solution to `take` and clears the list of solutions.
    #[must_use]
    pub fn streamed_into(mut self, take: &mut MoveSink<'_>) -> SolveOutcome {
        if let Some(moves) = self.answer.solutions.first()
            && let ControlFlow::Break(reason) = take(moves)
        {
            self.answer.end = End::Stopped(reason);
        }
        self.answer.solutions.clear();
        self
    }

    /// Creates the outcome of a run that was stopped before its tables were ready.
    pub fn stopped(control: &Control<'_>, heuristic: Heuristic) -> SolveOutcome {
        let reason = control.stopped().unwrap_or(StopReason::Cancelled);
        SolveOutcome::new(Answer { end: End::Stopped(reason), ..Answer::unknown(0) }, heuristic, 0)
    }
}

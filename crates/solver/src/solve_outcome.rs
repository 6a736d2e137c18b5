//! What a solver is told of the work to come, and what it hands back.

use std::ops::ControlFlow;

use search::{Answer, Control, End, StopReason};

use crate::heuristic::Heuristic;
use crate::instance::MoveSink;
use crate::report::UpToSymmetry;

/// How many requests are to come: some tables pay only for many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// One, or a few.
    One,
    /// Hundreds and more.
    Many,
}

/// What a solver found.
pub struct SolveOutcome {
    /// The answer of the search.
    pub answer: Answer,
    /// Of its solutions, how many are longer than the shortest by 1, by 2 and so on.
    pub longer: Vec<u64>,
    /// What was estimated with.
    pub heuristic: Heuristic,
    /// Bytes of its tables.
    pub table_bytes: u64,
    /// How many solutions there are up to symmetry, if that was asked for.
    pub up_to_symmetry: Option<UpToSymmetry>,
}

impl SolveOutcome {
    /// An answer without longer solutions.
    pub fn new(answer: Answer, heuristic: Heuristic, table_bytes: u64) -> SolveOutcome {
        SolveOutcome { answer, longer: Vec::new(), heuristic, table_bytes, up_to_symmetry: None }
    }

    /// Hands over the moves of its first solution, and holds none any more.
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

    /// Nothing, because the work was stopped before there were tables.
    pub fn stopped(control: &Control<'_>, heuristic: Heuristic) -> SolveOutcome {
        let reason = control.stopped().unwrap_or(StopReason::Cancelled);
        SolveOutcome::new(Answer { end: End::Stopped(reason), ..Answer::unknown(0) }, heuristic, 0)
    }
}

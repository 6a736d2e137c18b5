//! Interpretation of reports: status names, stop reasons and success.
//!
//! ```
//! use deepen::search::StopReason;
//!
//! assert_eq!(deepen::status::stopped_by(StopReason::Time), "time");
//! ```

use search::{Cost, StopReason};
use solver::{Proof, Report, Status};

/// Returns the status name: `optimal`, `upper_bound`, `unsolvable`, `none_within_length`, `timeout`, `cancelled` or
/// `limit`.
pub fn status(report: &Report) -> &'static str {
    match report.status {
        _ if none_within(report).is_some() => "none_within_length",
        Status::Solved(Proof::Optimal) => "optimal",
        Status::Solved(Proof::UpperBound) => "upper_bound",
        Status::NoSolution => "unsolvable",
        Status::Stopped(StopReason::Time) => "timeout",
        Status::Stopped(StopReason::Cancelled) => "cancelled",
        Status::Stopped(StopReason::Nodes | StopReason::Memory | StopReason::Cost) => "limit",
    }
}

/// Returns the length up to which the absence of a solution is proved, if that was the requested maximum.
pub fn none_within(report: &Report) -> Option<Cost> {
    let is_over = report.status == Status::Stopped(StopReason::Cost) && report.length.is_none();
    report.max_length.filter(|&most| is_over && report.lower_bound > most)
}

/// Returns the name of a stop reason: `time`, `cancelled`, `nodes`, `memory` or `length`.
pub fn stopped_by(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Cancelled => "cancelled",
        StopReason::Nodes => "nodes",
        StopReason::Memory => "memory",
        StopReason::Cost => "length",
    }
}

/// True if the search for all solutions completed its last round, so that their number is exact.
pub fn has_all(report: &Report) -> bool {
    let longest = report.length.map(|length| length + report.longer.len() as u32);
    report.rounds.last().map(|round| round.bound) == longest
}

/// The result that is required for success.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// Any solution.
    Any,
    /// A proved shortest solution.
    Proved,
    /// All shortest solutions.
    All,
}

/// Success of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The required result was found.
    Done,
    /// It is proved that there is no solution within the maximum length.
    NoneWithin,
    /// The puzzle is proved unsolvable.
    Unsolvable,
    /// A limit ended the search before the required result was found.
    Limit,
}

/// Compares a report with the required result.
pub fn outcome(report: &Report, wanted: Wanted) -> Outcome {
    match report.status {
        _ if none_within(report).is_some() => Outcome::NoneWithin,
        Status::Solved(_) if wanted == Wanted::All && !has_all(report) => Outcome::Limit,
        Status::Solved(Proof::UpperBound) if wanted == Wanted::Proved => Outcome::Limit,
        Status::Solved(_) => Outcome::Done,
        Status::NoSolution => Outcome::Unsolvable,
        Status::Stopped(_) => Outcome::Limit,
    }
}

/// True if a report contradicts the optimal length that a file claims.
pub fn contradicts(report: &Report, known: u32) -> bool {
    let is_optimal = report.status == Status::Solved(Proof::Optimal);
    report.lower_bound > known || report.length.is_some_and(|l| l < known || is_optimal && l != known)
}

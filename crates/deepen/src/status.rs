//! What a report means: the words for how it ended.
//!
//! ```
//! use deepen::search::StopReason;
//!
//! assert_eq!(deepen::status::stopped_by(StopReason::Time), "time");
//! ```

use search::{Cost, StopReason};
use solver::{Proof, Report, Status};

/// `optimal`, `upper_bound`, `unsolvable`, `none_within_length`, `timeout`, `cancelled` or `limit`.
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

/// The length up to which it is proved that there is no solution, if that is all that was asked for.
pub fn none_within(report: &Report) -> Option<Cost> {
    let is_over = report.status == Status::Stopped(StopReason::Cost) && report.length.is_none();
    report.max_length.filter(|&most| is_over && report.lower_bound > most)
}

/// What stopped it: `time`, `cancelled`, `nodes`, `memory` or `length`.
pub fn stopped_by(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Time => "time",
        StopReason::Cancelled => "cancelled",
        StopReason::Nodes => "nodes",
        StopReason::Memory => "memory",
        StopReason::Cost => "length",
    }
}

/// Whether the search for all solutions went through its last round, so that their number is exact.
pub fn has_all(report: &Report) -> bool {
    let longest = report.length.map(|length| length + report.longer.len() as u32);
    report.rounds.last().map(|round| round.bound) == longest
}

/// What must have been found for everything to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// A solution.
    Any,
    /// One that is proved to be a shortest.
    Proved,
    /// All shortest ones.
    All,
}

/// How well a report answers what was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// What was asked for was found.
    Done,
    /// It is proved that there is no solution as short as was asked for.
    NoneWithin,
    /// It is proved that there is no solution.
    Unsolvable,
    /// A limit ended the search before what was asked for was found.
    Limit,
}

/// Returns how well a report answers what was asked for.
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

/// Whether a report contradicts the length that a file claims to be the shortest.
pub fn contradicts(report: &Report, known: u32) -> bool {
    let is_optimal = report.status == Status::Solved(Proof::Optimal);
    report.lower_bound > known || report.length.is_some_and(|l| l < known || is_optimal && l != known)
}

//! What a report means: the words and the exit code for how it ended.

use search::{Cost, StopReason};
use solve::{Proof, Report, Status};

use crate::exit::Exit;

/// `optimal`, `upper_bound`, `unsolvable`, `none_within_length`, `timeout`, `cancelled` or `limit`.
pub fn status(report: &Report) -> &'static str {
    match report.status {
        _ if none_within(report).is_some() => "none_within_length",
        Status::Solved(Proof::Optimal) => "optimal",
        Status::Solved(Proof::AtMost) => "upper_bound",
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

/// The exit code. Not having found what was asked for is a limit, too.
pub fn exit(report: &Report, wanted: Wanted) -> Exit {
    match report.status {
        _ if none_within(report).is_some() => Exit::NoneWithin,
        Status::Solved(_) if wanted == Wanted::All && !has_all(report) => Exit::Limit,
        Status::Solved(Proof::AtMost) if wanted == Wanted::Proved => Exit::Limit,
        Status::Solved(_) => Exit::Done,
        Status::NoSolution => Exit::Unsolvable,
        Status::Stopped(_) => Exit::Limit,
    }
}

/// Whether a report contradicts the length that a file claims to be the shortest.
pub fn contradicts(report: &Report, known: u32) -> bool {
    let is_optimal = report.status == Status::Solved(Proof::Optimal);
    report.lower_bound > known || report.length.is_some_and(|l| l < known || is_optimal && l != known)
}

//! What a library user gets.

use solver::{Error, ErrorKind, Report, Request, Status};

use crate::session::Timed;
use crate::status::{none_within, stopped_by};

/// A solution, with what is known about it. It was replayed on the full puzzle.
///
/// ```
/// let solution = deepen::solve("sliding", "8 2 0/4 6 1/3 7 5")?;
/// assert_eq!(solution.length, 24);
/// assert!(solution.is_optimal());
/// println!("{} in {} nodes", solution.moves, solution.nodes);
/// # Ok::<(), deepen::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// The moves, in the notation of the puzzle.
    pub moves: String,
    /// How many they are, as the metric counts them.
    pub length: u32,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// All solutions that were asked for and kept, the first one first.
    pub all: Vec<String>,
    /// How many there are, kept or not.
    pub n_solutions: u64,
    /// The algorithm that found it.
    pub algorithm: &'static str,
    /// The heuristic that was used, `none` if there was none.
    pub heuristic: &'static str,
    /// Nodes that were searched.
    pub nodes: u64,
    /// From the request to the answer, tables included.
    pub seconds: f64,
    /// The part of it that went into tables.
    pub table_seconds: f64,
}

impl Solution {
    /// True if it is proved that no solution is shorter.
    pub fn is_optimal(&self) -> bool {
        self.length == self.lower_bound
    }

    /// The solution of a report.
    ///
    /// # Errors
    /// If it has none: the puzzle is proved unsolvable, or a limit ended the search.
    pub(crate) fn of(request: &Request, timed: &Timed) -> Result<Solution, Error> {
        let report = &timed.report;
        let (Some(first), Some(length)) = (report.solutions.first(), report.length) else {
            return Err(none(report));
        };
        let written = |moves: &Vec<search::Move>| solver::Solution(&*request.instance, moves).to_string();
        Ok(Solution {
            moves: written(first),
            length,
            lower_bound: report.lower_bound,
            all: report.solutions.iter().map(written).collect(),
            n_solutions: report.n_solutions,
            algorithm: report.algorithm.name(),
            heuristic: report.heuristic.name(),
            nodes: report.counts.generated,
            seconds: timed.seconds,
            table_seconds: timed.table_seconds,
        })
    }
}

/// Why a report has no solution.
fn none(report: &Report) -> Error {
    let least = report.lower_bound;
    match report.status {
        _ if none_within(report).is_some() => Error::new(
            ErrorKind::Limit,
            format!("there is no solution of {} moves or fewer, which is proved", least - 1),
        ),
        Status::Stopped(reason) => Error {
            stopped: Some(reason),
            ..Error::new(
                ErrorKind::Limit,
                format!("stopped ({}): a solution has at least {least} moves", stopped_by(reason)),
            )
        },
        Status::NoSolution | Status::Solved(_) => {
            Error::unsolvable("no solution: everything that the moves can reach was searched")
        }
    }
}

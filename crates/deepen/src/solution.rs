//! The result type of the library interface.

use solver::{Error, ErrorKind, Report, Request, Status};

use crate::session::Timed;
use crate::status::{none_within, stopped_by};

/// A solution with its proof status and statistics. It was replayed on the full puzzle.
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
    /// Number of moves in the metric.
    pub length: u32,
    /// Proved lower bound: no solution is shorter.
    pub lower_bound: u32,
    /// All stored solutions, the first found first.
    pub all: Vec<String>,
    /// Number of solutions found, stored or not.
    pub n_solutions: u64,
    /// The algorithm that found it.
    pub algorithm: &'static str,
    /// The heuristic that was used; `none` if there was none.
    pub heuristic: &'static str,
    /// Number of nodes generated.
    pub nodes: u64,
    /// Seconds from the request to the answer, tables included.
    pub seconds: f64,
    /// Seconds spent on tables.
    pub table_seconds: f64,
}

impl Solution {
    /// True if the solution is proved to be shortest.
    pub fn is_optimal(&self) -> bool {
        self.length == self.lower_bound
    }

    /// Creates the solution of a report.
    ///
    /// # Errors
    /// If the report has no solution: the puzzle is proved unsolvable, or a limit ended the search.
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

/// Returns the reason why a report has no solution.
fn none(report: &Report) -> Error {
    let least = report.lower_bound;
    match report.status {
        _ if none_within(report).is_some() => {
            Error::new(ErrorKind::Limit, format!("proved that no solution has {} moves or fewer", least - 1))
        }
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

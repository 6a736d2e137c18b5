//! The report of a request: solutions in the puzzle's own moves, proof status and statistics.

use search::{Cost, Counts, End, Move, Round, StopReason};

use crate::algorithm::Algorithm;
use crate::heuristic::Heuristic;

/// Proof status of a solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Proved optimal: no shorter solution exists.
    Optimal,
    /// An upper bound: a shorter solution may exist.
    UpperBound,
}

/// How a request ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// A solution was found.
    Solved(Proof),
    /// The whole state space was searched and has no solution.
    NoSolution,
    /// Stopped before there was an answer.
    Stopped(StopReason),
}

/// The answer to a request. Every solution in it was replayed on the full puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How the request ended.
    pub status: Status,
    /// The algorithm used.
    pub algorithm: Algorithm,
    /// The heuristic used; `none` for an algorithm without one.
    pub heuristic: Heuristic,
    /// The stored solutions, the first found first; [`crate::Instance::write_moves`] formats them.
    pub solutions: Vec<Vec<Move>>,
    /// Number of solutions, stored or not.
    pub n_solutions: u64,
    /// Number of solutions that are longer than the shortest by 1, by 2 and so on, where requested.
    pub longer: Vec<u64>,
    /// Number of solutions up to symmetry, where requested; `solutions` then has one of each equivalence class.
    pub up_to_symmetry: Option<UpToSymmetry>,
    /// Length of the shortest solution in the metric.
    pub length: Option<Cost>,
    /// Lower bound: no solution is shorter.
    pub lower_bound: Cost,
    /// Maximum length of the search, if limited.
    pub max_length: Option<Cost>,
    /// Nodes generated and expanded.
    pub counts: Counts,
    /// Peak number of states in memory.
    pub held: u64,
    /// Completed rounds or levels.
    pub rounds: Vec<Round>,
    /// Size of the tables used, in bytes.
    pub table_bytes: u64,
}

/// Number of equivalence classes of solutions under symmetry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpToSymmetry {
    /// Number of classes.
    pub n_sets: u64,
    /// Number of solutions compared. If there are more than could be stored, the others may belong to further classes.
    pub n_compared: u64,
}

impl Status {
    /// Returns the status of a search that ended with `end`.
    pub fn of(end: End, optimal: bool, has_solution: bool) -> Status {
        match end {
            End::Solved if optimal => Status::Solved(Proof::Optimal),
            End::Solved => Status::Solved(Proof::UpperBound),
            // A search for all solutions that was stopped in its last round still has some.
            End::Stopped(_) if has_solution && optimal => Status::Solved(Proof::Optimal),
            End::Exhausted => Status::NoSolution,
            End::Stopped(reason) => Status::Stopped(reason),
        }
    }
}

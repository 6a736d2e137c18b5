//! What comes back: the answer in the puzzle's own moves, with its proof and what it took.

use search::{Cost, Counts, End, Move, Round, StopReason};

use crate::algorithm::Algorithm;
use crate::heuristic::Heuristic;

/// Whether an answer is known to be the shortest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// Nothing shorter exists.
    Optimal,
    /// It is a solution; a shorter one may exist.
    UpperBound,
}

/// How a request ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// With a solution.
    Solved(Proof),
    /// Everything was searched: there is none.
    NoSolution,
    /// Before an answer.
    Stopped(StopReason),
}

/// The answer to a request. Every solution in it was replayed on the full puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// How it ended.
    pub status: Status,
    /// The search used.
    pub algorithm: Algorithm,
    /// The heuristic used; none for a search that asks for none.
    pub heuristic: Heuristic,
    /// The solutions kept, the first one first; [`crate::Instance::write_moves`] writes them.
    pub solutions: Vec<Vec<Move>>,
    /// How many there are, kept or not.
    pub n_solutions: u64,
    /// How many of them are longer than the shortest by 1, by 2 and so on, where these were asked for.
    pub longer: Vec<u64>,
    /// How many there are up to symmetry, where that was asked for; then only one of each set is in `solutions`.
    pub up_to_symmetry: Option<UpToSymmetry>,
    /// Moves of the shortest solutions, as the metric counts them.
    pub length: Option<Cost>,
    /// No solution is shorter than this.
    pub lower_bound: Cost,
    /// The longest solution that was looked for, if that was limited.
    pub max_length: Option<Cost>,
    /// Everything searched.
    pub counts: Counts,
    /// The most states held at once.
    pub held: u64,
    /// Completed rounds or levels.
    pub rounds: Vec<Round>,
    /// Bytes of tables used.
    pub table_bytes: u64,
}

/// How many sets there are of solutions that a symmetry sends to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UpToSymmetry {
    /// That many.
    pub n_sets: u64,
    /// Of so many solutions: if there are more than could be kept, the others may belong to further sets.
    pub n_compared: u64,
}

impl Status {
    /// Of a search that ended so.
    pub fn of(end: End, optimal: bool, has_solution: bool) -> Status {
        match end {
            End::Solved if optimal => Status::Solved(Proof::Optimal),
            End::Solved => Status::Solved(Proof::UpperBound),
            // A search for all solutions that was stopped in its last round still holds some.
            End::Stopped(_) if has_solution && optimal => Status::Solved(Proof::Optimal),
            End::Exhausted => Status::NoSolution,
            End::Stopped(reason) => Status::Stopped(reason),
        }
    }
}

//! Answers that need no search, and bounds known before a search.

use puzzle::Cube3;
use search::{Answer, Cost, Counts, End, Move};
use solver::cube::CubeQuery;

/// Bounds on the length of a solution that are known before a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchBounds {
    /// Only solutions shorter than this are searched.
    pub upper_bound: Cost,
    /// No solution is shorter than this.
    pub lower_bound: Cost,
    /// True if the caller proves the shortest length by other means. Then a cube that is nearly solved is improved and
    /// proved here only where that is cheap.
    pub is_proved_elsewhere: bool,
}

impl SearchBounds {
    /// No bounds.
    pub const NONE: SearchBounds =
        SearchBounds { upper_bound: Cost::MAX, lower_bound: 0, is_proved_elsewhere: false };
}

/// Returns the cube to solve for the start to become the goal: a sequence that leads from start to goal solves their
/// difference.
pub fn difference(query: &CubeQuery<Cube3>) -> Cube3 {
    query.goal.inverse().then(&query.start)
}

/// Returns the answer for a start that is the goal.
pub fn already_solved() -> Answer {
    answer(End::Solved, Some((0, Vec::new())), 0, Counts::default())
}

/// Returns an answer with one solution or none.
pub fn answer(end: End, best: Option<(Cost, Vec<Move>)>, lower_bound: Cost, counts: Counts) -> Answer {
    let cost = best.as_ref().map(|(cost, _)| *cost);
    Answer {
        end,
        n_solutions: u64::from(best.is_some()),
        solutions: best.into_iter().map(|(_, moves)| moves).collect(),
        starts: Vec::new(),
        cost,
        lower_bound: cost.map_or(lower_bound, |cost| lower_bound.min(cost)),
        counts,
        held: 1,
        rounds: Vec::new(),
    }
}

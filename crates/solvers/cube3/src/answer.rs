//! Answers that are made without a search, and what is known of a cube before one.

use puzzle::Cube3;
use search::{Answer, Cost, Counts, End, Move};
use solver::cube::CubeQuery;

/// What is known of a cube beforehand.
#[derive(Clone, Copy, Debug)]
pub struct SearchBounds {
    /// Only what is shorter than this is looked for.
    pub upper_bound: Cost,
    /// Nothing is shorter than this.
    pub lower_bound: Cost,
}

impl SearchBounds {
    /// Nothing is known.
    pub const NONE: SearchBounds = SearchBounds { upper_bound: Cost::MAX, lower_bound: 0 };
}

/// The cube that has to be solved for the start to become the goal: what leads from one to the other leads from their
/// difference to the solved cube.
pub fn difference(query: &CubeQuery<Cube3>) -> Cube3 {
    query.goal.inverse().then(&query.start)
}

/// Nothing is left to do.
pub fn already_solved() -> Answer {
    answer(End::Solved, Some((0, Vec::new())), 0, Counts::default())
}

/// An answer of one solution or none.
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

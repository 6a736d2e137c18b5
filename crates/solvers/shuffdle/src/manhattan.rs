//! The Manhattan distance: every target needs at least as many moves as its cell is away from its goal cell, and a move
//! moves one tile.

use puzzle::shuffdle::{CELLS, Line, SIDE};
use search::Cost;

use super::{Heuristic, State, distance};

/// Manhattan distance of the targets.
pub struct Manhattan {
    /// By line, target and cell.
    distances: Box<[[[u8; CELLS]; SIDE]; 2 * SIDE]>,
}

impl Manhattan {
    /// Returns the heuristic for all lines.
    pub fn new() -> Self {
        let along = |line: Line| line.cells().map(|home| std::array::from_fn(|cell| distance(cell, home)));
        Manhattan { distances: Box::new(Line::ALL.map(along)) }
    }

    /// Returns the sum of the distances.
    #[inline(always)]
    pub(super) fn sum(&self, state: State) -> Cost {
        let along = &self.distances[state.line()];
        (0..SIDE).map(|i| Cost::from(along[i][state.target(i)])).sum()
    }
}

impl Default for Manhattan {
    fn default() -> Self {
        Manhattan::new()
    }
}

impl Heuristic for Manhattan {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        self.sum(state)
    }
}

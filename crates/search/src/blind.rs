//! A problem without its heuristic: uninformed (blind) search, and the yardstick for every lower bound.
//! [`crate::ida_star`] on it is depth-first iterative deepening (DFID).

use crate::forward;
use crate::node::{Children, Node};
use crate::problem::{Cost, Problem, cheapest_move, expand_by_steps};
use crate::simd::Level;

/// A problem with a lower bound of 0 everywhere.
pub struct Blind<'a, P> {
    problem: &'a P,
    cheapest_move: Cost,
}

impl<'a, P: Problem> Blind<'a, P> {
    /// Wraps `problem`, without its bound.
    pub fn new(problem: &'a P) -> Self {
        Blind { problem, cheapest_move: cheapest_move(problem) }
    }
}

impl<P: Problem> Problem for Blind<'_, P> {
    type State = P::State;
    type Prefetched = ();
    const LEVEL: Level = P::LEVEL;

    forward!(problem: n_moves, step, is_goal, move_order, cost, symmetry_key);

    #[inline]
    fn lower_bound(&self, _state: &Self::State) -> Cost {
        0
    }
    /// Generates no child if the budget does not pay for the cheapest move.
    #[inline]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        if node.left < self.cheapest_move {
            return children.count_pruned(0, self.cheapest_move);
        }
        expand_by_steps(self, node, children);
    }
}

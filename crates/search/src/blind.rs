//! A problem without its bound: what iterative deepening was before anyone estimated anything, and the yardstick for
//! every bound. [`crate::ida_star`] on it is depth-first iterative deepening.

use crate::forward;
use crate::node::{Children, Node};
use crate::problem::{Cost, Problem, cheapest_move, expand_by_steps};
use crate::simd::Level;

/// The same question with a lower bound of 0 everywhere.
pub struct Blind<'a, P> {
    problem: &'a P,
    cheapest_move: Cost,
}

impl<'a, P: Problem> Blind<'a, P> {
    /// `problem` without its bound.
    pub fn new(problem: &'a P) -> Self {
        Blind { problem, cheapest_move: cheapest_move(problem) }
    }
}

impl<P: Problem> Problem for Blind<'_, P> {
    type State = P::State;
    type Prefetched = ();
    const LEVEL: Level = P::LEVEL;

    forward!(problem: n_moves, step, is_goal, move_order, cost, symmetry_key);

    fn lower_bound(&self, _state: &Self::State) -> Cost {
        0
    }
    /// Makes no child where no move can be paid for any more.
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        if node.left < self.cheapest_move {
            return children.count_pruned(0, self.cheapest_move);
        }
        expand_by_steps(self, node, children);
    }
}

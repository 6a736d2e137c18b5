//! A problem without its bound: what iterative deepening was before anyone estimated anything, and the yardstick for
//! every bound. [`crate::ida_star`] on it is depth-first iterative deepening.

use crate::node::{Children, Node};
use crate::order::MoveOrder;
use crate::problem::{Cost, Move, Problem, cheapest_move, expand_by_steps};
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
    type Ahead = ();
    const LEVEL: Level = P::LEVEL;

    fn n_moves(&self) -> usize {
        self.problem.n_moves()
    }
    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        self.problem.step(from, mv, to)
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        self.problem.is_goal(state)
    }
    fn lower_bound(&self, _state: &Self::State) -> Cost {
        0
    }
    fn move_order(&self) -> &MoveOrder {
        self.problem.move_order()
    }
    fn cost(&self, mv: Move) -> Cost {
        self.problem.cost(mv)
    }
    fn likeness(&self, node: &Node<Self::State>) -> Option<u128> {
        self.problem.likeness(node)
    }

    /// Makes no child where no move can be paid for any more.
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        if node.left < self.cheapest_move {
            return children.leave_out(0, self.cheapest_move);
        }
        expand_by_steps(self, node, children);
    }
}

//! A problem whose goals count only where nothing is left to spend. A round up to a bound then finds the solutions that
//! cost exactly that, each of which ends where it first meets a goal. Where paths grow at both ends a goal on the way is
//! passed through instead, and the problem says of each whole path whether it counts.

use crate::node::{Children, Node};
use crate::order::MoveOrder;
use crate::problem::{Cost, Move, Problem};
use crate::simd::Level;

/// The same question, where a goal met with something to spare is turned away.
pub(crate) struct Exact<'a, P> {
    problem: &'a P,
}

impl<'a, P: Problem> Exact<'a, P> {
    /// `problem`, exactly.
    pub fn new(problem: &'a P) -> Self {
        Exact { problem }
    }
}

impl<P: Problem> Problem for Exact<'_, P> {
    type State = P::State;
    type Ahead = P::Ahead;
    const LANES: usize = P::LANES;
    const LEVEL: Level = P::LEVEL;
    const IS_INFORMED: bool = P::IS_INFORMED;
    const TWO_ENDED: bool = P::TWO_ENDED;
    const PASSES_GOALS: bool = P::TWO_ENDED;

    fn n_moves(&self) -> usize {
        self.problem.n_moves()
    }
    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        self.problem.step(from, mv, to)
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        self.problem.is_goal(state)
    }
    fn is_solution(&self, path: &[Move]) -> bool {
        self.problem.is_solution(path)
    }
    fn lower_bound(&self, state: &Self::State) -> Cost {
        self.problem.lower_bound(state)
    }
    fn move_order(&self) -> &MoveOrder {
        self.problem.move_order()
    }
    fn cost(&self, mv: Move) -> Cost {
        self.problem.cost(mv)
    }
    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        self.problem.expand(node, children);
    }
    #[inline(always)]
    fn waits(&self, node: &mut Node<Self::State>, ahead: &mut Self::Ahead) -> bool {
        self.problem.waits(node, ahead)
    }
    #[inline(always)]
    fn expand_ahead(
        &self,
        node: &Node<Self::State>,
        ahead: &mut Self::Ahead,
        children: &mut Children<'_, Self::State>,
    ) {
        self.problem.expand_ahead(node, ahead, children);
    }

    /// One more than what is left says that the next round may count it.
    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Self::State>) -> Cost {
        match self.problem.late_bound(node) {
            late if P::TWO_ENDED || late > node.left || node.left == 0 => late,
            _ if self.problem.is_goal(&node.state) => node.left + 1,
            late => late,
        }
    }
}

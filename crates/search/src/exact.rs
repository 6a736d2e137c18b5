//! A problem whose goals count only where nothing is left to spend. A round up to a bound then finds the solutions that
//! cost exactly that, each of which ends where it first meets a goal. Where paths grow at both ends a goal on the way is
//! passed through instead, and the problem says of each whole path whether it counts.

use crate::forward;
use crate::node::Node;
use crate::problem::{Cost, Problem};
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

    forward!(problem: n_moves, step, is_goal, is_solution, lower_bound, move_order, cost);
    forward!(problem: expand, waits, expand_ahead);

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

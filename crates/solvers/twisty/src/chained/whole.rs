//! The end of a chain whose phases are not known to be enough: no moves, only the question whether the puzzle is solved. Where it is
//! not, the phases go on to other ways.

use std::sync::Arc;

use search::{Children, Cost, Move, MoveOrder, Node, Problem};

use super::super::compiled::Compiled;
use solver::phases::Phase;

/// Whether the whole puzzle is solved.
pub(super) struct Whole<const N: usize> {
    pub compiled: Arc<Compiled<N>>,
    pub order: Arc<MoveOrder>,
}

/// More than any chain may cost.
const NEVER: Cost = 1 << 30;

impl<const N: usize> Problem for Whole<N> {
    type State = [u8; N];
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.compiled.n_moves()
    }

    fn step(&self, _from: &[u8; N], _mv: Move, _to: &mut [u8; N]) -> bool {
        false
    }

    fn is_goal(&self, state: &[u8; N]) -> bool {
        self.compiled.goals.contains(state)
    }

    fn lower_bound(&self, state: &[u8; N]) -> Cost {
        if self.is_goal(state) { 0 } else { NEVER }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    fn expand(&self, _node: &Node<[u8; N]>, _children: &mut Children<'_, [u8; N]>) {}
}

impl<const N: usize> Phase<[u8; N]> for Whole<N> {
    fn enter(&self, state: &[u8; N]) -> [u8; N] {
        *state
    }

    fn max_cost(&self) -> Cost {
        0
    }
}

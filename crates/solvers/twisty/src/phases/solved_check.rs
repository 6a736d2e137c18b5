//! The end of a chain whose phases are not proved to be complete: no moves, only the check that the puzzle is solved.
//! If it is not, the phases continue with other solutions.

use std::sync::Arc;

use search::{Children, Cost, Move, MoveOrder, Node, Problem};

use super::super::compiled_puzzle::CompiledPuzzle;
use solver::phases::Phase;

/// Accepts solved positions only.
pub(super) struct SolvedCheck<const N: usize> {
    pub compiled: Arc<CompiledPuzzle<N>>,
    pub order: Arc<MoveOrder>,
}

/// A cost beyond any chain.
const NEVER: Cost = 1 << 30;

impl<const N: usize> Problem for SolvedCheck<N> {
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

impl<const N: usize> Phase<[u8; N]> for SolvedCheck<N> {
    fn enter(&self, state: &[u8; N]) -> [u8; N] {
        *state
    }

    fn max_cost(&self) -> Cost {
        0
    }
}

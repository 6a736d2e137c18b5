//! Counts the boards at every distance from a goal, by breadth-first search.

use puzzle::Board;
use search::{Control, count_states};
use solver::Census;

use crate::duplicate_fsm::DuplicatePruning;
use crate::errors::SlidingError;
use crate::packed_board::PackedBoard;
use crate::query::MAX_CELLS;
use crate::size::size;
use crate::{Sliding, Zero};

/// Counts the boards at every distance from `goal`.
///
/// # Errors
/// If the board is too large.
pub(crate) fn count(goal: &Board, control: &Control<'_>) -> Result<Census, SlidingError> {
    match goal.n_cells() {
        0..=16 => Ok(census::<u64>(goal, control)),
        17..=25 => Ok(census::<u128>(goal, control)),
        26..=64 => Ok(census::<[u8; 64]>(goal, control)),
        65..=MAX_CELLS => Ok(census::<[u8; MAX_CELLS]>(goal, control)),
        _ => Err(SlidingError::TooLarge { size: size(goal) }),
    }
}

fn census<C: PackedBoard>(goal: &Board, control: &Control<'_>) -> Census {
    let problem: Sliding<C, Zero> = Sliding::new(goal, Zero, DuplicatePruning::Reversals);
    let census = count_states(&problem, &problem.state(goal), control);
    let deepest = census.deepest.iter().map(|state| problem.board(state).to_line()).collect();
    Census { per_depth: census.per_depth, counts: census.counts, end: census.end, deepest, table_bytes: 0 }
}

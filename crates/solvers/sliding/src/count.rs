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

/// Maximum number of cells of a board whose positions are all counted: 12!/2 are 239,500,800.
pub(crate) const MAX_COUNTED_CELLS: usize = 12;

/// Returns the number of positions of a board, half of all permutations, as text: exact up to 25 cells.
pub(crate) fn n_positions(n_cells: usize) -> String {
    if n_cells > 25 {
        let digits: f64 = (2..=n_cells).map(|n| (n as f64).log10()).sum::<f64>() - 2f64.log10();
        return format!("about 10^{}", digits as u64);
    }
    let digits = (3..=n_cells as u128).product::<u128>().to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join(",")
}

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

#[cfg(test)]
mod tests {
    use super::n_positions;

    #[test]
    fn numbers_of_positions() {
        let numbers = [4, 9, 16, 25, 36].map(n_positions);
        let known =
            ["12", "181,440", "10,461,394,944,000", "7,755,605,021,665,492,992,000,000", "about 10^41"];
        assert_eq!(numbers, known);
    }
}

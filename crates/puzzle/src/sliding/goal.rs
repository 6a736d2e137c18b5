//! Goals of sliding-tile puzzles: three named ones, and any board.
//!
//! A named goal is a rule for every size; it becomes a board only when a size is known.

use super::board::{Board, BoardError, size_is_allowed};

/// The goal of a puzzle.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Goal {
    /// `1 2 3/4 5 6/7 8 0`: in order, the blank last.
    Last,
    /// `0 1 2/3 4 5/6 7 8`: in order, the blank first. Korf's published instances mean this one.
    First,
    /// `1 2 3/8 0 4/7 6 5`: in order along a spiral, clockwise from the top left inwards, the blank at its end.
    Snail,
    /// This board.
    Custom(Board),
}

impl Goal {
    /// The goals that have a rule for every size.
    pub const NAMED: [Goal; 3] = [Goal::Last, Goal::First, Goal::Snail];

    /// `last`, `first`, `snail` or `custom`.
    pub fn name(&self) -> &str {
        match self {
            Goal::Last => "last",
            Goal::First => "first",
            Goal::Snail => "snail",
            Goal::Custom(_) => "custom",
        }
    }

    /// Returns the goal as a board of this size.
    ///
    /// # Errors
    /// If boards of this size are not allowed, or a custom goal has another size.
    pub fn board(&self, rows: usize, cols: usize) -> Result<Board, BoardError> {
        if !size_is_allowed(rows, cols) {
            return Err(BoardError::Size { rows, cols });
        }
        let n_cells = (rows * cols) as u32;
        let tiles = match self {
            Goal::Last => (1..n_cells).chain([0]).collect(),
            Goal::First => (0..n_cells).collect(),
            Goal::Snail => snail(rows, cols),
            Goal::Custom(goal) if (goal.rows(), goal.cols()) == (rows, cols) => return Ok(goal.clone()),
            Goal::Custom(goal) => {
                let (goal_rows, goal_cols) = (goal.rows(), goal.cols());
                return Err(BoardError::OtherSize { rows, cols, goal_rows, goal_cols });
            }
        };
        Board::new(rows, cols, tiles)
    }
}

/// Numbers the cells along the spiral from 1; the last cell gets the 0.
///
/// The rectangle not yet numbered is peeled: its top row, right column, bottom row, left column, and again. The bottom
/// and left sides exist only if a row or column remains after the top and right.
fn snail(rows: usize, cols: usize) -> Vec<u32> {
    let (mut top, mut left, mut bottom, mut right) = (0, 0, rows, cols);
    let mut path = Vec::with_capacity(rows * cols);
    while top < bottom && left < right {
        path.extend((left..right).map(|col| top * cols + col));
        top += 1;
        path.extend((top..bottom).map(|row| row * cols + right - 1));
        right -= 1;
        if top < bottom {
            path.extend((left..right).rev().map(|col| (bottom - 1) * cols + col));
            bottom -= 1;
        }
        if left < right {
            path.extend((top..bottom).rev().map(|row| row * cols + left));
            left += 1;
        }
    }
    let mut tiles = vec![0; rows * cols];
    for (tile, &cell) in (1..).zip(&path[..path.len() - 1]) {
        tiles[cell] = tile;
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(goal: &Goal, rows: usize, cols: usize, expected: &str) {
        let found = match goal.board(rows, cols) {
            Ok(board) => board.to_line(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{} {rows}x{cols}", goal.name());
    }

    #[test]
    fn goals_in_order() {
        check(&Goal::Last, 2, 2, "1 2/3 0");
        check(&Goal::Last, 2, 3, "1 2 3/4 5 0");
        check(&Goal::First, 2, 2, "0 1/2 3");
        check(&Goal::First, 3, 2, "0 1/2 3/4 5");
        check(&Goal::Last, 1, 9, "a board of 1x9 cells is not possible, expected 2x2 to 999x999");
        check(&Goal::First, 3, 1000, "a board of 3x1000 cells is not possible, expected 2x2 to 999x999");
    }

    #[test]
    fn snails() {
        check(&Goal::Snail, 2, 2, "1 2/0 3");
        check(&Goal::Snail, 2, 3, "1 2 3/0 5 4");
        check(&Goal::Snail, 3, 2, "1 2/0 3/5 4");
        check(&Goal::Snail, 3, 3, "1 2 3/8 0 4/7 6 5");
        check(&Goal::Snail, 3, 4, "1 2 3 4/10 11 0 5/9 8 7 6");
        check(&Goal::Snail, 4, 3, "1 2 3/10 11 4/9 0 5/8 7 6");
        check(&Goal::Snail, 4, 4, "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7");
        let five = "1 2 3 4 5/16 17 18 19 6/15 24 0 20 7/14 23 22 21 8/13 12 11 10 9";
        check(&Goal::Snail, 5, 5, five);
    }

    #[test]
    fn snails_step_from_cell_to_cell() {
        for (rows, cols) in [(2, 9), (9, 2), (6, 7), (7, 6), (30, 31), (999, 999)] {
            let board = Goal::Snail.board(rows, cols).unwrap();
            let mut cells: Vec<usize> = (0..rows * cols).collect();
            // The blank ends the spiral, so it counts as the largest.
            cells.sort_by_key(|&cell| board.tiles()[cell].wrapping_sub(1));
            for pair in cells.windows(2) {
                let steps =
                    (pair[0] / cols).abs_diff(pair[1] / cols) + (pair[0] % cols).abs_diff(pair[1] % cols);
                assert_eq!(steps, 1, "{rows}x{cols} from {} to {}", pair[0], pair[1]);
            }
        }
    }

    #[test]
    fn a_custom_goal_keeps_its_size() {
        let goal = Goal::Custom(Board::new(2, 3, vec![5, 4, 3, 2, 1, 0]).unwrap());
        check(&goal, 2, 3, "5 4 3/2 1 0");
        check(&goal, 3, 2, "the goal has 2x3 cells, expected 3x2 like the board");
    }

    #[test]
    fn names() {
        assert_eq!(Goal::NAMED.each_ref().map(|goal| goal.name().to_string()), ["last", "first", "snail"]);
        assert_eq!(Goal::Custom(Goal::Last.board(2, 2).unwrap()).name(), "custom");
    }
}

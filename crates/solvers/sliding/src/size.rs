//! The size of a board as users write it.

use std::fmt;
use std::str::FromStr;

use puzzle::{Board, Goal};

use crate::errors::SlidingError;

/// Rows and columns of a board, `3x4` or `3` for `3x3`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let (rows, cols) = text.split_once(['x', 'X']).unwrap_or((text, text));
        match (rows.parse(), cols.parse()) {
            (Ok(rows), Ok(cols)) => Ok(Size { rows, cols }),
            _ => Err("expected rows and columns like 3x4, or 3 for 3x3".to_string()),
        }
    }
}

/// Returns the size of a board as text.
pub(crate) fn size(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

/// Returns the goal as a board. The size is needed unless the goal is a board.
///
/// # Errors
/// If the size is missing or does not fit.
pub(crate) fn goal_board(goal: &Goal, size: Option<Size>) -> Result<Board, SlidingError> {
    match (goal, size) {
        (Goal::Custom(board), None) => Ok(board.clone()),
        (_, None) => Err(SlidingError::NoSize),
        (goal, Some(size)) => Ok(goal.board(size.rows, size.cols)?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, rows, cols) in [("3x4", 3, 4), ("4", 4, 4), ("2X5", 2, 5)] {
            assert_eq!(text.parse(), Ok(Size { rows, cols }), "{text}");
        }
        for text in ["", "3x", "x3", "3x3x3", "three"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}

//! Shuffdle: a 5x5 board of 20 letters and 5 holes. A letter that slides into a neighbouring hole changes: to the right
//! or down it becomes the next letter of the alphabet, to the left or up the previous one, cyclically from Z to A. The
//! goal is a word of five letters along a line.
//!
//! The letter minus its row and column, modulo 26, is invariant. That [`Kind`] identifies a tile; its letter is only
//! what it shows in its cell.

mod board;
mod goal;
mod slide;

pub use board::{Letter, Shuffdle, ShuffdleFault};
pub use goal::{Line, Lines, Missing, Word};
pub use slide::Shift;

/// Number of rows and of columns.
pub const SIDE: usize = 5;

/// Number of cells of the board, numbered row by row.
pub const CELLS: usize = SIDE * SIDE;

/// Number of cells without a letter.
pub const HOLES: usize = 5;

/// Number of letters on the board.
pub const TILES: usize = CELLS - HOLES;

/// Maximum number of moves that the game allows.
pub const MOST_MOVES: u32 = 50;

/// The invariant of a tile: its letter minus row and column, modulo 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// Returns the kind that shows `letter` in `cell`.
    pub fn of(letter: Letter, cell: usize) -> Kind {
        Kind((letter.index() + 26 - steps(cell)) % 26)
    }

    /// Returns the kind with a number from 0 to 25, which is the index of the letter it shows in the first cell.
    pub fn new(number: u8) -> Option<Kind> {
        (number < 26).then_some(Kind(number))
    }

    /// Returns the letter it shows in `cell`.
    pub fn letter(self, cell: usize) -> Letter {
        Letter::from_index((self.0 + steps(cell)) % 26)
    }
}

/// The number of steps from the first cell to `cell`, which is the change of the letter.
fn steps(cell: usize) -> u8 {
    (cell / SIDE + cell % SIDE) as u8
}

/// The name of a cell, like `b3`: columns are letters from the left, rows numbers from the top.
pub fn cell_name(cell: usize) -> String {
    format!("{}{}", char::from(b'a' + (cell % SIDE) as u8), cell / SIDE + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_and_letters_agree() {
        for cell in 0..CELLS {
            for number in 0..26 {
                let kind = Kind::new(number).unwrap();
                assert_eq!(Kind::of(kind.letter(cell), cell), kind);
            }
        }
        assert_eq!(Kind::new(26), None);
    }

    #[test]
    fn cells_have_names() {
        assert_eq!([0, 4, 11, 24].map(cell_name), ["a1", "e1", "b3", "e5"]);
    }
}

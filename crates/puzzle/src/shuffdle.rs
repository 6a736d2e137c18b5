//! Shuffdle: a 5x5 board of 20 letters and 5 holes. A letter slides into a hole beside it and changes as it goes: to the
//! right or down it becomes the next letter of the alphabet, to the left or up the one before, round from Z to A. The goal
//! is a word of five letters along a line.
//!
//! A letter less its row and column, modulo 26, never changes. That [`Kind`] is what a tile *is*: letters are only what it
//! shows where it stands.

mod board;
mod goal;
mod slide;

pub use board::{Letter, Shuffdle, ShuffdleFault};
pub use goal::{Line, Lines, Missing, Word};
pub use slide::Shift;

/// Rows, and columns.
pub const SIDE: usize = 5;

/// Cells of the board, numbered row by row.
pub const CELLS: usize = SIDE * SIDE;

/// Cells without a letter.
pub const HOLES: usize = 5;

/// Letters on the board.
pub const TILES: usize = CELLS - HOLES;

/// Moves that the game allows.
pub const MOST_MOVES: u32 = 50;

/// What a tile is wherever it stands: its letter less row and column, modulo 26.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind(u8);

impl Kind {
    /// What shows `letter` in `cell`.
    pub fn of(letter: Letter, cell: usize) -> Kind {
        Kind((letter.index() + 26 - steps(cell)) % 26)
    }

    /// By its number from 0 to 25: the letter it shows in the first cell.
    pub fn new(number: u8) -> Option<Kind> {
        (number < 26).then_some(Kind(number))
    }

    /// The letter it shows in `cell`.
    pub fn letter(self, cell: usize) -> Letter {
        Letter::from_index((self.0 + steps(cell)) % 26)
    }
}

/// How far a letter has come in the alphabet on its way from the first cell.
fn steps(cell: usize) -> u8 {
    (cell / SIDE + cell % SIDE) as u8
}

/// `b3`: columns are letters from the left, rows numbers from the top.
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

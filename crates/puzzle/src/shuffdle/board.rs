//! The state of a Shuffdle board: the letter in each cell.

use std::fmt;

use thiserror::Error;

use super::{CELLS, HOLES, SIDE, Shift, TILES};

/// A capital letter, A to Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter(u8);

impl Letter {
    /// Parses a letter of either case.
    pub fn new(c: char) -> Option<Letter> {
        let c = c.to_ascii_uppercase();
        c.is_ascii_uppercase().then(|| Letter(c as u8 - b'A'))
    }

    /// 0 for A to 25 for Z.
    pub fn index(self) -> u8 {
        self.0
    }

    pub(super) fn from_index(index: u8) -> Letter {
        debug_assert!(index < 26, "the caller counts modulo 26");
        Letter(index)
    }

    /// The letter as a character.
    pub fn char(self) -> char {
        char::from(b'A' + self.0)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// A board: 20 letters and 5 holes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shuffdle {
    cells: [Option<Letter>; CELLS],
}

/// Reason why cells are not a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ShuffdleFault {
    /// Wrong number of holes.
    #[error("found {found} holes, expected {HOLES} holes and {TILES} letters")]
    Holes {
        /// The number of holes.
        found: usize,
    },
}

impl Shuffdle {
    /// Returns a board of these cells, row by row, None for a hole.
    ///
    /// # Errors
    /// If the number of holes is not five.
    pub fn new(cells: [Option<Letter>; CELLS]) -> Result<Shuffdle, ShuffdleFault> {
        match cells.iter().filter(|cell| cell.is_none()).count() {
            HOLES => Ok(Shuffdle { cells }),
            found => Err(ShuffdleFault::Holes { found }),
        }
    }

    /// The letter in a cell; None for a hole.
    pub fn letter(&self, cell: usize) -> Option<Letter> {
        self.cells[cell]
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[Option<Letter>; CELLS] {
        &self.cells
    }

    /// The holes as a bit mask over cells.
    pub fn holes(&self) -> u32 {
        (0..CELLS).filter(|&cell| self.cells[cell].is_none()).fold(0, |holes, cell| holes | 1 << cell)
    }

    /// Slides a letter. Returns the letter before and after the slide, or None, changing nothing, if the move is not
    /// possible.
    pub fn slide(&mut self, shift: Shift) -> Option<(Letter, Letter)> {
        let to = shift.to()?;
        let letter = self.cells[shift.from].filter(|_| self.cells[to].is_none())?;
        let after = shift.changed(letter);
        self.cells[shift.from] = None;
        self.cells[to] = Some(after);
        Some((letter, after))
    }

    /// Prints the cells on one line, rows separated by spaces, `_` for a hole.
    pub fn to_line(&self) -> String {
        self.rows().collect::<Vec<_>>().join(" ")
    }

    fn rows(&self) -> impl Iterator<Item = String> + '_ {
        self.cells.chunks(SIDE).map(|row| row.iter().map(|cell| cell.map_or('_', Letter::char)).collect())
    }
}

impl fmt::Display for Shuffdle {
    /// Five lines of five.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.rows().collect::<Vec<_>>().join("\n"))
    }
}

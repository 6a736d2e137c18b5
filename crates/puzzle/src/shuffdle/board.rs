//! A board as a value: what stands in each cell. Slides change it under the rule of letters.

use std::fmt;

use thiserror::Error;

use super::{CELLS, HOLES, SIDE, Shift, TILES};

/// A capital letter, A to Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Letter(u8);

impl Letter {
    /// A letter of either case.
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

    /// As it is written.
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

/// Why cells are no board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum ShuffdleFault {
    /// Too few or too many.
    #[error("found {found} holes, expected {HOLES} holes and {TILES} letters")]
    Holes {
        /// How many there are.
        found: usize,
    },
}

impl Shuffdle {
    /// A board of these cells, row by row, None for a hole.
    ///
    /// # Errors
    /// If there are not five holes.
    pub fn new(cells: [Option<Letter>; CELLS]) -> Result<Shuffdle, ShuffdleFault> {
        match cells.iter().filter(|cell| cell.is_none()).count() {
            HOLES => Ok(Shuffdle { cells }),
            found => Err(ShuffdleFault::Holes { found }),
        }
    }

    /// What stands in a cell; None in a hole.
    pub fn letter(&self, cell: usize) -> Option<Letter> {
        self.cells[cell]
    }

    /// All cells, row by row.
    pub fn cells(&self) -> &[Option<Letter>; CELLS] {
        &self.cells
    }

    /// The holes as bits by cell.
    pub fn holes(&self) -> u32 {
        (0..CELLS).filter(|&cell| self.cells[cell].is_none()).fold(0, |holes, cell| holes | 1 << cell)
    }

    /// Slides a letter: what it was and what it has become. None, and nothing changes, if the move is not possible.
    pub fn slide(&mut self, shift: Shift) -> Option<(Letter, Letter)> {
        let to = shift.to()?;
        let letter = self.cells[shift.from].filter(|_| self.cells[to].is_none())?;
        let after = shift.changed(letter);
        self.cells[shift.from] = None;
        self.cells[to] = Some(after);
        Some((letter, after))
    }

    /// The cells on one line, rows divided by spaces, `_` for a hole.
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

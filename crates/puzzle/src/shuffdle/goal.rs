//! The goal: a word along a line, usually the bottom row; in hard mode any row from left to right or any column from
//! top to bottom.

use std::fmt;

use super::{CELLS, Kind, Letter, SIDE, Shuffdle};

/// A word of five letters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Word(pub [Letter; SIDE]);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|letter| write!(f, "{letter}"))
    }
}

/// The lines along which the word counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lines {
    /// Only the bottom row.
    #[default]
    Bottom,
    /// Any row or column.
    Any,
}

impl Lines {
    /// The list of lines.
    pub fn list(self) -> &'static [Line] {
        match self {
            Lines::Bottom => &Line::ALL[SIDE - 1..SIDE],
            Lines::Any => &Line::ALL,
        }
    }

    /// The name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Lines::Bottom => "bottom row",
            Lines::Any => "any row or column",
        }
    }
}

/// A row from left to right or a column from top to bottom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Line(u8);

impl Line {
    /// The rows from the top, then the columns from the left.
    pub const ALL: [Line; 2 * SIDE] =
        [Line(0), Line(1), Line(2), Line(3), Line(4), Line(5), Line(6), Line(7), Line(8), Line(9)];

    /// Its index in [`Line::ALL`].
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The cells along it.
    pub fn cells(self) -> [usize; SIDE] {
        let line = usize::from(self.0);
        match line {
            0..SIDE => std::array::from_fn(|i| line * SIDE + i),
            _ => std::array::from_fn(|i| i * SIDE + line - SIDE),
        }
    }

    /// The kinds of the tiles that spell `word` along it.
    pub fn kinds(self, word: &Word) -> [Kind; SIDE] {
        let cells = self.cells();
        std::array::from_fn(|i| Kind::of(word.0[i], cells[i]))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match usize::from(self.0) {
            4 => write!(f, "the bottom row"),
            line @ 0..SIDE => write!(f, "row {}", line + 1),
            line => write!(f, "column {}", line - SIDE + 1),
        }
    }
}

/// The first letter of a word for which a line has too few tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missing {
    /// The index of the letter in the word, from 0.
    pub at: usize,
    /// The letter.
    pub letter: Letter,
    /// Number of tiles that can become it there.
    pub found: usize,
    /// Number of tiles of this kind that the line needs.
    pub needed: usize,
}

impl Shuffdle {
    /// True if `word` is spelled along one of `lines`.
    pub fn spells(&self, word: &Word, lines: Lines) -> bool {
        lines.list().iter().any(|line| self.spells_along(word, *line))
    }

    /// True if `word` is spelled along `line`.
    pub fn spells_along(&self, word: &Word, line: Line) -> bool {
        line.cells().iter().zip(word.0).all(|(&cell, letter)| self.letter(cell) == Some(letter))
    }

    /// By letter of `word`, the cells of the tiles that can become it along `line`.
    pub fn candidates(&self, word: &Word, line: Line) -> [Vec<usize>; SIDE] {
        let holds =
            |cell: usize, kind: Kind| self.letter(cell).map(|letter| Kind::of(letter, cell)) == Some(kind);
        line.kinds(word).map(|kind| (0..CELLS).filter(|&cell| holds(cell, kind)).collect())
    }

    /// Returns the first letter of `word` for which there are too few tiles along `line`; None if there are enough for
    /// all.
    pub fn missing(&self, word: &Word, line: Line) -> Option<Missing> {
        let kinds = line.kinds(word);
        let candidates = self.candidates(word, line);
        (0..SIDE).find_map(|at| {
            let needed = kinds.iter().filter(|&&kind| kind == kinds[at]).count();
            let found = candidates[at].len();
            (found < needed).then_some(Missing { at, letter: word.0[at], found, needed })
        })
    }
}

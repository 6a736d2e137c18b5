//! Boards of sliding tiles as people write them, any number in one text.
//!
//! `#` begins a comment that goes to the end of the line. Tiles are numbers; the blank is `0`, `.`, `_` or `x`. White
//! space and commas divide them. A puzzle has one of these forms, and a text may mix them:
//!
//! - A size line (`3`, `3 4` or `3x4`, rows first), then exactly that many tiles over any number of lines, among
//!   which empty lines and comments do not count. The next puzzle begins on a new line.
//! - Rows divided by slashes on one line: `8 2 0/4 6 1/3 7 5`.
//! - A square number of tiles on one line: `8 2 0 4 6 1 3 7 5`. One value more, and the first is a known length.
//! - A grid without a size line: at least two rows of equal length that together have all the right tiles, between
//!   empty lines, comment lines or the ends of the text. A line that can only begin another puzzle ends it, too.
//!
//! # Which reading wins
//! A line of two numbers is a size line, unless it and all lines up to the next gap are a valid grid of two columns.
//! That can go wrong only if there is a gap among the tiles of a sized puzzle, for its numbers come again as tiles.
//! Several lines of equal length are one grid if together they are a valid board, else one board per line. Neither
//! takes anything away from the other: two lines that are boards by themselves repeat each other's tiles, which a
//! grid may not. `3 x 3` is three tiles, not a size.
//!
//! # Names
//! A comment on the first line of a puzzle names it. Failing that, a comment line directly before does, unless the
//! puzzle is a single line with more lines below: then it is the heading of a list. Comments without a letter or
//! digit are rulers, not names.
//!
//! # Faults
//! A faulty puzzle is one error, and the reader goes on where the next one seems to begin: with the next line after a
//! board on one line, at the end of a grid, and after a size line where a line is hard to take for tiles. That is one
//! with a slash or like `3x4`, a number followed by a row of that length, or, after an empty or comment line, any size
//! line or valid board. The same signs tell a puzzle cut short from one with a wrong tile.

mod lexer;

mod error;

mod size_line;

mod tiles;

mod one_line;

mod parser;

mod grid;

mod sized_board;

use std::iter::FusedIterator;

pub use self::error::{ParseError, ParseErrorKind};
use self::parser::{Parsed, Parser};
use crate::board::Board;

/// A puzzle found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line it begins on, from 1.
    pub line: usize,
    /// Its name, from a comment.
    pub name: Option<String>,
    /// The length of a shortest solution, if the text says so. Nobody has checked it.
    pub known_length: Option<u32>,
    /// The board itself.
    pub board: Board,
}

/// All puzzles of a text from top to bottom, each read or in error. A text without any is one error.
pub fn boards(text: &str) -> Boards<'_> {
    Boards { parser: Parser::new(text), next: 0, n_read: 0 }
}

/// The only board of a text.
///
/// # Errors
/// If there is none, it has a fault, or anything but comments follows it.
pub fn only_board(text: &str) -> Result<Board, ParseError> {
    let mut boards = boards(text);
    let first = boards.next().expect("a text without boards is an error, too")?;
    match boards.next() {
        None => Ok(first.board),
        Some(Err(error)) => Err(error),
        Some(Ok(second)) => {
            let place = boards.parser.line(second.line - 1).start();
            Err(ParseError::new(place, ParseErrorKind::NotAlone))
        }
    }
}

/// Iterator over the puzzles of a text, made by [`boards`].
#[derive(Debug)]
pub struct Boards<'a> {
    parser: Parser<'a>,
    /// Index of the first line not read.
    next: usize,
    n_read: usize,
}

impl Iterator for Boards<'_> {
    type Item = Result<Entry, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(start) = self.parser.next_nonempty(self.next) else {
            let is_empty = self.n_read == 0;
            // Said once only.
            self.n_read = 1;
            let error = ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty };
            return is_empty.then_some(Err(error));
        };
        self.n_read += 1;
        let Parsed { result, next } = self.parser.read(start);
        debug_assert!(next > start, "reading always gets on");
        self.next = next;
        Some(result.map(|read| Entry {
            line: self.parser.line(start).number(),
            name: self.parser.name(start, next).map(str::to_string),
            known_length: read.known_length,
            board: read.board,
        }))
    }
}

impl FusedIterator for Boards<'_> {}

#[cfg(test)]
mod tests;

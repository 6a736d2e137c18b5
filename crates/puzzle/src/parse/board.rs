//! Parser of boards of sliding tiles, any number in one text.
//!
//! `#` begins a comment that extends to the end of the line. Tiles are numbers; the blank is `0`, `.`, `_` or `x`.
//! White space and commas separate them. A puzzle has one of these forms, and a text may mix them:
//!
//! - A size line (`3`, `3 4` or `3x4`, rows first), then exactly that many tiles on any number of lines; empty lines
//!   and comments between them are ignored. The next puzzle begins on a new line.
//! - Rows separated by slashes on one line: `8 2 0/4 6 1/3 7 5`.
//! - A square number of tiles on one line: `8 2 0 4 6 1 3 7 5`. With one more value, the first one is a known length.
//! - A grid without a size line: at least two rows of equal length that together have exactly the tiles of a board,
//!   between empty lines, comment lines or the ends of the text. A line that can only begin another puzzle also ends it.
//!
//! # Ambiguous lines
//! A line of two numbers is a size line, unless it and all lines up to the next gap are a valid grid of two columns.
//! That can be wrong only if there is a gap among the tiles of a sized puzzle, because the numbers of the size line
//! also occur as tiles. Several lines of equal length are one grid if together they are a valid board, else one board
//! per line. The two cases exclude each other: two lines that are boards by themselves repeat each other's tiles, which
//! a grid may not. `3 x 3` is three tiles, not a size.
//!
//! # Names
//! A comment on the first line of a puzzle names it. Otherwise a comment line directly above names it, unless the
//! puzzle is a single line with more lines below: then the comment is the heading of a list. Comments without a letter
//! or digit are separators, not names.
//!
//! # Error recovery
//! An invalid puzzle is one error, and parsing continues where the next puzzle seems to begin: with the next line after
//! a board on one line, at the end of a grid, and after a size line where a line can hardly be tiles. That is a line
//! with a slash or like `3x4`, a number followed by a row of that length, or, after an empty or comment line, any size
//! line or valid board. The same criteria distinguish a truncated puzzle from one with a wrong tile.

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
use crate::sliding::Board;

/// A parsed puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The name, from a comment.
    pub name: Option<String>,
    /// The length of a shortest solution, if the text claims one. It is not checked.
    pub known_length: Option<u32>,
    /// The board.
    pub board: Board,
}

/// Parses all puzzles of a text in order, each a result of its own. A text without puzzles is one error.
pub fn boards(text: &str) -> Boards<'_> {
    Boards { parser: Parser::new(text), next: 0, n_read: 0 }
}

/// Parses a text with exactly one board.
///
/// # Errors
/// If there is none, it is invalid, or anything but comments follows it.
pub fn only_board(text: &str) -> Result<Board, ParseError> {
    let mut boards = boards(text);
    let first = boards.next().expect("a text without boards is an error")?;
    match boards.next() {
        None => Ok(first.board),
        Some(Err(error)) => Err(error),
        Some(Ok(second)) => {
            let place = boards.parser.line(second.line - 1).start();
            Err(ParseError::new(place, ParseErrorKind::NotAlone))
        }
    }
}

/// Iterator over the puzzles of a text, created by [`boards`].
#[derive(Debug)]
pub struct Boards<'a> {
    parser: Parser<'a>,
    /// Index of the first line that is not parsed yet.
    next: usize,
    n_read: usize,
}

impl Iterator for Boards<'_> {
    type Item = Result<Entry, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let Some(start) = self.parser.next_nonempty(self.next) else {
            let is_empty = self.n_read == 0;
            // Reported only once.
            self.n_read = 1;
            let error = ParseError { line: 1, column: 1, kind: ParseErrorKind::Empty };
            return is_empty.then_some(Err(error));
        };
        self.n_read += 1;
        let Parsed { result, next } = self.parser.read(start);
        debug_assert!(next > start, "parsing always advances");
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

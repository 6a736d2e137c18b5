//! The parser of a text: finds where puzzles begin, which form each has, and its name. The forms are in the other
//! files.

use super::error::ParseError;
use super::lexer::{Line, Token, lines};
use super::one_line::{parse_slashed, parse_square};
use super::size_line::{SizeForm, SizeLine, size_line};
use crate::sliding::Board;

/// A text split into lines, which are referred to by index.
#[derive(Debug)]
pub(super) struct Parser<'a> {
    pub(super) lines: Vec<Line<'a>>,
}

/// A parsed board of any form.
#[derive(Debug)]
pub(super) struct ParsedBoard {
    pub board: Board,
    pub known_length: Option<u32>,
}

impl From<Board> for ParsedBoard {
    /// Most forms have no known length.
    fn from(board: Board) -> ParsedBoard {
        ParsedBoard { board, known_length: None }
    }
}

/// The result for one puzzle, and the index of the line after it.
#[derive(Debug)]
pub(super) struct Parsed {
    pub result: Result<ParsedBoard, ParseError>,
    pub next: usize,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Parser<'a> {
        Parser { lines: lines(text) }
    }

    pub fn line(&self, idx: usize) -> &Line<'a> {
        &self.lines[idx]
    }

    /// Returns the first line from `idx` on that has tokens.
    pub fn next_nonempty(&self, idx: usize) -> Option<usize> {
        (idx..self.lines.len()).find(|&idx| !self.lines[idx].is_empty())
    }

    /// Parses the puzzle that begins on line `start`, which must not be empty.
    pub fn read(&self, start: usize) -> Parsed {
        let line = self.line(start);
        if self.is_title(start) {
            let word = line.tokens().next().expect("a title has a word");
            return Parsed { result: Err(ParseError::not_a_tile(&word)), next: start + 1 };
        }
        match size_line(line) {
            Some(SizeLine { form: SizeForm::Pair, shape }) => self.read_pair(start, shape),
            Some(SizeLine { shape, .. }) => self.read_sized(start, shape),
            None if line.has_slash() => Parsed { result: parse_slashed(line), next: start + 1 },
            None if self.begins_block(start) => self.read_block(start),
            None => Parsed { result: parse_square(line), next: start + 1 },
        }
    }

    /// Returns the name of a puzzle that extends from line `start` up to but not including line `next`.
    pub fn name(&self, start: usize, next: usize) -> Option<&'a str> {
        let is_listed = next == start + 1 && self.lines.get(next).is_some_and(|line| !line.is_empty());
        let above = || match start.checked_sub(1).map(|above| self.line(above)) {
            Some(above) if above.is_empty() && !is_listed => above.comment_name(),
            _ => None,
        };
        self.line(start).comment_name().or_else(above)
    }

    /// True if the line begins with a word: a heading without `#`. It is an error by itself, but separates puzzles
    /// nonetheless.
    pub(super) fn is_title(&self, idx: usize) -> bool {
        self.line(idx).tokens().next().is_some_and(|token| token.is_word() && token.text != "/")
            && !matches!(size_line(self.line(idx)), Some(SizeLine { form: SizeForm::Cross, .. }))
    }

    /// True if no line above belongs to the same puzzle: there is a gap, or a title after a gap. Titles between rows
    /// are mistyped tiles, and if each began a block the blocks would overlap.
    pub(super) fn begins_block(&self, idx: usize) -> bool {
        let is_after_gap = |idx: usize| idx == 0 || self.line(idx - 1).is_empty();
        is_after_gap(idx) || self.is_title(idx - 1) && is_after_gap(idx - 1)
    }

    /// True if a puzzle seems to begin on this line, without knowledge of the lines above.
    pub(super) fn is_likely_start(&self, idx: usize) -> bool {
        self.is_definite_start(idx)
            || self.begins_block(idx) && (self.has_size(idx) || self.begins_valid_block(idx))
    }

    /// True if this line can hardly be tiles, even directly below a line of tiles.
    pub(super) fn is_definite_start(&self, idx: usize) -> bool {
        let line = self.line(idx);
        let next_row = self.lines.get(idx + 1).map_or(0, Line::n_tokens);
        line.has_slash()
            || match size_line(line) {
                Some(SizeLine { form: SizeForm::Cross, .. }) => true,
                Some(SizeLine { form: SizeForm::Number, shape: Ok((_, cols)) }) => cols == next_row,
                _ => false,
            }
    }

    /// True if this is a size line, given that it begins a block. A single number can then be nothing else, valid or
    /// not.
    pub(super) fn has_size(&self, idx: usize) -> bool {
        size_line(self.line(idx)).is_some_and(|size| size.form != SizeForm::Pair || size.shape.is_ok())
    }

    /// Returns the first line from `idx` on where a puzzle seems to begin, or the end of the text.
    pub(super) fn next_start(&self, idx: usize) -> usize {
        (idx..self.lines.len()).find(|&idx| self.is_likely_start(idx)).unwrap_or(self.lines.len())
    }

    /// Iterates over the tokens of some lines.
    pub(super) fn tokens(&self, lines: std::ops::Range<usize>) -> impl Iterator<Item = Token<'a>> + Clone {
        self.lines[lines].iter().flat_map(Line::tokens)
    }
}

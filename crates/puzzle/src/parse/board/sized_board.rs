//! Puzzles that begin with a size line. Their tiles may be on any number of lines, so a heuristic decides where an
//! invalid one ends.

use super::error::{ParseError, ParseErrorKind, excerpt};
use super::grid::grid;
use super::lexer::Token;
use super::one_line::parse_square;
use super::parser::{Parsed, Parser};
use super::size_line::{SizeForm, SizeLine, size_line};
use super::tiles::{Tiles, add_missing_tile};

/// A size line: its index, and the size of the board.
#[derive(Clone, Copy)]
struct Header {
    start: usize,
    rows: usize,
    cols: usize,
}

impl Header {
    fn n_cells(self) -> usize {
        self.rows * self.cols
    }
}

impl Parser<'_> {
    /// Parses a puzzle whose size line is line `start` and has the size `shape`.
    pub(super) fn read_sized(&self, start: usize, shape: Result<(usize, usize), ParseError>) -> Parsed {
        match shape {
            Ok((rows, cols)) => self.read_tiles(Header { start, rows, cols }),
            Err(error) => Parsed { result: Err(error), next: self.next_start(start + 1) },
        }
    }

    /// Parses a puzzle whose first line is two numbers: the first row of a grid if the lines up to the next gap are
    /// one, else a size line. If all tiles come before the gap, a size line is never mistaken for a row: its numbers
    /// also occur as tiles, and no grid has them twice.
    pub(super) fn read_pair(&self, start: usize, shape: Result<(usize, usize), ParseError>) -> Parsed {
        if !self.begins_block(start) {
            return self.read_sized(start, shape);
        }
        let next = self.block_end(start);
        let rows = &self.lines[start..next];
        if rows.len() == 1 {
            return self.read_sized(start, shape);
        }
        let has_two_columns = rows.iter().all(|row| row.n_tokens() == 2);
        match grid(rows) {
            Ok(board) => Parsed { result: Ok(board.into()), next },
            // The first row of a grid is more plausible than an impossible size.
            Err(error) if shape.is_err() && has_two_columns => Parsed { result: Err(error), next },
            Err(_) => self.read_sized(start, shape),
        }
    }

    /// Reads tiles until the board is full.
    fn read_tiles(&self, header: Header) -> Parsed {
        let mut tiles = Tiles::new(header.n_cells());
        let mut next = header.start + 1;
        while !tiles.is_full() {
            let Some(line) = self.lines.get(next) else {
                return self.truncated(header, self.next_start_before(header, next).unwrap_or(next));
            };
            for token in line.tokens() {
                let taken =
                    if tiles.is_full() { Err(self.too_many(header, &token)) } else { tiles.push(&token) };
                if let Err(error) = taken {
                    return self.recover(header, next, error);
                }
            }
            next += 1;
        }
        if let Some(token) = self.surplus(next) {
            let result = Err(self.too_many(header, &token));
            return Parsed { result, next: self.next_start(next + 1) };
        }
        let board = tiles.into_board(header.rows, header.cols);
        Parsed { result: Ok(board.into()), next }
    }

    /// Recovers from an error on line `idx`. If another puzzle seems to begin before, this one is reported as
    /// truncated: the parser went on into the other one.
    fn recover(&self, header: Header, idx: usize, error: ParseError) -> Parsed {
        if let Some(end) = self.next_start_before(header, idx + 1) {
            return self.truncated(header, end);
        }
        let next = self.next_start(idx + 1);
        let error = add_missing_tile(error, header.n_cells(), self.tokens(header.start + 1..next));
        Parsed { result: Err(error), next }
    }

    /// Returns the first line before `limit` on which another puzzle seems to begin. The tiles directly below the size
    /// line belong to it whatever else they could be; otherwise a wrong size would be reported as missing tiles.
    fn next_start_before(&self, header: Header, limit: usize) -> Option<usize> {
        let first = self.next_nonempty(header.start + 1)?;
        (first..limit).find(|&idx| {
            self.is_likely_start(idx) && (idx > first || self.is_definite_start(idx) || self.has_size(idx))
        })
    }

    /// Returns the error for a puzzle that is incomplete at line `end`.
    fn truncated(&self, header: Header, end: usize) -> Parsed {
        let Header { start, rows, cols } = header;
        let found = self.tokens(start + 1..end).count();
        let error = if found == 0 {
            ParseError::new(self.line(start).start(), ParseErrorKind::SizeAlone { rows, cols })
        } else {
            let last = || self.lines.iter().rfind(|line| !line.is_empty()).expect("tiles were found").end();
            let place = self.lines.get(end).map_or_else(last, |line| line.start());
            let start = self.line(start).number();
            ParseError::new(place, ParseErrorKind::TooFew { start, found, expected: header.n_cells() })
        };
        Parsed { result: Err(error), next: end }
    }

    fn too_many(&self, header: Header, token: &Token<'_>) -> ParseError {
        let start = self.line(header.start).number();
        let kind = ParseErrorKind::TooMany { text: excerpt(token.text), start, expected: header.n_cells() };
        ParseError::new(token.place, kind)
    }

    /// Returns the first token of the line directly below a complete puzzle, if it can only be a surplus row: it is
    /// neither a size line with anything after it nor a board by itself.
    fn surplus(&self, idx: usize) -> Option<Token<'_>> {
        let line = self.lines.get(idx)?;
        let begins_next = line.is_empty()
            || line.has_slash()
            || self.is_title(idx)
            || match size_line(line) {
                Some(SizeLine { form: SizeForm::Cross, .. }) => true,
                Some(size) => size.shape.is_ok() && self.next_nonempty(idx + 1).is_some(),
                None => parse_square(line).is_ok(),
            };
        if begins_next { None } else { line.tokens().next() }
    }
}

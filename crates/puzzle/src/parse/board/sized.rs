//! Puzzles that begin with a size line. Their tiles may stand on any number of lines, so what ends a faulty one is a
//! question of signs.

use super::error::{ParseError, ParseErrorKind, excerpt};
use super::grid::grid;
use super::line::Token;
use super::one_line::square;
use super::size::{Form, Size, size};
use super::text::{Reading, Text};
use super::tiles::{Tiles, explain};

/// A promise of tiles: the line it stands on, and how many.
#[derive(Clone, Copy)]
struct Promise {
    start: usize,
    rows: usize,
    cols: usize,
}

impl Promise {
    fn n_cells(self) -> usize {
        self.rows * self.cols
    }
}

impl Text<'_> {
    /// Reads a puzzle whose size line is line `start` and says `shape`.
    pub(super) fn read_sized(&self, start: usize, shape: Result<(usize, usize), ParseError>) -> Reading {
        match shape {
            Ok((rows, cols)) => self.read_promised(Promise { start, rows, cols }),
            Err(fault) => Reading { result: Err(fault), next: self.next_beginning(start + 1) },
        }
    }

    /// Reads a puzzle whose first line is two numbers: the first row of a grid if there is one up to the next gap, else
    /// a size line. If all its tiles come before the gap, a size line cannot be mistaken: its numbers come again as
    /// tiles, and no grid has them twice.
    pub(super) fn read_pair(&self, start: usize, shape: Result<(usize, usize), ParseError>) -> Reading {
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
            Ok(board) => Reading { result: Ok(board.into()), next },
            // As the first row of a grid it makes more sense than as an impossible size.
            Err(fault) if shape.is_err() && has_two_columns => Reading { result: Err(fault), next },
            Err(_) => self.read_sized(start, shape),
        }
    }

    /// Takes tiles until the promise is kept.
    fn read_promised(&self, promise: Promise) -> Reading {
        let mut tiles = Tiles::new(promise.n_cells());
        let mut next = promise.start + 1;
        while !tiles.is_full() {
            let Some(line) = self.lines.get(next) else {
                return self.cut_short(promise, self.false_end(promise, next).unwrap_or(next));
            };
            for token in line.tokens() {
                let taken =
                    if tiles.is_full() { Err(self.too_many(promise, &token)) } else { tiles.push(&token) };
                if let Err(fault) = taken {
                    return self.faulty(promise, next, fault);
                }
            }
            next += 1;
        }
        if let Some(token) = self.surplus(next) {
            let result = Err(self.too_many(promise, &token));
            return Reading { result, next: self.next_beginning(next + 1) };
        }
        let board = tiles.into_board(promise.rows, promise.cols);
        Reading { result: Ok(board.into()), next }
    }

    /// Answers for a fault on line `idx`. If another puzzle seems to have begun by then, the fault is that this one was
    /// cut short, and the reader went on into the other.
    fn faulty(&self, promise: Promise, idx: usize, fault: ParseError) -> Reading {
        if let Some(end) = self.false_end(promise, idx + 1) {
            return self.cut_short(promise, end);
        }
        let next = self.next_beginning(idx + 1);
        let fault = explain(fault, promise.n_cells(), self.tokens(promise.start + 1..next));
        Reading { result: Err(fault), next }
    }

    /// The first line before `limit` on which another puzzle seems to begin. The tiles right after the size line are
    /// its own whatever else they could be, else a wrong size would be blamed on the lack of tiles.
    fn false_end(&self, promise: Promise, limit: usize) -> Option<usize> {
        let first = self.next_filled(promise.start + 1)?;
        (first..limit).find(|&idx| {
            self.begins_puzzle(idx) && (idx > first || self.begins_plainly(idx) || self.has_size(idx))
        })
    }

    /// Answers for a puzzle that is not complete where line `end` comes.
    fn cut_short(&self, promise: Promise, end: usize) -> Reading {
        let Promise { start, rows, cols } = promise;
        let found = self.tokens(start + 1..end).count();
        let error = if found == 0 {
            ParseError::new(self.line(start).start(), ParseErrorKind::SizeAlone { rows, cols })
        } else {
            let last = || self.lines.iter().rfind(|line| !line.is_empty()).expect("tiles were found").end();
            let place = self.lines.get(end).map_or_else(last, |line| line.start());
            let start = self.line(start).number();
            ParseError::new(place, ParseErrorKind::TooFew { start, found, expected: promise.n_cells() })
        };
        Reading { result: Err(error), next: end }
    }

    fn too_many(&self, promise: Promise, token: &Token<'_>) -> ParseError {
        let start = self.line(promise.start).number();
        let kind = ParseErrorKind::TooMany { text: excerpt(token.text), start, expected: promise.n_cells() };
        ParseError::new(token.place, kind)
    }

    /// The first token of the line right below a complete puzzle, if it can only be a row too many: it is neither a
    /// size line with anything after it nor a board by itself.
    fn surplus(&self, idx: usize) -> Option<Token<'_>> {
        let line = self.lines.get(idx)?;
        let begins_next = line.is_empty()
            || line.has_slash()
            || self.is_title(idx)
            || match size(line) {
                Some(Size { form: Form::Cross, .. }) => true,
                Some(size) => size.shape.is_ok() && self.next_filled(idx + 1).is_some(),
                None => square(line).is_ok(),
            };
        if begins_next { None } else { line.tokens().next() }
    }
}

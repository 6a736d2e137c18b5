//! Blocks: lines without a gap between them and without a size line. A block is one grid, or one board per line.

use super::error::{ParseError, ParseErrorKind};
use super::lexer::{Line, Value};
use super::one_line::{check_size, layout, parse_square};
use super::parser::{Parsed, Parser};
use super::tiles::board_from_tokens;
use crate::sliding::Board;

impl Parser<'_> {
    /// Parses the beginning of a block: the whole block as a grid, or its first line.
    pub(super) fn read_block(&self, start: usize) -> Parsed {
        let end = self.block_end(start);
        let rows = &self.lines[start..end];
        if rows.len() > 1 {
            match grid(rows) {
                Ok(board) => return Parsed { result: Ok(board.into()), next: end },
                Err(error) if !is_list(rows) => return Parsed { result: Err(error), next: end },
                Err(_) => {}
            }
        }
        Parsed { result: parse_square(self.line(start)), next: start + 1 }
    }

    /// True if the block that begins on this line begins with a valid puzzle.
    pub(super) fn begins_valid_block(&self, idx: usize) -> bool {
        !self.line(idx).is_empty() && self.read_block(idx).result.is_ok()
    }

    /// Returns the line after the block that begins on line `start`.
    pub(super) fn block_end(&self, start: usize) -> usize {
        let ends = |&idx: &usize| self.line(idx).is_empty() || self.is_definite_start(idx);
        (start + 1..self.lines.len()).find(ends).unwrap_or(self.lines.len())
    }
}

/// Parses lines as the rows of one board.
pub(super) fn grid(rows: &[Line<'_>]) -> Result<Board, ParseError> {
    let expected = rows[0].n_tokens();
    if let Some(idx) = rows.iter().position(|row| row.n_tokens() != expected) {
        let kind = ParseErrorKind::UnevenRows { row: idx + 1, found: rows[idx].n_tokens(), expected };
        return Err(ParseError::new(rows[idx].start(), kind));
    }
    check_size(&rows[0], rows.len(), expected)?;
    board_from_tokens(rows.len(), expected, rows.iter().flat_map(Line::tokens))
}

/// True if lines that are not a valid grid were probably meant as one board each; this decides which error is reported.
///
/// Of the values in a grid of r rows, one in r is below the length of a row: at most one half. In a list of boards all
/// are, except some known lengths. The threshold is two thirds, which leaves room for errors on both sides.
fn is_list(rows: &[Line<'_>]) -> bool {
    let n_small = |row: &Line<'_>| {
        let is_small = |value| match value {
            Value::Blank => true,
            Value::Number(tile) => (tile as usize) < row.n_tokens(),
            Value::OutOfRange | Value::Word => false,
        };
        row.tokens().filter(|token| is_small(token.value())).count()
    };
    let n_values: usize = rows.iter().map(Line::n_tokens).sum();
    rows.iter().any(|row| layout(row.n_tokens()).is_some())
        && 3 * rows.iter().map(n_small).sum::<usize>() > 2 * n_values
}

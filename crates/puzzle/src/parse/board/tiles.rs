//! Collects the tiles of one puzzle and detects the first invalid one.

use std::collections::HashMap;

use super::error::{ParseError, ParseErrorKind, excerpt};
use super::lexer::{LineColumn, Token, Value};
use crate::sliding::{Board, smallest_missing};

/// The tiles so far. Memory is allocated only for these: a size line may announce a million that never come.
pub(super) struct Tiles {
    n_cells: usize,
    tiles: Vec<u32>,
    first_at: HashMap<u32, LineColumn>,
}

impl Tiles {
    pub fn new(n_cells: usize) -> Tiles {
        Tiles { n_cells, tiles: Vec::new(), first_at: HashMap::new() }
    }

    pub fn is_full(&self) -> bool {
        self.tiles.len() == self.n_cells
    }

    /// Adds the next tile. The board must not be full.
    pub fn push(&mut self, token: &Token<'_>) -> Result<(), ParseError> {
        debug_assert!(!self.is_full());
        let tile = match token.value() {
            Value::Blank => 0,
            Value::Number(tile) if (tile as usize) < self.n_cells => tile,
            Value::Number(_) | Value::OutOfRange => {
                let (text, largest) = (excerpt(token.text), self.n_cells - 1);
                return Err(ParseError::new(token.place, ParseErrorKind::OutOfRange { text, largest }));
            }
            Value::Word => return Err(ParseError::not_a_tile(token)),
        };
        if let Some(first) = self.first_at.insert(tile, token.place) {
            let (line, column) = (first.line, first.column);
            let kind = ParseErrorKind::Repeated { tile, line, column, missing: None };
            return Err(ParseError::new(token.place, kind));
        }
        self.tiles.push(tile);
        Ok(())
    }

    /// Returns the board. All tiles must be there.
    pub fn into_board(self, rows: usize, cols: usize) -> Board {
        Board::new(rows, cols, self.tiles).expect("full, in range and without repeats")
    }
}

/// Parses a board from its `rows * cols` tokens.
pub(super) fn board_from_tokens<'a, T>(rows: usize, cols: usize, tokens: T) -> Result<Board, ParseError>
where
    T: Iterator<Item = Token<'a>> + Clone,
{
    let mut tiles = Tiles::new(rows * cols);
    match tokens.clone().try_for_each(|token| tiles.push(&token)) {
        Ok(()) => Ok(tiles.into_board(rows, cols)),
        Err(error) => Err(add_missing_tile(error, rows * cols, tokens)),
    }
}

/// Adds details to an error if all tokens of the puzzle are known: which tile is missing, or that it is the blank. If
/// the number of tokens is wrong as well, that would be a guess, and the error is returned unchanged.
pub(super) fn add_missing_tile<'a>(
    error: ParseError,
    n_cells: usize,
    tokens: impl Iterator<Item = Token<'a>>,
) -> ParseError {
    let to_tile = |token: Token<'_>| match token.value() {
        Value::Blank => 0,
        Value::Number(tile) => tile,
        Value::OutOfRange | Value::Word => u32::MAX,
    };
    // One more than fits is enough to see that the number is wrong.
    let tiles: Vec<u32> = tokens.take(n_cells + 1).map(to_tile).collect();
    if tiles.len() != n_cells {
        return error;
    }
    let kind = match error.kind {
        ParseErrorKind::Repeated { tile, line, column, .. } => {
            ParseErrorKind::Repeated { tile, line, column, missing: Some(smallest_missing(&tiles)) }
        }
        ParseErrorKind::OutOfRange { text, largest }
            if text.parse() == Ok(n_cells) && smallest_missing(&tiles) == 0 =>
        {
            // Numbered from 1 to the last cell: the missing blank is a better explanation than the number.
            ParseErrorKind::NoBlank { largest }
        }
        kind => kind,
    };
    ParseError { kind, ..error }
}

#[cfg(test)]
mod tests {
    use super::super::lexer::{Line, lines};
    use super::*;

    /// Parses `text` as a 2x2 board.
    fn check(text: &str, expected: &str) {
        let lines = lines(text);
        let found = match board_from_tokens(2, 2, lines.iter().flat_map(Line::tokens)) {
            Ok(board) => board.to_line(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn faults_name_the_first_wrong_tile() {
        check("3 1 2 0", "3 1/2 0");
        check("3 1\n_ 2", "3 1/0 2");
        check(
            "1 2 3 4",
            "line 1, column 7: found tile 4 on a board without a blank, expected 0 . _ or x in one of its cells",
        );
        check("1 2 0 4", "line 1, column 7: tile 4 is out of range, expected 0 to 3");
        check("1 2 3 5", "line 1, column 7: tile 5 is out of range, expected 0 to 3");
        check("1 -2 3 0", "line 1, column 3: tile -2 is out of range, expected 0 to 3");
        check("1 two 3 3", "line 1, column 3: found \"two\", expected a number, or 0 . _ x for the blank");
        let text = "line 2, column 1: tile 1 is repeated, first at line 1, column 1, expected tile 3, which is missing";
        check("1 2\n1 0", text);
        let text = "line 1, column 7: the blank (0) is repeated, first at line 1, column 3, expected tile 3, which is missing";
        check("1 0 2 x", text);
        let text = "line 1, column 7: tile 2 is repeated, first at line 1, column 3, expected the blank (0), which is missing";
        check("1 2 3 2", text);
    }

    #[test]
    fn a_wrong_count_is_not_explained() {
        let lines = lines("1 1 2");
        let mut tiles = Tiles::new(4);
        let error = lines[0].tokens().try_for_each(|token| tiles.push(&token)).unwrap_err();
        let text = "line 1, column 3: tile 1 is repeated, first at line 1, column 1, expected each tile once";
        assert_eq!(add_missing_tile(error, 4, lines[0].tokens()).to_string(), text);
    }
}

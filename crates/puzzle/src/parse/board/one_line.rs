//! Boards on one line: rows separated by slashes, or a square number of tiles, optionally after a known length.

use super::error::{ParseError, ParseErrorKind, excerpt};
use super::lexer::{Line, Token, Value};
use super::parser::ParsedBoard;
use super::tiles::board_from_tokens;
use crate::sliding::size_is_allowed;

/// The layout of a board on one line, by the number of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LineLayout {
    /// The tiles of a square board of this side.
    Tiles(usize),
    /// One value more: a known length comes first.
    LengthAndTiles(usize),
}

/// Returns the layout of `n_tokens` values. From 4 on, no number is both a square and one more than a square.
pub(super) fn layout(n_tokens: usize) -> Option<LineLayout> {
    let side = n_tokens.isqrt();
    match n_tokens - side * side {
        _ if side < 2 => None,
        0 => Some(LineLayout::Tiles(side)),
        1 => Some(LineLayout::LengthAndTiles(side)),
        _ => None,
    }
}

/// Parses a line without slashes.
pub(super) fn parse_square(line: &Line<'_>) -> Result<ParsedBoard, ParseError> {
    let fit = layout(line.n_tokens());
    // If a line has a word, that is reported rather than the number of values.
    if fit.is_none()
        && let Some(word) = line.tokens().find(Token::is_word)
    {
        return Err(ParseError::not_a_tile(&word));
    }
    let mut tokens = line.tokens();
    let (side, known_length) = match fit {
        None => {
            return Err(ParseError::new(line.start(), ParseErrorKind::NoSquare { found: line.n_tokens() }));
        }
        Some(LineLayout::Tiles(side)) => (side, None),
        Some(LineLayout::LengthAndTiles(side)) => {
            (side, Some(length(&tokens.next().expect("more than a square"))?))
        }
    };
    check_size(line, side, side)?;
    Ok(ParsedBoard { board: board_from_tokens(side, side, tokens)?, known_length })
}

fn length(token: &Token<'_>) -> Result<u32, ParseError> {
    match token.value() {
        Value::Number(length) => Ok(length),
        _ => Err(ParseError::new(token.place, ParseErrorKind::BadLength { text: excerpt(token.text) })),
    }
}

/// Parses a line with rows separated by slashes.
pub(super) fn parse_slashed(line: &Line<'_>) -> Result<ParsedBoard, ParseError> {
    let is_slash = |token: &Token<'_>| token.text == "/";
    let tokens: Vec<Token<'_>> = line.tokens().collect();
    let rows: Vec<&[Token<'_>]> = tokens.split(is_slash).collect();
    if let Some(idx) = rows.iter().position(|row| row.is_empty()) {
        // The error is at the slash that ends the empty row, or begins it if it is the last row.
        let mut slashes = tokens.iter().filter(|token| is_slash(token));
        let slash = slashes.nth(idx.min(rows.len() - 2)).expect("there are as many slashes as rows but one");
        return Err(ParseError::new(slash.place, ParseErrorKind::EmptyRow { row: idx + 1 }));
    }
    let expected = rows[0].len();
    if let Some(idx) = rows.iter().position(|row| row.len() != expected) {
        let kind = ParseErrorKind::UnevenRows { row: idx + 1, found: rows[idx].len(), expected };
        return Err(ParseError::new(rows[idx][0].place, kind));
    }
    check_size(line, rows.len(), expected)?;
    board_from_tokens(rows.len(), expected, rows.iter().copied().flatten().copied()).map(ParsedBoard::from)
}

/// Checks a size that was counted rather than written.
pub(super) fn check_size(line: &Line<'_>, rows: usize, cols: usize) -> Result<(), ParseError> {
    if size_is_allowed(rows, cols) {
        return Ok(());
    }
    Err(ParseError::new(line.start(), ParseErrorKind::BadSize { text: format!("{rows}x{cols}") }))
}

#[cfg(test)]
mod tests {
    use super::super::lexer::lines;
    use super::*;

    /// `expected` is the board, after its known length if there is one, or the error without its line.
    fn check(text: &str, expected: &str) {
        let line = &lines(text)[0];
        let read = if line.has_slash() { parse_slashed(line) } else { parse_square(line) };
        let found = match read {
            Ok(ParsedBoard { board, known_length: None }) => board.to_line(),
            Ok(ParsedBoard { board, known_length: Some(length) }) => format!("{length}: {}", board.to_line()),
            Err(error) => error.to_string().strip_prefix("line 1, ").unwrap().to_string(),
        };
        assert_eq!(found, expected, "{text:?}");
    }

    #[test]
    fn squares() {
        check("3 1 2 0", "3 1/2 0");
        check("3,1,2,.", "3 1/2 0");
        check("6 3 1 2 0", "6: 3 1/2 0");
        check("8 2 0 4 6 1 3 7 5", "8 2 0/4 6 1/3 7 5");
        check("0 8 2 x 4 6 1 3 7 5", "0: 8 2 0/4 6 1/3 7 5");
        check("4294967295 3 1 2 0", "4294967295: 3 1/2 0");
    }

    #[test]
    fn faulty_squares() {
        let no_square = |n| {
            format!(
                "column 1: the value count {n} fits no board on one line, expected 4, 9, 16, 25, … tiles, or one value more with a \
                 known length first"
            )
        };
        check("1 2 0", &no_square(3));
        check("1 2 3 4 5 6 7", &no_square(7));
        check("1 2 3 4 5 6 7 8", &no_square(8));
        check("1 2 3 4 5 6 7 8 9 10 0", &no_square(11));
        check(".", &no_square(1));
        let range = "0 to 4294967295";
        check(
            "x 3 1 2 0",
            &format!("column 1: found \"x\", expected a known length before the tiles, {range}"),
        );
        check(
            "4294967296 3 1 2 0",
            &format!("column 1: found \"4294967296\", expected a known length before the tiles, {range}"),
        );
        check(
            "1 2 3 3 0",
            "column 7: tile 3 is repeated, first at line 1, column 5, expected tile 1, which is missing",
        );
        check("1 2 here 4 5 6", "column 5: found \"here\", expected a number, or 0 . _ x for the blank");
        check("1 2 3 naïve", "column 7: found \"naïve\", expected a number, or 0 . _ x for the blank");
        check(
            &"0 ".repeat(1_000_000),
            "column 1: size \"1000x1000\" is not possible, expected 2 to 999 rows and columns",
        );
    }

    #[test]
    fn slashes() {
        check("8 2 0/4 6 1/3 7 5", "8 2 0/4 6 1/3 7 5");
        check("8,2,0 / 4,6,1 / 3,7,5", "8 2 0/4 6 1/3 7 5");
        check("1 2/3 4/x 5", "1 2/3 4/0 5");
        check("5 4 3/2 1 0", "5 4 3/2 1 0");
    }

    #[test]
    fn faulty_slashes() {
        check("8 2 0/4 6/1 3 7 5", "column 7: the length of row 2 is 2, expected 3 like row 1");
        check("1/2 0 3", "column 3: the length of row 2 is 3, expected 1 like row 1");
        check("1 2/3 0/", "column 8: row 3 is empty, expected tiles on both sides of each slash");
        check("/1 2/3 0", "column 1: row 1 is empty, expected tiles on both sides of each slash");
        check("1 2//3 0", "column 5: row 2 is empty, expected tiles on both sides of each slash");
        check("/", "column 1: row 1 is empty, expected tiles on both sides of each slash");
        check("1/2/0/3", "column 1: size \"4x1\" is not possible, expected 2 to 999 rows and columns");
        check(
            "1 2/3 4",
            "column 7: found tile 4 on a board without a blank, expected 0 . _ or x in one of its cells",
        );
        check("1 2/3 zero", "column 7: found \"zero\", expected a number, or 0 . _ x for the blank");
    }
}

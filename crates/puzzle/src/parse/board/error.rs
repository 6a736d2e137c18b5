//! Errors of the board parser, with their line and column.

use thiserror::Error;

use super::lexer::{LineColumn, Token};
use crate::sliding::{MAX_SIDE, MIN_SIDE, TileName};

/// An error in a text of boards.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1; a tab is one character.
    pub column: usize,
    /// The kind of error.
    pub kind: ParseErrorKind,
}

impl ParseError {
    pub(super) fn new(place: LineColumn, kind: ParseErrorKind) -> ParseError {
        ParseError { line: place.line, column: place.column, kind }
    }

    pub(super) fn not_a_tile(token: &Token<'_>) -> ParseError {
        ParseError::new(token.place, ParseErrorKind::NotATile { text: excerpt(token.text) })
    }
}

/// Kinds of errors in a text of boards. Long text from the input is cut.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "fields say what they are by their names")]
pub enum ParseErrorKind {
    /// The text has only white space and comments.
    #[error("no puzzle found, expected a size line or a board")]
    Empty,
    /// A second board where one is expected.
    #[error("another board begins here, expected only one")]
    NotAlone,
    /// An impossible size.
    #[error("size {text:?} is not possible, expected {MIN_SIDE} to {MAX_SIDE} rows and columns")]
    BadSize {
        /// The size as written, or as counted from the rows.
        text: String,
    },
    /// A size line without tiles.
    #[error("no tiles follow the size line {rows}x{cols}, expected {}", rows * cols)]
    SizeAlone { rows: usize, cols: usize },
    /// The next puzzle or the end of the text comes too early.
    #[error("the puzzle of line {start} ends here with {found} of the expected {expected} tiles")]
    TooFew {
        /// The line on which the puzzle begins.
        start: usize,
        found: usize,
        expected: usize,
    },
    /// A value after the last tile.
    #[error(
        "found {text:?} after the last tile, expected only {expected} tiles for the puzzle of line {start}"
    )]
    TooMany {
        /// The first surplus value.
        text: String,
        /// The line on which the puzzle begins.
        start: usize,
        expected: usize,
    },
    /// A single line whose number of values fits no board.
    #[error(
        "the value count {found} fits no board on one line, expected 4, 9, 16, 25, … tiles, or one value more with a known length first"
    )]
    NoSquare {
        /// The number of values on the line.
        found: usize,
    },
    /// A row that is longer or shorter than the first.
    #[error("the length of row {row} is {found}, expected {expected} like row 1")]
    UnevenRows {
        /// The row, from 1.
        row: usize,
        found: usize,
        expected: usize,
    },
    /// No tiles before, between or after slashes.
    #[error("row {row} is empty, expected tiles on both sides of each slash")]
    EmptyRow {
        /// The row, from 1.
        row: usize,
    },
    /// A token that is neither a number nor the blank.
    #[error("found {text:?}, expected a number, or 0 . _ x for the blank")]
    NotATile { text: String },
    /// A known length that is not a number, or out of range.
    #[error("found {text:?}, expected a known length before the tiles, 0 to {}", u32::MAX)]
    BadLength { text: String },
    /// A number out of range for the tiles of this board.
    #[error("tile {text} is out of range, expected 0 to {largest}")]
    OutOfRange {
        /// The number as written.
        text: String,
        /// The largest tile of the board.
        largest: usize,
    },
    /// The board has no blank: its tiles are numbered from 1 to the number of cells.
    #[error("found tile {} on a board without a blank, expected 0 . _ or x in one of its cells", largest + 1)]
    NoBlank {
        /// The largest tile of the board.
        largest: usize,
    },
    /// A repeated tile.
    #[error("{} is repeated, first at line {line}, column {column}, expected {}", TileName(*tile), missing_name(*missing))]
    Repeated {
        tile: u32,
        /// The line of its first occurrence.
        line: usize,
        /// The column of its first occurrence.
        column: usize,
        /// The smallest missing tile, known if the puzzle has the right number of values.
        missing: Option<u32>,
    },
}

fn missing_name(missing: Option<u32>) -> String {
    match missing {
        Some(tile) => format!("{}, which is missing", TileName(tile)),
        None => "each tile once".to_string(),
    }
}

/// Returns `text`, cut if it is long.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

//! What can be wrong with a text of boards, and where.

use thiserror::Error;

use super::lexer::{LineColumn, Token};
use crate::board::{MAX_SIDE, MIN_SIDE, TileName};

/// A fault in a text of boards and its place.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {kind}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1; a tab is one character.
    pub column: usize,
    /// What is wrong there.
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

/// What is wrong with a text of boards. Quoted text is cut short if it is long.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseErrorKind {
    /// Nothing but white space and comments.
    #[error("no puzzle found, expected a size line or a board")]
    Empty,
    /// More than one board where there should be one.
    #[error("another board begins here, expected only one")]
    NotAlone,
    /// A size of which there are no boards.
    #[error("size {text:?} is not possible, expected {MIN_SIDE} to {MAX_SIDE} rows and columns")]
    BadSize {
        /// The size as written, or as counted from the rows.
        text: String,
    },
    /// A size line, then the next puzzle or the end of the text.
    #[error("no tiles follow the size line {rows}x{cols}, expected {}", rows * cols)]
    SizeAlone {
        /// Rows asked for.
        rows: usize,
        /// Columns asked for.
        cols: usize,
    },
    /// The next puzzle or the end of the text comes too early.
    #[error("the puzzle of line {start} ends here with {found} of the expected {expected} tiles")]
    TooFew {
        /// The line the puzzle begins on.
        start: usize,
        /// Tiles it has.
        found: usize,
        /// Tiles it should have.
        expected: usize,
    },
    /// A value after the last cell was filled.
    #[error("{text:?} is too much, expected only {expected} tiles for the puzzle of line {start}")]
    TooMany {
        /// The first value too much.
        text: String,
        /// The line the puzzle begins on.
        start: usize,
        /// Tiles it should have.
        expected: usize,
    },
    /// A line by itself that cannot be a board.
    #[error(
        "the value count {found} fits no board on one line, expected 4, 9, 16, 25, … tiles, or one value more with a known length first"
    )]
    NoSquare {
        /// Values on the line.
        found: usize,
    },
    /// A row that is longer or shorter than the first.
    #[error("the length of row {row} is {found}, expected {expected} like row 1")]
    UnevenRows {
        /// The row, from 1.
        row: usize,
        /// Tiles in it.
        found: usize,
        /// Tiles in the first row.
        expected: usize,
    },
    /// Nothing before, between or after slashes.
    #[error("row {row} is empty, expected tiles on both sides of each slash")]
    EmptyRow {
        /// The row, from 1.
        row: usize,
    },
    /// Neither a number nor a sign for the blank.
    #[error("found {text:?}, expected a number, or 0 . _ x for the blank")]
    NotATile {
        /// What was found.
        text: String,
    },
    /// A known length that is not a number, or too large for one.
    #[error("found {text:?}, expected a known length before the tiles, 0 to {}", u32::MAX)]
    BadLength {
        /// What was found.
        text: String,
    },
    /// A number that no tile of this board has.
    #[error("tile {text} is out of range, expected 0 to {largest}")]
    OutOfRange {
        /// The number as written.
        text: String,
        /// The largest tile of the board.
        largest: usize,
    },
    /// Tiles numbered from 1 to the number of cells leave no room to slide.
    #[error("tile {} stands where the board has no blank, expected 0 . _ or x in one of its cells", largest + 1)]
    NoBlank {
        /// The largest tile of the board.
        largest: usize,
    },
    /// A tile that is there twice.
    #[error("{} is repeated, first at line {line}, column {column}, expected {}", TileName(*tile), missing_name(*missing))]
    Repeated {
        /// The tile.
        tile: u32,
        /// The line it stands on first.
        line: usize,
        /// The column it stands in first.
        column: usize,
        /// The smallest tile that is missing, known if the puzzle has the right number of values.
        missing: Option<u32>,
    },
}

fn missing_name(missing: Option<u32>) -> String {
    match missing {
        Some(tile) => format!("{}, which is missing", TileName(tile)),
        None => "each tile once".to_string(),
    }
}

/// `text`, cut where a message would become unreadable.
pub(super) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_string(),
    }
}

//! Parser of Shuffdle puzzles: a word of five letters, then the 25 cells row by row, `_` (or `.`) for a hole, in upper
//! or lower case and with white space anywhere between them. A number before the word is the length of its shortest
//! solution, if that is known.
//!
//! A text contains any number of puzzles, each on a line of its own, or a word (with or without its first rows) and the
//! rows of its board on the lines below. `#` begins a comment.

use thiserror::Error;

use crate::parse::LineColumn;
use crate::shuffdle::{CELLS, HOLES, Letter, SIDE, Shuffdle, ShuffdleFault, TILES, Word};

/// A parsed puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line on which it begins.
    pub line: usize,
    /// The length of a shortest solution that the text claims; not checked.
    pub known_length: Option<u32>,
    /// The word to spell.
    pub word: Word,
    /// The board.
    pub board: Shuffdle,
}

/// An error in a text of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {kind}")]
pub struct ShuffdleError {
    /// Line and column of the error.
    pub place: LineColumn,
    /// The line on which the faulty puzzle begins.
    pub line: usize,
    /// The kind of error.
    pub kind: ShuffdleErrorKind,
}

/// Kinds of errors in a text of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ShuffdleErrorKind {
    /// The text has no puzzle.
    #[error("no puzzle found, expected a word of {SIDE} letters and {CELLS} cells")]
    Empty,
    /// A length without a word after it.
    #[error("found no word, expected one of {SIDE} letters")]
    MissingWord,
    /// A word of the wrong length.
    #[error("the word {word} has {found} letters, expected {SIDE}")]
    WordLength {
        /// The word in the text, cut if it is long.
        word: String,
        /// Its number of letters.
        found: usize,
    },
    /// A character that is not a letter in the word.
    #[error("{found:?} is no letter, expected a word of A to Z")]
    NotAWordLetter {
        /// The character.
        found: char,
    },
    /// A character on the board that is neither a letter nor a hole.
    #[error("{found:?} is no letter, expected A to Z, or _ for a hole")]
    NotALetter {
        /// The character.
        found: char,
    },
    /// The wrong number of cells.
    #[error("found {found} cells, expected {CELLS} ({SIDE} rows of {SIDE})")]
    Size {
        /// The number in the text.
        found: usize,
    },
    /// The wrong number of holes.
    #[error("found {found} holes, expected {HOLES} holes and {TILES} letters")]
    Holes {
        /// The number in the text.
        found: usize,
    },
}

/// A character with its line and column.
type LocatedChar = (char, LineColumn);

/// Up to this many cells on the line of the word are the first rows of a board that continues below; more are the whole
/// board.
const FIRST_ROWS: usize = 2 * SIDE;

/// Parses all puzzles of a text, in order; an invalid one is an error in its position.
pub fn puzzles(text: &str) -> Vec<Result<Entry, ShuffdleError>> {
    let lines = lines(text);
    let mut lines = lines.iter().peekable();
    let mut found = Vec::new();
    while let Some(line) = lines.next() {
        if line.is_empty() {
            continue;
        }
        let mut puzzle = line.clone();
        let mut cells = cells_after_word(line);
        let goes_on = cells <= FIRST_ROWS;
        while goes_on
            && cells < CELLS
            && let Some(next) = lines.next_if(|next| !next.is_empty())
        {
            puzzle.push(('\n', next[0].1));
            puzzle.extend(next);
            cells += next.iter().filter(|(c, _)| !c.is_whitespace()).count();
        }
        found.push(read(&puzzle));
    }
    if found.is_empty() {
        let place = LineColumn { line: 1, column: 1 };
        found.push(Err(ShuffdleError { place, line: 1, kind: ShuffdleErrorKind::Empty }));
    }
    found
}

/// Splits a text into lines without comments and without white space at their ends.
fn lines(text: &str) -> Vec<Vec<LocatedChar>> {
    let mut lines: Vec<Vec<LocatedChar>> = vec![Vec::new()];
    let mut in_comment = false;
    for (c, place) in super::chars::chars(text) {
        if c == '\n' {
            lines.push(Vec::new());
            in_comment = false;
            continue;
        }
        in_comment |= c == '#';
        let line = lines.last_mut().expect("there is always a line");
        if !(in_comment || line.is_empty() && c.is_whitespace()) {
            line.push((c, place));
        }
    }
    for line in &mut lines {
        while line.last().is_some_and(|(c, _)| c.is_whitespace()) {
            line.pop();
        }
    }
    lines
}

/// Returns the number of cells after the word on its line.
fn cells_after_word(line: &[LocatedChar]) -> usize {
    let (_, rest) = number(line);
    let (_, rest) = token(rest);
    rest.iter().filter(|(c, _)| !c.is_whitespace()).count()
}

/// Splits off the next token: the characters up to the next white space.
fn token(chars: &[LocatedChar]) -> (&[LocatedChar], &[LocatedChar]) {
    let skipped = chars.iter().take_while(|(c, _)| c.is_whitespace()).count();
    let chars = &chars[skipped..];
    let len = chars.iter().take_while(|(c, _)| !c.is_whitespace()).count();
    chars.split_at(len)
}

/// Splits off the optional length at the beginning.
fn number(chars: &[LocatedChar]) -> (Option<u32>, &[LocatedChar]) {
    let (first, rest) = token(chars);
    let text: String = first.iter().map(|(c, _)| c).collect();
    match text.parse() {
        Ok(number) => (Some(number), rest),
        Err(_) => (None, chars),
    }
}

/// Parses one puzzle.
fn read(chars: &[LocatedChar]) -> Result<Entry, ShuffdleError> {
    let (first, last) = (chars[0].1, chars[chars.len() - 1].1);
    let end = LineColumn { column: last.column + 1, ..last };
    let error = |place, kind| ShuffdleError { place, line: first.line, kind };
    let (known_length, rest) = number(chars);
    let (text, rest) = token(rest);
    let Some(&(_, place)) = text.first() else { return Err(error(end, ShuffdleErrorKind::MissingWord)) };
    let letters = text.iter().map(|&(c, place)| {
        Letter::new(c).ok_or_else(|| error(place, ShuffdleErrorKind::NotAWordLetter { found: c }))
    });
    let letters = letters.collect::<Result<Vec<_>, _>>()?;
    let word = <[Letter; SIDE]>::try_from(&letters[..]).map_err(|_| {
        let word: String = letters.iter().map(|letter| letter.char()).collect();
        let word = super::chars::cut(&word, 30).into_owned();
        error(place, ShuffdleErrorKind::WordLength { word, found: letters.len() })
    })?;
    let mut cells = Vec::new();
    for &(c, place) in rest.iter().filter(|(c, _)| !c.is_whitespace()) {
        let cell = match c {
            '_' | '.' => None,
            _ => {
                Some(Letter::new(c).ok_or_else(|| error(place, ShuffdleErrorKind::NotALetter { found: c }))?)
            }
        };
        cells.push((cell, place));
    }
    let all: Vec<Option<Letter>> = cells.iter().map(|(cell, _)| *cell).collect();
    let all = <[Option<Letter>; CELLS]>::try_from(&all[..]).map_err(|_| {
        let place = cells.get(CELLS).map_or(end, |(_, place)| *place);
        error(place, ShuffdleErrorKind::Size { found: all.len() })
    })?;
    let board = Shuffdle::new(all).map_err(|ShuffdleFault::Holes { found }| {
        let holes = cells.iter().filter(|(cell, _)| cell.is_none());
        let place = holes.map(|(_, place)| *place).nth(HOLES).unwrap_or(end);
        error(place, ShuffdleErrorKind::Holes { found })
    })?;
    Ok(Entry { line: first.line, known_length, word: Word(word), board })
}

//! Parser of Square-1 positions: moves like `(1, 0) / (-3,0)/`, with or without spaces and parentheses, or a position
//! in the notation of Jaap Scherphuis: sixteen pieces clockwise from the front end of the cut, first those of the upper
//! layer, then those of the lower one (A to H are corners, 1 to 8 edges), then `-`, or `/` if the middle layer is
//! flipped. Moves after a position are applied to it.
//!
//! A text contains one position per line. `#` or `//` begins a comment.

use thiserror::Error;

use crate::parse::LineColumn;
use crate::parse::chars::{ascii_sign, chars, cut};
use crate::square1::{Amount, Blocked, LETTERS, PIECES, Square1, Step, Turn, WEDGES, is_corner};

/// A parsed position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The line on which it begins.
    pub line: usize,
    /// The position.
    pub state: Square1,
}

/// An error in a text of positions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {kind}")]
pub struct Square1Error {
    /// Line and column of the error.
    pub place: LineColumn,
    /// The kind of error.
    pub kind: Square1ErrorKind,
}

/// Kinds of errors in a text of positions.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Square1ErrorKind {
    /// The text has no position.
    #[error("no puzzle found, expected moves like (1,0) / (-3,0) / or a position like A1B2C3D45E6F7G8H-")]
    Empty,
    /// A character that is not part of a move.
    #[error("found {found:?}, expected moves like (1,0) / (-3,0) /")]
    NotAMove {
        /// The character.
        found: char,
    },
    /// The line ends or continues with an unexpected character.
    #[error("found {}, expected {expected}", found_in(*.found))]
    Expected {
        /// The character; None at the end of the line.
        found: Option<char>,
        /// The expected input.
        expected: &'static str,
    },
    /// A turn by more than a full circle.
    #[error("a layer is turned by {amount} twelfths, expected -11 to 12")]
    Amount {
        /// The number, cut if it is long.
        amount: String,
    },
    /// A corner blocks the slash.
    #[error("{0}")]
    Blocked(Blocked),
    /// The wrong number of pieces.
    #[error("found {found} pieces, expected {PIECES}: corners A to H and edges 1 to 8")]
    Count {
        /// The number in the text.
        found: usize,
    },
    /// A character that is not a piece.
    #[error("{found:?} is no piece, expected corners A to H and edges 1 to 8, then - or /")]
    NotAPiece {
        /// The character.
        found: char,
    },
    /// A repeated piece.
    #[error("piece {piece} comes twice, expected each once")]
    Repeated {
        /// The piece.
        piece: char,
    },
    /// A corner that would be half in the upper and half in the lower layer.
    #[error(
        "corner {piece} begins in the upper layer and ends in the lower one, expected 12 edges' width in each"
    )]
    Split {
        /// The piece.
        piece: char,
    },
}

fn found_in(found: Option<char>) -> String {
    found.map_or("the end".to_string(), |found| format!("{found:?}"))
}

/// A character with its line and column.
type LocatedChar = (char, LineColumn);

/// Parses all positions of a text, one per line; an invalid one is an error in its position.
pub fn puzzles(text: &str) -> Vec<Result<Entry, Square1Error>> {
    let chars = located_chars(text);
    let lines = chars.split(|(c, _)| *c == '\n').map(without_comment);
    let read: Vec<_> =
        lines.filter(|line| line.iter().any(|(c, _)| !c.is_whitespace())).map(puzzle).collect();
    match read.is_empty() {
        true => vec![Err(error(LineColumn { line: 1, column: 1 }, Square1ErrorKind::Empty))],
        false => read,
    }
}

/// Parses a text with one position; its moves may extend over several lines.
///
/// # Errors
/// If there is none, or it is invalid.
pub fn only_puzzle(text: &str) -> Result<Entry, Square1Error> {
    let chars = located_chars(text);
    let lines = chars.split(|(c, _)| *c == '\n').map(without_comment);
    let joined: Vec<LocatedChar> = lines.flat_map(|line| line.iter().copied()).collect();
    match joined.iter().all(|(c, _)| c.is_whitespace()) {
        true => Err(error(LineColumn { line: 1, column: 1 }, Square1ErrorKind::Empty)),
        false => puzzle(&joined),
    }
}

/// Returns the characters of a text, typographic ones replaced by ASCII.
fn located_chars(text: &str) -> Vec<LocatedChar> {
    chars(text).map(|(c, place)| (ascii_sign(c), place)).collect()
}

/// Parses a text of moves without a position, each with its place.
///
/// # Errors
/// If the text contains anything else.
pub fn steps(text: &str) -> Result<Vec<(Step, LineColumn)>, Square1Error> {
    let chars = located_chars(text);
    let lines = chars.split(|(c, _)| *c == '\n').map(without_comment);
    lines
        .map(|line| MoveParser { chars: line, next: 0 }.steps())
        .collect::<Result<Vec<_>, _>>()
        .map(|all| all.concat())
}

fn error(place: LineColumn, kind: Square1ErrorKind) -> Square1Error {
    Square1Error { place, kind }
}

fn without_comment(line: &[LocatedChar]) -> &[LocatedChar] {
    let is_slash = |at: usize| line.get(at).is_some_and(|(c, _)| *c == '/');
    let begins = |at: &usize| line[*at].0 == '#' || is_slash(*at) && is_slash(at + 1);
    &line[..(0..line.len()).find(begins).unwrap_or(line.len())]
}

/// Parses a position, moves, or a position and moves.
fn puzzle(line: &[LocatedChar]) -> Result<Entry, Square1Error> {
    let first = line.iter().position(|(c, _)| !c.is_whitespace()).expect("blank lines are skipped");
    let line = &line[first..];
    // Only moves begin like this; letters further on are errors.
    let is_moves = matches!(line[0].0, '(' | '/') || !line.iter().any(|(c, _)| c.is_alphabetic());
    let (start, rest) = if is_moves { (Square1::SOLVED, line) } else { position(line)? };
    let state = MoveParser { chars: rest, next: 0 }.steps()?.into_iter().try_fold(
        start,
        |state, (step, place)| {
            state.stepped(step).map_err(|blocked| error(place, Square1ErrorKind::Blocked(blocked)))
        },
    )?;
    Ok(Entry { line: line[0].1.line, state })
}

/// Parses a position and returns it with the rest of the line.
fn position(line: &[LocatedChar]) -> Result<(Square1, &[LocatedChar]), Square1Error> {
    let mut pieces = Vec::new();
    let mut width = 0;
    let mut rest = line;
    while let Some((&(c, place), remaining)) = rest.split_first() {
        let found = LETTERS.iter().position(|letter| letter.eq_ignore_ascii_case(&c));
        match found {
            _ if c.is_whitespace() => {}
            // The position is complete; the middle layer or moves follow.
            _ if pieces.len() == PIECES => break,
            Some(piece) if pieces.contains(&(piece as u8)) => {
                return Err(error(place, Square1ErrorKind::Repeated { piece: LETTERS[piece] }));
            }
            Some(piece) => {
                let piece = piece as u8;
                if is_corner(piece) && width == WEDGES - 1 {
                    let piece = LETTERS[usize::from(piece)];
                    return Err(error(place, Square1ErrorKind::Split { piece }));
                }
                width += if is_corner(piece) { 2 } else { 1 };
                pieces.push(piece);
            }
            None if matches!(c, '-' | '/' | '(') => break,
            None => return Err(error(place, Square1ErrorKind::NotAPiece { found: c })),
        }
        rest = remaining;
    }
    let last = line[line.len() - 1].1;
    let end = LineColumn { column: last.column + 1, ..last };
    let place = rest.first().map_or(end, |&(_, place)| place);
    let count = || error(place, Square1ErrorKind::Count { found: pieces.len() });
    let pieces = <[u8; PIECES]>::try_from(&pieces[..]).map_err(|_| count())?;
    let (is_flipped, rest) = match rest {
        // A minus is the middle layer even if no space follows it: turns are in parentheses or follow a space.
        [('-', _), rest @ ..] => (false, rest),
        [('/', _), rest @ ..] => (true, rest),
        [(c, place), ..] if c.is_alphanumeric() => {
            let found = PIECES + rest.iter().take_while(|(c, _)| c.is_alphanumeric()).count();
            return Err(error(*place, Square1ErrorKind::Count { found }));
        }
        rest => (false, rest),
    };
    let state =
        Square1::from_pieces(&pieces, is_flipped).expect("each piece occurs once and lies in one layer");
    Ok((state, rest))
}

/// Parser of moves on a line.
struct MoveParser<'a> {
    chars: &'a [LocatedChar],
    next: usize,
}

impl MoveParser<'_> {
    fn steps(mut self) -> Result<Vec<(Step, LineColumn)>, Square1Error> {
        let mut steps = Vec::new();
        while let Some((c, place)) = self.peek() {
            let step = match c {
                '/' => {
                    self.next += 1;
                    Step::Slash
                }
                '(' => {
                    self.next += 1;
                    let turn = self.turn()?;
                    self.expect(')', "a closing parenthesis")?;
                    turn
                }
                '-' | '+' | '\u{2212}' | '0'..='9' => self.turn()?,
                found => return Err(error(place, Square1ErrorKind::NotAMove { found })),
            };
            steps.push((step, place));
        }
        Ok(steps)
    }

    /// Parses two numbers with a comma between them.
    fn turn(&mut self) -> Result<Step, Square1Error> {
        let upper = self.amount()?;
        self.expect(',', "a comma and the turn of the lower layer")?;
        let lower = self.amount()?;
        Ok(Step::Turn(Turn { upper, lower }))
    }

    fn amount(&mut self) -> Result<Amount, Square1Error> {
        let first = self.peek();
        let is_negative = match first {
            Some(('-' | '\u{2212}', _)) => true,
            Some(('+', _)) => false,
            _ => {
                return self.digits(false);
            }
        };
        self.next += 1;
        self.digits(is_negative)
    }

    fn digits(&mut self, is_negative: bool) -> Result<Amount, Square1Error> {
        let expected = "a number of twelfths";
        let first = self.peek();
        let Some((_, place)) = first.filter(|(c, _)| c.is_ascii_digit()) else {
            let kind = Square1ErrorKind::Expected { found: first.map(|(c, _)| c), expected };
            return Err(error(first.map_or_else(|| self.end(), |(_, place)| place), kind));
        };
        let rest = &self.chars[self.next..];
        let digits: String = rest.iter().map(|(c, _)| *c).take_while(char::is_ascii_digit).collect();
        self.next += digits.len();
        let amount = digits.parse::<i32>().ok().map(|n| if is_negative { -n } else { n });
        let sign = if is_negative { "-" } else { "" };
        let in_range = amount.filter(|n| (-11..=12).contains(n)).map(Amount::new);
        let written = || format!("{sign}{}", cut(&digits, 20));
        in_range.ok_or_else(|| error(place, Square1ErrorKind::Amount { amount: written() }))
    }

    fn expect(&mut self, wanted: char, expected: &'static str) -> Result<(), Square1Error> {
        match self.peek() {
            Some((c, _)) if c == wanted => {
                self.next += 1;
                Ok(())
            }
            Some((c, place)) => Err(error(place, Square1ErrorKind::Expected { found: Some(c), expected })),
            None => Err(error(self.end(), Square1ErrorKind::Expected { found: None, expected })),
        }
    }

    /// Skips white space and returns the next character.
    fn peek(&mut self) -> Option<LocatedChar> {
        while self.chars.get(self.next).is_some_and(|(c, _)| c.is_whitespace()) {
            self.next += 1;
        }
        self.chars.get(self.next).copied()
    }

    /// Returns the place after the last character.
    fn end(&self) -> LineColumn {
        let last = self.chars[self.chars.len() - 1].1;
        LineColumn { column: last.column + 1, ..last }
    }
}

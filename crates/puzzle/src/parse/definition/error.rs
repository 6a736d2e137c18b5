//! Errors of definitions and positions, with their line and column.

use thiserror::Error;

use crate::definition::SequenceError;
use crate::parse::LineColumn;
use crate::parse::chars::cut;

/// An error in the text of a definition or a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {}", with_short_words(fault))]
pub struct DefinitionError {
    /// Line and column of the error.
    pub place: LineColumn,
    /// The kind of error.
    pub fault: Fault,
}

/// Kinds of errors in a definition or a position. Long text from the input is cut.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "fields say what they are by their names")]
pub enum Fault {
    /// An unexpected token.
    #[error("found {found}, expected {expected}")]
    Unexpected { found: String, expected: String },
    /// A line has too few tokens, or an object too few keys.
    #[error("{whole} has no {part}, expected {expected}")]
    Missing {
        /// The incomplete line or object.
        whole: String,
        /// The missing part.
        part: String,
        /// An example of the complete form.
        expected: String,
    },
    /// A mandatory part of the definition is missing.
    #[error("the definition has no {part}, expected {expected}")]
    MissingPart {
        part: &'static str,
        /// The syntax of the part.
        expected: &'static str,
    },
    /// A repeated part, name or key.
    #[error("{what} is repeated, expected it only at {first}")]
    Duplicate {
        what: String,
        /// Place of the first occurrence.
        first: LineColumn,
    },
    /// The text ends within a block or bracket.
    #[error("the text ends, expected {expected} for {what} at {opened}")]
    Unclosed {
        /// The keyword or bracket that opens it.
        what: String,
        /// Place where it opens.
        opened: LineColumn,
        expected: String,
    },
    /// An orbit name that the definition does not have.
    #[error("there is no orbit {found}, expected {expected}")]
    UnknownOrbit {
        found: String,
        /// The names of the orbits.
        expected: String,
    },
    /// A list with the wrong number of entries.
    #[error("{owner} has {found} {what} for orbit {orbit}, expected {expected}")]
    Count {
        /// The move or position that the list belongs to.
        owner: String,
        /// The kind of entries.
        what: &'static str,
        orbit: String,
        found: usize,
        expected: usize,
    },
    /// Not a number, or a number out of range.
    #[error("{what} is {found}, expected a number from {low} to {high}")]
    Number {
        /// The meaning of the number.
        what: String,
        found: String,
        low: u8,
        high: u8,
    },
    /// A modulus that does not divide the number of orientations.
    #[error(
        "the modulus of a piece of orbit {orbit} is {found}, expected a divisor of {n_orientations}, or 0 for that number"
    )]
    Modulus { orbit: String, found: String, n_orientations: u8 },
    /// Two places get the same piece.
    #[error("{owner} takes {value} twice in orbit {orbit}, expected a permutation")]
    NotAPermutation {
        owner: String,
        orbit: String,
        /// The repeated number, as written.
        value: u8,
    },
    /// A move name that does not fit the notation of move sequences.
    #[error("{found} is no name of a move, expected one like R, 2R, Uw or R2'")]
    NotAMoveName { found: String },
    /// A move whose name is a power of another one, or its inverse, with another effect.
    #[error(
        "the move {name} is not what its name says of the move {base}, expected another name or no definition"
    )]
    NotAPower { name: String, base: String },
    /// A sequence uses a move that is not defined.
    #[error("there is no move {found}, expected one that is defined in this text")]
    UnknownMove { found: String },
    /// A cycle of derived moves.
    #[error("the move {names} is defined by itself, expected only moves that are defined without it")]
    Cycle {
        /// The names along the cycle; first and last are the same.
        names: String,
    },
    /// A syntax error in the sequence of a derived move.
    #[error("the sequence of move {name} cannot be read: {message}")]
    DerivedSequence {
        /// The derived move.
        name: String,
        /// The error of the alg parser.
        message: String,
    },
    /// The solved position violates an `Illegal` rule.
    #[error(
        "the solved position has piece {piece} in place {place} of orbit {orbit}, expected none that this rule forbids"
    )]
    ForbiddenStart {
        orbit: String,
        /// The place, from 1.
        place: u8,
        /// The piece, from 1.
        piece: u8,
    },
    /// A piece occurs more or less often than in the solved position.
    #[error(
        "the position has piece {piece} {} in orbit {orbit}, expected {} as in the solved position", times(*found), times(*expected)
    )]
    Pieces {
        /// The piece as written.
        piece: usize,
        orbit: String,
        found: usize,
        expected: usize,
    },
    /// A piece has an orientation modulus that it does not have in the solved position.
    #[error(
        "piece {piece} of orbit {orbit} has modulus {found} here, expected {expected} as in the solved position"
    )]
    PieceModulus {
        /// The piece as written.
        piece: usize,
        orbit: String,
        /// The modulus in this position.
        found: u8,
        /// The moduli in the solved position.
        expected: String,
    },
    /// A position violates an `Illegal` rule.
    #[error(
        "the position has piece {piece} in place {place} of orbit {orbit}, expected none that is illegal there"
    )]
    Illegal {
        orbit: String,
        /// The place, from 1.
        place: usize,
        /// The piece as written.
        piece: String,
    },
    /// Moves that cannot be applied.
    #[error(transparent)]
    Moves(#[from] SequenceError),
    /// A syntax error in a sequence of moves.
    #[error("{message}")]
    Sequence {
        /// The error of the alg parser.
        message: String,
    },
    /// A compact position with the wrong number of digits.
    #[error("the compact position has {found} digits, expected {expected}")]
    DigitCount { found: usize, expected: usize },
    /// An invalid digit of a compact position, or one that is too large.
    #[error(
        "found {found} for a piece of orbit {orbit}, expected a number in the digits 0-9 A-Z a-z, at most {high}"
    )]
    Digit {
        found: String,
        orbit: String,
        /// The largest allowed value, in digits.
        high: String,
    },
    /// An orbit with more values per place than two digits of a compact position can express.
    #[error("orbit {orbit} is too large for compact positions, expected a Scramble block")]
    TooManyValues { orbit: String },
    /// The text does not have exactly one position.
    #[error("found {found} positions, expected one")]
    PositionCount { found: usize },
    /// The moves have too many entries to store in memory.
    #[error("{n_moves} moves of {n_places} places are too many, expected at most {max} entries in all")]
    TooLarge {
        n_moves: usize,
        n_places: usize,
        /// The maximum number of entries.
        max: usize,
    },
    /// Brackets are nested too deep.
    #[error("brackets are nested too deep, expected at most {max} levels")]
    TooDeep { max: usize },
}

/// Returns `once`, `3 times`.
fn times(n: usize) -> String {
    match n {
        0 => "never".to_string(),
        1 => "once".to_string(),
        2 => "twice".to_string(),
        n => format!("{n} times"),
    }
}

/// The maximum number of characters of the input that an error quotes.
const LONGEST: usize = 30;

/// Returns a text in quotes, cut if it is long.
pub(in crate::parse) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
    }
}

/// The most characters of a word in a message: names of moves and orbits may be of any length.
const LONGEST_WORD: usize = 60;

/// Returns a message with its long words cut.
fn with_short_words(fault: &Fault) -> String {
    let message = fault.to_string();
    if message.len() <= LONGEST_WORD {
        return message;
    }
    message.split(' ').map(|word| cut(word, LONGEST_WORD)).collect::<Vec<_>>().join(" ")
}

/// Lists the first of many alternatives.
pub(in crate::parse) fn one_of_few<'a>(choices: impl Iterator<Item = &'a str>) -> String {
    const MAX_NAMED: usize = 8;
    let mut choices: Vec<&str> = choices.take(MAX_NAMED + 1).collect();
    if choices.len() > MAX_NAMED {
        choices[MAX_NAMED] = "another";
    }
    one_of(&choices)
}

/// Lists alternatives: `A, B or C`.
pub(in crate::parse) fn one_of(choices: &[&str]) -> String {
    match choices {
        [] => "nothing".to_string(),
        [only] => (*only).to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

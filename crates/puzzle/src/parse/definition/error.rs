//! What can be wrong with a definition or a position, and where.

use thiserror::Error;

use crate::definition::NoPosition;
use crate::parse::LineColumn;

/// Why a text is no definition of a puzzle, or no position of one.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}: {fault}")]
pub struct DefinitionError {
    /// Where it was noticed.
    pub place: LineColumn,
    /// What is wrong there.
    pub fault: Fault,
}

/// What can be wrong with a definition or a position. Texts from the input are cut short where they are long.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// Something else stands where only a few things may.
    #[error("found {found}, expected {expected}")]
    Unexpected {
        /// What stands there.
        found: String,
        /// What could stand there.
        expected: String,
    },
    /// A line has too few words, or an object too few keys.
    #[error("{whole} has no {part}, expected {expected}")]
    Missing {
        /// What is incomplete.
        whole: String,
        /// What it lacks.
        part: String,
        /// How it would look with it.
        expected: String,
    },
    /// A part that the whole text must have is nowhere.
    #[error("the definition has no {part}, expected {expected}")]
    MissingPart {
        /// Which part.
        part: &'static str,
        /// How it is written.
        expected: &'static str,
    },
    /// Something that may stand once stands twice.
    #[error("{what} is there twice, expected it only at {first}")]
    Duplicate {
        /// What it is.
        what: String,
        /// Where it stands the first time.
        first: LineColumn,
    },
    /// A block or bracket is not closed.
    #[error("the text ends, expected {expected} for {what} at {opened}")]
    Unclosed {
        /// What is open.
        what: String,
        /// Where it begins.
        opened: LineColumn,
        /// What should come.
        expected: String,
    },
    /// A name of an orbit that none has.
    #[error("there is no orbit {found}, expected {expected}")]
    UnknownOrbit {
        /// The name.
        found: String,
        /// All orbits.
        expected: String,
    },
    /// A list that is too short or too long.
    #[error("{owner} has {found} {what} for orbit {orbit}, expected {expected}")]
    Count {
        /// The move or position that the list belongs to.
        owner: String,
        /// What is listed.
        what: &'static str,
        /// The orbit.
        orbit: String,
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// No number, or one that is too small or too large.
    #[error("{what} is {found}, expected a number from {low} to {high}")]
    Number {
        /// What the number is.
        what: String,
        /// What stands there.
        found: String,
        /// The smallest that could.
        low: u8,
        /// The largest that could.
        high: u8,
    },
    /// A modulus that does not divide the number of orientations.
    #[error(
        "the modulus of a piece of orbit {orbit} is {found}, expected a divisor of {n_orientations}, or 0 for that number"
    )]
    Modulus {
        /// The orbit.
        orbit: String,
        /// What stands there.
        found: String,
        /// The orientations of the orbit.
        n_orientations: u8,
    },
    /// Two places that get the same piece.
    #[error("{owner} takes {value} twice in orbit {orbit}, expected a permutation")]
    NotAPermutation {
        /// The move.
        owner: String,
        /// The orbit.
        orbit: String,
        /// The number that stands there again, as written.
        value: u8,
    },
    /// A name that cannot be used in sequences of moves.
    #[error("{found} is no name of a move, expected one like R, 2R, Uw or R2'")]
    NotAMoveName {
        /// The name.
        found: String,
    },
    /// A sequence with a move that is not defined.
    #[error("there is no move {found}, expected one that is defined in this text")]
    UnknownMove {
        /// The move.
        found: String,
    },
    /// Moves that are defined by each other.
    #[error("the move {names} is defined by itself, expected only moves that are defined without it")]
    Cycle {
        /// The circle of names, from this one to itself.
        names: String,
    },
    /// A sequence that cannot be read.
    #[error("the sequence of move {name} cannot be read: {message}")]
    DerivedSequence {
        /// The move that is defined by it.
        name: String,
        /// What is wrong with it.
        message: String,
    },
    /// The solved position breaks a rule.
    #[error(
        "the solved position has piece {piece} in place {place} of orbit {orbit}, expected none that this rule forbids"
    )]
    ForbiddenStart {
        /// The orbit.
        orbit: String,
        /// The place, from 1.
        place: u8,
        /// The piece, from 1.
        piece: u8,
    },
    /// A position with another number of pieces that look alike.
    #[error(
        "the position has piece {piece} {} in orbit {orbit}, expected {} as in the solved position", times(*found), times(*expected)
    )]
    Pieces {
        /// The piece as written.
        piece: usize,
        /// The orbit.
        orbit: String,
        /// How often it is there.
        found: usize,
        /// How often it should be.
        expected: usize,
    },
    /// A piece of a position whose orientation counts otherwise.
    #[error(
        "piece {piece} of orbit {orbit} has modulus {found} here, expected {expected} as in the solved position"
    )]
    PieceModulus {
        /// The piece as written.
        piece: usize,
        /// The orbit.
        orbit: String,
        /// How far it counts here.
        found: u8,
        /// How far it counts.
        expected: String,
    },
    /// A position that breaks a rule.
    #[error(
        "the position has piece {piece} in place {place} of orbit {orbit}, expected none that is illegal there"
    )]
    Illegal {
        /// The orbit.
        orbit: String,
        /// The place, from 1.
        place: usize,
        /// The piece as written.
        piece: String,
    },
    /// Moves that lead to no position.
    #[error(transparent)]
    Moves(#[from] NoPosition),
    /// A sequence of moves that cannot be read.
    #[error("{message}")]
    Sequence {
        /// What is wrong with it.
        message: String,
    },
    /// A compact position that is too short or too long.
    #[error("the compact position has {found} digits, expected {expected}")]
    DigitCount {
        /// How many it has.
        found: usize,
        /// How many it should have.
        expected: usize,
    },
    /// A digit of a compact position that is none, or too large.
    #[error(
        "found {found} for a piece of orbit {orbit}, expected a number in the digits 0-9 A-Z a-z, at most {high}"
    )]
    Digit {
        /// What stands there.
        found: String,
        /// The orbit.
        orbit: String,
        /// The largest that could, in digits.
        high: String,
    },
    /// An orbit that compact positions have no digits for.
    #[error("orbit {orbit} is too large for compact positions, expected a Scramble block")]
    TooManyValues {
        /// The orbit.
        orbit: String,
    },
    /// More or fewer positions than one.
    #[error("found {found} positions, expected one")]
    PositionCount {
        /// How many there are.
        found: usize,
    },
    /// More moves of more places than anybody has memory for.
    #[error("{n_moves} moves of {n_places} places are too many, expected at most {max} entries in all")]
    TooLarge {
        /// How many moves there are.
        n_moves: usize,
        /// How many places each of them has.
        n_places: usize,
        /// The most entries that are read.
        max: usize,
    },
    /// Brackets within brackets without end.
    #[error("brackets are nested too deep, expected at most {max} levels")]
    TooDeep {
        /// How deep they may be.
        max: usize,
    },
}

/// `once`, `3 times`.
fn times(n: usize) -> String {
    match n {
        0 => "never".to_string(),
        1 => "once".to_string(),
        2 => "twice".to_string(),
        n => format!("{n} times"),
    }
}

/// The most characters of a text that an error repeats.
const LONGEST: usize = 30;

/// A text in quotes, cut if it is long.
pub(in crate::parse) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => format!("{text:?}"),
        Some((end, _)) => format!("{:?}", format!("{}…", &text[..end])),
    }
}

/// Things to choose from: `A, B or C`.
pub(in crate::parse) fn one_of(choices: &[&str]) -> String {
    match choices {
        [] => "nothing".to_string(),
        [only] => (*only).to_string(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

//! What can be wrong with a request for Shuffdle.

use puzzle::shuffdle::{Line, Lines, Missing};
use solver::{Error, ErrorKind, Heuristic};

/// Why a request for Shuffdle cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShuffdleError {
    /// Too few tiles can become some letter of the word.
    #[error("{}", unspellable(*.lines, *.line, *.missing))]
    Unspellable {
        /// Where the word might stand.
        lines: Lines,
        /// One of these lines.
        line: Line,
        /// What is missing there.
        missing: Missing,
    },
    /// Making the table takes more memory than is allowed.
    #[error("making the table {} takes {needed} bytes, and {allowed} may be used", .heuristic.name())]
    NotEnoughMemory {
        /// The heuristic that has the table.
        heuristic: Heuristic,
        /// Bytes that making it takes.
        needed: u64,
        /// Bytes that may be used.
        allowed: u64,
    },
    /// An option of puzzles with several kinds of moves.
    #[error("{0} is for cubes; shuffdle has one kind of move")]
    OneKindOfMove(&'static str),
    /// Another goal than the word is asked for.
    #[error("the goal of shuffdle is its word, so it takes no --goal")]
    GoalGiven,
    /// There are too many positions to count.
    #[error("the positions of shuffdle are too many to count")]
    TooMany,
    /// No board of a difficulty was drawn.
    #[error("none of {n_drawn} boards had a shortest solution of {least} to {most} moves")]
    NoneDrawn {
        /// How many were drawn.
        n_drawn: usize,
        /// The fewest moves asked for.
        least: u32,
        /// The most moves asked for.
        most: u32,
    },
}

impl From<ShuffdleError> for Error {
    fn from(error: ShuffdleError) -> Error {
        const HARD: &str = "--hard accepts the word in any row or column";
        let (kind, hint) = match &error {
            ShuffdleError::Unspellable { lines: Lines::Bottom, .. } => (ErrorKind::Unsolvable, Some(HARD)),
            ShuffdleError::Unspellable { .. } => (ErrorKind::Unsolvable, None),
            ShuffdleError::NotEnoughMemory { .. } => {
                (ErrorKind::Usage, Some("allow more with --max-memory, or leave out --heuristic"))
            }
            ShuffdleError::GoalGiven => (ErrorKind::Usage, Some(HARD)),
            ShuffdleError::OneKindOfMove(_) | ShuffdleError::TooMany => (ErrorKind::Usage, None),
            ShuffdleError::NoneDrawn { .. } => (ErrorKind::Limit, Some("most boards take 15 to 40 moves")),
        };
        Error { hint: hint.map(str::to_string), ..Error::new(kind, error.to_string()) }
    }
}

fn unspellable(lines: Lines, line: Line, missing: Missing) -> String {
    let Missing { at, letter, found, needed } = missing;
    let somewhere = match lines {
        Lines::Bottom => String::new(),
        Lines::Any => format!("no row or column can spell the word; in {line} "),
    };
    let place = at + 1;
    match found {
        0 => format!("{somewhere}no letter of the board can become the {letter} in place {place}"),
        _ => format!(
            "{somewhere}only {found} of the letters can become the {letter} in place {place}, and {needed} places need one \
             like it"
        ),
    }
}

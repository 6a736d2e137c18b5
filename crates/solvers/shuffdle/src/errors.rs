//! Errors of requests for Shuffdle.

use puzzle::shuffdle::{Line, Lines, Missing};
use solver::{Error, ErrorKind, Heuristic};

/// The reason why a request for Shuffdle is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShuffdleError {
    /// Too few tiles can become some letter of the word.
    #[error("{}", unspellable(*.lines, *.line, *.missing))]
    Unspellable {
        /// The lines in which the word may be spelled.
        lines: Lines,
        /// One of these lines.
        line: Line,
        /// The letter that is missing there.
        missing: Missing,
    },
    /// Building the table needs more memory than allowed.
    #[error("building the table {} needs {needed} bytes, and {allowed} may be used", .heuristic.name())]
    NotEnoughMemory {
        /// The heuristic of the table.
        heuristic: Heuristic,
        /// Bytes needed to build it.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// An option of puzzles with several kinds of moves is given.
    #[error("{0} is for cubes; shuffdle has one kind of move")]
    OneKindOfMove(&'static str),
    /// Another goal than the word is given.
    #[error("the goal of shuffdle is its word, so it takes no --goal")]
    GoalGiven,
    /// There are too many positions to count.
    #[error("the positions of shuffdle are too many to count")]
    TooMany,
    /// No random board has the requested difficulty.
    #[error("none of {n_drawn} boards had a shortest solution of {least} to {most} moves")]
    NoneDrawn {
        /// Number of boards drawn.
        n_drawn: usize,
        /// The minimum number of moves requested.
        least: u32,
        /// The maximum number of moves requested.
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

//! Errors of requests about Square-1, and of positions and moves that cannot be parsed.

use puzzle::parse::square1::Square1Error as ParseError;
use solver::Error;

/// A request that the chosen algorithm cannot solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Square1Error {
    /// The prune tables of the two phases count twists.
    #[error("two-phase of square-1 counts twists; expected ida for the metric face-turn")]
    TwistsOnly,
}

impl From<Square1Error> for Error {
    fn from(error: Square1Error) -> Error {
        match error {
            Square1Error::TwistsOnly => Error::usage(error.to_string()).hint("try --algorithm ida"),
        }
    }
}

/// Returns the error for moves or a position that cannot be parsed. `name` is the name of the text, if it has one.
pub fn parse_error(name: Option<&str>, error: &ParseError) -> Error {
    Error::invalid(error.kind.to_string()).at_in(name, error.place)
}

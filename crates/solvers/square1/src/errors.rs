//! What can be wrong with a request about Square-1, and with texts of it.

use puzzle::parse::square1::Square1Error as ParseError;
use solver::Error;

/// Why a position of Square-1 cannot be solved as asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Square1Error {
    /// The tables of the two phases count twists.
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

/// A fault in moves or a position of Square-1, in a text that may have a name.
pub fn parse_error(name: Option<&str>, error: &ParseError) -> Error {
    Error::invalid(error.kind.to_string()).at_in(name, error.place)
}

//! Parser of algs: sequences of moves of twisty puzzles, with groups, commutators and conjugates.
//!
//! ```text
//! sequence := node*
//! node     := move | "(" sequence ")" times | "[" sequence ("," | ":") sequence "]" times
//!           | "." | "/" | "(" integer "," integer ")" | integer "," integer
//! move     := [layer ["-" layer]] family (times | "++" | "--" | hours ("+" | "-"))
//! family   := one or more letters and underscores
//! times    := [number] ["'"]
//! ```
//!
//! White space may separate nodes, and must where two would run together, as letters do; a caller that passes the move
//! families of its puzzle can also parse `RUR'U'`. Outside of brackets commas may separate nodes, `R, U, F`. `’`, `′`,
//! `` ` `` and `´` are apostrophes, and dashes of any length are minus signs. The number may also follow the
//! apostrophe, `R'2`, if no move follows it. `//` or `#` begins a comment that extends to the end of the line.

mod error;

mod cursor;

mod parser;

pub use self::error::AlgError;
use self::parser::Parser;
use crate::alg::Alg;
use crate::parse::LineColumn;
use crate::parse::chars::chars;

/// The maximum nesting depth of brackets.
pub const MAX_DEPTH: usize = 100;
/// The maximum number of characters. A parsed sequence takes some 40 times the memory of its text; long ones that repeat
/// themselves can be written as groups.
pub const MAX_CHARS: usize = 2_000_000;

/// Parses a text as a sequence. Adjacent letters are the name of one move.
///
/// # Errors
/// With the line and column of the first syntax error.
pub fn alg(text: &str) -> Result<Alg, AlgError> {
    located(text, &Families::ANY).map(|located| located.alg)
}

/// A sequence with the places of its moves in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocatedAlg {
    /// The sequence.
    pub alg: Alg,
    /// The line and column of each leaf, by its [`index`](crate::alg::Leaf::index).
    pub places: Vec<LineColumn>,
}

/// The move families of a puzzle.
#[derive(Clone, Copy)]
pub struct Families<'a> {
    /// True for the letters of a family.
    pub contains: &'a dyn Fn(&str) -> bool,
    /// The most letters of a family: no more are tried at once, or a long word would take quadratic time.
    pub max_letters: usize,
}

impl Families<'_> {
    /// All names are families: letters are never split.
    pub const ANY: Families<'static> = Families { contains: &|_| true, max_letters: usize::MAX };
}

/// Parses a text as a sequence of a puzzle with known move families. Adjacent letters that are not a family are split
/// into families, always the longest one that fits next; if that fails they are the name of one move.
///
/// # Errors
/// With the line and column of the first syntax error.
pub fn located(text: &str, families: &Families<'_>) -> Result<LocatedAlg, AlgError> {
    // A text of fewer bytes has fewer characters.
    if text.len() > MAX_CHARS
        && let Some((_, place)) = chars(text).nth(MAX_CHARS)
    {
        return Err(AlgError::TooLong { place });
    }
    Parser::new(text, *families).read()
}

#[cfg(test)]
mod tests;

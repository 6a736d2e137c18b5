//! Moves of twisty puzzles as people write them.
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
//! White space may stand between nodes and must where two would run together, as letters do; a reader that knows
//! the families of its puzzle takes `RUR'U'`, too. Outside of brackets commas may divide nodes, `R, U, F`. `’`, `′`, `` ` `` and
//! `´` are apostrophes, and dashes of any length are minus signs. The number may also come after the apostrophe, `R'2`, if
//! nothing follows it. `//` or `#` begins a comment that goes to the end of the line.

mod error;

mod cursor;

mod parser;

pub use self::error::AlgError;
use self::parser::Parser;
use crate::alg::Alg;
use crate::parse::LineColumn;

/// How deep brackets may be nested.
pub const MAX_DEPTH: usize = 100;

/// The sequence that a text is. Letters that stand together are the name of one move.
///
/// # Errors
/// With the place where reading stopped.
pub fn alg(text: &str) -> Result<Alg, AlgError> {
    located(text, &|_| true).map(|located| located.alg)
}

/// A sequence and where in the text it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LocatedAlg {
    /// The sequence.
    pub alg: Alg,
    /// The place of each leaf, by its [`index`](crate::alg::Leaf::index).
    pub places: Vec<LineColumn>,
}

/// The sequence that a text is, for a puzzle that knows its families of moves. Letters that stand together and are no
/// family by themselves are cut into families, at each step the longest there is; if that fails they stay together.
///
/// # Errors
/// With the place where reading stopped.
pub fn located(text: &str, is_family: &dyn Fn(&str) -> bool) -> Result<LocatedAlg, AlgError> {
    Parser::new(text, is_family).read()
}

#[cfg(test)]
mod tests;

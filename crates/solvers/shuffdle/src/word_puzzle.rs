//! The puzzle that one instance of Shuffdle poses.

use puzzle::shuffdle::{Lines, Shuffdle, Word};

/// A board with a word to be spelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordPuzzle {
    /// The initial board.
    pub board: Shuffdle,
    /// The word to spell.
    pub word: Word,
    /// The lines in which the word may be spelled.
    pub lines: Lines,
}

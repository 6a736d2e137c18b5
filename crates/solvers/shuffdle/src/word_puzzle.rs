//! What is asked of a board of Shuffdle.

use puzzle::shuffdle::{Lines, Shuffdle, Word};

/// A word to be spelled on a board of Shuffdle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WordPuzzle {
    /// Where it starts.
    pub board: Shuffdle,
    /// What to spell.
    pub word: Word,
    /// Where the word may stand.
    pub lines: Lines,
}

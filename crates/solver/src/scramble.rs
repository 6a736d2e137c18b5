//! Random puzzles.

use search::Control;

use crate::error::Error;
use crate::instance::Field;
use crate::options::Options;
use crate::task::PuzzleRef;
use crate::text::Text;

/// What is asked of random puzzles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScrambleSpec {
    /// Which puzzle; the name may be that of an event with rules of its own.
    pub puzzle: PuzzleRef,
    /// The name of a format.
    pub format: Option<String>,
    /// What boards can reach.
    pub goal: Option<Text>,
    /// They are going to be many.
    pub many: bool,
    /// All of each is wanted, as JSON has it.
    pub details: bool,
    /// Bytes that may be used.
    pub memory: u64,
    /// Options of the solver's own.
    pub options: Options,
}

/// A random puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Scrambled {
    /// What is printed, with the end of its line.
    pub text: String,
    /// What JSON says, without the seed and the number.
    pub fields: Vec<Field>,
}

/// Numbers below others, all equally likely.
pub type RandomBelow<'a> = &'a mut dyn FnMut(u32) -> u32;

/// Draws random puzzles, one after the other.
pub trait Scrambler {
    /// Draws one, the `number`th from 1 of this `seed`; None if the work is stopped.
    ///
    /// # Errors
    /// If there is none, or it cannot be written in the format.
    fn draw(
        &mut self,
        seed: u64,
        number: u64,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error>;

    /// Returns the seed that the options imply, as a date does.
    fn implied_seed(&self) -> Option<u64> {
        None
    }
}

//! Random scrambles.

use search::Control;

use crate::error::Error;
use crate::instance::Field;
use crate::options::Options;
use crate::task::PuzzleRef;
use crate::text::Text;

/// A request for random scrambles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ScrambleSpec {
    /// The puzzle; the name may be that of a competition event with its own rules.
    pub puzzle: PuzzleRef,
    /// Name of the output format.
    pub format: Option<String>,
    /// Goal that the boards must be able to reach.
    pub goal: Option<Text>,
    /// True if many scrambles are requested.
    pub many: bool,
    /// True if all fields of the JSON output are needed.
    pub details: bool,
    /// Memory limit in bytes.
    pub memory: u64,
    /// Solver-specific options.
    pub options: Options,
}

/// A random scramble.
#[derive(Clone, PartialEq, Debug)]
pub struct Scrambled {
    /// Text to print, including the final line break.
    pub text: String,
    /// Fields of the JSON object, without seed and number.
    pub fields: Vec<Field>,
}

/// Returns a uniform random number below its argument.
pub type RandomBelow<'a> = &'a mut dyn FnMut(u32) -> u32;

/// Generates random scrambles one after the other.
pub trait Scrambler {
    /// Generates scramble `number` (from 1) of `seed`. Returns None if the work is stopped.
    ///
    /// # Errors
    /// If no such scramble exists or it cannot be written in the format.
    fn draw(
        &mut self,
        seed: u64,
        number: u64,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error>;

    /// Returns the seed that the options imply, for example by a date.
    fn implied_seed(&self) -> Option<u64> {
        None
    }
}

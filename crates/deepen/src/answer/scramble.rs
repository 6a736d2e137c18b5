//! Random scrambles, the same on every machine for the same seed.

use chacha20::ChaCha12Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use search::{Control, Limits, Silent};
use solver::{Error, ErrorKind, ScrambleSpec, Scrambled, Scrambler};

use crate::json::{self, Fields};
use crate::registry::Registry;
use crate::watch::{Guard, Watch};

/// Generates random scrambles one after the other.
pub struct Scrambles<'a> {
    scrambler: Box<dyn Scrambler>,
    rng: ChaCha12Rng,
    /// Seed of the random number generator.
    pub seed: u64,
    /// True if the seed was chosen at random.
    pub has_random_seed: bool,
    /// True if options, such as a date, imply the seed.
    is_implied: bool,
    number: u64,
    limits: Limits,
    guard: Guard<'a>,
}

/// A random scramble.
pub struct DrawnScramble {
    /// Text to print, including the final line break.
    pub text: String,
    /// The scramble as JSON.
    pub json: json::Scrambled,
}

impl<'a> Scrambles<'a> {
    /// Creates a generator with a given seed or a random one.
    ///
    /// # Errors
    /// If an option does not apply to the puzzle or a text cannot be parsed.
    pub fn new(
        registry: &Registry,
        spec: &ScrambleSpec,
        seed: Option<u64>,
        watch: &'a Watch,
    ) -> Result<Scrambles<'a>, Error> {
        let guard = watch.guard(None);
        let limits = Limits { max_memory: spec.memory, ..Limits::default() };
        let scrambler = registry.scrambler(spec, &Control::new(limits, &Silent, &guard.stop))?;
        let implied = scrambler.implied_seed();
        if seed.is_some() && implied.is_some() {
            return Err(Error::usage("a date and a seed cannot be combined"));
        }
        let given = seed.or(implied);
        let seed = given.map_or_else(random_seed, Ok)?;
        let rng = ChaCha12Rng::seed_from_u64(seed);
        let (has_random_seed, is_implied) = (given.is_none(), implied.is_some());
        Ok(Scrambles { scrambler, rng, seed, has_random_seed, is_implied, number: 0, limits, guard })
    }

    /// Generates the next scramble. Returns None if the work was cancelled.
    ///
    /// # Errors
    /// If no such scramble exists or it cannot be written in the format.
    pub fn draw(&mut self) -> Result<Option<DrawnScramble>, Error> {
        self.number += 1;
        let Scrambles { scrambler, rng, seed, number, limits, guard, is_implied, .. } = self;
        let control = Control::new(*limits, &Silent, &guard.stop);
        // Most puzzles need no search for a scramble, and would never ask.
        if control.stopped().is_some() {
            return Ok(None);
        }
        let drawn = scrambler.draw(*seed, *number, &mut |n| below(rng, n), &control)?;
        Ok(drawn.map(|Scrambled { text, fields }| DrawnScramble {
            text,
            json: json::Scrambled {
                puzzle: Fields(fields),
                seed: (!*is_implied).then_some(*seed),
                number: *number,
            },
        }))
    }
}

/// Returns a generator with a seed from the system.
///
/// # Errors
/// If the system has no random numbers.
pub(crate) fn random_numbers() -> Result<impl FnMut(u32) -> u32, Error> {
    let mut rng = ChaCha12Rng::seed_from_u64(random_seed()?);
    Ok(move |n| below(&mut rng, n))
}

/// Returns a uniform random number below `n`.
fn below(rng: &mut ChaCha12Rng, n: u32) -> u32 {
    // Rejection sampling: numbers from the last multiple of n on would favour small results.
    let fair = u32::MAX - u32::MAX % n;
    loop {
        let drawn = rng.next_u32();
        if drawn < fair {
            return drawn % n;
        }
    }
}

/// Returns a random seed of 32 bits, short enough to be typed again.
fn random_seed() -> Result<u64, Error> {
    getrandom::u32()
        .map(u64::from)
        .map_err(|error| Error::new(ErrorKind::Io, format!("no random seed: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_fair_and_fixed() {
        let mut rng = ChaCha12Rng::seed_from_u64(1);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[below(&mut rng, 6) as usize] += 1;
        }
        assert!(counts.iter().all(|&n| (9_600..10_400).contains(&n)), "{counts:?}");
        assert_eq!(below(&mut ChaCha12Rng::seed_from_u64(1), 1), 0);
    }
}

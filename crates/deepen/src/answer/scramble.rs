//! Random puzzles, the same on every machine for the same seed.

use rand::rand_core::{OsRng, RngCore, SeedableRng, TryRngCore};
use rand_chacha::ChaCha12Rng;
use search::{Control, Limits, Silent};
use solver::{Error, ErrorKind, ScrambleSpec, Scrambled, Scrambler};

use crate::json::{self, Fields};
use crate::registry::Registry;
use crate::watch::{Guard, Watch};

/// Random puzzles, one after the other.
pub struct Scrambles<'a> {
    scrambler: Box<dyn Scrambler>,
    rng: ChaCha12Rng,
    /// Where random numbers come from.
    pub seed: u64,
    /// The seed is a random one.
    pub has_random_seed: bool,
    /// The seed is none that was given or drawn: options imply it.
    is_implied: bool,
    number: u64,
    limits: Limits,
    guard: Guard<'a>,
}

/// A random puzzle.
pub struct DrawnScramble {
    /// What is printed, with the end of its line.
    pub text: String,
    /// The same as JSON.
    pub json: json::Scrambled,
}

impl<'a> Scrambles<'a> {
    /// As asked for, by a seed or by one that is drawn.
    ///
    /// # Errors
    /// If options do not belong to the puzzle, or something cannot be read.
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
            return Err(Error::usage("a date and a seed cannot both say what is drawn"));
        }
        let given = seed.or(implied);
        let seed = given.map_or_else(random_seed, Ok)?;
        let rng = ChaCha12Rng::seed_from_u64(seed);
        let (has_random_seed, is_implied) = (given.is_none(), implied.is_some());
        Ok(Scrambles { scrambler, rng, seed, has_random_seed, is_implied, number: 0, limits, guard })
    }

    /// Draws the next one; None if the work was cancelled.
    ///
    /// # Errors
    /// If there is none, or it cannot be written in the format.
    pub fn draw(&mut self) -> Result<Option<DrawnScramble>, Error> {
        self.number += 1;
        let Scrambles { scrambler, rng, seed, number, limits, guard, is_implied, .. } = self;
        let control = Control::new(*limits, &Silent, &guard.stop);
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

/// A number below `n`, all equally likely.
fn below(rng: &mut ChaCha12Rng, n: u32) -> u32 {
    // Those from the last multiple of n on would favour the small ones, so they are drawn again.
    let fair = u32::MAX - u32::MAX % n;
    loop {
        let drawn = rng.next_u32();
        if drawn < fair {
            return drawn % n;
        }
    }
}

/// Short enough to be typed again.
fn random_seed() -> Result<u64, Error> {
    let drawn = OsRng.try_next_u32();
    drawn.map(u64::from).map_err(|error| Error::new(ErrorKind::Io, format!("no seed can be drawn: {error}")))
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

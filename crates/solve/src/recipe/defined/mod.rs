//! Twisty puzzles by their definitions: positions packed into bytes, and how many there are at every distance.

mod action;
mod compiled;
mod distances;
mod few;
mod hash;
mod layout;
mod likeness;
mod look;
mod near;
mod order;
mod packed;
mod problem;
mod reach;
mod reverse;
mod rounds;
pub(crate) mod serve;
mod shorten;
mod symmetry;
mod table;
mod tables;
mod viewed;
mod views;

pub use few::{Few, Sequence, Wanted, few};
pub use packed::Packed;
pub(crate) use serve::Recipes;
pub use shorten::Shortening;

use puzzle::Definition;
use search::{Control, count_states};

use crate::error::Error;
use crate::report::Census;

/// Most places of a puzzle that is counted.
pub const MAX_PLACES: usize = 128;

/// Counts the positions that the generators of a definition reach from its start.
///
/// # Errors
/// If the positions do not fit into bytes.
pub(crate) fn count(definition: &Definition, control: &Control<'_>) -> Result<Census, Error> {
    fn census<const N: usize>(definition: &Definition, control: &Control<'_>) -> Result<Census, Error> {
        let problem: Packed<N> = Packed::new(definition)?;
        let census = count_states(&problem, problem.start(), control);
        // There is no text yet that such a position could be read from again.
        Ok(Census {
            per_depth: census.per_depth,
            counts: census.counts,
            end: census.end,
            deepest: Vec::new(),
        })
    }
    // The fewer bytes a position has, the more fit into memory.
    match definition.orbits().iter().map(|orbit| orbit.n_pieces).sum() {
        0..=8 => census::<8>(definition, control),
        9..=16 => census::<16>(definition, control),
        17..=32 => census::<32>(definition, control),
        33..=64 => census::<64>(definition, control),
        65..=MAX_PLACES => census::<MAX_PLACES>(definition, control),
        n_places => Err(Error::TooManyPlaces { n_places, most: MAX_PLACES }),
    }
}

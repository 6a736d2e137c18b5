//! How many positions of a defined puzzle there are at every distance from its start.
//!
//! Where every element of the group is a position of its own, the group numbers them without gaps ([`rows`]) and a table of
//! two bits each is filled ([`fill`]). Puzzles with pieces that look alike or with rules, and those too large for that,
//! are counted by remembering positions.

mod chain;

mod block;

mod rows;

mod lists;

mod fill;

mod way;

use puzzle::Definition;
use puzzle::definition::{DefinedGroup, Generator};
use search::{Control, count_states};

use self::fill::fill;
use self::rows::Layout;
use super::packed::Packed;
use crate::error::Error;
use crate::report::Census;

/// Most places of a puzzle whose positions are remembered.
pub const MAX_PLACES: usize = 128;

/// How many of the deepest positions are told.
const MAX_DEEPEST: usize = 20;

/// Counts the positions that some moves of a definition reach from its start.
///
/// # Errors
/// If there are too many for a table and a position does not fit into bytes.
pub(crate) fn count(
    definition: &Definition,
    generators: &[Generator],
    control: &Control<'_>,
) -> Result<Census, Error> {
    match by_table(definition, generators, control) {
        Some(census) => Ok(census),
        None => by_memory(definition, generators, control),
    }
}

/// None if positions cannot be numbered by the group, or the table would not fit.
fn by_table(definition: &Definition, generators: &[Generator], control: &Control<'_>) -> Option<Census> {
    const TABLE: &str = "positions";
    let group = DefinedGroup::of(definition, generators).ok().filter(DefinedGroup::is_positions)?;
    let layout = Layout::of(&group, generators)?;
    if layout.bytes > control.limits.max_memory {
        return None;
    }
    control.observer.table_started(TABLE, layout.bytes);
    let rows = layout.rows(&group);
    let filled = fill(&rows, generators.len(), control);
    control.observer.table_finished(TABLE);
    let name = |mv: u16| generators[usize::from(mv)].name.to_string();
    let spelled = |way: Vec<u16>| way.into_iter().map(name).collect::<Vec<_>>().join(" ");
    Some(Census {
        deepest: filled.deepest(MAX_DEEPEST).into_iter().map(spelled).collect(),
        per_depth: filled.per_depth,
        counts: filled.counts,
        end: filled.end,
        table_bytes: filled.bytes,
    })
}

fn by_memory(
    definition: &Definition,
    generators: &[Generator],
    control: &Control<'_>,
) -> Result<Census, Error> {
    fn census<const N: usize>(
        definition: &Definition,
        generators: &[Generator],
        control: &Control<'_>,
    ) -> Result<Census, Error> {
        let problem: Packed<N> = Packed::by(definition, generators)?;
        let census = count_states(&problem, problem.start(), control);
        Ok(Census {
            per_depth: census.per_depth,
            counts: census.counts,
            end: census.end,
            deepest: Vec::new(),
            table_bytes: 0,
        })
    }
    // The fewer bytes a position has, the more fit into memory.
    match definition.orbits().iter().map(|orbit| orbit.n_pieces).sum() {
        0..=8 => census::<8>(definition, generators, control),
        9..=16 => census::<16>(definition, generators, control),
        17..=32 => census::<32>(definition, generators, control),
        33..=64 => census::<64>(definition, generators, control),
        65..=MAX_PLACES => census::<MAX_PLACES>(definition, generators, control),
        n_places => Err(Error::TooManyPlaces { n_places, most: MAX_PLACES }),
    }
}

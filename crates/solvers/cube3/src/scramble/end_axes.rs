//! Scrambles whose first or last turn avoids an axis, so that nothing cancels with the turns written before or after
//! them. Two-phase finds one solution of a cube, whatever its ends are. If these do not fit, a turn that fits is fixed
//! at an end and the rest is solved, so that the random state stays the same.

use puzzle::{Cube3, Face, Turn};
use search::{Control, Move};
use solver::Error;

use super::RandomCubes;

/// Axes that the ends of a scramble must avoid.
#[derive(Clone, Copy, Default)]
pub(super) struct AvoidedAxes {
    /// The axis that the first turn avoids.
    pub(super) first: Option<usize>,
    /// The axis that the last turn avoids.
    pub(super) last: Option<usize>,
}

/// `R' U' F`, which scrambles for Fewest Moves begin and end with.
fn padding() -> [Turn; 3] {
    [Turn::new(Face::R, 3), Turn::new(Face::U, 3), Turn::new(Face::F, 1)]
}

/// Returns a scramble of a cube that begins and ends with the padding; None if the search is interrupted.
///
/// # Errors
/// If the search cannot be carried out.
pub(super) fn padded(
    cube: &Cube3,
    cubes: &RandomCubes,
    control: &Control<'_>,
) -> Result<Option<Vec<Turn>>, Error> {
    let padding = padding();
    let back = Cube3::SOLVED.turned_by(padding.iter().rev().map(|turn| turn.inverse()));
    let avoided = AvoidedAxes { first: Some(padding[2].face().axis()), last: Some(padding[0].face().axis()) };
    let inner = scramble(&back.then(cube).then(&back), avoided, cubes, control)?;
    Ok(inner.map(|inner| padding.into_iter().chain(inner).chain(padding).collect()))
}

/// Returns a scramble of a cube whose ends avoid some axes; None if the search is interrupted.
///
/// # Errors
/// If the search cannot be carried out.
pub(super) fn scramble(
    cube: &Cube3,
    avoided: AvoidedAxes,
    cubes: &RandomCubes,
    control: &Control<'_>,
) -> Result<Option<Vec<Turn>>, Error> {
    let mut any = None;
    for (first, last) in fixed_ends(avoided) {
        let inverse_turns = |turn: Option<Turn>| Cube3::SOLVED.turned_by(turn.map(Turn::inverse));
        let inner = inverse_turns(first).then(cube).then(&inverse_turns(last));
        let Some(solution) = solution(inner, cubes, control)? else { return Ok(None) };
        let inner: Vec<Turn> = solution.into_iter().rev().map(Turn::inverse).collect();
        let axis = |turn: &Turn| turn.face().axis();
        let avoids = |turn: Option<&Turn>, fixed: Option<Turn>, free: Option<usize>| {
            let avoided = fixed.as_ref().map(axis).or(free);
            avoided.is_none() || turn.is_some_and(|turn| Some(axis(turn)) != avoided)
        };
        let fits = avoids(inner.first(), first, avoided.first) && avoids(inner.last(), last, avoided.last);
        let turns: Vec<Turn> = first.into_iter().chain(inner).chain(last).collect();
        if fits {
            return Ok(Some(turns));
        }
        any.get_or_insert(turns);
    }
    // Only reached if the ends of all variants fail. Turns that cancel at an end still make the same cube.
    Ok(any)
}

/// Returns pairs of turns to fix at the ends, from none to two; they avoid the axes.
fn fixed_ends(avoided: AvoidedAxes) -> impl Iterator<Item = (Option<Turn>, Option<Turn>)> {
    let off = |axis: Option<usize>| {
        let turns = Turn::all().filter(move |turn| axis.is_some_and(|axis| turn.face().axis() != axis));
        [None].into_iter().chain(turns.map(Some))
    };
    let mut pairs: Vec<_> =
        off(avoided.first).flat_map(|first| off(avoided.last).map(move |last| (first, last))).collect();
    pairs.sort_by_key(|(first, last)| usize::from(first.is_some()) + usize::from(last.is_some()));
    pairs.into_iter()
}

fn solution(cube: Cube3, cubes: &RandomCubes, control: &Control<'_>) -> Result<Option<Vec<Turn>>, Error> {
    let (_, report) = cubes.solved(cube, control)?;
    let turn = |mv: &Move| Turn::from_index(usize::from(mv.0)).expect("a turn of a face");
    Ok(report.solutions.first().map(|solution| solution.iter().map(turn).collect()))
}

/// Returns the names of turns, separated by spaces.
pub(super) fn names(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
}

//! Scrambles of a 3x3x3 whose first or last turn keeps off an axis, so that nothing cancels with the turns written before or
//! behind them. Two-phase finds one solution of a cube, whatever it begins and ends with. Where that does not fit, a turn that
//! does is put at an end and the rest is solved, so that the random state stays as it was drawn.

use puzzle::{Cube3, Face, Turn};
use search::{Control, Move};
use solver::Error;

use super::RandomCubes;

/// Axes that the ends of a scramble keep off.
#[derive(Clone, Copy, Default)]
pub(super) struct AvoidedAxes {
    /// Of its first turn.
    pub(super) first: Option<usize>,
    /// Of its last turn.
    pub(super) last: Option<usize>,
}

/// `R' U' F`, which scrambles of fewest moves begin and end with.
fn padding() -> [Turn; 3] {
    [Turn::new(Face::R, 3), Turn::new(Face::U, 3), Turn::new(Face::F, 1)]
}

/// Returns turns that make a cube and begin and end with the padding; None if the search is interrupted.
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

/// Returns turns that make a cube and keep off some axes at their ends; None if the search is interrupted.
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
        let undone = |turn: Option<Turn>| Cube3::SOLVED.turned_by(turn.map(Turn::inverse));
        let inner = undone(first).then(cube).then(&undone(last));
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
    // Turns that cancel at an end make the same cube; it takes a cube all of whose variants end alike to come here.
    Ok(any)
}

/// Turns to put at the ends, none first: those that keep off the axes.
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

/// Returns the names of turns, divided by spaces.
pub(super) fn names(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
}

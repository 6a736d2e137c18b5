//! Counts the positions of a defined puzzle by their distance from its start (God's algorithm).
//!
//! If every element of the group is a distinct position, the group numbers them without gaps (`cosets`), and a table of
//! two bits per position is filled (`distance_table`). Puzzles with identical pieces or illegal positions, and those
//! too large for that, are counted by breadth-first search with a hash table.

mod stabilizer_chain;

mod subgroup;

mod cosets;

mod frontier_lists;

mod distance_table;

mod backtrace;

pub mod group_facts;

mod canonical_sequences;

use std::collections::HashMap;

use puzzle::definition::{DefinedGroup, Generator, Pattern, Transform};
use puzzle::group::Budget;
use search::{Control, Cost, count_states};

use self::cosets::CosetLayout;
use self::distance_table::fill;
use super::bfs_problem::BfsProblem;
use super::dispatch::check_n_moves;
use crate::TwistyError;
use crate::TwistyQuery;
use solver::Census;

/// Maximum number of places of a puzzle that is counted with a hash table.
pub const MAX_PLACES: usize = 128;

/// Number of deepest positions that are reported.
const MAX_DEEPEST: usize = 20;

/// Counts the positions that the moves of a query reach from its goal.
///
/// # Errors
/// Returns an error if there are several goals or moves of different costs, or if there are too many positions for a
/// table and they do not fit into bytes either.
pub fn count(query: &TwistyQuery, control: &Control<'_>) -> Result<Census, TwistyError> {
    let [goal] = &query.goals[..] else { return Err(TwistyError::SeveralGoals) };
    check_n_moves(query.moves.len())?;
    let moves = moves_of_cost_1(query)?;
    match count_by_table(query, goal, &moves, control) {
        Some(census) => Ok(census),
        None => count_by_hashing(query, goal, &moves, control),
    }
}

/// Returns the moves of cost 1, if they generate all others at no higher cost: the quarter turns, if these cost 1 and
/// half turns 2.
fn moves_of_cost_1(query: &TwistyQuery) -> Result<Vec<Generator>, TwistyError> {
    let all = || query.moves.iter().zip(query.costs.iter());
    let single: Vec<Generator> = all().filter(|&(_, &cost)| cost == 1).map(|(mv, _)| mv.clone()).collect();
    // The smallest number of repetitions of a single move that gives each of its powers.
    let most = all().map(|(_, &cost)| cost).max().unwrap_or(1);
    let mut times: HashMap<Transform, Cost> = HashMap::new();
    for mv in &single {
        let mut power = mv.transform.clone();
        for n in 2..=most {
            power = power.then(&mv.transform);
            let known = times.entry(power.clone()).or_insert(n);
            *known = (*known).min(n);
        }
    }
    let is_made = |transform: &Transform, cost: Cost| times.get(transform).is_some_and(|&n| n <= cost);
    match all().all(|(mv, &cost)| cost == 1 || is_made(&mv.transform, cost)) {
        true => Ok(single),
        false => Err(TwistyError::WeightedCount),
    }
}

/// Returns the budget for computing a group.
pub(crate) fn budget<'a>(goes_on: &'a (dyn Fn() -> bool + 'a), control: &Control<'_>) -> Budget<'a> {
    Budget { goes_on, max_bytes: control.limits.max_memory }
}

/// Returns None if the group does not number the positions, or the table does not fit the memory.
fn count_by_table(
    query: &TwistyQuery,
    goal: &Pattern,
    moves: &[Generator],
    control: &Control<'_>,
) -> Option<Census> {
    const TABLE: &str = "positions";
    let goes_on = || control.stopped().is_none();
    // The stabilizer chain and the coset table take about as much again, each.
    let budget = Budget { goes_on: &goes_on, max_bytes: control.limits.max_memory / 4 };
    let group = DefinedGroup::within(&query.puzzle, moves, goal, &budget).ok();
    let group = group.filter(DefinedGroup::elements_are_positions)?;
    let layout = CosetLayout::of(&group, moves)?;
    if layout.bytes > control.limits.max_memory {
        return None;
    }
    control.observer.table_started(TABLE, layout.bytes);
    // If it was stopped, the search with a hash table reports that at once.
    let cosets = layout.cosets(&group, &|| control.stopped().is_none())?;
    let table = fill(&cosets, moves.len(), control);
    control.observer.table_finished(TABLE);
    let name = |mv: u16| moves[usize::from(mv)].name.to_string();
    let format_moves = |path: Vec<u16>| path.into_iter().map(name).collect::<Vec<_>>().join(" ");
    Some(Census {
        deepest: table.deepest(MAX_DEEPEST).into_iter().map(format_moves).collect(),
        per_depth: table.per_depth,
        counts: table.counts,
        end: table.end,
        table_bytes: table.bytes,
    })
}

fn count_by_hashing(
    query: &TwistyQuery,
    goal: &Pattern,
    moves: &[Generator],
    control: &Control<'_>,
) -> Result<Census, TwistyError> {
    struct Args<'a>(&'a TwistyQuery, &'a Pattern, &'a [Generator], &'a Control<'a>);
    fn census<const N: usize>(Args(query, goal, moves, control): Args<'_>) -> Result<Census, TwistyError> {
        let problem: BfsProblem<N> = BfsProblem::by(&query.puzzle, goal, moves)?;
        let census = count_states(&problem, problem.start(), control);
        Ok(Census {
            per_depth: census.per_depth,
            counts: census.counts,
            end: census.end,
            deepest: Vec::new(),
            table_bytes: 0,
        })
    }
    let args = Args(query, goal, moves, control);
    // Smaller positions allow more of them in memory.
    match query.puzzle.orbits().iter().map(|orbit| orbit.n_pieces).sum() {
        0..=8 => census::<8>(args),
        9..=16 => census::<16>(args),
        17..=32 => census::<32>(args),
        33..=64 => census::<64>(args),
        65..=MAX_PLACES => census::<MAX_PLACES>(args),
        n_places => Err(TwistyError::TooManyPlaces { n_places, most: MAX_PLACES }),
    }
}

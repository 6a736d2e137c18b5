//! The cubes that a set of turns can reach, and the replay of solutions.

use puzzle::cube::reachable2;
use puzzle::{Cube2, Turn};
use search::Move;
use solver::cube::{CubeQuery, CubeQueryError, Metric};

use crate::info::INFO;
use crate::problem::has_all_urf_turns;

/// Returns the turn of a move.
///
/// # Panics
/// If the move has no turn.
pub fn turn(mv: Move) -> Turn {
    Turn::from_index(usize::from(mv.0)).expect("moves are numbered as turns are")
}

/// Replays moves on the cube as it is held: true if all are allowed and lead to the goal in any orientation.
pub fn replay(query: &CubeQuery<Cube2>, moves: &[Move]) -> bool {
    let mut cube = query.start;
    for &mv in moves {
        let turn = turn(mv);
        if !query.turns.contains(turn) {
            return false;
        }
        cube = cube.turned(turn);
    }
    difference(&CubeQuery { start: cube, ..*query }).is_solved()
}

/// Returns the cube to solve for `start` to become `goal`.
pub(crate) fn difference(query: &CubeQuery<Cube2>) -> Cube2 {
    match query.goal == Cube2::SOLVED {
        true => query.start,
        false => query.goal.inverse().then(&query.start),
    }
}

/// True if the allowed turns lead from start to goal.
fn is_reachable(query: &CubeQuery<Cube2>) -> bool {
    let turns: Vec<Turn> = query.turns.iter().collect();
    has_all_urf_turns(query.turns, query.metric) || reachable2(&turns, &difference(query))
}

/// Checks that the turns of a query can solve it.
///
/// # Errors
/// If not, with the reason.
pub fn check(query: &CubeQuery<Cube2>) -> Result<(), CubeQueryError> {
    if query.metric == Metric::Axial {
        let reason = "there, turns of two opposite faces are one turn of either; expected half-turn";
        return Err(CubeQueryError::ForeignMetric { metric: query.metric, puzzle: INFO.name, reason });
    }
    query.check_turns(|| is_reachable(query))
}

//! What turns do to a cube, and what they can reach.

use puzzle::cube::reachable2;
use puzzle::{Cube2, Turn};
use search::Move;
use solver::cube::{CubeQuery, CubeQueryError, Metric};

use crate::info::INFO;
use crate::problem::has_all_urf_turns;

/// Returns the turn that a move stands for.
///
/// # Panics
/// If it stands for none.
pub fn turn(mv: Move) -> Turn {
    Turn::from_index(usize::from(mv.0)).expect("moves are numbered as turns are")
}

/// Plays moves on the cube as held: true if all are allowed and lead to the goal, seen from any side.
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

/// Returns the cube that must be solved for `start` to become `goal`.
pub(crate) fn difference(query: &CubeQuery<Cube2>) -> Cube2 {
    match query.goal == Cube2::SOLVED {
        true => query.start,
        false => query.goal.inverse().then(&query.start),
    }
}

/// True if the turns that may be used lead from start to goal.
fn is_reachable(query: &CubeQuery<Cube2>) -> bool {
    let turns: Vec<Turn> = query.turns.iter().collect();
    has_all_urf_turns(query.turns, query.metric) || reachable2(&turns, &difference(query))
}

/// Checks that a cube can be turned as asked.
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

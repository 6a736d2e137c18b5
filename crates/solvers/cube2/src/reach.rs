//! What turns do to a cube, and what they can reach.

use puzzle::cube::reachable2;
use puzzle::{Cube2, Turn};
use search::Move;
use solver::cube::{CubeQuery, CubeQueryError, Metric};

use crate::info::INFO;
use crate::pocket::is_free;

/// Returns the turn that a move stands for.
///
/// # Panics
/// If it stands for none.
pub fn turn(mv: Move) -> Turn {
    Turn::from_index(usize::from(mv.0)).expect("moves are numbered as turns are")
}

/// Plays moves on the cube as held: true if all are allowed and lead to the goal, seen from any side.
pub fn replay(twist: &CubeQuery<Cube2>, moves: &[Move]) -> bool {
    let mut cube = twist.start;
    for &mv in moves {
        let turn = turn(mv);
        if !twist.turns.contains(turn) {
            return false;
        }
        cube = cube.turned(turn);
    }
    relative(&CubeQuery { start: cube, ..*twist }).is_solved()
}

/// Returns the cube that must be solved for `start` to become `goal`.
pub(crate) fn relative(twist: &CubeQuery<Cube2>) -> Cube2 {
    match twist.goal == Cube2::SOLVED {
        true => twist.start,
        false => twist.goal.inverse().then(&twist.start),
    }
}

/// True if the turns that may be used lead from start to goal.
fn is_reachable(twist: &CubeQuery<Cube2>) -> bool {
    let turns: Vec<Turn> = twist.turns.iter().collect();
    is_free(twist.turns, twist.metric) || reachable2(&turns, &relative(twist))
}

/// Checks that a cube can be turned as asked.
///
/// # Errors
/// If not, with the reason.
pub fn check(twist: &CubeQuery<Cube2>) -> Result<(), CubeQueryError> {
    if twist.metric == Metric::Axial {
        let reason = "there, turns of two opposite faces are one turn of either; expected half-turn";
        return Err(CubeQueryError::ForeignMetric { metric: twist.metric, puzzle: INFO.name, reason });
    }
    twist.check_turns(|| is_reachable(twist))
}

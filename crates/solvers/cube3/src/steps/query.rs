//! A cube with a step as its goal, and the decoded form of its solutions.

use std::sync::Arc;

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Turn};
use search::Move;
use solver::cube::{CubeQueryError, Metric};

use super::goal::{StepGoal, StepTarget};
use super::move_order::{Side, StepMove, decode_move};
use crate::errors::Cube3Error;
use crate::info::INFO;

/// A cube to be brought into a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepQuery {
    /// The start.
    pub start: Cube3,
    /// The set to reach.
    pub goal: Arc<StepGoal>,
    /// The metric that solutions are counted in.
    pub metric: Metric,
    /// The allowed turns.
    pub turns: TurnSet,
    /// Solutions may have a part on the inverse of the scramble (NISS).
    pub niss: bool,
}

/// A decoded solution: moves on the scramble, moves on its inverse, and the target they reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StepSolution<'a> {
    /// Moves on the scramble.
    pub moves: Vec<Turn>,
    /// Moves on its inverse.
    pub inverse_moves: Vec<Turn>,
    /// The target; None if there are no moves.
    pub target: Option<&'a StepTarget>,
}

impl StepQuery {
    /// Decodes a solution.
    pub fn decode(&self, solution: &[Move]) -> StepSolution<'_> {
        let targets = self.goal.targets();
        let moves: Vec<StepMove> = solution.iter().map(|&mv| decode_move(targets.len(), mv)).collect();
        let on = |side| moves.iter().filter(|act| act.side == side).map(|act| act.turn).collect();
        StepSolution {
            moves: on(Side::Normal),
            inverse_moves: on(Side::Inverse),
            target: moves.iter().find_map(|act| act.target).map(|target| &targets[target]),
        }
    }

    /// Checks that the step can be searched for.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check(&self) -> Result<(), Cube3Error> {
        if self.metric == Metric::Axial {
            let reason = "its steps are counted in half-turn or quarter-turn";
            return Err(
                CubeQueryError::ForeignMetric { metric: self.metric, puzzle: INFO.name, reason }.into()
            );
        }
        if self.turns.is_empty() {
            return Err(CubeQueryError::NoTurns.into());
        }
        if self.niss && !is_group(&self.goal) {
            return Err(Cube3Error::NoGroup { goal: self.goal.name().to_string() });
        }
        Ok(())
    }
}

/// True if the inverse of every cube in a goal is in the goal.
pub fn is_group(goal: &StepGoal) -> bool {
    goal.targets().iter().all(StepTarget::is_group)
}

/// Replays a solution on the full cube: true if all moves are allowed and lead into the target that they are meant for.
/// Moves on the inverse are made as their inverse before the scramble.
pub fn replay(query: &StepQuery, solution: &[Move]) -> bool {
    let StepSolution { moves, inverse_moves, target } = query.decode(solution);
    let are_allowed = moves.iter().chain(&inverse_moves).all(|&turn| query.turns.contains(turn));
    let before = Cube3::SOLVED.turned_by(inverse_moves).inverse();
    let cube = before.then(&query.start).turned_by(moves);
    let targets = query.goal.targets();
    are_allowed
        && match target.and_then(|target| targets.iter().position(|other| other == target)) {
            Some(target) => query.goal.is_met(target, &cube),
            None => query.goal.contains(&cube),
        }
}

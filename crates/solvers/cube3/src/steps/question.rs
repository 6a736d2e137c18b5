//! A cube to be brought into a set, and its solutions as they are written.

use std::sync::Arc;

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Turn};
use search::Move;
use solver::cube::{CubeQueryError, Metric};

use super::goal::{Aim, StepGoal};
use super::order::{self, Side, act};
use crate::errors::Cube3Error;
use crate::info::INFO;

/// A cube to be brought into a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Steps {
    /// Where it starts.
    pub start: Cube3,
    /// Where it should go.
    pub goal: Arc<StepGoal>,
    /// What counts as one move.
    pub metric: Metric,
    /// The turns that may be used.
    pub turns: TurnSet,
    /// Solutions may have a part on the inverse of the scramble.
    pub niss: bool,
}

/// A solution as it is written: moves on the scramble, moves on its inverse, and which aim they reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken<'a> {
    /// Made on the scramble.
    pub moves: Vec<Turn>,
    /// Made on its inverse.
    pub inverse_moves: Vec<Turn>,
    /// What they reach; None where there are no moves.
    pub aim: Option<&'a Aim>,
}

impl Steps {
    /// Returns a solution as it is written.
    pub fn spoken(&self, solution: &[Move]) -> Spoken<'_> {
        let aims = self.goal.aims();
        let acts: Vec<order::Act> = solution.iter().map(|&mv| act(aims.len(), mv)).collect();
        let on = |side| acts.iter().filter(|act| act.side == side).map(|act| act.turn).collect();
        Spoken {
            moves: on(Side::Normal),
            inverse_moves: on(Side::Inverse),
            aim: acts.iter().find_map(|act| act.aim).map(|aim| &aims[aim]),
        }
    }

    /// Checks that the step can be looked for.
    ///
    /// # Errors
    /// The reason why not.
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

/// True if the inverse of every cube in a goal is one of the goal.
pub fn is_group(goal: &StepGoal) -> bool {
    goal.aims().iter().all(Aim::is_group)
}

/// Plays a solution on the full cube: true if all moves are allowed and lead into the set that they are meant for. Moves on
/// the inverse are made as their inverse before the scramble.
pub fn replay(steps: &Steps, solution: &[Move]) -> bool {
    let Spoken { moves, inverse_moves, aim } = steps.spoken(solution);
    let are_allowed = moves.iter().chain(&inverse_moves).all(|&turn| steps.turns.contains(turn));
    let before = Cube3::SOLVED.turned_by(inverse_moves).inverse();
    let cube = before.then(&steps.start).turned_by(moves);
    let aims = steps.goal.aims();
    are_allowed
        && match aim.and_then(|aim| aims.iter().position(|other| other == aim)) {
            Some(aim) => steps.goal.is_met(aim, &cube),
            None => steps.goal.contains(&cube),
        }
}

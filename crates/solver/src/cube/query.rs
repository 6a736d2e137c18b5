//! A cube with its goal, metric and allowed turns.

use puzzle::cube::TurnSet;

use super::{CubeQueryError, Metric};
use crate::key::KeyText;

/// The query to turn one cube into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubeQuery<C> {
    /// Start position.
    pub start: C,
    /// Goal position.
    pub goal: C,
    /// The metric.
    pub metric: Metric,
    /// The allowed turns.
    pub turns: TurnSet,
}

impl<C> CubeQuery<C> {
    /// Checks that there are turns and that they reach the goal.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check_turns(&self, is_reachable: impl FnOnce() -> bool) -> Result<(), CubeQueryError> {
        match self.turns {
            TurnSet::ALL => Ok(()),
            TurnSet::EMPTY => Err(CubeQueryError::NoTurns),
            _ if is_reachable() => Ok(()),
            turns => Err(CubeQueryError::Unreachable { turns }),
        }
    }
}

/// Returns the canonical text of goal, metric and turns.
pub fn key<C>(goal: &str, query: &CubeQuery<C>) -> KeyText {
    let turns = Some(query.turns).filter(|&turns| turns != TurnSet::ALL);
    KeyText::new().line("goal", goal).line("metric", query.metric.name()).optional("moves", turns)
}

//! A cube with its goal.

use puzzle::cube::TurnSet;

use super::{CubeQueryError, Metric};
use crate::key::KeyText;

/// A cube to be turned into another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CubeQuery<C> {
    /// Where it starts.
    pub start: C,
    /// Where it should go.
    pub goal: C,
    /// What counts as one move.
    pub metric: Metric,
    /// The turns that may be used.
    pub turns: TurnSet,
}

impl<C> CubeQuery<C> {
    /// Checks that there are turns and that they lead to the goal.
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

/// Returns what tells a goal, a metric and a set of turns from others.
pub fn key<C>(goal: &str, query: &CubeQuery<C>) -> KeyText {
    let turns = Some(query.turns).filter(|&turns| turns != TurnSet::ALL);
    KeyText::new().line("goal", goal).line("metric", query.metric.name()).optional("moves", turns)
}

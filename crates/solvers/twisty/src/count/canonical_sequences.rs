//! Number of canonical sequences.

use puzzle::definition::group::NoGroup;
use puzzle::definition::{DefinedGroup, Transform};
use puzzle::group::Budget;
use search::{Control, Cost, StopReason};

use super::super::dispatch::check_n_moves;
use super::super::move_order::move_order;
use crate::TwistyError;
use crate::TwistyQuery;

impl TwistyQuery {
    /// Returns the number of canonical sequences of each cost up to `most`: of sequences that are equal because moves
    /// combine or commute, one is canonical. Rules about illegal positions are ignored, except that moves do not
    /// commute if one may be illegal before the other. Numbers saturate.
    ///
    /// # Errors
    /// Returns an error if there are too many moves, or it was stopped.
    pub fn n_sequences(&self, most: Cost, control: &Control<'_>) -> Result<Vec<u128>, TwistyError> {
        check_n_moves(self.moves.len())?;
        let moves: Vec<&Transform> = self.moves.iter().map(|mv| &mv.transform).collect();
        let goes_on = || control.stopped().is_none();
        let order = move_order(&moves, &self.costs, self.puzzle.forbidden(), &goes_on);
        let order = order.ok_or(TwistyError::Stopped(control.stopped().unwrap_or(StopReason::Cancelled)))?;
        Ok(order.n_sequences(&self.costs, most))
    }

    /// Returns the group of its moves around its first goal.
    ///
    /// # Errors
    /// Returns an error if time or memory does not suffice.
    pub fn group(&self, budget: &Budget<'_>) -> Result<DefinedGroup, NoGroup> {
        DefinedGroup::within(&self.puzzle, &self.moves, &self.goals[0], budget)
    }
}

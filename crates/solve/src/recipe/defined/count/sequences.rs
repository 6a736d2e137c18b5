//! How many sequences of moves there are that a search would look at.

use puzzle::definition::{DefinedGroup, Transform};
use search::Cost;

use super::super::order::move_order;
use crate::question::Defined;

impl Defined {
    /// How many canonical sequences there are of each cost up to `most`: of those that come to the same by moving
    /// together or changing places, one is canonical. Rules about illegal positions are not looked at, other than that
    /// moves do not change places if one may be illegal before the other. The largest number stands for more.
    pub fn n_sequences(&self, most: Cost) -> Vec<u128> {
        let moves: Vec<&Transform> = self.moves.iter().map(|mv| &mv.transform).collect();
        move_order(&moves, &self.costs, self.puzzle.forbidden()).n_sequences(&self.costs, most)
    }

    /// The group of its moves around its first goal; None if that is too large to be worked out.
    pub fn group(&self) -> Option<DefinedGroup> {
        DefinedGroup::around(&self.puzzle, &self.moves, self.goals.first()?).ok()
    }
}

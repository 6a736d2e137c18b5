//! The number of positions: of those that moves make of each other by exchanging identical pieces or by turning the whole
//! puzzle, one counts. This is the number that is published for a puzzle; the order of its group is larger.

use std::collections::HashSet;

use super::{DefinedGroup, Reach};
use crate::definition::{Definition, Pattern};
use crate::group::{Budget, Group, Order, Permutation, Unfinished};

/// A puzzle has fewer orientations than this; a definition that claims more does not name rotations.
const MAX_ORIENTATIONS: usize = 512;

impl DefinedGroup {
    /// The number of positions that look different; None if there are rules, or if it is not known exactly.
    ///
    /// Positions correspond to cosets of the exchanges of identical pieces that moves can make. These exchanges are found
    /// among products of two; that they are all is proved if as many positions come out as
    /// [`max_positions`](DefinedGroup::max_positions) allows.
    pub fn n_positions(&self) -> Option<Order> {
        self.n_positions_within(&Budget::UNLIMITED).expect("nothing stops it")
    }

    /// The same within a budget of time and memory.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn n_positions_within(&self, budget: &Budget<'_>) -> Result<Option<Order>, Unfinished> {
        if !self.rules.is_empty() {
            return Ok(None);
        }
        if self.identical.is_trivial() {
            return Ok(Some(self.order()));
        }
        let exchanges = self.exchanges_by_moves(budget)?;
        let exchange_group = Group::within(self.points.len(), &exchanges, &[], budget)?;
        let max = self.max_positions_within(budget)?;
        Ok(self.order().divided_by(&exchange_group.order()).filter(|n| *n == max))
    }

    /// The number of orientations in which moves can bring the start, which is the number of positions that differ from a
    /// given one only in how the puzzle is held. The rotations are the moves of the definition that are named so. None if
    /// it cannot be told.
    pub fn n_orientations(&self, definition: &Definition) -> Option<u64> {
        self.n_orientations_within(definition, &Budget::UNLIMITED).expect("nothing stops it")
    }

    /// The same within a budget of time and memory.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn n_orientations_within(
        &self,
        definition: &Definition,
        budget: &Budget<'_>,
    ) -> Result<Option<u64>, Unfinished> {
        let rotations: Vec<_> = definition.moves().iter().filter(|mv| mv.is_rotation()).collect();
        let mut known: HashSet<Pattern> = HashSet::from([self.start.clone()]);
        let mut open = vec![self.start.clone()];
        let mut n_reachable = 0;
        while let Some(pattern) = open.pop() {
            match self.reaches_within(&pattern, budget)? {
                Reach::Reachable => n_reachable += 1,
                Reach::Unreachable => {}
                Reach::Unknown => return Ok(None),
            }
            for rotation in &rotations {
                let rotated = rotation.transform.apply(&pattern);
                if known.insert(rotated.clone()) {
                    open.push(rotated);
                }
            }
            if known.len() > MAX_ORIENTATIONS {
                return Ok(None);
            }
        }
        Ok(Some(n_reachable))
    }

    /// Exchanges of identical pieces that moves can make: single ones, and products of two. Of those that are none by
    /// themselves, each is multiplied by the first one that its product with is in the group.
    fn exchanges_by_moves(&self, budget: &Budget<'_>) -> Result<Vec<Permutation>, Unfinished> {
        let mut made = Vec::new();
        let mut unmatched: Vec<Permutation> = Vec::new();
        for exchange in self.identical.exchanges(&self.start, &self.points) {
            budget.poll()?;
            if self.group.contains(&exchange) {
                made.push(exchange);
                continue;
            }
            let products = unmatched.iter().map(|first| {
                first.iter().map(|&point| exchange[usize::from(point)]).collect::<Permutation>()
            });
            match products.into_iter().find(|product| self.group.contains(product)) {
                Some(product) => made.push(product),
                None => unmatched.push(exchange),
            }
        }
        Ok(made)
    }
}

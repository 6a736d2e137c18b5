//! The number of positions: positions that differ only by an exchange of identical pieces count once. This, divided by
//! the number of orientations of the whole puzzle, is the number that is published for a puzzle; the order of its group
//! is larger.

use std::collections::HashSet;

use super::{DefinedGroup, Reach};
use crate::definition::{Definition, Pattern};
use crate::group::{Budget, Group, Order, Permutation, Unfinished};

/// Upper bound on the orientations of a puzzle; a definition with more does not use the names of rotations for
/// rotations.
const MAX_ORIENTATIONS: usize = 512;

impl DefinedGroup {
    /// Returns the number of distinguishable positions; None if there are rules, or if the number is not known exactly.
    ///
    /// Positions correspond to cosets of the subgroup of exchanges of identical pieces that moves can make. This
    /// subgroup is generated from single exchanges and products of two; it is proved complete if the resulting number
    /// of positions equals the upper bound [`max_positions`](DefinedGroup::max_positions).
    pub fn n_positions(&self) -> Option<Order> {
        self.n_positions_within(&Budget::UNLIMITED).expect("the budget is unlimited")
    }

    /// Like [`DefinedGroup::n_positions`], within a budget of time and memory.
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

    /// Returns the number of orientations of the whole puzzle that moves can reach from the start, which is the number
    /// of positions that differ from a given one only by a rotation. Rotations are the moves of the definition with the
    /// name of a rotation. None if it cannot be decided.
    pub fn n_orientations(&self, definition: &Definition) -> Option<u64> {
        self.n_orientations_within(definition, &Budget::UNLIMITED).expect("the budget is unlimited")
    }

    /// Like [`DefinedGroup::n_orientations`], within a budget of time and memory.
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

    /// Exchanges of identical pieces that moves can make: single ones, and products of two. An exchange that is not in
    /// the group by itself is multiplied by the first earlier one for which the product is in the group.
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

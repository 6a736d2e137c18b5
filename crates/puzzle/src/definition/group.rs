//! The group that moves of a definition generate: how large it is, what is in it, elements drawn by lot, and which
//! positions can be reached.
//!
//! A definition with rules about illegal positions has fewer sequences than its group has; then the group says what is
//! out of reach, and that there are no more positions than it has elements.

mod permutation_action;

mod identical_pieces;

mod reachability;

mod position_count;

use std::sync::OnceLock;

use thiserror::Error;

use self::identical_pieces::IdenticalPieces;
use self::permutation_action::Points;
use super::{Definition, Forbidden, Generator, Pattern, Transform};
use crate::alg::Amount;
use crate::group::{Budget, Group, Order, Permutation, Unfinished};

/// The group of some moves of a definition, around one of its positions.
#[derive(Debug)]
pub struct DefinedGroup {
    points: Points,
    group: Group,
    start: Pattern,
    identical: IdenticalPieces,
    /// What moves and exchanges of pieces that look alike generate together; worked out when somebody asks.
    with_exchanges: OnceLock<Group>,
    rules: Vec<Forbidden>,
}

/// Whether a position can be reached from the one that the group is around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// A sequence leads there.
    Reachable,
    /// None does.
    Unreachable,
    /// Rules may be in the way of all that do, or pieces that look alike leave too many cases to try.
    Unknown,
}

/// A group whose chain of subgroups would take too much memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the moving pieces have {n_points} places and orientations, too many to work out their group")]
pub struct TooManyPoints {
    /// Places that moves change, each in all orientations.
    pub n_points: usize,
}

/// Why there is no group.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoGroup {
    /// No budget would suffice.
    #[error(transparent)]
    TooManyPoints(#[from] TooManyPoints),
    /// The budget does not.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
}

/// What a chain of subgroups may take.
const MAX_BYTES: u64 = 1 << 30;

impl DefinedGroup {
    /// Of some moves, around the start of the definition.
    ///
    /// # Errors
    /// If there are too many pieces and orientations.
    pub fn of(definition: &Definition, generators: &[Generator]) -> Result<DefinedGroup, TooManyPoints> {
        DefinedGroup::around(definition, generators, definition.start())
    }

    /// Of some moves, around a position of the definition.
    ///
    /// # Errors
    /// If there are too many pieces and orientations.
    pub fn around(
        definition: &Definition,
        generators: &[Generator],
        start: &Pattern,
    ) -> Result<DefinedGroup, TooManyPoints> {
        match DefinedGroup::within(definition, generators, start, &Budget::UNLIMITED) {
            Ok(group) => Ok(group),
            Err(NoGroup::TooManyPoints(error)) => Err(error),
            Err(NoGroup::Unfinished(_)) => unreachable!("nothing stops it"),
        }
    }

    /// The same within a budget of time and memory.
    ///
    /// # Errors
    /// If there are too many pieces and orientations, or the budget does not suffice.
    pub fn within(
        definition: &Definition,
        generators: &[Generator],
        start: &Pattern,
        budget: &Budget<'_>,
    ) -> Result<DefinedGroup, NoGroup> {
        let transforms: Vec<&Transform> = without_powers(generators).collect();
        let points = Points::moved_by(definition.orbits(), &transforms);
        if points.len() > usize::from(u16::MAX) || points.max_chain_bytes() > MAX_BYTES {
            return Err(TooManyPoints { n_points: points.len() }.into());
        }
        let identical = IdenticalPieces::of(start, &points);
        let permutations: Vec<_> = transforms.iter().filter_map(|t| points.permutation(t)).collect();
        let group = Group::within(points.len(), &permutations, &identical.base_points(&points), budget)?;
        let rules = definition.forbidden().to_vec();
        Ok(DefinedGroup {
            points,
            group,
            start: start.clone(),
            identical,
            with_exchanges: OnceLock::new(),
            rules,
        })
    }

    /// How many elements it has: positions, if no pieces look alike and there are no rules.
    pub fn order(&self) -> Order {
        self.group.order()
    }

    /// No more positions than this can be reached. Exact for most puzzles: there are no rules, and every exchange of
    /// pieces that look alike can be made up for by moves.
    pub fn max_positions(&self) -> Order {
        self.max_positions_within(&Budget::UNLIMITED).expect("nothing stops it")
    }

    /// The same within a budget of time and memory.
    ///
    /// # Errors
    /// If the budget does not suffice.
    pub fn max_positions_within(&self, budget: &Budget<'_>) -> Result<Order, Unfinished> {
        if self.identical.is_trivial() {
            return Ok(self.order());
        }
        let order = self.with_exchanges(budget)?.order().divided_by(&self.identical.order());
        Ok(order.expect("the order of a subgroup divides that of the group"))
    }

    /// Whether some sequence of the moves does just this, rules aside.
    pub fn contains(&self, transform: &Transform) -> bool {
        self.permutation(transform).is_some_and(|permutation| self.group.contains(&permutation))
    }

    /// One of its elements, each as likely as any other. `below(n)` gives a number below n, all equally likely.
    pub fn random(&self, below: &mut dyn FnMut(u32) -> u32) -> Transform {
        self.transform(&self.group.random(below))
    }

    /// Whether every element is a position of its own and none is forbidden.
    pub fn elements_are_positions(&self) -> bool {
        self.identical.is_trivial() && self.rules.is_empty()
    }

    /// The group as permutations of places in all orientations.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// What a transformation does to these; None if it changes a place that the moves do not.
    pub fn permutation(&self, transform: &Transform) -> Option<Permutation> {
        self.points.permutation(transform)
    }

    /// The transformation that does so.
    pub fn transform(&self, permutation: &Permutation) -> Transform {
        self.points.transform(permutation)
    }

    fn with_exchanges(&self, budget: &Budget<'_>) -> Result<&Group, Unfinished> {
        if let Some(group) = self.with_exchanges.get() {
            return Ok(group);
        }
        let mut generators = self.identical.exchanges(&self.start, &self.points);
        generators.extend(self.group.generators(0).iter().cloned());
        let group = Group::within(self.points.len(), &generators, &[], budget)?;
        // Another thread may have been faster; its group is the same.
        Ok(self.with_exchanges.get_or_init(|| group))
    }
}

/// Moves that generate the same group: of each family the single one if it is there, which makes the others.
fn without_powers(generators: &[Generator]) -> impl Iterator<Item = &Transform> {
    let has_single = |family: usize| {
        generators.iter().any(|other| other.family == family && other.name.amount == Amount::Times(1))
    };
    generators
        .iter()
        .filter(move |generator| generator.name.amount == Amount::Times(1) || !has_single(generator.family))
        .map(|generator| &generator.transform)
}

//! What comes out: the outcome of some tasks, which merges in any order to the same result, and the answer of a
//! whole search.

use std::ops::AddAssign;

use crate::control::StopReason;
use crate::problem::{Cost, Move};

/// Nodes of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Successors made, kept or not.
    pub generated: u64,
    /// Nodes whose successors were made.
    pub expanded: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.generated += other.generated;
        self.expanded += other.expanded;
    }
}

/// A completed round of iterative deepening, or a completed level of a breadth-first search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Round {
    /// The cost up to which everything was searched.
    pub bound: Cost,
    /// What it took.
    pub counts: Counts,
}

/// A solution inside the round that found it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Found {
    pub task: usize,
    /// Position among the solutions of its task.
    pub nth: u64,
    /// What is left of the bound.
    pub spare: Cost,
    pub path: Vec<Move>,
    /// The number of its start.
    pub start: usize,
}

/// Outcome of any set of tasks. [`Outcome::merge`] is associative and commutative and [`Outcome::NONE`] is its
/// unit, so the result does not depend on who ran which task when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// How many solutions are kept.
    pub(crate) max_solutions: usize,
    pub(crate) counts: Counts,
    pub(crate) least_excess: Option<Cost>,
    /// The solutions with the lowest (task, nth), sorted, at most as many as are kept.
    pub(crate) found: Vec<Found>,
    pub(crate) n_found: u64,
    /// Tasks worth splitting in the next round with their nodes, sorted by task.
    pub(crate) heavy: Vec<(usize, u64)>,
    /// Most nodes on stacks at once, over all workers together.
    pub(crate) held: u64,
    pub(crate) stopped: Option<StopReason>,
}

impl Outcome {
    /// Of no task at all.
    pub const NONE: Outcome = Outcome {
        max_solutions: usize::MAX,
        counts: Counts { generated: 0, expanded: 0 },
        least_excess: None,
        found: Vec::new(),
        n_found: 0,
        heavy: Vec::new(),
        held: 0,
        stopped: None,
    };

    /// Joins two outcomes of different tasks.
    pub fn merge(&mut self, other: Outcome) {
        self.gather([other]);
    }

    /// Joins outcomes of different tasks, and sorts once.
    pub(crate) fn gather(&mut self, others: impl IntoIterator<Item = Outcome>) {
        for other in others {
            self.max_solutions = self.max_solutions.min(other.max_solutions);
            self.counts += other.counts;
            self.least_excess = [self.least_excess, other.least_excess].into_iter().flatten().min();
            self.found.extend(other.found);
            self.n_found += other.n_found;
            self.heavy.extend(other.heavy);
            self.held += other.held;
            // Several reasons: the strongest in the order of the enumeration, so that the order of merging is no matter.
            self.stopped = [self.stopped, other.stopped].into_iter().flatten().min_by_key(|&r| r as u8);
        }
        self.found.sort_unstable();
        self.found.truncate(self.max_solutions);
        self.heavy.sort_unstable();
    }
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It found what was asked.
    Solved,
    /// There is nothing more to search: no solution exists.
    Exhausted,
    /// It was stopped.
    Stopped(StopReason),
}

/// What a search knows in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// How it ended.
    pub end: End,
    /// The solutions kept, in the order of the search; the first is the answer.
    pub solutions: Vec<Vec<Move>>,
    /// Which start each of them is from, by its number; empty where there was only one start.
    pub starts: Vec<usize>,
    /// How many were found, kept or not.
    pub n_solutions: u64,
    /// Cost of the solutions.
    pub cost: Option<Cost>,
    /// No solution costs less; proved by complete rounds.
    pub lower_bound: Cost,
    /// Everything searched, the unfinished round included.
    pub counts: Counts,
    /// The most states held at once.
    pub held: u64,
    /// Completed rounds, in order.
    pub rounds: Vec<Round>,
}

impl Answer {
    /// An answer that knows nothing yet but `lower_bound`.
    pub fn unknown(lower_bound: Cost) -> Answer {
        Answer {
            end: End::Exhausted,
            solutions: Vec::new(),
            starts: Vec::new(),
            n_solutions: 0,
            cost: None,
            lower_bound,
            counts: Counts::default(),
            held: 1,
            rounds: Vec::new(),
        }
    }

    /// The number of the start that a solution is from.
    pub fn start_of(&self, solution: usize) -> usize {
        self.starts.get(solution).copied().unwrap_or(0)
    }

    /// The answer is proved to be the cheapest.
    pub fn is_optimal(&self) -> bool {
        self.cost == Some(self.lower_bound)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn stops() -> impl Strategy<Value = Option<StopReason>> {
        use StopReason::{Cancelled, Cost, Memory, Nodes, Time};
        prop::option::of(prop::sample::select(vec![Cancelled, Time, Nodes, Memory, Cost]))
    }

    /// Few tasks and small numbers, so that equal ones meet.
    fn found() -> impl Strategy<Value = Found> {
        (0..6_usize, 0..4_u64, 0..3 as Cost, prop::collection::vec(0..4_u16, 0..3)).prop_map(
            |(task, nth, spare, path)| Found {
                task,
                nth,
                spare,
                path: path.into_iter().map(Move).collect(),
                start: task % 2,
            },
        )
    }

    /// What a worker hands in: sorted, and no more solutions than it may keep.
    fn outcomes() -> impl Strategy<Value = Outcome> {
        let counts = (0..100_u64, 0..100_u64, prop::option::of(0..5 as Cost), 0..9_u64, 0..50_u64);
        let lists = (
            prop_oneof![Just(usize::MAX), 0..5_usize],
            prop::collection::vec(found(), 0..6),
            prop::collection::vec((0..9_usize, 0..9_u64), 0..5),
        );
        (counts, lists, stops()).prop_map(|(counts, lists, stopped)| {
            let (generated, expanded, least_excess, n_found, held) = counts;
            let (max_solutions, mut found, mut heavy) = lists;
            found.sort_unstable();
            found.truncate(max_solutions);
            heavy.sort_unstable();
            let counts = Counts { generated, expanded };
            Outcome { max_solutions, counts, least_excess, found, n_found, heavy, held, stopped }
        })
    }

    fn merged(mut a: Outcome, b: &Outcome) -> Outcome {
        a.merge(b.clone());
        a
    }

    proptest! {
        #[test]
        fn merging_is_associative(a in outcomes(), b in outcomes(), c in outcomes()) {
            prop_assert_eq!(merged(merged(a.clone(), &b), &c), merged(a, &merged(b, &c)));
        }

        #[test]
        fn merging_is_commutative(a in outcomes(), b in outcomes()) {
            prop_assert_eq!(merged(a.clone(), &b), merged(b, &a));
        }

        #[test]
        fn nothing_merges_to_the_same(a in outcomes()) {
            prop_assert_eq!(merged(a.clone(), &Outcome::NONE), a.clone());
            prop_assert_eq!(merged(Outcome::NONE, &a), a);
        }

        /// Nothing is lost: the lowest solutions stay, and sums are sums.
        #[test]
        fn merging_keeps_the_lowest(a in outcomes(), b in outcomes()) {
            let both = merged(a.clone(), &b);
            let mut all: Vec<Found> = a.found.into_iter().chain(b.found).collect();
            all.sort();
            prop_assert_eq!(&both.found[..], &all[..both.found.len()]);
            prop_assert_eq!(both.found.len(), all.len().min(a.max_solutions).min(b.max_solutions));
            prop_assert_eq!(both.n_found, a.n_found + b.n_found);
            prop_assert_eq!(both.held, a.held + b.held);
            prop_assert_eq!(both.counts.generated, a.counts.generated + b.counts.generated);
            prop_assert_eq!(both.counts.expanded, a.counts.expanded + b.counts.expanded);
            prop_assert_eq!(both.heavy.len(), a.heavy.len() + b.heavy.len());
            prop_assert_eq!(both.stopped.is_some(), a.stopped.is_some() || b.stopped.is_some());
            let least = a.least_excess.into_iter().chain(b.least_excess).min();
            prop_assert_eq!(both.least_excess, least);
        }
    }
}

//! Results: the [`Outcome`] of some tasks, which merges in any order to the same value, and the [`Answer`] of a whole
//! search.

use std::ops::AddAssign;

use crate::control::StopReason;
use crate::problem::{Cost, Move};

/// Node counts of a search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    /// Successors generated, pruned ones included.
    pub generated: u64,
    /// Nodes expanded.
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
    /// The bound up to which everything was searched.
    pub bound: Cost,
    /// Nodes of the round.
    pub counts: Counts,
}

/// A solution, as the round that found it stores it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Found {
    pub task: usize,
    /// Index among the solutions of its task.
    pub nth: u64,
    /// Remaining budget: the bound less the cost.
    pub spare: Cost,
    pub path: Vec<Move>,
    /// Number of its start.
    pub start: usize,
}

/// Outcome of any set of tasks. [`Outcome::merge`] is associative and commutative and [`Outcome::NONE`] is its unit, so
/// the result does not depend on which worker ran which task when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Maximum number of solutions to store.
    pub(crate) max_solutions: usize,
    pub(crate) counts: Counts,
    pub(crate) least_excess: Option<Cost>,
    /// The solutions with the lowest (task, nth), sorted, at most `max_solutions`.
    pub(crate) found: Vec<Found>,
    pub(crate) n_found: u64,
    /// The nodes of each task that has any, sorted by task.
    pub(crate) task_nodes: Vec<(usize, u64)>,
    /// Maximum number of nodes on stacks at once, summed over all workers.
    pub(crate) held: u64,
    pub(crate) stopped: Option<StopReason>,
}

impl Outcome {
    /// The outcome of no tasks.
    pub const NONE: Outcome = Outcome {
        max_solutions: usize::MAX,
        counts: Counts { generated: 0, expanded: 0 },
        least_excess: None,
        found: Vec::new(),
        n_found: 0,
        task_nodes: Vec::new(),
        held: 0,
        stopped: None,
    };

    /// Merges the outcome of other tasks into this one.
    pub fn merge(&mut self, other: Outcome) {
        self.gather([other]);
    }

    /// Merges the outcomes of other tasks into this one, and sorts once.
    pub(crate) fn gather(&mut self, others: impl IntoIterator<Item = Outcome>) {
        for other in others {
            self.max_solutions = self.max_solutions.min(other.max_solutions);
            self.counts += other.counts;
            self.least_excess = [self.least_excess, other.least_excess].into_iter().flatten().min();
            self.found.extend(other.found);
            self.n_found += other.n_found;
            self.task_nodes.extend(other.task_nodes);
            self.held += other.held;
            // Of several reasons the first in the order of the enumeration wins, so that the order of merging does not
            // matter.
            self.stopped = [self.stopped, other.stopped].into_iter().flatten().min_by_key(|&r| r as u8);
        }
        self.found.sort_unstable();
        self.found.truncate(self.max_solutions);
        self.task_nodes.sort_unstable();
    }
}

/// The reason why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It found a solution, or all of them if that was requested.
    Solved,
    /// The search space is exhausted: no solution exists.
    Exhausted,
    /// It was stopped early.
    Stopped(StopReason),
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The reason why the search ended.
    pub end: End,
    /// The stored solutions in search order; the first is the answer.
    pub solutions: Vec<Vec<Move>>,
    /// The number of the start of each solution; empty if there was only one start.
    pub starts: Vec<usize>,
    /// Number of solutions found, stored or not.
    pub n_solutions: u64,
    /// Cost of the solutions.
    pub cost: Option<Cost>,
    /// No solution costs less; proved by complete rounds.
    pub lower_bound: Cost,
    /// Nodes of the whole search, the unfinished round included.
    pub counts: Counts,
    /// Maximum number of states in memory at once.
    pub held: u64,
    /// Completed rounds, in order.
    pub rounds: Vec<Round>,
}

impl Answer {
    /// An answer without a solution: only `lower_bound` is known.
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

    /// The number of the start of a solution.
    pub fn start_of(&self, solution: usize) -> usize {
        self.starts.get(solution).copied().unwrap_or(0)
    }

    /// True if the answer is proved to be optimal.
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

    /// Few tasks and small numbers, so that equal ones occur.
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

    /// Outcomes as workers report them: sorted, with at most `max_solutions` solutions.
    fn outcomes() -> impl Strategy<Value = Outcome> {
        let counts = (0..100_u64, 0..100_u64, prop::option::of(0..5 as Cost), 0..9_u64, 0..50_u64);
        let lists = (
            prop_oneof![Just(usize::MAX), 0..5_usize],
            prop::collection::vec(found(), 0..6),
            prop::collection::vec((0..9_usize, 0..9_u64), 0..5),
        );
        (counts, lists, stops()).prop_map(|(counts, lists, stopped)| {
            let (generated, expanded, least_excess, n_found, held) = counts;
            let (max_solutions, mut found, mut task_nodes) = lists;
            found.sort_unstable();
            found.truncate(max_solutions);
            task_nodes.sort_unstable();
            let counts = Counts { generated, expanded };
            Outcome { max_solutions, counts, least_excess, found, n_found, task_nodes, held, stopped }
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
            prop_assert_eq!(both.task_nodes.len(), a.task_nodes.len() + b.task_nodes.len());
            prop_assert_eq!(both.stopped.is_some(), a.stopped.is_some() || b.stopped.is_some());
            let least = a.least_excess.into_iter().chain(b.least_excess).min();
            prop_assert_eq!(both.least_excess, least);
        }
    }
}

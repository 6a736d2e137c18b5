//! Searches with shares of the nodes that are allowed: one that is not done with its share gives way to another with better
//! bounds, whose tables are made meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};

use search::{Answer, Control, Counts, End, Limits, StopReason};

/// A search by itself for some nodes, then again for more of them beside the making of tables.
pub(crate) struct NodeBudget {
    pub before_build: u64,
    pub during_build: u64,
    /// Bytes that the tables take while they are made.
    pub build_peak_bytes: u64,
    /// Bytes of the search's own tables.
    pub table_bytes: u64,
}

/// Searches with shares of the nodes that are allowed.
pub(crate) struct BudgetedSearch<'a, 'b> {
    control: &'a Control<'b>,
    counts: Counts,
}

impl<'a, 'b> BudgetedSearch<'a, 'b> {
    pub fn new(control: &'a Control<'b>) -> Self {
        BudgetedSearch { control, counts: Counts::default() }
    }

    /// Returns what is left for the next.
    pub fn remaining(&self) -> Control<'b> {
        let limits = self.control.limits;
        self.control
            .within(Limits { max_nodes: limits.max_nodes.saturating_sub(self.counts.generated), ..limits })
    }

    /// Returns an answer with the counts of all that was tried before it.
    pub fn with_earlier_counts(&self, mut answer: Answer) -> Answer {
        answer.counts += self.counts;
        answer
    }

    /// Returns the answer of a search, unless it has had its share; then there are tables, or their making was stopped.
    pub fn search(
        &mut self,
        budget: &NodeBudget,
        search: &(dyn Fn(&Control<'_>) -> Answer + Sync),
        build: &(dyn Fn(&(dyn Fn() -> bool + Sync)) + Sync),
    ) -> Option<Answer> {
        let control = self.control;
        let mut run = |max_nodes: u64, bytes: u64| {
            let left = self.remaining();
            let limits = Limits {
                max_nodes: max_nodes.min(left.limits.max_nodes),
                ..with_less_memory(&left, bytes).limits
            };
            let answer = search(&left.within(limits));
            let is_budget = max_nodes < left.limits.max_nodes;
            let gave_up = match answer.end {
                End::Stopped(StopReason::Nodes) => is_budget,
                // With better bounds it may need less.
                End::Stopped(StopReason::Memory) => true,
                _ => false,
            };
            if gave_up {
                self.counts += answer.counts;
            }
            (!gave_up).then(|| self.with_earlier_counts(answer))
        };
        if let Some(answer) = run(budget.before_build, budget.table_bytes) {
            return Some(answer);
        }
        let is_wanted = AtomicBool::new(true);
        std::thread::scope(|scope| {
            let should_continue = || is_wanted.load(Ordering::Relaxed) && control.stopped().is_none();
            scope.spawn(move || build(&should_continue));
            let answer = run(budget.during_build, budget.build_peak_bytes);
            is_wanted.store(answer.is_none(), Ordering::Relaxed);
            answer
        })
    }
}

/// Returns the same control with so many bytes less.
pub(crate) fn with_less_memory<'a>(control: &Control<'a>, bytes: u64) -> Control<'a> {
    let limits = control.limits;
    control.within(Limits { max_memory: limits.max_memory.saturating_sub(bytes), ..limits })
}

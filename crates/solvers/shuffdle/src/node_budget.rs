//! Searches with a node budget: a search that exhausts its budget is replaced by one with better bounds, whose tables
//! are built in the meantime.

use std::sync::atomic::{AtomicBool, Ordering};

use search::{Answer, Control, Counts, End, Limits, StopReason};

/// The node budgets of a search: alone, and then again while tables are built.
pub(crate) struct NodeBudget {
    pub before_build: u64,
    pub during_build: u64,
    /// Peak number of bytes while the tables are built.
    pub build_peak_bytes: u64,
    /// Bytes of the tables that the search itself uses.
    pub table_bytes: u64,
}

/// A sequence of searches that share the allowed nodes.
pub(crate) struct BudgetedSearch<'a, 'b> {
    control: &'a Control<'b>,
    counts: Counts,
}

impl<'a, 'b> BudgetedSearch<'a, 'b> {
    pub fn new(control: &'a Control<'b>) -> Self {
        BudgetedSearch { control, counts: Counts::default() }
    }

    /// Returns the limits that remain for the next search.
    pub fn remaining(&self) -> Control<'b> {
        let limits = self.control.limits;
        self.control
            .within(Limits { max_nodes: limits.max_nodes.saturating_sub(self.counts.generated), ..limits })
    }

    /// Returns an answer with the counts of all previous searches added.
    pub fn with_earlier_counts(&self, mut answer: Answer) -> Answer {
        answer.counts += self.counts;
        answer
    }

    /// Returns the answer of a search unless it exhausts its budget. If it returns None, the tables are built, or
    /// building them was stopped.
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
                // With better bounds the next search may need less.
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

/// Returns the control with less memory.
pub(crate) fn with_less_memory<'a>(control: &Control<'a>, bytes: u64) -> Control<'a> {
    let limits = control.limits;
    control.within(Limits { max_memory: limits.max_memory.saturating_sub(bytes), ..limits })
}

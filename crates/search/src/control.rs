//! Control of a running search: limits and the stop flag go in, progress comes out. A search reads no clock; the caller
//! watches the time and raises the [`Stop`].

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::outcome::Round;
use crate::problem::{Cost, Move};

/// The reason why a search ended before it had its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum StopReason {
    /// The user or the caller cancelled it.
    Cancelled = 1,
    /// The time limit is reached.
    Time = 2,
    /// The node limit is reached.
    Nodes = 3,
    /// The next state would not fit into the memory limit.
    Memory = 4,
    /// No solution is within the cost limit.
    Cost = 5,
}

impl StopReason {
    /// Returns the reason with this number.
    pub(crate) fn of_number(number: u8) -> Option<StopReason> {
        use StopReason::{Cancelled, Cost, Memory, Nodes, Time};
        [Cancelled, Time, Nodes, Memory, Cost].into_iter().find(|&reason| reason as u8 == number)
    }
}

/// Resource limits of a search. The default is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum cost of a solution.
    pub max_cost: Cost,
    /// Maximum number of generated nodes; checked every few thousand nodes.
    pub max_nodes: u64,
    /// Maximum number of bytes for a search that stores states.
    pub max_memory: u64,
    /// Maximum number of stored solutions when all are searched for; the rest are only counted.
    pub max_solutions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_cost: crate::node::UNBOUNDED,
            max_nodes: u64::MAX,
            max_memory: u64::MAX,
            max_solutions: 10_000,
        }
    }
}

/// Receives progress events of a search. Called a few times a round, never inside a node.
pub trait Observer: Sync {
    /// A round (or level) starts; every solution is now known to cost at least `bound`.
    fn round_started(&self, _bound: Cost, _n_tasks: usize) {}
    /// A round ended without an answer, or with all answers.
    fn round_finished(&self, _round: &Round) {}
    /// A search that improves its solution has found a better one (a new incumbent).
    fn improved(&self, _cost: Cost, _moves: &[Move]) {}
    /// The computation of a table starts: its name and size in bytes.
    fn table_started(&self, _name: &str, _bytes: u64) {}
    /// `done` of `total` units of a table are computed.
    fn table_progress(&self, _name: &str, _done: u64, _total: u64) {}
    /// The table is complete.
    fn table_finished(&self, _name: &str) {}
    /// An event about a stored table, other than its computation.
    fn table_note(&self, _name: &str, _note: &TableNote) {}
}

/// An event about a table that is stored, or is to be stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableNote {
    /// The table was computed earlier and is loaded: its bytes.
    Found(u64),
    /// Another process is computing the table; this one waits for it.
    Awaited,
    /// A directory for tables was created.
    NewFolder(String),
    /// The table is stored: its bytes, and where.
    Stored(u64, String),
    /// A table of the same role from an older version exists, which is not used: its bytes, and where.
    Outdated(u64, String),
    /// The stored table cannot be used, or the table cannot be stored: the reason. The work continues without it.
    Trouble(String),
}

/// An observer that ignores all events.
pub struct Silent;
impl Observer for Silent {}

/// Limits, stop flag and progress of one search.
pub struct Control<'a> {
    /// Resource limits.
    pub limits: Limits,
    /// Receives progress events.
    pub observer: &'a dyn Observer,
    stop: &'a Stop,
    nodes: AtomicU64,
}

/// A flag that ends a search, shared with the code that may raise it.
#[derive(Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// Tells the search to end. The first reason given stays.
    pub fn raise(&self, reason: StopReason) {
        let _ = self.0.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason, if the flag is raised.
    pub fn reason(&self) -> Option<StopReason> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            number => StopReason::of_number(number),
        }
    }
}

impl<'a> Control<'a> {
    /// Creates the control of a search under `limits` that `stop` can end.
    pub fn new(limits: Limits, observer: &'a dyn Observer, stop: &'a Stop) -> Self {
        Control { limits, observer, stop, nodes: AtomicU64::new(0) }
    }

    /// A control with the same observer and stop flag for a part of the work that has its own limits and node count.
    pub fn within(&self, limits: Limits) -> Control<'a> {
        Control::new(limits, self.observer, self.stop)
    }

    /// Runs a part of the search under its own node limit.
    pub fn part<T>(&self, max_nodes: u64, search: impl FnOnce(&Control<'_>) -> T) -> T {
        let left = self.limits.max_nodes.saturating_sub(self.nodes());
        let part = self.within(Limits { max_nodes: max_nodes.min(left), ..self.limits });
        let result = search(&part);
        self.nodes.fetch_add(part.nodes(), Ordering::Relaxed);
        result
    }

    /// Number of nodes generated up to now, a few thousand behind the true number.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The reason to stop, if the stop flag is raised.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stop.reason()
    }

    /// Adds to the node count. Returns the reason to stop, if there is one.
    pub fn poll(&self, nodes: u64) -> Option<StopReason> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.stop.reason().or((total > self.limits.max_nodes).then_some(StopReason::Nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search may generate as many nodes as the limit says. Parts have limits of their own and count for the whole.
    #[test]
    fn the_node_limit_is_the_last_node_allowed() {
        let stop = Stop::default();
        let control = Control::new(Limits { max_nodes: 10, ..Limits::default() }, &Silent, &stop);
        assert_eq!(control.poll(4), None);
        control.part(3, |part| {
            assert_eq!((part.poll(3), part.poll(1)), (None, Some(StopReason::Nodes)));
        });
        assert_eq!((control.nodes(), control.poll(2), control.nodes()), (8, None, 10));
        assert_eq!(control.poll(0), None);
        assert_eq!(control.poll(1), Some(StopReason::Nodes));
        control.part(3, |part| assert_eq!(part.poll(1), Some(StopReason::Nodes)));
    }
}

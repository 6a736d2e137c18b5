//! What flows back up while a search runs: progress out, a stop in. A search reads no clock; whoever watches the
//! time raises the [`Stop`].

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::outcome::Round;
use crate::problem::{Cost, Move};

/// Why a search ended before its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum StopReason {
    /// Somebody asked for it.
    Cancelled = 1,
    /// Time is up.
    Time = 2,
    /// The node limit is reached.
    Nodes = 3,
    /// The next state would not fit the memory limit.
    Memory = 4,
    /// No solution is as cheap as the cost limit asks.
    Cost = 5,
}

impl StopReason {
    /// The reason with this number.
    pub(crate) fn of_number(number: u8) -> Option<StopReason> {
        use StopReason::{Cancelled, Cost, Memory, Nodes, Time};
        [Cancelled, Time, Nodes, Memory, Cost].into_iter().find(|&reason| reason as u8 == number)
    }
}

/// What a search may use. The default is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The dearest solution looked for.
    pub max_cost: Cost,
    /// Nodes generated; checked every few thousand nodes.
    pub max_nodes: u64,
    /// Bytes a search that remembers states may hold.
    pub max_memory: u64,
    /// How many solutions are kept when all are asked for; the rest are counted only.
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

/// Hears what a search does. Called a few times a round, never inside a node.
pub trait Observer: Sync {
    /// A round (or level) begins; every solution is now known to cost at least `bound`.
    fn round_started(&self, _bound: Cost, _n_tasks: usize) {}
    /// A round ran to its end without an answer, or with all answers.
    fn round_finished(&self, _round: &Round) {}
    /// A better solution than any before it, by a search that does not start with the best.
    fn improved(&self, _cost: Cost, _moves: &[Move]) {}
    /// A table is being made: its name and bytes.
    fn table_started(&self, _name: &str, _bytes: u64) {}
    /// So much of it is made.
    fn table_progress(&self, _name: &str, _done: u64, _total: u64) {}
    /// The table is ready.
    fn table_finished(&self, _name: &str) {}
    /// What happens to a table beside its being made.
    fn table_note(&self, _name: &str, _note: &TableNote) {}
}

/// What there is to say about a table that is kept, or is to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TableNote {
    /// It was made at an earlier time and is used again: its bytes.
    Found(u64),
    /// Somebody else is making it, and is waited for.
    Awaited,
    /// A folder was made to keep tables in.
    NewFolder(String),
    /// It will be kept: its bytes, and where.
    Stored(u64, String),
    /// An older version has kept a table of the same role, which is not used: its bytes, and where.
    Outdated(u64, String),
    /// What was kept cannot be used, or it cannot be kept: why. The work goes on without.
    Trouble(String),
}

/// An observer who does not listen.
pub struct Silent;
impl Observer for Silent {}

/// Limits, the stop flag and the progress of one search.
pub struct Control<'a> {
    /// What may be used.
    pub limits: Limits,
    /// Who hears about it.
    pub observer: &'a dyn Observer,
    stop: &'a Stop,
    nodes: AtomicU64,
}

/// A flag that ends a search, shared with whoever may raise it.
#[derive(Default)]
pub struct Stop(AtomicU8);

impl Stop {
    /// Asks the search to end. The first reason given stays.
    pub fn raise(&self, reason: StopReason) {
        let _ = self.0.compare_exchange(0, reason as u8, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason, if the flag is up.
    pub fn reason(&self) -> Option<StopReason> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            number => StopReason::of_number(number),
        }
    }
}

impl<'a> Control<'a> {
    /// A search under `limits` that `stop` can end.
    pub fn new(limits: Limits, observer: &'a dyn Observer, stop: &'a Stop) -> Self {
        Control { limits, observer, stop, nodes: AtomicU64::new(0) }
    }

    /// The same observer and stop for a part of the work that has limits of its own and counts its own nodes.
    pub fn within(&self, limits: Limits) -> Control<'a> {
        Control::new(limits, self.observer, self.stop)
    }

    /// Has a part of the search done under a node limit of its own.
    pub fn part<T>(&self, max_nodes: u64, search: impl FnOnce(&Control<'_>) -> T) -> T {
        let left = self.limits.max_nodes.saturating_sub(self.nodes());
        let part = self.within(Limits { max_nodes: max_nodes.min(left), ..self.limits });
        let result = search(&part);
        self.nodes.fetch_add(part.nodes(), Ordering::Relaxed);
        result
    }

    /// Nodes generated up to now, a few thousand behind the truth.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Why to stop, if somebody said so.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stop.reason()
    }

    /// Adds to the progress and says whether to stop.
    pub fn poll(&self, nodes: u64) -> Option<StopReason> {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        self.stop.reason().or((total > self.limits.max_nodes).then_some(StopReason::Nodes))
    }
}

//! What every front end fills in and nothing else is needed for an answer: the puzzle, what is asked of it, and what the
//! answer may cost. A request holds texts and never names of files, so that what comes over a network cannot read one.

use std::time::Duration;

use search::Limits;
use solver::{LimitsSpec, Store, TaskSpec, Text};

use crate::memory;

/// A request for solutions.
#[derive(Clone, Debug)]
pub struct Request {
    /// Which puzzle, where to go, in which moves, how to search.
    pub task: TaskSpec,
    /// The puzzles.
    pub inputs: Vec<Text>,
    /// What an answer may cost.
    pub limits: RequestLimits,
    /// Threads; None for as many as there are cores.
    pub threads: Option<usize>,
    /// Where large tables are kept.
    pub store: Store,
}

impl Request {
    /// With nothing limited and nothing kept.
    pub fn new(task: TaskSpec, inputs: Vec<Text>) -> Request {
        Request { task, inputs, limits: RequestLimits::default(), threads: None, store: Store::nowhere() }
    }
}

/// What an answer may cost.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RequestLimits {
    /// Look for nothing longer.
    pub max_length: Option<u32>,
    /// Time to wait for one puzzle, its tables included.
    pub timeout: Option<Duration>,
    /// Nodes that a search may make.
    pub max_nodes: Option<u64>,
    /// Bytes for tables and remembered states; None for half of what is free.
    pub max_memory: Option<u64>,
    /// The most bytes that may be used whatever is asked for. A server sets it.
    pub memory_cap: Option<u64>,
    /// How many solutions are shown, if several are asked for; None for 10.
    pub max_solutions: Option<usize>,
}

/// How many solutions are shown if no number is given.
pub const DEFAULT_SOLUTIONS: usize = 10;

impl RequestLimits {
    /// Returns bytes that may be used.
    pub fn memory(&self) -> u64 {
        self.max_memory.unwrap_or_else(memory::default_limit).min(self.memory_cap.unwrap_or(u64::MAX))
    }

    /// Returns the limits of one search. Memory is always limited: a search too big for it should say so rather than be
    /// ended.
    pub fn limits(&self) -> Limits {
        let none = Limits::default();
        Limits {
            max_cost: self.max_length.map_or(none.max_cost, |length| length.min(none.max_cost - 1)),
            max_nodes: self.max_nodes.unwrap_or(none.max_nodes),
            max_memory: self.memory(),
            max_solutions: none.max_solutions,
        }
    }

    /// Returns what decides how to search.
    pub fn method_limits(&self) -> LimitsSpec {
        let memory_cap = self.memory_cap.unwrap_or(u64::MAX);
        LimitsSpec {
            has_time: self.timeout.is_some(),
            max_length: self.max_length,
            memory_given: self.max_memory.map(|given| given.min(memory_cap)),
            memory: self.memory(),
        }
    }

    /// True if nothing ends the work but its own end.
    pub fn is_endless(&self) -> bool {
        self.max_length.is_none() && self.timeout.is_none() && self.max_nodes.is_none()
    }
}

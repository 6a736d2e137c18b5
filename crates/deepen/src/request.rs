//! The request that every front end fills in: the puzzle, the task and the limits. A request holds texts and never file
//! names, so that a request from the network cannot read a file.

use std::time::Duration;

use search::Limits;
use solver::{LimitsSpec, Store, TaskSpec, Text};

use crate::memory;

/// A request for solutions.
#[derive(Clone, Debug)]
pub struct Request {
    /// Puzzle, goal, metric, moves and method.
    pub task: TaskSpec,
    /// The input texts.
    pub inputs: Vec<Text>,
    /// Limits of the answer.
    pub limits: RequestLimits,
    /// Number of threads; None for the number of cores.
    pub threads: Option<usize>,
    /// Store of large tables.
    pub store: Store,
}

impl Request {
    /// Creates a request without limits and without stored tables.
    pub fn new(task: TaskSpec, inputs: Vec<Text>) -> Request {
        Request { task, inputs, limits: RequestLimits::default(), threads: None, store: Store::nowhere() }
    }
}

/// Limits of the answer.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RequestLimits {
    /// Maximum solution length.
    pub max_length: Option<u32>,
    /// Time limit for one puzzle, tables included.
    pub timeout: Option<Duration>,
    /// Node limit of a search.
    pub max_nodes: Option<u64>,
    /// Memory limit in bytes for tables and stored states; None for half of the free memory.
    pub max_memory: Option<u64>,
    /// Hard memory limit in bytes whatever the request says. Set by a server.
    pub memory_cap: Option<u64>,
    /// Number of solutions to show, if several are requested; None for 10.
    pub max_solutions: Option<usize>,
}

/// Default number of solutions to show.
pub const DEFAULT_SOLUTIONS: usize = 10;

impl RequestLimits {
    /// Returns the memory limit in bytes.
    pub fn memory(&self) -> u64 {
        self.max_memory.unwrap_or_else(memory::default_limit).min(self.memory_cap.unwrap_or(u64::MAX))
    }

    /// Returns the limits of one search. Memory is always limited: a search that is too large should report it instead
    /// of being killed.
    pub fn limits(&self) -> Limits {
        let none = Limits::default();
        Limits {
            max_cost: self.max_length.map_or(none.max_cost, |length| length.min(none.max_cost - 1)),
            max_nodes: self.max_nodes.unwrap_or(none.max_nodes),
            max_memory: self.memory(),
            max_solutions: none.max_solutions,
        }
    }

    /// Returns the limits that influence the choice of the method.
    pub fn method_limits(&self) -> LimitsSpec {
        let memory_cap = self.memory_cap.unwrap_or(u64::MAX);
        LimitsSpec {
            has_time: self.timeout.is_some(),
            max_length: self.max_length,
            memory_given: self.max_memory.map(|given| given.min(memory_cap)),
            memory: self.memory(),
            is_memory_capped: self.memory_cap.is_some(),
        }
    }

    /// True if neither length, time nor nodes are limited.
    pub fn is_endless(&self) -> bool {
        self.max_length.is_none() && self.timeout.is_none() && self.max_nodes.is_none()
    }
}

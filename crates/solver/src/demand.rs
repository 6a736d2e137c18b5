//! What a solver is told of the work to come, and what it hands back.

use search::Answer;

use crate::request::Estimate;

/// How many requests are to come: some tables pay only for many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// One, or a few.
    One,
    /// Hundreds and more.
    Many,
}

/// Larger tables than there are, in nodes of search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlay {
    /// What was searched without them.
    pub spent: u64,
    /// What making them takes, about.
    pub cost: u64,
}

/// What a recipe found.
pub struct Found {
    /// The answer of the search.
    pub answer: Answer,
    /// Of its solutions, how many are longer than the shortest by 1, by 2 and so on.
    pub longer: Vec<u64>,
    /// What was estimated with.
    pub estimate: Estimate,
    /// Bytes of its tables.
    pub table_bytes: u64,
}

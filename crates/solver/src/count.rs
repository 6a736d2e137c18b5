//! Counts of positions, and what else can be said of all positions together.

use search::{Cost, Counts, End};

use crate::instance::Field;

/// How a count is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountSpec {
    /// The greatest distance that is counted, if it is given.
    pub max_length: Option<Cost>,
    /// Nothing limits the count.
    pub is_endless: bool,
}

/// Positions by their distance from a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// How many there are at each distance.
    pub per_depth: Vec<u64>,
    /// What it took.
    pub counts: Counts,
    /// `Exhausted` if all were counted.
    pub end: End,
    /// Some of the positions at the last distance, as text that can be read again: of a defined puzzle, the moves that
    /// make them.
    pub deepest: Vec<String>,
    /// Bytes of the table that was filled; 0 if positions were remembered.
    pub table_bytes: u64,
}

/// What a count has found.
#[derive(Clone, PartialEq, Debug)]
pub enum CountResult {
    /// Positions at every distance.
    Positions {
        /// The numbers.
        census: Census,
        /// The size of the puzzle, if it has several: `3x3`.
        size: Option<String>,
        /// What counts as one move.
        metric: &'static str,
        /// How large the group of the moves is, if that is known.
        group_order: Option<String>,
        /// What a heading says beside the goal.
        what: String,
    },
    /// Something else, with its own words.
    Facts {
        /// What JSON says.
        fields: Vec<Field>,
        /// What a terminal shows.
        text: String,
    },
    /// Canonical sequences of every cost.
    Sequences {
        /// Number of sequences by cost, saturating at the largest `u128`.
        per_depth: Vec<u128>,
        /// Name of the metric.
        metric: &'static str,
        /// What a heading says of them: `18 moves of 3x3x3`.
        what: String,
    },
}

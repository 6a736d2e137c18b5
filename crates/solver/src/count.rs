//! Counts of positions by distance from the goal, and other facts about the whole state space.

use search::{Cost, Counts, End};

use crate::instance::Field;

/// Limits of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CountSpec {
    /// Largest distance to count, if limited.
    pub max_length: Option<Cost>,
    /// True if neither a length, a time nor a node limit bounds the count.
    pub is_endless: bool,
}

/// The distance distribution: number of positions at each distance from the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// Number of positions by distance.
    pub per_depth: Vec<u64>,
    /// Nodes generated and expanded.
    pub counts: Counts,
    /// `Exhausted` if all positions were counted.
    pub end: End,
    /// Some positions at the largest distance counted, as text that can be parsed again; for a puzzle given by a
    /// definition, moves that lead to them.
    pub deepest: Vec<String>,
    /// Size in bytes of the table that was filled; 0 if visited positions were stored instead.
    pub table_bytes: u64,
}

/// The result of a count.
#[derive(Clone, PartialEq, Debug)]
pub enum CountResult {
    /// Number of positions at every distance.
    Positions {
        /// The distance distribution.
        census: Census,
        /// Board size, if the puzzle exists in several sizes: `3x3`.
        size: Option<String>,
        /// Name of the metric.
        metric: &'static str,
        /// Order of the group that the moves generate, if known.
        group_order: Option<String>,
        /// Text that headings show besides the goal.
        what: String,
    },
    /// Other facts, with their own fields and text.
    Facts {
        /// Fields of the JSON object.
        fields: Vec<Field>,
        /// Text for the terminal.
        text: String,
    },
    /// Number of canonical sequences of every cost.
    Sequences {
        /// Number of sequences by cost, saturating at the largest `u128`.
        per_depth: Vec<u128>,
        /// Name of the metric.
        metric: &'static str,
        /// Text for headings: `18 moves of 3x3x3`.
        what: String,
    },
}

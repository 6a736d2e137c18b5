//! What a solver says of itself: names, algorithms, heuristics, metrics, goals and options, as data. Front ends list it,
//! check against it and build their choices from it; nothing else tells them about a puzzle.

use serde::Serialize;

use crate::algorithm::AlgorithmInfo;
use crate::heuristic::HeuristicInfo;
use crate::options::OptionInfo;

/// Something with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// The name it is asked for by.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
}

/// What counts as one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MetricInfo {
    /// The name it is asked for by.
    pub name: &'static str,
    /// Its abbreviation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<&'static str>,
    /// What it counts, in a line.
    pub summary: &'static str,
}

impl MetricInfo {
    /// A metric without an abbreviation.
    pub const fn new(name: &'static str, summary: &'static str) -> MetricInfo {
        MetricInfo { name, alias: None, summary }
    }

    /// True if it is asked for by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }
}

/// A puzzle that a solver knows by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PuzzleInfo {
    /// The name it is asked for by.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// It is usually solved by declared phases of its own.
    pub phases: bool,
    /// Random positions are beyond what a search for shortest solutions finishes.
    pub large: bool,
}

/// What a solver is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SolverInfo {
    /// What its puzzles are called.
    pub name: &'static str,
    /// What they are, in a line.
    pub summary: &'static str,
    /// What one position is called: `board` or `position`.
    pub unit: &'static str,
    /// Its algorithms, the usual one first.
    pub algorithms: &'static [AlgorithmInfo],
    /// Its heuristics, weakest first.
    pub heuristics: &'static [HeuristicInfo],
    /// Its metrics, the usual one first.
    pub metrics: &'static [MetricInfo],
    /// Goals that have a name.
    pub goals: &'static [Named],
    /// Options of its own.
    pub options: &'static [OptionInfo],
    /// Formats that its scrambles can be written in.
    pub formats: &'static [Named],
    /// It reads definitions of puzzles.
    #[serde(skip)]
    pub reads_definitions: bool,
    /// All requests may share its tables, whatever they ask; otherwise those of one goal and size do.
    #[serde(skip)]
    pub shares_tables: bool,
}

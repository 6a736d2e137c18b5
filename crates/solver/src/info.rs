//! The data that a solver declares: names, algorithms, heuristics, metrics, goals and options. Front ends list it,
//! validate against it and build their choices from it; it is their only source of information about a puzzle.

use serde::Serialize;

use crate::algorithm::AlgorithmInfo;
use crate::heuristic::HeuristicInfo;
use crate::options::OptionInfo;

/// A name with a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Named {
    /// The name.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
}

/// Description of a metric: the definition of one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct MetricInfo {
    /// The name.
    pub name: &'static str,
    /// Abbreviation, such as `htm`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alias: Option<&'static str>,
    /// One-line description.
    pub summary: &'static str,
}

impl MetricInfo {
    /// Creates a metric without an abbreviation.
    pub const fn new(name: &'static str, summary: &'static str) -> MetricInfo {
        MetricInfo { name, alias: None, summary }
    }

    /// True if `name` is the name or the abbreviation.
    pub fn is_called(&self, name: &str) -> bool {
        self.name == name || self.alias == Some(name)
    }
}

/// A puzzle that a solver knows by name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PuzzleInfo {
    /// The name.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// True if the default method is a chain of phases declared for this puzzle.
    pub phases: bool,
    /// True if optimal solutions of random positions are out of reach.
    pub large: bool,
}

/// Description of a solver.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SolverInfo {
    /// Name of the puzzle family.
    pub name: &'static str,
    /// One-line description.
    pub summary: &'static str,
    /// Noun for one position: `board` or `position`.
    pub unit: &'static str,
    /// Algorithms, the default first.
    pub algorithms: &'static [AlgorithmInfo],
    /// Heuristics, weakest first.
    pub heuristics: &'static [HeuristicInfo],
    /// Metrics, the default first.
    pub metrics: &'static [MetricInfo],
    /// Named goals.
    pub goals: &'static [Named],
    /// Solver-specific options.
    pub options: &'static [OptionInfo],
    /// Output formats of scrambles.
    pub formats: &'static [Named],
    /// True if the solver reads puzzle definitions.
    #[serde(skip)]
    pub reads_definitions: bool,
    /// True if all requests share the tables of one solver value; otherwise only requests with the same goal and size
    /// do.
    #[serde(skip)]
    pub shares_tables: bool,
}

//! Heuristics by name. A heuristic is a lower bound on the distance to the goal.

use serde::Serialize;

/// A heuristic, identified by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Heuristic(pub &'static str);

impl Heuristic {
    /// No heuristic: the lower bound is 0 everywhere.
    pub const NONE: Heuristic = Heuristic("none");

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// Description of a heuristic that a solver offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HeuristicInfo {
    /// The name.
    #[serde(rename = "name")]
    pub heuristic: Heuristic,
    /// Alternative names that are accepted.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// One-line description.
    pub summary: &'static str,
}

impl HeuristicInfo {
    /// Search without a heuristic.
    pub const NONE: HeuristicInfo =
        HeuristicInfo { heuristic: Heuristic::NONE, aliases: &["zero"], summary: "0 everywhere" };

    /// Creates a description without aliases.
    pub const fn new(name: &'static str, summary: &'static str) -> HeuristicInfo {
        HeuristicInfo { heuristic: Heuristic(name), aliases: &[], summary }
    }

    /// Returns the name.
    pub fn name(&self) -> &'static str {
        self.heuristic.name()
    }

    /// True if `name` is the name or an alias.
    pub fn is_called(&self, name: &str) -> bool {
        self.name() == name || self.aliases.contains(&name)
    }
}

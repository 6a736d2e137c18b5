//! Heuristics by name: what a search estimates the distance to the goal with.

use serde::Serialize;

/// A heuristic, by the name it is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct Heuristic(pub &'static str);

impl Heuristic {
    /// None: 0 everywhere.
    pub const NONE: Heuristic = Heuristic("none");

    /// Returns its name.
    pub fn name(self) -> &'static str {
        self.0
    }
}

/// What a heuristic of a solver is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct HeuristicInfo {
    /// Its name.
    #[serde(rename = "name")]
    pub heuristic: Heuristic,
    /// Other names that users type.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub aliases: &'static [&'static str],
    /// What it is, in a line.
    pub summary: &'static str,
}

impl HeuristicInfo {
    /// A search without one.
    pub const NONE: HeuristicInfo =
        HeuristicInfo { heuristic: Heuristic::NONE, aliases: &["zero"], summary: "0 everywhere" };

    /// A heuristic with one name.
    pub const fn new(name: &'static str, summary: &'static str) -> HeuristicInfo {
        HeuristicInfo { heuristic: Heuristic(name), aliases: &[], summary }
    }

    /// Returns its name.
    pub fn name(&self) -> &'static str {
        self.heuristic.name()
    }

    /// True if it is asked for by this name.
    pub fn is_called(&self, name: &str) -> bool {
        self.name() == name || self.aliases.contains(&name)
    }
}

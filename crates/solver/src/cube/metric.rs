//! Cube metrics: the definition of one move.

use search::Move;

use crate::info::MetricInfo;

/// Cube metrics: the definition of one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// Half-turn metric: any turn of a face.
    #[default]
    HalfTurn,
    /// Quarter-turn metric: a half turn counts twice.
    QuarterTurn,
    /// Axial-turn metric: turns of two opposite faces together.
    Axial,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 3] = [Metric::HalfTurn, Metric::QuarterTurn, Metric::Axial];

    /// Returns the description.
    pub const fn info(self) -> MetricInfo {
        match self {
            Metric::HalfTurn => MetricInfo {
                name: "half-turn",
                alias: Some("htm"),
                summary: "any turn of a face is one move",
            },
            Metric::QuarterTurn => MetricInfo {
                name: "quarter-turn",
                alias: Some("qtm"),
                summary: "a quarter turn is one move, a half turn two",
            },
            Metric::Axial => MetricInfo {
                name: "axial",
                alias: Some("atm"),
                summary: "turns of two opposite faces together are one move (3x3x3)",
            },
        }
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the metric with a name or abbreviation.
    pub fn find(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.info().is_called(name))
    }

    /// Returns the cost of turns that are numbered in threes: one, two and three quarter turns of each face.
    pub fn cost(self, turns: &[Move]) -> u64 {
        match self {
            Metric::QuarterTurn => turns.iter().map(|turn| if turn.0 % 3 == 1 { 2 } else { 1 }).sum(),
            Metric::HalfTurn | Metric::Axial => turns.len() as u64,
        }
    }
}

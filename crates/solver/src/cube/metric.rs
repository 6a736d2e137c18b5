//! What counts as one move of a cube.

use search::Move;

use crate::info::MetricInfo;

/// What counts as one move of a cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Metric {
    /// Any turn of a face.
    #[default]
    HalfTurn,
    /// A quarter turn of a face; a half turn counts twice.
    QuarterTurn,
    /// Any turns of two opposite faces together.
    Axial,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::HalfTurn, Metric::QuarterTurn, Metric::Axial];

    /// Returns what it is, as data.
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

    /// Returns the name it is asked for by.
    pub const fn name(self) -> &'static str {
        self.info().name
    }

    /// Returns the metric of a name or an abbreviation.
    pub fn find(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.info().is_called(name))
    }

    /// Returns what turns cost that are numbered by threes: one, two and three quarters of each face.
    pub fn cost(self, turns: &[Move]) -> u64 {
        match self {
            Metric::QuarterTurn => turns.iter().map(|turn| if turn.0 % 3 == 1 { 2 } else { 1 }).sum(),
            Metric::HalfTurn | Metric::Axial => turns.len() as u64,
        }
    }
}

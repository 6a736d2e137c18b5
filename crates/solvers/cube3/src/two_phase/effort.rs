//! How much each phase is worth, by metric and by what it is for.

use puzzle::cube::TurnSet;
use search::Cost;
use solver::cube::Metric;

use crate::home::Effort;
use crate::pairs;

impl Effort {
    /// For a first solution without large tables.
    pub(super) fn small(metric: Metric, turns: TurnSet) -> Effort {
        let longest = match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => 12,
            (Metric::HalfTurn, _) => 13,
            (Metric::QuarterTurn, _) => 17,
            (Metric::Axial, _) => 9,
        };
        Effort { longest, farthest: Cost::MAX, hasty: false, direct: false }
    }

    /// For a first solution with large tables.
    pub(super) fn quick(metric: Metric, turns: TurnSet) -> Effort {
        match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => {
                Effort { longest: 13, farthest: pairs::LAST_LEVEL + 1, hasty: true, direct: true }
            }
            _ => Effort::small(metric, turns),
        }
    }

    /// For shorter and shorter solutions.
    pub(super) fn thorough(metric: Metric) -> Effort {
        let longest = match metric {
            Metric::HalfTurn => pairs::LAST_LEVEL,
            Metric::QuarterTurn => 14,
            Metric::Axial => 10,
        };
        Effort { longest, farthest: Cost::MAX, hasty: false, direct: false }
    }

    /// Nothing is given up: for a proof.
    pub(super) const COMPLETE: Effort =
        Effort { longest: Cost::MAX, farthest: Cost::MAX, hasty: false, direct: false };
}

//! How much each phase is worth, by metric and by what it is for.

use puzzle::cube::TurnSet;
use search::Cost;
use solver::cube::Metric;

use super::phase2_prune;

/// How much the second phase is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phase2Limits {
    /// It is given up beyond this cost.
    pub max_length: Cost,
    /// Where corners and edges are known to be farther than this it is not begun.
    pub max_entry_distance: Cost,
    /// Any solution within what is left will do. Which one is found depends on the table, so it must have grown in full.
    pub first_only: bool,
    /// Only shortest first phases are tried.
    pub descend_only: bool,
}

impl Phase2Limits {
    /// For a first solution without large tables.
    pub(super) fn small(metric: Metric, turns: TurnSet) -> Phase2Limits {
        let max_length = match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => 12,
            (Metric::HalfTurn, _) => 13,
            (Metric::QuarterTurn, _) => 17,
            (Metric::Axial, _) => 9,
        };
        Phase2Limits { max_length, max_entry_distance: Cost::MAX, first_only: false, descend_only: false }
    }

    /// For a first solution with large tables.
    pub(super) fn quick(metric: Metric, turns: TurnSet) -> Phase2Limits {
        match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => Phase2Limits {
                max_length: 13,
                max_entry_distance: phase2_prune::LAST_LEVEL + 1,
                first_only: true,
                descend_only: true,
            },
            _ => Phase2Limits::small(metric, turns),
        }
    }

    /// For shorter and shorter solutions.
    pub(super) fn thorough(metric: Metric) -> Phase2Limits {
        let max_length = match metric {
            Metric::HalfTurn => phase2_prune::LAST_LEVEL,
            Metric::QuarterTurn => 14,
            Metric::Axial => 10,
        };
        Phase2Limits { max_length, max_entry_distance: Cost::MAX, first_only: false, descend_only: false }
    }

    /// Nothing is given up: for a proof.
    pub(super) const COMPLETE: Phase2Limits = Phase2Limits {
        max_length: Cost::MAX,
        max_entry_distance: Cost::MAX,
        first_only: false,
        descend_only: false,
    };
}

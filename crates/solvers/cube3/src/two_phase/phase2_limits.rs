//! Limits of phase 2, by metric and by the stage of a solve.

use puzzle::cube::TurnSet;
use search::Cost;
use solver::cube::Metric;

use super::phase2_prune;

/// Limits on phase 2, and on the phase 1 solutions that it continues.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phase2Limits {
    /// The largest cost of phase 2.
    pub max_length: Cost,
    /// Phase 2 is not started if corners and edges are known to be farther than this.
    pub max_entry_distance: Cost,
    /// Any solution within the remaining length is accepted. Which one is found depends on the prune table, so it must
    /// be filled completely.
    pub first_only: bool,
    /// Only shortest phase 1 solutions are tried.
    pub descend_only: bool,
}

impl Phase2Limits {
    /// Limits for a first solution without large tables.
    pub(super) fn small(metric: Metric, turns: TurnSet) -> Phase2Limits {
        let max_length = match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => 12,
            (Metric::HalfTurn, _) => 13,
            (Metric::QuarterTurn, _) => 17,
            (Metric::Axial, _) => 9,
        };
        Phase2Limits { max_length, max_entry_distance: Cost::MAX, first_only: false, descend_only: false }
    }

    /// Limits for a first solution with large tables.
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

    /// Limits for shorter and shorter solutions.
    pub(super) fn thorough(metric: Metric) -> Phase2Limits {
        let max_length = match metric {
            Metric::HalfTurn => phase2_prune::LAST_LEVEL,
            Metric::QuarterTurn => 14,
            Metric::Axial => 10,
        };
        Phase2Limits { max_length, max_entry_distance: Cost::MAX, first_only: false, descend_only: false }
    }

    /// No limits: for a proof.
    pub(super) const COMPLETE: Phase2Limits = Phase2Limits {
        max_length: Cost::MAX,
        max_entry_distance: Cost::MAX,
        first_only: false,
        descend_only: false,
    };
}

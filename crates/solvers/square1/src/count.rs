//! Counts positions by their distance from the solved one.

use search::{Control, End, StopReason};
use solver::Census;

use super::Square1Metric;
use super::bfs_levels::BfsLevels;
use super::problem::SearchMetric;
use super::symmetry::{FaceTurnMetric, TwistMetric};

/// Counts positions by their distance from the solved one, as far as memory and the limit on length allow.
pub fn count(metric: Square1Metric, control: &Control<'_>) -> Census {
    match metric {
        Square1Metric::Twist => count_alike::<TwistMetric>(control),
        Square1Metric::FaceTurn => count_alike::<FaceTurnMetric>(control),
    }
}

fn count_alike<M: SearchMetric>(control: &Control<'_>) -> Census {
    let limits = &control.limits;
    let mut levels = BfsLevels::<M>::solved();
    let end = loop {
        if levels.radius() >= limits.max_cost {
            break End::Stopped(StopReason::Cost);
        }
        if levels.counts().generated > limits.max_nodes {
            break End::Stopped(StopReason::Nodes);
        }
        if BfsLevels::<M>::bytes_for(levels.n_stored_with_next()) > limits.max_memory {
            break End::Stopped(StopReason::Memory);
        }
        if !levels.add_level(control) {
            break End::Stopped(control.stopped().unwrap_or(StopReason::Cancelled));
        }
    };
    let per_depth = levels.n_positions().to_vec();
    Census { per_depth, counts: levels.counts(), end, deepest: Vec::new(), table_bytes: 0 }
}

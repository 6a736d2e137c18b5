//! How many positions there are at every distance from the solved one.

use search::{Control, End, StopReason};
use solver::Census;

use super::Square1Metric;
use super::ball::Ball;
use super::problem::CountResult;
use super::symmetry::{Turns, Twists};

/// Counts positions by their distance, as far as the memory and the limit on length allow.
pub fn count(metric: Square1Metric, control: &Control<'_>) -> Census {
    match metric {
        Square1Metric::Twist => count_alike::<Twists>(control),
        Square1Metric::FaceTurn => count_alike::<Turns>(control),
    }
}

fn count_alike<A: CountResult>(control: &Control<'_>) -> Census {
    let limits = &control.limits;
    let mut ball = Ball::<A>::at_goal();
    let end = loop {
        if ball.radius() >= limits.max_cost {
            break End::Stopped(StopReason::Cost);
        }
        if ball.counts().generated > limits.max_nodes {
            break End::Stopped(StopReason::Nodes);
        }
        if Ball::<A>::bytes_for(ball.n_kept_next()) > limits.max_memory {
            break End::Stopped(StopReason::Memory);
        }
        if !ball.grow(control) {
            break End::Stopped(control.stopped().unwrap_or(StopReason::Cancelled));
        }
    };
    let per_depth = ball.n_positions().to_vec();
    Census { per_depth, counts: ball.counts(), end, deepest: Vec::new(), table_bytes: 0 }
}

//! Counts the positions at every distance.

use puzzle::Cube2;
use search::{Control, Cost, Counts, End, StopReason, count_states};
use solver::Census;
use solver::cube::{CubeQuery, CubeQueryError};

use crate::coords::single_moves;
use crate::exact_table::{ExactTable, N_POSITIONS};
use crate::problem::{Bound, Cube2Problem, has_all_urf_turns};

/// Number of deepest positions that are reported.
const MAX_DEEPEST: usize = 10;

/// Counts the positions at every distance from the goal. With a restricted set of turns, cubes in different
/// orientations are different positions.
///
/// # Errors
/// If a half turn costs two and its quarter turns are not allowed: levels are counted in moves.
pub fn count(query: &CubeQuery<Cube2>, control: &Control<'_>) -> Result<Census, CubeQueryError> {
    let CubeQuery { metric, turns, goal, .. } = *query;
    if !has_all_urf_turns(turns, metric) {
        let problem = Cube2Problem::new(turns, metric, Bound::Zero);
        if !problem.has_unit_costs() {
            return Err(CubeQueryError::WeightedCount);
        }
        let census = count_states(&problem, &problem.state(&Cube2::SOLVED), control);
        return Ok(Census {
            per_depth: census.per_depth,
            counts: census.counts,
            end: census.end,
            deepest: vec![],
            table_bytes: 0,
        });
    }
    let exact = ExactTable::new(metric);
    let all = exact.per_depth();
    let within = all.len().min(control.limits.max_cost as usize + 1);
    let per_depth = all[..within].to_vec();
    let expanded = per_depth.iter().sum::<u64>();
    let deepest = exact
        .positions_at(within as Cost - 1)
        .take(MAX_DEEPEST)
        .map(|position| goal.then(&position.cube()).to_facelets())
        .collect();
    let end = if within < all.len() { End::Stopped(StopReason::Cost) } else { End::Exhausted };
    let counts = Counts { generated: expanded * single_moves(metric).len() as u64, expanded };
    Ok(Census { per_depth, counts, end, deepest, table_bytes: N_POSITIONS as u64 })
}

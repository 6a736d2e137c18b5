//! Counts positions at every distance from a goal, or computes other facts about the state space.

use std::time::Instant;

use search::{End, StopReason};
use solver::{CountResult, CountSpec, Error, Task};

use crate::json::{self, rounded};
use crate::request::RequestLimits;
use crate::session::{Progress, Session};
use crate::status::stopped_by;

/// Number of deepest positions to show.
pub const SHOWN: usize = 5;

/// Result of a count with its timing.
pub struct CountAnswer {
    /// The result.
    pub counted: CountResult,
    /// Reason why the count was stopped early.
    pub stop: Option<StopReason>,
    /// Seconds from the request to the answer.
    pub seconds: f64,
}

/// Counts the positions of a task.
///
/// # Errors
/// If there are too many positions.
pub fn count(
    task: &dyn Task,
    limits: &RequestLimits,
    session: &Session<'_>,
    progress: &dyn Progress,
) -> Result<CountAnswer, Error> {
    let started = Instant::now();
    let asked = CountSpec { max_length: limits.max_length, is_endless: limits.is_endless() };
    let work = |control: &search::Control<'_>| task.count(&asked, control);
    let (counted, _) = session.watched(limits.limits(), limits.timeout, progress, work);
    let counted = counted?;
    let stop = match &counted {
        CountResult::Positions { census, .. } => match census.end {
            End::Stopped(reason) => Some(reason),
            End::Solved | End::Exhausted => None,
        },
        CountResult::Facts { .. } | CountResult::Sequences { .. } => None,
    };
    Ok(CountAnswer { counted, stop, seconds: started.elapsed().as_secs_f64() })
}

impl json::Sequences {
    /// Returns the counted sequences, or None for another kind of count.
    pub fn new(task: &dyn Task, answer: &CountAnswer) -> Option<json::Sequences> {
        let CountResult::Sequences { per_depth, metric, .. } = &answer.counted else { return None };
        let puzzle = task.puzzle_name().to_string();
        Some(json::Sequences { puzzle, metric, per_depth: per_depth.clone() })
    }
}

impl json::CountResult {
    /// Returns the counted positions, or None for another kind of count.
    pub fn new(task: &dyn Task, answer: &CountAnswer) -> Option<json::CountResult> {
        let CountResult::Positions { census, size, metric, group_order, .. } = &answer.counted else {
            return None;
        };
        let turns = task.fields().into_iter().find(|(name, _)| *name == "turns");
        let stop = answer.stop;
        Some(json::CountResult {
            puzzle: task.puzzle_name().to_string(),
            size: size.clone(),
            goal: task.goal_name(),
            turns: turns.and_then(|(_, turns)| turns.as_str().map(str::to_string)),
            metric,
            status: match stop {
                None => "complete",
                Some(StopReason::Time) => "timeout",
                Some(StopReason::Cancelled) => "cancelled",
                Some(_) => "limit",
            },
            stopped_by: stop.map(stopped_by),
            total: census.per_depth.iter().sum(),
            group_order: group_order.clone(),
            gods_number: stop.is_none().then(|| census.per_depth.len() - 1),
            per_depth: census.per_depth.clone(),
            deepest: census.deepest.iter().take(SHOWN).cloned().collect(),
            nodes: census.counts.generated,
            table_bytes: (census.table_bytes > 0).then_some(census.table_bytes),
            seconds: rounded(answer.seconds),
        })
    }
}

//! The tables for shortest solutions in one metric, and the search with them.
//!
//! A search begins with a small table, which is made in a moment and is enough for scrambles of a few moves. If that takes too
//! long, the largest table that the memory allows takes over.

use std::sync::{Arc, Mutex};

use puzzle::Square1;
use puzzle::square1::Turn;
use search::{Answer, Control, Cost, Deepening, End, Executor, Limits, StopReason, Want, ida_star};
use solver::lazy_table::lock_or_stop;
use solver::{Heuristic, Method, SolveOutcome};

use super::Square1Metric;
use super::ball::Ball;
use super::engine::{freed, written};
use super::info::HASHED;
use super::moves;
use super::near_table::Near;
use super::problem::{CountResult, Slashes};
use super::symmetry::Twists;

/// Nodes of a round with the small table after which the large one is worth its making.
const NODE_BUDGET: u64 = 300_000;

/// How many positions are kept within each distance in twists.
pub const KEPT_TWISTS: &[u64] = &[1, 3, 42, 406, 4626, 54_889, 670_546, 7_755_770];
/// How many positions are kept within each distance in turns.
pub const KEPT_TURNS: &[u64] =
    &[1, 9, 46, 117, 426, 1508, 5336, 17_362, 52_965, 165_328, 496_493, 1_547_363, 4_602_941, 14_091_342];

/// The tables of one metric, by radius.
pub struct TableCache<A> {
    tables: Mutex<Vec<Arc<Near>>>,
    /// What the next table is made from; locked while one is made.
    ball: Mutex<Option<Ball<A>>>,
}

impl<A> Default for TableCache<A> {
    fn default() -> Self {
        TableCache { tables: Mutex::default(), ball: Mutex::default() }
    }
}

/// Sizes of the tables of a metric.
pub struct Sizes {
    /// How many positions are kept within each distance.
    kept: &'static [u64],
    /// The radius of the small table.
    pub small: Cost,
    /// That of the table for a single position.
    pub usual: Cost,
    /// That of the table for many.
    pub large: Cost,
}

impl Sizes {
    /// Those of a metric.
    pub const fn of(metric: Square1Metric) -> Sizes {
        match metric {
            Square1Metric::Twist => Sizes { kept: KEPT_TWISTS, small: 5, usual: 6, large: 7 },
            Square1Metric::FaceTurn => Sizes { kept: KEPT_TURNS, small: 8, usual: 12, large: 13 },
        }
    }

    /// Bytes of a table.
    fn bytes(&self, radius: Cost) -> u64 {
        Near::bytes_for(self.kept[radius as usize])
    }

    /// The same while it is made: beside it all positions but those of the last level, and what waits to be taken in.
    fn peak_bytes(&self, radius: Cost) -> u64 {
        let before = self.kept[radius as usize - 1];
        // An eighth of the last level is expanded at once, into hashes of eight bytes.
        self.bytes(radius) + Ball::<Twists>::bytes_for(before) + self.kept[radius as usize] * 4
    }

    /// The largest radius up to `hints` whose table can be made in `memory`.
    fn largest(&self, hints: Cost, memory: u64) -> Option<Cost> {
        (1..=hints).rev().find(|&radius| self.peak_bytes(radius) <= memory)
    }
}

impl<A: CountResult> TableCache<A> {
    /// A shortest solution, or all of them.
    pub fn solve(
        &self,
        start: &Square1,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
        beside: &dyn Fn(&Control<'_>) -> Option<Arc<Near>>,
    ) -> SolveOutcome {
        let want = if method.all { Want::All } else { Want::First };
        // The shorter list of sequences leaves out solutions that are worth as much.
        let order = || match (A::METRIC, method.all) {
            (Square1Metric::Twist, false) => moves::order(),
            _ => moves::plain_order(),
        };
        let is_free = A::METRIC == Square1Metric::Twist;
        let first = if is_free { freed(start) } else { Turn::NONE };
        let from = start.turned(first);
        let whole = |mut answer: Answer| {
            if is_free {
                answer.solutions.iter_mut().for_each(|moves| *moves = written(start, first, moves));
            }
            answer
        };
        let run =
            |near: Option<Arc<Near>>, twists: Option<Arc<Near>>, patience: u64, control: &Control<'_>| {
                let options = Deepening { want, node_budget: patience, ..Deepening::default() };
                whole(ida_star(&Slashes::<A>::new(near, twists, order()), &from, &options, executor, control))
            };
        let sizes = Sizes::of(A::METRIC);
        let most = sizes.largest(sizes.usual, control.limits.max_memory);
        let Some(most) = most.filter(|_| method.heuristic != Some(Heuristic::NONE)) else {
            return SolveOutcome::new(run(None, None, u64::MAX, control), Heuristic::NONE, 0);
        };
        let mut before = Answer::unknown(0);
        let mut known = self.known().filter(|near| near.radius() > sizes.small);
        if known.is_none() {
            let Some(small) = self.table(sizes.small.min(most), control) else {
                return SolveOutcome::stopped(control, HASHED);
            };
            let (bytes, is_last) = (small.bytes(), most <= sizes.small);
            let answer = run(Some(small), None, if is_last { u64::MAX } else { NODE_BUDGET }, control);
            let is_proved = answer.lower_bound > control.limits.max_cost;
            if is_last || is_proved || answer.end != End::Stopped(StopReason::Cost) {
                return SolveOutcome::new(answer, HASHED, bytes);
            }
            before = answer;
            known = self.table(most, control);
        }
        let Some(near) = known else {
            // What the small table has proved holds all the same.
            let mut found = SolveOutcome::stopped(control, HASHED);
            (found.answer.lower_bound, found.answer.counts) = (before.lower_bound, before.counts);
            return found;
        };
        let limits = control.limits;
        let memory = limits.max_memory.saturating_sub(near.bytes());
        let twists = beside(&control.within(Limits { max_memory: memory, ..limits }));
        let bytes = near.bytes() + twists.as_ref().map_or(0, |twists| twists.bytes());
        let max_nodes = limits.max_nodes.saturating_sub(before.counts.generated);
        let mut answer = run(Some(near), twists, u64::MAX, &control.within(Limits { max_nodes, ..limits }));
        answer.counts += before.counts;
        SolveOutcome::new(answer, HASHED, bytes)
    }

    /// The largest table there is.
    pub fn known(&self) -> Option<Arc<Near>> {
        let tables = self.tables.lock().expect("nothing panics while it is held");
        tables.iter().max_by_key(|near| near.radius()).cloned()
    }

    /// A table of this radius, or of the largest that the memory allows, which is made if it is not there. None if that
    /// was stopped.
    pub fn table(&self, radius: Cost, control: &Control<'_>) -> Option<Arc<Near>> {
        let sizes = Sizes::of(A::METRIC);
        let radius = sizes.largest(radius, control.limits.max_memory)?;
        let tables = || self.tables.lock().expect("nothing panics while it is held");
        let made = || tables().iter().find(|near| near.radius() == radius).cloned();
        if let Some(known) = made() {
            return Some(known);
        }
        let name = format!("{} {radius}", A::METRIC.name());
        let mut kept = lock_or_stop(&self.ball, &name, control).ok()?;
        if let Some(known) = made() {
            return Some(known);
        }
        control.observer.table_started(&name, sizes.bytes(radius));
        let mut ball = kept.take().unwrap_or_else(Ball::at_goal);
        while ball.radius() + 1 < radius {
            if !ball.grow(control) {
                return None;
            }
        }
        let near = Arc::new(Near::new(&ball, sizes.kept[radius as usize], control)?);
        // A large one is not wanted again.
        if radius < sizes.large {
            *kept = Some(ball);
        }
        control.observer.table_finished(&name);
        tables().push(near.clone());
        Some(near)
    }
}

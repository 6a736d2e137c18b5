//! Optimal solutions in one metric: IDA* (iterative deepening) with prune tables of growing radius.
//!
//! A search begins with a small table, which is built in a moment and is enough for scrambles of a few moves. If a
//! round takes too many nodes, the largest table that fits the memory takes over.

use std::sync::{Arc, Mutex};

use puzzle::Square1;
use puzzle::square1::Turn;
use search::table::levels::assert_levels;
use search::{Answer, Control, Cost, Deepening, End, Executor, Limits, StopReason, Want, ida_star};
use solver::lazy_table::lock_or_stop;
use solver::{Heuristic, Method, SolveOutcome};

use super::Square1Metric;
use super::bfs_levels::BfsLevels;
use super::dispatch::{full_solution, unblocking_turns};
use super::info::HASHED;
use super::moves;
use super::problem::{SearchMetric, Square1Problem};
use super::prune_table::PruneTable;
use super::symmetry::TwistMetric;

/// Nodes of a round with the small table after which building the large one pays off.
const NODE_BUDGET: u64 = 300_000;

/// Number of symmetry classes within each distance in twists.
pub const CLASSES_WITHIN_TWISTS: &[u64] = &[1, 3, 42, 406, 4626, 54_889, 670_546, 7_755_770];
/// Number of symmetry classes within each distance in face turns.
pub const CLASSES_WITHIN_TURNS: &[u64] =
    &[1, 9, 46, 117, 426, 1508, 5336, 17_362, 52_965, 165_328, 496_493, 1_547_363, 4_602_941, 14_091_342];

/// Solves positions in one metric and caches its prune tables.
pub struct OptimalSolver<M> {
    tables: Mutex<Vec<Arc<PruneTable>>>,
    /// The levels that the next table is built from; locked during a build.
    levels: Mutex<Option<BfsLevels<M>>>,
}

impl<M> Default for OptimalSolver<M> {
    fn default() -> Self {
        OptimalSolver { tables: Mutex::default(), levels: Mutex::default() }
    }
}

/// Sizes of the prune tables of a metric.
pub struct TableSizes {
    /// Number of symmetry classes within each distance.
    n_classes: &'static [u64],
    /// Radius of the small table.
    pub small_radius: Cost,
    /// Radius of the table for a single position.
    pub default_radius: Cost,
    /// Radius of the table for many positions.
    pub large_radius: Cost,
}

impl TableSizes {
    /// Returns the sizes for a metric.
    pub const fn of(metric: Square1Metric) -> TableSizes {
        match metric {
            Square1Metric::Twist => TableSizes {
                n_classes: CLASSES_WITHIN_TWISTS,
                small_radius: 5,
                default_radius: 6,
                large_radius: 7,
            },
            Square1Metric::FaceTurn => TableSizes {
                n_classes: CLASSES_WITHIN_TURNS,
                small_radius: 8,
                default_radius: 12,
                large_radius: 13,
            },
        }
    }

    /// Bytes of a table.
    fn bytes(&self, radius: Cost) -> u64 {
        PruneTable::bytes_for(self.n_classes[radius as usize])
    }

    /// Peak of the memory during the build: the table, all positions but those of the last level, and the successors of
    /// one batch.
    fn peak_bytes(&self, radius: Cost) -> u64 {
        let before = self.n_classes[radius as usize - 1];
        // An eighth of the last level is expanded at once, into hashes of eight bytes.
        self.bytes(radius) + BfsLevels::<TwistMetric>::bytes_for(before) + self.n_classes[radius as usize] * 4
    }

    /// Returns the largest radius up to `max_radius` whose table can be built in `memory` bytes.
    fn largest(&self, max_radius: Cost, memory: u64) -> Option<Cost> {
        (1..=max_radius).rev().find(|&radius| self.peak_bytes(radius) <= memory)
    }
}

impl<M: SearchMetric> OptimalSolver<M> {
    /// Finds one optimal solution or all of them. `build_twist_table` returns the prune table in twists that supports a
    /// search in face turns.
    pub fn solve(
        &self,
        start: &Square1,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
        build_twist_table: &dyn Fn(&Control<'_>) -> Option<Arc<PruneTable>>,
    ) -> SolveOutcome {
        let want = if method.all { Want::All } else { Want::First };
        // The shorter list of canonical sequences leaves out solutions of equal cost, so it cannot be used for all of
        // them.
        let order = || match (M::METRIC, method.all) {
            (Square1Metric::Twist, false) => moves::canonical_order(),
            _ => moves::plain_order(),
        };
        let turns_are_free = M::METRIC == Square1Metric::Twist;
        let first = if turns_are_free { unblocking_turns(start) } else { Turn::NONE };
        let from = start.turned(first);
        let to_solution = |mut answer: Answer| {
            if turns_are_free {
                answer.solutions.iter_mut().for_each(|moves| *moves = full_solution(start, first, moves));
            }
            answer
        };
        let run = |table: Option<Arc<PruneTable>>,
                   twist_table: Option<Arc<PruneTable>>,
                   patience: u64,
                   control: &Control<'_>| {
            let options = Deepening { want, node_budget: patience, ..Deepening::default() };
            to_solution(ida_star(
                &Square1Problem::<M>::new(table, twist_table, order()),
                &from,
                &options,
                executor,
                control,
            ))
        };
        let sizes = TableSizes::of(M::METRIC);
        let max_radius = sizes.largest(sizes.default_radius, control.limits.max_memory);
        let Some(max_radius) = max_radius.filter(|_| method.heuristic != Some(Heuristic::NONE)) else {
            return SolveOutcome::new(run(None, None, u64::MAX, control), Heuristic::NONE, 0);
        };
        let mut before = Answer::unknown(0);
        let mut found = self.largest_table().filter(|table| table.radius() > sizes.small_radius);
        if found.is_none() {
            let Some(small) = self.table(sizes.small_radius.min(max_radius), control) else {
                return SolveOutcome::stopped(control, HASHED);
            };
            let (bytes, is_largest) = (small.bytes(), max_radius <= sizes.small_radius);
            let answer = run(Some(small), None, if is_largest { u64::MAX } else { NODE_BUDGET }, control);
            let is_proved = answer.lower_bound > control.limits.max_cost;
            if is_largest || is_proved || answer.end != End::Stopped(StopReason::Cost) {
                return SolveOutcome::new(answer, HASHED, bytes);
            }
            before = answer;
            found = self.table(max_radius, control);
        }
        let Some(table) = found else {
            // The lower bound that the small table has proved remains valid.
            let mut outcome = SolveOutcome::stopped(control, HASHED);
            (outcome.answer.lower_bound, outcome.answer.counts) = (before.lower_bound, before.counts);
            return outcome;
        };
        let limits = control.limits;
        let memory = limits.max_memory.saturating_sub(table.bytes());
        let twist_table = build_twist_table(&control.within(Limits { max_memory: memory, ..limits }));
        let bytes = table.bytes() + twist_table.as_ref().map_or(0, |twist_table| twist_table.bytes());
        let max_nodes = limits.max_nodes.saturating_sub(before.counts.generated);
        let mut answer =
            run(Some(table), twist_table, u64::MAX, &control.within(Limits { max_nodes, ..limits }));
        answer.counts += before.counts;
        SolveOutcome::new(answer, HASHED, bytes)
    }

    /// Returns the largest table built so far.
    pub fn largest_table(&self) -> Option<Arc<PruneTable>> {
        let tables = self.tables.lock().expect("nothing panics while it is held");
        tables.iter().max_by_key(|table| table.radius()).cloned()
    }

    /// Returns the table of this radius, or of the largest radius that fits the memory, and builds it if necessary.
    /// None if the build was stopped.
    pub fn table(&self, radius: Cost, control: &Control<'_>) -> Option<Arc<PruneTable>> {
        let sizes = TableSizes::of(M::METRIC);
        let radius = sizes.largest(radius, control.limits.max_memory)?;
        let tables = || self.tables.lock().expect("nothing panics while it is held");
        let built = || tables().iter().find(|table| table.radius() == radius).cloned();
        if let Some(table) = built() {
            return Some(table);
        }
        let name = format!("{} {radius}", M::METRIC.name());
        let mut stored = lock_or_stop(&self.levels, &name, control).ok()?;
        if let Some(table) = built() {
            return Some(table);
        }
        control.observer.table_started(&name, sizes.bytes(radius));
        let mut levels = stored.take().unwrap_or_else(BfsLevels::solved);
        while levels.radius() + 1 < radius {
            if !levels.add_level(control) {
                return None;
            }
        }
        let n_stored = levels.n_stored().iter().sum();
        assert_levels(&name, &[n_stored], &[sizes.n_classes[radius as usize - 1]]);
        let table = Arc::new(PruneTable::new(&levels, sizes.n_classes[radius as usize], control)?);
        // No table is built on top of the largest one.
        if radius < sizes.large_radius {
            *stored = Some(levels);
        }
        control.observer.table_finished(&name);
        tables().push(table.clone());
        Some(table)
    }
}

//! The stages of a two-phase solve: a first solution, a short improvement for cubes that are nearly solved, shorter and
//! shorter solutions, and a proof.

use std::sync::atomic::Ordering;

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::{Answer, Control, Cost, Counts, End, Limits, Move, Stop, StopReason};
use solver::Method;
use solver::cube::{CubeQuery, Metric};
use solver::phases::ChainSearch;

use super::phase1_prune;
use super::phase2_limits::Phase2Limits;
use super::searcher::{Direction, Rounds, directions, solution};
use super::{MetricSolver, is_counted};
use crate::answer::{SearchBounds, answer};
use crate::moves;

/// Upper bound on the length of a solution.
const MAX_LENGTH: Cost = 1000;
/// A phase 1 shorter than this suggests that the cube is nearly solved; then its solution is improved a little.
const NEAR: Cost = 7;
/// The longest phase 1 tried for a cube that may be nearly solved.
const MAX_NEAR_PHASE1: Cost = 9;
/// Node budget for a first solution after the deadline: nearly always enough for one, in some hundredths of a second.
const NODES_AFTER_DEADLINE: u64 = 1_000_000;
/// A solution of at most this length is cheap to prove.
const CHEAP_PROOF: Cost = 11;
/// The longest phase 2 that is searched in full for a caller that proves lengths by other means. A cube near the subgroup
/// of phase 2 has a short phase 1 and a long phase 2, whose search takes up to seconds.
const CHEAP_PHASE2: Cost = 6;

impl<const ROW: usize> MetricSolver<ROW> {
    /// Solves a cube.
    pub(crate) fn solve(
        &self,
        cube: &Cube3,
        query: &CubeQuery<Cube3>,
        method: &Method,
        bounds: SearchBounds,
        control: &Control<'_>,
    ) -> Answer {
        let (metric, turns) = (query.metric, query.turns);
        let directions = directions(cube, turns, moves::of(metric));
        let on_improvement = |found: &solver::phases::ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &solution(metric, found, &directions));
            }
        };
        let never_stopped = Stop::default();
        let max_nodes = control.limits.max_nodes.min(NODES_AFTER_DEADLINE);
        let after_deadline =
            Control::new(Limits { max_nodes, ..control.limits }, control.observer, &never_stopped);
        let mut chain_search = ChainSearch {
            lower_bound: bounds.lower_bound,
            first: true,
            entries_left: method.max_phase1.unwrap_or(u64::MAX),
            ..ChainSearch::new(control.limits.max_cost.min(MAX_LENGTH), control, &on_improvement)
        };
        let wants_full =
            self.for_many.load(Ordering::Relaxed) && !method.small_tables || method.max_phase1.is_some();
        let is_first = self.tables.get().is_none();
        let tables = self.tables(metric);
        let is_full = match wants_full || is_counted(method, control) {
            // If the tables are not filled in time, the small ones are used.
            true => self.grow(metric, control).is_ok() && wants_full,
            false => {
                if is_first {
                    self.grow_in_background(metric);
                }
                false
            }
        };
        let mut solve = Solve {
            solver: self,
            metric,
            directions: &directions,
            is_full,
            proved: bounds.lower_bound,
            counts: Counts::default(),
        };
        if metric == Metric::HalfTurn && turns == TurnSet::ALL {
            // Every cube has a solution of 20 moves, and one of 22 is found quickly.
            chain_search.upper_bound = chain_search.upper_bound.min(22);
        }
        chain_search.upper_bound = chain_search.upper_bound.min(bounds.upper_bound - 1);
        let first =
            if is_full { Phase2Limits::quick(metric, turns) } else { Phase2Limits::small(metric, turns) };
        let mut rounds = solve.stage(first, Cost::MAX, &mut chain_search);
        if first.descend_only && chain_search.best.is_none() && chain_search.stopped.is_none() {
            rounds = solve.stage(Phase2Limits { descend_only: false, ..first }, Cost::MAX, &mut chain_search);
        }
        if chain_search.best.is_none() && chain_search.stopped == Some(StopReason::Time) {
            // The time was spent on tables, or was too short; a first solution takes only milliseconds.
            (chain_search.control, chain_search.stopped) = (&after_deadline, None);
            rounds = solve.stage(Phase2Limits::small(metric, turns), Cost::MAX, &mut chain_search);
            (chain_search.control, chain_search.stopped) = (control, Some(StopReason::Time));
        }
        chain_search.first =
            chain_search.best.as_ref().is_some_and(|best| best.cost <= chain_search.lower_bound);
        // A cube a few moves from solved is near in all directions. Other cubes are near in one direction by chance;
        // small tables cannot distinguish the two.
        let is_near = match is_full {
            true => rounds.nearest + rounds.farthest <= 2 * NEAR + 2,
            false => rounds.nearest < NEAR.min(tables.first_level + 1),
        };
        let phase2 = chain_search.upper_bound.saturating_sub(rounds.nearest);
        let is_near = is_near && (!bounds.is_proved_elsewhere || phase2 <= CHEAP_PHASE2);
        if chain_search.stopped.is_none() && (method.improve || is_near) && !chain_search.first {
            let last = if method.improve { Cost::MAX } else { MAX_NEAR_PHASE1 };
            if method.improve && rayon::current_num_threads() == 1 {
                // With one thread the tables do not grow in the background. If this is stopped, the search ends at
                // once.
                let _ = self.grow(metric, control);
            }
            solve.stage(Phase2Limits::thorough(metric), last, &mut chain_search);
        }
        let is_short = chain_search.best.as_ref().is_some_and(|best| best.cost <= CHEAP_PROOF);
        // A search that found nothing has to prove it.
        let must_prove = method.improve || (is_near && is_short) || chain_search.best.is_none();
        if chain_search.stopped.is_none() && must_prove && !chain_search.first {
            solve.stage(Phase2Limits::COMPLETE, Cost::MAX, &mut chain_search);
            solve.proved = solve.proved.max(chain_search.upper_bound + 1);
        }
        let best = chain_search.best.as_ref().map(|found| (found.cost, solution(metric, found, &directions)));
        let end = match (&best, chain_search.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        answer(end, best, solve.proved, solve.counts)
    }

    /// Solves one of several cubes. Returns its number and the solution.
    pub(crate) fn solve_one_of(
        &self,
        cubes: &[Cube3],
        most: Cost,
        control: &Control<'_>,
    ) -> (Option<(usize, Vec<Move>)>, Counts) {
        let metric = Metric::HalfTurn;
        let mut all = Vec::with_capacity(6 * cubes.len());
        let mut owners = Vec::with_capacity(6 * cubes.len());
        for (number, cube) in cubes.iter().enumerate() {
            all.extend(directions(cube, TurnSet::ALL, moves::of(metric)));
            owners.resize(all.len(), number);
        }
        let mut chain_search = ChainSearch::new(most, control, &|_| {});
        let mut solve = Solve {
            solver: self,
            metric,
            directions: &all,
            is_full: false,
            proved: 0,
            counts: Counts::default(),
        };
        solve.stage(Phase2Limits::thorough(metric), Cost::MAX, &mut chain_search);
        let counts = solve.counts;
        (chain_search.best.map(|found| (owners[found.start], solution(metric, &found, &all))), counts)
    }
}

/// The state of one solve.
struct Solve<'a, const ROW: usize> {
    solver: &'a MetricSolver<ROW>,
    metric: Metric,
    directions: &'a [Direction],
    /// True if answers use the large tables.
    is_full: bool,
    /// Lower bound on the length of any solution.
    proved: Cost,
    counts: Counts,
}

impl<const ROW: usize> Solve<'_, ROW> {
    /// Searches with these limits, by rounds up to a phase 1 of cost `last`.
    fn stage(&mut self, limits: Phase2Limits, last: Cost, chain_search: &mut ChainSearch<'_>) -> Rounds {
        // Beyond the last level of the prune table no phase 1 solution is known to be shortest.
        let last = if limits.descend_only { last.min(phase1_prune::LAST_LEVEL + 1) } else { last };
        self.solver.with_searcher(self.metric, limits, |searcher| {
            let before = searcher.counts();
            let rounds = searcher.chain_search(self.directions, last, chain_search);
            let after = searcher.counts();
            self.counts.generated += after.generated - before.generated;
            self.counts.expanded += after.expanded - before.expanded;
            // Every solution is also a solution of phase 1, so it is no shorter than phase 1; and without limits every
            // solution as short as the complete rounds has been found. Apart from that, the bound must not depend on
            // how far the tables have grown.
            let proved = match limits {
                Phase2Limits::COMPLETE => rounds.complete,
                _ if self.is_full => rounds.nearest,
                _ => rounds.nearest.min(self.solver.tables(self.metric).first_level + 1),
            };
            self.proved = self.proved.max(proved);
            rounds
        })
    }
}

//! A cube on its way through the stages of a solve: a first solution, a little more for cubes that are nearly solved, shorter
//! and shorter ones, and a proof.

use std::sync::atomic::Ordering;

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::{Answer, Control, Cost, Counts, End, Limits, Move, Stop, StopReason};
use solver::Method;
use solver::cube::{CubeQuery, Metric};
use solver::phases::ChainSearch;

use super::searcher::{Direction, Rounds, directions, solution};
use super::{MetricSolver, is_counted};
use crate::answer::{Aim, answer};
use crate::home::Effort;
use crate::{moves, outside};

/// The longest solution that is looked for.
const LONGEST: Cost = 1000;
/// First phases this short say that the cube may be nearly solved; then a little more is done for it.
const NEAR: Cost = 7;
/// The first phases tried for a cube that may be nearly solved.
const NEAR_ROUNDS: Cost = 9;
/// Nodes of a search for a first solution whose time is over: nearly always enough for one, in some hundredths of a second.
const LAST_MINUTE: u64 = 1_000_000;
/// A solution this short is cheap to prove.
const SHORT: Cost = 11;

impl<const ROW: usize> MetricSolver<ROW> {
    /// Solves a cube.
    pub(crate) fn solve(
        &self,
        cube: &Cube3,
        twist: &CubeQuery<Cube3>,
        method: &Method,
        aim: Aim,
        control: &Control<'_>,
    ) -> Answer {
        let (metric, turns) = (twist.metric, twist.turns);
        let directions = directions(cube, turns, moves::of(metric));
        let heard = |found: &solver::phases::ChainSolution| {
            if method.improve {
                control.observer.improved(found.cost, &solution(metric, found, &directions));
            }
        };
        let unraised = Stop::default();
        let max_nodes = control.limits.max_nodes.min(LAST_MINUTE);
        let last_minute = Control::new(Limits { max_nodes, ..control.limits }, control.observer, &unraised);
        let mut chain_search = ChainSearch {
            lower_bound: aim.proved,
            first: true,
            entries_left: method.max_phase1.unwrap_or(u64::MAX),
            ..ChainSearch::new(control.limits.max_cost.min(LONGEST), control, &heard)
        };
        let wants_full =
            self.for_many.load(Ordering::Relaxed) && !method.small_tables || method.max_phase1.is_some();
        let is_first = self.tables.get().is_none();
        let tables = self.tables(metric);
        let is_full = match wants_full || is_counted(method, control) {
            // Where they do not grow in time, the small ones answer.
            true => self.grow(metric, control).is_ok() && wants_full,
            false => {
                if is_first {
                    self.grow_aside(metric);
                }
                false
            }
        };
        let mut solve = Solve {
            owner: self,
            metric,
            directions: &directions,
            is_full,
            proved: aim.proved,
            counts: Counts::default(),
        };
        if metric == Metric::HalfTurn && turns == TurnSet::ALL {
            // Every cube has one of 20 moves, and 22 are found in no time.
            chain_search.upper_bound = chain_search.upper_bound.min(22);
        }
        chain_search.upper_bound = chain_search.upper_bound.min(aim.known - 1);
        let first = if is_full { Effort::quick(metric, turns) } else { Effort::small(metric, turns) };
        let mut rounds = solve.stage(first, Cost::MAX, &mut chain_search);
        if first.direct && chain_search.best.is_none() && chain_search.stopped.is_none() {
            rounds = solve.stage(Effort { direct: false, ..first }, Cost::MAX, &mut chain_search);
        }
        if chain_search.best.is_none() && chain_search.stopped == Some(StopReason::Time) {
            // The time went into tables, or there was next to none; a first solution is a matter of milliseconds.
            (chain_search.control, chain_search.stopped) = (&last_minute, None);
            rounds = solve.stage(Effort::small(metric, turns), Cost::MAX, &mut chain_search);
            (chain_search.control, chain_search.stopped) = (control, Some(StopReason::Time));
        }
        chain_search.first =
            chain_search.best.as_ref().is_some_and(|best| best.cost <= chain_search.lower_bound);
        // A cube a few moves from solved is near in all directions. Others are so in one of them by chance; small tables
        // cannot tell.
        let is_near = match is_full {
            true => rounds.nearest + rounds.farthest <= 2 * NEAR + 2,
            false => rounds.nearest < NEAR.min(tables.first_level + 1),
        };
        if chain_search.stopped.is_none() && (method.improve || is_near) && !chain_search.first {
            let last = if method.improve { Cost::MAX } else { NEAR_ROUNDS };
            if method.improve && rayon::current_num_threads() == 1 {
                // With one thread the tables do not grow in the background. Stopped here, the search ends at once.
                let _ = self.grow(metric, control);
            }
            solve.stage(Effort::thorough(metric), last, &mut chain_search);
        }
        let is_short = chain_search.best.as_ref().is_some_and(|best| best.cost <= SHORT);
        // A hunt that found nothing has to make sure, too.
        let must_prove = method.improve || (is_near && is_short) || chain_search.best.is_none();
        if chain_search.stopped.is_none() && must_prove && !chain_search.first {
            solve.stage(Effort::COMPLETE, Cost::MAX, &mut chain_search);
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

    /// Solves one of several cubes.
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
            owner: self,
            metric,
            directions: &all,
            is_full: false,
            proved: 0,
            counts: Counts::default(),
        };
        solve.stage(Effort::thorough(metric), Cost::MAX, &mut chain_search);
        let counts = solve.counts;
        (chain_search.best.map(|found| (owners[found.start], solution(metric, &found, &all))), counts)
    }
}

/// One cube on its way through the stages of a solve.
struct Solve<'a, const ROW: usize> {
    owner: &'a MetricSolver<ROW>,
    metric: Metric,
    directions: &'a [Direction],
    /// Answers rest on the large tables.
    is_full: bool,
    /// No solution is shorter than this.
    proved: Cost,
    counts: Counts,
}

impl<const ROW: usize> Solve<'_, ROW> {
    /// Hunts with so much effort, by rounds up to a first phase of `last`.
    fn stage(&mut self, effort: Effort, last: Cost, chain_search: &mut ChainSearch<'_>) -> Rounds {
        // Beyond what the table tells apart, no first phase is known to be shortest.
        let last = if effort.direct { last.min(outside::LAST_LEVEL + 1) } else { last };
        self.owner.with_searcher(self.metric, effort, |searcher| {
            let before = searcher.counts();
            let rounds = searcher.chain_search(self.directions, last, chain_search);
            let after = searcher.counts();
            self.counts.generated += after.generated - before.generated;
            self.counts.expanded += after.expanded - before.expanded;
            // A solution is a first phase itself, so it is no shorter than one; and where nothing is given up, every
            // solution as short as the rounds that are complete has been found.
            // Other than that, what is proved must not depend on how far the tables have grown.
            let proved = match effort {
                Effort::COMPLETE => rounds.complete,
                _ if self.is_full => rounds.nearest,
                _ => rounds.nearest.min(self.owner.tables(self.metric).first_level + 1),
            };
            self.proved = self.proved.max(proved);
            rounds
        })
    }
}

//! The 3x3x3 cube by chains of phases. [`Cubes`] keeps the tables and chooses how much each phase is worth; the phases
//! are next door: [`into`] and [`home`] make Kociemba's two, [`four_phase`] lists Thistlethwaite's four.
//!
//! A first answer needs small tables only, made in milliseconds. The large ones grow in the background and make the same
//! searches faster; which solution is found does not depend on how far they are.

pub mod alike;
mod bits;
pub mod count;
pub mod flip_slice;
mod four_phase;
pub mod home;
pub mod inside;
pub mod into;
pub mod moves;
pub mod outside;
pub mod pairs;
pub mod perm4;
pub mod perm8;
pub mod pieces;
pub mod reach;
pub mod run_order;
pub mod slice;
pub mod steps;
pub mod symmetry;
pub mod tables;
pub mod twist;
mod two_phase;
pub mod words;

#[cfg(test)]
mod growth_tests;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::{Answer, Control, Cost, Counts, End, Limits, Move, Stop, StopReason};

use self::four_phase::FourPhase;
use self::home::Effort;
use self::tables::Tables;
use self::two_phase::{Direction, Rounds, Searcher, directions, solution};
use solver::Cancelled;
use solver::lazy_table::LazyTable;
use solver::phases::Hunt;
use solver::{Algorithm, Estimate, Method};
use solver::{Demand, Found};
use solver::cube::{Metric, Twist};

/// Solves 3x3x3 cubes and keeps what it made for them.
#[derive(Default)]
pub struct Cubes {
    half_turn: Kept<32>,
    quarter_turn: Kept<32>,
    axial: Kept<64>,
    four_phase: FourPhase,
}

/// Tables of a metric, and searchers that nobody uses at the moment.
struct Kept<const ROW: usize> {
    tables: OnceLock<Arc<Tables<ROW>>>,
    /// There when the tables have grown to their full size.
    grown: LazyTable<(), ()>,
    /// Set when many cubes are to come: answers then rest on the large tables.
    for_many: AtomicBool,
    idle: Mutex<Vec<(Effort, Searcher)>>,
}

impl<const ROW: usize> Default for Kept<ROW> {
    fn default() -> Self {
        Kept {
            tables: OnceLock::new(),
            grown: LazyTable::default(),
            for_many: AtomicBool::new(false),
            idle: Mutex::default(),
        }
    }
}

/// No solution anybody waits for is longer.
const LONGEST: Cost = 1000;
/// First phases this short say that the cube may be nearly solved; then a little more is done for it.
const NEAR: Cost = 7;
/// The first phases tried for a cube that may be nearly solved.
const NEAR_ROUNDS: Cost = 9;
/// Nodes of a search for a first solution whose time is over: nearly always enough for one, in some hundredths of a second.
const LAST_MINUTE: u64 = 1_000_000;
/// A solution this short is cheap to prove.
const SHORT: Cost = 11;

/// What is known of a cube beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Aim {
    /// Only what is shorter than this is looked for.
    pub known: Cost,
    /// Nothing is shorter than this.
    pub proved: Cost,
}

impl Aim {
    /// Nothing is known.
    pub const ANY: Aim = Aim { known: Cost::MAX, proved: 0 };
}

/// How the second phase is searched, by metric and by what it is for.
impl Effort {
    /// For a first solution without large tables.
    fn small(metric: Metric, turns: TurnSet) -> Effort {
        let longest = match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => 12,
            (Metric::HalfTurn, _) => 13,
            (Metric::QuarterTurn, _) => 17,
            (Metric::Axial, _) => 9,
        };
        Effort { longest, farthest: Cost::MAX, hasty: false, direct: false }
    }

    /// For a first solution with large tables.
    fn quick(metric: Metric, turns: TurnSet) -> Effort {
        match (metric, turns) {
            (Metric::HalfTurn, TurnSet::ALL) => {
                Effort { longest: 13, farthest: pairs::LAST_LEVEL + 1, hasty: true, direct: true }
            }
            _ => Effort::small(metric, turns),
        }
    }

    /// For shorter and shorter solutions.
    fn thorough(metric: Metric) -> Effort {
        let longest = match metric {
            Metric::HalfTurn => pairs::LAST_LEVEL,
            Metric::QuarterTurn => 14,
            Metric::Axial => 10,
        };
        Effort { longest, farthest: Cost::MAX, hasty: false, direct: false }
    }

    /// Nothing is given up: for a proof.
    const COMPLETE: Effort = Effort { longest: Cost::MAX, farthest: Cost::MAX, hasty: false, direct: false };
}

impl Cubes {
    /// With nothing made yet, and nothing kept.
    pub fn new() -> Self {
        Cubes::default()
    }

    /// Solves a cube in phases.
    ///
    /// # Panics
    /// For an algorithm that has no phases.
    pub fn solve(&self, twist: &Twist<Cube3>, method: &Method, control: &Control<'_>) -> Found {
        let answer = self.answer(twist, method, control);
        Found { answer, longer: Vec::new(), estimate: Estimate::Zero, table_bytes: self.table_bytes() }
    }

    fn answer(&self, twist: &Twist<Cube3>, method: &Method, control: &Control<'_>) -> Answer {
        let cube = difference(twist);
        if cube == Cube3::SOLVED {
            return already_solved();
        }
        if method.algorithm == Algorithm::FourPhase {
            return self.four_phase.solve(&cube, twist, method, control);
        }
        // A face that can be turned one way can be turned any way; the phases count on it.
        let closed = Twist { turns: words::closed(twist.turns), ..*twist };
        let answer = self.two_phase(&cube, &closed, method, Aim::ANY, control);
        match closed.turns == twist.turns {
            true => answer,
            false => words::spelled(answer, twist, control.limits.max_cost),
        }
    }

    /// Solves a cube in two phases, with turns that make up whole faces.
    pub fn two_phase(
        &self,
        cube: &Cube3,
        twist: &Twist<Cube3>,
        method: &Method,
        aim: Aim,
        control: &Control<'_>,
    ) -> Answer {
        match twist.metric {
            Metric::HalfTurn => self.half_turn.solve(cube, twist, method, aim, control),
            Metric::QuarterTurn => self.quarter_turn.solve(cube, twist, method, aim, control),
            Metric::Axial => self.axial.solve(cube, twist, method, aim, control),
        }
    }

    /// Solves one of several cubes in at most `most` turns of faces, and goes on to shorter solutions of any of them until
    /// the control ends it or there are none: which of them, and how.
    pub fn solve_one_of(
        &self,
        cubes: &[Cube3],
        most: Cost,
        control: &Control<'_>,
    ) -> (Option<(usize, Vec<Move>)>, Counts) {
        self.half_turn.solve_one_of(cubes, most, control)
    }

    /// The tables of turns of faces, small ones at once; the others grow in the background, or before this returns if they
    /// are wanted `in_full`.
    ///
    /// # Errors
    /// If the stop flag is raised before they have grown.
    pub fn prepare_two_phase(&self, in_full: bool, control: &Control<'_>) -> Result<(), Cancelled> {
        self.half_turn.prepare(Metric::HalfTurn, in_full, control)
    }

    /// From now on first solutions are looked for as for one of many cubes.
    fn expect_many(&self, metric: Metric) {
        match metric {
            Metric::HalfTurn => self.half_turn.for_many.store(true, Ordering::Relaxed),
            Metric::QuarterTurn => self.quarter_turn.for_many.store(true, Ordering::Relaxed),
            Metric::Axial => self.axial.for_many.store(true, Ordering::Relaxed),
        }
    }

    /// Bytes of the tables of turns of faces.
    pub fn two_phase_bytes(&self) -> u64 {
        self.half_turn.bytes()
    }

    /// Waits until the tables of the phases have their full size.
    ///
    /// # Errors
    /// If the stop flag is raised first.
    pub fn grow_phases(&self, metric: Metric, control: &Control<'_>) -> Result<(), Cancelled> {
        match metric {
            Metric::HalfTurn => self.half_turn.grow(metric, control),
            Metric::QuarterTurn => self.quarter_turn.grow(metric, control),
            Metric::Axial => self.axial.grow(metric, control),
        }
    }

    /// Makes the tables that a request needs, the large ones too if many are to come.
    pub fn prepare(&self, twist: &Twist<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        if twist.start == twist.goal && demand == Demand::One {
            return;
        }
        if method.algorithm == Algorithm::FourPhase {
            return self.four_phase.prepare(twist, control);
        }
        let in_full = demand == Demand::Many || is_counted(method, control);
        if demand == Demand::Many {
            self.expect_many(twist.metric);
        }
        // Where they could not grow in time, the small ones answer.
        let _ = match twist.metric {
            Metric::HalfTurn => self.half_turn.prepare(twist.metric, in_full, control),
            Metric::QuarterTurn => self.quarter_turn.prepare(twist.metric, in_full, control),
            Metric::Axial => self.axial.prepare(twist.metric, in_full, control),
        };
    }

    /// Bytes of tables held.
    pub fn table_bytes(&self) -> u64 {
        self.half_turn.bytes() + self.quarter_turn.bytes() + self.axial.bytes() + self.four_phase.bytes()
    }
}

/// The tables of both phases, as observers hear of them.
const NAME: &str = "two-phase";

impl<const ROW: usize> Kept<ROW> {
    fn bytes(&self) -> u64 {
        self.tables.get().map_or(0, |tables| tables.bytes())
    }

    /// The small tables.
    fn tables(&self, metric: Metric) -> &Arc<Tables<ROW>> {
        self.tables.get_or_init(|| Arc::new(Tables::new(metric)))
    }

    /// Has the large tables grow in the background, on the threads that a search leaves free. With one thread there are
    /// none: they grow when they are waited for.
    fn grow_aside(&self, metric: Metric) {
        let growing = self.tables(metric).clone();
        let n_free = rayon::current_num_threads() - 1;
        if n_free == 0 {
            return;
        }
        self.grown.begin_if_none(&(), move |_| {
            match rayon::ThreadPoolBuilder::new().num_threads(n_free).build() {
                Ok(pool) => pool.install(|| growing.grow()),
                Err(_) => growing.grow(),
            }
        });
    }

    /// Waits until the large tables are there.
    ///
    /// # Errors
    /// If the stop flag is raised first.
    fn grow(&self, metric: Metric, control: &Control<'_>) -> Result<(), Cancelled> {
        let growing = self.tables(metric).clone();
        self.grown
            .get_or_make(&(), (NAME, Tables::<ROW>::BYTES), control, move |_| growing.grow())
            .map(|_| ())
    }

    fn prepare(&self, metric: Metric, in_full: bool, control: &Control<'_>) -> Result<(), Cancelled> {
        if self.tables.get().is_none() {
            control.observer.table_started(NAME, Tables::<ROW>::BYTES);
            self.tables(metric);
            control.observer.table_finished(NAME);
        }
        if in_full {
            self.grow(metric, control)?;
        } else {
            self.grow_aside(metric);
        }
        Ok(())
    }

    fn solve(
        &self,
        cube: &Cube3,
        twist: &Twist<Cube3>,
        method: &Method,
        aim: Aim,
        control: &Control<'_>,
    ) -> Answer {
        let (metric, turns) = (twist.metric, twist.turns);
        let directions = directions(cube, turns, moves::of(metric));
        let heard = |found: &solver::phases::Found| {
            if method.improve {
                control.observer.improved(found.cost, &solution(metric, found, &directions));
            }
        };
        let unraised = Stop::default();
        let max_nodes = control.limits.max_nodes.min(LAST_MINUTE);
        let last_minute = Control::new(Limits { max_nodes, ..control.limits }, control.observer, &unraised);
        let mut hunt = Hunt {
            best: None,
            ceiling: control.limits.max_cost.min(LONGEST),
            floor: aim.proved,
            chain: 0,
            first: true,
            probes: method.max_probes.unwrap_or(u64::MAX),
            hidden: Cost::MAX,
            control,
            heard: &heard,
            stopped: None,
        };
        let wants_full =
            self.for_many.load(Ordering::Relaxed) && !method.small_tables || method.max_probes.is_some();
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
            kept: self,
            metric,
            directions: &directions,
            is_full,
            proved: aim.proved,
            counts: Counts::default(),
        };
        if metric == Metric::HalfTurn && turns == TurnSet::ALL {
            // Every cube has one of 20 moves, and 22 are found in no time.
            hunt.ceiling = hunt.ceiling.min(22);
        }
        hunt.ceiling = hunt.ceiling.min(aim.known - 1);
        let first = if is_full { Effort::quick(metric, turns) } else { Effort::small(metric, turns) };
        let mut rounds = solve.stage(first, Cost::MAX, &mut hunt);
        if first.direct && hunt.best.is_none() && hunt.stopped.is_none() {
            rounds = solve.stage(Effort { direct: false, ..first }, Cost::MAX, &mut hunt);
        }
        if hunt.best.is_none() && hunt.stopped == Some(StopReason::Time) {
            // The time went into tables, or there was next to none; a first solution is a matter of milliseconds.
            (hunt.control, hunt.stopped) = (&last_minute, None);
            rounds = solve.stage(Effort::small(metric, turns), Cost::MAX, &mut hunt);
            (hunt.control, hunt.stopped) = (control, Some(StopReason::Time));
        }
        hunt.first = hunt.best.as_ref().is_some_and(|best| best.cost <= hunt.floor);
        // A cube a few moves from solved is near in all directions. Others are so in one of them by chance; small tables
        // cannot tell.
        let is_near = match is_full {
            true => rounds.nearest + rounds.farthest <= 2 * NEAR + 2,
            false => rounds.nearest < NEAR.min(tables.first_level + 1),
        };
        if hunt.stopped.is_none() && (method.improve || is_near) && !hunt.first {
            let last = if method.improve { Cost::MAX } else { NEAR_ROUNDS };
            if method.improve && rayon::current_num_threads() == 1 {
                // With one thread the tables do not grow in the background. Stopped here, the search ends at once.
                let _ = self.grow(metric, control);
            }
            solve.stage(Effort::thorough(metric), last, &mut hunt);
        }
        let is_short = hunt.best.as_ref().is_some_and(|best| best.cost <= SHORT);
        // A hunt that found nothing has to make sure, too.
        let must_prove = method.improve || (is_near && is_short) || hunt.best.is_none();
        if hunt.stopped.is_none() && must_prove && !hunt.first {
            solve.stage(Effort::COMPLETE, Cost::MAX, &mut hunt);
            solve.proved = solve.proved.max(hunt.ceiling + 1);
        }
        let best = hunt.best.as_ref().map(|found| (found.cost, solution(metric, found, &directions)));
        let end = match (&best, hunt.stopped) {
            (Some(_), _) => End::Solved,
            (None, Some(reason)) => End::Stopped(reason),
            (None, None) => End::Stopped(StopReason::Cost),
        };
        answer(end, best, solve.proved, solve.counts)
    }

    fn solve_one_of(
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
        let mut hunt = Hunt {
            best: None,
            ceiling: most,
            floor: 0,
            chain: 0,
            first: false,
            probes: u64::MAX,
            hidden: Cost::MAX,
            control,
            heard: &|_| {},
            stopped: None,
        };
        let mut solve = Solve {
            kept: self,
            metric,
            directions: &all,
            is_full: false,
            proved: 0,
            counts: Counts::default(),
        };
        solve.stage(Effort::thorough(metric), Cost::MAX, &mut hunt);
        let counts = solve.counts;
        (hunt.best.map(|found| (owners[found.start], solution(metric, &found, &all))), counts)
    }

    /// Lends a searcher to `work`.
    fn with_searcher<T>(&self, metric: Metric, effort: Effort, work: impl FnOnce(&mut Searcher) -> T) -> T {
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = {
            let mut idle = lock();
            idle.iter().position(|(known, _)| *known == effort).map(|at| idle.swap_remove(at).1)
        };
        let mut searcher = idle.unwrap_or_else(|| Searcher::new(metric, self.tables(metric), effort));
        let result = work(&mut searcher);
        lock().push((effort, searcher));
        result
    }
}

/// One cube on its way through the stages of a solve.
struct Solve<'a, const ROW: usize> {
    kept: &'a Kept<ROW>,
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
    fn stage(&mut self, effort: Effort, last: Cost, hunt: &mut Hunt<'_>) -> Rounds {
        // Beyond what the table tells apart, no first phase is known to be shortest.
        let last = if effort.direct { last.min(outside::LAST_LEVEL + 1) } else { last };
        self.kept.with_searcher(self.metric, effort, |searcher| {
            let before = searcher.counts();
            let rounds = searcher.hunt(self.directions, last, hunt);
            let after = searcher.counts();
            self.counts.generated += after.generated - before.generated;
            self.counts.expanded += after.expanded - before.expanded;
            // A solution is a first phase itself, so it is no shorter than one; and where nothing is given up, every
            // solution as short as the rounds that are complete has been found.
            // Other than that, what is proved must not depend on how far the tables have grown.
            let proved = match effort {
                Effort::COMPLETE => rounds.complete,
                _ if self.is_full => rounds.nearest,
                _ => rounds.nearest.min(self.kept.tables(self.metric).first_level + 1),
            };
            self.proved = self.proved.max(proved);
            rounds
        })
    }
}

/// True if nodes or first phases are counted: how many are needed depends on the tables, so these have to be the same on
/// every machine.
fn is_counted(method: &Method, control: &Control<'_>) -> bool {
    method.max_probes.is_some() || control.limits.max_nodes < Limits::default().max_nodes
}

/// The cube that has to be solved for the start to become the goal: what leads from one to the other leads from their
/// difference to the solved cube.
pub fn difference(twist: &Twist<Cube3>) -> Cube3 {
    twist.goal.inverse().then(&twist.start)
}

/// Nothing is left to do.
pub fn already_solved() -> Answer {
    answer(End::Solved, Some((0, Vec::new())), 0, Counts::default())
}

/// An answer of one solution or none.
pub fn answer(end: End, best: Option<(Cost, Vec<Move>)>, lower_bound: Cost, counts: Counts) -> Answer {
    let cost = best.as_ref().map(|(cost, _)| *cost);
    Answer {
        end,
        n_solutions: u64::from(best.is_some()),
        solutions: best.into_iter().map(|(_, moves)| moves).collect(),
        starts: Vec::new(),
        cost,
        lower_bound: cost.map_or(lower_bound, |cost| lower_bound.min(cost)),
        counts,
        held: 1,
        rounds: Vec::new(),
    }
}

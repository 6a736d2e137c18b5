//! Square-1 at the façade: which search serves a request, and the tables made so far.
//!
//! A search for shortest solutions begins with a small table, which is made in a moment and is enough for scrambles of a few
//! moves. If that takes too long, the largest table that the memory allows takes over.

use std::sync::{Arc, Mutex};

use puzzle::Square1;
use puzzle::square1::Turn;
use search::{Answer, Control, Cost, Deepening, End, Executor, Limits, Move, StopReason, Want, ida_star};

use super::alike::{Turns, Twists};
use super::ball::Ball;
use super::into::freeing;
use super::moves;
use super::near::Near;
use super::problem::{Counted, Slashes};
use super::two_phase::Phases;
use super::{Slashing, Square1Metric};
use solver::Census;
use solver::lazy_table::{LazyTable, lock_or_stop};
use solver::{Algorithm, Estimate, Method};
use solver::{Cancelled, Error};
use solver::{Demand, Found};

/// Nodes of a round with the small table after which the large one is worth its making.
const PATIENCE: u64 = 300_000;

/// How many positions are kept within each distance: in twists,
pub const KEPT_TWISTS: &[u64] = &[1, 3, 42, 406, 4626, 54_889, 670_546, 7_755_770];
/// and in turns.
pub const KEPT_TURNS: &[u64] =
    &[1, 9, 46, 117, 426, 1508, 5336, 17_362, 52_965, 165_328, 496_493, 1_547_363, 4_602_941, 14_091_342];

/// Solves positions and keeps the tables it has made.
#[derive(Default)]
pub struct Recipes {
    phases: LazyTable<(), Phases>,
    twists: Kept<Twists>,
    turns: Kept<Turns>,
}

/// The tables of one metric, by radius.
struct Kept<A> {
    tables: Mutex<Vec<Arc<Near>>>,
    /// What the next table is made from; locked while one is made.
    ball: Mutex<Option<Ball<A>>>,
}

impl<A> Default for Kept<A> {
    fn default() -> Self {
        Kept { tables: Mutex::default(), ball: Mutex::default() }
    }
}

/// Sizes of the tables of a metric.
struct Sizes {
    /// How many positions are kept within each distance.
    kept: &'static [u64],
    /// The radius of the small table, of the one for a single position and of the one for many.
    small: Cost,
    usual: Cost,
    large: Cost,
}

impl Sizes {
    const fn of(metric: Square1Metric) -> Sizes {
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

    /// The largest radius up to `wish` whose table can be made in `memory`.
    fn largest(&self, wish: Cost, memory: u64) -> Option<Cost> {
        (1..=wish).rev().find(|&radius| self.peak_bytes(radius) <= memory)
    }
}

/// Plays moves: whether all are possible and the puzzle is solved.
pub fn replay(slashing: &Slashing, moves: &[Move]) -> bool {
    let end = moves.iter().try_fold(slashing.start, |state, &mv| moves::made(&state, mv));
    end == Some(Square1::SOLVED)
}

/// How many of the moves are possible one after the other.
pub fn possible(slashing: &Slashing, moves: &[Move]) -> usize {
    let mut state = slashing.start;
    let is_possible = |mv: &&Move| moves::made(&state, **mv).map(|next| state = next).is_some();
    moves.iter().take_while(is_possible).count()
}

/// What a request must satisfy.
///
/// # Errors
/// If it asks two phases for anything but twists.
pub fn check(slashing: &Slashing, method: &Method) -> Result<(), Error> {
    match (slashing.metric, method.algorithm) {
        (Square1Metric::FaceTurn, Algorithm::TwoPhase) => Err(Error::TwistsOnly),
        _ => Ok(()),
    }
}

impl Recipes {
    /// Searches for a solution.
    pub fn solve(
        &self,
        slashing: &Slashing,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Found {
        let Slashing { start, metric } = slashing;
        let (answer, estimate, table_bytes) = match (method.algorithm, metric) {
            (Algorithm::TwoPhase, _) => match self.phases(control) {
                Ok(phases) => (by_phases(&phases, start, method, control), Estimate::Zero, phases.bytes()),
                Err(Cancelled) => (stopped(control).0, Estimate::Zero, 0),
            },
            (_, Square1Metric::Twist) => self.twists.solve(start, method, executor, control, &|_| None),
            (_, Square1Metric::FaceTurn) => {
                let beside = |control: &Control<'_>| self.beside(Demand::One, control);
                self.turns.solve(start, method, executor, control, &beside)
            }
        };
        Found { answer, longer: Vec::new(), estimate, table_bytes }
    }

    /// Makes the tables that a request needs.
    pub fn prepare(&self, slashing: &Slashing, method: &Method, demand: Demand, control: &Control<'_>) {
        if method.algorithm == Algorithm::TwoPhase {
            // Without them the answer is that the search was stopped.
            let _ = self.phases(control);
        } else if demand == Demand::Many && method.estimate != Some(Estimate::Zero) {
            let wish = Sizes::of(slashing.metric).large;
            match slashing.metric {
                Square1Metric::Twist => {
                    self.twists.table(wish, control);
                }
                Square1Metric::FaceTurn => {
                    self.turns.table(wish, control);
                    self.beside(demand, control);
                }
            }
        }
    }

    /// The table of twists that helps where turns count: the largest there is, or the one that such a demand is worth.
    fn beside(&self, demand: Demand, control: &Control<'_>) -> Option<Arc<Near>> {
        let sizes = Sizes::of(Square1Metric::Twist);
        let wish = if demand == Demand::Many { sizes.large } else { sizes.usual };
        self.twists.known().filter(|near| near.radius() >= wish).or_else(|| self.twists.table(wish, control))
    }

    fn phases(&self, control: &Control<'_>) -> Result<Arc<Phases>, Cancelled> {
        self.phases.get_or_make(&(), ("two-phase", Phases::BYTES), control, |_| Phases::filled())
    }
}

/// Two phases, from where a slash is possible.
fn by_phases(phases: &Phases, start: &Square1, method: &Method, control: &Control<'_>) -> Answer {
    if let Some(turn) = start.last_turn() {
        let moves = if turn == Turn::NONE { Vec::new() } else { vec![moves::last(turn)] };
        return Answer {
            end: End::Solved,
            solutions: vec![moves],
            n_solutions: 1,
            cost: Some(0),
            ..Answer::unknown(0)
        };
    }
    let free = freed(start);
    phases.solve(&start.turned(free), method, control, &|slashes| written(start, free, slashes))
}

/// The turn after which a slash is possible.
fn freed(start: &Square1) -> Turn {
    Turn::by(freeing(start.upper), freeing(start.lower))
}

/// A whole solution: the first turn begins where the puzzle lies, and the last one, which is free, comes behind.
fn written(start: &Square1, first: Turn, slashes: &[Move]) -> Vec<Move> {
    let steps = std::iter::once(puzzle::square1::Step::Turn(first))
        .chain(slashes.iter().flat_map(|&mv| moves::steps(mv)));
    let mut moves = moves::of_steps(steps);
    let end =
        moves.iter().try_fold(*start, |state, &mv| moves::made(&state, mv)).expect("moves are possible");
    let turn = end.last_turn().expect("slashes lead to where turns solve it");
    moves.extend((turn != Turn::NONE).then(|| moves::last(turn)));
    moves
}

impl<A: Counted> Kept<A> {
    /// A shortest solution, or all of them.
    fn solve(
        &self,
        start: &Square1,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
        beside: &dyn Fn(&Control<'_>) -> Option<Arc<Near>>,
    ) -> (Answer, Estimate, u64) {
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
                let options = Deepening { want, patience, ..Deepening::default() };
                whole(ida_star(&Slashes::<A>::new(near, twists, order()), &from, &options, executor, control))
            };
        let sizes = Sizes::of(A::METRIC);
        let most = sizes.largest(sizes.usual, control.limits.max_memory);
        let Some(most) = most.filter(|_| method.estimate != Some(Estimate::Zero)) else {
            return (run(None, None, u64::MAX, control), Estimate::Zero, 0);
        };
        let mut before = Answer::unknown(0);
        let mut known = self.known().filter(|near| near.radius() > sizes.small);
        if known.is_none() {
            let Some(small) = self.table(sizes.small.min(most), control) else { return stopped(control) };
            let (bytes, is_last) = (small.bytes(), most <= sizes.small);
            let answer = run(Some(small), None, if is_last { u64::MAX } else { PATIENCE }, control);
            let is_proved = answer.lower_bound > control.limits.max_cost;
            if is_last || is_proved || answer.end != End::Stopped(StopReason::Cost) {
                return (answer, Estimate::Hashed, bytes);
            }
            before = answer;
            known = self.table(most, control);
        }
        let Some(near) = known else {
            // What the small table has proved holds all the same.
            let answer =
                Answer { lower_bound: before.lower_bound, counts: before.counts, ..stopped(control).0 };
            return (answer, Estimate::Hashed, 0);
        };
        let limits = control.limits;
        let memory = limits.max_memory.saturating_sub(near.bytes());
        let twists = beside(&control.within(Limits { max_memory: memory, ..limits }));
        let bytes = near.bytes() + twists.as_ref().map_or(0, |twists| twists.bytes());
        let max_nodes = limits.max_nodes.saturating_sub(before.counts.generated);
        let mut answer = run(Some(near), twists, u64::MAX, &control.within(Limits { max_nodes, ..limits }));
        answer.counts += before.counts;
        (answer, Estimate::Hashed, bytes)
    }

    /// The largest table there is.
    fn known(&self) -> Option<Arc<Near>> {
        let tables = self.tables.lock().expect("nothing panics while it is held");
        tables.iter().max_by_key(|near| near.radius()).cloned()
    }

    /// A table of this radius, or of the largest that the memory allows, which is made if it is not there. None if somebody
    /// stopped that.
    fn table(&self, radius: Cost, control: &Control<'_>) -> Option<Arc<Near>> {
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

/// Somebody did not want to wait for a table.
fn stopped(control: &Control<'_>) -> (Answer, Estimate, u64) {
    let reason = control.stopped().unwrap_or(StopReason::Cancelled);
    (Answer { end: End::Stopped(reason), ..Answer::unknown(0) }, Estimate::Hashed, 0)
}

/// Counts positions by their distance, as far as the memory and the limit on length allow.
pub fn count(metric: Square1Metric, control: &Control<'_>) -> Census {
    match metric {
        Square1Metric::Twist => count_alike::<Twists>(control),
        Square1Metric::FaceTurn => count_alike::<Turns>(control),
    }
}

fn count_alike<A: Counted>(control: &Control<'_>) -> Census {
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

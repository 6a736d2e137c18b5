//! Sliding tiles at the façade: which of the many types of problem serves a request, and the problems made so far.

mod upgrade;

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use puzzle::solvable::{other_goals, solvable};
use puzzle::{Board, Goal};
use search::{
    Answer, Control, Deepening, End, Executor, StopReason, Want, count_states, ida_star, ida_star_each,
};

use self::upgrade::Upgrades;
use super::cells::Cells;
use super::pattern::look::Look;
use super::pattern::making::{is_addressable, is_small, two_looks};
use super::pattern::ordered::Ordered;
use super::pattern::partition::Parts;
use super::pattern::placed::Placed;
use super::pattern::stages::{self, Stage};
use super::pattern::table::Group;
use super::words::Leave;
use super::{Heuristic, LinearConflict, Manhattan, Misplaced, Sliding, WalkingDistance, Zero, pattern};
use solver::Census;
use solver::Store;
use solver::lazy_table::lock_or_stop;
use solver::search;
use solver::{Algorithm, Estimate, Method};
use solver::{Cancelled, Error};
use solver::{Demand, Found};

/// Placings of two looks that a state has room for, of boards of up to 16 cells and of larger ones.
const FEW: usize = 4;
const MORE: usize = 8;

/// Groups of as many tiles are for long searches.
const LARGE: usize = 6;

/// Nodes of a round after which a search is not one of several any more: a tenth of a second.
const SHORT: u64 = 2_000_000;

/// The most cells that any of the packed boards holds.
pub const MAX_CELLS: usize = <[u8; 256]>::ROOM;

/// Solves boards and keeps the problems (with their tables) it has made, so that many requests for one goal share them.
#[derive(Default)]
pub struct Recipes {
    problems: Mutex<HashMap<Key, Arc<dyn Any + Send + Sync>>>,
    /// Locked while tables are made.
    making: Mutex<()>,
    store: Store,
    /// Whether many boards are to come.
    has_many: AtomicBool,
    /// By goal, by whether there are many, and by the memory there is.
    stages: Mutex<HashMap<(Board, bool, u64), Vec<Stage>>>,
    upgrades: Upgrades,
}

/// What tells problems apart.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    goal: Board,
    kind: TypeId,
    leave: Leave,
    parts: Option<Parts>,
}

/// Whether the board can reach the goal at all, and fits the recipe.
///
/// # Errors
/// If not, with the reason.
pub fn check(board: &Board, goal: &Board, algorithm: Algorithm) -> Result<(), Error> {
    check_size(board, goal, algorithm)?;
    if !solvable(board, goal) {
        return Err(Error::Unsolvable { goal: name(goal), reachable: other_goals(board, goal) });
    }
    Ok(())
}

pub(super) fn check_size(board: &Board, goal: &Board, algorithm: Algorithm) -> Result<(), Error> {
    if (board.rows(), board.cols()) != (goal.rows(), goal.cols()) {
        return Err(Error::SizeMismatch { board: size(board), goal: size(goal) });
    }
    if board.n_cells() > MAX_CELLS && algorithm != Algorithm::Construct {
        return Err(Error::TooLarge { size: size(board), most: MAX_CELLS });
    }
    Ok(())
}

pub(super) fn size(board: &Board) -> String {
    format!("{}x{}", board.rows(), board.cols())
}

fn name(goal: &Board) -> String {
    let is_it = |named: &&Goal| named.board(goal.rows(), goal.cols()).is_ok_and(|board| board == *goal);
    Goal::NAMED.iter().find(is_it).map_or_else(|| goal.to_line(), |named| named.name().to_string())
}

impl Recipes {
    /// With nothing made yet but what is kept.
    pub fn kept_in(store: &Store) -> Self {
        Recipes { store: store.clone(), ..Recipes::default() }
    }

    /// Searches for the way from `board` to `goal`, which are known to fit.
    pub fn solve(
        &self,
        (board, goal): (&Board, &Board),
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        let mut before: Option<Found> = None;
        for stage in self.stages(goal, method, control.limits.max_memory)? {
            let patience = stage.map_or(u64::MAX, |stage| stage.patience);
            let chosen = Chosen::new(self, goal, method, stage, control);
            let search = Search { board, method, patience, executor, control };
            let mut found = chosen.give_to(search)?.unwrap_or_else(|Cancelled| chosen.cancelled());
            if patience < u64::MAX {
                self.upgrades.spend(goal, found.answer.counts.generated);
            }
            if let Some(before) = before {
                add(&mut found.answer, before.answer);
            }
            // A search that lost its patience has another bound to go on with.
            let answer = &found.answer;
            let goes_on = answer.end == End::Stopped(StopReason::Cost)
                && answer.lower_bound <= control.limits.max_cost
                && patience < u64::MAX;
            if !goes_on {
                return Ok(found);
            }
            before = Some(found);
        }
        Ok(before.expect("there is a stage, and the last one does not give up"))
    }

    /// Searches for the ways from several boards, which are known to fit, side by side on the calling thread. None for those that
    /// are better solved alone: if they take long, by all threads, or if there is nothing to be won.
    ///
    /// # Errors
    /// If there are no such tables.
    pub fn solve_each(
        &self,
        boards: &[&Board],
        goal: &Board,
        method: &Method,
        control: &Control<'_>,
    ) -> Result<Vec<Option<Found>>, Error> {
        let Some(first) = self.stages(goal, method, control.limits.max_memory)?.into_iter().next() else {
            return Ok(boards.iter().map(|_| None).collect());
        };
        let chosen = Chosen::new(self, goal, method, first, control);
        let found = chosen.give_to(SideBySide { boards, control })?;
        Ok(found.unwrap_or_else(|Cancelled| boards.iter().map(|_| Some(chosen.cancelled())).collect()))
    }

    /// Makes the tables that a search begins with.
    pub fn prepare(
        &self,
        board: &Board,
        goal: &Board,
        method: &Method,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        check_size(board, goal, method.algorithm)?;
        self.has_many.fetch_or(demand == Demand::Many, Ordering::Relaxed);
        // Somebody who did not want to wait does not want the answer either.
        self.with_problem(goal, method, control, Prepare)?.unwrap_or(());
        Ok(())
    }

    /// Hands the problem that a search begins with to `user`.
    pub(super) fn with_problem<U: User>(
        &self,
        goal: &Board,
        method: &Method,
        control: &Control<'_>,
        user: U,
    ) -> Given<U::Out> {
        let first = self.stages(goal, method, control.limits.max_memory)?.swap_remove(0);
        Chosen::new(self, goal, method, first, control).give_to(user)
    }

    /// Makes the table of a group that is kept. Whether it was finished.
    pub fn make(&self, group: &Group, control: &Control<'_>) -> bool {
        pattern::making::table(group, &self.store, control).is_ok()
    }

    /// The stages of a search: one without tables, or some with more and more.
    fn stages(&self, goal: &Board, method: &Method, max_memory: u64) -> Result<Vec<Option<Stage>>, Error> {
        if estimate(goal, method) != Estimate::Pattern || goal.n_cells() > <u128 as Cells>::ROOM {
            return match method.parts {
                Some(parts) => Err(Error::BadParts { parts, size: size(goal) }),
                None => Ok(vec![None]),
            };
        }
        if let Some(parts) = method.parts {
            // Those that are not addressed quickly have their placings in a state.
            let most = if goal.n_cells() <= <u64 as Cells>::ROOM { FEW } else { MORE };
            let is_possible = is_small(parts) || 2 * parts.sizes().count() <= most;
            let n_tiles = goal.n_cells() - 1;
            if parts.n_tiles() != n_tiles && parts.tiles().is_some() {
                return Err(Error::OtherTiles { parts, size: size(goal), n_tiles });
            }
            if parts.n_tiles() != n_tiles || !is_possible || !is_addressable(goal, parts) {
                return Err(Error::BadParts { parts, size: size(goal) });
            }
            let room = stages::room(goal, parts);
            if room > max_memory {
                let estimate = Estimate::Pattern;
                return Err(Error::NoRoom { estimate, needed: room, allowed: max_memory });
            }
            return Ok(vec![Some(Stage { parts, patience: u64::MAX })]);
        }
        let has_many = self.has_many.load(Ordering::Relaxed);
        let demand = if has_many { Demand::Many } else { Demand::One };
        // Found out once: what is kept may change while boards are solved, and what they are solved with should not.
        let mut known = self.stages.lock().expect("choosing does not panic");
        let choose = || stages::stages(goal, demand, max_memory, &self.store);
        let mut stages = known.entry((goal.clone(), has_many, max_memory)).or_insert_with(choose).clone();
        if method.algorithm != Algorithm::IdaStar {
            // Only rounds can be broken off.
            stages.truncate(1);
            stages[0].patience = u64::MAX;
        }
        Ok(stages.into_iter().map(Some).collect())
    }

    /// The problem of a type that has no tables to wait for, built if it is the first time.
    pub(super) fn plain_problem<P: Any + Send + Sync>(
        &self,
        goal: &Board,
        build: impl FnOnce() -> P,
    ) -> Arc<P> {
        let key = Key { goal: goal.clone(), kind: TypeId::of::<P>(), leave: Leave::Reversals, parts: None };
        self.known(&key).unwrap_or_else(|| self.file(key, build()))
    }

    /// The problem of a kind, if it has been built.
    fn known<P: Any + Send + Sync>(&self, key: &Key) -> Option<Arc<P>> {
        let problems = self.problems.lock().expect("nothing panics while it is held");
        problems.get(key).map(|known| known.clone().downcast().expect("filed under its own type"))
    }

    /// Files a problem.
    fn file<P: Any + Send + Sync>(&self, key: Key, problem: P) -> Arc<P> {
        let problem = Arc::new(problem);
        self.problems.lock().expect("nothing panics while it is held").insert(key, problem.clone());
        problem
    }

    /// The problem of a kind, built if it is the first time.
    fn problem<P: Any + Send + Sync>(
        &self,
        key: Key,
        control: &Control<'_>,
        build: impl FnOnce() -> Result<P, Cancelled>,
    ) -> Result<Arc<P>, Cancelled> {
        if let Some(known) = self.known(&key) {
            return Ok(known);
        }
        // A second request for the same tables waits instead of building them again.
        let _making = lock_or_stop(&self.making, pattern::making::NAME, control)?;
        match self.known(&key) {
            Some(known) => Ok(known),
            None => Ok(self.file(key, build()?)),
        }
    }
}

/// What to estimate with.
fn estimate(goal: &Board, method: &Method) -> Estimate {
    match method.estimate {
        _ if !method.algorithm.uses_heuristic() => Estimate::Zero,
        Some(estimate) => estimate,
        None if method.parts.is_some() => Estimate::Pattern,
        None => Estimate::best_for(goal.rows(), goal.cols()),
    }
}

/// Adds what a search has done before another took over.
fn add(answer: &mut Answer, before: Answer) {
    answer.counts += before.counts;
    answer.held = answer.held.max(before.held);
    answer.lower_bound = answer.lower_bound.max(before.lower_bound);
    answer.rounds = before.rounds.into_iter().chain(std::mem::take(&mut answer.rounds)).collect();
}

/// Counts the boards at every distance from `goal`.
///
/// # Errors
/// If the board is too large.
pub fn count(goal: &Board, control: &Control<'_>) -> Result<Census, Error> {
    fn census<C: Cells>(goal: &Board, control: &Control<'_>) -> Census {
        let problem: Sliding<C, Zero> = Sliding::new(goal, Zero, Leave::Reversals);
        let census = count_states(&problem, &problem.state(goal), control);
        let deepest = census.deepest.iter().map(|state| problem.board(state).to_line()).collect();
        Census {
            per_depth: census.per_depth,
            counts: census.counts,
            end: census.end,
            deepest,
            table_bytes: 0,
        }
    }
    match goal.n_cells() {
        0..=16 => Ok(census::<u64>(goal, control)),
        17..=25 => Ok(census::<u128>(goal, control)),
        26..=64 => Ok(census::<[u8; 64]>(goal, control)),
        65..=MAX_CELLS => Ok(census::<[u8; 256]>(goal, control)),
        _ => Err(Error::TooLarge { size: size(goal), most: MAX_CELLS }),
    }
}

/// A goal and an estimate on the way to the one type of problem that serves them.
struct Chosen<'a> {
    recipes: &'a Recipes,
    goal: &'a Board,
    estimate: Estimate,
    leave: Leave,
    stage: Option<Stage>,
    control: &'a Control<'a>,
    /// Whether others go on with what there is while tables are made.
    is_aside: bool,
}

/// What is done with a problem, whatever its type.
pub(super) trait User {
    type Out;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, estimate: Estimate) -> Self::Out;
}

/// What comes out, unless the tables were not finished, or there is no such estimate.
type Given<T> = Result<Result<T, Cancelled>, Error>;

impl<'a> Chosen<'a> {
    fn new(
        recipes: &'a Recipes,
        goal: &'a Board,
        method: &Method,
        stage: Option<Stage>,
        control: &'a Control<'a>,
    ) -> Self {
        // Searches that remember boards must meet them from all sides, and every solution may be wanted.
        let leave = match method.algorithm {
            Algorithm::IdaStar
                if !method.all && stage.is_some_and(|stage| stage.parts.largest() >= LARGE) =>
            {
                Leave::more_twins(goal.n_cells())
            }
            Algorithm::IdaStar | Algorithm::Dfid | Algorithm::DepthFirst if !method.all => {
                Leave::twins(goal.n_cells())
            }
            _ => Leave::Reversals,
        };
        Chosen { recipes, goal, estimate: estimate(goal, method), leave, stage, control, is_aside: false }
    }

    /// Hands the problem to `user`.
    fn give_to<U: User>(&self, user: U) -> Given<U::Out> {
        match self.goal.n_cells() {
            0..=16 => self.on_small(user),
            17..=25 => self.on_medium(user),
            26..=64 => self.on_any::<[u8; 64], U>(user),
            _ => self.on_any::<[u8; 256], U>(user),
        }
    }

    /// The heuristics of boards of up to 16 cells.
    fn on_small<U: User>(&self, user: U) -> Given<U::Out> {
        let goal = self.goal;
        match (self.estimate, self.stage) {
            (Estimate::WalkingDistance, _) if WalkingDistance::exists_for(goal) => {
                self.give::<u64, _, U>(|| Ok(WalkingDistance::new(goal)), user)
            }
            // Small enough for the caches.
            (Estimate::Pattern, Some(Stage { parts, .. })) if is_small(parts) => {
                self.give::<u64, _, U>(|| Ok(Placed::<u64, 2, 0>::new(goal, &self.looks(parts)?)), user)
            }
            (Estimate::Pattern, Some(Stage { parts, .. })) => {
                self.give::<u64, _, U>(|| Ok(Ordered::<2, FEW>::new(goal, self.looks(parts)?)), user)
            }
            _ => self.on_any::<u64, U>(user),
        }
    }

    /// Those of up to 25.
    fn on_medium<U: User>(&self, user: U) -> Given<U::Out> {
        let goal = self.goal;
        match (self.estimate, self.stage) {
            (Estimate::Pattern, Some(Stage { parts, .. })) if is_small(parts) => {
                self.give::<u128, _, U>(|| Ok(Placed::<u128, 2, 2>::new(goal, &self.looks(parts)?)), user)
            }
            (Estimate::Pattern, Some(Stage { parts, .. })) => {
                self.give::<u128, _, U>(|| Ok(Ordered::<2, MORE>::new(goal, self.looks(parts)?)), user)
            }
            _ => self.on_any::<u128, U>(user),
        }
    }

    fn looks(&self, parts: Parts) -> Result<Vec<Look>, Cancelled> {
        two_looks(self.goal, parts, &self.recipes.store, self.control)
    }

    fn on_any<C: Cells, U: User>(&self, user: U) -> Given<U::Out> {
        let goal = self.goal;
        match self.estimate {
            Estimate::Zero => self.give::<C, _, U>(|| Ok(Zero), user),
            Estimate::Misplaced => self.give::<C, _, U>(|| Ok(Misplaced::<C>::new(goal)), user),
            Estimate::Manhattan => self.give::<C, _, U>(|| Ok(Manhattan::<C>::new(goal)), user),
            Estimate::LinearConflict => self.give::<C, _, U>(|| Ok(LinearConflict::<C>::new(goal)), user),
            estimate => Err(Error::NoEstimate { estimate, size: size(goal) }),
        }
    }

    fn give<C: Cells, H: Heuristic<C> + 'static, U: User>(
        &self,
        heuristic: impl FnOnce() -> Result<H, Cancelled>,
        user: U,
    ) -> Given<U::Out> {
        let key = Key {
            goal: self.goal.clone(),
            kind: TypeId::of::<H>(),
            leave: self.leave,
            parts: self.stage.map(|stage| stage.parts),
        };
        let build = || Ok(Sliding::<C, H>::new(self.goal, heuristic()?, self.leave));
        let problem = match self.is_aside {
            true => self.recipes.problem_aside(key, build),
            false => self.recipes.problem(key, self.control, build),
        };
        Ok(problem.map(|problem| user.use_it(&problem, self.estimate)))
    }

    /// What is known when somebody did not want to wait for tables.
    fn cancelled(&self) -> Found {
        let mut answer = Answer::unknown(0);
        answer.end = End::Stopped(self.control.stopped().unwrap_or(StopReason::Cancelled));
        Found { answer, longer: Vec::new(), estimate: self.estimate, table_bytes: 0 }
    }
}

/// Having it is enough.
struct Prepare;

impl User for Prepare {
    type Out = ();
    fn use_it<C: Cells, H: Heuristic<C>>(self, _problem: &Sliding<C, H>, _estimate: Estimate) {}
}

/// Searches it.
struct Search<'a> {
    board: &'a Board,
    method: &'a Method,
    /// No round is begun after one of more nodes.
    patience: u64,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl User for Search<'_> {
    type Out = Found;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, estimate: Estimate) -> Found {
        let start = problem.state(self.board);
        let Search { method, patience, executor, control, .. } = self;
        let answer = match method.algorithm {
            Algorithm::IdaStar => {
                let want = if method.all { Want::All } else { Want::First };
                let rounds = Deepening { want, patience, ..Deepening::default() };
                ida_star(problem, &start, &rounds, executor, control)
            }
            _ => search(problem, &start, method, executor, control),
        };
        Found { answer, longer: Vec::new(), estimate, table_bytes: problem.table_bytes() }
    }
}

/// Searches it from several boards.
struct SideBySide<'a> {
    boards: &'a [&'a Board],
    control: &'a Control<'a>,
}

impl User for SideBySide<'_> {
    type Out = Vec<Option<Found>>;
    fn use_it<C: Cells, H: Heuristic<C>>(
        self,
        problem: &Sliding<C, H>,
        estimate: Estimate,
    ) -> Vec<Option<Found>> {
        if H::LANES == 1 {
            // Nobody waits for memory.
            return self.boards.iter().map(|_| None).collect();
        }
        let starts: Vec<_> = self.boards.iter().map(|board| problem.state(board)).collect();
        let table_bytes = problem.table_bytes();
        let found = |answer: Answer| {
            let is_long = answer.end == End::Stopped(StopReason::Cost)
                && answer.lower_bound <= self.control.limits.max_cost;
            (!is_long).then_some(Found { answer, longer: Vec::new(), estimate, table_bytes })
        };
        ida_star_each(problem, &starts, SHORT, self.control).into_iter().map(found).collect()
    }
}

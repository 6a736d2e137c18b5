//! Chooses the search for a query and caches the tables.

use std::borrow::Cow;
use std::sync::{Arc, Mutex};

use puzzle::definition::{MAX_GENERATORS, Phases, Transform};
use search::simd::{Kernel, Plain, at_best};
use search::{Answer, Control, End, Executor, Limits, Move, StopReason};

use super::compiled_puzzle::layout;
use super::goal_orientation::{Form, orient};
use super::optimal::OptimalSearch;
use super::phases::PhaseSolver;
use super::reachability::ReachabilityCheck;
use super::tables::Tables;
use crate::TwistyError;
use crate::TwistyQuery;
use solver::lazy_table::lock_or_stop;
use solver::{Demand, SolveOutcome};
use solver::{Heuristic, Method};

/// Maximum number of bytes of a packed position.
const MAX_BYTES: usize = 256;

/// Puzzles whose tables are cached.
const MAX_CACHED: usize = 4;

/// Chooses the search for a query and caches the tables it has built.
#[derive(Default)]
pub struct Dispatcher {
    /// Tables of the last queries, the latest last.
    tables: Mutex<Vec<(TwistyQuery, SizedTables)>>,
    /// Phase solvers of the last queries, and true for those with the tables for many positions.
    phase_solvers: Mutex<Vec<(TwistyQuery, bool, SizedPhaseSolver)>>,
    reachability: ReachabilityCheck,
}

/// A phase solver, in the smallest packed size that fits. Phases search over coordinates, so a third size for the
/// smallest puzzles would gain nothing.
#[derive(Clone)]
enum SizedPhaseSolver {
    Medium(Arc<PhaseSolver<64>>),
    Large(Arc<PhaseSolver<MAX_BYTES>>),
}

/// The tables of a puzzle, in the smallest packed size that fits.
#[derive(Clone)]
enum SizedTables {
    Small(Arc<Tables<32>>),
    Medium(Arc<Tables<64>>),
    Large(Arc<Tables<MAX_BYTES>>),
}

/// Replays moves, with the forced ones before and after them. True if all positions are legal and the last one is a
/// goal.
pub fn replay(query: &TwistyQuery, moves: &[Move]) -> bool {
    let mut position = query.start.clone();
    for transform in query.transforms(moves) {
        position = transform.apply(&position);
        if !query.puzzle.is_legal(&position) {
            return false;
        }
    }
    query.is_goal(&position)
}

/// Returns the number of moves that are legal in sequence after the forced ones.
pub fn n_legal_moves(query: &TwistyQuery, moves: &[Move]) -> usize {
    let mut position = query.start.clone();
    let is_legal = |transform: &&Transform| {
        position = transform.apply(&position);
        query.puzzle.is_legal(&position)
    };
    let n_possible = query.transforms(moves).take_while(is_legal).count();
    n_possible.saturating_sub(query.forced.first.len()).min(moves.len())
}

impl Dispatcher {
    /// Checks a query without searching.
    ///
    /// # Errors
    /// Returns an error if there are no moves, too many of them, or no goal can be reached.
    pub fn check(&self, query: &TwistyQuery, control: &Control<'_>) -> Result<(), TwistyError> {
        let query = query.between_forced()?;
        let query = query.as_ref();
        let n_moves = query.moves.len();
        if n_moves == 0 {
            return Err(TwistyError::NoTurns);
        }
        check_n_moves(n_moves)?;
        if query.phases.is_some() && !query.puzzle.forbidden().is_empty() {
            return Err(TwistyError::PhasesWithRules);
        }
        if query.phases.is_some() && query.goals.len() > 1 {
            return Err(TwistyError::PhasesWithGoals);
        }
        orient(query, &self.reachability, orientation_form(query, &Method::default()), control).map(drop)
    }

    /// Builds the tables of declared phases in advance.
    pub fn prepare(
        &self,
        query: &TwistyQuery,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), TwistyError> {
        let query = query.between_forced()?;
        match &query.phases {
            Some(phases) => {
                let query = orient(&query, &self.reachability, Form::OnePair, control)?.query;
                self.phase_solver(with_packable_goal_first(&query)?.as_ref(), phases, demand, control)
                    .map(|_| ())
            }
            // Other tables grow during a search.
            None => Ok(()),
        }
    }

    /// Solves a query that was checked.
    pub fn solve(
        &self,
        query: &TwistyQuery,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, TwistyError> {
        let forced = query.forced.cost;
        let query = query.between_forced()?;
        let oriented = match orient(&query, &self.reachability, orientation_form(&query, method), control) {
            Err(TwistyError::Stopped(_)) => return Ok(stopped(control)),
            oriented => oriented?,
        };
        let query = with_packable_goal_first(&oriented.query)?;
        let query = query.as_ref();
        let Some(max_cost) = control.limits.max_cost.checked_sub(forced) else { return Ok(too_long()) };
        let shorter;
        let control = match forced {
            0 => control,
            _ => {
                shorter = control.within(Limits { max_cost, ..control.limits });
                &shorter
            }
        };
        let method = &Method { min_length: method.min_length.saturating_sub(forced), ..*method };
        if let Some(phases) = &query.phases {
            let Some(phase_solver) = self.phase_solver(query, phases, Demand::One, control)? else {
                return Ok(stopped(control));
            };
            let (answer, bytes) = match phase_solver {
                SizedPhaseSolver::Medium(solver) => {
                    (solver.solve(query, method, executor, control), solver.bytes())
                }
                SizedPhaseSolver::Large(solver) => {
                    (solver.solve(query, method, executor, control), solver.bytes())
                }
            };
            return Ok(without_heuristic(answer, bytes));
        }
        let starts = &oriented.starts[..];
        let Some(tables) = self.tables(query, control)? else { return Ok(stopped(control)) };
        Ok(match tables {
            SizedTables::Small(tables) => {
                at_best(OptimalSearch { tables: &tables, query, starts, method, executor, control })
            }
            SizedTables::Medium(tables) => {
                at_best(OptimalSearch { tables: &tables, query, starts, method, executor, control })
            }
            // Such large puzzles are solved in few moves or not at all, so one instruction set is enough and saves
            // compile time.
            SizedTables::Large(tables) => {
                OptimalSearch { tables: &tables, query, starts, method, executor, control }.run(Plain)
            }
        })
    }

    /// Returns the solver by declared phases; None if building its tables was stopped.
    fn phase_solver(
        &self,
        query: &TwistyQuery,
        phases: &Phases,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<Option<SizedPhaseSolver>, TwistyError> {
        // Locked during the build: other threads that need tables wait, unless they are stopped.
        let Ok(mut recent) = lock_or_stop(&self.phase_solvers, "phases", control) else { return Ok(None) };
        let fits = |(other, for_many, _): &(TwistyQuery, bool, SizedPhaseSolver)| {
            other.has_same_tables(query) && (*for_many || demand == Demand::One)
        };
        if let Some((.., phase_solver)) = recent.iter().find(|recent| fits(recent)) {
            return Ok(Some(phase_solver.clone()));
        }
        let layout = layout(query)?;
        let for_many = demand == Demand::Many;
        let phase_solver = match layout.n_bytes() {
            0..=64 => PhaseSolver::new(query, layout, phases, for_many, control)?
                .map(Arc::new)
                .map(SizedPhaseSolver::Medium),
            _ => PhaseSolver::new(query, layout, phases, for_many, control)?
                .map(Arc::new)
                .map(SizedPhaseSolver::Large),
        };
        if let Some(phase_solver) = &phase_solver {
            recent.push((query.clone(), for_many, phase_solver.clone()));
            let n_old = recent.len().saturating_sub(MAX_CACHED);
            recent.drain(..n_old);
        }
        Ok(phase_solver)
    }

    /// Returns the tables of a query's puzzle, goals and moves; None if building them was stopped.
    fn tables(&self, query: &TwistyQuery, control: &Control<'_>) -> Result<Option<SizedTables>, TwistyError> {
        let Ok(mut recent) = lock_or_stop(&self.tables, "moves", control) else { return Ok(None) };
        if let Some(at) = recent.iter().position(|(other, _)| other.has_same_tables(query)) {
            let found = recent.remove(at);
            recent.push(found);
        } else {
            let layout = layout(query)?;
            let tables = match layout.n_bytes() {
                0..=32 => Tables::new(query, layout, control).map(SizedTables::Small),
                33..=64 => Tables::new(query, layout, control).map(SizedTables::Medium),
                _ => Tables::new(query, layout, control).map(SizedTables::Large),
            };
            let Some(tables) = tables else { return Ok(None) };
            recent.push((query.clone(), tables));
            let n_old = recent.len().saturating_sub(MAX_CACHED);
            recent.drain(..n_old);
        }
        let (_, tables) = recent.last().expect("just put there");
        Ok(Some(tables.clone()))
    }
}

/// Returns the query with a goal first whose parts have the pieces of the start, because the first goal determines the
/// layout of positions.
///
/// # Errors
/// Returns an error if there is no such goal, or positions are too large.
pub(super) fn with_packable_goal_first(query: &TwistyQuery) -> Result<Cow<'_, TwistyQuery>, TwistyError> {
    for first in 0..query.goals.len() {
        let mut tried = Cow::Borrowed(query);
        if first > 0 {
            let mut goals = query.goals.to_vec();
            goals.swap(0, first);
            tried.to_mut().goals = goals.into();
        }
        let layout = layout(&tried)?;
        if layout.n_bytes() > MAX_BYTES {
            return Err(TwistyError::TooManyPlaces { n_places: layout.n_bytes(), most: MAX_BYTES });
        }
        if layout.pack::<MAX_BYTES>(&query.start).is_some() {
            return Ok(tried);
        }
    }
    Err(TwistyError::ForeignPieces)
}

/// Returns the form in which orientations are expressed: phases lead from one start to one goal, and solutions of more
/// than one length are searched from one start.
fn orientation_form(query: &TwistyQuery, method: &Method) -> Form {
    match (&query.phases, method.min_length > 0 || method.within > 0) {
        (Some(_), _) => Form::OnePair,
        (None, true) => Form::OneStart,
        (None, false) => Form::Any,
    }
}

/// The forced moves alone exceed the limit on length.
fn too_long() -> SolveOutcome {
    without_heuristic(Answer { end: End::Stopped(StopReason::Cost), ..Answer::unknown(0) }, 0)
}

/// The search was stopped before it found anything.
fn stopped(control: &Control<'_>) -> SolveOutcome {
    SolveOutcome::stopped(control, Heuristic::NONE)
}

/// Checks the number of moves of a search.
///
/// # Errors
/// Returns an error if there are too many.
pub fn check_n_moves(n_moves: usize) -> Result<(), TwistyError> {
    match n_moves > MAX_GENERATORS {
        true => Err(TwistyError::TooManyMoves { most: MAX_GENERATORS }),
        false => Ok(()),
    }
}

/// Returns the outcome of a search without a heuristic.
fn without_heuristic(answer: Answer, table_bytes: u64) -> SolveOutcome {
    SolveOutcome::new(answer, Heuristic::NONE, table_bytes)
}

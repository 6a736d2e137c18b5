//! Sliding tiles at the façade: which of the many types of problem serves a request, and the problems made so far.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use puzzle::solvable::{other_goals, solvable};
use puzzle::{Board, Goal};
use search::{Answer, Control, Executor, Observer, count_states};

use super::cells::{Cells, Word};
use super::{Heuristic, LinearConflict, Manhattan, Misplaced, Pattern, Sliding, WalkingDistance, Zero};
use crate::error::Error;
use crate::report::Census;
use crate::request::{Algorithm, Estimate, Method};
use crate::searching::search;
use crate::solver::Found;

/// The most cells that any of the packed boards holds.
pub const MAX_CELLS: usize = <[u8; 256]>::ROOM;

/// Solves boards and keeps the problems (with their tables) it has made, so that many requests for one goal share them.
#[derive(Default)]
pub(crate) struct Recipes {
    problems: Mutex<HashMap<(Board, TypeId), Arc<dyn Any + Send + Sync>>>,
}

/// Whether the board can reach the goal at all, and fits the recipe.
///
/// # Errors
/// If not, with the reason.
pub(crate) fn check(board: &Board, goal: &Board, algorithm: Algorithm) -> Result<(), Error> {
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
    /// Searches for the way from `board` to `goal`, which are known to fit.
    pub(crate) fn solve(
        &self,
        (board, goal): (&Board, &Board),
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        self.with_problem(goal, method, control.observer, Search { board, method, executor, control })
    }

    /// Makes the tables that a search needs.
    pub(crate) fn prepare(
        &self,
        board: &Board,
        goal: &Board,
        method: &Method,
        observer: &dyn Observer,
    ) -> Result<(), Error> {
        check_size(board, goal, method.algorithm)?;
        self.with_problem(goal, method, observer, Prepare)
    }

    /// Hands the problem that serves a goal and a method to `user`.
    pub(super) fn with_problem<U: User>(
        &self,
        goal: &Board,
        method: &Method,
        observer: &dyn Observer,
        user: U,
    ) -> Result<U::Out, Error> {
        let estimate = match method.estimate {
            _ if !method.algorithm.uses_heuristic() => Estimate::Zero,
            Some(estimate) => estimate,
            None => Estimate::best_for(goal.rows(), goal.cols()),
        };
        let chosen = Chosen { recipes: self, goal, estimate, observer };
        match goal.n_cells() {
            0..=16 => chosen.on_word::<u64, U>(user),
            17..=25 => chosen.on_word::<u128, U>(user),
            26..=64 => chosen.on_any::<[u8; 64], U>(user),
            _ => chosen.on_any::<[u8; 256], U>(user),
        }
    }

    /// The problem of this kind for this goal, built if it is the first time.
    pub(super) fn problem<P: Any + Send + Sync>(&self, goal: &Board, build: impl FnOnce() -> P) -> Arc<P> {
        // Held while building: a second request for the same tables waits instead of building them again.
        let mut problems = self.problems.lock().expect("building a problem does not panic");
        let entry = problems.entry((goal.clone(), TypeId::of::<P>())).or_insert_with(|| Arc::new(build()));
        entry.clone().downcast().expect("filed under its own type")
    }
}

/// Counts the boards at every distance from `goal`.
///
/// # Errors
/// If the board is too large.
pub(crate) fn count(goal: &Board, control: &Control<'_>) -> Result<Census, Error> {
    fn census<C: Cells>(goal: &Board, control: &Control<'_>) -> Census {
        let problem: Sliding<C, Zero> = Sliding::new(goal, Zero);
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
    observer: &'a dyn Observer,
}

/// What is done with a problem, whatever its type.
pub(super) trait User {
    type Out;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, estimate: Estimate) -> Self::Out;
}

impl Chosen<'_> {
    /// The heuristics that need a board in a machine word, and all others.
    fn on_word<C: Word, U: User>(&self, user: U) -> Result<U::Out, Error> {
        let goal = self.goal;
        match self.estimate {
            Estimate::WalkingDistance if WalkingDistance::exists_for(goal) => {
                Ok(self.give::<C, _, U>(|| WalkingDistance::new(goal), user))
            }
            Estimate::Pattern => Ok(self.give::<C, _, U>(|| Pattern::<C>::new(goal, self.observer), user)),
            _ => self.on_any::<C, U>(user),
        }
    }

    fn on_any<C: Cells, U: User>(&self, user: U) -> Result<U::Out, Error> {
        let goal = self.goal;
        match self.estimate {
            Estimate::Zero => Ok(self.give::<C, _, U>(|| Zero, user)),
            Estimate::Misplaced => Ok(self.give::<C, _, U>(|| Misplaced::<C>::new(goal), user)),
            Estimate::Manhattan => Ok(self.give::<C, _, U>(|| Manhattan::<C>::new(goal), user)),
            Estimate::LinearConflict => Ok(self.give::<C, _, U>(|| LinearConflict::<C>::new(goal), user)),
            estimate => Err(Error::NoEstimate { estimate, size: size(goal) }),
        }
    }

    fn give<C: Cells, H: Heuristic<C> + 'static, U: User>(
        &self,
        heuristic: impl FnOnce() -> H,
        user: U,
    ) -> U::Out {
        let problem = self.recipes.problem(self.goal, || Sliding::<C, H>::new(self.goal, heuristic()));
        user.use_it(&problem, self.estimate)
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
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl User for Search<'_> {
    type Out = Found;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, estimate: Estimate) -> Found {
        let start = problem.state(self.board);
        let answer: Answer = search(problem, &start, self.method, self.executor, self.control);
        Found { answer, longer: Vec::new(), estimate, table_bytes: problem.table_bytes() }
    }
}

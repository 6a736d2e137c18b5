//! From a goal and the name of a heuristic to the one type of problem that serves them. A [`ProblemUser`] is compiled for
//! every type that it may be given, so there is a method for each set of types, and callers take the smallest that will
//! do: searches for shortest solutions are not compiled for boards of more than 25 cells, blind searches only for the
//! heuristic that is 0 everywhere.

use std::any::TypeId;

use puzzle::Board;
use search::Control;
use solver::{Algorithm, Cancelled, Heuristic as Named};

use crate::cells::Cells;
use crate::info::{LINEAR_CONFLICT, MANHATTAN, MISPLACED, PATTERN, WALKING_DISTANCE};
use crate::pattern::look::Look;
use crate::pattern::making::{is_small, two_looks};
use crate::pattern::ordered::Ordered;
use crate::pattern::partition::Parts;
use crate::pattern::placed::Placed;
use crate::pattern::stages::Stage;
use crate::problem_cache::Key;
use crate::query::{FEW, MORE, Query};
use crate::sliding_solver::SlidingSolver;
use crate::words::Leave;
use crate::{Heuristic, LinearConflict, Manhattan, Misplaced, Sliding, WalkingDistance, Zero};

/// Groups of as many tiles are for long searches.
const LARGE: usize = 6;

/// Uses a problem, whatever its type.
pub(crate) trait ProblemUser {
    type Out;
    fn use_problem<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> Self::Out;
}

/// A goal and a heuristic on the way to a problem.
pub(crate) struct ProblemChoice<'a> {
    solver: &'a SlidingSolver,
    goal: &'a Board,
    pub heuristic: Named,
    leave: Leave,
    groups: Option<Parts>,
    control: &'a Control<'a>,
}

/// What a user makes of a problem, unless making the tables was stopped.
type Used<U> = Result<<U as ProblemUser>::Out, Cancelled>;

impl<'a> ProblemChoice<'a> {
    /// Chooses the problem of a query, with the tables of a stage if it has tables.
    pub fn new(
        solver: &'a SlidingSolver,
        query: &Query<'a>,
        stage: Option<Stage>,
        control: &'a Control<'a>,
    ) -> Self {
        let (goal, method) = (query.puzzle.goal, query.method);
        // Searches that remember boards must meet them from all sides, and every solution may be wanted.
        let leave = match method.algorithm {
            Algorithm::IDA_STAR
                if !method.all && stage.is_some_and(|stage| stage.parts.largest() >= LARGE) =>
            {
                Leave::more_twins(goal.n_cells())
            }
            Algorithm::IDA_STAR | Algorithm::DFID | Algorithm::DEPTH_FIRST if !method.all => {
                Leave::twins(goal.n_cells())
            }
            _ => Leave::Reversals,
        };
        let groups = stage.map(|stage| stage.parts);
        ProblemChoice { solver, goal, heuristic: query.heuristic(), leave, groups, control }
    }

    /// Hands the problem without a heuristic to `user`, of up to 25 cells.
    pub fn zero<U: ProblemUser>(&self, user: U) -> Used<U> {
        match self.goal.n_cells() {
            0..=16 => self.hand::<u64, _, U>(|| Ok(Zero), user),
            _ => self.hand::<u128, _, U>(|| Ok(Zero), user),
        }
    }

    /// Hands the problem with a heuristic to `user`, of up to 25 cells.
    pub fn informed<U: ProblemUser>(&self, user: U) -> Used<U> {
        match (self.heuristic, self.goal.n_cells()) {
            (PATTERN, _) => self.pattern(user),
            (WALKING_DISTANCE, _) => self.hand::<u64, _, U>(|| Ok(WalkingDistance::new(self.goal)), user),
            (_, 0..=16) => self.without_tables::<u64, U>(user),
            _ => self.without_tables::<u128, U>(user),
        }
    }

    /// Hands the problem with a heuristic to `user`, of more than 25 cells.
    pub fn large<U: ProblemUser>(&self, user: U) -> Used<U> {
        match self.goal.n_cells() {
            0..=64 => self.without_tables::<[u8; 64], U>(user),
            _ => self.without_tables::<[u8; 256], U>(user),
        }
    }

    /// Hands the problem with the strongest heuristic for large boards to `user`, of more than 25 cells.
    pub fn large_linear_conflict<U: ProblemUser>(&self, user: U) -> Used<U> {
        let goal = self.goal;
        match goal.n_cells() {
            0..=64 => self.hand::<[u8; 64], _, U>(|| Ok(LinearConflict::new(goal)), user),
            _ => self.hand::<[u8; 256], _, U>(|| Ok(LinearConflict::new(goal)), user),
        }
    }

    /// Hands the problem with pattern databases to `user`.
    pub fn pattern<U: ProblemUser>(&self, user: U) -> Used<U> {
        let (goal, groups) = (self.goal, self.known_groups());
        match goal.n_cells() {
            // Small enough for the caches.
            0..=16 if is_small(groups) => {
                self.hand::<u64, _, U>(|| Ok(Placed::<u64, 2, 0>::new(goal, &self.looks(groups)?)), user)
            }
            _ => self.interleaved(user),
        }
    }

    /// True if several searches with pattern databases go on side by side, so that they do not wait for memory.
    pub fn is_interleaved(&self) -> bool {
        self.heuristic == PATTERN
            && !(self.goal.n_cells() <= <u64 as Cells>::ROOM && is_small(self.known_groups()))
    }

    /// Hands the problem with pattern databases that no cache holds to `user`.
    pub fn interleaved<U: ProblemUser>(&self, user: U) -> Used<U> {
        let (goal, groups) = (self.goal, self.known_groups());
        match goal.n_cells() {
            0..=16 => self.hand::<u64, _, U>(|| Ok(Ordered::<2, FEW>::new(goal, self.looks(groups)?)), user),
            _ if is_small(groups) => {
                self.hand::<u128, _, U>(|| Ok(Placed::<u128, 2, 2>::new(goal, &self.looks(groups)?)), user)
            }
            _ => self.hand::<u128, _, U>(|| Ok(Ordered::<2, MORE>::new(goal, self.looks(groups)?)), user),
        }
    }

    fn known_groups(&self) -> Parts {
        self.groups.expect("a search with pattern databases has groups")
    }

    fn looks(&self, groups: Parts) -> Result<Vec<Look>, Cancelled> {
        two_looks(self.goal, groups, &self.solver.store, self.control)
    }

    fn without_tables<C: Cells, U: ProblemUser>(&self, user: U) -> Used<U> {
        let goal = self.goal;
        match self.heuristic {
            MISPLACED => self.hand::<C, _, U>(|| Ok(Misplaced::<C>::new(goal)), user),
            MANHATTAN => self.hand::<C, _, U>(|| Ok(Manhattan::<C>::new(goal)), user),
            LINEAR_CONFLICT => self.hand::<C, _, U>(|| Ok(LinearConflict::<C>::new(goal)), user),
            Named(name) => unreachable!("requests for {name} are checked"),
        }
    }

    fn hand<C: Cells, H: Heuristic<C> + 'static, U: ProblemUser>(
        &self,
        heuristic: impl FnOnce() -> Result<H, Cancelled>,
        user: U,
    ) -> Used<U> {
        let key =
            Key { goal: self.goal.clone(), kind: TypeId::of::<H>(), leave: self.leave, groups: self.groups };
        let make = || Ok(Sliding::<C, H>::new(self.goal, heuristic()?, self.leave));
        let problem = self.solver.problems.get_or_make(key, self.control, make)?;
        Ok(user.use_problem(&problem))
    }
}

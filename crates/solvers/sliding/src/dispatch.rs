//! Static dispatch: from a goal and the name of a heuristic to the type of problem that implements them. A
//! [`ProblemVisitor`] is compiled for every type that it may be given, so there is a method for each set of types, and
//! callers use the smallest sufficient one: optimal searches are not compiled for boards of more than 25 cells, blind
//! searches only for the zero heuristic.

use std::any::TypeId;

use puzzle::Board;
use search::Control;
use solver::{Algorithm, Cancelled, Heuristic as Named};

use crate::duplicate_fsm::DuplicatePruning;
use crate::info::{LINEAR_CONFLICT, MANHATTAN, MISPLACED, PATTERN, WALKING_DISTANCE};
use crate::packed_board::PackedBoard;
use crate::pdb::build::{has_direct_index, two_lookups};
use crate::pdb::direct_pdb::DirectPdb;
use crate::pdb::escalation::Stage;
use crate::pdb::lookup::Lookup;
use crate::pdb::partition::PartitionSpec;
use crate::pdb::ranked_pdb::RankedPdb;
use crate::problem_cache::Key;
use crate::query::{MAX_PLACEMENTS_LARGE, MAX_PLACEMENTS_SMALL, Query};
use crate::solver::SlidingSolver;
use crate::{Heuristic, LinearConflict, Manhattan, Misplaced, Sliding, WalkingDistance, Zero};

/// A partition whose largest group has at least this many tiles is used for long searches.
const LARGE: usize = 6;

/// An operation that is generic over the type of problem (visitor pattern).
pub(crate) trait ProblemVisitor {
    type Output;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> Self::Output;
}

/// A goal and a heuristic, from which the type of problem follows.
pub(crate) struct ProblemChoice<'a> {
    solver: &'a SlidingSolver,
    goal: &'a Board,
    pub heuristic: Named,
    pruning: DuplicatePruning,
    groups: Option<PartitionSpec>,
    control: &'a Control<'a>,
}

/// The visitor's output, unless building the tables is stopped.
type Visited<U> = Result<<U as ProblemVisitor>::Output, Cancelled>;

impl<'a> ProblemChoice<'a> {
    /// Chooses the problem of a query, with the pattern databases of `stage` if it uses any.
    pub fn new(
        solver: &'a SlidingSolver,
        query: &Query<'a>,
        stage: Option<Stage>,
        control: &'a Control<'a>,
    ) -> Self {
        let (goal, method) = (query.puzzle.goal, query.method);
        // Searches with duplicate detection must be able to reach a board from all sides, and a search for all
        // solutions must not prune any of them.
        let pruning = match method.algorithm {
            Algorithm::IDA_STAR
                if !method.all && stage.is_some_and(|stage| stage.partition.largest() >= LARGE) =>
            {
                DuplicatePruning::deeper_duplicates(goal.n_cells())
            }
            Algorithm::IDA_STAR | Algorithm::DFID | Algorithm::DEPTH_FIRST if !method.all => {
                DuplicatePruning::duplicates(goal.n_cells())
            }
            _ => DuplicatePruning::Reversals,
        };
        let groups = stage.map(|stage| stage.partition);
        ProblemChoice { solver, goal, heuristic: query.heuristic(), pruning, groups, control }
    }

    /// Passes the problem with the zero heuristic to `visitor`, for boards of up to 25 cells.
    pub fn zero<U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        match self.goal.n_cells() {
            0..=16 => self.dispatch::<u64, _, U>(|| Ok(Zero), visitor),
            _ => self.dispatch::<u128, _, U>(|| Ok(Zero), visitor),
        }
    }

    /// Passes the problem with the chosen heuristic to `visitor`, for boards of up to 25 cells.
    pub fn informed<U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        match (self.heuristic, self.goal.n_cells()) {
            (PATTERN, _) => self.pattern(visitor),
            (WALKING_DISTANCE, _) => {
                self.dispatch::<u64, _, U>(|| Ok(WalkingDistance::new(self.goal)), visitor)
            }
            (_, 0..=16) => self.without_tables::<u64, U>(visitor),
            _ => self.without_tables::<u128, U>(visitor),
        }
    }

    /// Passes the problem with the chosen heuristic to `visitor`, for boards of more than 25 cells.
    pub fn large<U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        match self.goal.n_cells() {
            0..=64 => self.without_tables::<[u8; 64], U>(visitor),
            _ => self.without_tables::<[u8; 256], U>(visitor),
        }
    }

    /// Passes the problem with linear conflict, the strongest heuristic for large boards, to `visitor`, for boards of
    /// more than 25 cells.
    pub fn large_linear_conflict<U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        let goal = self.goal;
        match goal.n_cells() {
            0..=64 => self.dispatch::<[u8; 64], _, U>(|| Ok(LinearConflict::new(goal)), visitor),
            _ => self.dispatch::<[u8; 256], _, U>(|| Ok(LinearConflict::new(goal)), visitor),
        }
    }

    /// Passes the problem with pattern databases to `visitor`.
    pub fn pattern<U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        let (goal, groups) = (self.goal, self.partition());
        match goal.n_cells() {
            // The tables are small enough for the CPU caches.
            0..=16 if has_direct_index(groups) => self.dispatch::<u64, _, U>(
                || Ok(DirectPdb::<u64, 2, 0>::new(goal, &self.lookups(groups)?)),
                visitor,
            ),
            _ => self.interleaved(visitor),
        }
    }

    /// True if searches with these pattern databases are interleaved to hide memory latency.
    pub fn is_interleaved(&self) -> bool {
        self.heuristic == PATTERN
            && !(self.goal.n_cells() <= <u64 as PackedBoard>::CAPACITY && has_direct_index(self.partition()))
    }

    /// Passes the problem with pattern databases that exceed the CPU caches to `visitor`; it interleaves several
    /// searches.
    pub fn interleaved<U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        let (goal, groups) = (self.goal, self.partition());
        match goal.n_cells() {
            0..=16 => self.dispatch::<u64, _, U>(
                || Ok(RankedPdb::<2, MAX_PLACEMENTS_SMALL>::new(goal, self.lookups(groups)?)),
                visitor,
            ),
            _ if has_direct_index(groups) => self.dispatch::<u128, _, U>(
                || Ok(DirectPdb::<u128, 2, 2>::new(goal, &self.lookups(groups)?)),
                visitor,
            ),
            _ => self.dispatch::<u128, _, U>(
                || Ok(RankedPdb::<2, MAX_PLACEMENTS_LARGE>::new(goal, self.lookups(groups)?)),
                visitor,
            ),
        }
    }

    fn partition(&self) -> PartitionSpec {
        self.groups.expect("a search with pattern databases has groups")
    }

    fn lookups(&self, groups: PartitionSpec) -> Result<Vec<Lookup>, Cancelled> {
        two_lookups(self.goal, groups, &self.solver.store, self.control)
    }

    fn without_tables<C: PackedBoard, U: ProblemVisitor>(&self, visitor: U) -> Visited<U> {
        let goal = self.goal;
        match self.heuristic {
            MISPLACED => self.dispatch::<C, _, U>(|| Ok(Misplaced::<C>::new(goal)), visitor),
            MANHATTAN => self.dispatch::<C, _, U>(|| Ok(Manhattan::<C>::new(goal)), visitor),
            LINEAR_CONFLICT => self.dispatch::<C, _, U>(|| Ok(LinearConflict::<C>::new(goal)), visitor),
            Named(name) => unreachable!("requests for {name} are checked"),
        }
    }

    fn dispatch<C: PackedBoard, H: Heuristic<C> + 'static, U: ProblemVisitor>(
        &self,
        heuristic: impl FnOnce() -> Result<H, Cancelled>,
        visitor: U,
    ) -> Visited<U> {
        let key = Key {
            goal: self.goal.clone(),
            kind: TypeId::of::<H>(),
            pruning: self.pruning,
            groups: self.groups,
        };
        let build = || Ok(Sliding::<C, H>::new(self.goal, heuristic()?, self.pruning));
        let problem = self.solver.problems.get_or_build(key, self.control, build)?;
        Ok(visitor.visit(&problem))
    }
}

//! The solver of sliding tiles: owns the cached problems with their tables, and answers requests.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use puzzle::Board;
use search::{Control, Executor};
use solver::verify::{Verdict, VerifySpec};
use solver::{
    Demand, Error, ScrambleSpec, Scrambler, SolveOutcome, Solver, SolverInfo, Store, StoredTable, Task,
    TaskSpec,
};

use crate::constructive::{remainder_goal, solve};
use crate::info::{BEAM, CONSTRUCT, INFO};
use crate::metric::SlideMetric;
use crate::pdb::build;
use crate::pdb::escalation::Stage;
use crate::problem_cache::ProblemCache;
use crate::query::Query;
use crate::scramble::BoardScrambler;
use crate::task::SlidingTask;
use crate::{beam, multi_tile, stored_tables};

/// Solves boards. Caches problems with their tables, so that many requests for one goal share them.
#[derive(Default)]
pub struct SlidingSolver {
    pub(crate) problems: ProblemCache,
    pub(crate) store: Store,
    /// True if many boards are expected.
    pub(crate) expects_many: AtomicBool,
    /// By goal, by `expects_many`, and by available memory.
    pub(crate) stages: Mutex<HashMap<(Board, bool, u64), Vec<Stage>>>,
}

impl SlidingSolver {
    /// Returns a solver with an empty cache that stores large tables in `store`.
    pub fn new(store: &Store) -> SlidingSolver {
        SlidingSolver { store: store.clone(), ..SlidingSolver::default() }
    }

    /// Solves a board by the requested method. The caller must have checked the query.
    pub(crate) fn solve(
        &self,
        query: &Query<'_>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        match (query.method.algorithm, query.puzzle.metric) {
            (CONSTRUCT, _) => solve::solve(self, query.puzzle, executor, control),
            (BEAM, _) => beam::solve(self, query.puzzle, query.method, executor, control),
            (_, SlideMetric::MultiTile) => multi_tile::solve(self, query, executor, control),
            (_, SlideMetric::SingleTile) => self.search(query, executor, control),
        }
    }

    /// Builds the tables for solving a board, as far as they are known in advance. The caller must have checked the
    /// query.
    pub(crate) fn prepare(&self, query: &Query<'_>, demand: Demand, control: &Control<'_>) {
        match (query.method.algorithm, query.puzzle.metric) {
            // The remaining board that the constructive solver leaves to a search is known in advance only if the
            // blank's goal is in a corner.
            (CONSTRUCT | BEAM, _) => {
                if let Some(rest) = remainder_goal(query.puzzle.goal) {
                    let method = solver::Method::default();
                    self.prepare_search(&Query::with_defaults(&rest, &rest, &method), demand, control);
                }
            }
            (_, SlideMetric::MultiTile) => {}
            (_, SlideMetric::SingleTile) => self.prepare_search(query, demand, control),
        }
    }
}

impl Solver for SlidingSolver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        Ok(Arc::new(SlidingTask::of_spec(self, spec)?))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(BoardScrambler::of_spec(spec)?))
    }

    fn stored_tables(&self) -> Vec<StoredTable> {
        stored_tables::all().into_iter().map(|(table, _)| table).collect()
    }

    fn stored_table(&self, name: &str) -> Option<StoredTable> {
        stored_tables::named(name).map(|(table, _)| table)
    }

    fn build_table(&self, name: &str, control: &Control<'_>) -> bool {
        stored_tables::named(name)
            .is_some_and(|(_, group)| build::table(&group, &self.store, control).is_ok())
    }

    fn verify_table(&self, name: &str, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Option<Verdict> {
        let (_, group) = stored_tables::named(name)?;
        build::verify_stored(&group, &self.store, spec, control)
    }
}

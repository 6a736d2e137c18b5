//! The solver of sliding tiles: the tables that it has made, and what it makes of requests.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use puzzle::Board;
use search::{Control, Executor};
use solver::{
    Demand, Error, ScrambleSpec, Scrambler, SolveOutcome, Solver, SolverInfo, Store, StoredTable, Task,
    TaskSpec,
};

use crate::construct::{rest_goal, solving};
use crate::info::{BEAM, CONSTRUCT, INFO};
use crate::metric::SlideMetric;
use crate::pattern::making;
use crate::pattern::stages::Stage;
use crate::problem_cache::ProblemCache;
use crate::query::Query;
use crate::scramble::BoardScrambler;
use crate::task::SlidingTask;
use crate::{beam, multi, stored};

/// Solves boards and keeps the problems (with their tables) it has made, so that many requests for one goal share them.
#[derive(Default)]
pub struct SlidingSolver {
    pub(crate) problems: ProblemCache,
    pub(crate) store: Store,
    /// True if many boards are to come.
    pub(crate) has_many: AtomicBool,
    /// By goal, by whether there are many, and by the memory there is.
    pub(crate) stages: Mutex<HashMap<(Board, bool, u64), Vec<Stage>>>,
}

impl SlidingSolver {
    /// Returns a solver that has made nothing, and keeps large tables in `store`.
    pub fn new(store: &Store) -> SlidingSolver {
        SlidingSolver { store: store.clone(), ..SlidingSolver::default() }
    }

    /// Solves a board as asked. The query was checked.
    pub(crate) fn solve(
        &self,
        query: &Query<'_>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        match (query.method.algorithm, query.puzzle.metric) {
            (CONSTRUCT, _) => solving::solve(self, query.puzzle, executor, control),
            (BEAM, _) => beam::solve(self, query.puzzle, query.method, executor, control),
            (_, SlideMetric::MultiTile) => multi::solve(self, query, executor, control),
            (_, SlideMetric::SingleTile) => self.search(query, executor, control),
        }
    }

    /// Makes the tables that solving a board needs, as far as they are known before. The query was checked.
    pub(crate) fn prepare(&self, query: &Query<'_>, demand: Demand, control: &Control<'_>) {
        match (query.method.algorithm, query.puzzle.metric) {
            // What is left in the end is known before only where the blank belongs into a corner.
            (CONSTRUCT | BEAM, _) => {
                if let Some(rest) = rest_goal(query.puzzle.goal) {
                    let method = solver::Method::default();
                    self.prepare_search(&Query::usual(&rest, &rest, &method), demand, control);
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
        stored::all().into_iter().map(|(table, _)| table).collect()
    }

    fn stored_table(&self, name: &str) -> Option<StoredTable> {
        stored::named(name).map(|(table, _)| table)
    }

    fn build_table(&self, name: &str, control: &Control<'_>) -> bool {
        stored::named(name).is_some_and(|(_, group)| making::table(&group, &self.store, control).is_ok())
    }
}

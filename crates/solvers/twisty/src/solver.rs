//! The solver of defined puzzles behind the interface that all front ends use.

use std::fmt;
use std::sync::Arc;

use puzzle::builtin::{self, Builtin};
use search::Control;
use solver::{
    Error, Method, PuzzleInfo, Request, ScrambleSpec, Scrambler, Solver, SolverInfo, Task, TaskSpec,
};

use crate::TwistyQuery;
use crate::dispatch::Dispatcher;
use crate::info::INFO;
use crate::instance::TwistyInstance;
use crate::query_template::QueryTemplate;
use crate::scramble::TwistyScrambler;
use crate::task::TwistyTask;

/// Solves any twisty puzzle by its definition, and caches the tables of the last few puzzles.
#[derive(Default)]
pub struct TwistySolver {
    pub(crate) dispatcher: Dispatcher,
}

impl TwistySolver {
    /// Returns a solver without tables.
    pub fn new() -> TwistySolver {
        TwistySolver::default()
    }

    /// Returns the instance of a query.
    pub fn instance(self: &Arc<Self>, query: TwistyQuery) -> Arc<TwistyInstance> {
        let template = Arc::new(QueryTemplate::of(&query));
        Arc::new(TwistyInstance::new(self.clone(), template, query.start.clone(), query))
    }

    /// Returns the request that solves a query by a method.
    pub fn request(self: &Arc<Self>, query: TwistyQuery, method: Method) -> Request {
        let instance = self.instance(query);
        let task = Arc::new(TwistyTask::new(self.clone(), instance.template().clone()));
        Request { task, instance, method }
    }
}

impl fmt::Debug for TwistySolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TwistySolver").finish_non_exhaustive()
    }
}

impl Solver for TwistySolver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn puzzles(&self) -> Vec<PuzzleInfo> {
        let puzzle = |builtin: &Builtin| PuzzleInfo {
            name: builtin.name,
            summary: builtin.summary,
            phases: builtin.phases().is_some(),
            large: builtin.is_large(),
        };
        builtin::ALL.iter().map(puzzle).collect()
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        Ok(Arc::new(TwistyTask::read(self, spec)?))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(TwistyScrambler::new(self, spec, control)?))
    }
}

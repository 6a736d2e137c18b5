//! The solver interface of the 2x2x2.

use std::sync::Arc;

use puzzle::Cube2;
use search::Control;
use solver::cube::{self, CubeQuery};
use solver::{Error, Method, Request, ScrambleSpec, Scrambler, Solver, SolverInfo, Task, TaskSpec};

use crate::info::{GOALS, INFO};
use crate::instance::Cube2Instance;
use crate::scramble::RandomCubes;
use crate::tables::Tables;
use crate::task::Cube2Task;

/// Solves 2x2x2 cubes and caches the tables.
#[derive(Default)]
pub struct Cube2Solver {
    pub(crate) tables: Tables,
}

impl Cube2Solver {
    /// Creates a solver without tables.
    pub fn new() -> Cube2Solver {
        Cube2Solver::default()
    }

    /// Returns an instance for a query.
    pub fn instance(self: &Arc<Self>, query: CubeQuery<Cube2>) -> Cube2Instance {
        Cube2Instance { solver: self.clone(), query }
    }

    /// Returns a request to solve a query.
    pub fn request(self: &Arc<Self>, query: CubeQuery<Cube2>, method: Method) -> Request {
        let task =
            Arc::new(Cube2Task { solver: self.clone(), query: CubeQuery { start: Cube2::SOLVED, ..query } });
        Request { task, instance: Arc::new(self.instance(query)), method }
    }
}

impl Solver for Cube2Solver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn supports(&self, spec: &TaskSpec) -> bool {
        !cube::needs_definition(&spec.options)
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        spec.options.check(INFO.name, INFO.options, spec.purpose)?;
        let goal = spec.one_goal(INFO.name)?;
        let (metric, turns) = (cube::metric(spec, &INFO)?, cube::turns(spec)?);
        let goal = goal.map_or(Ok(Cube2::SOLVED), |goal| cube::read_goal(goal, &GOALS))?;
        let query = CubeQuery { start: Cube2::SOLVED, goal, metric, turns };
        Ok(Arc::new(Cube2Task { solver: self, query }))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(RandomCubes::new(self, spec)?))
    }
}

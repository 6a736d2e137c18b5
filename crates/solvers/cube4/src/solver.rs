//! The solver as front ends use it.

use std::sync::Arc;

use puzzle::Cube4;
use search::Control;
use solver::{
    Error, Method, MethodSpec, Purpose, Request, ScrambleSpec, Scrambler, Solver, SolverInfo, Task, TaskSpec,
};

use crate::info::{INFO, REDUCTION};
use crate::instance::Cube4Instance;
use crate::reduction::Reduction;
use crate::scramble::RandomCubes;
use crate::task::Cube4Task;

/// Solves 4x4x4 cubes and holds the tables it has built.
pub struct Cube4Solver {
    pub(crate) reduction: Reduction,
}

impl Cube4Solver {
    /// Returns a solver without tables; the reduced cube is solved by `cube3`.
    pub fn new(cube3: Arc<cube3::PhaseSolver>) -> Cube4Solver {
        Cube4Solver { reduction: Reduction::new(cube3) }
    }

    /// Returns the instance of a cube.
    pub fn instance(self: &Arc<Self>, cube: Cube4) -> Cube4Instance {
        Cube4Instance { solver: self.clone(), cube }
    }

    /// Returns a request for a cube.
    pub fn request(self: &Arc<Self>, cube: Cube4, method: Method) -> Request {
        let task = Arc::new(Cube4Task { solver: self.clone() });
        Request { task, instance: Arc::new(self.instance(cube)), method }
    }
}

impl Solver for Cube4Solver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    /// The reduction solves to the solved state with all turns; other requests are for the generic solver of puzzle
    /// definitions.
    fn supports(&self, spec: &TaskSpec) -> bool {
        let is_asked = match spec.purpose {
            Purpose::Compare | Purpose::Count => false,
            Purpose::Hint | Purpose::Scramble => true,
            Purpose::Check => !spec.method.optimal,
            Purpose::Solve | Purpose::Batch => !is_special(&spec.method),
        };
        let has_moves = spec.metric.is_some() || spec.moves.is_some();
        is_asked && !spec.has_goal() && !has_moves && spec.options.is_empty()
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        spec.options.check(INFO.name, INFO.options, spec.purpose)?;
        let given = [
            ("--goal", spec.one_goal(INFO.name)?.is_some()),
            ("--metric", spec.metric.is_some()),
            ("--moves", spec.moves.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => {
                Err(Error::usage(format!("the reduction of {} takes no {option}", INFO.name)))
            }
            None => Ok(Arc::new(Cube4Task { solver: self })),
        }
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(RandomCubes::new(self, spec)?))
    }
}

/// True if the method needs the generic solver of puzzle definitions.
fn is_special(method: &MethodSpec) -> bool {
    method.algorithm.as_deref().is_some_and(|name| name != REDUCTION.name())
        || method.heuristic.as_deref().is_some_and(|name| name != solver::method::AUTO)
        || method.optimal
        || method.wants_several()
        || method.min_length > 0
}

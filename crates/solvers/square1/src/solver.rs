//! The solver of Square-1 behind the interface that all front ends use.

use std::fmt;
use std::sync::Arc;

use search::Control;
use solver::{Error, Method, Request, ScrambleSpec, Scrambler, Solver, SolverInfo, Task, TaskSpec};

use crate::Square1Query;
use crate::dispatch::Dispatcher;
use crate::info::INFO;
use crate::instance::Square1Instance;
use crate::scramble::Square1Scrambler;
use crate::task::{Square1Task, is_moves};

/// Solves Square-1 and caches the tables it has built.
#[derive(Default)]
pub struct Square1Solver {
    pub(crate) dispatcher: Dispatcher,
}

impl Square1Solver {
    /// Returns a solver without tables.
    pub fn new() -> Square1Solver {
        Square1Solver::default()
    }

    /// Returns the instance of a query.
    pub fn instance(self: &Arc<Self>, query: Square1Query) -> Arc<Square1Instance> {
        Arc::new(Square1Instance::new(self.clone(), query))
    }

    /// Returns the request that solves a query by a method.
    pub fn request(self: &Arc<Self>, query: Square1Query, method: Method) -> Request {
        let task = Arc::new(Square1Task::new(self.clone(), query.metric));
        Request { task, instance: self.instance(query), method }
    }
}

impl fmt::Debug for Square1Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Square1Solver").finish_non_exhaustive()
    }
}

impl Solver for Square1Solver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    /// True for moves, even if a file called `/` exists.
    fn is_text(&self, argument: &str) -> bool {
        is_moves(argument)
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        Ok(Arc::new(Square1Task::read(self, spec)?))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(Square1Scrambler::new(self, spec)?))
    }
}

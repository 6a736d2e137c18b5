//! A solver without an optimal solver, which is in another crate.

use std::sync::Arc;

use deepen_cube3::{Cube3Solver, OptimalSolver};
use puzzle::Cube3;
use search::{Control, Executor};
use solver::cube::CubeQuery;
use solver::verify::{Verdict, VerifySpec};
use solver::{Demand, Error, Heuristic, LimitsSpec, Method, SolveOutcome, StoredTable};

struct NoOptimalSolver;

impl OptimalSolver for NoOptimalSolver {
    fn verify_table(&self, _: &str, _: &mut VerifySpec<'_>, _: &Control<'_>) -> Option<Verdict> {
        None
    }

    fn solve(
        &self,
        _: &CubeQuery<Cube3>,
        _: &Method,
        _: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        SolveOutcome::stopped(control, Heuristic::NONE)
    }

    fn prepare(&self, _: &CubeQuery<Cube3>, _: &Method, _: Demand, _: &Control<'_>) {}

    fn fit(&self, asked: Option<Heuristic>, _: &LimitsSpec) -> Result<Option<Heuristic>, Error> {
        Ok(asked)
    }

    fn stored_tables(&self) -> Vec<StoredTable> {
        Vec::new()
    }

    fn build_table(&self, _: &str, _: &Control<'_>) -> bool {
        false
    }
}

/// Creates a solver without tables.
pub fn new() -> Arc<Cube3Solver> {
    Arc::new(Cube3Solver::new(Arc::default(), Arc::new(NoOptimalSolver)))
}

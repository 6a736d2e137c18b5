//! The solver of the 3x3x3 with shortest solutions.

use std::sync::{Arc, LazyLock};

use cube3::{Cube3Solver, PhaseSolver};
use deepen_cube3_optimal::Optimal;
use solver::Store;

/// A solver without tables.
pub fn new() -> Arc<Cube3Solver> {
    let cubes = Arc::new(PhaseSolver::new());
    let optimal = Optimal::new(cubes.clone(), &Store::nowhere());
    Arc::new(Cube3Solver::new(cubes, Arc::new(optimal)))
}

/// The solver of all tests whose answers do not depend on the tables that are there already, so that each is built once.
pub fn shared() -> Arc<Cube3Solver> {
    static SHARED: LazyLock<Arc<Cube3Solver>> = LazyLock::new(new);
    SHARED.clone()
}

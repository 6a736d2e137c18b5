//! What the solver asks of one that proves shortest solutions.

use puzzle::Cube3;
use search::{Control, Executor};
use solver::cube::CubeQuery;
use solver::{Demand, Error, Heuristic, LimitsSpec, Method, SolveOutcome, StoredTable};

/// Proves shortest solutions of the 3x3x3. It lives in a crate of its own, because its tables are most of the code.
pub trait OptimalSolver: Send + Sync {
    /// Proves a shortest solution of a cube, or finds several, as `method` says.
    fn solve(
        &self,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome;

    /// Makes the tables that a request needs, the large ones too if many are to come.
    fn prepare(&self, query: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>);

    /// Returns the heuristic to search with: the one asked for, or what fits the memory if that is given.
    ///
    /// # Errors
    /// If its table takes more memory than may be used.
    fn fit(&self, asked: Option<Heuristic>, limits: &LimitsSpec) -> Result<Option<Heuristic>, Error>;

    /// Returns the tables that can be kept.
    fn stored_tables(&self) -> Vec<StoredTable>;

    /// Makes one of them. True if it was finished.
    fn make_table(&self, name: &str, control: &Control<'_>) -> bool;
}

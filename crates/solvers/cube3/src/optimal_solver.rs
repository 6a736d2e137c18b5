//! The interface to a solver that proves shortest solutions.

use puzzle::Cube3;
use search::{Control, Executor};
use solver::cube::CubeQuery;
use solver::verify::{Verdict, VerifySpec};
use solver::{Demand, Error, Heuristic, LimitsSpec, Method, SolveOutcome, StoredTable};

/// Proves shortest solutions of the 3x3x3. The implementation has a crate of its own, because its tables are most of
/// the code.
pub trait OptimalSolver: Send + Sync {
    /// Proves a shortest solution of a cube, or finds several, depending on `method`.
    fn solve(
        &self,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome;

    /// Builds the tables that a request needs, including the large ones if many requests are expected.
    fn prepare(&self, query: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>);

    /// Returns the heuristic to search with: `asked`, or one that fits the memory limit if there is one.
    ///
    /// # Errors
    /// If its table needs more memory than the limit.
    fn fit(&self, asked: Option<Heuristic>, limits: &LimitsSpec) -> Result<Option<Heuristic>, Error>;

    /// Returns the tables that can be stored in files.
    fn stored_tables(&self) -> Vec<StoredTable>;

    /// Builds one of these tables. True if it was finished.
    fn build_table(&self, name: &str, control: &Control<'_>) -> bool;

    /// Checks entries of one of these tables by the laws of distances; see [`solver::Solver::verify_table`].
    fn verify_table(&self, name: &str, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Option<Verdict>;
}

//! The solver of Shuffdle: owns the tables, and answers requests.

use std::sync::{Arc, OnceLock};

use search::Control;
use solver::{Error, ScrambleSpec, Scrambler, Solver, SolverInfo, Task, TaskSpec};

use crate::info::INFO;
use crate::p1_pdb::{P1Pdb, P1Tables};
use crate::p2_pdb::{N_PAIRS, P2Pdb, P2Tables};
use crate::scramble::ShuffdleScrambler;
use crate::task::ShuffdleTask;
use crate::{Manhattan, PathClearing, ShuffdleProblem, Zero};

/// Solves boards. Caches the tables it has built.
#[derive(Default)]
pub struct ShuffdleSolver {
    pub(crate) zero: OnceLock<ShuffdleProblem<Zero>>,
    pub(crate) manhattan: OnceLock<ShuffdleProblem<Manhattan>>,
    pub(crate) path_clearing: OnceLock<ShuffdleProblem<PathClearing>>,
    pub(crate) p1_tables: OnceLock<P1Tables>,
    pub(crate) p2_tables: P2Tables,
    pub(crate) bottom: PdbProblems,
    pub(crate) any: PdbProblems,
}

/// The problems with pattern databases for some lines.
#[derive(Default)]
pub(crate) struct PdbProblems {
    pub p1: OnceLock<ShuffdleProblem<P1Pdb>>,
    /// By the number of pairs with tables, less 1.
    pub p2: [OnceLock<ShuffdleProblem<P2Pdb>>; N_PAIRS],
}

impl ShuffdleSolver {
    /// Returns a solver without tables.
    pub fn new() -> ShuffdleSolver {
        ShuffdleSolver::default()
    }
}

impl Solver for ShuffdleSolver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        Ok(Arc::new(ShuffdleTask::of_spec(self, spec)?))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(ShuffdleScrambler::of_spec(self, spec)?))
    }
}

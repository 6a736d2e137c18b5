//! The solver of Shuffdle: the tables that it has made, and what it makes of requests.

use std::sync::{Arc, OnceLock};

use search::Control;
use solver::{Error, ScrambleSpec, Scrambler, Solver, SolverInfo, Task, TaskSpec};

use crate::info::INFO;
use crate::pairs::{N_PAIRS, PairTables, Pairs};
use crate::pattern::{Pattern, Patterns};
use crate::scramble::LetterScrambler;
use crate::task::ShuffdleTask;
use crate::{Manhattan, PathClearing, Slides, Zero};

/// Solves boards and keeps the tables it has made.
#[derive(Default)]
pub struct ShuffdleSolver {
    pub(crate) zero: OnceLock<Slides<Zero>>,
    pub(crate) manhattan: OnceLock<Slides<Manhattan>>,
    pub(crate) clearing: OnceLock<Slides<PathClearing>>,
    pub(crate) patterns: OnceLock<Patterns>,
    pub(crate) pair_tables: PairTables,
    pub(crate) bottom: WithTables,
    pub(crate) any: WithTables,
}

/// The problems with tables for some lines.
#[derive(Default)]
pub(crate) struct WithTables {
    pub singles: OnceLock<Slides<Pattern>>,
    /// By how many pairs have tables, less 1.
    pub pairs: [OnceLock<Slides<Pairs>>; N_PAIRS],
}

impl ShuffdleSolver {
    /// Returns a solver that has made nothing.
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
        Ok(Box::new(LetterScrambler::of_spec(self, spec)?))
    }
}

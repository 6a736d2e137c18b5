//! The [`Solver`] trait: the interface of a puzzle family.

use std::sync::Arc;

use search::Control;

use crate::error::Error;
use crate::info::{PuzzleInfo, SolverInfo};
use crate::scramble::{ScrambleSpec, Scrambler};
use crate::store::Spec;
use crate::task::{Task, TaskSpec};
use crate::verify::{Verdict, VerifySpec};

/// A large table that can be stored in the cache directory.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// Identity and size of the stored file.
    pub spec: Spec,
    /// Peak memory while the table is built, in bytes.
    pub peak: u64,
}

impl StoredTable {
    /// Returns the table name.
    pub fn name(&self) -> &str {
        &self.spec.name
    }
}

/// Solves a family of puzzles and holds the tables filled for them. Front ends use solvers only through this trait: one
/// virtual call per request, none per node.
pub trait Solver: Send + Sync {
    /// Returns the declared data.
    fn info(&self) -> &'static SolverInfo;

    /// Returns the puzzles that the solver knows by name.
    fn puzzles(&self) -> Vec<PuzzleInfo> {
        let SolverInfo { name, summary, .. } = *self.info();
        vec![PuzzleInfo { name, summary, phases: false, large: false }]
    }

    /// True if the solver supports a task on one of its puzzles. The registry passes an unsupported task to the next
    /// solver that knows the puzzle.
    fn supports(&self, _spec: &TaskSpec) -> bool {
        true
    }

    /// True if an argument is certainly a literal text, even if it looks like a file name.
    fn is_text(&self, _argument: &str) -> bool {
        false
    }

    /// Parses the parts that all puzzles of a run share: goal, metric, moves and options.
    ///
    /// # Errors
    /// If an option does not apply to the puzzle or a text cannot be parsed.
    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error>;

    /// Prepares a generator of random scrambles.
    ///
    /// # Errors
    /// If an option does not apply to the puzzle or a text cannot be parsed.
    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error>;

    /// Returns the large tables that can be built in advance.
    fn stored_tables(&self) -> Vec<StoredTable> {
        Vec::new()
    }

    /// Returns the stored table of a name: one of [`Self::stored_tables`], or one for an unusual puzzle.
    fn stored_table(&self, name: &str) -> Option<StoredTable> {
        self.stored_tables().into_iter().find(|table| table.name() == name)
    }

    /// Builds a table and its prerequisites unless they are stored already. Returns true if the table is complete.
    fn build_table(&self, _name: &str, _control: &Control<'_>) -> bool {
        false
    }

    /// Checks entries of a stored table by the laws of distances. Returns None if the solver has no such table.
    fn verify_table(
        &self,
        _name: &str,
        _spec: &mut VerifySpec<'_>,
        _control: &Control<'_>,
    ) -> Option<Verdict> {
        None
    }
}

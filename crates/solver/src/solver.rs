//! The contract between a family of puzzles and everything else.

use std::sync::Arc;

use search::Control;

use crate::error::Error;
use crate::info::{PuzzleInfo, SolverInfo};
use crate::scramble::{ScrambleSpec, Scrambler};
use crate::store::Spec;
use crate::task::{Task, TaskSpec};

/// A large table that is kept from one run to the next.
#[derive(Clone, Debug)]
pub struct StoredTable {
    /// As it is kept.
    pub spec: Spec,
    /// Bytes it takes to make it.
    pub peak: u64,
}

impl StoredTable {
    /// Returns its name.
    pub fn name(&self) -> &str {
        &self.spec.name
    }
}

/// Solves a family of puzzles, and keeps the tables it has made for them. This is all that front ends know of it: one
/// virtual call per request, none per node.
pub trait Solver: Send + Sync {
    /// Returns what it is.
    fn info(&self) -> &'static SolverInfo;

    /// Returns the puzzles that it knows by name.
    fn puzzles(&self) -> Vec<PuzzleInfo> {
        let SolverInfo { name, summary, .. } = *self.info();
        vec![PuzzleInfo { name, summary, phases: false, large: false }]
    }

    /// True if it can do what is asked of one of its puzzles. What it cannot, another solver that knows the puzzle may.
    fn supports(&self, _spec: &TaskSpec) -> bool {
        true
    }

    /// True if an argument can only be a text, however much it looks like the name of a file.
    fn is_text(&self, _argument: &str) -> bool {
        false
    }

    /// Reads what is asked of all puzzles of a run.
    ///
    /// # Errors
    /// If options do not belong to the puzzle, or something cannot be read.
    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error>;

    /// Reads what is asked of random puzzles.
    ///
    /// # Errors
    /// If options do not belong to the puzzle, or something cannot be read.
    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error>;

    /// Returns the large tables that can be made before they are needed.
    fn stored_tables(&self) -> Vec<StoredTable> {
        Vec::new()
    }

    /// Returns the table of a name: one of those, or one that is kept for unusual puzzles.
    fn stored_table(&self, name: &str) -> Option<StoredTable> {
        self.stored_tables().into_iter().find(|table| table.name() == name)
    }

    /// Makes one of them, and those it needs, unless it is kept. True if it was finished.
    fn build_table(&self, _name: &str, _control: &Control<'_>) -> bool {
        false
    }
}

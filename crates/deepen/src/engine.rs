//! The engine: all solvers with their tables, for programs that solve more than one puzzle.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use crate::registry::{Registry, catalog};
use crate::solution::Solution;
use crate::solve::Solve;
use crate::watch::Watch;
use solver::{Error, Store};

/// All solvers with the tables filled so far. Cheap to clone: clones share the tables.
///
/// Tables are filled when they are first needed: those for a first solution in milliseconds, large ones in seconds. A
/// program that solves several puzzles should create one engine and reuse it. [`crate::solve()`] uses a global engine
/// that lives as long as the program.
///
/// ```
/// let engine = deepen::Engine::new();
/// for scramble in ["R U F", "F2 L' B"] {
///     let solution = engine.solve("3x3x3", scramble)?;
///     assert_eq!(solution.length, 3);
/// }
/// # Ok::<(), deepen::Error>(())
/// ```
#[derive(Clone)]
pub struct Engine {
    registry: Arc<Registry>,
    pub(crate) watch: Watch,
}

impl Default for Engine {
    fn default() -> Self {
        Engine::new()
    }
}

impl Engine {
    /// Creates an engine without tables. Nothing is stored on disk.
    pub fn new() -> Engine {
        Engine::of(&Store::nowhere())
    }

    /// Creates an engine with a cache directory for tables. Large tables are read from the directory, and tables built
    /// by this engine are stored there for the next run.
    ///
    /// ```no_run
    /// let engine = deepen::Engine::with_tables("/var/cache/deepen");
    /// let solution = engine.request("3x3x3").optimal().run("R U F D L B")?;
    /// # Ok::<(), deepen::Error>(())
    /// ```
    pub fn with_tables(folder: impl Into<PathBuf>) -> Engine {
        Engine::of(&Store::at(folder).with_catalog(catalog))
    }

    fn of(store: &Store) -> Engine {
        Engine { registry: Arc::new(Registry::new(store)), watch: Watch::new() }
    }

    /// Returns the global engine of [`crate::solve()`].
    pub(crate) fn shared() -> &'static Engine {
        static SHARED: LazyLock<Engine> = LazyLock::new(Engine::new);
        &SHARED
    }

    /// Solves a puzzle with default settings.
    ///
    /// # Errors
    /// If the puzzle does not exist, or the input cannot be parsed or solved.
    pub fn solve(&self, puzzle: &str, input: &str) -> Result<Solution, Error> {
        self.request(puzzle).run(input)
    }

    /// Creates a request with options; see [`Solve`].
    pub fn request(&self, puzzle: impl Into<String>) -> Solve<'static> {
        Solve::new(puzzle).engine(self)
    }

    /// Returns the registry of all solvers.
    ///
    /// ```
    /// let names: Vec<&str> =
    ///     deepen::Engine::new().registry().solvers().iter().map(|solver| solver.info().name).collect();
    /// assert!(names.contains(&"square-1"));
    /// ```
    pub fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }
}

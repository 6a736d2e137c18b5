//! Solvers with the tables they have made, for programs that solve more than one puzzle.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use crate::registry::{Registry, catalog};
use crate::solution::Solution;
use crate::solve::Solve;
use crate::watch::Watch;
use solver::{Error, Store};

/// All solvers, with the tables they have made by now. Cheap to clone: clones share the tables.
///
/// Tables are made when they are first needed: those for a first solution in milliseconds, large ones in seconds. A
/// program that solves several puzzles should keep one engine. [`crate::solve`] uses one that lives as long as the
/// program.
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
    /// With nothing made yet, and nothing kept on disk.
    pub fn new() -> Engine {
        Engine::of(&Store::nowhere())
    }

    /// With nothing made yet but what is kept in a folder. Large tables that are made are kept there for the next run.
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

    /// The engine of [`crate::solve`].
    pub(crate) fn shared() -> &'static Engine {
        static SHARED: LazyLock<Engine> = LazyLock::new(Engine::new);
        &SHARED
    }

    /// Solves a puzzle with everything as usual.
    ///
    /// # Errors
    /// If there is no such puzzle, the input cannot be read, or it cannot be solved.
    pub fn solve(&self, puzzle: &str, input: &str) -> Result<Solution, Error> {
        self.request(puzzle).run(input)
    }

    /// Begins a request with options; see [`Solve`].
    pub fn request(&self, puzzle: impl Into<String>) -> Solve<'static> {
        Solve::new(puzzle).engine(self)
    }

    /// Returns all solvers.
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

//! The registry of all solvers, by the names of their puzzles. A new puzzle family is one line here.

use std::sync::{Arc, LazyLock};

use puzzle::puzzle_names;
use search::Control;
use solver::store::Spec;
use solver::verify::{Verdict, VerifySpec};
use solver::{
    Error, Options, Purpose, PuzzleInfo, PuzzleRef, ScrambleSpec, Scrambler, Solver, SolverInfo, Store,
    StoredTable, Task, TaskSpec,
};

/// All solvers with the tables filled so far. Requests that share a registry share its tables.
pub struct Registry {
    solvers: Vec<Arc<dyn Solver>>,
}

impl Default for Registry {
    fn default() -> Self {
        Registry::new(&Store::nowhere())
    }
}

impl Registry {
    /// Creates all solvers without tables except those stored in `store`.
    ///
    /// ```
    /// let registry = deepen::Registry::new(&deepen::Store::nowhere());
    /// assert!(registry.find("3x3x3").is_some());
    /// assert!(registry.find("megaminx").is_some());
    /// ```
    pub fn new(store: &Store) -> Registry {
        let cubes = Arc::new(cube3::PhaseSolver::new());
        let shortest = Arc::new(cube3_optimal::Optimal::new(cubes.clone(), store));
        Registry {
            solvers: vec![
                Arc::new(sliding::SlidingSolver::new(store)),
                Arc::new(cube2::Cube2Solver::new()),
                Arc::new(cube3::Cube3Solver::new(cubes.clone(), shortest)),
                Arc::new(cube4::Cube4Solver::new(cubes)),
                Arc::new(shuffdle::ShuffdleSolver::new()),
                Arc::new(square1::Square1Solver::new()),
                Arc::new(twisty::TwistySolver::new()),
            ],
        }
    }

    /// Returns all solvers.
    pub fn solvers(&self) -> &[Arc<dyn Solver>] {
        &self.solvers
    }

    /// Returns the first solver that knows a puzzle by name, in any spelling.
    pub fn find(&self, name: &str) -> Option<&Arc<dyn Solver>> {
        self.named(name).next()
    }

    /// Returns all solvers that know a puzzle by name; the specialised ones come first.
    fn named(&self, name: &str) -> impl Iterator<Item = &Arc<dyn Solver>> {
        let name = puzzle_names::canonical(name).unwrap_or(name);
        let is_it = move |puzzle: &PuzzleInfo| puzzle.name.eq_ignore_ascii_case(name);
        self.solvers.iter().filter(move |solver| solver.puzzles().iter().any(is_it))
    }

    /// Returns the solver of a task: the first one that knows the puzzle and supports the task.
    ///
    /// # Errors
    /// If no puzzle has this name, or an option does not apply to it.
    pub fn solver_for(&self, spec: &TaskSpec) -> Result<Arc<dyn Solver>, Error> {
        let solver = match &spec.puzzle {
            PuzzleRef::Definition(_) => self.solvers.iter().find(|solver| solver.info().reads_definitions),
            PuzzleRef::Named(name) => self.named(name).find(|solver| solver.supports(spec)),
        };
        let solver = solver.or_else(|| match &spec.puzzle {
            PuzzleRef::Named(name) => self.find(name),
            PuzzleRef::Definition(_) => None,
        });
        let solver = solver.ok_or_else(|| self.unknown())?;
        self.check(&spec.options, solver.info(), spec.purpose)?;
        Ok(solver.clone())
    }

    /// Creates the task that all puzzles of a run share.
    ///
    /// # Errors
    /// If no puzzle has this name, an option does not apply to it, or a text cannot be parsed.
    pub fn task(&self, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        let solver = self.solver_for(spec)?;
        // Abbreviations of metrics are replaced by their names.
        let metric = spec.metric.as_deref().and_then(|name| {
            let metrics = self.solvers.iter().flat_map(|solver| solver.info().metrics);
            metrics.into_iter().find(|metric| metric.is_called(name)).map(|metric| metric.name.to_string())
        });
        match metric {
            Some(metric) if spec.metric.as_ref() != Some(&metric) => {
                solver.task(&TaskSpec { metric: Some(metric), ..spec.clone() })
            }
            _ => solver.task(spec),
        }
    }

    /// Creates a generator of random scrambles.
    ///
    /// # Errors
    /// If no puzzle has this name, an option does not apply to it, or a text cannot be parsed.
    pub fn scrambler(&self, spec: &ScrambleSpec, control: &Control<'_>) -> Result<Box<dyn Scrambler>, Error> {
        let solver = match &spec.puzzle {
            PuzzleRef::Definition(_) => self.solvers.iter().find(|solver| solver.info().reads_definitions),
            PuzzleRef::Named(name) => self.find(name),
        };
        let solver = solver.ok_or_else(|| self.unknown())?;
        self.check(&spec.options, solver.info(), Purpose::Scramble)?;
        self.check_format(spec.format.as_deref(), solver.info())?;
        solver.clone().scrambler(spec, control)
    }

    /// Checks that the solver declares the given solver-specific options.
    fn check(&self, options: &Options, info: &SolverInfo, purpose: Purpose) -> Result<(), Error> {
        let Err(error) = options.check(info.name, info.options, purpose) else { return Ok(()) };
        let is_known =
            |name: &str| info.options.iter().any(|o| o.name == name && o.purposes.contains(&purpose));
        let Some(name) = options.names().find(|name| !is_known(name)) else { return Err(error) };
        let declares = |other: &&Arc<dyn Solver>| {
            other.info().options.iter().any(|o| o.name == name && o.purposes.contains(&purpose))
        };
        let owners: Vec<&str> = self.solvers.iter().filter(declares).map(|other| other.info().name).collect();
        let option = format!("--{}", name.replace('_', "-"));
        Err(match owners.is_empty() {
            true => error,
            false => Error::usage(format!("{option} is for {}, not for {}", owners.join(" and "), info.name)),
        })
    }

    /// Checks that the solver has an output format for scrambles.
    fn check_format(&self, format: Option<&str>, info: &SolverInfo) -> Result<(), Error> {
        let Some(format) = format else { return Ok(()) };
        let names: Vec<&str> = info.formats.iter().map(|format| format.name).collect();
        let name = info.name;
        match &names[..] {
            [] => Err(Error::usage(format!("--format is not for {name}"))),
            names if names.contains(&format) => Ok(()),
            [first @ .., last] => {
                let expected = format!("{} or {last}", first.join(", "));
                Err(Error::usage(format!("--format {format} is not for {name}, expected {expected}")))
            }
        }
    }

    fn unknown(&self) -> Error {
        Error::usage(expected_names(self))
    }

    /// Returns the large tables that can be built in advance.
    pub fn stored_tables(&self) -> Vec<StoredTable> {
        self.solvers.iter().flat_map(|solver| solver.stored_tables()).collect()
    }

    /// Returns the stored table of a name: one of [`Self::stored_tables`], or one for an unusual puzzle.
    pub fn stored_table(&self, name: &str) -> Option<StoredTable> {
        self.solvers.iter().find_map(|solver| solver.stored_table(name))
    }

    /// Builds a table unless it is stored already. Returns true if the table is complete.
    pub fn build_table(&self, name: &str, control: &Control<'_>) -> bool {
        let owner = self.solvers.iter().find(|solver| solver.stored_table(name).is_some());
        owner.is_some_and(|solver| solver.build_table(name, control))
    }

    /// Checks a million random entries of a stored table by the laws of distances, or all if `is_full`. Returns None if
    /// no solver has such a table.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub fn verify_table(
        &self,
        name: &str,
        is_full: bool,
        control: &Control<'_>,
    ) -> Result<Option<Verdict>, Error> {
        let mut below = crate::answer::scramble::random_numbers()?;
        let mut spec = VerifySpec { is_full, below: &mut below };
        Ok(self.solvers.iter().find_map(|solver| solver.verify_table(name, &mut spec, control)))
    }
}

/// Returns the stored table of a name: the [catalog](Store::with_catalog) of this version.
pub fn catalog(name: &str) -> Option<Spec> {
    static REGISTRY: LazyLock<Registry> = LazyLock::new(Registry::default);
    // Aliases find a table as well, but a stored file has the table's own name.
    REGISTRY.stored_table(name).filter(|table| table.name() == name).map(|table| table.spec)
}

/// Returns the message that lists the accepted puzzle names.
pub fn expected_names(registry: &Registry) -> String {
    let special = registry.solvers().iter().filter(|solver| !solver.info().reads_definitions);
    let names: Vec<&str> = special.map(|solver| solver.info().name).collect();
    format!(
        "expected {}, an event like 333 or minx, a defined puzzle of `deepen list`, or a file like puzzle.tws",
        names.join(", ")
    )
}

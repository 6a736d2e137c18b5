//! Turns arguments into the request that every front end makes: names stay names, files are read.

use std::sync::Arc;

use deepen::front::{Plan, Request, RequestLimits};
use deepen::solver::{MethodSpec, Purpose, PuzzleRef, Solver, Task, TaskSpec, Text, method};
use deepen::{Error, Registry, Store, memory};

use crate::args::values::PuzzleArg;
use crate::args::{self, solver_options::SolverOptions};
use crate::{input, table_dir};

/// The request of a command, with its task.
pub struct CommandRequest {
    pub request: Request,
    /// The task that is common to all puzzles.
    pub task: Arc<dyn Task>,
    solver: Arc<dyn Solver>,
}

/// The arguments that commands have in common.
struct SharedArgs<'a> {
    puzzle: &'a PuzzleArg,
    inputs: &'a [String],
    goals: &'a [String],
    move_options: &'a args::MoveOptions,
    solver_options: &'a SolverOptions,
    purpose: Purpose,
    method: MethodSpec,
    limits: RequestLimits,
    threads: Option<usize>,
    store: Store,
}

impl CommandRequest {
    /// Reads the request of `deepen solve`.
    ///
    /// # Errors
    /// If a text cannot be read, or does not fit the puzzle.
    pub fn solve(args: &args::Solve) -> Result<CommandRequest, Error> {
        CommandRequest::new(SharedArgs {
            puzzle: &args.puzzle,
            inputs: &args.inputs,
            goals: &args.goal.goal,
            move_options: &args.move_options,
            solver_options: &args.solver_options,
            purpose: Purpose::Solve,
            method: method_spec(&args.method, &args.several),
            limits: limits(&args.limits, Some(args.several.max_solutions)),
            threads: threads(&args.threads),
            store: table_dir::store(&args.tables)?,
        })
    }

    /// Reads the request of `deepen batch`.
    ///
    /// # Errors
    /// If a text cannot be read, or does not fit the puzzle.
    pub fn batch(args: &args::Batch) -> Result<CommandRequest, Error> {
        CommandRequest::new(SharedArgs {
            puzzle: &args.puzzle,
            inputs: &args.inputs,
            goals: &args.goal.goal,
            move_options: &args.move_options,
            solver_options: &args.solver_options,
            purpose: Purpose::Batch,
            method: method_spec(&args.method, &args.several),
            limits: limits(&args.limits, Some(args.several.max_solutions)),
            threads: threads(&args.threads),
            store: table_dir::store(&args.tables)?,
        })
    }

    /// Reads the request of `deepen hint`.
    ///
    /// # Errors
    /// If a text cannot be read, or does not fit the puzzle.
    pub fn hint(args: &args::Hint) -> Result<CommandRequest, Error> {
        CommandRequest::new(SharedArgs {
            puzzle: &args.puzzle,
            inputs: &args.inputs,
            goals: &args.goal.goal,
            move_options: &args.move_options,
            solver_options: &args.solver_options,
            purpose: Purpose::Hint,
            method: MethodSpec::default(),
            limits: limits(&args.limits, None),
            threads: threads(&args.threads),
            store: Store::nowhere(),
        })
    }

    /// Reads the request of `deepen check`.
    ///
    /// # Errors
    /// If a text cannot be read, or does not fit the puzzle.
    pub fn check(args: &args::Check) -> Result<CommandRequest, Error> {
        CommandRequest::new(SharedArgs {
            puzzle: &args.puzzle,
            inputs: &args.inputs,
            goals: &args.goal.goal,
            move_options: &args.move_options,
            solver_options: &args.solver_options,
            purpose: Purpose::Check,
            method: MethodSpec { optimal: args.optimal, ..MethodSpec::default() },
            limits: limits(&args.limits, None),
            threads: threads(&args.threads),
            store: table_dir::store(&args.tables)?,
        })
    }

    /// Reads the request of `deepen compare`.
    ///
    /// # Errors
    /// If a text cannot be read, or does not fit the puzzle.
    pub fn compare(args: &args::Compare) -> Result<CommandRequest, Error> {
        CommandRequest::new(SharedArgs {
            puzzle: &args.puzzle,
            inputs: &args.inputs,
            goals: &args.goal.goal,
            move_options: &args.move_options,
            solver_options: &args.solver_options,
            purpose: Purpose::Compare,
            method: MethodSpec { weight: Some(args.weight), ..MethodSpec::default() },
            limits: limits(&args.limits, None),
            threads: Some(args.threads as usize),
            store: table_dir::store(&args.tables)?,
        })
    }

    /// Reads the request of `deepen count`.
    ///
    /// # Errors
    /// If a text cannot be read, or does not fit the puzzle.
    pub fn count(args: &args::Count) -> Result<CommandRequest, Error> {
        CommandRequest::new(SharedArgs {
            puzzle: &args.puzzle,
            inputs: &[],
            goals: &args.goal.goal,
            move_options: &args.move_options,
            solver_options: &args.solver_options,
            purpose: Purpose::Count,
            method: MethodSpec::default(),
            limits: limits(&args.limits, None),
            threads: None,
            store: Store::nowhere(),
        })
    }

    fn new(shared: SharedArgs<'_>) -> Result<CommandRequest, Error> {
        let SharedArgs {
            puzzle,
            inputs,
            goals,
            move_options,
            solver_options,
            purpose,
            method,
            limits,
            threads,
            store,
        } = shared;
        read_once(puzzle, inputs)?;
        let registry = Registry::new(&store);
        let mut spec = TaskSpec::new(input::puzzle(puzzle)?, purpose);
        if let PuzzleArg::Named { size, .. } = puzzle {
            spec.size = *size;
        }
        spec.metric = move_options.metric.clone();
        spec.moves = move_options.moves.clone();
        spec.options = solver_options.options_for(puzzle, purpose, goals, &input::text_or_file)?;
        spec.method = method;
        // The solver depends on the goals, and the solver decides which goals are files.
        spec.goals = goals.iter().map(Text::given).collect();
        let solver = registry.solver_for(&spec)?;
        spec.goals = goals.iter().map(|goal| input::goal(goal, &*solver)).collect::<Result<_, _>>()?;
        let task = solver.clone().task(&spec)?;
        let request = Request { task: spec, inputs: Vec::new(), limits, threads, store };
        Ok(CommandRequest { request, task, solver })
    }

    /// Returns the plan for every puzzle.
    ///
    /// # Errors
    /// If options contradict each other.
    pub fn plan(&self) -> Result<Plan, Error> {
        Plan::of_task(self.task.clone(), &self.request)
    }

    /// Reads the texts of INPUT.
    ///
    /// # Errors
    /// If one cannot be read.
    pub fn texts(&self, arguments: &[String]) -> Result<Vec<Text>, Error> {
        input::texts(&*self.task, &*self.solver, arguments)
    }

    /// Returns the solver of the puzzle.
    pub fn solver(&self) -> &dyn Solver {
        &*self.solver
    }
}

/// Checks that standard input is read once, as a definition or as positions.
fn read_once(puzzle: &PuzzleArg, inputs: &[String]) -> Result<(), Error> {
    let is_stdin = |input: &String| input == "-";
    match puzzle {
        PuzzleArg::File(file) if is_stdin(file) && inputs.iter().any(is_stdin) => {
            Err(Error::usage("- is both PUZZLE and INPUT, expected standard input for one of them"))
        }
        _ => Ok(()),
    }
}

fn method_spec(args: &args::Method, several: &args::Several) -> MethodSpec {
    MethodSpec {
        algorithm: args.algorithm.clone(),
        heuristic: Some(args.heuristic.clone()).filter(|name| name != method::AUTO),
        weight: args.weight,
        optimal: args.optimal,
        improve: args.improve,
        max_phase1: args.max_phase1,
        all: several.all,
        within: several.within,
        min_length: args.min_length,
    }
}

/// Returns the limits of a search.
pub fn limits(args: &args::Limits, max_solutions: Option<usize>) -> RequestLimits {
    if args.max_memory.is_none() && tracing::enabled!(tracing::Level::INFO) {
        let half = memory::show(memory::default_limit());
        tracing::info!("memory limit {half}, half of the free memory");
    }
    RequestLimits {
        max_length: args.max_length,
        timeout: args.timeout,
        max_nodes: args.max_nodes,
        max_memory: args.max_memory,
        memory_cap: None,
        max_solutions,
    }
}

/// Returns the number of threads.
pub fn threads(args: &args::Threads) -> Option<usize> {
    args.threads.map(|n| deepen::threads::fitting(n as usize))
}

/// Returns the puzzle of an argument: a name, or a file with a definition.
///
/// # Errors
/// If it is a file that cannot be read.
pub fn definition(argument: &str) -> Result<PuzzleRef, Error> {
    match deepen::puzzle::builtin::find(argument) {
        Some(_) => Ok(PuzzleRef::Named(argument.to_string())),
        None => Ok(PuzzleRef::Definition(input::file_text(argument)?)),
    }
}

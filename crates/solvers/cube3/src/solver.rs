//! The solver interface of the 3x3x3.

use std::sync::Arc;

use puzzle::Cube3;
use puzzle::parse::cube::is_stickers3;
use search::Control;
use solver::cube::{self, CubeQuery, goal_argument, parse_error};
use solver::task::goal_moves;
use solver::verify::{Verdict, VerifySpec};
use solver::{
    Error, Method, Purpose, Request, ScrambleSpec, Scrambler, Solver, SolverInfo, StoredTable, Task,
    TaskSpec, Text,
};

use crate::errors::Cube3Error;
use crate::info::{GOALS, INFO, table_name};
use crate::instance::Cube3Instance;
use crate::optimal_solver::OptimalSolver;
use crate::options::Cube3Options;
use crate::phase_solver::PhaseSolver;
use crate::reachability::Reachability;
use crate::scramble::RandomCubes;
use crate::steps::{StepGoal, StepInstance, StepQuery, StepSolver, StepTask, is_group};
use crate::task::Cube3Task;

/// Solves 3x3x3 cubes and steps on the way to a solved cube, and caches the tables.
pub struct Cube3Solver {
    pub(crate) phase_solver: Arc<PhaseSolver>,
    pub(crate) optimal: Arc<dyn OptimalSolver>,
    pub(crate) steps: StepSolver,
    pub(crate) reachability: Reachability,
}

impl Cube3Solver {
    /// Creates a solver that uses `phase_solver` for phases and `optimal` to prove shortest solutions.
    pub fn new(phase_solver: Arc<PhaseSolver>, optimal: Arc<dyn OptimalSolver>) -> Cube3Solver {
        Cube3Solver {
            phase_solver,
            optimal,
            steps: StepSolver::default(),
            reachability: Reachability::default(),
        }
    }

    /// Returns an instance for a query.
    pub fn instance(self: &Arc<Self>, query: CubeQuery<Cube3>) -> Cube3Instance {
        Cube3Instance::new(self.clone(), Arc::default(), query)
    }

    /// Returns a request to solve a query.
    pub fn request(self: &Arc<Self>, query: CubeQuery<Cube3>, method: Method) -> Request {
        self.request_with(query, method, Cube3Options::default())
    }

    /// Returns a request to solve a query with the given options.
    pub fn request_with(
        self: &Arc<Self>,
        query: CubeQuery<Cube3>,
        method: Method,
        options: Cube3Options,
    ) -> Request {
        let options = Arc::new(options);
        let any = CubeQuery { start: Cube3::SOLVED, ..query };
        let task = Cube3Task { solver: self.clone(), query: any, options, purpose: Purpose::Solve };
        let instance = Cube3Instance::new(self.clone(), task.options.clone(), query);
        Request { task: Arc::new(task), instance: Arc::new(instance), method }
    }

    /// Returns a request to solve a step.
    pub fn step_request(self: &Arc<Self>, query: &StepQuery, method: Method) -> Request {
        let any = StepQuery { start: Cube3::SOLVED, ..query.clone() };
        let options = Cube3Options { niss: query.niss, ..Cube3Options::default() };
        let task = StepTask { solver: self.clone(), query: any, options: Arc::new(options) };
        let instance = StepInstance::new(self.clone(), task.options.clone(), query.clone());
        Request { task: Arc::new(task), instance: Arc::new(instance), method }
    }
}

impl Solver for Cube3Solver {
    fn info(&self) -> &'static SolverInfo {
        &INFO
    }

    fn supports(&self, spec: &TaskSpec) -> bool {
        !cube::needs_definition(&spec.options)
    }

    /// A sticker pattern with dots could be mistaken for a file name with an extension.
    fn is_text(&self, argument: &str) -> bool {
        argument.chars().filter(|c| !c.is_whitespace()).count() == 54 && is_stickers3(argument)
    }

    fn task(self: Arc<Self>, spec: &TaskSpec) -> Result<Arc<dyn Task>, Error> {
        spec.options.check(INFO.name, INFO.options, spec.purpose)?;
        let goal = spec.one_goal(INFO.name)?;
        let (metric, turns) = (cube::metric(spec, &INFO)?, cube::turns(spec)?);
        if let Some(step) = goal.map(step_goal).transpose()?.flatten() {
            if spec.purpose == Purpose::Compare {
                return Err(Cube3Error::OneSearch.into());
            }
            let options = Arc::new(Cube3Options::of_spec(spec, true, || is_group(&step))?);
            let niss = options.niss;
            let query = StepQuery { start: Cube3::SOLVED, goal: Arc::new(step), metric, turns, niss };
            return Ok(Arc::new(StepTask { solver: self, query, options }));
        }
        let goal = goal.map_or(Ok(Cube3::SOLVED), |goal| cube::read_goal(goal, &GOALS))?;
        let options = Arc::new(Cube3Options::of_spec(spec, false, || goal == Cube3::SOLVED)?);
        let query = CubeQuery { start: Cube3::SOLVED, goal, metric, turns };
        Ok(Arc::new(Cube3Task { solver: self, query, options, purpose: spec.purpose }))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(RandomCubes::new(self, spec)?))
    }

    fn stored_tables(&self) -> Vec<StoredTable> {
        self.optimal.stored_tables()
    }

    fn stored_table(&self, name: &str) -> Option<StoredTable> {
        let name = table_name(name);
        self.stored_tables().into_iter().find(|table| table.name() == name)
    }

    fn build_table(&self, name: &str, control: &Control<'_>) -> bool {
        self.optimal.build_table(name, control)
    }

    fn verify_table(&self, name: &str, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Option<Verdict> {
        self.optimal.verify_table(name, spec, control)
    }
}

/// Parses a goal if it is a step by name, or stickers with wildcards.
fn step_goal(goal: &Text) -> Result<Option<StepGoal>, Error> {
    let argument = goal_argument(goal);
    if let Some(named) = StepGoal::named(argument.trim()) {
        return Ok(Some(named?));
    }
    if goal_moves(argument).is_some() || !is_stickers3(&goal.text) {
        return Ok(None);
    }
    let stickers = puzzle::parse::cube::stickers3(&goal.text).map_err(|error| {
        let name = goal.file.as_deref().unwrap_or("the goal");
        parse_error(Some(name), &error, None).hint(GOALS.hint)
    })?;
    Ok(Some(StepGoal::stickers(&stickers)))
}

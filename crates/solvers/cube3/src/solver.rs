//! The solver as front ends know it.

use std::sync::Arc;

use puzzle::Cube3;
use puzzle::parse::cube::is_stickers3;
use search::Control;
use solver::cube::{self, CubeQuery, goal_argument, parse_error};
use solver::task::goal_moves;
use solver::{
    Error, Method, Purpose, Request, ScrambleSpec, Scrambler, Solver, SolverInfo, StoredTable, Task,
    TaskSpec, Text,
};

use crate::context::Context;
use crate::cubes::Cubes;
use crate::errors::Cube3Error;
use crate::info::{GOALS, INFO};
use crate::instance::Cube3Instance;
use crate::reach::Reach;
use crate::scramble::RandomCubes;
use crate::shortest::Shortest;
use crate::steps::{StepGoal, StepInstance, StepTables, StepTask, Steps, is_group};
use crate::task::Cube3Task;

/// Solves 3x3x3 cubes, and steps on the way to a solved one, and keeps the tables it has made for them.
pub struct Cube3Solver {
    pub(crate) cubes: Arc<Cubes>,
    pub(crate) shortest: Arc<dyn Shortest>,
    pub(crate) steps: StepTables,
    pub(crate) reach: Reach,
}

impl Cube3Solver {
    /// Returns a solver by the phases of `cubes`; shortest solutions are proved by `shortest`.
    pub fn new(cubes: Arc<Cubes>, shortest: Arc<dyn Shortest>) -> Cube3Solver {
        Cube3Solver { cubes, shortest, steps: StepTables::default(), reach: Reach::default() }
    }

    /// Returns a cube to be solved.
    pub fn instance(self: &Arc<Self>, twist: CubeQuery<Cube3>) -> Cube3Instance {
        Cube3Instance::new(self.clone(), Arc::default(), twist)
    }

    /// Returns a request for a cube.
    pub fn request(self: &Arc<Self>, twist: CubeQuery<Cube3>, method: Method) -> Request {
        self.request_with(twist, method, Context::default())
    }

    /// Returns a request for a cube with options of the solver's own.
    pub fn request_with(
        self: &Arc<Self>,
        twist: CubeQuery<Cube3>,
        method: Method,
        context: Context,
    ) -> Request {
        let context = Arc::new(context);
        let any = CubeQuery { start: Cube3::SOLVED, ..twist };
        let task = Cube3Task { solver: self.clone(), twist: any, context, purpose: Purpose::Solve };
        let instance = Cube3Instance::new(self.clone(), task.context.clone(), twist);
        Request { task: Arc::new(task), instance: Arc::new(instance), method }
    }

    /// Returns a request for a step.
    pub fn step_request(self: &Arc<Self>, steps: &Steps, method: Method) -> Request {
        let any = Steps { start: Cube3::SOLVED, ..steps.clone() };
        let context = Context { niss: steps.niss, ..Context::default() };
        let task = StepTask { solver: self.clone(), steps: any, context: Arc::new(context) };
        let instance = StepInstance::new(self.clone(), task.context.clone(), steps.clone());
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

    /// A dot among stickers looks like the extension of a file.
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
            let context = Arc::new(Context::of_spec(spec, true, || is_group(&step))?);
            let niss = context.niss;
            let steps = Steps { start: Cube3::SOLVED, goal: Arc::new(step), metric, turns, niss };
            return Ok(Arc::new(StepTask { solver: self, steps, context }));
        }
        let goal = goal.map_or(Ok(Cube3::SOLVED), |goal| cube::read_goal(goal, &GOALS))?;
        let context = Arc::new(Context::of_spec(spec, false, || goal == Cube3::SOLVED)?);
        let twist = CubeQuery { start: Cube3::SOLVED, goal, metric, turns };
        Ok(Arc::new(Cube3Task { solver: self, twist, context, purpose: spec.purpose }))
    }

    fn scrambler(
        self: Arc<Self>,
        spec: &ScrambleSpec,
        _control: &Control<'_>,
    ) -> Result<Box<dyn Scrambler>, Error> {
        Ok(Box::new(RandomCubes::new(self, spec)?))
    }

    fn stored_tables(&self) -> Vec<StoredTable> {
        self.shortest.stored_tables()
    }

    fn build_table(&self, name: &str, control: &Control<'_>) -> bool {
        self.shortest.make_table(name, control)
    }
}

/// Reads a goal if it is a step by name or stickers of which some may be anything.
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

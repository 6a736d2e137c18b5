//! A cube to be brought into a set.

use std::fmt;
use std::sync::Arc;

use puzzle::parse::cube::Niss;
use puzzle::{Cube3, Turn};
use search::{Control, Executor, Move};
use solver::cube;
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use super::question::{Steps, replay};
use crate::context::{Context, numbers};
use crate::info::INFO;
use crate::solver::Cube3Solver;

/// A cube to be brought into a set.
#[derive(Clone)]
pub struct StepInstance {
    solver: Arc<Cube3Solver>,
    context: Arc<Context>,
    /// As it was read, before the moves that solutions go on from.
    scramble: Cube3,
    steps: Steps,
}

impl StepInstance {
    /// Returns a cube as it was read; `steps` are from there.
    pub(crate) fn new(solver: Arc<Cube3Solver>, context: Arc<Context>, steps: Steps) -> StepInstance {
        let scramble = steps.start;
        let steps = Steps { start: context.start(&scramble), ..steps };
        StepInstance { solver, context, scramble, steps }
    }

    /// Returns the cube with the set that it should come into.
    pub fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Returns what moves reach, where a set is the union of several.
    fn aim(&self, moves: &[Move]) -> Option<String> {
        Some(self.steps.spoken(moves).aim?.name().to_string())
    }

    /// Returns the turns on the scramble and on its inverse.
    fn turns(&self, moves: &[Move]) -> Niss {
        let spoken = self.steps.spoken(moves);
        Niss { normal: spoken.moves, inverse: spoken.inverse_moves }
    }
}

impl fmt::Debug for StepInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.fmt(f)
    }
}

fn names(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
}

impl Instance for StepInstance {
    fn check(&self, _method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        Ok(self.steps.check()?)
    }

    fn prepare(&self, _method: &Method, _demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.solver.steps.prepare(&self.steps, control);
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.steps.solve(&self.steps, method, executor, control))
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match replay(&self.steps, moves) {
            true => Replay::Solved,
            false => Replay::Unsolved,
        }
    }

    /// Moves on the scramble, then those on its inverse in brackets, as solvers of Fewest Moves write them.
    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.turns(moves).written())
    }

    fn write_json_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&names(&self.turns(moves).normal))
    }

    /// Any of the aims will do, so that the turns are made and the cube that is left is judged.
    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let Steps { metric, turns, .. } = self.steps;
        let turns = self.context.read_solution(text, turns)?;
        let cost = metric.cost(&numbers(&turns.normal)) + metric.cost(&numbers(&turns.inverse));
        let steps = Steps { start: turns.applied(&self.steps.start), ..self.steps.clone() };
        Ok(ReadMoves {
            instance: Some(Arc::new(StepInstance { steps, ..self.clone() })),
            moves: Vec::new(),
            cost_before: cost,
            note: self.context.note(text),
        })
    }

    fn metric(&self) -> &'static str {
        self.steps.metric.name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        let Niss { normal, inverse } = self.turns(moves);
        self.steps.metric.cost(&numbers(&normal)) + self.steps.metric.cost(&numbers(&inverse))
    }

    fn fields(&self) -> Vec<Field> {
        vec![("cube", self.scramble.to_facelets().into())]
    }

    fn label(&self) -> String {
        format!("{}, {}", INFO.name, self.metric())
    }

    fn key(&self) -> String {
        self.scramble.to_facelets()
    }

    fn solution_fields(&self, moves: &[Move]) -> Vec<Field> {
        let inverse = self.steps.niss.then(|| ("inverse_moves", names(&self.turns(moves).inverse).into()));
        let full_solution = self.full_solution(moves).map(|(text, _)| ("in_all", text.into()));
        let step = self.aim(moves).map(|aim| ("step", aim.into()));
        inverse.into_iter().chain(full_solution).chain(step).collect()
    }

    fn reached(&self, moves: &[Move]) -> Option<String> {
        self.aim(moves).filter(|_| self.steps.goal.aims().len() > 1)
    }

    fn full_solution(&self, moves: &[Move]) -> Option<(String, usize)> {
        self.context.full_solution(&self.turns(moves))
    }

    fn unsolvable_reason(&self) -> Option<&'static str> {
        Some("the turns that may be made cannot reach the goal")
    }

    fn show(&self, show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Err(cube::no_boards()),
            Show::Net { coloured } => Ok(cube::net(&self.steps.start.net(), coloured)),
        }
    }
}

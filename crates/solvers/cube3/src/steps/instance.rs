//! A cube with a step as its goal.

use std::fmt;
use std::sync::Arc;

use puzzle::parse::cube::Niss;
use puzzle::{Cube3, Turn};
use search::{Control, Executor, Move};
use solver::cube;
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use super::query::{StepQuery, replay};
use crate::info::INFO;
use crate::options::{Cube3Options, turn_moves};
use crate::solver::Cube3Solver;

/// A cube with a step as its goal.
#[derive(Clone)]
pub struct StepInstance {
    solver: Arc<Cube3Solver>,
    options: Arc<Cube3Options>,
    /// The cube as it was read, before the moves of the option `after`.
    scramble: Cube3,
    query: StepQuery,
}

impl StepInstance {
    /// Creates the instance; `query` starts at the cube as it was read.
    pub(crate) fn new(
        solver: Arc<Cube3Solver>,
        options: Arc<Cube3Options>,
        query: StepQuery,
    ) -> StepInstance {
        let scramble = query.start;
        let query = StepQuery { start: options.start(&scramble), ..query };
        StepInstance { solver, options, scramble, query }
    }

    /// Returns the query, which starts after the moves of the option `after`.
    pub fn query(&self) -> &StepQuery {
        &self.query
    }

    /// Returns the name of the target that moves reach.
    fn target(&self, moves: &[Move]) -> Option<String> {
        Some(self.query.decode(moves).target?.name().to_string())
    }

    /// Returns the turns on the scramble and on its inverse.
    fn turns(&self, moves: &[Move]) -> Niss {
        let decode = self.query.decode(moves);
        Niss { normal: decode.moves, inverse: decode.inverse_moves }
    }
}

impl fmt::Debug for StepInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.query.fmt(f)
    }
}

fn names(turns: &[Turn]) -> String {
    turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
}

impl Instance for StepInstance {
    fn check(&self, _method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        Ok(self.query.check()?)
    }

    fn prepare(&self, _method: &Method, _demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.solver.steps.prepare(&self.query, control);
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.steps.solve(&self.query, method, executor, control))
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match replay(&self.query, moves) {
            true => Replay::Solved,
            false => Replay::Unsolved,
        }
    }

    /// Writes moves on the scramble, then those on its inverse in brackets, as is usual in Fewest Moves.
    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&self.turns(moves).written())
    }

    fn write_json_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        out.write_str(&names(&self.turns(moves).normal))
    }

    /// Any target is accepted, so the turns are applied and the resulting cube is checked.
    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let StepQuery { metric, turns, .. } = self.query;
        let turns = self.options.read_solution(text, turns)?;
        let cost = metric.cost(&turn_moves(&turns.normal)) + metric.cost(&turn_moves(&turns.inverse));
        let query = StepQuery { start: turns.applied(&self.query.start), ..self.query.clone() };
        Ok(ReadMoves {
            instance: Some(Arc::new(StepInstance { query, ..self.clone() })),
            moves: Vec::new(),
            cost_before: cost,
            note: self.options.note(text),
        })
    }

    fn metric(&self) -> &'static str {
        self.query.metric.name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        let Niss { normal, inverse } = self.turns(moves);
        self.query.metric.cost(&turn_moves(&normal)) + self.query.metric.cost(&turn_moves(&inverse))
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
        let inverse = self.query.niss.then(|| ("inverse_moves", names(&self.turns(moves).inverse).into()));
        let full_solution = self.full_solution(moves).map(|(text, _)| ("in_all", text.into()));
        let step = self.target(moves).map(|target| ("step", target.into()));
        inverse.into_iter().chain(full_solution).chain(step).collect()
    }

    fn reached(&self, moves: &[Move]) -> Option<String> {
        self.target(moves).filter(|_| self.query.goal.targets().len() > 1)
    }

    fn full_solution(&self, moves: &[Move]) -> Option<(String, usize)> {
        self.options.full_solution(&self.turns(moves))
    }

    fn unsolvable_reason(&self) -> Option<&'static str> {
        Some("the turns that may be made cannot reach the goal")
    }

    fn show(&self, show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Err(cube::no_boards()),
            Show::Net { coloured } => Ok(cube::net(&self.query.start.net(), coloured)),
        }
    }
}

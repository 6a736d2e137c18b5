//! A 2x2x2 cube with its goal.

use std::fmt;
use std::sync::Arc;

use puzzle::{Cube2, Turn};
use search::{Control, Executor, Move};
use solver::cube::{self, CubeQuery};
use solver::input_text::parse_moves;
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use crate::info::INFO;
use crate::reachability::{check, replay, turn};
use crate::solver::Cube2Solver;

/// A 2x2x2 cube with its goal.
#[derive(Clone)]
pub struct Cube2Instance {
    pub(crate) solver: Arc<Cube2Solver>,
    pub(crate) query: CubeQuery<Cube2>,
}

impl Cube2Instance {
    /// Returns the query.
    pub fn query(&self) -> &CubeQuery<Cube2> {
        &self.query
    }
}

impl fmt::Debug for Cube2Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.query.fmt(f)
    }
}

impl Instance for Cube2Instance {
    fn check(&self, _method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        Ok(check(&self.query)?)
    }

    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.solver.tables.prepare(&self.query, method, demand, control.observer);
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.tables.solve(&self.query, method, executor, control))
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match replay(&self.query, moves) {
            true => Replay::Solved,
            false => Replay::Unsolved,
        }
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        cube::write_joined(moves.iter().map(|&mv| turn(mv).name()), out)
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let name = |turn: Turn| (Move(turn.index() as u16), turn.name().to_string());
        Ok(parse_moves(text, &Turn::all().map(name).collect::<Vec<_>>(), true)?.into())
    }

    fn metric(&self) -> &'static str {
        self.query.metric.name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        self.query.metric.cost(moves)
    }

    fn fields(&self) -> Vec<Field> {
        vec![("cube", self.query.start.to_facelets().into())]
    }

    fn label(&self) -> String {
        format!("{}, {}", INFO.name, self.metric())
    }

    fn key(&self) -> String {
        self.query.start.to_facelets()
    }

    fn show(&self, show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Err(cube::no_boards()),
            Show::Net { coloured } => Ok(cube::net(&self.query.start.net(), coloured)),
        }
    }

    fn is_large(&self) -> bool {
        false
    }
}

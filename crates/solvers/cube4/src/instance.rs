//! A cube to solve.

use std::fmt;
use std::sync::Arc;

use puzzle::{Cube4, Turn4};
use search::{Control, Executor, Move};
use solver::cube;
use solver::input_text::parse_moves;
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use crate::info::{INFO, METRIC};
use crate::reduction::{replay, turn};
use crate::solver::Cube4Solver;

/// A cube to solve: every face is to have one colour.
#[derive(Clone)]
pub struct Cube4Instance {
    pub(crate) solver: Arc<Cube4Solver>,
    pub(crate) cube: Cube4,
}

impl Cube4Instance {
    /// Returns the cube.
    pub fn cube(&self) -> &Cube4 {
        &self.cube
    }
}

impl fmt::Debug for Cube4Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cube.fmt(f)
    }
}

impl Instance for Cube4Instance {
    /// Every cube that can be parsed can be solved.
    fn check(&self, _method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        Ok(())
    }

    fn prepare(&self, _method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.solver.reduction.prepare(&self.cube, demand, control);
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        _executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.reduction.solve(&self.cube, method, control))
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match replay(&self.cube, moves) {
            true => Replay::Solved,
            false => Replay::Unsolved,
        }
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        cube::write_joined(moves.iter().map(|&mv| turn(mv)), out)
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let all = (0..Turn4::COUNT as u16).map(Move).map(|mv| (mv, turn(mv).to_string()));
        Ok(parse_moves(text, &all.collect::<Vec<_>>(), true)?.into())
    }

    fn metric(&self) -> &'static str {
        METRIC
    }

    fn fields(&self) -> Vec<Field> {
        vec![("cube", self.cube.to_facelets().into())]
    }

    fn label(&self) -> String {
        format!("{}, {METRIC}", INFO.name)
    }

    fn key(&self) -> String {
        self.cube.to_facelets()
    }

    fn show(&self, show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Err(cube::no_boards()),
            Show::Net { coloured } => Ok(cube::net(&self.cube.net(), coloured)),
        }
    }
}

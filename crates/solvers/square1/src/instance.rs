//! One position of Square-1 to solve.

use std::fmt;
use std::sync::Arc;

use puzzle::Square1;
use puzzle::parse::square1;
use puzzle::square1::Steps;
use search::{Control, Cost, Executor, Move};
use solver::{Algorithm, Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome};

use crate::errors::{Square1Error, parse_error};
use crate::info::NAME;
use crate::moves;
use crate::solver::Square1Solver;
use crate::{Square1Metric, Square1Query};

/// One position of Square-1 to solve, with its solver.
#[derive(Clone, Debug)]
pub struct Square1Instance {
    solver: Arc<Square1Solver>,
    query: Square1Query,
}

impl Square1Instance {
    pub(crate) fn new(solver: Arc<Square1Solver>, query: Square1Query) -> Square1Instance {
        Square1Instance { solver, query }
    }

    /// Returns the query: start and metric.
    pub fn query(&self) -> &Square1Query {
        &self.query
    }
}

impl Instance for Square1Instance {
    fn check(&self, method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        match (self.query.metric, method.algorithm) {
            (Square1Metric::FaceTurn, Algorithm::TWO_PHASE) => Err(Square1Error::TwistsOnly.into()),
            _ => Ok(()),
        }
    }

    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.solver.dispatcher.prepare(&self.query, method, demand, control);
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.dispatcher.solve(&self.query, method, executor, control))
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        let mut state = self.query.start;
        for (at, &mv) in moves.iter().enumerate() {
            match moves::apply(&state, mv) {
                Some(next) => state = next,
                None => return Replay::Impossible { at },
            }
        }
        if state == Square1::SOLVED { Replay::Solved } else { Replay::Unsolved }
    }

    fn least_cost(&self) -> Cost {
        let is_free = self.query.metric == Square1Metric::Twist && self.query.start.last_turn().is_some();
        Cost::from(!is_free && self.query.start != Square1::SOLVED)
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        for (i, &mv) in moves.iter().enumerate() {
            let steps: Vec<_> = moves::steps(mv).collect();
            let space = if i > 0 { " " } else { "" };
            write!(out, "{space}{}", Steps(&steps))?;
        }
        Ok(())
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let steps = square1::steps(text).map_err(|error| parse_error(Some("the solution"), &error))?;
        Ok(moves::from_steps(steps.into_iter().map(|(step, _)| step)).into())
    }

    fn metric(&self) -> &'static str {
        self.query.metric.name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        moves.iter().map(|&mv| u64::from(moves::cost(self.query.metric, mv))).sum()
    }

    fn fields(&self) -> Vec<Field> {
        vec![("position", self.query.start.to_string().into())]
    }

    fn label(&self) -> String {
        format!("{NAME}, {}", self.metric())
    }

    fn key(&self) -> String {
        self.query.start.to_string()
    }

    fn show(&self, _show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        Err(Error::usage("--show is for boards and cubes"))
    }
}

//! A 3x3x3 cube with its goal.

use std::fmt;
use std::sync::Arc;

use puzzle::parse::cube::Niss;
use puzzle::{Cube3, Turn};
use search::{Control, Executor, Move};
use solver::cube::{self, CubeQuery, CubeQueryError, Metric};
use solver::{
    Algorithm, Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome, UpToSymmetry,
};

use crate::info::INFO;
use crate::moves::turns_of;
use crate::options::{Cube3Options, turn_moves};
use crate::reachability::replay;
use crate::solution_symmetry::SolutionSymmetry;
use crate::solver::Cube3Solver;

/// A 3x3x3 cube with its goal.
#[derive(Clone)]
pub struct Cube3Instance {
    solver: Arc<Cube3Solver>,
    options: Arc<Cube3Options>,
    /// The cube as it was read, before the moves of the option `after`.
    scramble: Cube3,
    query: CubeQuery<Cube3>,
}

impl Cube3Instance {
    /// Creates the instance; `query` starts at the cube as it was read.
    pub(crate) fn new(
        solver: Arc<Cube3Solver>,
        options: Arc<Cube3Options>,
        query: CubeQuery<Cube3>,
    ) -> Cube3Instance {
        let scramble = query.start;
        let query = CubeQuery { start: options.start(&scramble), ..query };
        Cube3Instance { solver, options, scramble, query }
    }

    /// Returns the query, which starts after the moves of the option `after`.
    pub fn query(&self) -> &CubeQuery<Cube3> {
        &self.query
    }

    fn proves_optimal(method: &Method) -> bool {
        method.algorithm == Algorithm::IDA_STAR
    }
}

impl fmt::Debug for Cube3Instance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.query.fmt(f)
    }
}

impl Instance for Cube3Instance {
    fn check(&self, method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        let metric = self.query.metric;
        if metric == Metric::Axial && Cube3Instance::proves_optimal(method) {
            let reason = "shortest solutions are searched in half turns or quarter turns";
            return Err(CubeQueryError::ForeignMetric { metric, puzzle: INFO.name, reason }.into());
        }
        Ok(self.solver.reachability.check(&self.query)?)
    }

    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        match Cube3Instance::proves_optimal(method) {
            true => self.solver.optimal.prepare(&self.query, method, demand, control),
            false => self.solver.phase_solver.prepare(&self.query, method, demand, control),
        }
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        let mut found = match Cube3Instance::proves_optimal(method) {
            true => self.solver.optimal.solve(&self.query, method, executor, control),
            false => self.solver.phase_solver.solve(&self.query, method, control),
        };
        if self.options.up_to_symmetry {
            let solutions = &mut found.answer.solutions;
            let n_compared = solutions.len() as u64;
            SolutionSymmetry::of(&self.query).retain_representatives(solutions);
            found.up_to_symmetry = Some(UpToSymmetry { n_sets: solutions.len() as u64, n_compared });
        }
        Ok(found)
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        match replay(&self.query, moves) {
            true => Replay::Solved,
            false => Replay::Unsolved,
        }
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        let metric = self.query.metric;
        cube::write_joined(moves.iter().map(|&mv| TurnGroup(turns_of(metric, mv))), out)
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let turns = self.options.read_solution(text, self.query.turns)?;
        let (moves, inverse) = (turn_moves(&turns.normal), turn_moves(&turns.inverse));
        let start = Niss { normal: Vec::new(), ..turns }.applied(&self.query.start);
        let left = Cube3Instance { query: CubeQuery { start, ..self.query }, ..self.clone() };
        Ok(ReadMoves {
            instance: Some(Arc::new(left)),
            moves,
            cost_before: self.query.metric.cost(&inverse),
            note: self.options.note(text),
        })
    }

    fn metric(&self) -> &'static str {
        self.query.metric.name()
    }

    fn cost(&self, moves: &[Move]) -> u64 {
        self.query.metric.cost(moves)
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
        self.full_solution(moves).map(|(text, _)| ("in_all", text.into())).into_iter().collect()
    }

    fn full_solution(&self, moves: &[Move]) -> Option<(String, usize)> {
        let metric = self.query.metric;
        let turns: Vec<Turn> = moves.iter().flat_map(|&mv| turns_of(metric, mv)).copied().collect();
        self.options.linear_full_solution(&turns)
    }

    fn show(&self, show: Show, _moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Err(cube::no_boards()),
            Show::Net { coloured } => Ok(cube::net(&self.query.start.net(), coloured)),
        }
    }
}

/// The turns of one move; several turns are written as a group in brackets.
struct TurnGroup<'a>(&'a [Turn]);

impl fmt::Display for TurnGroup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [turn] => f.write_str(turn.name()),
            turns => {
                let names: Vec<&str> = turns.iter().map(|turn| turn.name()).collect();
                write!(f, "({})", names.join(" "))
            }
        }
    }
}

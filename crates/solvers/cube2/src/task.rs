//! A task of the 2x2x2: all that the cubes of a run have in common.

use std::sync::Arc;

use puzzle::Cube2;
use search::Control;
use solver::cube::{self, CubeQuery};
use solver::{
    CountResult, CountSpec, Entry, Error, Field, Heuristic, Input, Instance, SolverInfo, Task, Text,
};

use crate::count::count;
use crate::info::{EXACT, INFO, PATTERN};
use crate::reachability::check;
use crate::solver::Cube2Solver;

/// Cubes with one goal, metric and set of turns.
pub struct Cube2Task {
    pub(crate) solver: Arc<Cube2Solver>,
    /// The query without a particular start.
    pub(crate) query: CubeQuery<Cube2>,
}

impl Cube2Task {
    fn instance(&self, start: Cube2) -> Arc<dyn Instance> {
        Arc::new(self.solver.instance(CubeQuery { start, ..self.query }))
    }
}

impl Task for Cube2Task {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn has_puzzle_on_each_line(&self) -> bool {
        true
    }

    fn goal_name(&self) -> String {
        match self.query.goal.is_solved() {
            true => "solved".to_string(),
            false => self.query.goal.to_facelets(),
        }
    }

    fn notes(&self) -> Vec<String> {
        cube::notes(self.query.metric, self.query.turns)
    }

    fn fields(&self) -> Vec<Field> {
        cube::turn_fields(self.query.turns)
    }

    fn key(&self) -> String {
        cube::key(&self.goal_name(), &self.query).finish()
    }

    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![PATTERN, EXACT], vec![PATTERN])
    }

    fn read(&self, input: &Input<'_>) -> Vec<Entry> {
        cube::read(input, &|start| self.instance(start))
    }

    fn read_line(&self, source: &Text, line: usize, text: &str) -> Vec<Entry> {
        vec![cube::read_line(source, line, text, &|start| self.instance(start))]
    }

    fn join_words(&self, arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        cube::join_words(arguments, is_file)
    }

    fn count(&self, _asked: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error> {
        check(&self.query)?;
        let census = count(&self.query, control)?;
        Ok(cube::count_result(census, self.query.metric, self.query.turns))
    }
}

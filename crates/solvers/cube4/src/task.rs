//! A task: the options common to all cubes of a run.

use std::sync::Arc;

use puzzle::Cube4;
use search::Control;
use solver::KeyText;
use solver::cube::{self, CubeQueryError};
use solver::{CountResult, CountSpec, Entry, Error, Heuristic, Input, Instance, SolverInfo, Task, Text};

use crate::info::INFO;
use crate::solver::Cube4Solver;

/// Task of solving 4x4x4 cubes.
pub struct Cube4Task {
    pub(crate) solver: Arc<Cube4Solver>,
}

impl Cube4Task {
    fn instance(&self, cube: Cube4) -> Arc<dyn Instance> {
        Arc::new(self.solver.instance(cube))
    }
}

impl Task for Cube4Task {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn has_puzzle_on_each_line(&self) -> bool {
        true
    }

    fn goal_name(&self) -> String {
        "solved".to_string()
    }

    fn key(&self) -> String {
        KeyText::new().line("goal", self.goal_name()).finish()
    }

    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (Vec::new(), Vec::new())
    }

    fn read(&self, input: &Input<'_>) -> Vec<Entry> {
        cube::read(input, &|cube| self.instance(cube))
    }

    fn read_line(&self, source: &Text, line: usize, text: &str) -> Vec<Entry> {
        vec![cube::read_line(source, line, text, &|cube| self.instance(cube))]
    }

    fn join_words(&self, arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        cube::join_words(arguments, is_file)
    }

    fn count(&self, _asked: &CountSpec, _control: &Control<'_>) -> Result<CountResult, Error> {
        Err(CubeQueryError::TooMany(INFO.name).into())
    }
}

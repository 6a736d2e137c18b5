//! A task of steps: all that the cubes of a run have in common.

use std::sync::Arc;

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::Control;
use solver::KeyText;
use solver::cube::{self, CubeQueryError};
use solver::{
    AlgorithmInfo, CountResult, CountSpec, Entry, Error, Field, Heuristic, HeuristicInfo, Input, Instance,
    SolverInfo, Task, Text,
};

use super::instance::StepInstance;
use super::query::StepQuery;
use crate::info::{INFO, PATTERN, STEP_ALGORITHMS, STEP_HEURISTICS};
use crate::options::Cube3Options;
use crate::solver::Cube3Solver;

/// Cubes to be brought into one set.
pub struct StepTask {
    pub(crate) solver: Arc<Cube3Solver>,
    /// The query without a particular start.
    pub(crate) query: StepQuery,
    pub(crate) options: Arc<Cube3Options>,
}

impl StepTask {
    fn instance(&self, start: Cube3) -> Arc<dyn Instance> {
        let query = StepQuery { start, ..self.query.clone() };
        Arc::new(StepInstance::new(self.solver.clone(), self.options.clone(), query))
    }
}

impl Task for StepTask {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn has_puzzle_on_each_line(&self) -> bool {
        true
    }

    fn subject(&self) -> &str {
        "steps of the 3x3x3"
    }

    fn goal_name(&self) -> String {
        self.query.goal.name().to_string()
    }

    fn goal_description(&self) -> String {
        self.query.goal.description()
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = cube::notes(self.query.metric, self.query.turns);
        if self.query.niss {
            notes.push("both sides".to_string());
        }
        notes
    }

    fn fields(&self) -> Vec<Field> {
        cube::turn_fields(self.query.turns)
    }

    fn key(&self) -> String {
        let StepQuery { metric, turns, .. } = self.query;
        let text = KeyText::new().line("goal", self.goal_name()).line("metric", metric.name());
        self.options.key(text.optional("moves", Some(turns).filter(|&turns| turns != TurnSet::ALL)))
    }

    fn algorithms(&self) -> &'static [AlgorithmInfo] {
        &STEP_ALGORITHMS
    }

    fn heuristics(&self) -> &'static [HeuristicInfo] {
        &STEP_HEURISTICS
    }

    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![PATTERN], vec![PATTERN])
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

    fn count(&self, _asked: &CountSpec, _control: &Control<'_>) -> Result<CountResult, Error> {
        Err(CubeQueryError::SeveralGoals.into())
    }
}

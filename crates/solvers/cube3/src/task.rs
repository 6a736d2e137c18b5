//! What is asked of all cubes of a run.

use std::sync::Arc;

use puzzle::Cube3;
use search::Control;
use solver::cube::{self, CubeQuery, CubeQueryError, Metric};
use solver::{
    Algorithm, CountResult, CountSpec, Entry, Error, Field, Heuristic, Input, Instance, LimitsSpec, Method,
    MethodHints, Purpose, SolverInfo, Task, Text,
};

use crate::context::Context;
use crate::count::count;
use crate::errors::Cube3Error;
use crate::info::{INFO, INSTANT, PATTERN};
use crate::instance::Cube3Instance;
use crate::solver::Cube3Solver;

/// The most solutions that are compared by symmetry: some hundred bytes each.
const COMPARED: usize = 1_000_000;

/// Cubes with one goal, metric and set of turns.
pub struct Cube3Task {
    pub(crate) solver: Arc<Cube3Solver>,
    /// The start is that of no cube in particular.
    pub(crate) twist: CubeQuery<Cube3>,
    pub(crate) context: Arc<Context>,
    pub(crate) purpose: Purpose,
}

impl Cube3Task {
    fn instance(&self, start: Cube3) -> Arc<dyn Instance> {
        let twist = CubeQuery { start, ..self.twist };
        Arc::new(Cube3Instance::new(self.solver.clone(), self.context.clone(), twist))
    }
}

impl Task for Cube3Task {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn has_puzzle_on_each_line(&self) -> bool {
        true
    }

    fn has_small_tables(&self, method: &Method) -> bool {
        method.algorithm == Algorithm::TWO_PHASE && method.max_phase1.is_none()
    }

    fn goal_name(&self) -> String {
        match self.twist.goal == Cube3::SOLVED {
            true => "solved".to_string(),
            false => self.twist.goal.to_facelets(),
        }
    }

    fn notes(&self) -> Vec<String> {
        cube::notes(self.twist.metric, self.twist.turns)
    }

    fn fields(&self) -> Vec<Field> {
        cube::turn_fields(self.twist.turns)
    }

    fn key(&self) -> String {
        self.context.key(cube::key(&self.goal_name(), &self.twist))
    }

    fn default_algorithm(&self, hints: MethodHints) -> Algorithm {
        let is_proved = hints.optimal || hints.several || hints.has_heuristic;
        match (self.purpose, self.twist.metric) {
            _ if hints.hint => Algorithm::IDA_STAR,
            (Purpose::Check, _) if hints.optimal => Algorithm::IDA_STAR,
            // Only rounds prove and find all; the phases are for anything else.
            (_, Metric::HalfTurn | Metric::QuarterTurn) if is_proved => Algorithm::IDA_STAR,
            _ => Algorithm::TWO_PHASE,
        }
    }

    fn fallback_algorithm(&self) -> Option<Algorithm> {
        Some(Algorithm::TWO_PHASE)
    }

    fn apply_limits(&self, method: &mut Method, limits: &LimitsSpec) -> Result<(), Error> {
        if self.context.up_to_symmetry && !method.wants_several() {
            return Err(Cube3Error::NothingToCompare.into());
        }
        let is_solved = Purpose::SOLVING.contains(&self.purpose);
        if is_solved && method.algorithm == Algorithm::IDA_STAR {
            method.heuristic = self.solver.shortest.fit(method.heuristic, limits)?;
        }
        Ok(())
    }

    fn n_stored(&self, shown: usize) -> usize {
        if self.context.up_to_symmetry { COMPARED } else { shown }
    }

    /// One table is enough to compare searches by; the others take more time to make than the searches.
    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![INSTANT], vec![PATTERN])
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

    fn count(&self, asked: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error> {
        if asked.is_endless {
            return Err(Error::from(CubeQueryError::TooMany(INFO.name)).hint("try --max-length 6"));
        }
        let census = count(&self.twist, control)?;
        Ok(cube::count_result(census, self.twist.metric, self.twist.turns))
    }
}

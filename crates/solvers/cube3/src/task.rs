//! A task of the 3x3x3: all that the cubes of a run have in common.

use std::sync::Arc;

use puzzle::Cube3;
use search::Control;
use solver::cube::{self, CubeQuery, CubeQueryError, Metric};
use solver::{
    Algorithm, CountResult, CountSpec, Entry, Error, Field, Heuristic, Input, Instance, LimitsSpec, Method,
    MethodHints, Purpose, SolverInfo, Task, Text,
};

use crate::count::count;
use crate::errors::Cube3Error;
use crate::info::{COSET_H0, INFO, PATTERN};
use crate::instance::Cube3Instance;
use crate::options::Cube3Options;
use crate::phase_solver::PhaseSolver;
use crate::solver::Cube3Solver;

/// The most solutions that are compared by symmetry: some hundred bytes each.
const MAX_COMPARED: usize = 1_000_000;

/// Cubes with one goal, metric and set of turns.
pub struct Cube3Task {
    pub(crate) solver: Arc<Cube3Solver>,
    /// The query without a particular start.
    pub(crate) query: CubeQuery<Cube3>,
    pub(crate) options: Arc<Cube3Options>,
    pub(crate) purpose: Purpose,
}

impl Cube3Task {
    fn instance(&self, start: Cube3) -> Arc<dyn Instance> {
        let query = CubeQuery { start, ..self.query };
        Arc::new(Cube3Instance::new(self.solver.clone(), self.options.clone(), query))
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
        match self.query.goal == Cube3::SOLVED {
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
        self.options.key(cube::key(&self.goal_name(), &self.query))
    }

    fn default_algorithm(&self, hints: MethodHints) -> Algorithm {
        let is_proved = hints.optimal || hints.several || hints.has_heuristic;
        match (self.purpose, self.query.metric) {
            _ if hints.hint => Algorithm::IDA_STAR,
            (Purpose::Check, _) if hints.optimal => Algorithm::IDA_STAR,
            // Only IDA* proves and finds all solutions; phases serve everything else.
            (_, Metric::HalfTurn | Metric::QuarterTurn) if is_proved => Algorithm::IDA_STAR,
            _ => Algorithm::TWO_PHASE,
        }
    }

    fn fallback_algorithm(&self) -> Option<Algorithm> {
        Some(Algorithm::TWO_PHASE)
    }

    fn apply_limits(&self, method: &mut Method, limits: &LimitsSpec) -> Result<(), Error> {
        if self.options.up_to_symmetry && !method.wants_several() {
            return Err(Cube3Error::NothingToCompare.into());
        }
        let is_solved = Purpose::SOLVING.contains(&self.purpose);
        if is_solved && method.algorithm == Algorithm::IDA_STAR {
            method.heuristic = self.solver.optimal.fit(method.heuristic, limits)?;
        }
        if let (true, Some(allowed)) = (is_solved, limits.memory_bound()) {
            let algorithm = method.algorithm;
            let needed = PhaseSolver::needed_bytes(algorithm, self.query.metric);
            if needed > allowed {
                return Err(Cube3Error::NotEnoughMemory { algorithm, needed, allowed }.into());
            }
        }
        Ok(())
    }

    fn n_stored(&self, shown: usize) -> usize {
        if self.options.up_to_symmetry { MAX_COMPARED } else { shown }
    }

    /// One table is enough to compare searches; the others take longer to build than the searches.
    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![COSET_H0], vec![PATTERN])
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
        let census = count(&self.query, control)?;
        Ok(cube::count_result(census, self.query.metric, self.query.turns))
    }
}

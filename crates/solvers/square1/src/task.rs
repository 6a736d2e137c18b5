//! A task: the options that all positions of one run share.

use std::sync::Arc;

use puzzle::parse::square1::{self, Square1Error};
use search::Control;
use solver::KeyText;
use solver::{
    Algorithm, CountResult, CountSpec, Entry, Error, Heuristic, Input, Instance, MethodHints, SolverInfo,
    Task, TaskSpec, input_text,
};

use crate::count::count;
use crate::errors::parse_error;
use crate::info::{HASHED, INFO, NAME};
use crate::solver::Square1Solver;
use crate::{Square1Metric, Square1Query};

/// The options that all positions of one run share.
pub struct Square1Task {
    solver: Arc<Square1Solver>,
    metric: Square1Metric,
}

impl Square1Task {
    /// Returns the task of a metric.
    pub(crate) fn new(solver: Arc<Square1Solver>, metric: Square1Metric) -> Square1Task {
        Square1Task { solver, metric }
    }

    /// Reads a task from its options. Square-1 has no goal but the solved position, and no subset of its moves.
    pub(crate) fn read(solver: Arc<Square1Solver>, spec: &TaskSpec) -> Result<Square1Task, Error> {
        spec.options.check(NAME, INFO.options, spec.purpose)?;
        let given = [("--goal", spec.has_goal()), ("--moves", spec.moves.is_some())];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(Error::usage(format!("{NAME} takes no {option}"))
                .hint("its definition does: deepen convert square-1 --to tws, then solve that file"));
        }
        let metric = match spec.metric.as_deref() {
            None => Square1Metric::default(),
            Some(name) => {
                let found = Square1Metric::ALL.into_iter().find(|metric| metric.name() == name);
                let message = || format!("the metric {name} is not for {NAME}, expected twist or face-turn");
                found.ok_or_else(|| Error::usage(message()))?
            }
        };
        Ok(Square1Task::new(solver, metric))
    }

    fn entry(&self, read: Result<square1::Entry, Square1Error>, input: &Input<'_>) -> Entry {
        let (line, column) = match &read {
            Ok(entry) => (entry.line, None),
            Err(error) => (error.place.line, Some(error.place.column)),
        };
        let puzzle = match read {
            Ok(entry) => {
                let query = Square1Query { start: entry.state, metric: self.metric };
                Ok(self.solver.instance(query) as Arc<dyn Instance>)
            }
            Err(error) => Err(parse_error(input.source.display_name(), &error)),
        };
        Entry { column, ..Entry::new(line, puzzle) }
    }
}

impl Task for Square1Task {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn goal_name(&self) -> String {
        "solved".to_string()
    }

    fn key(&self) -> String {
        KeyText::new().line("metric", self.metric.name()).finish()
    }

    /// Two phases count twists and prove little, so any request for a proof or another metric uses IDA*.
    fn default_algorithm(&self, hints: MethodHints) -> Algorithm {
        let needs_rounds = hints.optimal || hints.several || hints.has_heuristic || hints.hint;
        match self.metric {
            Square1Metric::Twist if !needs_rounds => Algorithm::TWO_PHASE,
            _ => Algorithm::IDA_STAR,
        }
    }

    fn fallback_algorithm(&self) -> Option<Algorithm> {
        (self.metric == Square1Metric::Twist).then_some(Algorithm::TWO_PHASE)
    }

    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![HASHED], vec![HASHED])
    }

    fn read(&self, input: &Input<'_>) -> Vec<Entry> {
        if input.is_one
            && let Ok(entry) = square1::only_puzzle(input.text)
        {
            return vec![self.entry(Ok(entry), input)];
        }
        square1::puzzles(input.text).into_iter().map(|read| self.entry(read, input)).collect()
    }

    fn join_words(&self, arguments: &[String], _is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        // Moves, even if a file called `/` exists.
        input_text::join_args(arguments, |word| is_moves(word) && !word.contains(char::is_whitespace))
    }

    fn count(&self, _asked: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error> {
        let (census, metric) = (count(self.metric, control), self.metric.name());
        Ok(CountResult::Positions { census, size: None, metric, group_order: None, what: metric.to_string() })
    }
}

/// True if a text can only be moves of Square-1.
pub fn is_moves(text: &str) -> bool {
    let is_move =
        |c: char| c.is_ascii_digit() || c.is_whitespace() || matches!(c, '(' | ')' | ',' | '-' | '/');
    text != "-" && !text.is_empty() && text.chars().all(is_move)
}

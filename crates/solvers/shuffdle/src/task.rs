//! A task: the goal lines shared by all boards of a run.

use std::sync::Arc;

use puzzle::parse::shuffdle::{self, ShuffdleError as Unread, puzzles};
use puzzle::shuffdle::{CELLS, Lines, SIDE, Shuffdle, Word};
use search::Control;
use serde_json::Value;
use solver::KeyText;
use solver::{
    Algorithm, CountResult, CountSpec, Entry, Error, Heuristic, Input, Instance, MethodHints, SolverInfo,
    Task, TaskSpec, input_text,
};

use crate::errors::ShuffdleError;
use crate::info::{HARD, INFO, NAME, P1, PATH_CLEARING};
use crate::instance::ShuffdleInstance;
use crate::solver::ShuffdleSolver;
use crate::word_puzzle::WordPuzzle;

/// The lines in which the words of a run may be spelled.
pub struct ShuffdleTask {
    solver: Arc<ShuffdleSolver>,
    lines: Lines,
}

impl ShuffdleTask {
    /// Returns the task of spelling words along one of some lines.
    pub fn new(solver: Arc<ShuffdleSolver>, lines: Lines) -> ShuffdleTask {
        ShuffdleTask { solver, lines }
    }

    /// Parses a task request.
    pub(crate) fn of_spec(solver: Arc<ShuffdleSolver>, spec: &TaskSpec) -> Result<ShuffdleTask, Error> {
        spec.options.check(NAME, INFO.options, spec.purpose)?;
        let goal = spec.one_goal(NAME)?;
        let given = [("--metric", spec.metric.is_some()), ("--moves", spec.moves.is_some())];
        if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
            return Err(ShuffdleError::OneKindOfMove(option).into());
        }
        if goal.is_some() {
            return Err(ShuffdleError::GoalGiven.into());
        }
        let lines = if spec.options.flag(HARD.name) { Lines::Any } else { Lines::Bottom };
        Ok(ShuffdleTask::new(solver, lines))
    }

    /// Returns an instance: a board with the word to spell.
    pub fn instance(&self, word: Word, board: Shuffdle) -> Arc<dyn Instance> {
        let puzzle = WordPuzzle { board, word, lines: self.lines };
        Arc::new(ShuffdleInstance { solver: self.solver.clone(), puzzle })
    }

    fn entry(&self, input: &Input<'_>, read: Result<shuffdle::Entry, Unread>) -> Entry {
        match read {
            Ok(shuffdle::Entry { line, known_length, word, board }) => Entry {
                line,
                column: None,
                name: Some(word.to_string()),
                known_length,
                puzzle: Ok(self.instance(word, board)),
            },
            Err(error) => {
                let text =
                    Error::invalid(error.kind.to_string()).at_in(input.source.display_name(), error.place);
                Entry { column: Some(error.place.column), ..Entry::new(error.line, Err(text)) }
            }
        }
    }
}

impl Task for ShuffdleTask {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn goal_name(&self) -> String {
        self.lines.name().to_string()
    }

    fn key(&self) -> String {
        KeyText::new().line("goal", self.lines.name()).finish()
    }

    /// A* finds one solution only.
    fn default_algorithm(&self, hints: MethodHints) -> Algorithm {
        if hints.several { Algorithm::IDA_STAR } else { Algorithm::A_STAR }
    }

    fn fallback_algorithm(&self) -> Option<Algorithm> {
        Some(Algorithm::GREEDY)
    }

    /// IDA* has no chance without tables.
    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        (vec![P1], vec![PATH_CLEARING, P1])
    }

    fn read(&self, input: &Input<'_>) -> Vec<Entry> {
        puzzles(input.text).into_iter().map(|read| self.entry(input, read)).collect()
    }

    /// Joins a word and the board after it, however many arguments they take: until they have as many letters and holes
    /// as both together.
    fn join_words(&self, arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        let is_text = |argument: &str| argument != "-" && !is_file(argument);
        let n_symbols = |text: &str| text.chars().filter(|c| c.is_alphabetic() || *c == '_').count();
        let mut joined: Vec<String> = Vec::new();
        for argument in arguments {
            match joined.last_mut() {
                Some(last) if is_text(last) && is_text(argument) && n_symbols(last) < SIDE + CELLS => {
                    *last += &format!(" {argument}");
                }
                _ => joined.push(argument.clone()),
            }
        }
        joined
    }

    fn list_text(&self, value: &Value) -> Option<String> {
        input_text::moves_from_json(value, false)
    }

    fn count(&self, _asked: &CountSpec, _control: &Control<'_>) -> Result<CountResult, Error> {
        Err(ShuffdleError::TooMany.into())
    }
}

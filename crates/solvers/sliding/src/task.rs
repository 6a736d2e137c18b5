//! A task: the goal, metric and partition shared by all boards of a run.

use std::sync::Arc;

use puzzle::{Board, Goal};
use search::Control;
use serde_json::Value;
use solver::KeyText;
use solver::{
    Algorithm, CountResult, CountSpec, Entry, Error, Heuristic, Input, Instance, OptionInfo, Options,
    SolverInfo, Task, TaskSpec,
};

use crate::count::{MAX_COUNTED_CELLS, count, n_positions};
use crate::errors::SlidingError;
use crate::info::{
    CONSTRUCT, INFO, LINEAR_CONFLICT, MANHATTAN, MISPLACED, NAME, PATTERN, PATTERN_OPTION, SIZE_OPTION,
    WALKING_DISTANCE,
};
use crate::instance::SlidingInstance;
use crate::metric::SlideMetric;
use crate::parse::{self, ParsedBoard};
use crate::pdb::partition::PartitionSpec;
use crate::query::MAX_CELLS;
use crate::size::{Size, goal_board, size};
use crate::solver::SlidingSolver;

/// The goal of all boards of a run, the metric, and the partition of pattern databases.
pub struct SlidingTask {
    solver: Arc<SlidingSolver>,
    goal: Goal,
    metric: SlideMetric,
    groups: Option<PartitionSpec>,
    /// The size of the boards to count.
    size: Option<Size>,
    /// The size of all boards, if the name of the puzzle implies one.
    implied: Option<&'static str>,
}

impl SlidingTask {
    /// Returns the task of bringing boards to `goal`. `groups` is the partition for pattern databases; None chooses one
    /// that suits each board.
    ///
    /// # Errors
    /// If a partition is given in the multi-tile metric.
    pub fn new(
        solver: Arc<SlidingSolver>,
        goal: Goal,
        metric: SlideMetric,
        groups: Option<PartitionSpec>,
    ) -> Result<SlidingTask, SlidingError> {
        match (metric, groups) {
            (SlideMetric::MultiTile, Some(_)) => Err(SlidingError::GroupsInMultiTile),
            _ => Ok(SlidingTask { solver, goal, metric, groups, size: None, implied: None }),
        }
    }

    /// Parses a task request.
    pub(crate) fn of_spec(solver: Arc<SlidingSolver>, spec: &TaskSpec) -> Result<SlidingTask, Error> {
        spec.options.check(NAME, INFO.options, spec.purpose)?;
        let goal = spec.one_goal(NAME)?;
        if spec.moves.is_some() {
            return Err(SlidingError::MovesGiven.into());
        }
        let metric = metric(spec.metric.as_deref())?;
        let goal = goal.map_or(Ok(Goal::Last), parse::goal)?;
        let groups = value(&spec.options, &PATTERN_OPTION)?;
        let asked: Option<Size> = value(&spec.options, &SIZE_OPTION)?;
        if let Some(size) = asked {
            check_size(spec.size, &size.to_string())?;
        }
        if let Goal::Custom(board) = &goal {
            check_size(spec.size, &size(board))?;
        }
        let task = SlidingTask::new(solver, goal, metric, groups)?;
        Ok(SlidingTask { size: asked, implied: spec.size, ..task })
    }

    /// Returns an instance: a board with its goal.
    ///
    /// # Errors
    /// If the goal has another size.
    pub fn instance(&self, board: Board) -> Result<Arc<dyn Instance>, SlidingError> {
        check_size(self.implied, &size(&board))?;
        let goal = self.goal.board(board.rows(), board.cols())?;
        let SlidingTask { solver, metric, groups, .. } = self;
        Ok(Arc::new(SlidingInstance {
            solver: solver.clone(),
            board,
            goal,
            metric: *metric,
            groups: *groups,
        }))
    }

    fn entry(&self, read: ParsedBoard) -> Entry {
        let ParsedBoard { line, column, name, known_length, board } = read;
        let puzzle = board.and_then(|board| Ok(self.instance(board)?));
        Entry { line, column, name, known_length, puzzle }
    }
}

/// Checks a size against the one that the name of the puzzle implies.
fn check_size(implied: Option<&'static str>, found: &str) -> Result<(), SlidingError> {
    match implied {
        Some(expected) if expected != found => {
            Err(SlidingError::OtherSize { found: found.to_string(), expected })
        }
        _ => Ok(()),
    }
}

fn metric(name: Option<&str>) -> Result<SlideMetric, SlidingError> {
    let Some(name) = name else { return Ok(SlideMetric::default()) };
    let found = SlideMetric::ALL.into_iter().find(|metric| metric.name() == name);
    found.ok_or_else(|| SlidingError::UnknownMetric(name.to_string()))
}

/// Parses the value of an option, if it is given.
///
/// # Errors
/// If it is invalid.
pub(crate) fn value<T: std::str::FromStr<Err = String>>(
    options: &Options,
    info: &OptionInfo,
) -> Result<Option<T>, Error> {
    let read = |text: &str| text.parse().map_err(|expected: String| info.invalid_value(text, expected));
    options.str(info.name).map(read).transpose()
}

/// Returns the name of the goal, or its board as text.
pub(crate) fn goal_name(goal: &Goal) -> String {
    match goal {
        Goal::Custom(board) => board.to_line(),
        named => named.name().to_string(),
    }
}

impl Task for SlidingTask {
    fn solver(&self) -> &'static SolverInfo {
        &INFO
    }

    fn interleaves_searches(&self) -> bool {
        true
    }

    fn goal_name(&self) -> String {
        goal_name(&self.goal)
    }

    fn notes(&self) -> Vec<String> {
        match self.metric {
            SlideMetric::SingleTile => Vec::new(),
            metric => vec![metric.name().to_string()],
        }
    }

    fn key(&self) -> String {
        let text = KeyText::new().line("goal", self.goal_name()).line("metric", self.metric.name());
        text.optional("groups", self.groups).finish()
    }

    fn fallback_algorithm(&self) -> Option<Algorithm> {
        Some(CONSTRUCT)
    }

    fn implied_heuristic(&self) -> Option<Heuristic> {
        self.groups.map(|_| PATTERN)
    }

    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>) {
        let informed = vec![MISPLACED, MANHATTAN, LINEAR_CONFLICT, WALKING_DISTANCE, PATTERN];
        (informed, vec![MANHATTAN])
    }

    fn read(&self, input: &Input<'_>) -> Vec<Entry> {
        parse::read(input).into_iter().map(|read| self.entry(read)).collect()
    }

    /// The tiles on a line may be one row of a larger board, unless rows are separated by slashes.
    fn is_puzzle_line(&self, line: &str) -> bool {
        let text = self.normalize(line);
        let input = Input { source: &solver::Text::default(), text: &text, is_one: false };
        line.contains('/') && matches!(&parse::read(&input)[..], [only] if only.board.is_ok())
    }

    fn join_words(&self, arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        parse::join_words(arguments, is_file)
    }

    fn list_text(&self, value: &Value) -> Option<String> {
        parse::list_text(value)
    }

    fn count(&self, asked: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error> {
        if self.metric == SlideMetric::MultiTile {
            return Err(SlidingError::MultiTileCount.into());
        }
        let goal = goal_board(&self.goal, self.size)?;
        let size = size(&goal);
        if asked.is_endless && (MAX_COUNTED_CELLS + 1..=MAX_CELLS).contains(&goal.n_cells()) {
            return Err(SlidingError::TooMany { size, positions: n_positions(goal.n_cells()) }.into());
        }
        Ok(CountResult::Positions {
            census: count(&goal, control)?,
            size: Some(size.clone()),
            metric: self.metric.name(),
            group_order: None,
            what: size,
        })
    }
}

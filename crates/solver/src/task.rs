//! The [`Task`] trait and its specification: the parts of a request that all puzzles of a run share. These are the
//! goal, the metric, the allowed moves and the input format.

use std::borrow::Cow;

use search::Control;
use serde_json::Value;

use crate::algorithm::{Algorithm, AlgorithmInfo};
use crate::count::{CountResult, CountSpec};
use crate::error::Error;
use crate::heuristic::{Heuristic, HeuristicInfo};
use crate::info::SolverInfo;
use crate::input_text;
use crate::instance::Field;
use crate::method::{LimitsSpec, Method, MethodHints, MethodSpec};
use crate::options::{Options, Purpose};
use crate::text::{Entry, Input, Text};

/// Reference to a puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleRef {
    /// A puzzle by name.
    Named(String),
    /// A puzzle by its definition.
    Definition(Text),
}

/// A task as the user specifies it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskSpec {
    /// The puzzle.
    pub puzzle: PuzzleRef,
    /// The command that is going to run.
    pub purpose: Purpose,
    /// Goals: names, positions, or moves after `moves:`. An empty list means the solved puzzle.
    pub goals: Vec<Text>,
    /// Name of the metric.
    pub metric: Option<String>,
    /// Allowed moves, like `U,R,F2`.
    pub moves: Option<String>,
    /// Solver-specific options.
    pub options: Options,
    /// The size that the name of the puzzle implies: `15-puzzle` is 4x4.
    pub size: Option<&'static str>,
    /// The method, as far as it decides which solver and which phases are used.
    pub method: MethodSpec,
}

impl TaskSpec {
    /// Creates the default task of solving a named puzzle.
    pub fn named(name: impl Into<String>) -> TaskSpec {
        TaskSpec::new(PuzzleRef::Named(name.into()), Purpose::Solve)
    }

    /// Creates a task with default settings.
    pub fn new(puzzle: PuzzleRef, purpose: Purpose) -> TaskSpec {
        let size = match &puzzle {
            PuzzleRef::Named(name) => puzzle::puzzle_names::implied_size(name),
            PuzzleRef::Definition(_) => None,
        };
        TaskSpec {
            puzzle,
            size,
            purpose,
            goals: Vec::new(),
            metric: None,
            moves: None,
            options: Options::default(),
            method: MethodSpec::default(),
        }
    }

    /// Returns the only goal that is not the solved puzzle, if there is one.
    ///
    /// # Errors
    /// If there are several goals.
    pub fn one_goal(&self, puzzle: &str) -> Result<Option<&Text>, Error> {
        match &self.goals[..] {
            [] => Ok(None),
            [goal] if is_solved(&goal.text) => Ok(None),
            [goal] => Ok(Some(goal)),
            _ => Err(Error::usage(format!("{puzzle} has one goal, found several"))),
        }
    }

    /// True if the goal is not the solved puzzle.
    pub fn has_goal(&self) -> bool {
        self.goals.iter().any(|goal| !is_solved(&goal.text))
    }
}

/// True if a goal is `solved`, which every puzzle has.
pub fn is_solved(goal: &str) -> bool {
    goal.trim().eq_ignore_ascii_case("solved")
}

/// Prefix of a goal that is given by moves.
const MOVES: &str = "moves:";

/// Returns the moves of a goal that is given by moves.
pub fn goal_moves(goal: &str) -> Option<&str> {
    let goal = goal.trim_start();
    let (head, moves) = goal.split_at_checked(MOVES.len())?;
    head.eq_ignore_ascii_case(MOVES).then(|| moves.trim())
}

/// Returns the hint how to write a goal that is given by moves.
pub fn moves_hint(moves: &str) -> String {
    format!("a goal given as moves is written --goal \"{MOVES} {}\"", moves.trim())
}

/// The parts of a request that all puzzles of a run share. A task parses inputs into instances and counts positions.
pub trait Task: Send + Sync {
    /// Returns the data of the solver.
    fn solver(&self) -> &'static SolverInfo;

    /// Returns the name of the puzzle.
    fn puzzle_name(&self) -> &str {
        self.solver().name
    }

    /// Returns the subject of error messages: the puzzle, or steps of it.
    fn subject(&self) -> &str {
        self.solver().name
    }

    /// Returns the goal by name or as a position.
    fn goal_name(&self) -> String;

    /// Returns the goal as headings show it.
    fn goal_description(&self) -> String {
        self.goal_name()
    }

    /// Returns notes that headings show besides goal and method.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the JSON fields that describe the task besides its goal, such as `turns`.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Returns the canonical text that identifies the task. Equal specifications give equal texts.
    fn key(&self) -> String;

    /// Returns the algorithms, the default first.
    fn algorithms(&self) -> &'static [AlgorithmInfo] {
        self.solver().algorithms
    }

    /// Returns the heuristics, weakest first.
    fn heuristics(&self) -> &'static [HeuristicInfo] {
        self.solver().heuristics
    }

    /// Returns the algorithm that is used if none is named.
    fn default_algorithm(&self, _hints: MethodHints) -> Algorithm {
        self.algorithms()[0].algorithm
    }

    /// Returns an algorithm that finds some solution quickly, for the case that no optimal one is found in time.
    fn fallback_algorithm(&self) -> Option<Algorithm> {
        None
    }

    /// Returns the heuristic that solver-specific options imply.
    fn implied_heuristic(&self) -> Option<Heuristic> {
        None
    }

    /// Completes a method by the limits and checks solver-specific rules.
    ///
    /// # Errors
    /// If the method cannot be executed within the limits.
    fn apply_limits(&self, _method: &mut Method, _limits: &LimitsSpec) -> Result<(), Error> {
        Ok(())
    }

    /// Returns the number of solutions to store if `shown` of them are shown: more if they are compared with each
    /// other.
    fn n_stored(&self, shown: usize) -> usize {
        shown
    }

    /// Returns the heuristics that `compare` runs: those for IDA*, and those for the other algorithms.
    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>);

    /// Parses the puzzles of a text. An invalid one is an entry with an error.
    fn read(&self, input: &Input<'_>) -> Vec<Entry>;

    /// Parses the puzzles on one line of a text that has a puzzle on each line.
    fn read_line(&self, source: &Text, line: usize, text: &str) -> Vec<Entry> {
        let text = self.normalize(text);
        let mut entries = self.read(&Input { source, text: &text, is_one: false });
        for entry in &mut entries {
            entry.line = line;
            if let Err(error) = &mut entry.puzzle {
                // The line was parsed as a text of its own, so its errors name line 1.
                error.place =
                    error.place.take().map(|place| place.replacen("line 1", &format!("line {line}"), 1));
            }
        }
        entries
    }

    /// True if a line is a complete puzzle on its own.
    fn is_puzzle_line(&self, line: &str) -> bool {
        let source = Text::default();
        matches!(&self.read_line(&source, 1, line)[..], [only] if only.puzzle.is_ok())
    }

    /// Joins arguments that a shell has split because the puzzle was not quoted.
    fn join_words(&self, arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        input_text::join_args(arguments, |word| {
            word != "-" && !word.contains(char::is_whitespace) && !is_file(word)
        })
    }

    /// Returns the plain text of an input that may be a JSON array of another program.
    fn normalize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        input_text::json_to_text(text, &|value: &Value| self.list_text(value))
    }

    /// Returns the text that a JSON array stands for.
    fn list_text(&self, value: &Value) -> Option<String> {
        input_text::moves_from_json(value, true)
    }

    /// True if every line of a text is a complete puzzle, so that it can be solved before the next line is read.
    fn has_puzzle_on_each_line(&self) -> bool {
        false
    }

    /// True if interleaving several searches on one thread is faster than running them one after the other.
    fn interleaves_searches(&self) -> bool {
        false
    }

    /// True if a method has small tables that are filled quickly and give the same answers, only more slowly for many
    /// puzzles.
    fn has_small_tables(&self, _method: &Method) -> bool {
        false
    }

    /// Counts the positions at every distance from the goal, or computes the facts that the options request.
    ///
    /// # Errors
    /// If there are too many positions.
    fn count(&self, spec: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error>;
}

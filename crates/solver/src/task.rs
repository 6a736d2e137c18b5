//! What is asked of all puzzles of a run: where to go, in which moves, and how positions are read.

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

/// Which puzzle is meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PuzzleRef {
    /// One that has a name.
    Named(String),
    /// One by its definition.
    Definition(Text),
}

/// What is asked of all puzzles of a run, as a user says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskSpec {
    /// Which puzzle.
    pub puzzle: PuzzleRef,
    /// What is going to be done.
    pub purpose: Purpose,
    /// Where to go: names, positions, or moves behind `moves:`. None is the solved puzzle.
    pub goals: Vec<Text>,
    /// The name of what counts as one move.
    pub metric: Option<String>,
    /// The moves that may be made, like `U,R,F2`.
    pub moves: Option<String>,
    /// Options of the solver's own.
    pub options: Options,
    /// How to search, as far as it decides who solves the puzzle and by which phases.
    pub method: MethodSpec,
}

impl TaskSpec {
    /// A puzzle by its name, to be solved as usual.
    pub fn named(name: impl Into<String>) -> TaskSpec {
        TaskSpec::new(PuzzleRef::Named(name.into()), Purpose::Solve)
    }

    /// A puzzle to be solved as usual.
    pub fn new(puzzle: PuzzleRef, purpose: Purpose) -> TaskSpec {
        TaskSpec {
            puzzle,
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
    /// If there are several.
    pub fn one_goal(&self, puzzle: &str) -> Result<Option<&Text>, Error> {
        match &self.goals[..] {
            [] => Ok(None),
            [goal] if is_solved(&goal.text) => Ok(None),
            [goal] => Ok(Some(goal)),
            _ => Err(Error::usage(format!("{puzzle} has one goal, found several"))),
        }
    }

    /// True if something else than the solved puzzle is asked for.
    pub fn has_goal(&self) -> bool {
        self.goals.iter().any(|goal| !is_solved(&goal.text))
    }
}

/// True if a goal is the one that every puzzle has.
pub fn is_solved(goal: &str) -> bool {
    goal.trim().eq_ignore_ascii_case("solved")
}

/// What stands before moves that are a goal.
const MOVES: &str = "moves:";

/// Returns the moves of a goal that is given by them.
pub fn goal_moves(goal: &str) -> Option<&str> {
    let goal = goal.trim_start();
    let (head, moves) = goal.split_at_checked(MOVES.len())?;
    head.eq_ignore_ascii_case(MOVES).then(|| moves.trim())
}

/// Returns how a goal is written that is given by moves.
pub fn moves_hint(moves: &str) -> String {
    format!("a goal given as moves is written --goal \"{MOVES} {}\"", moves.trim())
}

/// What is asked of all puzzles of a run.
pub trait Task: Send + Sync {
    /// Returns what its solver is.
    fn solver(&self) -> &'static SolverInfo;

    /// Returns what the puzzle is called.
    fn puzzle_name(&self) -> &str {
        self.solver().name
    }

    /// Returns what is asked for, for errors: the puzzle, or steps of it.
    fn subject(&self) -> &str {
        self.solver().name
    }

    /// Returns the goal: its name, or the position.
    fn goal_name(&self) -> String;

    /// Returns the goal as headings say it.
    fn goal_description(&self) -> String {
        self.goal_name()
    }

    /// Returns what a heading says beside the goal and the search.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the fields by which JSON describes the task beside its goal, such as `turns`.
    fn fields(&self) -> Vec<Field> {
        Vec::new()
    }

    /// Returns a text that tells it from every other task: the same whenever it is made of the same.
    fn key(&self) -> String;

    /// Returns its algorithms, the usual one first.
    fn algorithms(&self) -> &'static [AlgorithmInfo] {
        self.solver().algorithms
    }

    /// Returns its heuristics, weakest first.
    fn heuristics(&self) -> &'static [HeuristicInfo] {
        self.solver().heuristics
    }

    /// Returns the algorithm that is used if none is named.
    fn default_algorithm(&self, _hints: MethodHints) -> Algorithm {
        self.algorithms()[0].algorithm
    }

    /// Returns the algorithm that has some solution at once, where a shortest one was not found in time.
    fn fallback_algorithm(&self) -> Option<Algorithm> {
        None
    }

    /// Returns the heuristic that options of the solver's own ask for.
    fn implied_heuristic(&self) -> Option<Heuristic> {
        None
    }

    /// Fills in what the limits decide, and checks what only the solver knows.
    ///
    /// # Errors
    /// If the method cannot be carried out within the limits.
    fn apply_limits(&self, _method: &mut Method, _limits: &LimitsSpec) -> Result<(), Error> {
        Ok(())
    }

    /// Returns how many solutions must be kept where so many are shown: more if they are compared with each other.
    fn n_stored(&self, shown: usize) -> usize {
        shown
    }

    /// Returns the heuristics that searches are compared with: for IDA*, and for the others.
    fn compared(&self) -> (Vec<Heuristic>, Vec<Heuristic>);

    /// Reads the puzzles of a text. A faulty one is an entry like the others.
    fn read(&self, input: &Input<'_>) -> Vec<Entry>;

    /// Reads the puzzles on a line of a text that has one on each line.
    fn read_line(&self, source: &Text, line: usize, text: &str) -> Vec<Entry> {
        let text = self.normalize(text);
        let mut entries = self.read(&Input { source, text: &text, is_one: false });
        for entry in &mut entries {
            entry.line = line;
            if let Err(error) = &mut entry.puzzle {
                // Read by itself it was the first line.
                error.place =
                    error.place.take().map(|place| place.replacen("line 1", &format!("line {line}"), 1));
            }
        }
        entries
    }

    /// True if a line is a puzzle by itself, whatever the lines around it.
    fn is_puzzle_line(&self, line: &str) -> bool {
        let source = Text::default();
        matches!(&self.read_line(&source, 1, line)[..], [only] if only.puzzle.is_ok())
    }

    /// Puts puzzles together again that a shell has cut into words because they were not quoted.
    fn join_words(&self, arguments: &[String], is_file: &dyn Fn(&str) -> bool) -> Vec<String> {
        input_text::join_args(arguments, |word| {
            word != "-" && !word.contains(char::is_whitespace) && !is_file(word)
        })
    }

    /// Returns the text that a list of another program stands for, or the text itself.
    fn normalize<'a>(&self, text: &'a str) -> Cow<'a, str> {
        input_text::json_to_text(text, &|value: &Value| self.list_text(value))
    }

    /// Returns the text that a JSON array stands for.
    fn list_text(&self, value: &Value) -> Option<String> {
        input_text::moves_from_json(value, true)
    }

    /// True if every line of a text is a puzzle by itself, so that it can be solved before the next one is read.
    fn has_puzzle_on_each_line(&self) -> bool {
        false
    }

    /// True if many puzzles are faster solved side by side than one after the other.
    fn interleaves_searches(&self) -> bool {
        false
    }

    /// True if a method has tables that are made in a moment and answer as well, only not as many puzzles as fast.
    fn has_small_tables(&self, _method: &Method) -> bool {
        false
    }

    /// Counts positions at every distance from the goal, or finds out what else the options ask for.
    ///
    /// # Errors
    /// If there is too much to count.
    fn count(&self, spec: &CountSpec, control: &Control<'_>) -> Result<CountResult, Error>;
}

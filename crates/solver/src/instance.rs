//! The [`Instance`] trait: one position of a puzzle with its goal, which a solver solves, replays and describes.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use search::{Control, Cost, Executor, Move, StopReason};
use serde_json::Value;

use crate::algorithm::Algorithm;
use crate::error::Error;
use crate::method::Method;
use crate::solve_outcome::{Demand, SolveOutcome};

/// A field of a JSON object.
pub type Field = (&'static str, Value);

/// Result of applying moves to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replay {
    /// The moves reach the goal.
    Solved,
    /// All moves are legal, but the goal is not reached.
    Unsolved,
    /// A move is illegal where it is applied.
    Impossible {
        /// Index of the move, from 0.
        at: usize,
    },
}

/// The view to display besides the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The board after every move.
    Boards,
    /// The net (unfolded cube) before the first move.
    Net {
        /// Use terminal colours.
        coloured: bool,
    },
}

/// Moves that were parsed and are to be checked.
pub struct ReadMoves {
    /// The position that the moves apply to, if it is not the one they were parsed for: some of the moves may have been
    /// applied already.
    pub instance: Option<Arc<dyn Instance>>,
    /// The remaining moves.
    pub moves: Vec<Move>,
    /// Cost of the moves that were applied already.
    pub cost_before: u64,
    /// Note to show if the moves do not solve the puzzle.
    pub note: Option<String>,
}

impl From<Vec<Move>> for ReadMoves {
    fn from(moves: Vec<Move>) -> ReadMoves {
        ReadMoves { instance: None, moves, cost_before: 0, note: None }
    }
}

/// Receives moves as they are found; breaks with a reason to stop the search.
pub type MoveSink<'a> = dyn FnMut(&[Move]) -> ControlFlow<StopReason> + 'a;

/// One position of a puzzle with its goal. It shares the tables of its solver.
///
/// Callers solve a puzzle by [`crate::Request::solve`], which checks, searches, replays and reports. The methods of
/// this trait are the parts in which puzzles differ.
pub trait Instance: Any + Send + Sync + fmt::Debug {
    /// Checks that the puzzle can be solved by the method, without filling tables. [`crate::method::check`] has passed
    /// before.
    ///
    /// # Errors
    /// The reason for a rejection; [`Error::stopped`] if the check itself was stopped.
    fn check(&self, method: &Method, control: &Control<'_>) -> Result<(), Error>;

    /// Fills the tables that the search needs, so that the search does not have to.
    ///
    /// # Errors
    /// If the tables do not exist.
    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error>;

    /// Solves the puzzle. It has been checked before.
    ///
    /// # Errors
    /// If the tables do not exist.
    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error>;

    /// Applies moves to the full puzzle and returns the result.
    fn replay(&self, moves: &[Move]) -> Replay;

    /// Returns a lower bound that needs no search: the cost of the cheapest move, or 0 if the position is the goal or
    /// can be brought there by moves that cost nothing.
    fn least_cost(&self) -> Cost {
        Cost::from(self.replay(&[]) == Replay::Unsolved)
    }

    /// Writes moves separated by spaces.
    ///
    /// # Errors
    /// If writing to `out` fails.
    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result;

    /// Parses moves as users write solutions.
    ///
    /// # Errors
    /// If a word is not a move of the puzzle, with its place.
    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error>;

    /// Returns the name of the metric.
    fn metric(&self) -> &'static str;

    /// Returns the cost of moves in the metric.
    fn cost(&self, moves: &[Move]) -> u64 {
        moves.len() as u64
    }

    /// Returns the JSON fields that describe the position, such as `board` or `cube`.
    fn fields(&self) -> Vec<Field>;

    /// True if these fields contain the name of the entry, as for a board with a word.
    fn has_name_in_fields(&self) -> bool {
        false
    }

    /// Returns a short label for comparisons: `3x3`, or `2x2x2, half-turn`.
    fn label(&self) -> String;

    /// Returns the canonical text that identifies the position within its task.
    fn key(&self) -> String;

    /// Writes a complete solution, including the forced moves.
    ///
    /// # Errors
    /// If writing to `out` fails.
    fn write_solution(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_moves(moves, out)
    }

    /// Writes the part of a solution that goes into the JSON field `moves`.
    ///
    /// # Errors
    /// If writing to `out` fails.
    fn write_json_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_solution(moves, out)
    }

    /// Returns the JSON fields of a solution besides its moves.
    fn solution_fields(&self, _moves: &[Move]) -> Vec<Field> {
        Vec::new()
    }

    /// Returns the JSON fields of moves that may not be a solution.
    fn move_fields(&self, _moves: &[Move]) -> Vec<Field> {
        Vec::new()
    }

    /// Returns the name of the goal that a solution reaches, if there are several named goals.
    fn reached(&self, _moves: &[Move]) -> Option<String> {
        None
    }

    /// Returns a solution together with the moves that precede it, and the total number of moves.
    fn full_solution(&self, _moves: &[Move]) -> Option<(String, usize)> {
        None
    }

    /// Returns a description of a move in words.
    fn describe_move(&self, mv: Move) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write_moves(&[mv], &mut text);
        text
    }

    /// Returns the reason why a move is illegal, as a suffix to the message.
    fn illegal_move_reason(&self, _moves: &[Move], _at: usize) -> &'static str {
        ""
    }

    /// Returns the reason why there is no solution, if one is known beyond an exhausted search.
    fn unsolvable_reason(&self) -> Option<&'static str> {
        None
    }

    /// Shows the position, or the positions along a solution.
    ///
    /// # Errors
    /// If the puzzle does not have this view.
    fn show(&self, show: Show, moves: Option<&[Move]>) -> Result<String, Error>;

    /// Returns the cost of the forced moves, which are part of every solution but not searched for.
    fn forced_cost(&self) -> Cost {
        0
    }

    /// Returns the default algorithm for a puzzle of this size; None for the default of the task.
    fn default_algorithm(&self, _has_time: bool) -> Option<Algorithm> {
        None
    }

    /// True if the puzzle is too large for a search without a heuristic.
    fn is_large(&self) -> bool {
        true
    }

    /// True if all puzzles of a task use the same tables.
    fn shares_task_tables(&self) -> bool {
        true
    }

    /// Solves several puzzles with interleaved searches on the calling thread, to hide memory latency. Returns None for
    /// those that are better solved alone. The puzzles have been checked and belong to the same task as `self`, which
    /// is among them.
    fn solve_each(
        &self,
        others: &[&dyn Instance],
        _method: &Method,
        _control: &Control<'_>,
    ) -> Vec<Option<SolveOutcome>> {
        others.iter().map(|_| None).collect()
    }

    /// True if a solution is so long that it should be streamed while it is found.
    fn is_long(&self, _method: &Method) -> bool {
        false
    }

    /// Solves the puzzle and passes moves to `take` while they are found, each part replayed. The outcome then holds no
    /// solution.
    ///
    /// # Errors
    /// If the request is rejected.
    fn stream(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
        take: &mut MoveSink<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solve(method, executor, control)?.streamed_into(take))
    }
}

/// Formats moves of a puzzle.
pub struct Names<'a>(pub &'a dyn Instance, pub &'a [Move]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_moves(self.1, f)
    }
}

/// Formats a complete solution of a puzzle.
pub struct Solution<'a>(pub &'a dyn Instance, pub &'a [Move]);

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_solution(self.1, f)
    }
}

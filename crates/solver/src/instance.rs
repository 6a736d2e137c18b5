//! One puzzle in one position, with its goal: what a solver solves, replays and describes.

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

/// What came of some moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replay {
    /// They reach the goal.
    Solved,
    /// All are possible, and the goal is not reached.
    Unsolved,
    /// One is not possible where it should be made.
    Impossible {
        /// Which, from 0.
        at: usize,
    },
}

/// What to show of a puzzle beside its solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The board after every move.
    Boards,
    /// The unfolded cube before the first.
    Net {
        /// With the colours of a terminal.
        coloured: bool,
    },
}

/// Moves that were read, to be judged.
pub struct ReadMoves {
    /// The puzzle that they are made on, if it is not the one they were read for: some of the moves may have been made.
    pub instance: Option<Arc<dyn Instance>>,
    /// The moves that are left.
    pub moves: Vec<Move>,
    /// What the moves cost that have been made.
    pub cost_before: u64,
    /// What to say if they do not solve the puzzle.
    pub note: Option<String>,
}

impl From<Vec<Move>> for ReadMoves {
    fn from(moves: Vec<Move>) -> ReadMoves {
        ReadMoves { instance: None, moves, cost_before: 0, note: None }
    }
}

/// Takes moves as they are found, and says why no more are wanted.
pub type MoveSink<'a> = dyn FnMut(&[Move]) -> ControlFlow<StopReason> + 'a;

/// One puzzle in one position, with its goal. It shares the tables of its solver.
///
/// [`crate::Request::solve`] is how a puzzle is solved: it checks, searches, replays and reports. The methods of this trait are the
/// parts of it that puzzles differ in.
pub trait Instance: Any + Send + Sync + fmt::Debug {
    /// Checks that the puzzle can be solved as asked, without making tables. The rules of [`crate::method::check`] have
    /// been checked.
    ///
    /// # Errors
    /// The reason why not; [`Error::stopped`] if that was not known when the work was stopped.
    fn check(&self, method: &Method, control: &Control<'_>) -> Result<(), Error>;

    /// Makes the tables that solving it needs, so that solving it does not have to.
    ///
    /// # Errors
    /// If there are no such tables.
    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error>;

    /// Solves it. It was checked.
    ///
    /// # Errors
    /// If there are no such tables.
    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error>;

    /// Plays moves on the full puzzle and returns what comes of it.
    fn replay(&self, moves: &[Move]) -> Replay;

    /// Writes moves with spaces between them.
    ///
    /// # Errors
    /// If `out` takes no more.
    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result;

    /// Reads moves as users write solutions.
    ///
    /// # Errors
    /// If a word is no move of the puzzle, with its place.
    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error>;

    /// Returns the name of what counts as one move.
    fn metric(&self) -> &'static str;

    /// Returns what moves cost.
    fn cost(&self, moves: &[Move]) -> u64 {
        moves.len() as u64
    }

    /// Returns the fields by which JSON describes the position, such as `board` or `cube`.
    fn fields(&self) -> Vec<Field>;

    /// True if these fields have the name of the entry that it was read from, as the word of a board is.
    fn has_name_in_fields(&self) -> bool {
        false
    }

    /// Returns what is compared, in a few words: `3x3`, or `2x2x2, half-turn`.
    fn label(&self) -> String;

    /// Returns a text that tells it from every other position of its task.
    fn key(&self) -> String;

    /// Writes a whole solution, with moves that every solution has.
    ///
    /// # Errors
    /// If `out` takes no more.
    fn write_solution(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_moves(moves, out)
    }

    /// Writes the part of a solution that JSON has under `moves`.
    ///
    /// # Errors
    /// If `out` takes no more.
    fn write_json_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        self.write_solution(moves, out)
    }

    /// Returns what JSON says of a solution beside its moves.
    fn solution_fields(&self, _moves: &[Move]) -> Vec<Field> {
        Vec::new()
    }

    /// Returns what JSON says of moves that may not be a solution.
    fn move_fields(&self, _moves: &[Move]) -> Vec<Field> {
        Vec::new()
    }

    /// Returns which of several goals a solution reaches, where they have names.
    fn reached(&self, _moves: &[Move]) -> Option<String> {
        None
    }

    /// Returns a solution together with the moves that it goes on from, and how many they are in all.
    fn full_solution(&self, _moves: &[Move]) -> Option<(String, usize)> {
        None
    }

    /// Returns what a move does, in words.
    fn describe_move(&self, mv: Move) -> String {
        let mut text = String::new();
        // A string takes everything.
        let _ = self.write_moves(&[mv], &mut text);
        text
    }

    /// Returns why a move is not possible, to be put behind that it is not.
    fn illegal_move_reason(&self, _moves: &[Move], _at: usize) -> &'static str {
        ""
    }

    /// Returns why there is no solution, if more is known than that everything was searched.
    fn unsolvable_reason(&self) -> Option<&'static str> {
        None
    }

    /// Shows the position, or the way that a solution takes.
    ///
    /// # Errors
    /// If there is nothing of the kind to show.
    fn show(&self, show: Show, moves: Option<&[Move]>) -> Result<String, Error>;

    /// Returns what every solution costs before it is searched for.
    fn forced_cost(&self) -> Cost {
        0
    }

    /// Returns how a puzzle of this size is solved if a user leaves it open; None for as all others are.
    fn default_algorithm(&self, _has_time: bool) -> Option<Algorithm> {
        None
    }

    /// True if a search without a heuristic has no chance.
    fn is_large(&self) -> bool {
        true
    }

    /// True if all puzzles of a task use the same tables.
    fn shares_task_tables(&self) -> bool {
        true
    }

    /// Solves several puzzles side by side on the calling thread, so that one does not wait for memory alone. None for those
    /// that are better solved alone. They have been checked, and are of the same task as this one, which is among them.
    fn solve_each(
        &self,
        others: &[&dyn Instance],
        _method: &Method,
        _control: &Control<'_>,
    ) -> Vec<Option<SolveOutcome>> {
        others.iter().map(|_| None).collect()
    }

    /// True if a solution is so long that it should be handed over while it is found.
    fn is_long(&self, _method: &Method) -> bool {
        false
    }

    /// Solves it and hands over moves as they are found, each piece replayed. The answer holds no solution then.
    ///
    /// # Errors
    /// If it cannot be solved as asked.
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

/// Moves of a puzzle under their names.
pub struct Names<'a>(pub &'a dyn Instance, pub &'a [Move]);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_moves(self.1, f)
    }
}

/// A whole solution of a puzzle.
pub struct Solution<'a>(pub &'a dyn Instance, pub &'a [Move]);

impl fmt::Display for Solution<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_solution(self.1, f)
    }
}

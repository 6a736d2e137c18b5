//! An instance: one board with the word to spell.

use std::fmt;
use std::sync::Arc;

use puzzle::shuffdle::{Lines, Shift};
use search::{Control, Executor, Move};
use solver::{Demand, Error, Field, Instance, Method, ReadMoves, Replay, Show, SolveOutcome, input_text};

use crate::errors::ShuffdleError;
use crate::info::{METRIC, NAME};
use crate::replay::{obstacle, play, shift, slide, slides, steps};
use crate::solver::ShuffdleSolver;
use crate::word_puzzle::WordPuzzle;

/// One board with the word to spell.
pub struct ShuffdleInstance {
    pub(crate) solver: Arc<ShuffdleSolver>,
    pub(crate) puzzle: WordPuzzle,
}

impl ShuffdleInstance {
    /// Returns the board, the word and the lines in which it may be spelled.
    pub fn puzzle(&self) -> &WordPuzzle {
        &self.puzzle
    }
}

impl fmt::Debug for ShuffdleInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.puzzle.fmt(f)
    }
}

impl Instance for ShuffdleInstance {
    /// Checks that there are tiles for all letters of the word. If so, it can be spelled: with five holes any five
    /// tiles can be brought anywhere.
    fn check(&self, _method: &Method, _control: &Control<'_>) -> Result<(), Error> {
        let WordPuzzle { board, word, lines } = &self.puzzle;
        let missing = |line| Some((line, board.missing(word, line)?));
        let all: Option<Vec<_>> = lines.list().iter().map(|&line| missing(line)).collect();
        // The bottom row is the line that users expect.
        match all.and_then(|all| all.into_iter().find(|(line, _)| Lines::Bottom.list().contains(line))) {
            Some((line, missing)) => Err(ShuffdleError::Unspellable { lines: *lines, line, missing }.into()),
            None => Ok(()),
        }
    }

    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        Ok(self.solver.prepare(&self.puzzle, method, demand, control)?)
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.solve(&self.puzzle, method, executor, control)?)
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        play(&self.puzzle, moves)
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn fmt::Write) -> fmt::Result {
        for (i, &mv) in moves.iter().enumerate() {
            if i > 0 {
                out.write_char(' ')?;
            }
            write!(out, "{}", shift(mv))?;
        }
        Ok(())
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let named = |mv: Move| (mv, shift(mv).to_string());
        let all: Vec<(Move, String)> = (0..Shift::COUNT as u16).map(Move).map(named).collect();
        Ok(input_text::parse_moves(text, &all, false)?.into())
    }

    fn metric(&self) -> &'static str {
        METRIC
    }

    fn fields(&self) -> Vec<Field> {
        let WordPuzzle { board, word, .. } = &self.puzzle;
        vec![("word", word.to_string().into()), ("board", board.to_line().into())]
    }

    fn has_name_in_fields(&self) -> bool {
        true
    }

    fn label(&self) -> String {
        format!("{NAME}, {METRIC}")
    }

    fn key(&self) -> String {
        format!("{} {}", self.puzzle.word, self.puzzle.board.to_line())
    }

    fn solution_fields(&self, moves: &[Move]) -> Vec<Field> {
        self.move_fields(moves)
    }

    fn move_fields(&self, moves: &[Move]) -> Vec<Field> {
        slides(&self.puzzle.board, moves).map(|slides| ("slides", slides)).into_iter().collect()
    }

    fn describe_move(&self, mv: Move) -> String {
        slide(&mut self.puzzle.board.clone(), mv).unwrap_or_else(|| shift(mv).to_string())
    }

    fn illegal_move_reason(&self, moves: &[Move], at: usize) -> &'static str {
        obstacle(&self.puzzle.board, moves, at)
    }

    fn show(&self, show: Show, moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Ok(steps(&self.puzzle.board, moves.unwrap_or(&[]))),
            Show::Net { .. } => Err(Error::usage("--show net is for cubes").hint("try --show boards")),
        }
    }
}

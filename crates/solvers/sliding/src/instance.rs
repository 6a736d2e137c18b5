//! An instance: one board with its goal.

use std::any::Any;
use std::fmt::{self, Write};
use std::sync::Arc;

use puzzle::{Board, Direction};
use search::{Control, Executor, Move};
use solver::{
    Algorithm, Demand, Error, Field, Instance, Method, MoveSink, ReadMoves, Replay, Show, SolveOutcome,
    input_text,
};

use crate::constructive::solve;
use crate::errors::MAX_OPTIMAL_CELLS;
use crate::info::{BEAM, CONSTRUCT};
use crate::metric::{SlideMetric, direction, n_tiles};
use crate::pdb::partition::PartitionSpec;
use crate::query::{Puzzle, Query};
use crate::replay::replay;
use crate::size::size;
use crate::solver::SlidingSolver;

/// Boards of more cells have solutions of millions of moves.
const LONG: usize = 10_000;

/// Maximum number of cells of a board that beams shorten in seconds.
const MAX_BEAM_CELLS: usize = 100;

/// Maximum number of cells of a board that a blind search can finish.
const MAX_BLIND_CELLS: usize = 9;

/// One board with its goal.
pub struct SlidingInstance {
    pub(crate) solver: Arc<SlidingSolver>,
    pub(crate) board: Board,
    pub(crate) goal: Board,
    pub(crate) metric: SlideMetric,
    pub(crate) groups: Option<PartitionSpec>,
}

impl SlidingInstance {
    /// Returns the board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Board {
        &self.goal
    }

    fn puzzle(&self) -> Puzzle<'_> {
        Puzzle { board: &self.board, goal: &self.goal, metric: self.metric }
    }

    fn query<'a>(&'a self, method: &'a Method) -> Query<'a> {
        Query { puzzle: self.puzzle(), method, groups: self.groups }
    }
}

impl fmt::Debug for SlidingInstance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {}", self.board.to_line(), self.goal.to_line())
    }
}

impl Instance for SlidingInstance {
    fn check(&self, method: &Method, control: &Control<'_>) -> Result<(), Error> {
        Ok(self.query(method).check(control.limits.max_memory)?)
    }

    fn prepare(&self, method: &Method, demand: Demand, control: &Control<'_>) -> Result<(), Error> {
        self.solver.prepare(&self.query(method), demand, control);
        Ok(())
    }

    fn solve(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, Error> {
        Ok(self.solver.solve(&self.query(method), executor, control))
    }

    fn replay(&self, moves: &[Move]) -> Replay {
        replay(&self.board, &self.goal, moves)
    }

    fn write_moves(&self, moves: &[Move], out: &mut dyn Write) -> fmt::Result {
        for (i, &mv) in moves.iter().enumerate() {
            if i > 0 {
                out.write_char(' ')?;
            }
            out.write_char(direction(mv).letter())?;
            match n_tiles(mv) {
                1 => {}
                n => write!(out, "{n}")?,
            }
        }
        Ok(())
    }

    fn read_moves(&self, text: &str) -> Result<ReadMoves, Error> {
        let n_moves = self.metric.n_moves(self.board.rows(), self.board.cols());
        let named = |mv: Move| (mv, self.describe_move(mv));
        let all: Vec<(Move, String)> = (0..n_moves as u16).map(Move).map(named).collect();
        Ok(input_text::parse_moves(text, &all, false)?.into())
    }

    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    fn fields(&self) -> Vec<Field> {
        vec![("size", size(&self.board).into()), ("board", self.board.to_line().into())]
    }

    fn label(&self) -> String {
        size(&self.board)
    }

    fn key(&self) -> String {
        self.board.to_line()
    }

    fn show(&self, show: Show, moves: Option<&[Move]>) -> Result<String, Error> {
        match show {
            Show::Boards => Ok(steps(&self.board, moves.unwrap_or(&[]))),
            Show::Net { .. } => Err(Error::usage("--show net is for cubes").hint("try --show boards")),
        }
    }

    /// Boards that are too large for an optimal search are solved by the constructive solver, and by beams if there is
    /// time.
    fn default_algorithm(&self, has_time: bool) -> Option<Algorithm> {
        match self.board.n_cells() {
            0..=MAX_OPTIMAL_CELLS => None,
            // A partition was requested, which only a search uses.
            _ if self.groups.is_some() => None,
            ..=MAX_BEAM_CELLS if has_time => Some(BEAM),
            _ => Some(CONSTRUCT),
        }
    }

    fn is_large(&self) -> bool {
        self.board.n_cells() > MAX_BLIND_CELLS
    }

    /// Boards of other sizes have other tables.
    fn shares_task_tables(&self) -> bool {
        false
    }

    fn solve_each(
        &self,
        others: &[&dyn Instance],
        method: &Method,
        control: &Control<'_>,
    ) -> Vec<Option<SolveOutcome>> {
        if self.metric != SlideMetric::SingleTile {
            return others.iter().map(|_| None).collect();
        }
        let alike: Vec<Option<&SlidingInstance>> =
            others.iter().map(|&other| of_goal(other, &self.goal)).collect();
        let boards: Vec<&Board> = alike.iter().flatten().map(|other| &other.board).collect();
        let mut found = self.solver.search_each(&boards, &self.query(method), control).into_iter();
        alike.into_iter().map(|other| other.and_then(|_| found.next().flatten())).collect()
    }

    fn is_long(&self, method: &Method) -> bool {
        self.board.n_cells() > LONG && method.algorithm == CONSTRUCT
    }

    fn stream(
        &self,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
        take: &mut MoveSink<'_>,
    ) -> Result<SolveOutcome, Error> {
        if method.algorithm == CONSTRUCT {
            return Ok(solve::stream(&self.solver, self.puzzle(), executor, control, take));
        }
        Ok(self.solve(method, executor, control)?.streamed_into(take))
    }
}

/// Returns the instance as a sliding instance if it has this goal.
fn of_goal<'a>(instance: &'a dyn Instance, goal: &Board) -> Option<&'a SlidingInstance> {
    let instance: &dyn Any = instance;
    instance.downcast_ref().filter(|instance: &&SlidingInstance| instance.goal == *goal)
}

/// Returns the text of every position of a solution, with the move that leads to it.
fn steps(board: &Board, solution: &[Move]) -> String {
    let mut board = board.clone();
    let mut text = format!("{board}\n");
    for (i, &mv) in solution.iter().enumerate() {
        let dir = direction(mv);
        let mut slide =
            || board.slide(dir).expect("solutions are replayed before they are shown").to_string();
        let tiles: Vec<String> = (0..n_tiles(mv)).map(|_| slide()).collect();
        text += &format!("\n{}: {} {}\n{board}\n", i + 1, tiles.join(" "), word(dir));
    }
    text
}

fn word(dir: Direction) -> &'static str {
    match dir {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

#[cfg(test)]
mod tests {
    use puzzle::parse::board::only_board;

    use super::*;

    #[test]
    fn steps_are_numbered() {
        let board = only_board("1 2/0 3").expect("a board");
        assert_eq!(steps(&board, &[Move(Direction::Left as u16)]), "1 2\n. 3\n\n1: 3 left\n1 2\n3 .\n");
    }
}

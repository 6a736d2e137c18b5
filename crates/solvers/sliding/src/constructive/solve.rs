//! Solves boards constructively: combines the peeled layers and the solution of the remainder, replays them on the
//! whole board and streams the moves, so that two thousand million moves need not be stored.

use std::ops::ControlFlow;

use puzzle::Direction;
use search::{Answer, Control, Cost, End, Executor, Move, StopReason};

use super::fast_replay::ReplayBoard;
use super::{SlideSink, peel};
use crate::goal_cells::GoalCells;
use crate::metric::{RunMerger, SlideMetric, direction, slide_move};
use crate::multi_tile::alternating_bound;
use crate::query::{Puzzle, Query};
use crate::solver::SlidingSolver;
use solver::{Heuristic, Method, MoveSink, SolveOutcome};

/// The output stream of slides: replays and counts them, and converts them to moves of the metric.
struct MoveStream<'a> {
    board: ReplayBoard,
    metric: SlideMetric,
    /// Merges slides in the multi-tile metric.
    runs: RunMerger,
    moves: Vec<Move>,
    n_moves: u64,
    n_slides: u64,
    control: &'a Control<'a>,
    take: &'a mut MoveSink<'a>,
}

impl SlideSink for MoveStream<'_> {
    type StopReason = StopReason;

    fn take(&mut self, slides: &[Direction]) -> ControlFlow<StopReason> {
        assert!(self.board.slide(slides), "a slide fails its replay");
        match self.metric {
            SlideMetric::SingleTile => self.moves.extend(slides.iter().map(|&slide| slide_move(slide, 1))),
            SlideMetric::MultiTile => {
                self.moves.extend(slides.iter().filter_map(|&slide| self.runs.push(slide)));
            }
        }
        self.n_slides += slides.len() as u64;
        self.flush()?;
        match self.control.poll(slides.len() as u64) {
            Some(reason) => ControlFlow::Break(reason),
            None => ControlFlow::Continue(()),
        }
    }
}

impl MoveStream<'_> {
    fn flush(&mut self) -> ControlFlow<StopReason> {
        self.n_moves += self.moves.len() as u64;
        if self.n_moves > u64::from(self.control.limits.max_cost) {
            return ControlFlow::Break(StopReason::Cost);
        }
        let passed = (self.take)(&self.moves);
        self.moves.clear();
        passed
    }

    /// Ends the last run, and passes on the last moves.
    fn finish(&mut self) -> ControlFlow<StopReason> {
        self.moves.extend(self.runs.finish());
        self.flush()
    }
}

/// Solves a board constructively and streams the moves to `take`. The answer itself holds none.
pub(crate) fn stream<'a>(
    solver: &SlidingSolver,
    puzzle: Puzzle<'_>,
    executor: &dyn Executor,
    control: &'a Control<'a>,
    take: &'a mut MoveSink<'a>,
) -> SolveOutcome {
    let Puzzle { board, goal, metric } = puzzle;
    let mut stream = MoveStream {
        board: ReplayBoard::new(board),
        metric,
        runs: RunMerger::new(metric),
        moves: Vec::new(),
        n_moves: 0,
        n_slides: 0,
        control,
        take,
    };
    let mut answer = Answer::unknown(lower_bound(puzzle));
    let mut table_bytes = 0;
    let end = match peel(board, goal, &mut stream) {
        ControlFlow::Break(reason) => End::Stopped(reason),
        ControlFlow::Continue(rest) if rest.board == rest.goal => End::Solved,
        ControlFlow::Continue(rest) => {
            // The remainder is small, so only a stop prevents an optimal solution of it.
            let method = Method::default();
            let found =
                solver.search(&Query::with_defaults(&rest.board, &rest.goal, &method), executor, control);
            table_bytes = found.table_bytes;
            answer.counts = found.answer.counts;
            match found.answer.solutions.first() {
                Some(moves) => {
                    let slides: Vec<Direction> = moves.iter().map(|&mv| direction(mv)).collect();
                    match stream.take(&slides) {
                        // All moves are known, so other limits do not apply any more.
                        ControlFlow::Break(reason @ (StopReason::Cost | StopReason::Memory)) => {
                            End::Stopped(reason)
                        }
                        _ => End::Solved,
                    }
                }
                None => found.answer.end,
            }
        }
    };
    answer.counts.generated += stream.n_slides;
    answer.end = match end {
        End::Solved => match stream.finish() {
            ControlFlow::Break(reason) => End::Stopped(reason),
            ControlFlow::Continue(()) => End::Solved,
        },
        end => end,
    };
    if answer.end == End::Solved {
        assert!(stream.board.has_reached(goal), "the solution fails its replay");
        answer.cost = Some(stream.n_moves as Cost);
        answer.n_solutions = 1;
    }
    SolveOutcome::new(answer, Heuristic::NONE, table_bytes)
}

/// Solves a board constructively, with all moves in the answer. Stops before they exceed the allowed memory.
pub(crate) fn solve(
    solver: &SlidingSolver,
    puzzle: Puzzle<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> SolveOutcome {
    let most = control.limits.max_memory / size_of::<Move>() as u64;
    let mut all = Vec::new();
    let mut keep = |moves: &[Move]| {
        if (all.len() + moves.len()) as u64 > most {
            return ControlFlow::Break(StopReason::Memory);
        }
        all.extend_from_slice(moves);
        ControlFlow::Continue(())
    };
    let mut found = stream(solver, puzzle, executor, control, &mut keep);
    if found.answer.end == End::Solved {
        found.answer.solutions = vec![all];
    }
    found
}

/// Returns a lower bound on the length of a solution: the Manhattan distance, and in the multi-tile metric its parts
/// along columns and along rows divided by the tiles of a line, combined as alternating moves.
pub(crate) fn lower_bound(puzzle: Puzzle<'_>) -> Cost {
    let Puzzle { board, goal, metric } = puzzle;
    let goal_cells = GoalCells::new(goal);
    match metric {
        SlideMetric::SingleTile => goal_cells.manhattan(board),
        SlideMetric::MultiTile => {
            let [columns, rows] = goal_cells.manhattan_by_axis(board);
            alternating_bound(
                columns.div_ceil(board.rows() as Cost - 1),
                rows.div_ceil(board.cols() as Cost - 1),
            )
        }
    }
}

//! Boards solved tile by tile: what was peeled and what is left put together, replayed on the whole board and handed on
//! as it comes, so that two thousand million moves need not be held.

use std::ops::ControlFlow;

use puzzle::Direction;
use search::{Answer, Control, Cost, End, Executor, Move, StopReason};

use super::replay::Replay;
use super::{Taker, peel};
use crate::homes::Homes;
use crate::metric::{Runs, SlideMetric, direction, together};
use crate::multi::in_turns;
use crate::query::{Puzzle, Query};
use crate::sliding_solver::SlidingSolver;
use solver::{Heuristic, Method, MoveSink, SolveOutcome};

/// Slides on their way out: replayed, counted, and made moves of the metric.
struct Outlet<'a> {
    board: Replay,
    metric: SlideMetric,
    /// Of tiles that slide together.
    runs: Runs,
    moves: Vec<Move>,
    n_moves: u64,
    n_slides: u64,
    control: &'a Control<'a>,
    take: &'a mut MoveSink<'a>,
}

impl Taker for Outlet<'_> {
    type Enough = StopReason;

    fn take(&mut self, slides: &[Direction]) -> ControlFlow<StopReason> {
        assert!(self.board.slide(slides), "a slide fails its replay");
        match self.metric {
            SlideMetric::SingleTile => self.moves.extend(slides.iter().map(|&slide| together(slide, 1))),
            SlideMetric::MultiTile => {
                self.moves.extend(slides.iter().filter_map(|&slide| self.runs.put(slide)));
            }
        }
        self.n_slides += slides.len() as u64;
        self.pass_on()?;
        match self.control.poll(slides.len() as u64) {
            Some(reason) => ControlFlow::Break(reason),
            None => ControlFlow::Continue(()),
        }
    }
}

impl Outlet<'_> {
    fn pass_on(&mut self) -> ControlFlow<StopReason> {
        self.n_moves += self.moves.len() as u64;
        if self.n_moves > u64::from(self.control.limits.max_cost) {
            return ControlFlow::Break(StopReason::Cost);
        }
        let passed = (self.take)(&self.moves);
        self.moves.clear();
        passed
    }

    /// The last run ends with the last slide.
    fn finish(&mut self) -> ControlFlow<StopReason> {
        self.moves.extend(self.runs.end());
        self.pass_on()
    }
}

/// Solves a board tile by tile and hands the moves on. The answer itself holds none.
pub(crate) fn stream<'a>(
    solver: &SlidingSolver,
    puzzle: Puzzle<'_>,
    executor: &dyn Executor,
    control: &'a Control<'a>,
    take: &'a mut MoveSink<'a>,
) -> SolveOutcome {
    let Puzzle { board, goal, metric } = puzzle;
    let mut outlet = Outlet {
        board: Replay::new(board),
        metric,
        runs: Runs::new(metric),
        moves: Vec::new(),
        n_moves: 0,
        n_slides: 0,
        control,
        take,
    };
    let mut answer = Answer::unknown(lower_bound(puzzle));
    let mut table_bytes = 0;
    let end = match peel(board, goal, &mut outlet) {
        ControlFlow::Break(reason) => End::Stopped(reason),
        ControlFlow::Continue(rest) if rest.board == rest.goal => End::Solved,
        ControlFlow::Continue(rest) => {
            // The last moves are few, so nothing but a stop keeps them from being the fewest.
            let method = Method::default();
            let found = solver.search(&Query::usual(&rest.board, &rest.goal, &method), executor, control);
            table_bytes = found.table_bytes;
            answer.counts = found.answer.counts;
            match found.answer.solutions.first() {
                Some(moves) => {
                    let slides: Vec<Direction> = moves.iter().map(|&mv| direction(mv)).collect();
                    match outlet.take(&slides) {
                        // All moves are known, so that other limits do not matter any more.
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
    answer.counts.generated += outlet.n_slides;
    answer.end = match end {
        End::Solved => match outlet.finish() {
            ControlFlow::Break(reason) => End::Stopped(reason),
            ControlFlow::Continue(()) => End::Solved,
        },
        end => end,
    };
    if answer.end == End::Solved {
        assert!(outlet.board.has_reached(goal), "the solution fails its replay");
        answer.cost = Some(outlet.n_moves as Cost);
        answer.n_solutions = 1;
    }
    SolveOutcome::new(answer, Heuristic::NONE, table_bytes)
}

/// The same with all moves in the answer. Stops before they take more than the memory that is allowed.
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

/// Returns a length that no solution is shorter than: every tile has its way to go, and a move takes at most a line of tiles one step. Where
/// several slide together, moves along rows and along columns take turns.
pub(crate) fn lower_bound(puzzle: Puzzle<'_>) -> Cost {
    let Puzzle { board, goal, metric } = puzzle;
    let homes = Homes::new(goal);
    match metric {
        SlideMetric::SingleTile => homes.distances(board),
        SlideMetric::MultiTile => {
            let [columns, rows] = homes.apart(board);
            in_turns(columns.div_ceil(board.rows() as Cost - 1), rows.div_ceil(board.cols() as Cost - 1))
        }
    }
}

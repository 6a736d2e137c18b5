//! The constructive solver for boards of any size: peels the unsolved rectangle layer by layer, one row or column along
//! its sides after the other, until at most 4x4 or 3x3 cells are left, which an optimal search solves. Solutions are
//! short but not proved optimal.
//!
//! Bringing one tile home moves about three others for every step, and most of the optimization is in these. Of all
//! equally short paths the solver takes the one that leaves the other tiles best: see [`layer`]. Peeling is folklore;
//! Parberry (2015) showed that it takes 8/3 n³ moves on average, and this solver takes about 1.7 n³.

mod blank_path;
mod board;
mod corner_cases;
mod fast_replay;
mod layer;
mod pair_table;
mod rotation;
mod scoring;
pub(crate) mod solve;
mod transport;

use std::ops::ControlFlow;

use puzzle::{Board, Direction};

use self::board::{PaddedBoard, Rectangle};
use self::layer::{LayerSolver, Scratch};
use self::rotation::{Edge, Rotation};

/// Maximum number of rows and columns that are left to the optimal search. 4x4 cells take it about ten milliseconds, as
/// long as all the rest of 50x50, and save thirty moves: negligible from some size on.
fn max_remainder_side(board: &Board) -> usize {
    const LARGE: usize = 1024; // 32 x 32, some 60,000 moves
    if board.n_cells() < LARGE { 4 } else { 3 }
}

/// Slides are passed to the sink in chunks of this size.
const CHUNK: usize = 1 << 14;

/// Receives slides as they are found, and may stop the solver.
pub(super) trait SlideSink {
    /// The reason for stopping.
    type StopReason;

    /// Receives the next slides. The slice is empty from time to time, so that the sink can stop the solver.
    fn take(&mut self, slides: &[Direction]) -> ControlFlow<Self::StopReason>;
}

/// Places all tiles except those of the last [`max_remainder_side`] rows and columns.
///
/// # Errors
/// The sink's reason for stopping.
pub(super) fn peel<T: SlideSink>(
    board: &Board,
    goal: &Board,
    sink: &mut T,
) -> ControlFlow<T::StopReason, Remainder> {
    peel_down_to(max_remainder_side(board) as i32, board, goal, sink)
}

/// Peels down to `most` rows and columns.
fn peel_down_to<T: SlideSink>(
    most: i32,
    board: &Board,
    goal: &Board,
    sink: &mut T,
) -> ControlFlow<T::StopReason, Remainder> {
    let mut board = PaddedBoard::new(board, goal);
    let mut left = board.whole();
    let mut scratch = Scratch::default();
    while let Some(edge) = next_edge(&board, left, most) {
        let rotation = Rotation::new(left, edge, board.stride());
        let mut line = LayerSolver::new(&mut board, rotation, &mut scratch);
        while line.place_next() {
            let slides = &mut line.board().slides;
            if slides.len() >= CHUNK {
                sink.take(slides)?;
                slides.clear();
            }
        }
        left = left.without(edge);
    }
    sink.take(&board.slides)?;
    board.slides.clear();
    let (board, goal) = board.sub_boards(left);
    ControlFlow::Continue(Remainder { board, goal })
}

/// The remaining part of a board, with tiles renumbered.
pub(super) struct Remainder {
    /// The current position.
    pub board: Board,
    /// The goal position.
    pub goal: Board,
}

/// Returns the edge of the next layer: of the longer sides the one whose tiles are nearest. None if the remainder is
/// small enough.
fn next_edge(board: &PaddedBoard, left: Rectangle, most: i32) -> Option<Edge> {
    let (rows, cols) = (left.rows(), left.cols());
    // Squares have the shortest paths, so neither side may become much longer than the other.
    let is_long = |this: i32, other: i32| this > most && (this + 1 >= other || other <= most);
    let may_go = |edge: &Edge| {
        let is_long = if edge.is_row() { is_long(rows, cols) } else { is_long(cols, rows) };
        // The blank comes home last.
        is_long && !left.line(*edge).contains(board.blank_home())
    };
    let work = |edge: &Edge| Rotation::new(left, *edge, board.stride()).work(board);
    Edge::ALL.into_iter().filter(may_go).min_by_key(work)
}

/// Returns the goal of the remainder, if it is known in advance: if the blank's goal is in a corner.
pub(super) fn remainder_goal(goal: &Board) -> Option<Board> {
    let most = max_remainder_side(goal);
    let (rows, cols) = (goal.rows().min(most), goal.cols().min(most));
    let at_end = |position: usize, n: usize, left: usize| match position {
        _ if n <= most => Some(position),
        0 => Some(0),
        position if position + 1 == n => Some(left - 1),
        _ => None,
    };
    let row = at_end(goal.blank() / goal.cols(), goal.rows(), rows)?;
    let col = at_end(goal.blank() % goal.cols(), goal.cols(), cols)?;
    let blank = row * cols + col;
    let tiles = (0..rows * cols).map(|cell| match cell {
        cell if cell < blank => cell as u32 + 1,
        cell if cell > blank => cell as u32,
        _ => 0,
    });
    Board::new(rows, cols, tiles.collect()).ok()
}

#[cfg(test)]
mod tests {
    use puzzle::Goal;
    use puzzle::sliding::solvable;

    use super::fast_replay::ReplayBoard;
    use testkit::Lcg;

    use super::*;

    struct Replayed(ReplayBoard);

    impl SlideSink for Replayed {
        type StopReason = ();

        fn take(&mut self, slides: &[Direction]) -> ControlFlow<()> {
            assert!(self.0.slide(slides), "a slide fails its replay");
            ControlFlow::Continue(())
        }
    }

    /// Small boards down to the remainder of large ones, the tightest case. One board in thirty has two tiles that only
    /// a search of both places.
    #[test]
    fn the_last_tiles_come_home() {
        let mut below = Lcg::new(1).into_below();
        for (rows, cols) in [(4, 4), (4, 3), (3, 5), (2, 5), (6, 2), (5, 6)] {
            for goal in [Goal::Last, Goal::First, Goal::Snail] {
                let goal = goal.board(rows, cols).expect("a legal size");
                for _ in 0..200 {
                    let mut tiles = goal.tiles().to_vec();
                    (1..tiles.len()).rev().for_each(|i| tiles.swap(i, below(i + 1)));
                    let board = Board::new(rows, cols, tiles).expect("a permutation");
                    let mut replayed = Replayed(ReplayBoard::new(&board));
                    let ControlFlow::Continue(rest) = peel_down_to(3, &board, &goal, &mut replayed) else {
                        panic!("the sink never stops")
                    };
                    assert_eq!((rest.board.rows(), rest.board.cols()), (rows.min(3), cols.min(3)));
                    let agree = solvable(&rest.board, &rest.goal) == solvable(&board, &goal);
                    assert!(agree, "{}", board.to_line());
                }
            }
        }
    }
}

//! Boards of any size, solved tile by tile: the rectangle that is not yet solved loses one of its sides after the other,
//! until at most 4x4 or 3x3 cells are left, which somebody else solves. What is found is short but proves nothing.
//!
//! To take one tile home moves about three others for every step, and most of the art is in these. Of all ways that are
//! equally short the one is taken that leaves the other tiles best: see [`line`]. The idea of peeling is folklore; that
//! it takes 8/3 n³ moves on average was worked out by Parberry (2015), and this takes about 1.7 n³.

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

/// So many rows and columns at most of a board are left to a search. Of 4x4 cells it takes about ten milliseconds, as long as all the
/// rest of 50x50, and what it saves is thirty moves: from some size on they do not count.
fn max_remainder_side(board: &Board) -> usize {
    const LARGE: usize = 1024; // 32 x 32, some 60,000 moves
    if board.n_cells() < LARGE { 4 } else { 3 }
}

/// Slides are handed over when so many have come together.
const CHUNK: usize = 1 << 14;

/// Who takes slides as they are found, and may have had enough.
pub(super) trait SlideSink {
    /// Why no more are wanted.
    type StopReason;

    /// Takes the next slides. From time to time there are none: a chance to say that it is enough.
    fn take(&mut self, slides: &[Direction]) -> ControlFlow<Self::StopReason>;
}

/// Brings all tiles home but those of at most [`max_remainder_side`] rows and columns.
///
/// # Errors
/// What the taker says when it has had enough.
pub(super) fn peel<T: SlideSink>(
    board: &Board,
    goal: &Board,
    sink: &mut T,
) -> ControlFlow<T::StopReason, Remainder> {
    peel_down_to(max_remainder_side(board) as i32, board, goal, sink)
}

/// The same down to so many rows and columns.
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

/// What is left of a board, with tiles numbered anew.
pub(super) struct Remainder {
    /// As it is.
    pub board: Board,
    /// As it should be.
    pub goal: Board,
}

/// The side to be solved next: of the longer sides the one whose tiles are nearest. None if enough is solved.
fn next_edge(board: &PaddedBoard, left: Rectangle, most: i32) -> Option<Edge> {
    let (rows, cols) = (left.rows(), left.cols());
    // Squares have the shortest ways, so neither side may get much longer than the other.
    let is_long = |this: i32, other: i32| this > most && (this + 1 >= other || other <= most);
    let may_go = |edge: &Edge| {
        let is_long = if edge.is_row() { is_long(rows, cols) } else { is_long(cols, rows) };
        // The blank comes home last.
        is_long && !left.line(*edge).contains(board.blank_home())
    };
    let work = |edge: &Edge| Rotation::new(left, *edge, board.stride()).work(board);
    Edge::ALL.into_iter().filter(may_go).min_by_key(work)
}

/// What will be left to be reached, if it can be told before: where the blank belongs into a corner.
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
    use puzzle::solvable::solvable;

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

    /// Small boards down to what is left of large ones: nowhere else is it so tight. One board in thirty has two tiles that only a
    /// search of both brings home.
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
                        panic!("nobody has had enough")
                    };
                    assert_eq!((rest.board.rows(), rest.board.cols()), (rows.min(3), cols.min(3)));
                    let agree = solvable(&rest.board, &rest.goal) == solvable(&board, &goal);
                    assert!(agree, "{}", board.to_line());
                }
            }
        }
    }
}

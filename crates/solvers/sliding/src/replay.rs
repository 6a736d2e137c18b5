//! Replays moves on the full board, independently of the search that found them.

use puzzle::Board;
use search::Move;
use solver::Replay;

use crate::metric::{direction, n_tiles};

/// Replays moves on the board and returns the outcome.
pub fn replay(board: &Board, goal: &Board, moves: &[Move]) -> Replay {
    let mut board = board.clone();
    match moves.iter().position(|&mv| !play(&mut board, mv)) {
        Some(at) => Replay::Impossible { at },
        None if board == *goal => Replay::Solved,
        None => Replay::Unsolved,
    }
}

/// Makes a move. True if the board has as many tiles in the line as it slides.
fn play(board: &mut Board, mv: Move) -> bool {
    (0..n_tiles(mv)).all(|_| board.slide(direction(mv)).is_some())
}

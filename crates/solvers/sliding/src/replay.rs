//! Moves played on the full board, whatever has found them.

use puzzle::Board;
use search::Move;
use solver::Replay;

use crate::metric::{direction, n_tiles};

/// Plays moves on the board and returns what comes of it.
pub fn replay(board: &Board, goal: &Board, moves: &[Move]) -> Replay {
    let mut board = board.clone();
    match moves.iter().position(|&mv| !play(&mut board, mv)) {
        Some(at) => Replay::Impossible { at },
        None if board == *goal => Replay::Solved,
        None => Replay::Unsolved,
    }
}

/// Makes a move. True if there are as many tiles as it slides.
fn play(board: &mut Board, mv: Move) -> bool {
    (0..n_tiles(mv)).all(|_| board.slide(direction(mv)).is_some())
}

//! Sliding-tile puzzles on a rectangle (8-puzzle, 15-puzzle): boards, slide directions, goals and the parity test for
//! solvability.

mod direction;

mod board;

mod goal;

mod solvability;

pub use board::{Board, BoardError, Cell, MAX_SIDE, MIN_SIDE};
pub(crate) use board::{TileName, size_is_allowed, smallest_missing};
pub use direction::Direction;
pub use goal::Goal;
pub use solvability::{other_goals, solvable};

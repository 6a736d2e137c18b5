//! Square-1: two layers of eight corners and eight edges in total, a corner as wide as two edges, and a middle layer of
//! two halves. The layers turn by twelfths; the right half of the puzzle turns over, which is called a slash, if no
//! corner blocks the cut.
//!
//! The left half of the middle layer never moves, so states are relative to it and have no orientation as a whole.

mod layer;
mod notation;
mod random_state;
mod state;

pub use layer::{Layer, WEDGES};
pub use notation::{Amount, Step, Steps, Turn};
pub use state::{Blocked, Square1};

/// Number of pieces of both layers: corners 0 to 7, then edges 8 to 15.
pub const PIECES: usize = 16;

/// The letters of the pieces by number: corners A to H, edges 1 to 8, as Jaap Scherphuis names them. Those of the upper
/// layer come first; the number of an edge is that of the corner it follows clockwise, plus 8.
pub const LETTERS: [char; PIECES] =
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', '1', '2', '3', '4', '6', '7', '8', '5'];

/// True for corners, which are two wedges wide.
pub const fn is_corner(piece: u8) -> bool {
    piece < 8
}

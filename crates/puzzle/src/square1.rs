//! Square-1: two layers of eight corners and eight edges, a corner as wide as two edges, and a middle layer of two halves.
//! The layers turn by twelfths; the right half of everything turns over, which is called a slash, where no corner is in
//! its way.
//!
//! Half of the middle layer never moves, so all is seen from there: nobody has to ask how the puzzle is held.

mod layer;
mod notation;
mod random_state;
mod state;

pub use layer::{Layer, WEDGES};
pub use notation::{Amount, Step, Steps, Turn};
pub use state::{Blocked, Square1};

/// Pieces of both layers together: corners 0 to 7, then edges 8 to 15.
pub const PIECES: usize = 16;

/// The letters of the pieces by their numbers: corners A to H, edges 1 to 8, as Jaap Scherphuis names them. Those of the
/// upper layer come first; the number of an edge is that of the corner it follows clockwise, and 8 more.
pub const LETTERS: [char; PIECES] =
    ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', '1', '2', '3', '4', '6', '7', '8', '5'];

/// Whether a piece is as wide as two.
pub const fn is_corner(piece: u8) -> bool {
    piece < 8
}

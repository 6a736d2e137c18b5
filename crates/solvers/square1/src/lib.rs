//! Square-1: by two phases, and shortest solutions in twists or in turns.
//!
//! Reading order: [`moves`] how moves are numbered; [`phase1`] and [`phase2`], whose distances are in [`phase2_table`] over
//! [`phase2_coords`], with their chain in [`two_phase`]; for shortest solutions [`layer_symmetry`] and [`symmetry`], [`ball`] and
//! [`prune_table`] what is near, and [`problem`]; [`tables`] and [`dispatcher`] which of these answers a question;
//! [`Square1Solver`] what front ends know.

mod errors;
mod info;
mod instance;
mod scramble;
mod solver;
mod task;

pub mod bfs_levels;
pub mod count;
pub mod dispatch;
pub mod layer_symmetry;
pub mod moves;
pub mod optimal;
pub mod phase1;
pub mod phase2;
pub mod phase2_coords;
pub mod phase2_table;
pub mod problem;
pub mod prune_table;
pub mod symmetry;
pub mod two_phase;

use puzzle::Square1;

pub use self::solver::Square1Solver;
pub use errors::{Square1Error, parse_error};
pub use info::HASHED;
pub use instance::Square1Instance;
pub use scramble::Square1Scrambler;
pub use task::Square1Task;

/// A position of Square-1 to be solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square1Query {
    /// Where it starts.
    pub start: Square1,
    /// What counts as one move.
    pub metric: Square1Metric,
}

/// What counts as one move of Square-1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Square1Metric {
    /// A slash; turns of the layers are free.
    #[default]
    Twist,
    /// A slash, or any turn of one layer.
    FaceTurn,
}

impl Square1Metric {
    /// All of them.
    pub const ALL: [Square1Metric; 2] = [Square1Metric::Twist, Square1Metric::FaceTurn];

    /// Returns the name it is asked for by.
    pub const fn name(self) -> &'static str {
        match self {
            Square1Metric::Twist => "twist",
            Square1Metric::FaceTurn => "face-turn",
        }
    }

    /// Returns what it counts, in a line.
    pub const fn summary(self) -> &'static str {
        match self {
            Square1Metric::Twist => "a slash is one move, turns of the layers are free (square-1)",
            Square1Metric::FaceTurn => "a slash is one move, and so is any turn of one layer (square-1)",
        }
    }
}

//! Solver of Square-1: a two-phase algorithm, and optimal solutions in the twist metric or the face-turn metric.
//!
//! Reading order: [`moves`] numbers the moves. Two-phase algorithm: [`phase1`] (cube shape), [`phase2`] (permutation
//! within cube shape), whose prune table is [`phase2_table`] over the coordinates of [`phase2_coords`], and
//! [`two_phase`], which chains them. Optimal solutions: [`layer_symmetry`] and [`symmetry`] (canonical form under
//! symmetry), [`bfs_levels`] and [`prune_table`] (positions near the goal), [`problem`] (the search problem) and
//! [`optimal`] (IDA* with these tables). [`dispatch`] chooses the search for a request; [`Square1Solver`] is the
//! interface for front ends.

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

/// A search query: a start position and the metric that counts its solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Square1Query {
    /// The position to solve.
    pub start: Square1,
    /// The metric of the solution length.
    pub metric: Square1Metric,
}

/// A metric: the rule for what counts as one move of Square-1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Square1Metric {
    /// A slash is one move; turns of the layers are free.
    #[default]
    Twist,
    /// A slash is one move, and so is any turn of one layer.
    FaceTurn,
}

impl Square1Metric {
    /// All metrics.
    pub const ALL: [Square1Metric; 2] = [Square1Metric::Twist, Square1Metric::FaceTurn];

    /// Returns the name that users type.
    pub const fn name(self) -> &'static str {
        match self {
            Square1Metric::Twist => "twist",
            Square1Metric::FaceTurn => "face-turn",
        }
    }

    /// Returns a summary in one line.
    pub const fn summary(self) -> &'static str {
        match self {
            Square1Metric::Twist => "a slash is one move, turns of the layers are free (square-1)",
            Square1Metric::FaceTurn => "a slash is one move, and so is any turn of one layer (square-1)",
        }
    }
}

//! Why a request cannot be carried out.

use puzzle::Goal;
use thiserror::Error;

use crate::request::{Algorithm, Estimate};

/// Why a request cannot be carried out.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum Error {
    /// Parity: half of all boards cannot reach a given goal.
    #[error("this board cannot reach the goal {goal}{}", elsewhere(.reachable))]
    Unsolvable {
        /// The goal's name, or the goal itself if it has none.
        goal: String,
        /// The named goals it can reach.
        reachable: Vec<Goal>,
    },
    /// Board and goal have different sizes.
    #[error("the board is {board} and the goal {goal}; they must be of one size")]
    SizeMismatch {
        /// Size of the board.
        board: String,
        /// Size of the goal.
        goal: String,
    },
    /// The board is beyond what can be searched.
    #[error(
        "a {size} board is too large to search; at most {most} cells, expected for example 16x16 or less"
    )]
    TooLarge {
        /// Size of the board.
        size: String,
        /// The most cells.
        most: usize,
    },
    /// The estimate does not exist for this size.
    #[error("the estimate {} does not exist for a {size} board; {}", .estimate.name(), .estimate.summary())]
    NoEstimate {
        /// Which.
        estimate: Estimate,
        /// Size of the board.
        size: String,
    },
    /// Only iterative deepening enumerates.
    #[error("{} finds one solution; all optimal solutions are found by ida and dfid", .0.name())]
    FindsOne(Algorithm),
    /// Depth-first search needs to know where to turn back.
    #[error("depth-first search needs a cut-off; expected a length limit")]
    NoCutOff,
}

fn elsewhere(reachable: &[Goal]) -> String {
    let names: Vec<&str> = reachable.iter().map(Goal::name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; it can reach the goal {}", names.join(" and the goal ")),
    }
}

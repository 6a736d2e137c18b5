//! Why a 3x3x3 cannot be solved as asked.

use solver::Error;
use solver::cube::CubeQueryError;
use thiserror::Error as ThisError;

/// Why a 3x3x3 cannot be solved as asked.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
pub enum Cube3Error {
    /// What can be wrong with any cube.
    #[error(transparent)]
    CubeQuery(#[from] CubeQueryError),
    /// There is such a step, but not there.
    #[error("there is no step {name}; expected {}", .known.join(", "))]
    NoSuchStep {
        /// What was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// On the inverse of a cube its pieces are elsewhere.
    #[error(
        "the goal {goal} is no group, so a cube may be in it and its inverse not; moves on the inverse say nothing"
    )]
    NoGroup {
        /// Its name or stickers.
        goal: String,
    },
    /// A full solution on the inverse is one on the scramble.
    #[error(
        "moves on the inverse are for steps of the 3x3x3: whatever solves the inverse, inverted, solves the cube"
    )]
    NoInverse,
    /// Moves on the inverse lead to the goal from its inverse, which must be a goal as well.
    #[error("moves on the inverse need the goal solved, or a step like eo or dr")]
    InverseOfGoal,
    /// Symmetries of sets of cubes are not known.
    #[error("solutions up to symmetry are known of the 3x3x3 only, solved and not by steps")]
    NoSymmetry,
    /// One solution is up to symmetry anyhow.
    #[error("solutions are compared by symmetry where several are asked for, expected --all or --within")]
    NothingToCompare,
    /// Steps are found by one search.
    #[error("steps are found by one search, so there is nothing to compare")]
    OneSearch,
    /// A solution to be judged has a turn that may not be made.
    #[error("{turn} is none of the moves that may be made")]
    ForbiddenTurn {
        /// The turn.
        turn: puzzle::Turn,
    },
}

impl From<Cube3Error> for Error {
    fn from(error: Cube3Error) -> Error {
        let message = error.to_string();
        match error {
            Cube3Error::CubeQuery(error) => error.into(),
            Cube3Error::NoSuchStep { .. } | Cube3Error::NoGroup { .. } | Cube3Error::NothingToCompare => {
                Error::usage(message)
            }
            Cube3Error::NoInverse => Error::usage(message).hint("try --goal eo"),
            Cube3Error::InverseOfGoal => Error::usage(message).at("--after"),
            Cube3Error::NoSymmetry => Error::usage(message).hint("leave out --up-to-symmetry"),
            Cube3Error::OneSearch => Error::usage(message).hint("try deepen solve"),
            Cube3Error::ForbiddenTurn { .. } => Error::invalid(message).at("the solution"),
        }
    }
}

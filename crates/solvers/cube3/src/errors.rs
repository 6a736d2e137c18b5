//! Errors of requests for the 3x3x3.

use solver::cube::CubeQueryError;
use solver::input_text::format_bytes;
use solver::{Algorithm, Error};
use thiserror::Error as ThisError;

use crate::info::FOUR_PHASE;

/// Reasons to refuse a request for the 3x3x3.
#[derive(Clone, PartialEq, Eq, Debug, ThisError)]
pub enum Cube3Error {
    /// An error that any cube can have.
    #[error(transparent)]
    CubeQuery(#[from] CubeQueryError),
    /// The step exists, but not on that axis or side.
    #[error("there is no step {name}; expected {}", .known.join(", "))]
    NoSuchStep {
        /// The name in the request.
        name: String,
        /// The names of this step.
        known: Vec<String>,
    },
    /// NISS needs a goal that contains the inverse of each of its cubes.
    #[error("moves on the inverse need a goal that is a group, like eo or dr, found {goal}")]
    NoGroup {
        /// The goal's name or stickers.
        goal: String,
    },
    /// A full solution on the inverse is equivalent to one on the scramble.
    #[error(
        "moves on the inverse are for steps of the 3x3x3: a solution of the inverse, inverted, solves the cube"
    )]
    NoInverse,
    /// Moves on the inverse of the scramble also invert the goal, which must be a goal as well.
    #[error("moves on the inverse need the goal solved, or a step like eo or dr")]
    InverseOfGoal,
    /// Symmetries of sets of cubes are not supported.
    #[error("solutions up to symmetry are not supported for steps, expected a cube as the goal")]
    NoSymmetry,
    /// A single solution has nothing to be compared with.
    #[error("solutions up to symmetry need several solutions, expected --all or --within")]
    NothingToCompare,
    /// Steps have a single algorithm.
    #[error("steps are found by one search, so there is nothing to compare")]
    OneSearch,
    /// The tables of the phases need more memory than allowed.
    #[error(
        "the tables of {} need {}, and {} may be used",
        .algorithm.name(), format_bytes(*.needed), format_bytes(*.allowed)
    )]
    NotEnoughMemory {
        /// The algorithm.
        algorithm: Algorithm,
        /// Bytes needed.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// A solution to be checked has a turn that is not allowed.
    #[error("{turn} is not one of the allowed moves")]
    ForbiddenTurn {
        /// The turn that is not allowed.
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
            Cube3Error::NotEnoughMemory { algorithm: FOUR_PHASE, .. } => {
                Error::usage(message).hint("allow more with --max-memory")
            }
            Cube3Error::NotEnoughMemory { .. } => {
                Error::usage(message).hint("allow more with --max-memory, or try --algorithm four-phase")
            }
            Cube3Error::NoInverse => Error::usage(message).hint("try --goal eo"),
            Cube3Error::InverseOfGoal => Error::usage(message).at("--after"),
            Cube3Error::NoSymmetry => Error::usage(message).hint("leave out --up-to-symmetry"),
            Cube3Error::OneSearch => Error::usage(message).hint("try deepen solve"),
            Cube3Error::ForbiddenTurn { .. } => Error::invalid(message).at("the solution"),
        }
    }
}

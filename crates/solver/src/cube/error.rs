//! Errors of cubes, as shown to users.

use puzzle::cube::TurnSet;
use puzzle::parse::cube::CubeError;
use thiserror::Error;

use super::Metric;
use crate::error::{Error as SolverError, ErrorKind};

/// Reason why a cube cannot be solved or counted as requested.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CubeQueryError {
    /// The set of allowed turns is empty.
    #[error("no turn may be used, expected at least one")]
    NoTurns,
    /// The allowed turns do not reach the goal.
    #[error("no sequence of the turns {turns} leads from this cube to the goal")]
    Unreachable {
        /// The allowed turns.
        turns: TurnSet,
    },
    /// The metric does not exist for the puzzle.
    #[error("the metric {} does not exist for {puzzle}; {reason}", .metric.name())]
    ForeignMetric {
        /// The metric.
        metric: Metric,
        /// Name of the puzzle.
        puzzle: &'static str,
        /// Reason, and what is available instead.
        reason: &'static str,
    },
    /// Counting needs moves of cost 1.
    #[error(
        "positions are counted in moves that cost 1 or are several of these, expected single turns among the moves"
    )]
    WeightedCount,
    /// Counting needs a single goal.
    #[error("positions are counted from one goal, found several")]
    SeveralGoals,
    /// There are too many positions to count.
    #[error("the positions of {0} are too many to count")]
    TooMany(&'static str),
}

impl From<CubeQueryError> for SolverError {
    fn from(error: CubeQueryError) -> SolverError {
        let message = error.to_string();
        match error {
            CubeQueryError::Unreachable { .. } => {
                SolverError::unsolvable(message).hint("allow more turns by --moves")
            }
            CubeQueryError::NoTurns
            | CubeQueryError::ForeignMetric { .. }
            | CubeQueryError::WeightedCount
            | CubeQueryError::SeveralGoals
            | CubeQueryError::TooMany(_) => SolverError::usage(message),
        }
    }
}

/// Converts a parse error of a cube. `name` is the name of the text; `line` is the line of the cube, if it is one line
/// of the text.
pub fn parse_error(name: Option<&str>, error: &CubeError, line: Option<usize>) -> SolverError {
    let kind = if error.is_unsolvable() { ErrorKind::Unsolvable } else { ErrorKind::Invalid };
    let message = error.to_string();
    let Some(place) = error.place() else {
        // An unsolvable cube has no place in the text but the cube itself.
        let line_place = line.map(|line| format!("line {line}"));
        let place: Vec<&str> =
            name.into_iter().chain(line_place.as_deref().filter(|_| name.is_some())).collect();
        let error = SolverError::new(kind, message);
        return if place.is_empty() { error } else { error.at(place.join(", ")) };
    };
    // The message begins with the place, which is stored separately.
    let message = message.strip_prefix(&format!("{place}: ")).unwrap_or(&message).to_string();
    let line_place = format!("line {}, column {}", line.unwrap_or(place.line), place.column);
    SolverError::new(kind, message).at_in(name, line_place)
}

/// Returns the error that a cube has no boards to show.
pub fn no_boards() -> SolverError {
    SolverError::usage("--show boards is for boards, not for cubes").hint("try --show net")
}

//! What can be wrong with a request for sliding tiles.

use puzzle::parse::board::ParseError;
use puzzle::{BoardError, Goal};
use solver::{Algorithm, Error, ErrorKind, Heuristic};

use crate::MAX_CELLS;
use crate::info::{PATTERN, summary};
use crate::pdb::partition::PartitionSpec;

/// The most cells of a board that every algorithm searches.
pub const MAX_OPTIMAL_CELLS: usize = 25;

/// Why a request for sliding tiles cannot be carried out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SlidingError {
    /// Parity: half of all boards cannot reach a given goal.
    #[error("this board cannot reach the goal {goal}{}", other_goals(.reachable))]
    Unsolvable {
        /// The goal's name, or the goal itself if it has none.
        goal: String,
        /// The named goals it can reach.
        reachable: Vec<Goal>,
    },
    /// The board has more cells than any search takes.
    #[error(
        "a {size} board is too large to search; at most {MAX_CELLS} cells, expected for example 16x16 or less, or the \
         algorithm construct"
    )]
    TooLarge {
        /// Size of the board.
        size: String,
    },
    /// The board has more cells than this search takes.
    #[error(
        "{} is for boards of up to {MAX_OPTIMAL_CELLS} cells, and this one is {size}; expected weighted-astar, greedy, \
         construct or beam",
        .algorithm.name()
    )]
    TooLargeFor {
        /// The search.
        algorithm: Algorithm,
        /// Size of the board.
        size: String,
    },
    /// A heuristic that counts single tiles.
    #[error(
        "{} counts single tiles; expected none, manhattan or, up to 4x4, walking-distance where tiles slide together",
        .0.name()
    )]
    NoMultiTile(Heuristic),
    /// The heuristic does not exist for this size.
    #[error("the estimate {} does not exist for a {size} board; {}", .heuristic.name(), summary(*.heuristic))]
    NoHeuristic {
        /// The heuristic.
        heuristic: Heuristic,
        /// Size of the board.
        size: String,
    },
    /// The groups do not have every tile once, or are too many or too large.
    #[error(
        "groups of {groups} are not for a {size} board; expected every tile in one, and up to two groups (four on more \
         than 16 cells) if one has more than six tiles or they know the blank"
    )]
    BadGroups {
        /// As asked for.
        groups: PartitionSpec,
        /// Size of the board.
        size: String,
    },
    /// The groups name fewer tiles than the board has, or more.
    #[error("{}", wrong_tiles(*.groups, .size, *.n_tiles))]
    WrongTiles {
        /// As asked for.
        groups: PartitionSpec,
        /// Size of the board.
        size: String,
        /// Tiles of the board.
        n_tiles: usize,
    },
    /// Groups are asked for in the metric that they do not count in.
    #[error("--pattern counts single tiles, so it is not for the metric multi-tile")]
    GroupsInMultiTile,
    /// Making the tables takes more memory than is allowed.
    #[error("making the table {} takes {needed} bytes, and {allowed} may be used", PATTERN.name())]
    NotEnoughMemory {
        /// Bytes that making them takes.
        needed: u64,
        /// Bytes that may be used.
        allowed: u64,
    },
    /// The metric is one of other puzzles.
    #[error("the metric {0} is not for sliding, expected single-tile or multi-tile")]
    UnknownMetric(String),
    /// Moves are chosen.
    #[error("--moves is for cubes; sliding has one kind of move")]
    MovesGiven,
    /// The goal has no such board.
    #[error(transparent)]
    Goal(#[from] BoardError),
    /// Boards are counted by single tiles.
    #[error("boards are counted in single-tile moves, not in the metric multi-tile")]
    MultiTileCount,
    /// The goal is a name, which is a board of any size.
    #[error("the size is missing")]
    NoSize,
}

impl From<SlidingError> for Error {
    fn from(error: SlidingError) -> Error {
        let (kind, hint) = match &error {
            SlidingError::Unsolvable { reachable, .. } => {
                (ErrorKind::Unsolvable, reachable.first().map(|goal| format!("try --goal {}", goal.name())))
            }
            SlidingError::TooLarge { .. } | SlidingError::Goal(_) => (ErrorKind::Invalid, None),
            SlidingError::NotEnoughMemory { .. } => {
                (ErrorKind::Usage, Some("allow more with --max-memory, or leave out --heuristic".to_string()))
            }
            SlidingError::BadGroups { .. } => {
                (ErrorKind::Usage, Some("try --pattern 6-6-3 on a 4x4 board".to_string()))
            }
            SlidingError::NoHeuristic { .. } => {
                (ErrorKind::Usage, Some("without --heuristic the strongest for the size is used".to_string()))
            }
            SlidingError::NoSize => (ErrorKind::Usage, Some("try --size 3x3".to_string())),
            SlidingError::TooLargeFor { .. }
            | SlidingError::NoMultiTile(_)
            | SlidingError::WrongTiles { .. }
            | SlidingError::GroupsInMultiTile
            | SlidingError::UnknownMetric(_)
            | SlidingError::MovesGiven
            | SlidingError::MultiTileCount => (ErrorKind::Usage, None),
        };
        Error { hint, ..Error::new(kind, error.to_string()) }
    }
}

/// Returns the error for a text that is no board, with its place.
pub(crate) fn parse_error(name: Option<&str>, error: &ParseError) -> Error {
    let place = format!("line {}, column {}", error.line, error.column);
    Error::invalid(error.kind.to_string()).at_in(name, place)
}

fn other_goals(reachable: &[Goal]) -> String {
    let names: Vec<&str> = reachable.iter().map(Goal::name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!("; it can reach the goal {}", names.join(" and the goal ")),
    }
}

fn wrong_tiles(groups: PartitionSpec, size: &str, n_tiles: usize) -> String {
    let named = groups.n_tiles();
    match named < n_tiles {
        true => format!(
            "tile {} is in no group of {groups}; expected all tiles of a {size} board, 1 to {n_tiles}",
            named + 1
        ),
        false => format!(
            "tile {} in the groups {groups} is not on a {size} board; expected tiles 1 to {n_tiles}",
            n_tiles + 1
        ),
    }
}

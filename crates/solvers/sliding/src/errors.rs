//! Errors of requests for sliding tiles.

use puzzle::parse::board::ParseError;
use puzzle::{BoardError, Goal};
use solver::{Algorithm, Error, ErrorKind, Heuristic};

use crate::MAX_CELLS;
use crate::info::{PATTERN, summary};
use crate::pdb::partition::PartitionSpec;

/// Maximum number of cells of a board that every algorithm can search.
pub const MAX_OPTIMAL_CELLS: usize = 25;

/// The reason why a request for sliding tiles is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SlidingError {
    /// Parity: half of all boards cannot reach a given goal.
    #[error("this board cannot reach the goal {goal}{}", other_goals(.reachable))]
    Unsolvable {
        /// The goal's name, or the goal itself if it has none.
        goal: String,
        /// The named goals that the board can reach.
        reachable: Vec<Goal>,
    },
    /// The board has more cells than any search supports.
    #[error(
        "a {size} board is too large to search; at most {MAX_CELLS} cells, expected for example 16x16 or less, or the \
         algorithm construct"
    )]
    TooLarge {
        /// Size of the board.
        size: String,
    },
    /// The board has more cells than this algorithm supports.
    #[error(
        "{} is for boards of up to {MAX_OPTIMAL_CELLS} cells, and this one is {size}; expected weighted-astar, greedy, \
         construct or beam",
        .algorithm.name()
    )]
    TooLargeFor {
        /// The requested algorithm.
        algorithm: Algorithm,
        /// Size of the board.
        size: String,
    },
    /// The heuristic counts moves of single tiles and is no lower bound in the multi-tile metric.
    #[error(
        "{} counts single-tile moves; expected none, manhattan or, up to 4x4, walking-distance in the metric multi-tile",
        .0.name()
    )]
    NoMultiTile(Heuristic),
    /// The heuristic does not exist for this size.
    #[error("the heuristic {} does not exist for a {size} board; {}", .heuristic.name(), summary(*.heuristic))]
    NoHeuristic {
        /// The requested heuristic.
        heuristic: Heuristic,
        /// Size of the board.
        size: String,
    },
    /// The groups do not contain every tile once, or are too many or too large.
    #[error(
        "groups of {groups} are not for a {size} board; expected every tile in one, and up to two groups (four on more \
         than 16 cells) if one has more than six tiles or +blank is given"
    )]
    BadGroups {
        /// The requested partition.
        groups: PartitionSpec,
        /// Size of the board.
        size: String,
    },
    /// The groups name fewer or more tiles than the board has.
    #[error("{}", wrong_tiles(*.groups, .size, *.n_tiles))]
    WrongTiles {
        /// The requested partition.
        groups: PartitionSpec,
        /// Size of the board.
        size: String,
        /// Number of tiles of the board.
        n_tiles: usize,
    },
    /// A partition is given for the multi-tile metric, in which pattern databases do not count.
    #[error("--pattern counts single tiles, so it is not for the metric multi-tile")]
    GroupsInMultiTile,
    /// Building the tables needs more memory than allowed.
    #[error("building the table {} needs {needed} bytes, and {allowed} may be used", PATTERN.name())]
    NotEnoughMemory {
        /// Bytes needed to build the tables.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The metric belongs to another puzzle.
    #[error("the metric {0} is not for sliding, expected single-tile or multi-tile")]
    UnknownMetric(String),
    /// A set of moves is given.
    #[error("--moves is for cubes; sliding has one kind of move")]
    MovesGiven,
    /// The goal does not exist for this size.
    #[error(transparent)]
    Goal(#[from] BoardError),
    /// The name of the puzzle implies another size.
    #[error("expected a {expected} board, as the name of the puzzle says, found {found}")]
    OtherSize {
        /// The size of the board, the goal or the option.
        found: String,
        /// The size that the name implies.
        expected: &'static str,
    },
    /// There are more positions than any machine can store.
    #[error("a {size} board has {positions} positions, too many to count")]
    TooMany {
        /// Size of the board.
        size: String,
        /// The number of positions, in groups of three digits.
        positions: String,
    },
    /// Boards are counted in single-tile moves only.
    #[error("boards are counted in single-tile moves, not in the metric multi-tile")]
    MultiTileCount,
    /// The goal is given by name, so the size of the board is needed.
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
            SlidingError::OtherSize { .. } => {
                (ErrorKind::Invalid, Some("the name sliding is for boards of any size".to_string()))
            }
            SlidingError::TooMany { .. } => (ErrorKind::Usage, Some("try --max-length 20".to_string())),
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

/// Returns the error for text that is not a board, with its position.
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

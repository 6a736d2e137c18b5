//! A query: one board with its goal and method, and the checks before it is searched.

use puzzle::sliding::{other_goals, solvable};
use puzzle::{Board, Goal};
use solver::{Algorithm, Heuristic, Method};

use crate::errors::{MAX_OPTIMAL_CELLS, SlidingError};
use crate::info::{BEAM, CONSTRUCT, LINEAR_CONFLICT, MANHATTAN, MISPLACED, PATTERN, WALKING_DISTANCE};
use crate::metric::SlideMetric;
use crate::packed_board::PackedBoard;
use crate::pdb::build::{has_direct_index, is_addressable};
use crate::pdb::escalation;
use crate::pdb::partition::PartitionSpec;
use crate::size::size;
use crate::walking_distance::WalkingDistance;

/// Maximum number of placements of two lookups in a state, on boards of up to 16 cells and on larger ones.
pub(crate) const MAX_PLACEMENTS_SMALL: usize = 4;
pub(crate) const MAX_PLACEMENTS_LARGE: usize = 8;

/// Maximum number of cells of any packed board.
pub const MAX_CELLS: usize = <[u8; 256]>::CAPACITY;

/// A board with its goal.
#[derive(Clone, Copy)]
pub(crate) struct Puzzle<'a> {
    pub board: &'a Board,
    pub goal: &'a Board,
    pub metric: SlideMetric,
}

/// A board with its goal, and the search method.
#[derive(Clone, Copy)]
pub(crate) struct Query<'a> {
    pub puzzle: Puzzle<'a>,
    pub method: &'a Method,
    /// The partition of the tiles for pattern databases; None chooses one that suits the board.
    pub groups: Option<PartitionSpec>,
}

impl<'a> Query<'a> {
    /// Returns the query for a shortest solution in single-tile moves, with defaults for everything else.
    pub fn with_defaults(board: &'a Board, goal: &'a Board, method: &'a Method) -> Query<'a> {
        Query { puzzle: Puzzle { board, goal, metric: SlideMetric::SingleTile }, method, groups: None }
    }

    /// Returns the heuristic that the search uses.
    pub fn heuristic(&self) -> Heuristic {
        let Query { puzzle: Puzzle { goal, metric, .. }, method, groups } = *self;
        match (method.heuristic, metric) {
            _ if !method.algorithm.uses_heuristic() => Heuristic::NONE,
            (Some(heuristic), _) => heuristic,
            (None, SlideMetric::MultiTile) if WalkingDistance::exists_for(goal) => WALKING_DISTANCE,
            (None, SlideMetric::MultiTile) => MANHATTAN,
            (None, SlideMetric::SingleTile) if groups.is_some() => PATTERN,
            (None, SlideMetric::SingleTile) => best_heuristic(goal),
        }
    }

    /// Checks that the board can reach the goal and that the requested search supports it.
    ///
    /// # Errors
    /// The reason why it does not.
    pub fn check(&self, max_memory: u64) -> Result<(), SlidingError> {
        let Query { puzzle: Puzzle { board, goal, .. }, method: Method { algorithm, .. }, groups } = *self;
        if goal.n_cells() > MAX_CELLS && *algorithm != CONSTRUCT {
            return Err(SlidingError::TooLarge { size: size(goal) });
        }
        if !solvable(board, goal) {
            return Err(SlidingError::Unsolvable { goal: name(goal), reachable: other_goals(board, goal) });
        }
        if [CONSTRUCT, BEAM].contains(algorithm) {
            return Ok(());
        }
        groups.map_or(Ok(()), |groups| self.check_groups(groups, max_memory))?;
        if goal.n_cells() > MAX_OPTIMAL_CELLS
            && ![Algorithm::WEIGHTED_A_STAR, Algorithm::GREEDY].contains(algorithm)
        {
            return Err(SlidingError::TooLargeFor { algorithm: *algorithm, size: size(goal) });
        }
        self.check_heuristic()
    }

    fn check_heuristic(&self) -> Result<(), SlidingError> {
        let Puzzle { goal, metric, .. } = self.puzzle;
        let heuristic = self.heuristic();
        let is_large = goal.n_cells() > MAX_OPTIMAL_CELLS;
        let exists = match heuristic {
            Heuristic::NONE | PATTERN => !is_large,
            WALKING_DISTANCE => WalkingDistance::exists_for(goal),
            _ => [MISPLACED, MANHATTAN, LINEAR_CONFLICT].contains(&heuristic),
        };
        let counts_lines =
            [Heuristic::NONE, MANHATTAN].contains(&heuristic) || heuristic == WALKING_DISTANCE && exists;
        match metric {
            SlideMetric::MultiTile if !counts_lines => Err(SlidingError::NoMultiTile(heuristic)),
            _ if !exists => Err(SlidingError::NoHeuristic { heuristic, size: size(goal) }),
            _ => Ok(()),
        }
    }

    fn check_groups(&self, groups: PartitionSpec, max_memory: u64) -> Result<(), SlidingError> {
        let goal = self.puzzle.goal;
        let bad = || SlidingError::BadGroups { groups, size: size(goal) };
        if self.heuristic() != PATTERN || goal.n_cells() > MAX_OPTIMAL_CELLS {
            return Err(bad());
        }
        // Groups without a direct index store their placements in the state.
        let most = if goal.n_cells() <= <u64 as PackedBoard>::CAPACITY {
            MAX_PLACEMENTS_SMALL
        } else {
            MAX_PLACEMENTS_LARGE
        };
        let is_possible = has_direct_index(groups) || 2 * groups.sizes().count() <= most;
        let n_tiles = goal.n_cells() - 1;
        if groups.n_tiles() != n_tiles && groups.tiles().is_some() {
            return Err(SlidingError::WrongTiles { groups, size: size(goal), n_tiles });
        }
        if groups.n_tiles() != n_tiles || !is_possible || !is_addressable(goal, groups) {
            return Err(bad());
        }
        match escalation::needed_bytes(goal, groups) {
            needed if needed > max_memory => {
                Err(SlidingError::NotEnoughMemory { needed, allowed: max_memory })
            }
            _ => Ok(()),
        }
    }
}

/// Returns the strongest heuristic for the size of a goal that needs no long preparation.
pub(crate) fn best_heuristic(goal: &Board) -> Heuristic {
    if goal.n_cells() <= MAX_OPTIMAL_CELLS { PATTERN } else { LINEAR_CONFLICT }
}

/// Returns the name of a goal, or the goal itself if it has none.
fn name(goal: &Board) -> String {
    let is_it = |named: &&Goal| named.board(goal.rows(), goal.cols()).is_ok_and(|board| board == *goal);
    Goal::NAMED.iter().find(is_it).map_or_else(|| goal.to_line(), |named| named.name().to_string())
}

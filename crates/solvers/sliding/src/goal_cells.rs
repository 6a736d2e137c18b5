//! The goal row and column of every tile, which all heuristics use.

use puzzle::Board;
use search::Cost;

use super::packed_board::TileSet;

/// Goal row and column of every tile, including the blank.
pub struct GoalCells {
    row_cols: Vec<(usize, usize)>,
    cols: usize,
}

impl GoalCells {
    pub fn new(goal: &Board) -> Self {
        let mut goal_cells = GoalCells { row_cols: vec![(0, 0); goal.n_cells()], cols: goal.cols() };
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            goal_cells.row_cols[tile as usize] = goal_cells.row_col(cell);
        }
        goal_cells
    }

    /// Returns the row and column of a cell.
    pub fn row_col(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// Returns the goal row and column of a tile.
    pub fn goal_row_col(&self, tile: usize) -> (usize, usize) {
        self.row_cols[tile]
    }

    /// Number of tiles including the blank: tiles are numbered `1..n_tiles`, and the blank is 0.
    pub fn n_tiles(&self) -> usize {
        self.row_cols.len()
    }

    /// Returns the Manhattan distance from `cell` to the goal cell of `tile`.
    pub fn distance(&self, tile: usize, cell: usize) -> Cost {
        let ((row, col), (goal_row, goal_col)) = (self.row_col(cell), self.goal_row_col(tile));
        (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as Cost
    }

    /// Returns the Manhattan distance of a board: the sum over all tiles.
    pub fn manhattan(&self, board: &Board) -> Cost {
        let tiles = board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| self.distance(tile as usize, cell)).sum()
    }

    /// Returns the Manhattan distance split into its vertical part (along columns) and its horizontal part (along
    /// rows).
    pub fn manhattan_by_axis(&self, board: &Board) -> [Cost; 2] {
        let mut by_axis = [0, 0];
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let (at, goal) = (self.row_col(cell), self.goal_row_col(tile as usize));
            by_axis[0] += at.0.abs_diff(goal.0) as Cost;
            by_axis[1] += at.1.abs_diff(goal.1) as Cost;
        }
        by_axis
    }

    /// Returns the set of tiles that a slide between two cells brings closer to their goal cells.
    pub fn closer<T: TileSet>(&self, from: usize, to: usize) -> T {
        let mut closer = T::default();
        (1..self.n_tiles())
            .filter(|&tile| self.distance(tile, to) < self.distance(tile, from))
            .for_each(|tile| closer.insert(tile));
        closer
    }
}

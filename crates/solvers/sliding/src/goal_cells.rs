//! Where the tiles belong: goal rows and columns by tile, which every heuristic asks for.

use puzzle::Board;
use search::Cost;

use super::packed_board::TileSet;

/// Goal row and column of every tile; of the blank too.
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

    /// Row and column of a cell.
    pub fn row_col(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// Goal row and column of a tile.
    pub fn goal_row_col(&self, tile: usize) -> (usize, usize) {
        self.row_cols[tile]
    }

    /// Tiles are numbered `1..n_tiles`.
    pub fn n_tiles(&self) -> usize {
        self.row_cols.len()
    }

    /// How far `tile` in `cell` is from its goal.
    pub fn distance(&self, tile: usize, cell: usize) -> Cost {
        let ((row, col), (goal_row, goal_col)) = (self.row_col(cell), self.goal_row_col(tile));
        (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as Cost
    }

    /// The sum of all tiles' distances.
    pub fn manhattan(&self, board: &Board) -> Cost {
        let tiles = board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| self.distance(tile as usize, cell)).sum()
    }

    /// The sums of all tiles' distances along columns and along rows.
    pub fn manhattan_by_axis(&self, board: &Board) -> [Cost; 2] {
        let mut by_axis = [0, 0];
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let (at, goal) = (self.row_col(cell), self.goal_row_col(tile as usize));
            by_axis[0] += at.0.abs_diff(goal.0) as Cost;
            by_axis[1] += at.1.abs_diff(goal.1) as Cost;
        }
        by_axis
    }

    /// The tiles that a slide brings closer to their goals.
    pub fn closer<T: TileSet>(&self, from: usize, to: usize) -> T {
        let mut closer = T::default();
        (1..self.n_tiles())
            .filter(|&tile| self.distance(tile, to) < self.distance(tile, from))
            .for_each(|tile| closer.insert(tile));
        closer
    }
}

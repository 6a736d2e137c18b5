//! Where the tiles belong: goal rows and columns by tile, which every heuristic asks for.

use puzzle::Board;
use search::Cost;

use super::cells::TileSet;

/// Goal row and column of every tile; of the blank too.
pub struct Homes {
    places: Vec<(usize, usize)>,
    cols: usize,
}

impl Homes {
    pub fn new(goal: &Board) -> Self {
        let mut homes = Homes { places: vec![(0, 0); goal.n_cells()], cols: goal.cols() };
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            homes.places[tile as usize] = homes.place(cell);
        }
        homes
    }

    /// Row and column of a cell.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.cols, cell % self.cols)
    }

    /// Goal row and column of a tile.
    pub fn home(&self, tile: usize) -> (usize, usize) {
        self.places[tile]
    }

    /// Tiles are numbered `1..n_tiles`.
    pub fn n_tiles(&self) -> usize {
        self.places.len()
    }

    /// How far `tile` in `cell` is from its goal.
    pub fn distance(&self, tile: usize, cell: usize) -> Cost {
        let ((row, col), (home_row, home_col)) = (self.place(cell), self.home(tile));
        (row.abs_diff(home_row) + col.abs_diff(home_col)) as Cost
    }

    /// The sum of all tiles' distances.
    pub fn distances(&self, board: &Board) -> Cost {
        let tiles = board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0);
        tiles.map(|(cell, &tile)| self.distance(tile as usize, cell)).sum()
    }

    /// The sums of all tiles' distances along columns and along rows.
    pub fn apart(&self, board: &Board) -> [Cost; 2] {
        let mut apart = [0, 0];
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let (place, home) = (self.place(cell), self.home(tile as usize));
            apart[0] += place.0.abs_diff(home.0) as Cost;
            apart[1] += place.1.abs_diff(home.1) as Cost;
        }
        apart
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

//! Reflections: symmetries of the rectangle that fix the blank's goal cell. The image of a board is as far from the
//! goal as the board, with every tile renamed to the one whose goal is the image of its own goal.

use puzzle::Board;

/// A symmetry of a goal board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reflection {
    /// The image of each cell.
    pub cells: Vec<usize>,
    /// The image of each tile.
    pub tiles: Vec<usize>,
}

impl Reflection {
    /// Returns the cells, in the image of a board, of the tiles whose goal cells in `goal` are `goal_cells`.
    pub fn tile_cells(&self, goal_cells: &[usize], board: &Board, goal: &[u32]) -> Vec<usize> {
        let cell = |&goal_cell: &usize| {
            let tile = self.preimage(goal[goal_cell] as usize) as u32;
            let found = board.tiles().iter().position(|&other| other == tile);
            self.cells[found.expect("every tile is on the board")]
        };
        goal_cells.iter().map(cell).collect()
    }

    /// Returns the tile whose image is `other`.
    pub fn preimage(&self, other: usize) -> usize {
        self.tiles.iter().position(|&image| image == other).expect("a symmetry is a bijection")
    }
}

/// Returns all symmetries of a rectangle as images of its cells, the identity first.
pub fn symmetries(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    // Three choices: transpose, reverse the rows, reverse the columns.
    let image = |choices: usize, cell: usize| {
        let (mut row, mut col) = (cell / cols, cell % cols);
        if choices & 1 != 0 {
            (row, col) = (col, row);
        }
        if choices & 2 != 0 {
            row = rows - 1 - row;
        }
        if choices & 4 != 0 {
            col = cols - 1 - col;
        }
        row * cols + col
    };
    let exist = (0..8).filter(|choices| choices & 1 == 0 || rows == cols);
    exist.map(|choices| (0..rows * cols).map(|cell| image(choices, cell)).collect()).collect()
}

/// Returns all symmetries that fix the blank's goal, the identity first.
pub fn reflections(goal: &Board) -> Vec<Reflection> {
    let view = |cells: Vec<usize>| {
        let mut tiles = vec![0; cells.len()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            tiles[tile as usize] = goal.tiles()[cells[cell]] as usize;
        }
        Reflection { cells, tiles }
    };
    let symmetries = symmetries(goal.rows(), goal.cols()).into_iter();
    symmetries.filter(|cells| cells[goal.blank()] == goal.blank()).map(view).collect()
}

//! Looks at a board from other sides: symmetries of the rectangle that keep the blank's goal in place. Seen so, a board is as
//! far from the goal as it is, with every tile standing for the one that belongs where its image does.

use puzzle::Board;

/// A symmetry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reflection {
    /// By cell: its image.
    pub cells: Vec<usize>,
    /// By tile: the tile that it stands for.
    pub tiles: Vec<usize>,
}

impl Reflection {
    /// Where the tiles that belong in `goal_cells` of a goal are in a board as it looks from here.
    pub fn tile_cells(&self, goal_cells: &[usize], board: &Board, goal: &[u32]) -> Vec<usize> {
        let cell = |&goal_cell: &usize| {
            let tile = self.preimage(goal[goal_cell] as usize) as u32;
            let found = board.tiles().iter().position(|&other| other == tile);
            self.cells[found.expect("every tile is somewhere")]
        };
        goal_cells.iter().map(cell).collect()
    }

    /// The tile that stands for another from here.
    pub fn preimage(&self, other: usize) -> usize {
        self.tiles.iter().position(|&image| image == other).expect("every tile is stood for")
    }
}

/// All symmetries of a rectangle as images of its cells; the first changes nothing.
pub fn symmetries(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    // Three choices: exchange rows and columns, turn the rows round, turn the columns round.
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

/// All looks that keep the blank's goal; the first changes nothing.
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

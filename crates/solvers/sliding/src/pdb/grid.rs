//! Sets of cells as bit masks, and their connected components.

use puzzle::Direction;

/// The cells of a board.
pub struct Grid {
    /// The neighbours of each cell.
    pub neighbours: Vec<u32>,
    cols: usize,
    /// All cells except those of the first column, and except those of the last.
    not_first: u32,
    not_last: u32,
    all: u32,
}

impl Grid {
    pub fn new(rows: usize, cols: usize) -> Grid {
        let cells = |keep: &dyn Fn(usize) -> bool| {
            (0..rows * cols).filter(|&cell| keep(cell)).fold(0, |set, cell| set | 1_u32 << cell)
        };
        let beside = |cell: usize| {
            let neighbours = Direction::ALL.iter().filter_map(|dir| dir.source(cell, rows, cols));
            neighbours.fold(0, |set, other| set | 1 << other)
        };
        Grid {
            neighbours: (0..rows * cols).map(beside).collect(),
            cols,
            not_first: cells(&|cell| cell % cols != 0),
            not_last: cells(&|cell| cell % cols != cols - 1),
            all: cells(&|_| true),
        }
    }

    /// Returns the connected component of `open` that contains `cell`.
    pub fn region(&self, cell: usize, open: u32) -> u32 {
        let mut region = 1 << cell;
        loop {
            let sideways = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
            let grown = (region | sideways | region << self.cols | region >> self.cols) & open & self.all;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Returns the connected components of the cells that are not in `taken`, the one with the lowest cell first.
    pub fn regions(&self, taken: u32) -> impl Iterator<Item = u32> {
        let mut open = self.all & !taken;
        std::iter::from_fn(move || {
            let region = (open != 0).then(|| self.region(open.trailing_zeros() as usize, open))?;
            open &= !region;
            Some(region)
        })
    }
}

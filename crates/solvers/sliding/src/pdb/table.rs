//! The pattern database of one group: for every placement of its tiles the excess over the Manhattan distance, halved,
//! since both distances have the same parity. Four bits suffice; larger values are capped, which keeps the bound
//! admissible.
//!
//! By default a placement has one entry: the minimum over all positions of the blank. A table that tracks the blank has
//! an entry for each of the regions that the tiles leave open: larger, and a better bound.

use search::hardware;
use search::table::data::TableData;

use super::combination_rank::CombinationRank;
use super::grid::Grid;
use super::permutation_rank::{self, PermutationRank};

/// A group of tiles with their goal cells, on a board of some size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Number of rows of the board.
    pub rows: usize,
    /// Number of columns of the board.
    pub cols: usize,
    /// The blank's goal cell.
    pub blank: usize,
    /// Goal cells of the tiles, by label.
    pub goal_cells: Vec<usize>,
    /// True if the table includes the blank's region.
    pub tracks_blank: bool,
}

/// The regions (connected components of open cells) of all sets of cells.
pub struct Regions {
    /// By set: the number of its first region.
    first: Vec<u32>,
    /// The cells of all regions, those of one set after another.
    cells: Vec<u32>,
}

impl Regions {
    /// Finds the regions of all sets of a group's size.
    pub fn new(group: &Group, sets: &CombinationRank) -> Regions {
        let grid = Grid::new(group.rows, group.cols);
        let (mut first, mut cells) = (vec![0], Vec::new());
        for &set in sets.all() {
            cells.extend(grid.regions(set));
            first.push(cells.len() as u32);
        }
        Regions { first, cells }
    }

    /// Returns the number of the region of a set that contains a cell.
    #[inline(always)]
    pub fn rank(&self, set: usize, cell: u32) -> usize {
        let mut number = self.first[set] as usize;
        while self.cells[number] >> cell & 1 == 0 {
            number += 1;
        }
        number
    }

    /// Returns the numbers of a set's regions.
    pub fn of(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// Returns the cells of a region.
    pub fn cells(&self, number: usize) -> u32 {
        self.cells[number]
    }

    /// Number of regions.
    pub fn n(&self) -> usize {
        self.cells.len()
    }
}

impl Group {
    /// Number of entries of one set, or of one region: even, so that no two share a byte.
    pub fn stride(&self) -> usize {
        permutation_rank::n_permutations(self.goal_cells.len()).max(2)
    }

    /// Returns the Manhattan distance of the tile with a label in a cell.
    pub fn distance(&self, label: usize, cell: usize) -> usize {
        let goal_cell = self.goal_cells[label];
        (cell / self.cols).abs_diff(goal_cell / self.cols)
            + (cell % self.cols).abs_diff(goal_cell % self.cols)
    }

    /// Returns the goal cells of its tiles as a set.
    pub fn goal(&self) -> u32 {
        self.goal_cells.iter().fold(0, |set, goal_cell| set | 1 << goal_cell)
    }

    /// Number of bytes of its table.
    pub fn bytes(&self) -> u64 {
        let sets = (0..self.goal_cells.len() as u64)
            .fold(1, |n, i| n * ((self.rows * self.cols) as u64 - i) / (i + 1));
        let n = match self.tracks_blank {
            true => {
                let sets = CombinationRank::new(self.rows, self.cols, self.goal_cells.len());
                Regions::new(self, &sets).n() as u64
            }
            false => sets,
        };
        n * self.stride() as u64 / 2
    }
}

/// The rank-indexed table of a group.
pub struct Table {
    entries: TableData<u8>,
    sets: CombinationRank,
    regions: Option<Regions>,
    /// Number of entries of a set or region.
    stride: u32,
    /// The rank of the first permutation of the group's labels among all of eight labels.
    first_rank: u32,
}

impl Table {
    /// Returns the table with entries as [`super::fill`] computes them.
    pub fn new(group: &Group, entries: TableData<u8>) -> Table {
        let sets = CombinationRank::new(group.rows, group.cols, group.goal_cells.len());
        let regions = group.tracks_blank.then(|| Regions::new(group, &sets));
        let k = group.goal_cells.len();
        Table {
            entries,
            sets,
            regions,
            stride: group.stride() as u32,
            first_rank: permutation_rank::first_rank(k),
        }
    }

    /// Returns the index of the entry of a placement.
    #[inline(always)]
    pub fn index(&self, ranks: &PermutationRank, cells: u32, permutation: u32, blank: u8) -> u32 {
        let set = self.sets.rank(cells);
        let number = match &self.regions {
            Some(regions) => regions.rank(set, u32::from(blank)),
            None => set,
        };
        number as u32 * self.stride + (ranks.rank(permutation) - self.first_rank)
    }

    /// Returns the index of the first entry of a set, in a table that does not track the blank.
    #[inline(always)]
    pub fn first_index(&self, cells: u32) -> u32 {
        self.sets.rank(cells) as u32 * self.stride
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: u32) {
        if let Some(entry) = self.entries.get(index as usize / 2) {
            hardware::prefetch(entry);
        }
    }

    /// Returns an entry.
    #[inline(always)]
    pub fn entry(&self, index: u32) -> u8 {
        self.entries[index as usize / 2] >> (4 * (index & 1)) & 15
    }

    /// Number of bytes of all entries.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }
}

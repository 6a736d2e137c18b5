//! The table of one group: for every placing of its tiles what they need beyond the Manhattan distance, halved, since both
//! are even or both odd. Four bits are enough for it; what would be more is cut, which keeps it a lower bound.
//!
//! By default a placing has one entry, for the blank where it suits best. A table that knows the blank has an entry for each
//! of the regions that the tiles leave open: larger, and closer to the truth.

use search::hardware;
use search::table::data::TableData;

use super::combination_rank::CombinationRank;
use super::grid::Grid;
use super::permutation_rank::{self, PermutationRank};

/// Some tiles, where they belong, and on which board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Rows of the board.
    pub rows: usize,
    /// Its columns.
    pub cols: usize,
    /// Where the blank belongs.
    pub blank: usize,
    /// Where the tiles belong, by label.
    pub goal_cells: Vec<usize>,
    /// Whether it is known in which region the blank is.
    pub tracks_blank: bool,
}

/// What the sets of cells leave open.
pub struct Regions {
    /// By set: the number of its first region.
    first: Vec<u32>,
    /// All regions, those of one set after another.
    cells: Vec<u32>,
}

impl Regions {
    /// Of all sets of a group's size.
    pub fn new(group: &Group, sets: &CombinationRank) -> Regions {
        let grid = Grid::new(group.rows, group.cols);
        let (mut first, mut cells) = (vec![0], Vec::new());
        for &set in sets.all() {
            cells.extend(grid.regions(set));
            first.push(cells.len() as u32);
        }
        Regions { first, cells }
    }

    /// The number of the region of a set that holds a cell.
    #[inline(always)]
    pub fn rank(&self, set: usize, cell: u32) -> usize {
        let mut number = self.first[set] as usize;
        while self.cells[number] >> cell & 1 == 0 {
            number += 1;
        }
        number
    }

    /// The numbers of a set's regions.
    pub fn of(&self, set: usize) -> std::ops::Range<usize> {
        self.first[set] as usize..self.first[set + 1] as usize
    }

    /// The cells of a region.
    pub fn cells(&self, number: usize) -> u32 {
        self.cells[number]
    }

    /// How many there are.
    pub fn n(&self) -> usize {
        self.cells.len()
    }
}

impl Group {
    /// Entries of one set, or of one region: an even number, so that none shares a byte.
    pub fn stride(&self) -> usize {
        permutation_rank::n_permutations(self.goal_cells.len()).max(2)
    }

    /// How far the tile with a label is from home in a cell.
    pub fn distance(&self, label: usize, cell: usize) -> usize {
        let goal_cell = self.goal_cells[label];
        (cell / self.cols).abs_diff(goal_cell / self.cols)
            + (cell % self.cols).abs_diff(goal_cell % self.cols)
    }

    /// Where its tiles belong, as a set.
    pub fn goal(&self) -> u32 {
        self.goal_cells.iter().fold(0, |set, goal_cell| set | 1 << goal_cell)
    }

    /// Bytes of its table.
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

/// A group with its table.
pub struct Table {
    entries: TableData<u8>,
    sets: CombinationRank,
    regions: Option<Regions>,
    /// Where the entries of its strings would begin if there were those of all eight labels.
    stride: u32,
    first_rank: u32,
}

impl Table {
    /// Of entries as [`super::fill`] makes them.
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

    /// Where the entry of a placing is.
    #[inline(always)]
    pub fn index(&self, ranks: &PermutationRank, cells: u32, permutation: u32, blank: u8) -> u32 {
        let set = self.sets.rank(cells);
        let number = match &self.regions {
            Some(regions) => regions.rank(set, u32::from(blank)),
            None => set,
        };
        number as u32 * self.stride + (ranks.rank(permutation) - self.first_rank)
    }

    /// Where the entries of a set begin, if there is one for each placing.
    #[inline(always)]
    pub fn first_index(&self, cells: u32) -> u32 {
        self.sets.rank(cells) as u32 * self.stride
    }

    /// Has an entry fetched.
    #[inline(always)]
    pub fn prefetch(&self, index: u32) {
        if let Some(entry) = self.entries.get(index as usize / 2) {
            hardware::prefetch(entry);
        }
    }

    /// An entry.
    #[inline(always)]
    pub fn entry(&self, index: u32) -> u8 {
        self.entries[index as usize / 2] >> (4 * (index & 1)) & 15
    }

    /// Bytes of all entries.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }
}

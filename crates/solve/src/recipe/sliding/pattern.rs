//! Additive pattern databases (Korf and Felner): the tiles are parted into groups; for every placing of a group's tiles
//! a table knows how many moves of these tiles it takes to bring them home, whatever the others do. A move moves a tile
//! of one group, so the groups' values add. Where the board has a symmetry that keeps the blank's goal in place, the
//! same tables are asked about the mirror image too, and the larger sum counts.
//!
//! Simple on purpose: a table is addressed directly by its tiles' cells, and the groups are small enough to be filled
//! in a moment.

use std::marker::PhantomData;

use puzzle::{Board, Direction};
use rayon::prelude::*;
use search::{Cost, Observer};

use super::cells::Word;
use super::{Boards, Heuristic};

/// Sums of group tables, for the board and its mirror image.
pub struct Pattern<C> {
    /// By tile: where it is kept and which table knows it.
    slots: Vec<Slot>,
    /// By tile: the tile that stands for it in the mirror image.
    twins: Vec<usize>,
    /// By cell: its mirror image.
    mirror: Vec<usize>,
    groups: Vec<Group>,
    tables: Vec<u8>,
    cells: PhantomData<C>,
}

/// Which field of a word keeps a tile's cell, and which group it is in.
#[derive(Clone, Copy, Default)]
struct Slot {
    field: u8,
    group: u8,
}

/// A run of fields with a table.
#[derive(Clone, Copy)]
struct Group {
    first: u8,
    len: u8,
    /// Where its table begins.
    base: usize,
}

/// Cells by tile, for the board and its mirror image, and both sums.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<C> {
    places: [C; 2],
    sums: [u16; 2],
}

/// The cells of a slide, in the board and in its mirror image.
#[derive(Clone, Copy)]
pub struct Row {
    from: [u8; 2],
    to: [u8; 2],
}

/// A table has this many bits of address at the most: a megabyte.
const TABLE_BITS: usize = 20;

impl<C: Word> Pattern<C> {
    /// Towards `goal`; fills the tables.
    pub fn new(goal: &Board, observer: &dyn Observer) -> Self {
        let (rows, cols, n) = (goal.rows(), goal.cols(), goal.n_cells());
        let order: Vec<usize> =
            compact_order(rows, cols).into_iter().filter(|&c| c != goal.blank()).collect();
        let size = TABLE_BITS / C::BITS;
        let (mut slots, mut groups) = (vec![Slot::default(); n], Vec::new());
        for (group, cells) in order.chunks(size).enumerate() {
            let first = group * size;
            groups.push(Group { first: first as u8, len: cells.len() as u8, base: group << TABLE_BITS });
            for (i, &cell) in cells.iter().enumerate() {
                slots[goal.tiles()[cell] as usize] = Slot { field: (first + i) as u8, group: group as u8 };
            }
        }
        let mirror = symmetry(goal);
        let mut twins = vec![0; n];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            twins[tile as usize] = goal.tiles()[mirror[cell]] as usize;
        }
        let mut tables = vec![0; groups.len() << TABLE_BITS];
        observer.table_started("pattern", tables.len() as u64);
        let homes: Vec<&[usize]> = order.chunks(size).collect();
        tables
            .par_chunks_mut(1 << TABLE_BITS)
            .zip(homes)
            .for_each(|(table, homes)| fill::<C>(table, homes, goal));
        observer.table_finished("pattern");
        Pattern { slots, twins, mirror, groups, tables, cells: PhantomData }
    }

    #[inline(always)]
    fn look_up(&self, places: C, group: &Group) -> u16 {
        u16::from(self.tables[group.base | places.fields(usize::from(group.first), usize::from(group.len))])
    }
}

/// The cells by pairs of rows, there and back, so that cells near each other in the order are near on the board.
fn compact_order(rows: usize, cols: usize) -> Vec<usize> {
    let band = |first: usize| {
        let columns: Vec<usize> =
            if (first / 2).is_multiple_of(2) { (0..cols).collect() } else { (0..cols).rev().collect() };
        let height = 2.min(rows - first);
        columns.into_iter().flat_map(move |col| (0..height).map(move |row| (first + row) * cols + col))
    };
    (0..rows).step_by(2).flat_map(band).collect()
}

/// A symmetry of the rectangle that keeps the blank's goal cell in place, by cell; the identity if there is no other.
fn symmetry(goal: &Board) -> Vec<usize> {
    let (rows, cols) = (goal.rows(), goal.cols());
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
    let exists = |&choices: &usize| choices & 1 == 0 || rows == cols;
    let keeps_blank = |&choices: &usize| image(choices, goal.blank()) == goal.blank();
    let choices = (1..8).filter(exists).find(keeps_blank).unwrap_or(0);
    (0..rows * cols).map(|cell| image(choices, cell)).collect()
}

/// Fills the table of the tiles that belong in `homes`: a breadth-first search from the goal over the cells of these
/// tiles and the blank, in which only moves of these tiles cost anything. The blank walks among the other tiles for
/// nothing, so it is enough to know in which of the regions that these tiles leave open it is.
fn fill<C: Word>(table: &mut [u8], homes: &[usize], goal: &Board) {
    let grid = Grid::new(goal.rows(), goal.cols());
    let start = homes.iter().enumerate().fold(0, |places, (i, &cell)| places | cell << (C::BITS * i));
    let cell_of = |places: usize, i: usize| places >> (C::BITS * i) & ((1 << C::BITS) - 1);
    // For every placing, the blank's cells already reached.
    let mut reached = vec![0_u32; table.len()];
    let (mut level, mut next) = (vec![(start as u32, goal.blank() as u32)], Vec::new());
    let mut distance = 0;
    while !level.is_empty() {
        for (places, blank) in level.drain(..) {
            let places = places as usize;
            if reached[places] & (1 << blank) != 0 {
                continue;
            }
            if reached[places] == 0 {
                table[places] = distance;
            }
            let taken = (0..homes.len()).fold(0, |taken, i| taken | 1 << cell_of(places, i));
            let region = grid.region(blank as usize, !taken);
            reached[places] |= region;
            for i in 0..homes.len() {
                let cell = cell_of(places, i);
                let mut ways = grid.neighbours[cell] & region;
                while ways != 0 {
                    let to = ways.trailing_zeros() as usize;
                    ways &= ways - 1;
                    let after = places ^ (cell ^ to) << (C::BITS * i);
                    if reached[after] & (1 << cell) == 0 {
                        next.push((after as u32, cell as u32));
                    }
                }
            }
        }
        std::mem::swap(&mut level, &mut next);
        distance += 1;
    }
}

/// Sets of cells as bits.
struct Grid {
    /// The cells beside a cell.
    neighbours: Vec<u32>,
    cols: usize,
    /// All cells but those of the first, and of the last column.
    not_first: u32,
    not_last: u32,
}

impl Grid {
    fn new(rows: usize, cols: usize) -> Grid {
        let cells = |keep: &dyn Fn(usize) -> bool| {
            (0..rows * cols).filter(|&cell| keep(cell)).fold(0, |set, cell| set | 1_u32 << cell)
        };
        let beside = |cell: usize| {
            let ways = Direction::ALL.iter().filter_map(|way| way.source(cell, rows, cols));
            ways.fold(0, |set, other| set | 1 << other)
        };
        Grid {
            neighbours: (0..rows * cols).map(beside).collect(),
            cols,
            not_first: cells(&|cell| cell % cols != 0),
            not_last: cells(&|cell| cell % cols != cols - 1),
        }
    }

    /// The cells of `open` that can be walked to from `cell` within it.
    fn region(&self, cell: usize, open: u32) -> u32 {
        let board = self.not_first | self.not_last;
        let mut region = 1 << cell;
        loop {
            let sideways = (region & self.not_last) << 1 | (region & self.not_first) >> 1;
            let grown = (region | sideways | region << self.cols | region >> self.cols) & open & board;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }
}

impl<C: Word> Heuristic<C> for Pattern<C> {
    type Value = Value<C>;
    type Row = Row;

    fn row(&self, from: usize, to: usize) -> Row {
        let pair = |cell: usize| [cell as u8, self.mirror[cell] as u8];
        Row { from: pair(from), to: pair(to) }
    }

    fn start(&self, board: &Board) -> Value<C> {
        let mut places = [C::EMPTY; 2];
        for (cell, &tile) in board.tiles().iter().enumerate().filter(|&(_, &tile)| tile != 0) {
            let place = |tile: usize| usize::from(self.slots[tile].field);
            places[0] = places[0].moved(place(tile as usize), 0, cell);
            places[1] = places[1].moved(place(self.twins[tile as usize]), 0, self.mirror[cell]);
        }
        let sums = places.map(|places| self.groups.iter().map(|group| self.look_up(places, group)).sum());
        Value { places, sums }
    }

    #[inline(always)]
    fn after(&self, value: &Value<C>, row: &Row, tile: usize, _boards: Boards<'_, C>) -> Value<C> {
        let mut value = *value;
        for (side, tile) in [tile, self.twins[tile]].into_iter().enumerate() {
            let slot = self.slots[tile];
            let group = &self.groups[usize::from(slot.group)];
            let (from, to) = (usize::from(row.from[side]), usize::from(row.to[side]));
            let was = self.look_up(value.places[side], group);
            value.places[side] = value.places[side].moved(usize::from(slot.field), from, to);
            value.sums[side] = value.sums[side] + self.look_up(value.places[side], group) - was;
        }
        value
    }

    #[inline(always)]
    fn bound(&self, value: &Value<C>) -> Cost {
        Cost::from(value.sums[0].max(value.sums[1]))
    }

    fn table_bytes(&self) -> usize {
        self.tables.len()
    }
}

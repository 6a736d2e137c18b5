//! Linear conflict (Hansson, Mayer and Yung): two tiles that are in their common goal line in the wrong order cannot
//! pass each other; one must leave the line and return, two moves that the Manhattan distance does not count. Of the
//! tiles of a line whose goals are in it, the longest subsequence in goal order can stay; every other one adds 2.

use std::marker::PhantomData;

use puzzle::Board;
use search::Cost;

use super::goal_cells::GoalCells;
use super::packed_board::{LINE_BITS, PackedBoard, TileSet};
use super::{Boards, Heuristic};

/// Manhattan distance plus 2 for each tile that must leave its line.
pub struct LinearConflict<C> {
    rows: usize,
    cols: usize,
    goal_cells: GoalCells,
    /// Conflict cost of a line, indexed by its bits, if the lines are short enough: rows first, then columns.
    tables: Option<Vec<u8>>,
    cells: PhantomData<C>,
}

/// The bound, and the transposed board, in which columns are contiguous, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value<C> {
    bound: Cost,
    transposed: C,
}

/// A slide changes tiles in two parallel lines.
pub struct SlideInfo<C: PackedBoard> {
    closer: C::Tiles,
    transposed: C::Hop,
    horizontal: bool,
    /// The lines where the slide begins and ends.
    lines: [u8; 2],
}

impl<C: PackedBoard> Clone for SlideInfo<C> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<C: PackedBoard> Copy for SlideInfo<C> {}

impl<C: PackedBoard> LinearConflict<C> {
    /// Returns the heuristic for `goal`.
    pub fn new(goal: &Board) -> Self {
        let (rows, cols) = (goal.rows(), goal.cols());
        let mut this =
            LinearConflict { rows, cols, goal_cells: GoalCells::new(goal), tables: None, cells: PhantomData };
        let packed = C::pack(goal);
        if packed.line(0, cols).is_some() && packed.line(0, rows).is_some() {
            this.tables = Some(this.fill());
        }
        this
    }

    /// Fills one entry for every content of each line: 4 bits a cell.
    fn fill(&self) -> Vec<u8> {
        let mut tables = vec![0; (self.rows + self.cols) << LINE_BITS];
        for line in 0..self.rows + self.cols {
            let len = if line < self.rows { self.cols } else { self.rows };
            for bits in 0..1 << (4 * len) {
                let tiles = (0..len).map(|i| (bits >> (4 * i)) & 15);
                // A number that is no tile of this board, or a repeated one, never occurs in a line.
                let tiles = tiles.map(|tile| if tile < self.goal_cells.n_tiles() { tile } else { 0 });
                tables[line << LINE_BITS | bits] = self.detours(line, tiles);
            }
        }
        tables
    }

    /// Returns the conflict cost of a line, given its tiles.
    fn detours(&self, line: usize, tiles: impl Iterator<Item = usize>) -> u8 {
        let goal_position = |tile: usize| {
            let (row, col) = self.goal_cells.goal_row_col(tile);
            if line < self.rows {
                (row == line).then_some(col)
            } else {
                (col == line - self.rows).then_some(row)
            }
        };
        // Longest increasing subsequence: run[k] is the length of the longest one that ends with the k-th tile of this
        // line.
        let (mut positions, mut run, mut n, mut longest) = ([0; MAX_LINE], [0; MAX_LINE], 0, 0);
        for position in tiles.filter(|&tile| tile != 0).filter_map(goal_position) {
            let before = (0..n).filter(|&k| positions[k] < position).map(|k| run[k]).max().unwrap_or(0);
            (positions[n], run[n]) = (position, before + 1);
            longest = longest.max(before + 1);
            n += 1;
        }
        2 * (n as u8 - longest)
    }

    /// Returns the conflict cost of a line of the board; `cells` is the transposed board for a column.
    #[inline(always)]
    fn line(&self, cells: &C, horizontal: bool, line: usize) -> Cost {
        let (first_line, len) = if horizontal { (self.rows, self.rows) } else { (0, self.cols) };
        let first = line * len;
        Cost::from(match (&self.tables, cells.line(first, len)) {
            (Some(tables), Some(bits)) => tables[(first_line + line) << LINE_BITS | bits],
            _ => self.line_without_table(cells, first_line + line, first, len),
        })
    }

    /// Not inlined: most boards have tables, and their loop is faster without this.
    #[inline(never)]
    fn line_without_table(&self, cells: &C, line: usize, first: usize, len: usize) -> u8 {
        self.detours(line, (first..first + len).map(|cell| cells.get(cell)))
    }

    fn transposed_cell(&self, cell: usize) -> usize {
        let (row, col) = self.goal_cells.row_col(cell);
        col * self.rows + row
    }
}

/// The longest line of any packed board: 2x128 cells.
const MAX_LINE: usize = 128;

impl<C: PackedBoard> Heuristic<C> for LinearConflict<C> {
    type Value = Value<C>;
    type SlideInfo = SlideInfo<C>;

    fn slide_info(&self, from: usize, to: usize) -> SlideInfo<C> {
        let (start, end) = (self.goal_cells.row_col(from), self.goal_cells.row_col(to));
        let horizontal = start.0 == end.0;
        let lines = if horizontal { [start.1, end.1] } else { [start.0, end.0] };
        SlideInfo {
            closer: self.goal_cells.closer(from, to),
            transposed: C::hop(self.transposed_cell(from), self.transposed_cell(to)),
            horizontal,
            lines: lines.map(|line| line as u8),
        }
    }

    fn start(&self, board: &Board) -> Value<C> {
        let mut tiles = vec![0; board.n_cells()];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            tiles[self.transposed_cell(cell)] = tile;
        }
        let transposed = Board::new(self.cols, self.rows, tiles).expect("the same tiles");
        let (cells, transposed) = (C::pack(board), C::pack(&transposed));
        let rows: Cost = (0..self.rows).map(|line| self.line(&cells, false, line)).sum();
        let columns: Cost = (0..self.cols).map(|line| self.line(&transposed, true, line)).sum();
        Value { bound: self.goal_cells.manhattan(board) + rows + columns, transposed }
    }

    #[inline(always)]
    fn after(&self, value: &Value<C>, slide: &SlideInfo<C>, tile: usize, boards: Boards<'_, C>) -> Value<C> {
        let transposed = value.transposed.after_slide(tile, slide.transposed);
        let (before, after) =
            if slide.horizontal { (&value.transposed, &transposed) } else { (boards.before, boards.after) };
        let closer = slide.closer.count(tile);
        // A tile counts only in its goal line. It can enter that line only by coming closer and leave it only by moving
        // away, so the cost of one of the two lines changes: that of the end of the slide or that of its start.
        let line = usize::from(slide.lines[closer as usize]);
        let was = self.line(before, slide.horizontal, line);
        let is = self.line(after, slide.horizontal, line);
        Value { bound: value.bound + 1 + is - 2 * closer - was, transposed }
    }

    #[inline(always)]
    fn bound(&self, value: &Value<C>) -> Cost {
        value.bound
    }

    fn table_bytes(&self) -> usize {
        self.tables.as_ref().map_or(0, Vec::len)
    }
}

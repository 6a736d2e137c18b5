//! The board during the solution. Tiles are identified by their goal cells ("homes"). A border of walls (sentinels)
//! surrounds it, so that neighbours can be read without bounds checks.

use puzzle::{Board, Direction};

use super::rotation::Edge;
use super::scoring::{Heading, heading};

/// A cell by row and column, both from 1: row and column 0 are wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    pub row: i32,
    pub col: i32,
}

/// A cell in one word: the row in the upper half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedCell(pub u32);

impl PackedCell {
    pub fn new(row: usize, col: usize) -> PackedCell {
        PackedCell((row as u32) << 16 | col as u32)
    }

    #[inline]
    fn cell(self, stride: usize) -> usize {
        (self.0 >> 16) as usize * stride + (self.0 & 0xffff) as usize
    }

    #[inline]
    pub fn row(self) -> i32 {
        (self.0 >> 16) as i32
    }

    #[inline]
    pub fn col(self) -> i32 {
        (self.0 & 0xffff) as i32
    }

    /// Returns the blank's cell after a slide: the next row or column, in its half of the word.
    #[inline]
    fn after(self, slide: Direction) -> PackedCell {
        const STEPS: [u32; 4] = by_slide(1 << 16, 1);
        PackedCell(self.0.wrapping_add(STEPS[slide as usize]))
    }
}

/// Returns the change of the blank's cell for each slide, given the distance `row` to the next row and `col` to the
/// next column.
const fn by_slide(row: u32, col: u32) -> [u32; 4] {
    let mut steps = [0; 4];
    steps[Direction::Up as usize] = row;
    steps[Direction::Down as usize] = row.wrapping_neg();
    steps[Direction::Left as usize] = col;
    steps[Direction::Right as usize] = col.wrapping_neg();
    steps
}

/// A board with the slides made on it. Cells are numbered row by row, including the wall.
pub struct PaddedBoard {
    whole: Rectangle,
    /// Distance between the numbers of vertically adjacent cells.
    stride: usize,
    /// By cell: the home of its tile.
    tiles: Vec<PackedCell>,
    /// By cell: the heading of its tile. It is read many times between two slides of a tile.
    headings: Vec<Heading>,
    /// By home: the cell of its tile.
    positions: Vec<PackedCell>,
    blank: PackedCell,
    blank_cell: u32,
    /// The change of the blank's cell for each slide.
    steps: [u32; 4],
    blank_home: Cell,
    pub slides: Vec<Direction>,
}

impl PaddedBoard {
    pub fn new(board: &Board, goal: &Board) -> PaddedBoard {
        let (rows, cols) = (board.rows(), board.cols());
        let stride = cols + 2;
        let position = |cell: usize| PackedCell::new(cell / cols + 1, cell % cols + 1);
        let mut homes = vec![PackedCell(0); goal.n_cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            homes[tile as usize] = position(cell);
        }
        let n_cells = (rows + 2) * stride;
        let (mut tiles, mut positions) = (vec![PackedCell(0); n_cells], vec![PackedCell(0); n_cells]);
        let mut headings = vec![Heading::WALL; n_cells];
        for (cell, &tile) in board.tiles().iter().enumerate() {
            let (position, home) = (position(cell), homes[tile as usize]);
            tiles[position.cell(stride)] = home;
            headings[position.cell(stride)] = heading(position, home);
            positions[home.cell(stride)] = position;
        }
        let (blank, blank_home) = (position(board.blank()), position(goal.blank()));
        PaddedBoard {
            whole: Rectangle { top: 1, left: 1, bottom: rows as i32 + 1, right: cols as i32 + 1 },
            stride,
            tiles,
            headings,
            positions,
            blank,
            blank_cell: blank.cell(stride) as u32,
            steps: by_slide(stride as u32, 1),
            blank_home: Cell { row: blank_home.row(), col: blank_home.col() },
            slides: Vec::new(),
        }
    }

    pub fn stride(&self) -> usize {
        self.stride
    }

    /// Returns the blank's home.
    pub fn blank_home(&self) -> Cell {
        self.blank_home
    }

    /// Returns the blank's cell.
    pub fn blank(&self) -> PackedCell {
        self.blank
    }

    /// Returns the heading of the tile in a cell.
    #[inline(always)]
    pub fn heading(&self, cell: i32) -> Heading {
        self.headings[cell as usize]
    }

    /// Returns the heading of the tile in a cell that may lie beyond the wall.
    #[inline(always)]
    pub fn heading_or_wall(&self, cell: i32) -> Heading {
        self.headings.get(cell as usize).copied().unwrap_or(Heading::WALL)
    }

    /// Blocks a cell for the blank, or unblocks it.
    pub fn set_wall(&mut self, cell: i32, is_wall: bool) {
        let heading = &mut self.headings[cell as usize];
        *heading = heading.walled(is_wall);
    }

    /// Returns the cell of the tile with this home.
    #[inline]
    pub fn position_of(&self, home: i32) -> PackedCell {
        self.positions[home as usize]
    }

    /// Slides tiles into the blank, one after the other.
    #[inline(always)]
    pub fn slide(&mut self, slides: &[Direction]) {
        let (mut blank, mut blank_cell) = (self.blank, self.blank_cell);
        let (tiles, headings, positions) =
            (&mut self.tiles[..], &mut self.headings[..], &mut self.positions[..]);
        for &slide in slides {
            let (to, to_cell) = (blank, blank_cell as usize);
            blank = to.after(slide);
            blank_cell = blank_cell.wrapping_add(self.steps[slide as usize]);
            let tile = tiles[blank_cell as usize];
            tiles[to_cell] = tile;
            headings[to_cell] = heading(to, tile);
            positions[tile.cell(self.stride)] = to;
        }
        (self.blank, self.blank_cell) = (blank, blank_cell);
        self.slides.extend_from_slice(slides);
    }

    pub fn whole(&self) -> Rectangle {
        self.whole
    }

    /// Returns the part of the board in a rectangle that contains the homes of all its tiles, and its goal, with tiles
    /// renumbered.
    pub fn sub_boards(&self, part: Rectangle) -> (Board, Board) {
        let at = |row: i32, col: i32| ((row - part.top) * part.cols() + col - part.left) as u32;
        let blank = at(self.blank_home.row, self.blank_home.col);
        // Homes are numbered from 1 in the order of cells; the blank is 0.
        let number = |home: u32| match home {
            home if home == blank => 0,
            home if home < blank => home + 1,
            home => home,
        };
        let (rows, cols) = (part.rows() as usize, part.cols() as usize);
        let mut tiles = Vec::with_capacity(rows * cols);
        for row in part.top..part.bottom {
            for col in part.left..part.right {
                let cell = row as usize * self.stride + col as usize;
                let home = self.tiles[cell];
                let is_blank = cell == self.blank_cell as usize;
                tiles.push(if is_blank { 0 } else { number(at(home.row(), home.col())) });
            }
        }
        let goal = (0..(rows * cols) as u32).map(number).collect();
        let board = |tiles| Board::new(rows, cols, tiles).expect("all its tiles belong to it");
        (board(tiles), board(goal))
    }
}

/// A part of the board, from its top left to before its bottom right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rectangle {
    pub top: i32,
    pub left: i32,
    pub bottom: i32,
    pub right: i32,
}

impl Rectangle {
    pub fn rows(self) -> i32 {
        self.bottom - self.top
    }

    pub fn cols(self) -> i32 {
        self.right - self.left
    }

    pub fn contains(self, cell: Cell) -> bool {
        (self.top..self.bottom).contains(&cell.row) && (self.left..self.right).contains(&cell.col)
    }

    /// Returns the line of cells along an edge.
    pub fn line(self, edge: Edge) -> Rectangle {
        match edge {
            Edge::Top => Rectangle { bottom: self.top + 1, ..self },
            Edge::Bottom => Rectangle { top: self.bottom - 1, ..self },
            Edge::Left => Rectangle { right: self.left + 1, ..self },
            Edge::Right => Rectangle { left: self.right - 1, ..self },
        }
    }

    /// Returns the rectangle without the line along an edge.
    pub fn without(self, edge: Edge) -> Rectangle {
        match edge {
            Edge::Top => Rectangle { top: self.top + 1, ..self },
            Edge::Bottom => Rectangle { bottom: self.bottom - 1, ..self },
            Edge::Left => Rectangle { left: self.left + 1, ..self },
            Edge::Right => Rectangle { right: self.right - 1, ..self },
        }
    }
}

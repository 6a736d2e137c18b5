//! The board under way. Tiles are known by where they belong, which is all that is ever asked of them.

use puzzle::{Board, Direction};

use super::side::Edge;

/// A cell by row and column, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Home {
    pub row: i32,
    pub col: i32,
}

/// A cell in one word: the row in the upper half.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packed(pub u32);

impl Packed {
    fn new(row: usize, col: usize) -> Packed {
        Packed((row as u32) << 16 | col as u32)
    }

    #[inline]
    fn cell(self, cols: usize) -> usize {
        (self.0 >> 16) as usize * cols + (self.0 & 0xffff) as usize
    }
}

/// A board with the slides that were made on it.
pub struct Field {
    cols: usize,
    /// By cell, the home of the tile that is there.
    tiles: Vec<Packed>,
    /// By the cell of a home, where its tile is.
    places: Vec<Packed>,
    blank: Packed,
    blank_home: Home,
    pub slides: Vec<Direction>,
}

impl Field {
    pub fn new(board: &Board, goal: &Board) -> Field {
        let cols = board.cols();
        let mut homes = vec![Packed(0); goal.n_cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            homes[tile as usize] = Packed::new(cell / cols, cell % cols);
        }
        let tiles: Vec<Packed> = board.tiles().iter().map(|&tile| homes[tile as usize]).collect();
        let mut places = vec![Packed(0); tiles.len()];
        for (cell, home) in tiles.iter().enumerate() {
            places[home.cell(cols)] = Packed::new(cell / cols, cell % cols);
        }
        let blank_home = Home { row: (goal.blank() / cols) as i32, col: (goal.blank() % cols) as i32 };
        let blank = places[goal.blank()];
        Field { cols, tiles, places, blank, blank_home, slides: Vec::new() }
    }

    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Where the blank belongs.
    pub fn blank_home(&self) -> Home {
        self.blank_home
    }

    /// Where the blank is.
    pub fn blank(&self) -> Packed {
        self.blank
    }

    /// The home of the tile in a cell.
    #[inline]
    pub fn tile(&self, cell: usize) -> Packed {
        self.tiles[cell]
    }

    /// Where the tile is that belongs to this cell.
    #[inline]
    pub fn place_of(&self, home: usize) -> Packed {
        self.places[home]
    }

    /// Slides a tile into the blank.
    #[inline]
    pub fn slide(&mut self, slide: Direction) {
        let to = self.blank;
        // One row or column further, in the half of the word that holds it.
        let from = match slide {
            Direction::Up => Packed(to.0 + (1 << 16)),
            Direction::Down => Packed(to.0 - (1 << 16)),
            Direction::Left => Packed(to.0 + 1),
            Direction::Right => Packed(to.0 - 1),
        };
        let tile = self.tiles[from.cell(self.cols)];
        self.tiles[to.cell(self.cols)] = tile;
        self.places[tile.cell(self.cols)] = to;
        self.blank = from;
        self.slides.push(slide);
    }

    pub fn whole(&self) -> Rectangle {
        let rows = self.tiles.len() / self.cols;
        Rectangle { top: 0, left: 0, bottom: rows as i32, right: self.cols as i32 }
    }

    /// The part of the board in a rectangle that all its tiles belong to, and its goal, with tiles numbered anew.
    pub fn boards(&self, part: Rectangle) -> (Board, Board) {
        let at = |row: i32, col: i32| ((row - part.top) * part.cols() + col - part.left) as u32;
        let blank = at(self.blank_home.row, self.blank_home.col);
        // Homes from 1 on in the order of cells, but for the blank's.
        let number = |home: u32| match home {
            home if home == blank => 0,
            home if home < blank => home + 1,
            home => home,
        };
        let (rows, cols) = (part.rows() as usize, part.cols() as usize);
        let mut tiles = Vec::with_capacity(rows * cols);
        for row in part.top..part.bottom {
            for col in part.left..part.right {
                let cell = row as usize * self.cols + col as usize;
                let Packed(home) = self.tiles[cell];
                let is_blank = cell == self.blank.cell(self.cols);
                tiles.push(if is_blank {
                    0
                } else {
                    number(at((home >> 16) as i32, (home & 0xffff) as i32))
                });
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

    pub fn contains(self, cell: Home) -> bool {
        (self.top..self.bottom).contains(&cell.row) && (self.left..self.right).contains(&cell.col)
    }

    /// The line of cells along an edge.
    pub fn line(self, edge: Edge) -> Rectangle {
        match edge {
            Edge::Top => Rectangle { bottom: self.top + 1, ..self },
            Edge::Bottom => Rectangle { top: self.bottom - 1, ..self },
            Edge::Left => Rectangle { right: self.left + 1, ..self },
            Edge::Right => Rectangle { left: self.right - 1, ..self },
        }
    }

    /// The same without the line along an edge.
    pub fn without(self, edge: Edge) -> Rectangle {
        match edge {
            Edge::Top => Rectangle { top: self.top + 1, ..self },
            Edge::Bottom => Rectangle { bottom: self.bottom - 1, ..self },
            Edge::Left => Rectangle { left: self.left + 1, ..self },
            Edge::Right => Rectangle { right: self.right - 1, ..self },
        }
    }
}

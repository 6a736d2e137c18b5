//! A sliding-tile board: a rectangle of numbered tiles with one blank. Always a permutation, because the only
//! constructor checks it. The parser is [`crate::parse::board`].

use std::fmt;

use thiserror::Error;

use super::direction::Direction;

/// Minimum number of rows or columns: on a single row no two tiles can ever pass each other.
pub const MIN_SIDE: usize = 2;
/// Maximum number of rows or columns.
pub const MAX_SIDE: usize = 999;

/// True if boards of this size are allowed.
pub(crate) const fn size_is_allowed(rows: usize, cols: usize) -> bool {
    MIN_SIDE <= rows && rows <= MAX_SIDE && MIN_SIDE <= cols && cols <= MAX_SIDE
}

/// A position: every number from 0 to `rows * cols - 1` in one cell each, 0 being the blank.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    rows: usize,
    cols: usize,
    /// Row by row from the top left.
    tiles: Vec<u32>,
    /// The cell of tile 0, stored so that a slide takes constant time.
    blank: usize,
}

impl Board {
    /// Returns a board with these tiles, row by row from the top left, 0 for the blank.
    ///
    /// # Errors
    /// If the size is not between 2x2 and 999x999, or the tiles are not each number below `rows * cols` once.
    pub fn new(rows: usize, cols: usize, tiles: Vec<u32>) -> Result<Board, BoardError> {
        if !size_is_allowed(rows, cols) {
            return Err(BoardError::Size { rows, cols });
        }
        let n_cells = rows * cols;
        if tiles.len() != n_cells {
            return Err(BoardError::Count { rows, cols, found: tiles.len() });
        }
        let mut first_cell = vec![None; n_cells];
        for (cell, &tile) in tiles.iter().enumerate() {
            let place = Cell { row: cell / cols + 1, col: cell % cols + 1 };
            let Some(first) = first_cell.get_mut(tile as usize) else {
                let (largest, missing) = (n_cells as u32 - 1, smallest_missing(&tiles));
                return Err(BoardError::Range { tile, cell: place, largest, missing });
            };
            if let Some(first) = *first {
                return Err(BoardError::Repeat {
                    tile,
                    cell: place,
                    first,
                    missing: smallest_missing(&tiles),
                });
            }
            *first = Some(place);
        }
        let blank = tiles.iter().position(|&tile| tile == 0).expect("a permutation from 0 on holds 0");
        Ok(Board { rows, cols, tiles, blank })
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of cells, one more than there are tiles.
    pub fn n_cells(&self) -> usize {
        self.tiles.len()
    }

    /// The tiles row by row from the top left, 0 for the blank.
    pub fn tiles(&self) -> &[u32] {
        &self.tiles
    }

    /// The cell the blank is in, counted row by row from 0.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Slides the one tile that can move in this direction into the blank and returns it. Returns None at an edge,
    /// where there is no such tile, and leaves the board unchanged.
    pub fn slide(&mut self, d: Direction) -> Option<u32> {
        let cell = d.source(self.blank, self.rows, self.cols)?;
        self.tiles.swap(cell, self.blank);
        let tile = self.tiles[self.blank];
        self.blank = cell;
        Some(tile)
    }

    /// Prints the board on one line, rows separated by slashes: `8 2 0/4 6 1/3 7 5`.
    pub fn to_line(&self) -> String {
        let row = |tiles: &[u32]| tiles.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        self.tiles.chunks(self.cols).map(row).collect::<Vec<_>>().join("/")
    }
}

impl fmt::Display for Board {
    /// A grid with aligned columns, one row per line, `.` for the blank, no line break at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = (self.n_cells() - 1).to_string().len();
        for (cell, &tile) in self.tiles.iter().enumerate() {
            match cell {
                0 => {}
                _ if cell % self.cols == 0 => writeln!(f)?,
                _ => write!(f, " ")?,
            }
            match tile {
                0 => write!(f, "{:>width$}", '.')?,
                _ => write!(f, "{tile:>width$}")?,
            }
        }
        Ok(())
    }
}

/// A cell by row and column, both from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Row from the top, from 1.
    pub row: usize,
    /// Column from the left, from 1.
    pub col: usize,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.col)
    }
}

/// Reason why tiles are not a board, or a goal does not fit a board.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BoardError {
    /// Too small or too large.
    #[error(
        "a board of {rows}x{cols} cells is not possible, expected {MIN_SIDE}x{MIN_SIDE} to {MAX_SIDE}x{MAX_SIDE}"
    )]
    Size {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
    },
    /// Too few or too many tiles.
    #[error("found {found} tiles for a {rows}x{cols} board, expected {}", rows * cols)]
    Count {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// Number of tiles found.
        found: usize,
    },
    /// A number that is not a tile of this board.
    #[error("tile {tile} in {cell} is out of range, expected 0 to {largest}; {} is missing", TileName(*missing))]
    Range {
        /// The number.
        tile: u32,
        /// Its cell.
        cell: Cell,
        /// The largest tile of the board.
        largest: u32,
        /// The smallest tile that is missing.
        missing: u32,
    },
    /// A tile that occurs twice.
    #[error("{} in {cell} is repeated, first in {first}; {} is missing", TileName(*tile), TileName(*missing))]
    Repeat {
        /// The tile.
        tile: u32,
        /// The cell of the second occurrence.
        cell: Cell,
        /// The cell of the first occurrence.
        first: Cell,
        /// The smallest tile that is missing.
        missing: u32,
    },
    /// A goal for boards of another size.
    #[error("the goal has {goal_rows}x{goal_cols} cells, expected {rows}x{cols} like the board")]
    OtherSize {
        /// Rows of the board.
        rows: usize,
        /// Columns of the board.
        cols: usize,
        /// Rows of the goal.
        goal_rows: usize,
        /// Columns of the goal.
        goal_cols: usize,
    },
}

/// A tile in messages: 0 has a name of its own.
pub(crate) struct TileName(pub u32);

impl fmt::Display for TileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "the blank (0)"),
            tile => write!(f, "tile {tile}"),
        }
    }
}

/// Returns the smallest number below `tiles.len()` that is not in `tiles`. At least one must be missing.
pub(crate) fn smallest_missing(tiles: &[u32]) -> u32 {
    let mut seen = vec![false; tiles.len()];
    for &tile in tiles {
        if let Some(seen) = seen.get_mut(tile as usize) {
            *seen = true;
        }
    }
    seen.iter().position(|&seen| !seen).expect("a repeat or a stray number leaves a gap") as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Builds a board of `tiles`; `expected` is its line or the error.
    fn check(rows: usize, cols: usize, tiles: &[u32], expected: &str) {
        let found = match Board::new(rows, cols, tiles.to_vec()) {
            Ok(board) => board.to_line(),
            Err(error) => error.to_string(),
        };
        assert_eq!(found, expected, "{rows}x{cols} {tiles:?}");
    }

    #[test]
    fn only_permutations_are_boards() {
        check(3, 3, &[8, 2, 0, 4, 6, 1, 3, 7, 5], "8 2 0/4 6 1/3 7 5");
        check(2, 3, &[5, 4, 3, 2, 1, 0], "5 4 3/2 1 0");
        check(3, 2, &[5, 4, 3, 2, 1, 0], "5 4/3 2/1 0");
        check(1, 5, &[0, 1, 2, 3, 4], "a board of 1x5 cells is not possible, expected 2x2 to 999x999");
        check(0, 0, &[], "a board of 0x0 cells is not possible, expected 2x2 to 999x999");
        check(2, 1000, &[], "a board of 2x1000 cells is not possible, expected 2x2 to 999x999");
        check(
            usize::MAX,
            2,
            &[],
            &format!("a board of {}x2 cells is not possible, expected 2x2 to 999x999", usize::MAX),
        );
        check(2, 2, &[0, 1, 2], "found 3 tiles for a 2x2 board, expected 4");
        check(2, 2, &[0, 1, 2, 3, 4], "found 5 tiles for a 2x2 board, expected 4");
        check(
            2,
            2,
            &[0, 1, 2, 4],
            "tile 4 in row 2, column 2 is out of range, expected 0 to 3; tile 3 is missing",
        );
        check(
            2,
            2,
            &[1, 2, 3, 4],
            "tile 4 in row 2, column 2 is out of range, expected 0 to 3; the blank (0) is missing",
        );
        let text = "tile 1 in row 2, column 1 is repeated, first in row 1, column 2; tile 2 is missing";
        check(2, 2, &[0, 1, 1, 3], text);
        let text =
            "the blank (0) in row 2, column 3 is repeated, first in row 1, column 3; tile 5 is missing";
        check(2, 3, &[4, 3, 0, 2, 1, 0], text);
    }

    #[test]
    fn the_largest_board_is_allowed() {
        let board = Board::new(MAX_SIDE, MAX_SIDE, (0..998_001).rev().collect()).unwrap();
        assert_eq!(
            (board.rows(), board.cols(), board.n_cells(), board.blank()),
            (999, 999, 998_001, 998_000)
        );
    }

    #[test]
    fn display_aligns_the_columns() {
        let show = |rows, cols, tiles: Vec<u32>| Board::new(rows, cols, tiles).unwrap().to_string();
        assert_eq!(show(3, 3, vec![8, 2, 0, 4, 6, 1, 3, 7, 5]), "8 2 .\n4 6 1\n3 7 5");
        assert_eq!(show(2, 6, (0..12).collect()), " .  1  2  3  4  5\n 6  7  8  9 10 11");
        assert_eq!(show(5, 2, (0..10).rev().collect()), "9 8\n7 6\n5 4\n3 2\n1 .");
    }

    /// Slides in the directions of `way`; `expected` is the tiles moved (`-` for none) and the board after.
    fn check_slides(way: &str, expected: &str) {
        let mut board = Board::new(2, 3, vec![1, 2, 3, 4, 5, 0]).unwrap();
        let mut moved = String::new();
        for letter in way.chars() {
            let tile = board.slide(Direction::from_letter(letter).unwrap());
            moved += &tile.map_or("-".to_string(), |tile| tile.to_string());
        }
        assert_eq!(format!("{moved} {}", board.to_line()), expected, "{way}");
        assert_eq!(board.tiles()[board.blank()], 0);
    }

    #[test]
    fn tiles_slide_the_way_the_direction_says() {
        check_slides("D", "3 1 2 0/4 5 3");
        check_slides("R", "5 1 2 3/4 0 5");
        check_slides("U", "- 1 2 3/4 5 0");
        check_slides("L", "- 1 2 3/4 5 0");
        check_slides("RRR", "54- 1 2 3/0 4 5");
        check_slides("DRULDRDU", "325325-3 1 3 5/4 0 2");
    }
}

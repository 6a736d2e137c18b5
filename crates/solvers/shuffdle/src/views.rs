//! Looking at the board so that any line is a row in its lower half. The symmetries of the square bring a line to the
//! bottom row, the row above it or the middle row: three kinds of lines, and a table for each kind serves all ten. Read
//! backwards, left and right exchanged, a line is of the same kind, so tables for three of its five places are enough.

use puzzle::shuffdle::{CELLS, SIDE};

use super::sets::LOW;

/// How many kinds of lines there are.
pub(super) const KINDS: usize = 3;

/// The row that stands for a kind.
pub(super) fn row(kind: usize) -> usize {
    SIDE - 1 - kind
}

/// Targets of a line that tables are made for; the others are among these in the mirror.
pub(super) const PLACES: usize = SIDE.div_ceil(2);

/// The board seen in one way.
pub(super) struct View {
    cells: [u8; CELLS],
    /// Images of the sets of the first cells, and of the other cells.
    lower: Vec<u32>,
    upper: Vec<u32>,
}

impl View {
    fn new(cells: [u8; CELLS]) -> View {
        let image = |set: u32| (0..CELLS).filter(|&c| set >> c & 1 == 1).fold(0, |s, c| s | 1 << cells[c]);
        let lower = (0..1 << LOW).map(image).collect();
        let upper = (0..1 << (CELLS - LOW)).map(|upper: u32| image(upper << LOW)).collect();
        View { cells, lower, upper }
    }

    /// Where a cell is seen.
    #[inline(always)]
    pub fn cell(&self, cell: usize) -> usize {
        usize::from(self.cells[cell])
    }

    /// Where a set is seen.
    #[inline(always)]
    pub fn set(&self, set: u32) -> u32 {
        self.lower[(set & ((1 << LOW) - 1)) as usize] | self.upper[(set >> LOW) as usize]
    }
}

/// The two ways to look at a line.
pub(super) struct Views {
    /// Its kind.
    pub kind: usize,
    /// Target i belongs to column i.
    pub plain: View,
    /// Target i belongs to column 4 - i.
    pub mirrored: View,
}

impl Views {
    /// Of the line with this number.
    pub fn new(line: usize) -> Views {
        let (is_column, at) = (line >= SIDE, line % SIDE);
        let plain = |cell: usize| {
            let (mut row, mut col) = (cell / SIDE, cell % SIDE);
            if is_column {
                (row, col) = (col, row);
            }
            if at < SIDE / 2 {
                row = SIDE - 1 - row;
            }
            (row, col)
        };
        let number = |(row, col): (usize, usize)| (row * SIDE + col) as u8;
        let mirrored = |cell| {
            let (row, col) = plain(cell);
            number((row, SIDE - 1 - col))
        };
        Views {
            kind: at.min(SIDE - 1 - at),
            plain: View::new(std::array::from_fn(|cell| number(plain(cell)))),
            mirrored: View::new(std::array::from_fn(mirrored)),
        }
    }
}

#[cfg(test)]
mod tests {
    use puzzle::shuffdle::Line;

    use super::*;
    use crate::distance;

    #[test]
    fn lines_come_to_their_rows() {
        for line in Line::ALL {
            let views = Views::new(line.index());
            for (i, cell) in line.cells().into_iter().enumerate() {
                let row = row(views.kind);
                assert_eq!(views.plain.cell(cell), row * SIDE + i, "{line}");
                assert_eq!(views.mirrored.cell(cell), row * SIDE + SIDE - 1 - i, "{line}");
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for view in (0..2 * SIDE).map(Views::new).flat_map(|views| [views.plain, views.mirrored]) {
            for a in 0..CELLS {
                assert_eq!(view.set(1 << a), 1 << view.cell(a));
                assert!((0..CELLS).all(|b| distance(a, b) == distance(view.cell(a), view.cell(b))));
            }
            assert_eq!(view.set(0b1_00100_00000_01000_00011_00001 & ((1 << CELLS) - 1)).count_ones(), 6 - 1);
        }
    }
}

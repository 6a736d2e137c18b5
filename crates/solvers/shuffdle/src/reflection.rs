//! Reflections of the board that bring any line to a row in the lower half. The symmetries of the square bring a line
//! to the bottom row, the row above it or the middle row: three classes of lines, and a table for each class serves all
//! ten lines. Mirrored left to right, a line is in the same class, so tables for three of its five targets suffice.

use puzzle::shuffdle::{CELLS, SIDE};

use super::combination_rank::LOWER_CELLS;

/// Number of classes of lines.
pub(super) const N_LINE_CLASSES: usize = 3;

/// Returns the row that represents a class.
pub(super) fn class_row(line_class: usize) -> usize {
    SIDE - 1 - line_class
}

/// Number of targets of a line that tables store; the others are their mirror images.
pub(super) const N_STORED_TARGETS: usize = SIDE.div_ceil(2);

/// A symmetry of the board.
pub(super) struct Reflection {
    cells: [u8; CELLS],
    /// Images of the sets of the first cells, and of the other cells.
    lower: Vec<u32>,
    upper: Vec<u32>,
}

impl Reflection {
    fn new(cells: [u8; CELLS]) -> Reflection {
        let image = |set: u32| (0..CELLS).filter(|&c| set >> c & 1 == 1).fold(0, |s, c| s | 1 << cells[c]);
        let lower = (0..1 << LOWER_CELLS).map(image).collect();
        let upper = (0..1 << (CELLS - LOWER_CELLS)).map(|upper: u32| image(upper << LOWER_CELLS)).collect();
        Reflection { cells, lower, upper }
    }

    /// Returns the image of a cell.
    #[inline(always)]
    pub fn cell(&self, cell: usize) -> usize {
        usize::from(self.cells[cell])
    }

    /// Returns the image of a set.
    #[inline(always)]
    pub fn set(&self, set: u32) -> u32 {
        self.lower[(set & ((1 << LOWER_CELLS) - 1)) as usize] | self.upper[(set >> LOWER_CELLS) as usize]
    }
}

/// The two reflections of a line.
pub(super) struct LineReflections {
    /// The class of the line.
    pub line_class: usize,
    /// Target i has goal column i.
    pub plain: Reflection,
    /// Target i has goal column 4 - i.
    pub mirrored: Reflection,
}

impl LineReflections {
    /// Returns the reflections of the line with this number.
    pub fn new(line: usize) -> LineReflections {
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
        LineReflections {
            line_class: at.min(SIDE - 1 - at),
            plain: Reflection::new(std::array::from_fn(|cell| number(plain(cell)))),
            mirrored: Reflection::new(std::array::from_fn(mirrored)),
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
            let reflections = LineReflections::new(line.index());
            for (i, cell) in line.cells().into_iter().enumerate() {
                let row = class_row(reflections.line_class);
                assert_eq!(reflections.plain.cell(cell), row * SIDE + i, "{line}");
                assert_eq!(reflections.mirrored.cell(cell), row * SIDE + SIDE - 1 - i, "{line}");
            }
        }
    }

    #[test]
    fn neighbours_stay_neighbours() {
        for reflection in (0..2 * SIDE)
            .map(LineReflections::new)
            .flat_map(|reflections| [reflections.plain, reflections.mirrored])
        {
            for a in 0..CELLS {
                assert_eq!(reflection.set(1 << a), 1 << reflection.cell(a));
                assert!(
                    (0..CELLS).all(|b| distance(a, b) == distance(reflection.cell(a), reflection.cell(b)))
                );
            }
            assert_eq!(
                reflection.set(0b1_00100_00000_01000_00011_00001 & ((1 << CELLS) - 1)).count_ones(),
                6 - 1
            );
        }
    }
}

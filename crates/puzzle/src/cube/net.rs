//! Nets of cubes, unfolded into a cross: U on top, then L, F, R and B side by side, then D.

use std::fmt;

use super::turn::Face;
use super::{Cube2, Cube3, Cube4};

/// The net of a cube. Prints as letters; a caller that prints colours uses the cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    rows: Vec<Vec<Option<Face>>>,
}

impl Net {
    /// Builds the net from the facelets of a cube with `side` of them along an edge.
    fn new(facelets: &[Face], side: usize) -> Net {
        // The face in each block of cells, by row and column of blocks.
        let block = |row: usize, col: usize| match (row, col) {
            (0, 1) => Some(Face::U),
            (1, _) => Some([Face::L, Face::F, Face::R, Face::B][col]),
            (2, 1) => Some(Face::D),
            _ => None,
        };
        let cell = |row: usize, col: usize| {
            let face = block(row / side, col / side)?;
            Some(facelets[face as usize * side * side + row % side * side + col % side])
        };
        let rows = (0..3 * side).map(|row| (0..4 * side).map(|col| cell(row, col)).collect()).collect();
        Net { rows }
    }

    /// The rows of cells from top to bottom, each from left to right and all of the same length.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Option<Face>]> {
        self.rows.iter().map(Vec::as_slice)
    }
}

/// One row per line, one space between cells, no trailing spaces and no line end after the last row.
impl fmt::Display for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, row) in self.rows.iter().enumerate() {
            let line: String =
                row.iter().map(|cell| format!("{} ", cell.map_or(' ', Face::letter))).collect();
            write!(f, "{}{}", if i == 0 { "" } else { "\n" }, line.trim_end())?;
        }
        Ok(())
    }
}

impl Cube3 {
    /// The net of the cube.
    pub fn net(&self) -> Net {
        Net::new(&self.facelets(), 3)
    }
}

impl Cube2 {
    /// The net of the cube.
    pub fn net(&self) -> Net {
        Net::new(&self.facelets(), 2)
    }
}

impl Cube4 {
    /// The net of the cube.
    pub fn net(&self) -> Net {
        Net::new(&self.facelets(), 4)
    }
}

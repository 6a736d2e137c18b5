//! Cubes unfolded into a cross: U on top, then L, F, R and B side by side, then D.

use std::fmt;

use super::turn::Face;
use super::{Cube2, Cube3, Cube4};

/// An unfolded cube. Prints as letters; whoever wants colours takes the cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    rows: Vec<Vec<Option<Face>>>,
}

impl Net {
    /// From the facelets of a cube with `side` of them to an edge.
    fn new(facelets: &[Face], side: usize) -> Net {
        // The face that lies in each block of cells, by row and column of blocks.
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

    /// The cells from top to bottom, each row from left to right and as long as the others.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Option<Face>]> {
        self.rows.iter().map(Vec::as_slice)
    }
}

/// One row to a line, cells two characters apart, nothing after the last and no line end after the last row.
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
    /// The cube unfolded.
    pub fn net(&self) -> Net {
        Net::new(&self.facelets(), 3)
    }
}

impl Cube2 {
    /// The cube unfolded.
    pub fn net(&self) -> Net {
        Net::new(&self.facelets(), 2)
    }
}

impl Cube4 {
    /// The cube unfolded.
    pub fn net(&self) -> Net {
        Net::new(&self.facelets(), 4)
    }
}

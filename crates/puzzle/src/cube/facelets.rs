//! Facelets (coloured stickers) of cubes. They are numbered face by face in the order U, R, F, D, L, B and, on each
//! face, row by row in the usual net: U, F and D seen with F towards the viewer, the others with U up.

use super::cube4_places::{FACE_PAIRS, centre_facelet, wing_facelets};
use super::turn::Face;
use super::{CORNERS, Cube2, Cube3, Cube4, EDGES};

/// By corner place and in the order of its faces, the corner of the face: 0 and 1 in the top row, 2 and 3 in the bottom
/// row.
const CORNER_CELLS: [[usize; 3]; 8] =
    [[3, 0, 1], [2, 0, 1], [0, 0, 1], [1, 0, 1], [1, 3, 2], [0, 3, 2], [2, 3, 2], [3, 3, 2]];

/// By edge place and in the order of its faces, the cell of the nine on a face.
const EDGE_CELLS: [[usize; 2]; 12] =
    [[5, 1], [7, 1], [3, 1], [1, 1], [5, 7], [1, 7], [3, 7], [7, 7], [5, 3], [3, 5], [5, 3], [3, 5]];

/// The facelets of a corner place, in the order of its faces, on a cube with `side` facelets along an edge.
pub(crate) fn corner_facelets(side: usize, place: usize) -> [usize; 3] {
    std::array::from_fn(|n| {
        let (row, col) = (CORNER_CELLS[place][n] / 2, CORNER_CELLS[place][n] % 2);
        CORNERS[place][n] as usize * side * side + (side - 1) * (row * side + col)
    })
}

/// The facelets of an edge place of the 3x3x3 cube, in the order of its faces.
pub(crate) fn edge_facelets(place: usize) -> [usize; 2] {
    std::array::from_fn(|n| 9 * EDGES[place][n] as usize + EDGE_CELLS[place][n])
}

impl Cube3 {
    /// The colour of each facelet, named by the face with that centre.
    pub fn facelets(&self) -> [Face; 54] {
        let mut facelets = std::array::from_fn(|i| Face::ALL[i / 9]);
        for place in 0..8 {
            paint_corner(&mut facelets, 3, place, self.corner(place));
        }
        for place in 0..12 {
            let (piece, flip) = self.edge(place);
            let cells = edge_facelets(place);
            for (n, &colour) in EDGES[usize::from(piece)].iter().enumerate() {
                facelets[cells[(n + usize::from(flip)) % 2]] = colour;
            }
        }
        facelets
    }

    /// Prints the facelets as a line of 54 letters.
    pub fn to_facelets(&self) -> String {
        self.facelets().into_iter().map(Face::letter).collect()
    }
}

impl Cube2 {
    /// The colour of each facelet, named by its face on the solved cube.
    pub fn facelets(&self) -> [Face; 24] {
        let mut facelets = [Face::U; 24];
        for place in 0..8 {
            paint_corner(&mut facelets, 2, place, self.corner(place));
        }
        facelets
    }

    /// Prints the facelets as a line of 24 letters.
    pub fn to_facelets(&self) -> String {
        self.facelets().into_iter().map(Face::letter).collect()
    }
}

impl Cube4 {
    /// The colour of each facelet, named by its face on the solved cube.
    pub fn facelets(&self) -> [Face; 96] {
        let mut facelets = [Face::U; 96];
        for place in 0..8 {
            paint_corner(&mut facelets, 4, place, self.corner(place));
        }
        for place in 0..24 {
            facelets[centre_facelet(place)] = self.centres()[place];
            for (cell, colour) in
                wing_facelets(place).into_iter().zip(FACE_PAIRS[usize::from(self.wings()[place])])
            {
                facelets[cell] = colour;
            }
        }
        facelets
    }

    /// Prints the facelets as a line of 96 letters.
    pub fn to_facelets(&self) -> String {
        self.facelets().into_iter().map(Face::letter).collect()
    }
}

/// Colours the three facelets of a corner place.
fn paint_corner(facelets: &mut [Face], side: usize, place: usize, (piece, twist): (u8, u8)) {
    let cells = corner_facelets(side, place);
    for (n, &colour) in CORNERS[usize::from(piece)].iter().enumerate() {
        facelets[cells[(n + usize::from(twist)) % 3]] = colour;
    }
}

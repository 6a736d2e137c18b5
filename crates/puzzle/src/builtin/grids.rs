//! Flat puzzles on a square grid: Loopover, whose rows and columns are cyclically shifted, and Lights Out, whose
//! buttons toggle a light and its neighbours.

use crate::Definition;
use crate::definition::{Orbit, OrbitTransform, Transform};
use crate::parse::definition::Parts;

/// Loopover: rows shift cyclically to the right, `R`, `2R` and so on from the top, and columns downwards, `D`, `2D` and
/// so on from the left. Shifting the whole board, `x` and `y`, or turning it, `z`, maps moves to moves.
pub(super) fn loopover(side: usize) -> Definition {
    let tiles = Orbit { name: "TILES".to_string(), n_pieces: side * side, n_orientations: 1 };
    let before = |i: usize| (i + side - 1) % side;
    let number = |line: usize| if line == 0 { String::new() } else { (line + 1).to_string() };
    let mv = |name: String, source: &dyn Fn(usize, usize) -> (usize, usize)| {
        (name, Transform { orbits: vec![moved(&tiles, side, source)] })
    };
    let row =
        |row: usize| mv(format!("{}R", number(row)), &|r, c| if r == row { (r, before(c)) } else { (r, c) });
    let column = |column: usize| {
        mv(format!("{}D", number(column)), &|r, c| if c == column { (before(r), c) } else { (r, c) })
    };
    let rotations = [
        mv("x".to_string(), &|r, c| (r, before(c))),
        mv("y".to_string(), &|r, c| (before(r), c)),
        mv("z".to_string(), &|r, c| quarter(side, r, c)),
    ];
    Parts {
        name: format!("loopover-{side}x{side}"),
        start: vec![(0..side * side).map(|tile| tile as u8).collect()],
        moves: (0..side).map(row).chain((0..side).map(column)).chain(rotations).collect(),
        orbits: vec![tiles],
        ..Parts::default()
    }
    .definition()
}

/// Lights Out: every light is a button that toggles itself and the lights beside, above and below it. They are named by
/// letters, row by row, so there are at most 26. All are off at the start; `z` turns the board.
pub(super) fn lights_out(side: usize) -> Definition {
    let lights = Orbit { name: "LIGHTS".to_string(), n_pieces: side * side, n_orientations: 2 };
    let press = |(button, name): (usize, char)| {
        let mut transform = OrbitTransform::identity(&lights);
        for (light, turn) in transform.turns.iter_mut().enumerate() {
            let rows = (light / side).abs_diff(button / side);
            let columns = (light % side).abs_diff(button % side);
            *turn = u8::from(rows + columns <= 1);
        }
        (name.to_string(), Transform { orbits: vec![transform] })
    };
    let turn = Transform { orbits: vec![moved(&lights, side, &|r, c| quarter(side, r, c))] };
    let presses = (0..side * side).zip('A'..='Z').map(press);
    Parts {
        name: format!("lights-out-{side}x{side}"),
        start: vec![vec![0; side * side]],
        moves: presses.chain([("z".to_string(), turn)]).collect(),
        orbits: vec![lights],
        ..Parts::default()
    }
    .definition()
}

/// The source of a square when the board makes a quarter turn clockwise.
fn quarter(side: usize, row: usize, column: usize) -> (usize, usize) {
    (side - 1 - column, row)
}

/// The transformation that moves squares, given the source of each by row and column.
fn moved(orbit: &Orbit, side: usize, source: &dyn Fn(usize, usize) -> (usize, usize)) -> OrbitTransform {
    let mut transform = OrbitTransform::identity(orbit);
    for (to, from) in transform.permutation.iter_mut().enumerate() {
        let (row, column) = source(to / side, to % side);
        *from = (side * row + column) as u8;
    }
    transform
}

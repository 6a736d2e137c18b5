//! Rubik's Clock with the moves of the World Cube Association: the pins that are up, and the hours by which their dials
//! turn.
//!
//! The dials of both sides are numbered by rows, each side as its viewer sees it. A corner dial of one side and the one
//! behind it sit on the same wheel, so they turn in opposite directions. Dials have no mark other than their hand, so
//! they are identical.

use crate::Definition;
use crate::definition::{Orbit, OrbitTransform, Transform};
use crate::parse::definition::Parts;

/// Dials of one side.
const SIDE: usize = 9;

/// The wheels: the dials that a raised pin connects to each, and the dial behind it as numbered by a viewer of the
/// back.
const WHEELS: [([usize; 4], usize); 4] =
    [([0, 1, 3, 4], 2), ([1, 2, 4, 5], 0), ([3, 4, 6, 7], 8), ([4, 5, 7, 8], 6)];

/// Names of moves with the raised pins: upper left, upper right, lower left, lower right.
const MOVES: [(&str, [bool; 4]); 9] = [
    ("UR", [false, true, false, false]),
    ("DR", [false, false, false, true]),
    ("DL", [false, false, true, false]),
    ("UL", [true, false, false, false]),
    ("U", [true, true, false, false]),
    ("R", [false, true, false, true]),
    ("D", [false, false, true, true]),
    ("L", [true, false, true, false]),
    ("ALL", [true; 4]),
];

/// The clock. Upper case turns dials of the front, `ur`, `u` and so on those of the back as seen from there, which
/// scrambles write as turns of the front after `y2`.
pub(super) fn clock() -> Definition {
    let dials = Orbit { name: "DIALS".to_string(), n_pieces: 2 * SIDE, n_orientations: 12 };
    let side = |first: usize| MOVES.map(|(_, pins)| Transform { orbits: vec![turned(&dials, pins, first)] });
    let front = MOVES.map(|(name, _)| name.to_string()).into_iter().zip(side(0));
    let back = MOVES.map(|(name, _)| name.to_ascii_lowercase()).into_iter().zip(side(SIDE));
    let mut about = OrbitTransform::identity(&dials);
    about.permutation.rotate_left(SIDE);
    let about = [("y2".to_string(), Transform { orbits: vec![about] })];
    Parts {
        name: "clock".to_string(),
        start: vec![vec![0; 2 * SIDE]],
        moves: front.chain(back).chain(about).collect(),
        orbits: vec![dials],
        ..Parts::default()
    }
    .definition()
}

/// The dials that turn when a wheel with its pin up turns by one hour, on the side whose first dial is `first`.
fn turned(dials: &Orbit, pins: [bool; 4], first: usize) -> OrbitTransform {
    let mut transform = OrbitTransform::identity(dials);
    for ((joined, behind), _) in WHEELS.into_iter().zip(pins).filter(|&(_, is_up)| is_up) {
        for dial in joined {
            transform.turns[first + dial] = 1;
        }
        transform.turns[(first + SIDE) % (2 * SIDE) + behind] = 11;
    }
    transform
}

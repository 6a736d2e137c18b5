//! Square-1, whose layers have corners as wide as two edges, so that a half can turn only where no corner blocks the
//! cut.
//!
//! Each layer has twelve places of one edge's width, clockwise as seen from outside: the upper one from the back end of
//! the cut, the lower one from its front end, so that the first six are the half that turns and both halves are
//! exchanged in order. A corner takes two places, and the first of them has the same number for all corners: if it is
//! the last place before a cut, the position is illegal.

use crate::Definition;
use crate::definition::{Forbidden, Orbit, OrbitTransform, Transform};
use crate::parse::definition::Parts;

/// Places of one layer.
const LAYER: usize = 12;

/// The number of the first half of any corner.
const FIRST_HALF: u8 = 0;

/// Turns of the layers and of the right half, `S` as in twsearch; cubing.js reads `(1, 0) /` as the aliases.
pub(super) fn square1() -> Definition {
    let orbits = vec![
        Orbit { name: "WEDGES".to_string(), n_pieces: 2 * LAYER, n_orientations: 1 },
        Orbit { name: "MIDDLE".to_string(), n_pieces: 1, n_orientations: 2 },
    ];
    let mv = |name: &str, flips: bool, source: &dyn Fn(usize, usize) -> (usize, usize)| {
        let mut wedges = OrbitTransform::identity(&orbits[0]);
        for (to, from) in wedges.permutation.iter_mut().enumerate() {
            let (layer, place) = source(to / LAYER, to % LAYER);
            *from = (LAYER * layer + place) as u8;
        }
        let mut middle = OrbitTransform::identity(&orbits[1]);
        middle.turns[0] = u8::from(flips);
        (name.to_string(), Transform { orbits: vec![wedges, middle] })
    };
    let turned = |which: usize| {
        move |layer, place| (layer, if layer == which { (place + LAYER - 1) % LAYER } else { place })
    };
    let moves = vec![
        mv("U", false, &turned(0)),
        mv("D", false, &turned(1)),
        mv("S", true, &|layer, place| (if place < LAYER / 2 { 1 - layer } else { layer }, place)),
        mv("x2", false, &|layer, place| (1 - layer, place)),
    ];
    let cuts = [LAYER / 2 - 1, LAYER - 1, LAYER + LAYER / 2 - 1, 2 * LAYER - 1];
    let rule = |place: usize| Forbidden { orbit: 0, place: place as u8, pieces: vec![FIRST_HALF] };
    let aliases = [("U_SQ_", "U"), ("D_SQ_", "D"), ("_SLASH_", "S")];
    Parts {
        name: "square-1".to_string(),
        start: vec![start(), vec![0]],
        orbits,
        moves,
        derived: aliases.map(|(name, mv)| (name.to_string(), mv.to_string())).into(),
        forbidden: cuts.map(rule).into(),
    }
    .definition()
}

/// Corners are 1 to 8 and edges 9 to 16. The upper layer begins with a corner, the lower one with an edge.
fn start() -> Vec<u8> {
    let upper = (0..4).flat_map(|i| [FIRST_HALF, 1 + i, 9 + i]);
    let lower = (4..8).flat_map(|i| [9 + i, FIRST_HALF, 1 + i]);
    upper.chain(lower).collect()
}

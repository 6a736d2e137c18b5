//! Small puzzles with something odd about them, written as KPuzzle definitions.

use serde_json::{Value, json};

use super::model::Transform;

/// A definition and its known properties.
pub struct Toy {
    pub name: &'static str,
    pub definition: Value,
    pub rotations: &'static [&'static str],
    /// Moves that are no moves of their own: slices that are given by a rotation and layers turned back.
    pub left_out: &'static [&'static str],
    /// True if all its positions can be listed.
    pub is_small: bool,
    /// True if no two moves differ by a rotation only, so that positions are counted by all moves.
    pub is_counted: bool,
    /// Places and pieces that must not be there, which only the other format can express.
    pub illegal: &'static [(usize, u8)],
}

const PLAIN: Toy = Toy {
    name: "",
    definition: Value::Null,
    rotations: &[],
    left_out: &[],
    is_small: true,
    is_counted: true,
    illegal: &[],
};

/// A move of one orbit.
fn turn(permutation: &[usize], turns: &[u8]) -> Transform {
    vec![(permutation.to_vec(), turns.to_vec())]
}

/// A definition of one orbit. Pieces and moduli are those of the solved position.
fn kpuzzle(
    n_orientations: u8,
    pieces: &[u8],
    moduli: &[u8],
    moves: &[(&str, Transform)],
    derived: &[(&str, &str)],
) -> Value {
    let block = |transform: &Transform| json!({"A": {"permutation": transform[0].0, "orientationDelta": transform[0].1}});
    let moves: serde_json::Map<String, Value> =
        moves.iter().map(|(name, transform)| (name.to_string(), block(transform))).collect();
    let derived: serde_json::Map<String, Value> =
        derived.iter().map(|(name, moves)| (name.to_string(), json!(moves))).collect();
    let zeros = vec![0; pieces.len()];
    json!({
        "name": "toy",
        "orbits": [{"orbitName": "A", "numPieces": pieces.len(), "numOrientations": n_orientations}],
        "defaultPattern": {"A": {"pieces": pieces, "orientation": zeros, "orientationMod": moduli}},
        "moves": moves,
        "derivedMoves": derived,
    })
}

/// The edges of a tetrahedron as its corners are turned: all of them, or those at one corner.
fn edges(corners: [usize; 4], at: Option<usize>) -> Transform {
    const EDGES: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
    let mut transform = turn(&[0, 1, 2, 3, 4, 5], &[0; 6]);
    for (from, &(a, b)) in EDGES.iter().enumerate() {
        if at.is_some_and(|corner| a != corner && b != corner) {
            continue;
        }
        let (a, b) = (corners[a], corners[b]);
        let to = EDGES.iter().position(|&edge| edge == (a.min(b), a.max(b))).expect("an edge");
        transform[0].0[to] = from;
        transform[0].1[to] = u8::from(a > b);
    }
    transform
}

/// The corners of a cube of two layers as an axis turns by a quarter: all of them, or those on one side.
fn corners(axis: usize, side: Option<i32>) -> Transform {
    let place = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { 1 } else { -1 });
    let index = |at: [i32; 3]| (0..3).map(|axis| usize::from(at[axis] > 0) << axis).sum::<usize>();
    let mut transform = turn(&[0, 1, 2, 3, 4, 5, 6, 7], &[0; 8]);
    for from in 0..8 {
        let at = place(from);
        if side.is_some_and(|side| at[axis] != side) {
            continue;
        }
        let mut to = at;
        (to[(axis + 1) % 3], to[(axis + 2) % 3]) = (-at[(axis + 2) % 3], at[(axis + 1) % 3]);
        transform[0].0[index(to)] = from;
    }
    transform
}

pub fn all() -> Vec<Toy> {
    const EACH: [u8; 12] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];
    let tetrahedron = [
        ("U", edges([0, 2, 3, 1], Some(0))),
        ("Uv", edges([0, 2, 3, 1], None)),
        ("Rv", edges([2, 1, 3, 0], None)),
    ];
    let others = [("L", "[Rv: U]"), ("R", "[Uv: L]"), ("B", "[Uv': L]"), ("Bv", "[Uv: Rv]")];
    let rotations = &["Uv", "Rv", "Bv"];
    let layer = |layers: &[usize]| {
        let source = |i: usize| if layers.contains(&(i / 4)) { i / 4 * 4 + (i + 3) % 4 } else { i };
        turn(&(0..12).map(source).collect::<Vec<_>>(), &[0; 12])
    };
    let stack = [
        ("R", layer(&[0])),
        ("L", layer(&[2])),
        ("x", layer(&[0, 1, 2])),
        ("T", turn(&[4, 1, 2, 3, 8, 5, 6, 7, 0, 9, 10, 11], &[0; 12])),
    ];
    let cube = [("R", corners(0, Some(1))), ("x", corners(0, None)), ("y", corners(1, None))];
    let faces = [
        ("z", "[x: y]"),
        ("L", "[y2: R]"),
        ("U", "[z: R]"),
        ("D", "[z': R]"),
        ("F", "[y: R]"),
        ("B", "[y': R]"),
    ];
    let ring =
        [("A2", turn(&[1, 2, 3, 4, 0], &[0, 0, 1, 0, 0])), ("B2", turn(&[1, 0, 3, 2, 4], &[1, 0, 2, 0, 0]))];
    let circle =
        [("P", turn(&[1, 2, 3, 4, 0], &[1, 0, 0, 0, 2])), ("Q", turn(&[1, 2, 0, 3, 4], &[0, 0, 3, 0, 0]))];
    let short = [("A", turn(&[1, 2, 0, 3], &[0; 4])), ("x", turn(&[0, 1, 3, 2], &[0; 4]))];
    vec![
        // Only one move is defined by its effect, and nothing shows the orientation of the whole puzzle.
        Toy {
            name: "derived moves, no centres",
            definition: kpuzzle(2, &EACH[..6], &[0; 6], &tetrahedron, &others),
            rotations,
            ..PLAIN
        },
        Toy {
            name: "pieces alike",
            definition: kpuzzle(2, &[0, 0, 1, 1, 2, 2], &[0; 6], &tetrahedron, &others),
            rotations,
            ..PLAIN
        },
        Toy {
            name: "orientations of some",
            definition: kpuzzle(2, &EACH[..6], &[1, 1, 0, 0, 2, 1], &tetrahedron, &others),
            rotations,
            ..PLAIN
        },
        Toy {
            name: "moduli",
            definition: kpuzzle(6, &EACH[..5], &[1, 2, 3, 0, 6], &circle, &[("C", "P Q")]),
            ..PLAIN
        },
        Toy { name: "one-way moves", definition: kpuzzle(3, &EACH[..5], &[0; 5], &ring, &[]), ..PLAIN },
        // It has the name of a rotation, but is a move that no other move replaces.
        Toy {
            name: "x is a move",
            definition: kpuzzle(1, &EACH[..4], &[0; 4], &short, &[("N", ".")]),
            ..PLAIN
        },
        // Opposite faces do the same up to a rotation.
        Toy {
            name: "faces of two layers",
            definition: kpuzzle(1, &EACH[..8], &[0; 8], &cube, &faces),
            rotations: &["x", "y", "z"],
            is_counted: false,
            ..PLAIN
        },
        Toy {
            name: "a slice and four ways to hold it",
            definition: kpuzzle(
                1,
                &EACH,
                &[0; 12],
                &stack,
                &[("M", "x R' L'"), ("H", "[x: T]"), ("S", "[x2: T]"), ("V", "[x': T]")],
            ),
            rotations: &["x"],
            left_out: &["M"],
            is_small: false,
            ..PLAIN
        },
        Toy {
            name: "illegal positions",
            definition: kpuzzle(
                2,
                &EACH[..6],
                &[0; 6],
                &[tetrahedron[0].clone(), ("L", edges([2, 1, 3, 0], Some(1)))],
                &[],
            ),
            illegal: &[(1, 0), (4, 2)],
            is_counted: false,
            ..PLAIN
        },
    ]
}

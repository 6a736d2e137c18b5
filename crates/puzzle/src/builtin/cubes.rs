//! Cubes of any number of layers.
//!
//! Layers are counted from the face: `R`, `2R`, `3R`. Those on the face's side of the middle are given by
//! transformations; the middle layer of odd cubes and all beyond it are derived, and so are wide turns (`Rw`, `3Rw`, or
//! `r`, `3r`) and the slices `M`, `E` and `S`. The middle layer is derived from a rotation and the other layers turned
//! back, so it is not a default move; blocks of up to half the layers are default moves.

use crate::Definition;
use crate::geometry::{Design, Solid, Turn};

/// A face, the opposite one, and the rotation in the same direction.
const FACES: [(&str, &str, &str); 6] =
    [("U", "D", "y"), ("R", "L", "x"), ("F", "B", "z"), ("D", "U", "y'"), ("L", "R", "x'"), ("B", "F", "z'")];

/// The cube with `n_layers` layers on every axis, at least 2.
pub(super) fn cube(n_layers: usize) -> Definition {
    let solid = Solid::cube();
    // The distance of the bottom of a layer from the centre.
    let bottom = |layer: usize| 1.0 - 2.0 * layer as f64 / n_layers as f64;
    let turns = solid.axes().iter().flat_map(|&(face, axis)| {
        (1..=n_layers / 2).map(move |layer| match layer {
            1 => Turn::outside(face, axis, bottom(1), 4),
            _ => Turn::layer(&named(face, layer), axis, [bottom(layer), bottom(layer - 1)], 4),
        })
    });
    Design {
        name: format!("{n_layers}x{n_layers}x{n_layers}"),
        turns: turns.collect(),
        rotations: rotations(&solid),
        fewest_stickers: 1,
        derived: derived(n_layers),
        solid,
    }
    .definition()
}

/// `x`, `y` and `z`, which turn like R, U and F.
pub(super) fn rotations(solid: &Solid) -> Vec<Turn> {
    [("x", "R"), ("y", "U"), ("z", "F")]
        .map(|(name, face)| Turn::rotation(name, solid.between(face), 4))
        .into()
}

/// The name of a layer, counted from a face.
fn named(face: &str, layer: usize) -> String {
    if layer == 1 { face.to_string() } else { format!("{layer}{face}") }
}

/// All derived moves.
fn derived(n_layers: usize) -> Vec<(String, String)> {
    let half = n_layers / 2;
    let mut derived = Vec::new();
    for (face, opposite, rotation) in FACES {
        let all = |face: &str, amount: &str| -> Vec<String> {
            (1..=half).map(|layer| named(face, layer) + amount).collect()
        };
        if n_layers % 2 == 1 {
            // The whole cube turns, and all layers but the middle one turn back.
            let mut moves = vec![rotation.to_string()];
            moves.extend(all(face, "'"));
            moves.extend(all(opposite, ""));
            derived.push((named(face, half + 1), moves.join(" ")));
        }
        for layer in n_layers.div_ceil(2) + 1..n_layers {
            derived.push((named(face, layer), named(opposite, n_layers + 1 - layer) + "'"));
        }
        for width in 2..n_layers {
            let moves: Vec<String> = match width <= half {
                true => (1..=width).map(|layer| named(face, layer)).collect(),
                false => {
                    let others = (1..=n_layers - width).map(|layer| named(opposite, layer));
                    [rotation.to_string()].into_iter().chain(others).collect()
                }
            };
            let number = if width == 2 { String::new() } else { width.to_string() };
            derived.push((format!("{number}{face}w"), moves.join(" ")));
            derived.push((format!("{number}{}", face.to_ascii_lowercase()), format!("{number}{face}w")));
        }
    }
    if n_layers % 2 == 1 {
        let slices = [("M", "L"), ("E", "D"), ("S", "F")];
        derived.extend(slices.map(|(slice, face)| (slice.to_string(), named(face, half + 1))));
    }
    derived
}

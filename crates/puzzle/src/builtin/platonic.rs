//! Puzzles in the shape of a platonic solid other than cubes of layers: cubes that turn about corners or edges, and
//! other solids. Distances of planes are in units of the distance of a face.

use super::cubes::rotations;
use crate::Definition;
use crate::geometry::{Design, Solid, Turn, Vector};

/// The corners of a cube, as twsearch names them.
const CUBE_CORNERS: [&str; 8] = ["UFL", "URF", "UBR", "ULB", "DLF", "DFR", "DRB", "DBL"];

/// The edges of a cube.
const CUBE_EDGES: [&str; 12] = ["UF", "UR", "UB", "UL", "FR", "FL", "BR", "BL", "DF", "DR", "DB", "DL"];

/// A tetrahedron whose corners turn two layers deep, `U`, and their tips alone, `u`.
pub(super) fn pyraminx() -> Definition {
    let solid = Solid::tetrahedron();
    // There are three layers from the face at -1 to the corner at 3.
    let deep = about_axes(&solid, 1.0 / 3.0, 3);
    let tips = solid
        .axes()
        .iter()
        .map(|&(name, axis)| Turn::outside(&name.to_ascii_lowercase(), axis, 5.0 / 3.0, 3));
    let turns = deep.into_iter().chain(tips).collect();
    with_axis_rotations("pyraminx", solid, turns, 3).definition()
}

/// The pyraminx without tips.
pub(super) fn tetraminx() -> Definition {
    let solid = Solid::tetrahedron();
    let turns = about_axes(&solid, 1.0 / 3.0, 3);
    with_axis_rotations("tetraminx", solid, turns, 3).definition()
}

/// A cube of which one half turns about a corner. The moves are those of the World Cube Association: `R U L B` turn the
/// halves about DRB, ULB, DLF and DBL, so the corner URF never moves. The names of corners are moves as well; the half
/// with URF is turned by a rotation and the opposite half.
pub(super) fn skewb() -> Definition {
    let solid = Solid::cube();
    let halves = [("R", "DRB"), ("U", "ULB"), ("L", "DLF"), ("B", "DBL")];
    let turns = halves.map(|(name, corner)| Turn::outside(name, solid.between(corner), 0.0, 3)).into();
    let across = [("URF", "x y B"), ("UFL", "y x' R"), ("UBR", "y x L"), ("DFR", "x z U")];
    let names = halves.map(|(name, corner)| (corner, name)).into_iter().chain(across);
    Design {
        name: "skewb".to_string(),
        turns,
        rotations: rotations(&solid),
        fewest_stickers: 1,
        derived: names.map(|(name, moves)| (name.to_string(), moves.to_string())).collect(),
        solid,
    }
    .definition()
}

/// A cube cut along the diagonals of its faces, whose corners turn three edges.
pub(super) fn dino() -> Definition {
    cube_about("dino", &CUBE_CORNERS, 1.0 / 3.0_f64.sqrt(), 3)
}

/// A cube whose edges turn by 180 degrees.
pub(super) fn helicopter() -> Definition {
    cube_about("helicopter", &CUBE_EDGES, 0.5_f64.sqrt(), 2)
}

/// A dodecahedron whose faces turn.
pub(super) fn megaminx() -> Definition {
    let mut design = dodecahedron("megaminx");
    // Stefan Pochmann's big turns, everything but one face: R++ does not move L, and D++ does not move U.
    let big = [("R++", "Lv2' L2"), ("D++", "Uv2' U2")];
    design.derived.extend(big.map(|(name, moves)| (name.to_string(), moves.to_string())));
    design.definition()
}

/// The corners of the megaminx.
pub(super) fn kilominx() -> Definition {
    Design { fewest_stickers: 3, ..dodecahedron("kilominx") }.definition()
}

/// An octahedron whose faces turn.
pub(super) fn fto() -> Definition {
    let solid = Solid::octahedron();
    let turns = about_axes(&solid, 1.0 / 3.0, 3);
    // Rotations about faces do not map U to F; one about a corner does.
    let corner = Turn::rotation("URFLv", solid.between("URFL"), 4);
    let mut design = with_axis_rotations("fto", solid, turns, 3);
    design.rotations.push(corner);
    design.derived = vec![("B".to_string(), "BB".to_string())];
    design.definition()
}

fn dodecahedron(name: &str) -> Design {
    let solid = Solid::dodecahedron();
    let turns = about_axes(&solid, 0.7, 5);
    let mut design = with_axis_rotations(name, solid, turns, 5);
    let rotations = [("x", "Rv"), ("y", "Uv"), ("z", "Fv")];
    design.derived = rotations.map(|(name, rotation)| (name.to_string(), rotation.to_string())).into();
    design
}

/// A turn about every named axis, of everything beyond a distance.
fn about_axes(solid: &Solid, distance: f64, order: u32) -> Vec<Turn> {
    solid.axes().iter().map(|&(name, axis)| Turn::outside(name, axis, distance, order)).collect()
}

/// Adds rotations `Uv` about the same axes.
fn with_axis_rotations(name: &str, solid: Solid, turns: Vec<Turn>, order: u32) -> Design {
    let rotation = |&(name, axis): &(&str, Vector)| Turn::rotation(&format!("{name}v"), axis, order);
    let rotations = solid.axes().iter().map(rotation).collect();
    Design { name: name.to_string(), solid, turns, rotations, fewest_stickers: 1, derived: Vec::new() }
}

/// A cube that turns about its corners or edges.
fn cube_about(name: &str, grips: &[&str], distance: f64, order: u32) -> Definition {
    let solid = Solid::cube();
    let turn = |&grip: &&str| Turn::outside(grip, solid.between(grip), distance, order);
    let turns = grips.iter().map(turn).collect();
    let rotations = rotations(&solid);
    Design { name: name.to_string(), solid, turns, rotations, fewest_stickers: 1, derived: Vec::new() }
        .definition()
}

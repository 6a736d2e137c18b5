//! Moves of cubes compared with a cube of stickers in space that are turned one by one, for sequences of all kinds.

use deepen_puzzle::parse::cube::{facelets3, scramble2, scramble3, scramble4};
use deepen_puzzle::{Cube2, Cube3, Face, Symmetry, Turn};
use proptest::prelude::*;

type Vector = [i32; 3];

fn dot(a: Vector, b: Vector) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// x to the right, y up, z towards the viewer.
fn normal(face: Face) -> Vector {
    match face {
        Face::U => [0, 1, 0],
        Face::D => [0, -1, 0],
        Face::R => [1, 0, 0],
        Face::L => [-1, 0, 0],
        Face::F => [0, 0, 1],
        Face::B => [0, 0, -1],
    }
}

/// Layers by where they lie on an axis, from the last to the first.
fn layers(side: i32) -> Vec<i32> {
    match side {
        2 => vec![-1, 1],
        3 => vec![-1, 0, 1],
        _ => vec![-3, -1, 1, 3],
    }
}

/// The position of a cell of an unfolded face, given that of the outer layer.
fn position(face: Face, row: i32, col: i32, outer: i32) -> Vector {
    match face {
        Face::U => [col, outer, row],
        Face::D => [col, -outer, -row],
        Face::R => [outer, -row, -col],
        Face::L => [-outer, -row, col],
        Face::F => [col, -row, outer],
        Face::B => [-col, -row, -outer],
    }
}

/// A sticker: position, direction and colour.
#[derive(Clone, Copy)]
struct Sticker {
    position: Vector,
    normal: Vector,
    colour: Face,
}

/// A turn of the layers whose positions along the normal of a face are these.
#[derive(Clone, Debug)]
struct Step {
    face: Face,
    layers: Vec<i32>,
    quarters: i32,
}

/// A cube of stickers.
fn stickers(side: i32) -> Vec<Sticker> {
    let cells = layers(side);
    let outer = cells[cells.len() - 1];
    let mut stickers = Vec::new();
    for colour in Face::ALL {
        for &row in &cells {
            for &col in &cells {
                stickers.push(Sticker {
                    position: position(colour, row, col, outer),
                    normal: normal(colour),
                    colour,
                });
            }
        }
    }
    stickers
}

fn simulate(side: i32, steps: &[Step]) -> String {
    let home = stickers(side);
    let mut moved = home.clone();
    for step in steps {
        let n = normal(step.face);
        // A quarter clockwise turn seen from outside.
        let turn = |v: Vector| {
            let (along, across) = (dot(n, v), cross(n, v));
            std::array::from_fn(|i| along * n[i] - across[i])
        };
        for sticker in &mut moved {
            if step.layers.contains(&dot(n, sticker.position)) {
                for _ in 0..step.quarters.rem_euclid(4) {
                    sticker.position = turn(sticker.position);
                    sticker.normal = turn(sticker.normal);
                }
            }
        }
    }
    let seen = |at: &Sticker| {
        let there = |s: &&Sticker| (s.position, s.normal) == (at.position, at.normal);
        moved.iter().find(there).expect("stickers stay on the cube").colour.letter()
    };
    home.iter().map(seen).collect()
}

/// A move as text and as its effect on a cube of `side` layers.
fn any_move(side: i32) -> impl Strategy<Value = (String, Vec<Step>)> {
    let all: Vec<i32> = layers(side).into_iter().rev().collect();
    let mut families: Vec<(String, Face, Vec<i32>)> = Vec::new();
    for face in Face::ALL {
        let letter = face.letter();
        let mut add = |name: String, layers: &[i32]| families.push((name, face, layers.to_vec()));
        add(format!("{letter}"), &all[..1]);
        add(format!("{letter}w"), &all[..2]);
        add(format!("{}", letter.to_ascii_lowercase()), &all[..2]);
        add(format!("2{letter}"), &all[1..2]);
        add(format!("1-2{letter}w"), &all[..2]);
        add(format!("{letter}v"), &all);
        if side >= 3 {
            add(format!("3{letter}"), &all[2..3]);
            add(format!("2-3{}", letter.to_ascii_lowercase()), &all[1..3]);
            add(format!("3{letter}w"), &all[..3]);
        }
        if side == 4 {
            add(format!("4{letter}"), &all[3..]);
            add(format!("2-4{letter}w"), &all[1..]);
        }
    }
    let rotations = [("x", Face::R), ("y", Face::U), ("z", Face::F)];
    families.extend(rotations.map(|(name, face)| (name.to_string(), face, all.clone())));
    if side == 3 {
        let slices = [("M", Face::L), ("E", Face::D), ("S", Face::F)];
        families.extend(slices.map(|(name, face)| (name.to_string(), face, vec![0])));
    }
    let amounts =
        vec![("", 1), ("1", 1), ("2", 2), ("3", 3), ("'", -1), ("2'", -2), ("3’", -3), ("4", 4), ("7", 7)];
    (prop::sample::select(families), prop::sample::select(amounts)).prop_map(
        |((name, face, layers), (text, quarters))| {
            (format!("{name}{text}"), vec![Step { face, layers, quarters }])
        },
    )
}

fn inverse(steps: &[Step]) -> Vec<Step> {
    steps.iter().rev().map(|step| Step { quarters: -step.quarters, ..step.clone() }).collect()
}

fn any_alg(side: i32) -> impl Strategy<Value = (String, Vec<Step>)> {
    let join = |parts: Vec<(String, Vec<Step>)>| {
        let (texts, steps): (Vec<String>, Vec<Vec<Step>>) = parts.into_iter().unzip();
        (texts.join(" "), steps.concat())
    };
    any_move(side).prop_recursive(3, 24, 4, move |inner| {
        let part = || prop::collection::vec(inner.clone(), 0..4).prop_map(join);
        prop_oneof![
            2 => part(),
            1 => part().prop_map(|(text, steps)| (format!("({text})2"), [&steps[..], &steps].concat())),
            1 => part().prop_map(|(text, steps)| (format!("({text})'"), inverse(&steps))),
            1 => (part(), part()).prop_map(|((a, x), (b, y))| {
                (format!("[{a}, {b}]"), [&x[..], &y, &inverse(&x), &inverse(&y)].concat())
            }),
            1 => (part(), part()).prop_map(|((a, x), (b, y))| {
                (format!("[{a}: {b}]2"), vec![[&x[..], &y, &inverse(&x)].concat(); 2].concat())
            }),
        ]
    })
}

proptest! {
    /// The centres of the stickers define the orientation of the cube.
    #[test]
    fn a_3x3x3_cube_moves_like_its_stickers((text, steps) in any_alg(3)) {
        let expected = facelets3(&simulate(3, &steps)).expect("a cube stays one");
        prop_assert_eq!(scramble3(&text), Ok(expected), "{}", text);
    }

    #[test]
    fn a_2x2x2_cube_moves_like_its_stickers((text, steps) in any_alg(2)) {
        let cube = scramble2(&text).expect("moves");
        prop_assert_eq!(cube.to_facelets(), simulate(2, &steps), "{}", text);
    }

    #[test]
    fn a_4x4x4_cube_moves_like_its_stickers((text, steps) in any_alg(4)) {
        let cube = scramble4(&text).expect("moves");
        prop_assert_eq!(cube.to_facelets(), simulate(4, &steps), "{}", text);
    }
}

fn same3(a: &str, b: &str) {
    assert_eq!(scramble3(a).expect("moves"), scramble3(b).expect("moves"), "{a} = {b}");
}

/// Equalities that every cuber knows.
#[test]
fn known_equalities() {
    same3("x R x'", "R");
    same3("x U x'", "F");
    same3("y R y'", "B");
    same3("x y z", "");
    same3("M", "R L'");
    same3("M2 E2 S2", "R2 L2 F2 B2 U2 D2");
    same3("Rw", "L");
    same3("r U r'", "L F L'");
    same3("F1 B2 R3", "F B2 R'");
    same3("RUR'U'", "R U R' U'");
    same3("[R, U]6", "");
    same3("(R U)105", "");
    let facelets = scramble2("x").expect("a rotation").to_facelets();
    assert_eq!(facelets, "FFFFRRRRDDDDBBBBLLLLUUUU");
}

/// On a 2x2x2 cube rotations are states of their own, and a symmetry is a rotation of place and label.
#[test]
fn rotations_of_the_2x2x2() {
    let cube = scramble2("R U2 F' L D").expect("moves");
    for (name, face) in [("x", Face::R), ("y", Face::U), ("z", Face::F)] {
        for (suffix, quarters) in [("", 1), ("2", 2), ("'", 3)] {
            let rotation = Symmetry::rotation(Turn::new(face, quarters));
            let text = format!("R U2 F' L D {name}{suffix}");
            assert_eq!(scramble2(&text), Ok(cube.rotated(rotation)), "{text}");
            let back = Cube2::SOLVED.rotated(rotation).inverse();
            assert_eq!(rotation.cube2(&cube), back.then(&cube).rotated(rotation));
        }
    }
    let corners = Cube2::from_cube3(&Cube3::SOLVED.turned(Turn::new(Face::R, 1)));
    assert_eq!(corners, Cube2::SOLVED.turned(Turn::new(Face::R, 1)));
}

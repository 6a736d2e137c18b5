//! Steps of the 3x3x3 as tests of stickers. The centres are at home.

use std::collections::HashSet;
use std::rc::Rc;

use super::cube::{LETTERS, Stickers, moved};
use super::model::State;

/// True if stickers are in a set of cubes.
pub type Test = Rc<dyn Fn(&[u8]) -> bool>;

/// A set of cubes by name.
#[derive(Clone)]
pub struct Aim {
    pub name: String,
    pub test: Test,
}

/// The steps that have a name.
pub const NAMES: [&str; 9] = ["eo", "dr", "htr", "cross", "2x2x2", "2x2x3", "corners", "f2l", "edges"];

/// Directions of U R F D L B.
const DIRECTIONS: [[i32; 3]; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// The aims of a step on all axes or sides.
pub fn aims(stickers: &Stickers, step: &str) -> Vec<Aim> {
    let letters = |faces: &[usize]| -> String {
        faces.iter().map(|&face| LETTERS[face..=face].to_ascii_lowercase()).collect()
    };
    let named = |faces: &[usize], test: Test| {
        let name = if faces.is_empty() { step.to_string() } else { format!("{step}-{}", letters(faces)) };
        Aim { name, test }
    };
    let axes = [[0, 3], [1, 4], [2, 5]];
    match step {
        "eo" => axes.iter().map(|axis| named(axis, oriented_edges(stickers, axis[0]))).collect(),
        "dr" => axes.iter().map(|axis| named(axis, domino(stickers, axis[0]))).collect(),
        "htr" => vec![named(&[], half_turns(stickers))],
        "cross" => (0..6).map(|face| named(&[face], cross(stickers, face))).collect(),
        "f2l" => (0..6).map(|face| named(&[face], block(stickers, &[face]))).collect(),
        "2x2x2" => corners().iter().map(|faces| named(faces, block(stickers, faces))).collect(),
        "2x2x3" => edges().iter().map(|faces| named(faces, block(stickers, faces))).collect(),
        "corners" => vec![named(&[], pieces(stickers, |cubie| n_outside(cubie) == 3))],
        "edges" => vec![named(&[], pieces(stickers, |cubie| n_outside(cubie) == 2))],
        _ => unreachable!("one of the steps"),
    }
}

fn n_outside(cubie: [i32; 3]) -> usize {
    cubie.iter().filter(|x| **x != 0).count()
}

fn edges() -> Vec<Vec<usize>> {
    let pairs = (0..6).flat_map(|a| (a + 1..6).map(move |b| vec![a, b]));
    pairs.filter(|pair| pair[0] % 3 != pair[1] % 3).collect()
}

fn corners() -> Vec<Vec<usize>> {
    (0..8).map(|i| vec![3 * (i & 1), 1 + 3 * (i >> 1 & 1), 2 + 3 * (i >> 2 & 1)]).collect()
}

/// All stickers of the chosen pieces at home.
fn pieces(stickers: &Stickers, is_chosen: impl Fn([i32; 3]) -> bool) -> Test {
    let places: Vec<usize> = (0..54).filter(|&place| is_chosen(stickers.cubie(place))).collect();
    Rc::new(move |state: &[u8]| places.iter().all(|&place| usize::from(state[place]) == place))
}

/// True if a piece is not on the far side of a face.
fn is_near(cubie: [i32; 3], face: usize) -> bool {
    (0..3).map(|i| cubie[i] * DIRECTIONS[face][i]).sum::<i32>() >= 0
}

fn is_on(cubie: [i32; 3], face: usize) -> bool {
    (0..3).map(|i| cubie[i] * DIRECTIONS[face][i]).sum::<i32>() > 0
}

/// The pieces that are not on the far side of any of these faces: two layers, or a block along an edge or at a corner.
fn block(stickers: &Stickers, faces: &[usize]) -> Test {
    pieces(stickers, |cubie| faces.iter().all(|&face| is_near(cubie, face)))
}

fn cross(stickers: &Stickers, face: usize) -> Test {
    pieces(stickers, |cubie| n_outside(cubie) == 2 && is_on(cubie, face))
}

/// The places of edges of which each sticker tells the orientation, for quarter turns of faces of `axis`: that of one other
/// axis, or if the piece has none there that of `axis` itself.
fn telling(stickers: &Stickers, axis: usize, other: usize) -> Vec<usize> {
    let is_edge = |place: &usize| n_outside(stickers.cubie(*place)) == 2;
    let tells = |place: &usize| {
        let on_other = is_on(stickers.cubie(*place), other) || is_on(stickers.cubie(*place), other + 3);
        let face = place / 9 % 3;
        if on_other { face == other } else { face == axis }
    };
    (0..54).filter(is_edge).filter(tells).collect()
}

/// A sticker tells in its place if and only if it does at home.
fn oriented_edges(stickers: &Stickers, axis: usize) -> Test {
    let telling = telling(stickers, axis, (axis + 1) % 3);
    Rc::new(move |state: &[u8]| telling.iter().all(|&place| telling.contains(&usize::from(state[place]))))
}

/// Stickers of the axis on its faces alone, and the other edges oriented.
fn domino(stickers: &Stickers, axis: usize) -> Test {
    let faces: Vec<usize> = (0..54).filter(|place| place / 9 % 3 == axis).collect();
    let rest = oriented_edges(stickers, (axis + 1) % 3);
    Rc::new(move |state: &[u8]| {
        faces.iter().all(|&place| usize::from(state[place]) / 9 % 3 == axis) && rest(state)
    })
}

/// Every sticker on its own face or the opposite one, and the corners as half turns can place them.
fn half_turns(stickers: &Stickers) -> Test {
    let corners: Vec<usize> = (0..54).filter(|&place| n_outside(stickers.cubie(place)) == 3).collect();
    let seen_of = |state: &[u8]| corners.iter().map(|&place| state[place]).collect::<Vec<u8>>();
    let turns: Vec<Vec<u8>> = (0..6).map(|face| stickers.turn(face, 1, 1, 2)).collect();
    let solved: State = stickers.solved();
    let (mut placings, mut open) = (HashSet::from([seen_of(&solved)]), vec![solved]);
    while let Some(state) = open.pop() {
        for turn in &turns {
            let next = moved(&state, turn);
            if placings.insert(seen_of(&next)) {
                open.push(next);
            }
        }
    }
    Rc::new(move |state: &[u8]| {
        let is_home = |(place, sticker): (usize, &u8)| place / 9 % 3 == usize::from(*sticker) / 9 % 3;
        let seen: Vec<u8> = corners.iter().map(|&place| state[place]).collect();
        state.iter().enumerate().all(is_home) && placings.contains(&seen)
    })
}

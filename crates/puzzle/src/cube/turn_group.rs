//! Which cubes some turns can solve, as groups of permutations of the facelets.

use super::facelets::{corner_facelets, edge_facelets};
use super::symmetry::Symmetry;
use super::turn::{Face, Turn};
use super::{Cube2, Cube3};
use crate::group::{Group, Permutation};

/// The cubes that some turns make from a solved one. These are the cubes that the same turns can solve.
#[derive(Clone, Debug)]
pub struct Generated {
    group: Group,
}

impl Generated {
    /// The 3x3x3 cubes that these turns make. Takes milliseconds.
    pub fn by(turns: impl IntoIterator<Item = Turn>) -> Generated {
        let generators: Vec<Permutation> =
            without_powers(turns).map(|turn| facelet_permutation3(&Cube3::SOLVED.turned(turn))).collect();
        Generated { group: Group::generated_by(54, &generators) }
    }

    /// How many there are.
    pub fn order(&self) -> u128 {
        self.group.order().to_u128().expect("there are fewer cubes than that")
    }

    /// Whether a cube is one of them.
    pub fn contains(&self, cube: &Cube3) -> bool {
        self.group.contains(&facelet_permutation3(cube))
    }
}

/// Whether a cube can be solved with these turns alone.
pub fn reachable(turns: &[Turn], cube: &Cube3) -> bool {
    Generated::by(turns.iter().copied()).contains(cube)
}

/// Whether the faces of a 2x2x2 cube can be made of one colour each with these turns alone.
pub fn reachable2(turns: &[Turn], cube: &Cube2) -> bool {
    let generators: Vec<Permutation> = without_powers(turns.iter().copied())
        .map(|turn| facelet_permutation2(&Cube2::SOLVED.turned(turn)))
        .collect();
    let group = Group::generated_by(24, &generators);
    // What is left to do, for each way to hold the cube in the end.
    let mut rest = Symmetry::rotations().map(|end| cube.inverse().then(&Cube2::SOLVED.rotated(end)));
    rest.any(|rest| group.contains(&facelet_permutation2(&rest)))
}

/// Turns that generate the same group: of each face a quarter turn if there is one, which makes the others.
fn without_powers(turns: impl IntoIterator<Item = Turn>) -> impl Iterator<Item = Turn> {
    let mut quarters = [0; 6];
    for turn in turns {
        let best = &mut quarters[turn.face() as usize];
        *best = if turn.quarters() != 2 || *best == 1 { 1 } else { 2 };
    }
    Face::ALL
        .into_iter()
        .filter(move |&face| quarters[face as usize] != 0)
        .map(move |face| Turn::new(face, quarters[face as usize]))
}

/// Where the facelets of a 3x3x3 cube have come to, by where they are when it is solved.
fn facelet_permutation3(cube: &Cube3) -> Permutation {
    let mut permutation: Permutation = (0..54).collect();
    for place in 0..8 {
        let (piece, twist) = cube.corner(place);
        map_facelets(
            &mut permutation,
            corner_facelets(3, usize::from(piece)),
            corner_facelets(3, place),
            twist,
        );
    }
    for place in 0..12 {
        let (piece, flip) = cube.edge(place);
        map_facelets(&mut permutation, edge_facelets(usize::from(piece)), edge_facelets(place), flip);
    }
    permutation
}

fn facelet_permutation2(cube: &Cube2) -> Permutation {
    let mut permutation: Permutation = (0..24).collect();
    for place in 0..8 {
        let (piece, twist) = cube.corner(place);
        map_facelets(
            &mut permutation,
            corner_facelets(2, usize::from(piece)),
            corner_facelets(2, place),
            twist,
        );
    }
    permutation
}

/// Sends the facelets of a piece to those of a place.
fn map_facelets<const N: usize>(
    permutation: &mut Permutation,
    piece: [usize; N],
    place: [usize; N],
    turn: u8,
) {
    for (n, facelet) in piece.into_iter().enumerate() {
        permutation[facelet] = place[(n + usize::from(turn)) % N] as u16;
    }
}

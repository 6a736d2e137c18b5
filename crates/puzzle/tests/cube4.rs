//! The 4x4x4 cube: its moves compared with the built-in definition, which is cut from a solid cube, and its notation.

use deepen_puzzle::parse::cube::{cube4, facelets4, scramble4};
use deepen_puzzle::parse::sequence::moves;
use deepen_puzzle::{Cube3, Cube4, Definition, Face, Symmetry, Turn, Turn4, builtin};
use proptest::prelude::*;
use testkit::Lcg;

fn any_cube() -> impl Strategy<Value = Cube4> {
    any::<u64>().prop_map(|seed| Cube4::random(&mut Lcg::new(seed).into_below_u32()))
}

/// The order of a sequence according to the definition: there centres of a colour are identical as well, and the start
/// has a fixed orientation.
fn order_by_definition(definition: &Definition, text: &str) -> u32 {
    let moves = moves(text, definition).expect("moves of the definition");
    let mut position = definition.start().clone();
    for n in 1.. {
        position = moves.iter().fold(position, |position, mv| mv.transform.apply(&position));
        if position == *definition.start() {
            return n;
        }
    }
    unreachable!("moves have an order")
}

#[test]
fn sequences_have_the_orders_of_the_definition() {
    let definition = builtin::definition("4x4x4").expect("it is built in");
    let names =
        ["U", "2U", "Rw", "2R'", "F2", "Fw", "2F", "D'", "Dw2", "L", "2L", "Bw'", "2B2", "x", "y'", "z2"];
    let mut below = Lcg::new(4).into_below_u32();
    let mut n_compared = 0;
    while n_compared < 60 {
        let text: Vec<&str> = (0..4).map(|_| names[below(16) as usize]).collect();
        let text = text.join(" ");
        let known = order_by_definition(&definition, &text);
        let cube = scramble4(&text).expect("moves");
        let after = |n: u32| scramble4(&format!("({text}){n}")).expect("moves");
        assert_eq!(after(known), Cube4::SOLVED, "{text} has the order {known}");
        for prime in (2..=known).filter(|n| known.is_multiple_of(*n)) {
            assert!(known == 1 || after(known / prime) != Cube4::SOLVED, "{text}, known order {known}");
        }
        n_compared += u32::from(cube != Cube4::SOLVED);
    }
}

/// A turn of one half equals one of the other half, up to a rotation.
#[test]
fn halves_are_turned_from_both_sides() {
    for (here, there) in [("Uw", "Dw y"), ("Rw'", "Lw' x'"), ("Fw2", "Bw2 z2")] {
        assert_eq!(scramble4(here), scramble4(there), "{here} = {there}");
    }
    assert_eq!(scramble4("2R"), scramble4("3L'"));
    assert_eq!(scramble4("3Rw"), scramble4("L x"));
}

#[test]
fn solved_in_any_way_it_is_held() {
    for rotation in Symmetry::rotations() {
        assert!(Cube4::SOLVED.rotated(rotation).is_solved());
        assert_eq!(Cube4::SOLVED.rotated(rotation), Cube4::SOLVED.recoloured(rotation));
    }
    assert!(!scramble4("U").expect("a move").is_solved());
    // All centres of U and D exchanged is a mirror image, not another orientation of the cube.
    let mut facelets: Vec<char> = Cube4::SOLVED.to_facelets().chars().collect();
    for cell in [5, 6, 9, 10] {
        facelets.swap(cell, 48 + cell);
    }
    let swapped = facelets4(&facelets.into_iter().collect::<String>()).expect("centres may lie anywhere");
    assert!(!swapped.is_solved() && swapped.reduced().is_none());
}

/// A cube of which only faces are turned is a 3x3x3 with the same turns, in any orientation.
#[test]
fn faces_turn_as_on_a_3x3x3() {
    let mut below = Lcg::new(3).into_below_u32();
    for rotation in Symmetry::rotations() {
        let turns: Vec<Turn> =
            (0..20).map(|_| Turn::from_index(below(18) as usize).expect("a turn")).collect();
        let cube = turns
            .iter()
            .fold(Cube4::SOLVED.rotated(rotation), |cube, &turn| cube.turned(Turn4::new(turn, false)));
        let (reduced, _) = cube.reduced().expect("a 3x3x3");
        assert_eq!(reduced, Cube3::SOLVED.turned_by(turns));
    }
    assert_eq!(scramble4("Rw U").expect("moves").reduced(), None);
    // Two edges swapped, and one flipped: parities that only larger cubes have.
    for parity in ["2R2 U2 2R2 Uw2 2R2 2U2", "Rw U2 x Rw U2 Rw U2 Rw' U2 Lw U2 3Rw' U2 Rw U2 Rw' U2 Rw'"] {
        let cube = scramble4(parity).expect("moves");
        assert!(!cube.is_solved());
        assert_eq!(cube.reduced(), None, "{parity}");
    }
}

#[test]
fn turns_have_names() {
    for turn in Turn4::all() {
        let cube = Cube4::SOLVED.turned(turn);
        assert_eq!(scramble4(&turn.to_string()), Ok(cube), "{turn}");
        assert_eq!(cube.turned(turn.inverse()), Cube4::SOLVED);
        assert_eq!(Turn4::from_index(turn.index()), Some(turn));
        assert_eq!(turn.layers().apply4(&Cube4::SOLVED), cube);
    }
    assert_eq!(Turn4::from_index(36), None);
}

proptest! {
    #[test]
    fn what_is_printed_can_be_read(cube in any_cube()) {
        prop_assert_eq!(facelets4(&cube.to_facelets()), Ok(cube));
        prop_assert_eq!(cube4(&cube.to_facelets()), Ok(cube));
        prop_assert_eq!(cube4(&cube.net().to_string()), Ok(cube));
    }

    /// Other colours mean the same cube in another orientation, with the corner in DBL solved.
    #[test]
    fn any_six_symbols_will_do(cube in any_cube()) {
        let text: String = cube.to_facelets().chars().map(|c| match c {
            'U' => 'w', 'R' => 'r', 'F' => 'g', 'D' => 'y', 'L' => 'o', _ => 'b',
        }).collect();
        let read = facelets4(&text).expect("the same cube");
        prop_assert_eq!(read.corner(6), (6, 0));
        prop_assert!(Symmetry::rotations().any(|rotation| cube.recoloured(rotation) == read));
    }

    /// Rotations, recolouring and turns are compatible.
    #[test]
    fn rotations(cube in any_cube(), n in 0..24_usize, turn in 0..36_usize) {
        let rotation = Symmetry::from_index(n).expect("below 48");
        let turn = Turn4::from_index(turn).expect("below 36");
        prop_assert_eq!(cube.rotated(rotation).turned(turn.image(rotation)), cube.turned(turn).rotated(rotation));
        prop_assert_eq!(cube.recoloured(rotation).turned(turn), cube.turned(turn).recoloured(rotation));
        prop_assert_eq!(cube.rotated(rotation).rotated(rotation.inverse()), cube);
    }
}

/// Facelets with some cells changed, and the error messages.
#[test]
fn bad_facelets_are_explained() {
    let check = |changes: &[(usize, char)], expected: &str| {
        let mut facelets: Vec<char> = Cube4::SOLVED.to_facelets().chars().collect();
        changes.iter().for_each(|&(cell, colour)| facelets[cell] = colour);
        let text: String = facelets.into_iter().collect();
        let error = facelets4(&text).expect_err(expected).to_string();
        assert_eq!(error, expected);
    };
    let cell = |face: Face, row: usize, col: usize| 16 * face as usize + 4 * row + col;
    use Face::{F, R, U};
    check(
        &[(cell(U, 1, 1), 'R')],
        "the colors are uneven: U 15, R 17, F 16, D 16, L 16, B 16, expected 16 of each of six",
    );
    // URF turned where it is.
    check(
        &[(cell(U, 3, 3), 'F'), (cell(R, 0, 0), 'U'), (cell(F, 0, 3), 'R')],
        "the corner URF is twisted clockwise, which turns cannot fix: their twists cancel each other",
    );
    check(
        &[(cell(U, 3, 3), 'R'), (cell(R, 0, 0), 'U')],
        "line 1, column 16: the corner URF shows R U F, expected R F U or a rotation of it",
    );
    check(
        &[(cell(U, 3, 3), 'D'), (cell(Face::D, 1, 1), 'U')],
        "line 1, column 16: the corner URF shows D R F, expected D F R or a rotation of it",
    );
    // A wing with its colours in reverse order: that is its neighbour.
    check(
        &[(cell(U, 3, 1), 'F'), (cell(F, 0, 1), 'U')],
        "line 1, column 34: the wing UFr and the wing FUl are both the piece U F, expected each once and F U, which is missing",
    );
    check(
        &[(cell(U, 3, 1), 'F'), (cell(F, 1, 1), 'U')],
        "line 1, column 34: the wing FUl shows F F, expected different colors",
    );
    check(
        &[(cell(U, 3, 1), 'B'), (cell(Face::B, 1, 1), 'U')],
        "line 1, column 34: the wing FUl shows F B, but F and B are opposite faces",
    );
}

#[test]
fn moves_that_it_does_not_have() {
    let check = |text: &str, expected: &str| {
        assert_eq!(scramble4(text).expect_err(expected).to_string(), expected);
    };
    check(
        "R M",
        "line 1, column 3: \"M\" is no move of this cube, expected a move of the 4x4x4 cube, which has no middle slice",
    );
    check("5R", "line 1, column 1: \"5R\" is no move of this cube, expected layers 1 to 4");
    check(
        "Q",
        "line 1, column 1: \"Q\" is no move of this cube, expected U R F D L B, wide Rw or r, layers 2R or rotations x y z",
    );
}

//! Sets of cubes against what they are defined by: stickers that agree, and groups that turns generate.

use deepen_puzzle::cube::{Generated, Pattern, Stickers};
use deepen_puzzle::parse::cube::{is_stickers3, stickers3};
use deepen_puzzle::{Cube3, Face, Turn};
use proptest::prelude::*;
use testkit::Lcg;

/// Some stickers of a cube, each kept with a chance of `kept` in 100.
fn some(cube: &Cube3, kept: u32, below: &mut dyn FnMut(u32) -> u32) -> Stickers {
    let facelets = cube.facelets();
    let is_centre = |i: usize| i % 9 == 4;
    Stickers(std::array::from_fn(|i| (is_centre(i) || below(100) < kept).then_some(facelets[i])))
}

fn agrees(stickers: &Stickers, cube: &Cube3) -> bool {
    stickers
        .0
        .iter()
        .zip(cube.facelets())
        .all(|(wanted, colour)| wanted.is_none_or(|wanted| wanted == colour))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A cube is in the set of some stickers if and only if it shows them, and what is printed can be read.
    #[test]
    fn stickers_are_what_is_shown(seed: u64, kept in 0..100_u32) {
        let mut below = Lcg::new(seed).into_below_u32();
        let cube = Cube3::random(&mut below);
        let stickers = some(&cube, kept, &mut below);
        let pattern = stickers.pattern().expect("the cube itself shows them");
        prop_assert!(pattern.contains(&cube));
        let mut other = cube;
        for _ in 0..30 {
            other = other.turned(Turn::from_index(below(18) as usize).expect("one of 18"));
            prop_assert_eq!(pattern.contains(&other), agrees(&stickers, &other));
        }
        let text = stickers.to_string();
        prop_assert_eq!(text.len(), 54);
        prop_assert_eq!(stickers3(&text), Ok(stickers.clone()));
        for any in ["?", "_"] {
            prop_assert_eq!(stickers3(&text.replace('.', any)), Ok(stickers.clone()));
        }
        prop_assert_eq!(is_stickers3(&text), text.contains('.'));
    }

    /// What keeps a set leads from its cubes to its cubes; a group holds inverses and products.
    #[test]
    fn groups_are_closed(seed: u64, fixed in prop::collection::vec(0..8_usize, 0..4), edges in prop::collection::vec(0..12_usize, 0..6)) {
        let pattern = Pattern::at_home(&fixed, &edges);
        prop_assert!(pattern.is_group());
        let mut below = Lcg::new(seed).into_below_u32();
        let keeping: Vec<Turn> = Turn::all().filter(|&turn| pattern.is_kept_by(&Cube3::SOLVED.turned(turn))).collect();
        let mut cube = Cube3::SOLVED;
        for _ in 0..20 {
            let Some(turn) = keeping.get(below(18) as usize) else { continue };
            cube = cube.turned(*turn);
            prop_assert!(pattern.contains(&cube) && pattern.contains(&cube.inverse()));
        }
        for turn in Turn::all().filter(|turn| !keeping.contains(turn)) {
            prop_assert!(!pattern.contains(&Cube3::SOLVED.turned(turn)));
        }
    }
}

/// No edge flipped is what can be solved without quarter turns of F and B.
#[test]
fn unflipped_edges_are_a_group() {
    let pattern = Pattern::new(|_, _| true, |_, (_, flip)| flip == 0).expect("not empty");
    assert!(pattern.is_group());
    let group = Generated::by(Turn::all().filter(|turn| turn.face().axis() != 2 || turn.quarters() == 2));
    let mut below = Lcg::new(1).into_below_u32();
    let mut cube = Cube3::SOLVED;
    let mut n_inside = 0;
    for _ in 0..2000 {
        cube = match below(3) {
            0 => Cube3::SOLVED,
            _ => cube.turned(Turn::from_index(below(18) as usize).expect("one of 18")),
        };
        assert_eq!(pattern.contains(&cube), group.contains(&cube));
        n_inside += usize::from(pattern.contains(&cube));
    }
    assert!((500..1800).contains(&n_inside), "{n_inside}");
}

/// Sets that are no groups: a piece elsewhere, or two that may not change their places as freely as they lie there.
#[test]
fn not_every_set_is_a_group() {
    let elsewhere = some(&Cube3::SOLVED.turned(Turn::new(Face::R, 1)), 100, &mut |_| 0);
    assert!(!elsewhere.pattern().expect("a cube").is_group());
    // One sticker of UR: any of four pieces may be there, but what was there may go anywhere.
    let mut one = Stickers([None; 54]);
    one.0[5] = Some(Face::U);
    assert!(!one.pattern().expect("many cubes").is_group());
    assert!(Pattern::default().is_group());
}

fn check(text: &str, expected: &str) {
    assert_eq!(stickers3(text).unwrap_err().to_string(), expected, "{text}");
}

/// A line of dots with some stickers.
fn dots(stickers: &[(usize, char)]) -> String {
    (0..54).map(|i| stickers.iter().find(|(at, _)| *at == i).map_or('.', |(_, symbol)| *symbol)).collect()
}

#[test]
fn stickers_that_no_cube_has() {
    check(&dots(&[])[1..], "line 1, column 54: found 53 facelets, expected 54");
    check(
        &dots(&[(3, 'x')]),
        "line 1, column 4: found 'x', expected one of the colours U R F D L B or . for any",
    );
    check(
        &dots(&[(4, 'R'), (13, 'U'), (31, 'F')]),
        "line 1, column 32: the centres of F and D are both F, expected six colours",
    );
    check(&dots(&[(4, 'R')]), "line 1, column 5: the centres of U and R are both R, expected six colours");
    check(
        &dots(&[(5, 'U'), (10, 'U')]),
        "line 1, column 6: the edge UR shows U U, expected different colours",
    );
    check(
        &dots(&[(5, 'U'), (10, 'D')]),
        "line 1, column 6: the edge UR shows U D, but U and D are opposite faces",
    );
    check(
        &dots(&[(8, 'R'), (9, 'U'), (20, 'F')]),
        "line 1, column 9: the corner URF shows R U F, expected R F U or a rotation of it",
    );
    // The piece UR in two places.
    check(
        &dots(&[(5, 'U'), (10, 'R'), (7, 'U'), (19, 'R')]),
        "line 1, column 8: the edge UF shows U R, but every piece that does is needed elsewhere",
    );
    // Five edges with a sticker of U.
    check(
        &dots(&[(5, 'U'), (7, 'U'), (3, 'U'), (1, 'U'), (28, 'U')]),
        "line 1, column 29: the edge DF shows U ., but every piece that does is needed elsewhere",
    );
    let solved = Cube3::SOLVED.to_facelets();
    let with = |changes: &[(usize, char)]| -> String {
        let at = |i: usize| changes.iter().find(|(at, _)| *at == i).map(|(_, symbol)| *symbol);
        solved.char_indices().map(|(i, symbol)| at(i).unwrap_or(symbol)).collect()
    };
    // Everything but one sticker says that an edge is flipped, a corner twisted, two edges swapped.
    check(
        &with(&[(7, 'F'), (19, '.')]),
        "one edge is flipped, which turns cannot fix: they flip edges in pairs",
    );
    check(
        &with(&[(8, 'F'), (9, 'U'), (20, '.')]),
        "one corner is twisted clockwise, which turns cannot fix: their twists cancel each other",
    );
    check(
        &with(&[(10, 'F'), (19, '.')]),
        "two pieces are swapped, which turns cannot fix: they swap pieces in pairs",
    );
}

#[test]
fn colours_and_nets() {
    let net = "   ...\n   .w.\n   ...\n...... rrr...\n.o..g..r..b.\n............\n   ...\n   .y.\n   ...";
    let stickers = stickers3(net).expect("a net");
    let face = |i: usize| stickers.0[i];
    assert_eq!([face(9), face(10), face(11), face(12)], [Some(Face::R), Some(Face::R), Some(Face::R), None]);
    assert_eq!(stickers.0.iter().flatten().count(), 9);
    // A pause among moves is none.
    assert!(!is_stickers3("R U . F2 . L D'"));
    assert!(!is_stickers3("R U . F . L D"));
    assert!(is_stickers3("UUU........."));
    assert!(is_stickers3(&dots(&[])));
}

//! Cubes as text: known pairs of moves and facelets, printed cubes parse to the same cube, and the detection of the
//! notation.

use deepen_puzzle::parse::cube::{CubeError, cube2, cube3, facelets2, facelets3, scramble2, scramble3};
use deepen_puzzle::{Cube2, Cube3, Face, Symmetry};
use proptest::prelude::*;
use testkit::Lcg;

const SCRAMBLES: &str = include_str!("../../../testdata/cube3_random_1000.txt");
const FACELETS: &str = include_str!("../../../testdata/cube3_random_1000_facelets.txt");

/// The same thousand cubes in both notations.
#[test]
fn moves_and_facelets_agree() {
    let pairs: Vec<(&str, &str)> = SCRAMBLES.lines().zip(FACELETS.lines()).collect();
    assert_eq!(pairs.len(), 1000);
    for (moves, facelets) in pairs {
        let cube = scramble3(moves).expect("moves");
        assert_eq!(cube.to_facelets(), facelets, "{moves}");
        assert_eq!(facelets3(facelets), Ok(cube), "{facelets}");
        assert_eq!((cube3(moves), cube3(facelets)), (Ok(cube), Ok(cube)));
        let corners = Cube2::from_cube3(&cube);
        assert_eq!((cube2(moves), facelets2(&corners.to_facelets())), (Ok(corners), Ok(corners)));
    }
}

fn any_cube3() -> impl Strategy<Value = Cube3> {
    any::<u64>().prop_map(|seed| Cube3::random(&mut Lcg::new(seed).into_below_u32()))
}

/// In any of the 24 positions.
fn any_cube2() -> impl Strategy<Value = Cube2> {
    (any::<u64>(), 0..24_usize).prop_map(|(seed, rotation)| {
        let rotation = Symmetry::from_index(rotation).expect("below 48");
        Cube2::random(&mut Lcg::new(seed).into_below_u32()).rotated(rotation)
    })
}

/// Six different symbols, among them signs of moves, comments and frames.
fn any_symbols() -> impl Strategy<Value = Vec<char>> {
    let symbols: Vec<char> = "URFDLBWYGOurfdlbxyz0123456789.*?!'()[]|+-#é黄🟥".chars().collect();
    prop::sample::subsequence(symbols, 6).prop_shuffle()
}

fn written(facelets: &[Face], symbols: &[char], gap: &str) -> String {
    let faces: Vec<String> = facelets
        .chunks(facelets.len() / 6)
        .map(|face| face.iter().map(|&colour| symbols[colour as usize]).collect())
        .collect();
    faces.join(gap)
}

/// Puts other symbols into a printed net.
fn renamed(net: &str, symbols: &[char]) -> String {
    let rename = |c: char| Face::ALL.into_iter().find(|f| f.letter() == c).map_or(c, |f| symbols[f as usize]);
    net.chars().map(rename).collect()
}

proptest! {
    #[test]
    fn what_is_printed_of_a_3x3x3_can_be_read(cube in any_cube3(), symbols in any_symbols()) {
        prop_assert_eq!(cube3(&cube.to_facelets()), Ok(cube));
        prop_assert_eq!(cube3(&cube.net().to_string()), Ok(cube));
        for gap in ["", " ", "\n", "\r\n\t", " // face\n", " # 9 more\n"] {
            let text = written(&cube.facelets(), &symbols, gap);
            // A symbol that begins comments cannot be mixed with comments.
            if !(symbols.contains(&'#') && gap.len() > 3) {
                prop_assert_eq!(cube3(&text), Ok(cube), "{}", text);
                prop_assert_eq!(facelets3(&text), Ok(cube), "{}", text);
            }
        }
        let net = renamed(&cube.net().to_string(), &symbols);
        prop_assert_eq!(cube3(&net), Ok(cube), "{}", net);
        prop_assert_eq!(cube3(&net.replace(' ', "")), Ok(cube), "{}", net);
    }

    #[test]
    fn what_is_printed_of_a_2x2x2_can_be_read(cube in any_cube2(), symbols in any_symbols()) {
        prop_assert_eq!(cube2(&cube.to_facelets()), Ok(cube));
        prop_assert_eq!(cube2(&cube.net().to_string()), Ok(cube));
        // With other colours the orientation is not known: the corner in DBL is solved.
        let is_known = symbols.iter().all(|symbol| "URFDLB".contains(*symbol));
        let expected = cube.normalised();
        for text in [written(&cube.facelets(), &symbols, "\n"), renamed(&cube.net().to_string(), &symbols)] {
            let read = cube2(&text);
            prop_assert!(read == Ok(expected) || is_known && read.is_ok_and(|cube| cube.normalised() == expected), "{}", text);
        }
    }

    /// A fault is an error with its place inside the text, not a panic and not another cube.
    #[test]
    fn a_changed_sticker_is_an_error(cube in any_cube3(), at in 0..54_usize, symbol in "[URFDLBX]", corner in 0..24_usize) {
        let changed = |text: &str, at: usize| format!("{}{symbol}{}", &text[..at], &text[at + 1..]);
        let text = cube.to_facelets();
        let result = cube3(&changed(&text, at));
        prop_assert_eq!(result.is_ok(), text[at..].starts_with(&symbol), "{:?}", result);
        let text = Cube2::from_cube3(&cube).to_facelets();
        let result = cube2(&changed(&text, corner));
        prop_assert_eq!(result.is_ok(), text[corner..].starts_with(&symbol), "{:?}", result);
    }

    #[test]
    fn any_text_ends_in_a_cube_or_an_error_in_place(text in "([URFDLB]{1,9}|[2'/#|x \n\r]){0,30}") {
        let normal = text.replace("\r\n", "\n").replace('\r', "\n");
        for error in [cube3(&text).err(), cube2(&text).err(), facelets3(&text).err(), facelets2(&text).err()] {
            if let Some(place) = error.as_ref().and_then(CubeError::place) {
                let line = normal.split('\n').nth(place.line - 1).expect("the line exists");
                prop_assert!((1..=line.chars().count() + 1).contains(&place.column), "{:?} in {:?}", error, text);
            }
        }
    }
}

/// The net in its usual layout, with and without a frame.
#[test]
fn nets() {
    let cube = scramble3("R").expect("a move");
    let net = &"
      U U F
      U U F
      U U F
L L L F F D R R R U B B
L L L F F D R R R U B B
L L L F F D R R R U B B
      D D B
      D D B
      D D B"[1..];
    assert_eq!(cube3(net), Ok(cube));
    assert_eq!(cube.net().to_string(), net);
    assert_eq!(
        cube.net().rows().map(|row| row.iter().flatten().count()).collect::<Vec<_>>(),
        [3, 3, 3, 12, 12, 12, 3, 3, 3]
    );
    let framed = "\
         +-----+
         |UU|
         |UU|
    +----+----+
    │LL│FF│RR│BB│
    │LL│FF│RR│BB│
    +--+
         |DD|
         |DD|";
    assert_eq!(cube2(framed), Ok(Cube2::SOLVED));
}

#[test]
fn texts_without_moves_are_solved() {
    for text in ["", " \n", "// nothing here", "# nothing\n// at all\n", "\u{feff}"] {
        assert_eq!((cube3(text), cube2(text)), (Ok(Cube3::SOLVED), Ok(Cube2::SOLVED)), "{text:?}");
    }
    let two = "R U // a turn or two\n# F\nF2";
    assert_eq!((cube3(two), cube2(two)), (scramble3("R U F2"), scramble2("R U F2")));
}

/// The notation that a text is taken for.
#[test]
fn forms() {
    let is_moves = |text: &str| {
        let (both, moves, facelets) = (cube3(text), scramble3(text), facelets3(text));
        assert_ne!(moves, facelets, "{text:?}");
        both == moves
    };
    let short = |n: usize| FACELETS[..n].to_string();
    assert!(is_moves("URFDLB"));
    assert!(is_moves("R U R' U'"));
    assert!(is_moves(&"R ".repeat(54)));
    assert!(is_moves(&"RUR'U'".repeat(9)));
    assert!(is_moves(&short(11)));
    assert!(is_moves("R\nR\nR\nR U R' U'\nR U R' U'\nR U R' U'\nR\nR\nR"));
    assert!(!is_moves(&short(12)));
    assert!(!is_moves(&Cube2::SOLVED.to_facelets()));
    assert!(!is_moves(&short(53)));
    assert!(!is_moves(&format!("{}U", short(54))));
    assert!(!is_moves(&"W".repeat(54)));
    assert!(!is_moves(&Cube3::SOLVED.net().to_string().replacen('U', "R", 1)));
    assert!(!is_moves(&Cube3::SOLVED.net().to_string().replacen("U ", "", 1)));
    let spaced: String = short(54).replacen('U', "R", 1).chars().flat_map(|c| [c, ' ']).collect();
    assert!(!is_moves(&spaced));
}

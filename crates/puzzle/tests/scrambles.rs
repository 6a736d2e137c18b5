//! Positions as text: printed positions parse to the same position, in all formats, and different texts of one position
//! agree.

use deepen_puzzle::Definition;
use deepen_puzzle::alg::Alg;
use deepen_puzzle::definition::print::PrintError;
use deepen_puzzle::definition::{Given, Pattern, Scramble};
use deepen_puzzle::parse::alg::alg;
use deepen_puzzle::parse::scramble::{mask, one, position, read};
use deepen_puzzle::parse::{kpuzzle, tws};
use proptest::prelude::*;

fn cube() -> Definition {
    tws::definition(include_str!("../../../testdata/definitions/3x3x3.tws")).expect("a sound definition")
}

/// A puzzle with identical pieces, some whose orientation is ignored, and an orbit that takes two digits.
fn odd() -> Definition {
    let pieces: Vec<String> = (0..40).map(|i| (i / 2 + 1).to_string()).collect();
    let cycle: Vec<String> = (0..40).map(|i| ((i + 1) % 40 + 1).to_string()).collect();
    let turns: Vec<&str> = (0..40).map(|i| if i % 3 == 0 { "1" } else { "0" }).collect();
    let any: Vec<&str> = (0..40).map(|i| if i / 2 % 5 == 4 { "?" } else { "0" }).collect();
    let (pieces, cycle, turns, any) = (pieces.join(" "), cycle.join(" "), turns.join(" "), any.join(" "));
    let text = format!(
        "Set A 40 2\nSet B 3 4\nSolved\nA\n{pieces}\n{any}\nB\n1 1 2\n0 0 ?\nEnd\n\
         Move R\nA\n{cycle}\n{turns}\nB\n2 1 3\n1 2 3\nEnd\nMove U\nB\n2 3 1\n0 0 1\nEnd\n"
    );
    tws::definition(&text).expect("a sound definition")
}

fn sequence(text: &str) -> Alg {
    alg(text).expect("a sequence")
}

fn given(definition: &Definition, text: &str) -> Pattern {
    definition.position_of(&sequence(text)).expect("known moves")
}

/// Every format of a position, printed and parsed again.
fn check_round_trips(definition: &Definition, pattern: &Pattern) {
    let named = |name: Option<&str>| Scramble {
        name: name.map(ToString::to_string),
        given: Given::Pattern(pattern.clone()),
    };
    for name in [None, Some("x")] {
        let text = definition.to_scramble(&named(name)).expect("a block");
        assert_eq!(read(&text, definition), Ok(vec![named(name)]), "{text}");
        assert_eq!(position(&text, definition).as_ref(), Ok(pattern), "{text}");
    }
    let cpos = definition.to_cpos(pattern).expect("digits");
    assert_eq!(one(&cpos, definition), Ok(named(None)), "{cpos}");
    let json = definition.to_pattern_json(pattern);
    assert_eq!(one(&json, definition), Ok(named(None)), "{json}");
    let array = format!("[{json}, {json}]");
    assert_eq!(read(&array, definition), Ok(vec![named(None), named(None)]), "{json}");
    assert_eq!(mask(&json, definition).as_ref(), Ok(pattern), "{json}");
}

#[test]
fn positions_read_as_they_are_written() {
    let cube = cube();
    for text in ["", "R", "R U F2 D' L B", "[R, U]2", "(R U)50 . F"] {
        check_round_trips(&cube, &given(&cube, text));
    }
    let odd = odd();
    for text in ["", "R", "R7 U2 R' U", "(R U)1000"] {
        check_round_trips(&odd, &given(&odd, text));
    }
}

proptest! {
    #[test]
    fn sequences_read_as_they_are_written(moves in prop::collection::vec((0..2_usize, -3..4_i32), 0..30)) {
        let odd = odd();
        let words: Vec<String> =
            moves.iter().map(|&(family, times)| format!("({}){times}", ["R", "U"][family]).replace("-1", "'").replace('-', "")).collect();
        let alg = sequence(&words.join(" "));
        let pattern = odd.position_of(&alg).expect("known moves");
        check_round_trips(&odd, &pattern);
        let scramble = Scramble { name: Some("a-1".to_string()), given: Given::Alg(alg) };
        let text = odd.to_scramble(&scramble).expect("a sequence");
        prop_assert_eq!(one(&text, &odd), Ok(scramble));
        prop_assert_eq!(position(&text, &odd), Ok(pattern));
    }
}

/// The corners and edges after R as twsearch writes them, derived by hand from the definition.
#[test]
fn all_formats_mean_the_same_position() {
    let cube = cube();
    let block =
        "Scramble R\nCORNERS\n5 2 3 1 8 6 7 4\n2 0 0 1 1 0 0 2\nEDGES\n9 2 3 4 12 6 7 8 5 10 11 1\nEnd\n";
    let state =
        "ScrambleState R\nCORNERS\n4 1 2 0 7 5 6 3\n2 0 0 1 1 0 0 2\nEDGES\n8 1 2 3 11 5 6 7 4 9 10 0\nEnd\n";
    let cpos = "CPOS E361MFIBG246MACE8IK0";
    let json = "{\"CORNERS\": {\"pieces\": [4,1,2,0,7,5,6,3], \"orientation\": [2,0,0,1,1,0,0,2]},
        \"EDGES\": {\"pieces\": [8,1,2,3,11,5,6,7,4,9,10,0], \"orientation\": [0,0,0,0,0,0,0,0,0,0,0,0]}}";
    for text in ["R", "R // that is all", "\u{feff}\r\nR U\rU'", block, state, cpos, json] {
        assert_eq!(position(text, &cube), Ok(given(&cube, "R")), "{text}");
    }
    assert_eq!(cube.to_cpos(&given(&cube, "R")).as_deref(), Ok(cpos));
    let named = |name: Option<&str>, text: &str| Scramble {
        name: name.map(ToString::to_string),
        given: Given::Alg(sequence(text)),
    };
    let file = "# three\nScrambleAlg a\n  R U // on\n\n  F2 # three lines\n R'\nEnd\n\nScrambleAlg noname\nEnd\nScrambleAlg c\nRUR'U'\nEnd";
    let expected = [named(Some("a"), "R U F2 R'"), named(None, ""), named(Some("c"), "R U R' U'")];
    assert_eq!(read(file, &cube).as_deref(), Ok(&expected[..]));
    let lines = "# all of them\nR U // first\n\n  // none\n[R, U] F2\r\nUD2\n";
    let expected = [named(None, "R U"), named(None, "[R, U] F2"), named(None, "U D2")];
    assert_eq!(read(lines, &cube).as_deref(), Ok(&expected[..]));
    assert_eq!(read("", &cube), Ok(vec![]));
    assert_eq!(one("", &cube), Ok(named(None, "")));
}

/// A block that does not name an orbit leaves it solved, also with identical pieces.
#[test]
fn what_is_not_named_is_solved() {
    let odd = odd();
    assert_eq!(position("Scramble x\nEnd", &odd).as_ref(), Ok(odd.start()));
    let scramble = Scramble { name: None, given: Given::Pattern(odd.start().clone()) };
    let written = odd.to_scramble(&scramble).expect("a block");
    assert!(written.ends_with("B\n1 1 2\n0 0 ?\nEnd\n"), "{written}");
    let turned = position("Scramble x\nB\n2 1 1\n? 3 1\nEnd", &odd).expect("a position");
    assert_eq!((&turned.orbits[0], &turned.orbits[1].moduli[..]), (&odd.start().orbits[0], &[1, 4, 4][..]));
}

#[test]
fn one_position_is_one() {
    let cube = cube();
    let check = |text: &str, expected: &str| {
        assert_eq!(position(text, &cube).expect_err(text).to_string(), expected);
    };
    check(
        "ScrambleAlg a\nR\nEnd\nScrambleAlg b\nU\nEnd",
        "line 1, column 1: found 2 positions, expected one",
    );
    check("R\nU X2", "line 2, column 3: there is no move X2, expected one of this puzzle like U, R, F");
    check(
        "R\n(U",
        "line 2, column 3: the text ends, expected a move or ) for the bracket at line 2, column 1",
    );
}

/// Pieces of the same number that only JSON can distinguish, names that blocks cannot have, and too few digits.
#[test]
fn what_a_format_cannot_express_is_an_error() {
    let text = |orbit: &str| {
        format!(
            r#"{{"name": "", "orbits": [{{"orbitName": "{orbit}", "numPieces": 3, "numOrientations": 4}}],
            "defaultPattern": {{"{orbit}": {{"pieces": [0, 0, 0], "orientation": [0, 1, 0], "orientationMod": [0, 2, 1]}}}},
            "moves": {{"End": {{"{orbit}": {{"permutation": [1, 2, 0], "orientationDelta": [0, 1, 3]}}}}}}}}"#
        )
    };
    let definition = kpuzzle::definition(&text("A")).expect("a sound definition");
    let turned = given(&definition, "End2");
    let scramble =
        |name: &str, given: Given| definition.to_scramble(&Scramble { name: Some(name.to_string()), given });
    let alike = PrintError::AmbiguousPiece { orbit: "A".to_string(), piece: 1 };
    assert_eq!(scramble("x", Given::Pattern(turned.clone())), Err(alike.clone()));
    assert_eq!(definition.to_cpos(&turned), Err(alike));
    assert_eq!(position(&definition.to_pattern_json(&turned), &definition), Ok(turned.clone()));
    let error = position("Scramble x\nA\n1 1 1\n? 0 0\nEnd", &definition).expect_err("alike").to_string();
    assert_eq!(
        error,
        "line 4, column 3: found no modulus, expected pattern JSON, as orientations of pieces 1 count up to 1, 2 or 4"
    );
    let name = |what, name: &str| Err(PrintError::Name { what, name: name.to_string() });
    assert_eq!(scramble("x y", Given::Pattern(turned.clone())), name("the scramble", "x y"));
    assert_eq!(scramble("", Given::Pattern(turned.clone())), name("the scramble", ""));
    for text in ["End", "End End"] {
        assert_eq!(scramble("x", Given::Alg(sequence(text))), name("the move", "End"));
    }
    assert!(scramble("x", Given::Alg(sequence("End2 End"))).is_ok());
    let keyword = kpuzzle::definition(&text("CPOS")).expect("a sound definition");
    let scramble = Scramble { name: None, given: Given::Pattern(keyword.start().clone()) };
    assert_eq!(keyword.to_scramble(&scramble), name("the orbit", "CPOS"));
    let wide = tws::definition("Set A 63 62\nSolved\nEnd\nMove R\nEnd\n").expect("a sound definition");
    let too_wide =
        PrintError::TooWide { orbit: "A".to_string(), n_pieces: 63, n_orientations: 62, max: 3844 };
    assert_eq!(wide.to_cpos(wide.start()), Err(too_wide));
    let error = position("CPOS 0", &wide).expect_err("too wide").to_string();
    assert_eq!(
        error,
        "line 1, column 6: orbit A is too large for compact positions, expected a Scramble block"
    );
}

//! Error messages. The texts are solved cubes with exchanged stickers.

use super::*;
use crate::parse::LineColumn;

const SOLVED3: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
const SOLVED2: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

/// A solved cube in which the stickers at these indices (from 0) are cycled, each to the place of the next.
fn cycled(solved: &str, at: &[usize]) -> String {
    let mut stickers: Vec<char> = solved.chars().collect();
    let last = stickers[at[at.len() - 1]];
    for i in (1..at.len()).rev() {
        stickers[at[i]] = stickers[at[i - 1]];
    }
    stickers[at[0]] = last;
    stickers.into_iter().collect()
}

/// A solved cube with some stickers painted over.
fn painted(solved: &str, paints: &[(usize, char)]) -> String {
    let colour = |at: usize| paints.iter().find(|paint| paint.0 == at).map(|paint| paint.1);
    solved.char_indices().map(|(at, c)| colour(at).unwrap_or(c)).collect()
}

fn fault3(text: &str) -> CubeError {
    cube3(text).expect_err("a fault")
}

fn check3(text: &str, expected: &str) {
    assert_eq!(fault3(text).to_string(), expected, "{text:?}");
}

fn check2(text: &str, expected: &str) {
    let error = cube2(text).expect_err("a fault");
    assert_eq!(error.to_string(), expected, "{text:?}");
}

#[test]
fn moves() {
    let all = "U R F D L B, wide Rw or r, slices M E S or rotations x y z";
    let check = |text: &str, found: &str, expected: &str| {
        let column = 1 + text.find(found).expect("it is there");
        check3(
            text,
            &format!("line 1, column {column}: {found:?} is no move of this cube, expected {expected}"),
        );
    };
    check("R U Q2", "Q2", all);
    check("R X'", "X'", "perhaps x");
    check("m2 U", "m2", "perhaps M");
    check("R UQ F", "UQ", "perhaps U");
    check("R 4Rw", "4Rw", "layers 1 to 3");
    check("R 2x", "2x", "x without layers");
    check("R++ D--", "R++", "R, R2 or R'");
    check("(1, 0)", "(1, 0)", "a move of a cube, not of a Square-1");
    check2(
        "R M2",
        "line 1, column 3: \"M2\" is no move of this cube, expected a move of the 2x2x2 cube, which has no middle slice",
    );
    check2("3R", "line 1, column 1: \"3R\" is no move of this cube, expected layers 1 to 2");
    check2(
        "R\nU K",
        "line 2, column 3: \"K\" is no move of this cube, expected U R F D L B or rotations x y z",
    );
    // The place is that of the leaf at any depth.
    check3(
        "(R [U, D])2\n[F: (K)']",
        &format!("line 2, column 6: \"K\" is no move of this cube, expected {all}"),
    );
    check3(
        "R (U",
        "line 1, column 5: the text ends, expected a move or ) for the bracket at line 1, column 3",
    );
    check3("((((R)99)99)99)99", "the moves written out are more than 1000000");
    assert!(cube3("((R U)7)60000").is_ok());
}

#[test]
fn counts() {
    check3(&SOLVED3[..53], "line 1, column 54: found 53 facelets, expected 54");
    check3(&format!("{SOLVED3}\nX"), "line 2, column 1: found 55 facelets, expected 54");
    check2(&SOLVED2[1..], "line 1, column 24: found 23 facelets, expected 24");
    let net = "UUU\nUUU\nUUU\nLLLFFFRRRBBB\nLLLFFFRRRBB\nLLLFFFRRRBBB\nDDD\nDDD\nDDD";
    check3(net, "line 5, column 12: row 5 of the net has 11 facelets, expected 12");
    let net = "  UUU\n  UUUU\n  UUU\nLLLFFFRRRBBB\nLLLFFFRRRBBB\nLLLFFFRRRBBB\nDDD\nDDD\nDDD";
    check3(net, "line 2, column 6: row 2 of the net has 4 facelets, expected 3");
    let uneven = painted(SOLVED3, &[(0, 'R')]);
    check3(&uneven, "the colors are uneven: R 10, U 8, F 9, D 9, L 9, B 9, expected 9 of each of six");
    assert_eq!(fault3(&uneven).place(), None);
    let strange = painted(SOLVED3, &[(12, '?')]);
    check3(&strange, "the colors are uneven: U 9, R 8, ? 1, F 9, D 9, L 9, B 9, expected 9 of each of six");
    assert_eq!(fault3(&strange).place(), Some(LineColumn { line: 1, column: 13 }));
    let many = "abcdefghijklmnopqrstuvwx";
    let text = "the colors are uneven: a 1, b 1, c 1, d 1, e 1, f 1, g 1, h 1, i 1, j 1, …, expected 4 of each of six";
    check2(many, text);
}

#[test]
fn centres() {
    let text = painted(SOLVED3, &[(31, 'F')]);
    check3(&text, "line 1, column 32: the centres of F and D are both F, expected six colors");
}

#[test]
fn impossible_pieces() {
    // The upper sticker of UR and the right one of FR; then the right one of UR and the lower one of DF.
    check3(&cycled(SOLVED3, &[5, 12]), "line 1, column 6: the edge UR shows R R, expected different colors");
    check3(
        &cycled(SOLVED3, &[10, 28]),
        "line 1, column 6: the edge UR shows U D, but U and D are opposite faces",
    );
    // Two stickers of a corner exchanged make its mirror image. The colours are named as in the text.
    let mirrored = cycled(SOLVED3, &[8, 9]);
    check3(&mirrored, "line 1, column 9: the corner URF shows R U F, expected R F U or a rotation of it");
    let named = |text: &str| text.replace('U', "w").replace('R', "r").replace('F', "g");
    let message = "the corner URF shows r w g, expected r g w or a rotation of it";
    check3(&format!("\n {}", named(&mirrored)), &format!("line 2, column 10: {message}"));
    check2(&named(&cycled(SOLVED2, &[3, 4])), &format!("line 1, column 4: {message}"));
    let opposite = painted(SOLVED2, &[(4, 'D'), (12, 'R')]);
    check2(&named(&opposite), "line 1, column 4: the corner URF shows w D g, but w and D are opposite faces");
}

#[test]
fn duplicate_pieces() {
    // The right sticker of UR and the front one of DF.
    let message = "expected each once and U R, which is missing";
    check3(
        &cycled(SOLVED3, &[10, 25]),
        &format!("line 1, column 8: the edge UR and the edge UF are both the piece U F, {message}"),
    );
    // The corners UFL and DRB instead of URF and DBL.
    let message = "the corner URF and the corner UFL are both the piece U F L, expected each once and U R F, which is missing";
    let text = painted(SOLVED3, &[(9, 'F'), (20, 'L'), (53, 'R'), (42, 'B')]);
    check3(&text, &format!("line 1, column 7: {message}"));
    let text = painted(SOLVED2, &[(4, 'F'), (9, 'L'), (23, 'R'), (18, 'B')]);
    check2(&text, &format!("line 1, column 3: {message}"));
    assert!(!fault3(&cycled(SOLVED3, &[10, 25])).is_unsolvable());
}

#[test]
fn unsolvable_cubes() {
    let check = |text: &str, expected: &str| {
        check3(text, expected);
        assert!(fault3(text).is_unsolvable());
        assert_eq!(fault3(text).place(), None);
    };
    let pairs = "is flipped, which turns cannot fix: they flip edges in pairs";
    check(&cycled(SOLVED3, &[7, 19]), &format!("the edge UF {pairs}"));
    let scrambled = scramble3("R U F' D L2 B").expect("moves").to_facelets();
    check(&cycled(&scrambled, &[3, 37]), &format!("one edge {pairs}"));
    let cancel = "which turns cannot fix: their twists cancel each other";
    check(&cycled(SOLVED3, &[8, 9, 20]), &format!("the corner URF is twisted clockwise, {cancel}"));
    check(&cycled(SOLVED3, &[20, 9, 8]), &format!("the corner URF is twisted counter-clockwise, {cancel}"));
    check(&cycled(&scrambled, &[8, 9, 20]), &format!("one corner is twisted clockwise, {cancel}"));
    let swap = "are swapped, which turns cannot fix: they swap pieces in pairs";
    check(&cycled(SOLVED3, &[10, 19]), &format!("the edge UR and the edge UF {swap}"));
    let corners = cycled(&cycled(&cycled(SOLVED3, &[8, 6]), &[9, 18]), &[20, 38]);
    check(&corners, &format!("the corner URF and the corner UFL {swap}"));
    let edges = cycled(&cycled(&scrambled, &[5, 7]), &[10, 19]);
    check(&edges, &format!("two pieces {swap}"));

    // Corners of two layers may be swapped, but not twisted.
    let swapped = cycled(&cycled(&cycled(SOLVED2, &[3, 2]), &[4, 8]), &[9, 17]);
    assert!(cube2(&swapped).is_ok());
    for (at, corner) in [([3, 4, 9], "URF"), ([14, 23, 18], "DBL")] {
        let twisted = cycled(SOLVED2, &at);
        check2(&twisted, &format!("the corner {corner} is twisted clockwise, {cancel}"));
        assert!(cube2(&twisted).is_err_and(|error| error.is_unsolvable()));
    }
    let scrambled = scramble2("R U F' R2 U").expect("moves").to_facelets().replace('U', "w");
    check2(&cycled(&scrambled, &[9, 4, 3]), &format!("one corner is twisted counter-clockwise, {cancel}"));
}

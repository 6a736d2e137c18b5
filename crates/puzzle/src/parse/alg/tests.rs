//! Parsed texts printed again, and error messages.

use super::{Families, MAX_DEPTH, alg, located};

fn check(text: &str, expected: &str) {
    let found = match alg(text) {
        Ok(alg) => alg.to_string(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn moves() {
    check("", "");
    check("R U2 R' U2'", "R U2 R' U2'");
    check("  R\tU\r\nF\u{a0}B ", "R U F B");
    check("R1 R3 R0 R10' R1'", "R R3 R0 R10' R'");
    check("R’ R′ R` R´ R‘2", "R' R' R' R' R2'");
    check("R'2 U", "R2' U");
    check("R'2U R'2-3Uw", "R' 2U R' 2-3Uw");
    check("2R 3Rw 2-3r 10-12Uw2'", "2R 3Rw 2-3r 10-12Uw2'");
    check("R2U2R'2", "R2 U2 R2'");
    check("BL_ DFR Uv x y2", "BL_ DFR Uv x y2");
    check("R++ D-- U' R-- D++", "R++ D-- U' R-- D++");
    check("UR3+ ALL5- y2 DL0+ UR4- DR", "UR3+ ALL5- y2 DL0+ UR4- DR");
}

#[test]
fn comments() {
    check("// nothing", "");
    check("# nothing\n#", "");
    check("R // U F\nD# L\nB//", "R D B");
    check("(R // in a group )\nU)2", "(R U)2");
}

#[test]
fn brackets() {
    check("(R U)2 (R U)' (R U)2' ( R )", "(R U)2 (R U)' (R U)2' (R)");
    check("(R U)'2 ()", "(R U)2' ()");
    check("[R,U] [R:U]2 [ R U : [F', D] ]'", "[R, U] [R: U]2 [R U: [F', D]]'");
    check("[R'2, U2]", "[R2', U2]");
    check("[,] [:]", "[, ] [: ]");
    check("R . U ..", "R . U . .");
    check("((R)2(U)3)4", "((R)2 (U)3)4");
}

/// Square-1, with and without spaces and brackets.
#[test]
fn twelfths() {
    check("(1, 0) / (-3,3)/( 0 , -1 )/", "(1, 0) / (-3, 3) / (0, -1) /");
    check("1,0/-3,3/0 , -1/ /", "(1, 0) / (-3, 3) / (0, -1) / /");
    check("/(3,0)/ // done", "/ (3, 0) /");
    check("((1, 0) /)2 (1,0/)2 (1,0/-1,0)", "((1, 0) /)2 ((1, 0) /)2 ((1, 0) / (-1, 0))");
    check("[(1, 0), / 1,0]", "[(1, 0), / (1, 0)]");
}

#[test]
fn faults_have_places() {
    let start = "expected a move or an opening bracket";
    check("R ?", &format!("line 1, column 3: found '?', {start}"));
    check("R\n\tU )", &format!("line 2, column 4: found ')', {start}"));
    check("R''", &format!("line 1, column 3: found '\\'', {start}"));
    check("R, U", "R U");
    check(", U", &format!("line 1, column 1: found ',', {start}"));
    check("(R, U)", "line 1, column 3: found ',', expected a move or )");
    check("é", &format!("line 1, column 1: found 'é', {start}"));
    check("R -", "line 1, column 3: found '-', expected a move");
    check("R 2", "line 1, column 4: the text ends, expected a move after its layers");
    check("(R 2)", "line 1, column 5: found ')', expected a move after its layers");
    check("2-R", "line 1, column 3: found 'R', expected the last of the layers");
    check(
        "(R\n[U, D",
        "line 2, column 6: the text ends, expected a move or ] for the bracket at line 2, column 1",
    );
    check("(R", "line 1, column 3: the text ends, expected a move or ) for the bracket at line 1, column 1");
    check(
        "[R\r\n ",
        "line 1, column 3: the text ends, expected a move or , or : for the bracket at line 1, column 1",
    );
    check("(R]", "line 1, column 3: found ']', expected a move or )");
    check("[R]", "line 1, column 3: found ']', expected a move or , or :");
    check("[R, U: D]", "line 1, column 6: found ':', expected a move or ]");
    let layers = "expected numbers from 1 on, the smaller first";
    check("U 0R", &format!("line 1, column 3: there are no layers 0, {layers}"));
    check("3-2Rw", &format!("line 1, column 1: there are no layers 3-2, {layers}"));
    check("R2147483647'", "R2147483647'");
    let most = "is too large, expected at most 2147483647";
    check("U R2147483648", &format!("line 1, column 4: number 2147483648 {most}"));
    check("R99999999999999999999999", &format!("line 1, column 2: number 99999999999999999999… {most}"));
}

#[test]
fn depth_is_limited() {
    let nested = |depth: usize| format!("{}R{}", "(".repeat(depth), ")".repeat(depth));
    check(&nested(MAX_DEPTH), &nested(MAX_DEPTH));
    let text = format!(
        "line 1, column {}: brackets are nested too deep, expected at most 100 levels",
        MAX_DEPTH + 1
    );
    check(&nested(MAX_DEPTH + 1), &text);
    check(&"[".repeat(1_000_000), &text);
}

/// Adjacent letters are split into known families; every leaf has its place.
#[test]
fn known_families_are_cut() {
    let check = |text: &str, expected: &str| {
        let contains = |name: &str| ["R", "U", "Rw", "x", "UR"].contains(&name);
        let families = Families { contains: &contains, max_letters: 2 };
        let located = located(text, &families).expect("an alg");
        let places: Vec<String> = located.places.iter().map(|p| format!("{}:{}", p.line, p.column)).collect();
        assert_eq!(format!("{} | {}", located.alg, places.join(" ")), expected, "{text:?}");
    };
    check("RUR'U'", "R UR' U' | 1:1 1:2 1:5");
    check("RU2R'U'", "R U2 R' U' | 1:1 1:2 1:4 1:6");
    check("2RRwU3\nxR", "2R Rw U3 x R | 1:1 1:3 1:5 2:1 2:2");
    check("RQ", "RQ | 1:1");
    check("(R [U . : /])2 (1, 0)", "(R [U .: /])2 (1, 0) | 1:2 1:5 1:11 1:16");
}

#[test]
fn a_text_has_a_maximum_length() {
    use super::MAX_CHARS;
    let text = format!("R\n{}", " ".repeat(MAX_CHARS - 2));
    assert!(super::alg(&text).is_ok());
    let error = super::alg(&format!("{text}.")).expect_err("one character too many");
    let place = error.place();
    assert_eq!((place.line, place.column), (2, MAX_CHARS - 1));
    assert!(error.to_string().ends_with("the sequence is too long, expected at most 2000000 characters"));
}

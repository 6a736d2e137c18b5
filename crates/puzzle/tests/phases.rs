//! Parsing and evaluating declared phases.

use deepen_puzzle::definition::{Generator, Pattern, Phases, common_modulus};
use deepen_puzzle::parse::phases::phases;
use deepen_puzzle::parse::{alg, sequence, tws};
use deepen_puzzle::{Definition, builtin};

fn cube3() -> Definition {
    tws::definition(include_str!("../../../testdata/definitions/3x3x3.tws")).expect("sound")
}

/// Parses a text about the 3x3x3; errors are returned with their places.
fn check(text: &str, expected: &str) {
    let definition = cube3();
    let read = phases(text, &definition).map(|phases| phases.list.len().to_string());
    assert_eq!(read.unwrap_or_else(|error| error.to_string()), expected, "{text}");
}

#[test]
fn two_phases_are_read() {
    let definition = cube3();
    let [corners, edges] = ["CORNERS", "EDGES"].map(|name| {
        definition.orbits().iter().position(|orbit| orbit.name == name).expect("a set of the 3x3x3")
    });
    let text = "# two\nPhase one\nView\nOrientations CORNERS\nView\nOrientations EDGES\nPlaces EDGES 2 5-6\n\
        Places EDGES 9\nPhase two\nMoves U D R2 U2\nGoal U\nGoal U2 R\nLongest 12\nView\nPieces CORNERS\nPieces EDGES 3\n\
        Orientations EDGES 1 4\nParity EDGES\nParity EDGES\n";
    let [one, two] = phases(text, &definition).expect("sound").list.try_into().expect("two");
    assert_eq!((one.name.as_str(), &one.moves, one.goals.len(), one.longest), ("one", &None, 1, None));
    assert!(one.goals[0].is_identity());
    assert_eq!(one.views.len(), 2);
    let [twists] = &one.views[0].masks[..] else { panic!("one set") };
    assert_eq!((twists.orbit, &twists.classes, &twists.is_oriented), (corners, &vec![0; 8], &vec![true; 8]));
    let [flips] = &one.views[1].masks[..] else { panic!("one set") };
    assert_eq!((flips.orbit, &flips.is_oriented), (edges, &vec![true; 12]));
    assert_eq!(flips.classes, [0, 1, 0, 0, 1, 1, 0, 0, 2, 0, 0, 0]);
    let names: Vec<String> = two.moves.expect("given").iter().map(|mv| mv.name.to_string()).collect();
    assert_eq!(names.join(" "), "U U2 U' D D2 D' R2");
    assert_eq!((two.goals.len(), two.longest), (2, Some(12)));
    let made = definition.transform_of(&alg::alg("U2 R").expect("moves")).expect("moves of the 3x3x3");
    assert_eq!(two.goals[1], made);
    let [view] = &two.views[..] else { panic!("one view") };
    assert_eq!(view.masks[0].classes, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(view.masks[1].classes, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let oriented: Vec<usize> = (0..12).filter(|&piece| view.masks[1].is_oriented[piece]).collect();
    assert_eq!(oriented, [0, 3]);
    assert_eq!(view.parities, [edges]);
    // After a turn that the first phase ignores, positions are equivalent.
    let up = two.goals[0].apply(definition.start());
    assert!(one.views[0].is_equivalent(&up, definition.start()));
    assert!(!view.is_equivalent(&up, definition.start()));
    assert!(!one.views[0].is_equivalent(&made.apply(definition.start()), definition.start()));
    // A quarter turn is an odd permutation of the edges, a half turn an even one.
    let parity = "Phase a\nGoal U\nGoal U2\nView\nParity EDGES\n";
    let [parity] = phases(parity, &definition).expect("sound").list.try_into().expect("one");
    let goal = |nth: usize| parity.goals[nth].apply(definition.start());
    assert!(
        !parity.is_equivalent(&goal(0), definition.start())
            && parity.is_equivalent(&goal(1), definition.start())
    );
}

#[test]
fn faults_have_places() {
    let view = "Phase a\nView\nPieces CORNERS\n";
    check(view, "1");
    check("", "line 1, column 1: found the end of the text, expected a line like Phase NAME");
    check("View\n", "line 1, column 1: found \"View\", expected a line like Phase NAME first");
    check("Phase\n", "line 1, column 6: Phase has no name, expected Phase NAME");
    check("Phase a b\n", "line 1, column 9: found \"b\", expected the end of the line");
    let blind =
        "has no complete view, expected View and below it Pieces, Places, Orientations, Parity or Sum";
    check("Phase a\n", &format!("line 1, column 1: phase \"a\" {blind}"));
    check("Phase a\nView\nPhase b\n", &format!("line 1, column 1: phase \"a\" {blind}"));
    check(&format!("Phase b\nView\n{view}"), &format!("line 1, column 1: phase \"b\" {blind}"));
    check(
        "Phase a\nPieces CORNERS\n",
        "line 2, column 1: found \"Pieces\", expected a line with View before it",
    );
    check(
        "Phase a\nView\nPieces WINGS\n",
        "line 3, column 8: there is no orbit \"WINGS\", expected CORNERS or EDGES",
    );
    check(
        "Phase a\nView\nPieces\n",
        "line 3, column 7: Pieces has no set, expected a line like Pieces EDGES 9-12",
    );
    check(
        "Phase a\nView\nPlaces EDGES\n",
        "line 3, column 13: Places has no pieces, expected a line like Places EDGES 9-12",
    );
    check(
        "Phase a\nView\nPieces CORNERS 3 9\n",
        "line 3, column 18: a piece is \"9\", expected a number from 1 to 8",
    );
    check(
        "Phase a\nView\nPieces CORNERS 5-3\n",
        "line 3, column 16: found \"5-3\", expected an ascending range",
    );
    check(
        "Phase a\nView\nParity CORNERS 3\n",
        "line 3, column 16: found \"3\", expected the end of the line",
    );
    check(
        &format!("{view}Longest 0\n"),
        "line 4, column 9: the most moves of a phase is \"0\", expected a number from 1 to 255",
    );
    check(&format!("{view}Moves\n"), "line 4, column 6: Moves has no moves, expected a line like Moves U R2");
    check(
        &format!("{view}Moves U\nMoves R\n"),
        "line 5, column 1: Moves is repeated, expected it only at line 1, column 1",
    );
    let unknown = "there is no move Q, expected one of this puzzle like";
    let definition = cube3();
    let error = phases(&format!("{view}Moves U Q\n"), &definition).expect_err("no move").to_string();
    assert!(error.starts_with(&format!("line 4, column 9: {unknown}")), "{error}");
    let error = phases(&format!("{view}Moves R U,Q\n"), &definition).expect_err("no move").to_string();
    assert!(error.starts_with(&format!("line 4, column 11: {unknown}")), "{error}");
    let error = phases(&format!("{view}Goal  Q\n"), &definition).expect_err("no move").to_string();
    assert!(error.starts_with(&format!("line 4, column 7: {unknown}")), "{error}");
    check(
        &format!("{view}Colour\n"),
        "line 4, column 1: found \"Colour\", expected Phase, Moves, Goal, Longest, View, Pieces, Places, Orientations, Parity or Sum",
    );
    check(
        &format!("Phase a\n{}", "View\nPieces CORNERS\n".repeat(9)),
        "line 18, column 1: found another View, expected at most 8 views in a phase",
    );
}

/// A view of the clock, or the error.
fn clock(lines: &str) -> Result<Phases, String> {
    let clock = builtin::definition("clock").expect("known");
    phases(&format!("Phase a\nView\n{lines}"), &clock).map_err(|error| error.to_string())
}

fn moves(text: &str) -> Vec<Generator> {
    let clock = builtin::definition("clock").expect("known");
    sequence::moves(text, &clock).expect("moves of the clock")
}

/// The clock after some moves.
fn turned(text: &str) -> Pattern {
    let start = builtin::definition("clock").expect("known").start().clone();
    moves(text).iter().fold(start, |position, mv| mv.transform.apply(&position))
}

#[test]
fn sums_are_read() {
    let multiples = |line: &str| {
        let phases = clock(line).expect("sound");
        let [sum] = &phases.list[0].views[0].sums[..] else { panic!("one sum") };
        sum.multiples.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(multiples("Sum DIALS 1 -4 2*5\n"), "1 0 0 11 2 0 0 0 0 0 0 0 0 0 0 0 0 0");
    assert_eq!(multiples("Sum DIALS +3 -2*17-18\n"), "0 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 10 10");
    // Repeated places add up.
    assert_eq!(multiples("Sum DIALS 11*1 2*1-2 -3 3\n"), "1 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0");
}

#[test]
fn faults_of_sums_have_places() {
    let check = |lines: &str, expected: &str| assert_eq!(clock(lines).expect_err(lines), expected);
    check("Sum\n", "line 3, column 4: Sum has no set, expected a line like Sum DIALS 1 -4 2*5");
    check("Sum DIALS\n", "line 3, column 10: Sum has no places, expected a line like Sum DIALS 1 -4 2*5");
    check("Sum DIAL 1\n", "line 3, column 5: there is no orbit \"DIAL\", expected DIALS");
    check("Sum DIALS 1 -19\n", "line 3, column 13: a place is \"19\", expected a number from 1 to 18");
    check("Sum DIALS 1 -\n", "line 3, column 13: a place is \"\", expected a number from 1 to 18");
    check("Sum DIALS 3*\n", "line 3, column 11: a place is \"\", expected a number from 1 to 18");
    check("Sum DIALS 2*8-7\n", "line 3, column 11: found \"2*8-7\", expected an ascending range");
    check(
        "Sum DIALS 1 12*2\n",
        "line 3, column 13: the weight of a place is \"12\", expected a number from 1 to 11",
    );
    check(
        &"Sum DIALS 1\n".repeat(9),
        "line 11, column 1: found another Sum, expected at most 8 lines of Parity and Sum in a view",
    );
    check(
        "Parity DIALS\n",
        "line 3, column 8: found pieces of \"DIALS\" that look alike, expected a set whose pieces are all different",
    );
    let grid = builtin::definition("loopover-3x3").expect("known");
    let name = &grid.orbits()[0].name;
    let error = phases(&format!("Phase a\nView\nSum {name} 1\n"), &grid).expect_err("no orientations");
    let expected = format!(
        "line 3, column 5: found pieces of {name:?} that cannot be turned, expected a set whose pieces have orientations"
    );
    assert_eq!(error.to_string(), expected);
}

/// Only the sum counts, not its terms.
#[test]
fn only_the_sum_counts() {
    let phases = clock("Sum DIALS 1 -2 3*3\nSum DIALS 10 -11 -13 14\n").expect("sound");
    let view = &phases.list[0].views[0];
    let sums = |text: &str| view.sums.iter().map(|sum| sum.of(&turned(text))).collect::<Vec<_>>();
    assert_eq!(sums(""), [0, 0]);
    // Upper left, upper right and the dials behind them: dials 1, 2, 4, 5; 2, 3, 5, 6; behind 12 and 10, in the
    // opposite direction.
    assert_eq!(sums("UL"), [0, 0]);
    assert_eq!(sums("UR"), [2, 11]);
    assert_eq!(sums("UR5"), [10, 7]);
    // A corner dial of the front turns in the opposite direction to the one behind it.
    assert_eq!(sums("ur"), [11, 0]);
    assert_eq!(sums("dr"), [0, 1]);
    // Turning whole rows and columns does not change the second sum.
    assert_eq!(sums("u r3 d5 l2 all")[1], 0);
    assert!(view.is_equivalent(&turned("UL"), &turned("")));
    assert!(!view.is_equivalent(&turned("UR"), &turned("")));
    assert!(view.is_equivalent(&turned("UR6"), &turned("UR6 UL u2 u10")));
}

/// If pieces have different numbers of orientations, sums count modulo their greatest common divisor.
#[test]
fn sums_count_as_far_as_all() {
    assert_eq!([&[12, 12][..], &[6, 4], &[3, 1, 3], &[]].map(common_modulus), [12, 2, 1, 1]);
}

/// A move must map each sum to a sum of the same view.
#[test]
fn sums_follow_moves() {
    let [about] = &moves("y2")[..] else { panic!("one move") };
    let [turn] = &moves("UR")[..] else { panic!("one move") };
    let follows = |lines: &str| {
        let view = &clock(lines).expect("sound").list[0].views[0];
        assert!(view.is_closed_under(&turn.transform), "{lines}");
        view.is_closed_under(&about.transform)
    };
    assert!(!follows("Sum DIALS 2 -3\n"));
    assert!(!follows("Sum DIALS 2 -3\nSum DIALS 11 12\n"));
    assert!(follows("Sum DIALS 2 -3\nSum DIALS 11 -12\n"));
    assert!(follows("Sum DIALS 1-18\n"));
}

#[test]
fn names_have_no_control_characters() {
    let expected = r#"line 2, column 7: found "a\u{1b}[2J", expected a name without control characters"#;
    check("# escape\nPhase a\u{1b}[2J\n", expected);
}

//! Phases as text.

use puzzle::Definition;
use puzzle::parse::phases::phases;
use puzzle::parse::tws;

fn cube3() -> Definition {
    tws::definition(include_str!("../../../testdata/definitions/3x3x3.tws")).expect("sound")
}

/// A text about the 3x3x3, whose faults are told with their places.
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
        Phase two\nMoves U D R2\nGoal U\nGoal U2 D\nLongest 12\nView\nPieces CORNERS\nPieces EDGES 3\nParity EDGES\n";
    let [one, two] = phases(text, &definition).expect("sound").list.try_into().expect("two");
    assert_eq!((one.name.as_str(), &one.moves, one.goals.len(), one.longest), ("one", &None, 1, None));
    assert!(one.goals[0].is_identity());
    assert_eq!(one.views.len(), 2);
    let [twists] = &one.views[0].sights[..] else { panic!("one set") };
    assert_eq!((twists.orbit, &twists.classes, &twists.is_oriented), (corners, &vec![0; 8], &vec![true; 8]));
    let [flips] = &one.views[1].sights[..] else { panic!("one set") };
    assert_eq!((flips.orbit, &flips.is_oriented), (edges, &vec![true; 12]));
    assert_eq!(flips.classes, [0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
    let names: Vec<String> = two.moves.expect("given").iter().map(|mv| mv.name.to_string()).collect();
    assert_eq!(names.join(" "), "U U2 U' D D2 D' R2");
    assert_eq!((two.goals.len(), two.longest), (2, Some(12)));
    let [view] = &two.views[..] else { panic!("one view") };
    assert_eq!(view.sights[0].classes, [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(view.sights[1].classes, [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(view.parities, [edges]);
    // After a turn that the first phase sees nothing of, positions look alike.
    let up = two.goals[0].apply(definition.start());
    assert!(one.views[0].are_alike(&up, definition.start()));
    assert!(!view.are_alike(&up, definition.start()));
}

#[test]
fn faults_have_places() {
    let view = "Phase a\nView\nPieces CORNERS\n";
    check(view, "1");
    check("", "line 1, column 1: found the end of the text, expected a line like Phase NAME");
    check("View\n", "line 1, column 1: found \"View\", expected a line like Phase NAME first");
    check("Phase\n", "line 1, column 6: Phase has no name, expected Phase NAME");
    check("Phase a b\n", "line 1, column 9: found \"b\", expected the end of the line");
    let blind = "has no thing to look at, expected View and below it Pieces, Places, Orientations or Parity";
    check("Phase a\n", &format!("line 1, column 1: phase \"a\" {blind}"));
    check("Phase a\nView\nPhase b\n", &format!("line 1, column 1: phase \"a\" {blind}"));
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
        "line 3, column 16: found \"5-3\", expected a range that goes up",
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
        "line 5, column 1: Moves is there twice, expected it only at line 1, column 1",
    );
    let unknown = "there is no move Q, expected one of this puzzle like";
    let definition = cube3();
    let error = phases(&format!("{view}Moves U Q\n"), &definition).expect_err("no move").to_string();
    assert!(error.starts_with(&format!("line 4, column 9: {unknown}")), "{error}");
    let error = phases(&format!("{view}Goal  Q\n"), &definition).expect_err("no move").to_string();
    assert!(error.starts_with(&format!("line 4, column 7: {unknown}")), "{error}");
    check(
        &format!("{view}Colour\n"),
        "line 4, column 1: found \"Colour\", expected Phase, Moves, Goal, Longest, View, Pieces, Places, Orientations or Parity",
    );
    check(
        &format!("Phase a\n{}", "View\nPieces CORNERS\n".repeat(9)),
        "line 18, column 1: found another View, expected at most 8 views in a phase",
    );
}

//! Errors in definitions and positions: a faulty text each, and the whole message.

use deepen_puzzle::parse::definition::DefinitionError;
use deepen_puzzle::parse::{kpuzzle, scramble, tws};

/// A valid definition; each case below breaks one part of it.
const TWS: &str = "\
Name small
Set A 3 2
Set B 2 3
Solved
A
1 2 3
B
1 1
0 ?
End
Move R
A
2 3 1
0 1 1
End
MoveTransformation U
B
1 0
1 2
End
";

const JSON: &str = r#"{
  "name": "small",
  "orbits": [
    {"orbitName": "A", "numPieces": 3, "numOrientations": 2},
    {"orbitName": "B", "numPieces": 2, "numOrientations": 6}
  ],
  "defaultPattern": {
    "A": {"pieces": [0, 1, 2], "orientation": [0, 0, 0]},
    "B": {"pieces": [0, 0], "orientation": [0, 0], "orientationMod": [3, 0]}
  },
  "moves": {
    "R": {"A": {"permutation": [1, 2, 0], "orientationDelta": [0, 1, 1]}}
  },
  "derivedMoves": {"L": "[R: R2]"}
}
"#;

/// Every case of a table breaks the valid text in its own way.
fn check<T: std::fmt::Debug>(sound: &str, table: &str, read: impl Fn(&str) -> Result<T, DefinitionError>) {
    let unescaped =
        |text: &str| text.replace("\\\\", "\0").replace("\\n", "\n").replace("\\t", "\t").replace('\0', "\\");
    let line = |prefix| table.lines().filter_map(move |line: &str| line.strip_prefix(prefix));
    let mut n_cases = 0;
    for ((part, by), expected) in line("- ").zip(line("+ ")).zip(line("! ")) {
        let (part, by) = (unescaped(part), unescaped(by));
        let part = if part == "@all" { sound } else { &part };
        let by = if by == "@nothing" { "" } else { &by };
        assert!(sound.contains(part), "{part:?} is not in the text");
        let found = read(&sound.replacen(part, by, 1)).expect_err(expected).to_string();
        assert_eq!(found, expected, "{part:?} replaced by {by:?}");
        n_cases += 1;
    }
    assert!(n_cases > 30 && n_cases == line("! ").count(), "{n_cases} cases were read");
}

#[test]
fn tws_is_refused_with_the_place_and_what_was_expected() {
    assert_eq!(tws::definition(TWS).map(|definition| definition.moves().len()), Ok(2));
    check(TWS, include_str!("data/bad_tws.txt"), tws::definition);
}

#[test]
fn json_is_refused_with_the_place_and_what_was_expected() {
    assert_eq!(kpuzzle::definition(JSON).map(|definition| definition.derived().len()), Ok(1));
    check(JSON, include_str!("data/bad_kpuzzle.txt"), kpuzzle::definition);
}

/// A puzzle for the positions below: identical pieces, one whose orientation is ignored, and an illegal place.
const PUZZLE: &str = "\
Set A 3 2
Set B 4 3
Solved
B
1 1 2 3
0 0 ? 0
End
Move R
A
2 3 1
End
Move U
B
2 3 4 1
1 2 0 0
End
Illegal A 1 3
";

const SCRAMBLES: &str = "\
ScrambleAlg one
R U
End
Scramble two
A
1 3 2
0 1 0
B
2 1 1 3
? 0 1 2
End
CPOS 0523018
";

#[test]
fn positions_are_refused_with_the_place_and_what_was_expected() {
    let puzzle = tws::definition(PUZZLE).expect("a sound definition");
    let read = |text: &str| scramble::read(text, &puzzle);
    let sound = read(SCRAMBLES).expect("sound scrambles");
    assert_eq!(sound[1].given, sound[2].given);
    check(SCRAMBLES, include_str!("data/bad_scrambles.txt"), read);
}

/// A short text can request much memory, and long chains of names much stack.
#[test]
fn large_texts_are_refused_or_read() {
    let many = |n: usize, line: &dyn Fn(usize) -> String| (0..n).map(line).collect::<String>();
    let orbits = many(10_000, &|i| format!("Set A{i} 255 1\n"));
    let moves = many(10_000, &|i| format!("Move {}R\nEnd\n", i + 1));
    let text = format!("{orbits}Solved\nEnd\n{moves}");
    let error = tws::definition(&text).expect_err("too large").to_string();
    assert_eq!(
        error,
        "line 30001, column 6: 10000 moves of 2550000 places are too many, expected at most 33554432 entries in all"
    );
    let n = 100_000;
    let chain = many(n, &|i| format!("MoveAlias {}X {}X\n", i + 2, i + 1));
    let ends =
        |last: &str| format!("Set A 2 1\nSolved\nEnd\nMove R\nA\n2 1\nEnd\n{chain}MoveAlias 1X {last}\n");
    let definition = tws::definition(&ends("R")).expect("a long chain");
    assert_eq!(definition.derived()[n - 1].transform, definition.moves()[0].transform);
    let error = tws::definition(&ends(&format!("{n}X"))).expect_err("a long circle").to_string();
    assert!(error.starts_with("line 8, column 11: the move 2X -> 1X -> 100000X -> 99999X"), "{error}");
}

/// Names are printed to terminals and into drawings, so they must not contain characters that steer them.
#[test]
fn names_have_no_control_characters() {
    let expected = |found: &str| format!("found {found}, expected a name without control characters");
    let tws = |name: &str, orbit: &str| {
        let text = format!("Name {name}\nSet {orbit} 2 1\nSolved\nEnd\nMove R\n{orbit}\n2 1\nEnd\n");
        tws::definition(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(tws("Name", "SET"), Ok(()));
    let at = |place: &str, found: &str| Err(format!("{place}: {}", expected(found)));
    assert_eq!(tws("A\u{1b}[31m", "SET"), at("line 1, column 6", r#""A\u{1b}[31m""#));
    assert_eq!(tws("Name", "A\u{7}B"), at("line 2, column 5", r#""A\u{7}B""#));
    assert_eq!(tws("A\u{202e}B", "SET"), at("line 1, column 6", r#""A\u{202e}B""#));
    assert_eq!(tws("A\u{9b}31m", "SET"), at("line 1, column 6", r#""A\u{9b}31m""#));
    let kpuzzle = |name: &str, orbit: &str| {
        let text = format!(
            r#"{{"name": "{name}", "orbits": [{{"orbitName": "{orbit}", "numPieces": 2, "numOrientations": 1}}],
            "defaultPattern": {{"{orbit}": {{"pieces": [0, 1], "orientation": [0, 0]}}}},
            "moves": {{"R": {{"{orbit}": {{"permutation": [1, 0], "orientationDelta": [0, 0]}}}}}}}}"#
        );
        kpuzzle::definition(&text).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(kpuzzle("Name", "SET"), Ok(()));
    assert_eq!(kpuzzle(r"A\u001b[31m", "SET"), at("line 1, column 10", r#""A\u{1b}[31m""#));
    assert_eq!(kpuzzle("Name", r"\u0000"), at("line 1, column 43", r#""\0""#));
}

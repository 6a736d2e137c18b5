//! Input as users have it: lists of other programs, typographic characters, moves over several lines, facelets in another order.
#![cfg(unix)]

use crate::http;

use std::process::{Command, Output, Stdio};

use http::Server;
use serde_json::Value;

fn deepen(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(arguments).env("DEEPEN_TABLES", "none").stdin(Stdio::null());
    command.output().expect("the program starts")
}

/// The results of a command that succeeds.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let output = deepen(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).expect("results are text");
    lines.lines().map(|line| serde_json::from_str(line).expect("an object on each line")).collect()
}

/// True if two texts are the same single puzzle, or the same list of puzzles.
fn check_same(puzzle: &str, text: &str, plain: &[&str]) {
    let solve = |inputs: &[&str]| -> Vec<(String, String)> {
        let results = objects(&[&["solve", puzzle, "--json"], inputs].concat());
        let word = |result: &Value, key: &str| result[key].as_str().expect("a word").to_string();
        results.iter().map(|result| (word(result, "moves"), word(result, "status"))).collect()
    };
    assert_eq!(solve(&[text]), solve(plain), "{text:?}");
}

#[test]
fn lists_are_read() {
    check_same("sliding", "[[8,2,0],[4,6,1],[3,7,5]]", &["8 2 0/4 6 1/3 7 5"]);
    check_same("sliding", "[[8, 2, null],\n [4, 6, 1],\n [3, 7, 5]]", &["8 2 0/4 6 1/3 7 5"]);
    check_same("sliding", "[8,2,0,4,6,1,3,7,5]", &["8 2 0/4 6 1/3 7 5"]);
    for puzzle in ["3x3x3", "2x2x2", "pyraminx"] {
        check_same(puzzle, r#"["R","U'","L"]"#, &["R U' L"]);
        check_same(puzzle, "R, U', L", &["R U' L"]);
        check_same(puzzle, "R,U',L", &["R U' L"]);
        check_same(puzzle, r#""R U' L""#, &["R U' L"]);
        check_same(puzzle, r#"["R U", "U' L"]"#, &["R U", "U' L"]);
        // Still a commutator.
        check_same(puzzle, "[R, U']", &["R U' R' U"]);
    }
    check_same("square-1", r#"["(1,0)", "/", "(-3,0)", "/"]"#, &["(1,0)/(-3,0)/"]);
}

#[test]
fn typographic_signs_are_read() {
    for puzzle in ["3x3x3", "2x2x2", "pyraminx"] {
        for text in ["\u{feff}R U’ L", "R\u{a0}Uʼ\u{a0}L", "R U′ L\u{200b}", "R U‘\u{2003}L", "R U＇ L"]
        {
            check_same(puzzle, text, &["R U' L"]);
        }
    }
    for text in ["(1,0)/(−3,0)/", "(1,0) / (–3,\u{a0}0)\u{a0}/", "\u{feff}1,0/-3,0/"] {
        check_same("square-1", text, &["(1,0)/(-3,0)/"]);
    }
    check_same("sliding", "\u{feff}8\u{a0}2\u{a0}0/4\u{200b} 6 1/3 7 5", &["8 2 0/4 6 1/3 7 5"]);
    let solved = objects(&["check", "3x3x3", "R U", "--solution", "U’, R’", "--json"]).remove(0);
    assert_eq!(solved["verdict"], "solved");
}

/// A text is one puzzle, however many lines it has; a file and a batch have one on each line.
#[test]
fn moves_over_several_lines_are_one_puzzle() {
    let text = "// a scramble\nR U' // first half\n\nL B' // second half\n";
    for puzzle in ["3x3x3", "2x2x2", "pyraminx"] {
        check_same(puzzle, text, &["R U' L B'"]);
    }
    check_same("square-1", "(1,0)/ // one\n(-3,0)/ // two", &["(1,0)/(-3,0)/"]);
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("two-lines.txt");
    std::fs::write(&file, text).expect("a folder to write to");
    let file = file.to_str().expect("a path of letters");
    for puzzle in ["3x3x3", "2x2x2", "pyraminx"] {
        check_same(puzzle, file, &["R U'", "L B'"]);
        assert_eq!(objects(&["batch", puzzle, text, "--json"]).len(), 2, "{puzzle}");
    }
    // An error on a later line is reported with its place.
    let refused = deepen(&["solve", "3x3x3", "R U\nL Q"]);
    let error = String::from_utf8_lossy(&refused.stderr).to_string();
    assert!(error.contains("line 2, column 3"), "{error}");
}

/// Returns facelets in the order U R F D L B in another order.
fn ordered(facelets: &str, order: &str) -> String {
    let n = facelets.len() / 6;
    let block = |face: char| "URFDLB".find(face).map(|at| &facelets[at * n..(at + 1) * n]).expect("a face");
    order.chars().map(block).collect()
}

#[test]
fn facelets_in_another_order_are_named() {
    for (puzzle, scrambles) in [
        ("3x3x3", ["U", "R U2 F' L D B2", "R U R' U'"]),
        ("2x2x2", ["U R", "R U2 F' L D B2", "R U R' U'"]),
        ("4x4x4", ["Rw U", "Rw U2 F' L Dw B2", "R Uw R' U'"]),
    ] {
        for scramble in scrambles {
            let facelets = text_of(&["check", puzzle, scramble, "--json"], "cube");
            for order in ["ULFRBD", "FRBLUD"] {
                let refused = deepen(&["check", puzzle, &ordered(&facelets, order)]);
                let error = String::from_utf8_lossy(&refused.stderr).to_string();
                let spaced: Vec<String> = order.chars().map(|face| face.to_string()).collect();
                let expected = format!("look like the order {}, expected U R F D L B", spaced.join(" "));
                assert!(error.contains(&expected), "{puzzle} {scramble} {order}: {error}");
                assert_eq!(refused.status.code(), Some(3));
            }
            assert!(deepen(&["check", puzzle, &facelets]).status.success(), "{puzzle} {scramble}");
        }
    }
    // Unchanged, this is a cube with mirrored colors, whose solution is U instead of U'.
    let error =
        String::from_utf8_lossy(&deepen(&["solve", "3x3x3", &ordered(CUBE, "ULFDRB")]).stderr).to_string();
    assert!(error.contains("look like the order U L F D R B"), "{error}");
    // Colours instead of letters, and a cube that is wrong in any order.
    let facelets = text_of(&["check", "3x3x3", "R U2 F' L D B2", "--json"], "cube");
    let colour = |face: char| "WRGYOB".as_bytes()["URFDLB".find(face).expect("a face")] as char;
    let colours: String = ordered(&facelets, "ULFRBD").chars().map(colour).collect();
    let error = String::from_utf8_lossy(&deepen(&["check", "3x3x3", &colours]).stderr).to_string();
    assert!(error.contains("look like the order U L F R B D"), "{error}");
    let mut wrong: Vec<char> = facelets.chars().collect();
    wrong.swap(0, 53);
    let wrong: String = wrong.into_iter().collect();
    let error = String::from_utf8_lossy(&deepen(&["check", "3x3x3", &wrong]).stderr).to_string();
    assert!(!error.is_empty() && !error.contains("look like the order"), "{error}");
}

fn text_of(arguments: &[&str], key: &str) -> String {
    let result = objects(arguments).remove(0);
    result[key].as_str().unwrap_or_else(|| panic!("no {key} in {result}")).to_string()
}

#[test]
fn lists_are_read_over_http_too() {
    let server = Server::start(&[]);
    let solve = |body: &str| {
        let answer = server.post("/api/solve", body);
        assert_eq!(answer.status, 200, "{body}: {answer:?}");
        answer.json()["moves"].as_str().expect("moves").to_string()
    };
    let board = solve(r#"{"puzzle": "sliding", "input": "8 2 0/4 6 1/3 7 5"}"#);
    assert_eq!(solve(r#"{"puzzle": "sliding", "input": [[8,2,0],[4,6,1],[3,7,5]]}"#), board);
    assert_eq!(solve(r#"{"puzzle": "2x2x2", "input": ["R", "U"]}"#), "U' R'");
    assert_eq!(solve(r#"{"puzzle": "pyraminx", "input": "R, U // x\nL"}"#), "L' U' R'");
    let answer = server
        .post("/api/check", &format!(r#"{{"puzzle": "3x3x3", "input": "{}"}}"#, ordered(CUBE, "ULFRBD")));
    let error = answer.json()["error"]["message"].as_str().unwrap_or_default().to_string();
    assert!(error.contains("look like the order U L F R B D"), "{answer:?}");
}

/// A 3x3x3 after U.
const CUBE: &str = "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB";

/// Facelets of a puzzle that has no reader for them would be hundreds of turns if they were read as moves.
#[test]
fn facelets_are_not_taken_for_moves() {
    let five: String = "URFDLB".chars().flat_map(|face| std::iter::repeat_n(face, 25)).collect();
    let four: String = "URLB".chars().flat_map(|face| std::iter::repeat_n(face, 9)).collect();
    for (puzzle, facelets) in [("5x5x5", &five), ("pyraminx", &four)] {
        let output = deepen(&["solve", puzzle, facelets]);
        let error = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(3), "{puzzle}: {error}");
        assert!(error.contains("these look like facelets"), "{puzzle}: {error}");
    }
    // A few letters in a row are moves.
    check_same("5x5x5", "RUF", &["R U F"]);
}

/// Pins that stand up after the scramble of a clock turn nothing; corners among turns without hours are turns.
#[test]
fn pins_behind_the_scramble_of_a_clock_turn_nothing() {
    check_same("clock", "UR1- DR2- ALL1+ UR UL", &["UR1- DR2- ALL1+"]);
    check_same("clock", "UR DL", &["UR1+ DL1+"]);
}

/// A directory called R does not hide the move R.
#[test]
fn folders_are_no_input() {
    let folder = std::env::temp_dir().join(format!("deepen-folders-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("R")).expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.args(["solve", "pyraminx", "R", "-q"]).current_dir(&folder).stdin(Stdio::null());
    let output = command.output().expect("the program starts");
    std::fs::remove_dir_all(&folder).expect("it is there");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The exit code and the error of a command whose input, a pipe or a device, has no end.
#[cfg(target_os = "linux")]
fn endless(source: &str, arguments: &[&str]) -> (Option<i32>, String) {
    use std::time::{Duration, Instant};

    // Far above the limit of a text, far below the memory of any machine.
    let limited = format!("ulimit -v 3000000; {source} | \"$0\" \"$@\"; exit ${{PIPESTATUS[-1]}}");
    let mut command = Command::new("bash");
    command.args(["-c", &limited, env!("CARGO_BIN_EXE_deepen")]).args(arguments);
    command.env("DEEPEN_TABLES", "none").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let started = Instant::now();
    let output = command.spawn().and_then(std::process::Child::wait_with_output).expect("bash starts");
    assert!(started.elapsed() < Duration::from_secs(60), "{source} | deepen {arguments:?} takes a minute");
    let error = String::from_utf8_lossy(&output.stderr);
    let first = error.lines().find(|line| line.starts_with("error")).unwrap_or_default();
    (output.status.code(), first.to_string())
}

/// Input without an end is one error with the limit in it, for every command that reads it.
#[cfg(target_os = "linux")]
#[test]
fn endless_input_is_an_error() {
    const LETTERS: &str = "yes R | tr -d '\\n'";
    const ZEROS: &str = "cat /dev/zero";
    let zero = "byte 1 is zero, expected a text";
    let check = |source: &str, arguments: &[&str], expected: &str| {
        let (code, error) = endless(source, arguments);
        assert!(
            code == Some(3) && error.ends_with(expected),
            "{source} | deepen {arguments:?}: {code:?} {error}"
        );
    };
    let long = "standard input: the text is longer than 64.0 MiB";
    check(LETTERS, &["solve", "3x3x3", "-"], long);
    check(LETTERS, &["check", "sliding", "-"], long);
    check(LETTERS, &["hint", "square-1", "-"], long);
    check(LETTERS, &["solve", "3x3x3", "R", "--goal", "-"], long);
    check(LETTERS, &["convert", "--to", "tws", "-"], long);
    check(LETTERS, &["batch", "sliding", "-"], long);
    check(LETTERS, &["batch", "3x3x3", "-"], "standard input, line 1: the line is longer than 64.0 MiB");
    check(ZEROS, &["solve", "3x3x3", "-"], zero);
    check(ZEROS, &["batch", "sliding", "-"], zero);
    for arguments in [
        &["solve", "3x3x3", "/dev/zero"][..],
        &["solve", "/dev/zero", "R"],
        &["solve", "sliding", "1 2 3/4 5 6/7 8 0", "--goal", "/dev/zero"],
        &["solve", "pyraminx", "R", "--phases", "/dev/zero"],
        &["batch", "sliding", "/dev/zero"],
        &["convert", "--to", "tws", "/dev/zero"],
        &["count", "/dev/zero"],
        &["scramble", "/dev/zero"],
    ] {
        check("true", arguments, zero);
    }
    check("true", &["batch", "3x3x3", "/dev/zero"], "/dev/zero, line 1: the line is longer than 64.0 MiB");
    let (code, error) = endless("true", &["resume", "/dev/zero"]);
    assert!(code == Some(6) && error.contains("journal"), "{code:?} {error}");
}

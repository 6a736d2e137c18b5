//! Puzzles as competitions of the World Cube Association have them: names, notation and scrambles, on the command line and over
//! HTTP. Every scramble is replayed by another command than the one that generated it.
#![cfg(unix)]

use crate::http;

use std::collections::HashSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use http::Server;
use serde_json::Value;

/// Events with the names of their puzzles.
const EVENTS: [(&str, &str); 17] = [
    ("222", "2x2x2"),
    ("333", "3x3x3"),
    ("333oh", "3x3x3"),
    ("333bf", "3x3x3"),
    ("333fm", "3x3x3"),
    ("333mbf", "3x3x3"),
    ("444", "4x4x4"),
    ("444bf", "4x4x4"),
    ("555", "5x5x5"),
    ("555bf", "5x5x5"),
    ("666", "6x6x6"),
    ("777", "7x7x7"),
    ("pyram", "pyraminx"),
    ("skewb", "skewb"),
    ("clock", "clock"),
    ("minx", "megaminx"),
    ("sq1", "square-1"),
];

fn deepen(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_deepen"))
        .args(arguments)
        .env("DEEPEN_TABLES", "none")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it is piped");
    let input = input.to_string();
    // Write and read in parallel, so that neither side blocks.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    let _ = writer.join();
    output
}

fn text(arguments: &[&str], input: &str) -> String {
    let output = deepen(arguments, input);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("results are text")
}

fn objects(arguments: &[&str], input: &str) -> Vec<Value> {
    let lines = text(arguments, input);
    lines.lines().map(|line| serde_json::from_str(line).expect("an object on each line")).collect()
}

fn word<'a>(object: &'a Value, key: &str) -> &'a str {
    object[key].as_str().unwrap_or_else(|| panic!("no {key} in {object}"))
}

/// Scrambles of an event as JSON.
fn drawn(event: &str, seed: u32, count: u32) -> Vec<Value> {
    let (seed, count) = (seed.to_string(), count.to_string());
    objects(&["scramble", event, "--seed", &seed, "--count", &count, "--json"], "")
}

#[test]
fn any_name_in_any_letter_case_is_the_same_puzzle() {
    for (name, expected) in [
        ("3X3X3", "3x3x3"),
        ("333", "3x3x3"),
        ("333OH", "3x3x3"),
        ("2X2", "2x2x2"),
        ("222", "2x2x2"),
        ("Pyraminx", "pyraminx"),
        ("PYRAM", "pyraminx"),
        ("Skewb", "skewb"),
        ("Sq1", "square-1"),
        ("Square-1", "square-1"),
        ("square1", "square-1"),
        ("FTO", "fto"),
        ("minx", "megaminx"),
        ("777", "7x7x7"),
        ("15-puzzle", "sliding"),
    ] {
        let input = match expected {
            "sliding" => "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15",
            "square-1" => "/",
            _ => "U",
        };
        let solve = |name: &str| objects(&["solve", name, input, "--json"], "").remove(0);
        let (other, own) = (solve(name), solve(expected));
        for key in ["puzzle", "method", "moves"] {
            assert_eq!(other[key], own[key], "{key} of {name}");
        }
        assert_eq!(word(&other, "puzzle"), expected, "{name}");
    }
    let order = |name: &str| text(&["alg", "order", name, "R++"], "");
    assert_eq!(order("MINX"), order("megaminx"));
    assert_eq!(
        text(&["convert", "Pyram", "--to", "tws"], ""),
        text(&["convert", "pyraminx", "--to", "tws"], "")
    );
}

/// Replayed by `convert`, which reads moves and is independent of the generator.
#[test]
fn scrambles_of_defined_puzzles_make_the_positions_they_come_with() {
    for (event, puzzle) in EVENTS {
        if ["2x2x2", "3x3x3", "4x4x4", "square-1"].contains(&puzzle) {
            continue;
        }
        let count =
            if event.ends_with("bf") || puzzle.ends_with("x6") || puzzle.ends_with("x7") { 40 } else { 200 };
        let drawn = drawn(event, 11, count);
        assert_eq!(drawn.len(), count as usize, "{event}");
        let scrambles: Vec<&str> = drawn.iter().map(|line| word(line, "scramble")).collect();
        let converted =
            text(&["convert", "-", "--to", "cpos", "--definition", puzzle], &(scrambles.join("\n") + "\n"));
        let claimed: Vec<&str> = drawn.iter().map(|line| word(line, "cpos")).collect();
        assert_eq!(converted.lines().collect::<Vec<_>>(), claimed, "{event}");
        assert!(drawn.iter().all(|line| word(line, "puzzle") == puzzle));
        assert_eq!(scrambles.iter().collect::<HashSet<_>>().len(), scrambles.len(), "{event}");
        let arguments = ["scramble", event, "--seed", "11", "--count", &count.to_string()];
        assert_eq!(text(&arguments, "").lines().collect::<Vec<_>>(), scrambles, "{event}");
    }
}

/// Replayed by `batch`, which prints the cube it has read.
#[test]
fn scrambles_of_cubes_and_square_1_make_the_positions_they_come_with() {
    let many = testkit::samples(50, 200) as u32;
    for (event, puzzle, key, count) in [
        ("222", "2x2x2", "cube", many),
        ("333", "3x3x3", "cube", many),
        ("333oh", "3x3x3", "cube", 20),
        ("333bf", "3x3x3", "cube", many),
        ("333mbf", "3x3x3", "cube", 20),
        ("333fm", "3x3x3", "cube", many),
        ("444bf", "4x4x4", "cube", 4),
        ("sq1", "square-1", "position", 8),
    ] {
        let drawn = drawn(event, 5, count);
        let scrambles: Vec<&str> = drawn.iter().map(|line| word(line, "scramble")).collect();
        let solved = objects(&["batch", puzzle, "-", "--json"], &(scrambles.join("\n") + "\n"));
        assert_eq!(solved.len(), count as usize);
        for (drawn, solved) in drawn.iter().zip(&solved) {
            assert_eq!(word(drawn, key), word(solved, key), "{event} {}", word(drawn, "scramble"));
        }
        let format = if key == "cube" { "facelets" } else { "letters" };
        let arguments = ["scramble", event, "--seed", "5", "--count", &count.to_string(), "--format", format];
        let positions: Vec<&str> = drawn.iter().map(|line| word(line, key)).collect();
        assert_eq!(text(&arguments, "").lines().collect::<Vec<_>>(), positions, "{event}");
    }
}

/// The letters of a move without its amount, and how often it is made in quarter turns of a cube.
fn layer(mv: &str) -> &str {
    mv.trim_end_matches(['2', '\''])
}

fn axis(mv: &str) -> usize {
    let face = layer(mv).trim_end_matches('w').trim_start_matches(|c: char| c.is_ascii_digit());
    ["UD", "RL", "FB"].iter().position(|axis| axis.contains(face)).unwrap_or_else(|| panic!("{mv}"))
}

#[test]
fn scrambles_keep_the_rules_of_their_events() {
    let moves = |line: &Value| -> Vec<String> {
        word(line, "scramble").split(' ').map(ToString::to_string).collect()
    };
    for (event, length, side) in [("555", 60, 5), ("666", 80, 6), ("777", 100, 7)] {
        for line in drawn(event, 3, 20) {
            let moves = moves(&line);
            assert_eq!(moves.len(), length, "{event}");
            let widths: HashSet<usize> = moves
                .iter()
                .map(|mv| match (mv.contains('w'), mv.chars().next().and_then(|c| c.to_digit(10))) {
                    (false, _) => 1,
                    (true, None) => 2,
                    (true, Some(width)) => width as usize,
                })
                .collect();
            assert_eq!(widths, (1..=side / 2).collect(), "{moves:?}");
            for pair in moves.windows(2) {
                assert_ne!(layer(&pair[0]), layer(&pair[1]), "{moves:?}");
            }
        }
    }
    for line in drawn("minx", 3, 20) {
        let moves = moves(&line);
        assert_eq!(moves.len(), 77);
        for line in moves.chunks(11) {
            let is_big = |(i, mv): (usize, &String)| {
                let side = if i % 2 == 0 { "R" } else { "D" };
                [format!("{side}++"), format!("{side}--")].contains(mv)
            };
            assert!(line[..10].iter().enumerate().all(is_big), "{line:?}");
            assert_eq!(line[10], if line[9] == "D++" { "U" } else { "U'" });
        }
    }
    for line in drawn("clock", 3, 20) {
        let names: Vec<String> = moves(&line)
            .iter()
            .map(|mv| {
                mv.trim_end_matches(['+', '-']).trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
            })
            .collect();
        assert_eq!(names.join(" "), "UR DR DL UL U R D L ALL y U R D L ALL");
        assert!(moves(&line).iter().all(|mv| mv == "y2" || mv.ends_with(['+', '-'])));
    }
    // Shortest solutions backwards, so their lengths are those of the positions.
    for line in drawn("pyram", 3, 100) {
        let moves = moves(&line);
        assert!(moves.len() >= 6, "{moves:?}");
        let tips = moves.iter().position(|mv| mv.starts_with(char::is_lowercase)).unwrap_or(moves.len());
        assert!(moves[tips..].iter().all(|mv| mv.starts_with(char::is_lowercase)), "{moves:?}");
    }
    for line in drawn("skewb", 3, 100) {
        let moves = moves(&line);
        assert!(moves.len() >= 7 && moves.iter().all(|mv| "RULB".contains(layer(mv))), "{moves:?}");
    }
    for line in drawn("222", 3, 100) {
        assert!(moves(&line).len() >= 4);
    }
    for line in drawn("sq1", 3, 2) {
        let scramble = word(&line, "scramble");
        assert!(scramble.contains(")/ ") && !scramble.contains(" /"), "{scramble}");
    }
    for line in drawn("333fm", 3, 30) {
        let moves = moves(&line);
        let n = moves.len();
        let padding = ["R'", "U'", "F"];
        assert!(n > 6 && moves[..3] == padding && moves[n - 3..] == padding, "{moves:?}");
        assert!(axis(&moves[3]) != axis("F") && axis(&moves[n - 4]) != axis("R"), "{moves:?}");
    }
}

/// All 24 of them, by layers that carry the centres along.
#[test]
fn blindfolded_events_end_with_a_random_orientation() {
    for (event, count, signs) in [("333bf", 300, ["Rw", "Fw", "Uw"]), ("555bf", 300, ["3Rw", "3Fw", "3Uw"])] {
        let mut ends = HashSet::new();
        for line in drawn(event, 8, count) {
            let moves: Vec<&str> = word(&line, "scramble").split(' ').collect();
            let is_last = |mv: &&&str| signs.contains(&layer(mv));
            let n = moves.iter().rev().take_while(is_last).count();
            let (scramble, end) = moves.split_at(moves.len() - n);
            if let Some(first) = end.first() {
                assert_ne!(axis(scramble[scramble.len() - 1]), axis(first), "{moves:?}");
            }
            assert!(n <= 2 && (event != "555bf" || scramble.len() == 60), "{moves:?}");
            ends.insert(end.join(" "));
        }
        assert_eq!(ends.len(), 24, "{event}");
    }
}

#[test]
fn solutions_of_skewb_and_clock_are_written_as_scrambles_are() {
    let skewb = objects(&["solve", "skewb", "R U' L B", "--json"], "").remove(0);
    assert_eq!((word(&skewb, "moves"), skewb["length"].as_u64()), ("B' L' U R'", Some(4)));
    let scramble = "UR3+ DR2- DL0+ UL5- U1+ R6+ D0+ L4- ALL2+ y2 U1+ R3- D0+ L5+ ALL1-";
    let clock = objects(&["solve", "clock", scramble, "--json"], "").remove(0);
    let moves = word(&clock, "moves");
    let is_wca = |mv: &str| mv == "y2" || mv.ends_with(['+', '-']) && mv.starts_with(char::is_uppercase);
    assert!(moves.split(' ').all(is_wca), "{moves}");
    let checked = objects(&["check", "clock", scramble, "--solution", moves, "--json"], "").remove(0);
    assert_eq!(word(&checked, "verdict"), "solved", "{moves}");
    // Replayed as one sequence, the clock ends solved.
    let whole = format!("{scramble} {moves}\n\n");
    let ends = text(&["convert", "-", "--to", "cpos", "--definition", "clock"], &whole);
    assert_eq!(ends, text(&["convert", "-", "--to", "cpos", "--definition", "clock"], "U12+\n"));
}

#[test]
fn events_are_names_over_http_too() {
    let server = Server::start(&[]);
    for (event, puzzle) in EVENTS {
        if puzzle == "4x4x4" {
            continue;
        }
        let answer =
            server.post("/api/scramble", &format!(r#"{{"puzzle": "{event}", "seed": 5, "count": 2}}"#));
        assert_eq!(answer.status, 200, "{event}: {answer:?}");
        let answer = answer.json();
        let puzzles = answer["puzzles"].as_array().expect("a list");
        assert_eq!(puzzles.len(), 2);
        let own = drawn(event, 5, 2);
        for (one, other) in puzzles.iter().zip(&own) {
            assert_eq!(
                (word(one, "puzzle"), word(one, "scramble")),
                (puzzle, word(other, "scramble")),
                "{event}"
            );
        }
    }
    let answer = server.post("/api/solve", r#"{"puzzle": "PYRAM", "input": "U' L r"}"#).json();
    assert_eq!(word(&answer, "puzzle"), "pyraminx");
    let answer =
        server.post("/api/solve", r#"{"puzzle": "333FM", "input": "U' L2", "optimal": true}"#).json();
    assert_eq!((word(&answer, "puzzle"), word(&answer, "moves")), ("3x3x3", "L2 U"));
}

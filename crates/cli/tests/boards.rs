//! Large boards on the command line: generated, solved, and printed while they are solved, as text and as JSON.
#![cfg(unix)]

use crate::runs;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use deepen::puzzle::parse::board::only_board;
use deepen::puzzle::{Board, Direction, Goal};
use runs::{folder, run};
use serde_json::Value;

fn deepen(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_deepen"));
    command.current_dir(folder).args(arguments).env("DEEPEN_TABLES", "none");
    run(command)
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("results are text")
}

/// True if moves such as `U L3` lead to the goal.
fn leads_home(board: &Board, goal: &Goal, moves: &str) -> bool {
    let mut board = board.clone();
    let possible = moves.split_whitespace().all(|word| {
        let (letter, n) = word.split_at(1);
        let way = Direction::from_letter(letter.chars().next().expect("a letter")).expect("a direction");
        (0..n.parse().unwrap_or(1)).all(|_| board.slide(way).is_some())
    });
    possible && board == goal.board(board.rows(), board.cols()).expect("a legal size")
}

#[test]
fn large_boards_are_printed_as_they_are_solved() {
    let folder = folder("large-boards");
    let drawn = text(&deepen(&folder, &["scramble", "sliding", "--size", "110x95", "--seed", "7"]));
    assert_eq!(drawn, text(&deepen(&folder, &["scramble", "sliding", "--size", "110x95", "--seed", "7"])));
    fs::write(folder.join("board.txt"), &drawn).expect("a folder to write to");
    let board = only_board(&drawn).expect("what is drawn can be read");
    let solved = deepen(&folder, &["solve", "sliding", "board.txt"]);
    let lines: Vec<String> = text(&solved).lines().map(String::from).collect();
    assert_eq!((lines.len(), lines[0].as_str()), (3, "goal last, construct"));
    assert!(leads_home(&board, &Goal::Last, &lines[1]), "{}", lines[2]);
    assert!(lines[2].contains("not proved shortest"), "{}", lines[2]);
    for metric in ["single-tile", "multi-tile"] {
        let arguments = ["solve", "sliding", "board.txt", "--json", "--metric", metric];
        let told: Value = serde_json::from_str(&text(&deepen(&folder, &arguments))).expect("an object");
        let moves = told["moves"].as_str().expect("moves");
        assert_eq!(told["length"].as_u64(), Some(moves.split_whitespace().count() as u64));
        assert!(leads_home(&board, &Goal::Last, moves));
        let words = ["status", "method", "metric"].map(|key| told[key].as_str().expect("a word"));
        assert_eq!(words, ["upper_bound", "construct", metric]);
        assert_eq!((told["verified"].as_bool(), told["schema"].as_u64()), (Some(true), Some(1)));
        assert!(told["lower_bound"].as_u64() > Some(0));
    }
    let refused = deepen(&folder, &["solve", "sliding", "board.txt", "--optimal"]);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(3), 0));
    let stopped = deepen(&folder, &["solve", "sliding", "board.txt", "--json", "--max-length", "1000"]);
    let told: Value = serde_json::from_str(&text(&stopped)).expect("an object");
    assert_eq!((stopped.status.code(), told["status"].as_str()), (Some(7), Some("none_within_length")));
    assert!(told.get("verified").is_none());
}

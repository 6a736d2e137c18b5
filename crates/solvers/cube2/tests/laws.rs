//! Laws of the contract on random texts: scrambles, facelets and what resembles them.

use std::sync::{Arc, OnceLock};

use deepen_cube2::Cube2Solver;
use solver::Options;
use testkit::Family;

fn family() -> Family {
    static SOLVER: OnceLock<Arc<Cube2Solver>> = OnceLock::new();
    Family {
        solver: SOLVER.get_or_init(|| Arc::new(Cube2Solver::new())).clone(),
        puzzle: "2x2x2",
        options: Options::default(),
        words: &[
            "U",
            "R2",
            "F'",
            "D",
            "L'",
            "B2",
            "x",
            "y'",
            "Rw",
            "U3",
            "(",
            ")",
            "[R,",
            "U]",
            "UUUURRRRFFFFDDDDLLLLBBBB",
            "UUFFUBRRRRFDDBDBFDLLLLUB",
            "Q",
            "//",
            "R''",
            "2R",
            "{",
        ],
        near,
    }
}

/// A scramble of as many moves as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    const MOVES: &[&str] = &["U", "R2", "F'", "D", "L'", "B2"];
    let moves: Vec<&str> = numbers.iter().map(|&n| MOVES[usize::from(n) % MOVES.len()]).collect();
    (moves.join(" "), moves.len())
}

#[test]
fn every_text_is_read_or_refused() {
    family().reads_or_refuses();
}

#[test]
fn scrambles_are_read() {
    family().scrambles_are_read();
}

#[test]
fn near_positions_are_solved() {
    family().near_positions_are_solved();
}

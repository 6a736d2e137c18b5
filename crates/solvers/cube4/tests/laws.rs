//! Laws of the contract on random texts: scrambles, facelets and what resembles them.

use std::sync::{Arc, OnceLock};

use deepen_cube4::Cube4Solver;
use solver::Options;
use testkit::Family;

fn family() -> Family {
    static SOLVER: OnceLock<Arc<Cube4Solver>> = OnceLock::new();
    Family {
        solver: SOLVER.get_or_init(|| Arc::new(Cube4Solver::new(Arc::default()))).clone(),
        puzzle: "4x4x4",
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
            "Rw2",
            "Uw'",
            "r",
            "2R",
            "2-3Rw",
            "3Uw",
            "4R",
            "(",
            ")2",
            "[R,",
            "U]",
            "[R:",
            "UUUUUUUUUUUUUUUU",
            "Q",
            "//",
            "{",
            "M",
        ],
        near,
    }
}

/// A scramble of as many moves as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    const MOVES: &[&str] = &["U", "R2", "F'", "Uw", "Rw2", "Fw'"];
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

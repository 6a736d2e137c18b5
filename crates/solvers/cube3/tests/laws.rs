//! Laws of the contract on random texts: scrambles, facelets and what resembles them.

use std::sync::{Arc, OnceLock};

use deepen_cube3::Cube3Solver;

use crate::common::new;
use solver::Options;
use testkit::Family;

fn family() -> Family {
    static SOLVER: OnceLock<Arc<Cube3Solver>> = OnceLock::new();
    Family {
        solver: SOLVER.get_or_init(new).clone(),
        puzzle: "3x3x3",
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
            "M",
            "E'",
            "S2",
            "Rw",
            "r",
            "U3",
            "(",
            ")2",
            "[R,",
            "U]",
            "[R:",
            "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            "Q",
            "//",
            "(R",
            "U)'",
            "NISS",
            "\"",
            "{",
            "3Rw",
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

//! Laws of the contract on random texts: scrambles of a puzzle that is given by a definition.

use std::sync::{Arc, OnceLock};

use deepen_twisty::TwistySolver;
use solver::Options;
use testkit::Family;

fn family() -> Family {
    static SOLVER: OnceLock<Arc<TwistySolver>> = OnceLock::new();
    Family {
        solver: SOLVER.get_or_init(|| Arc::new(TwistySolver::new())).clone(),
        puzzle: "pyraminx",
        options: Options::default(),
        words: &[
            "U", "L'", "R", "B2", "u", "l'", "r", "b", "U2'", "(", ")2", "[U,", "L]", "[U:", "Q", "//", "{",
            "Uw", "2U", "U3", "\"", "L''",
        ],
        near,
    }
}

/// A scramble of as many moves as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    const MOVES: &[&str] = &["U", "L'", "R", "B'", "U'", "L"];
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

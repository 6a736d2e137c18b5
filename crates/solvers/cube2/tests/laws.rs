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
        words: "U R2 F' D L' B2 x y' Rw U3 ( ) [R, U] UUUURRRRFFFFDDDDLLLLBBBB UUFFUBRRRRFDDBDBFDLLLLUB Q // R'' 2R {",
        near,
    }
}

/// A scramble of as many moves as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    testkit::scramble(&["U", "R2", "F'", "D", "L'", "B2"], numbers)
}

testkit::contract_laws!(family);

//! Laws of the solver interface on random texts: scrambles, facelets and similar texts.

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

/// Returns a scramble with one move per number.
fn near(numbers: &[u8]) -> (String, usize) {
    testkit::scramble(&["U", "R2", "F'", "D", "L'", "B2"], numbers)
}

testkit::contract_laws!(family);

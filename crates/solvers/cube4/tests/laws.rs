//! Laws of the contract on random texts: scrambles, facelets and similar texts.

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
        words: "U R2 F' D L' B2 x y' Rw2 Uw' r 2R 2-3Rw 3Uw 4R ( )2 [R, U] [R: UUUUUUUUUUUUUUUU Q // { M",
        near,
    }
}

/// A scramble of as many moves as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    testkit::scramble(&["U", "R2", "F'", "Uw", "Rw2", "Fw'"], numbers)
}

testkit::contract_laws!(family);

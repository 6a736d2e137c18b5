//! Laws of the solver interface on random texts: scrambles, facelets and similar texts.

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
        words: r#"U R2 F' D L' B2 x y' M E' S2 Rw r U3 ( )2 [R, U] [R: UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB Q // (R U)' NISS " { 3Rw"#,
        near,
    }
}

/// Returns a scramble with one move per number.
fn near(numbers: &[u8]) -> (String, usize) {
    testkit::scramble(&["U", "R2", "F'", "D", "L'", "B2"], numbers)
}

testkit::contract_laws!(family);

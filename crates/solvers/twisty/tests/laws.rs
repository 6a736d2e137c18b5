//! Laws of the contract on random texts: scrambles of a puzzle given by a definition.

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
        words: r#"U L' R B2 u l' r b U2' ( )2 [U, L] [U: Q // { Uw 2U U3 " L''"#,
        near,
    }
}

/// A scramble of as many moves as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    testkit::scramble(&["U", "L'", "R", "B'", "U'", "L"], numbers)
}

testkit::contract_laws!(family);

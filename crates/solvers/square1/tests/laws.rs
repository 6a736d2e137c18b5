//! Laws of the contract on random texts: scrambles, positions and near misses.

use std::sync::{Arc, OnceLock};

use deepen_square1::Square1Solver;
use solver::Options;
use testkit::Family;

fn family() -> Family {
    static SOLVER: OnceLock<Arc<Square1Solver>> = OnceLock::new();
    Family {
        solver: SOLVER.get_or_init(|| Arc::new(Square1Solver::new())).clone(),
        puzzle: "square-1",
        options: Options::default(),
        words: "/ (1,0) (0,-1)/ (3,3) (6, -5) ( ) , 1,0 -3,0/ (7,0) A1B2C3D45E6F7G8H A1B2C3D45E6F7G8H- 1 0 // 3-",
        near,
    }
}

/// Quarter and half turns of the layers, which are always legal, each followed by a slash: at most three moves in any
/// metric.
fn near(numbers: &[u8]) -> (String, usize) {
    let turn = |&n: &u8| {
        format!("({},{})/", [0, 3, -3, 6][usize::from(n % 4)], [0, 3, -3, 6][usize::from(n / 4 % 4)])
    };
    let turns: String = numbers.iter().map(turn).collect();
    (turns, 3 * numbers.len())
}

testkit::contract_laws!(family);

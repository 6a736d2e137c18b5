//! Laws of the solver traits on random texts: boards and similar texts.

use std::sync::{Arc, OnceLock};

use deepen_sliding::SlidingSolver;
use solver::{OptionValue, Options, Store, Text};
use testkit::Family;

fn family() -> Family {
    static SOLVER: OnceLock<Arc<SlidingSolver>> = OnceLock::new();
    let mut options = Options::default();
    options.set("size", OptionValue::Text(Text::given("3x3")));
    Family {
        solver: SOLVER.get_or_init(|| Arc::new(SlidingSolver::new(&Store::nowhere()))).clone(),
        puzzle: "sliding",
        options,
        words: "0 1 2 3 4 5 6 7 8 9 15 1,2,3/4,5,6/7,8,0 [[1,2],[3,0]] / | , _ x -1 99999999999 # 3x3",
        near,
    }
}

/// The solved board of nine cells after as many slides as there are numbers; those over an edge leave it as it is.
fn near(numbers: &[u8]) -> (String, usize) {
    let mut board = [1, 2, 3, 4, 5, 6, 7, 8, 0];
    let mut hole = 8_usize;
    for n in numbers {
        let to = match n % 4 {
            0 if hole >= 3 => hole - 3,
            1 if hole < 6 => hole + 3,
            2 if hole % 3 >= 1 => hole - 1,
            3 if hole % 3 < 2 => hole + 1,
            _ => hole,
        };
        board.swap(hole, to);
        hole = to;
    }
    (board.map(|tile| tile.to_string()).join(" "), numbers.len())
}

testkit::contract_laws!(family);

//! Laws of the solver traits on random texts: words with boards and similar texts.

use puzzle::parse::shuffdle::puzzles;
use puzzle::shuffdle::Shift;
use solver::Options;
use testkit::Family;

fn family() -> Family {
    Family {
        solver: crate::shuffdle::solver(),
        puzzle: "shuffdle",
        options: Options::default(),
        words: "LATCH CRATE ABCDE FGHIJ KLMNO _____ A____ latch VVXKD 11 {} [] É ABCD ABCDEF",
        near,
    }
}

/// A spelled word below the empty cells, after as many slides as there are numbers.
fn near(numbers: &[u8]) -> (String, usize) {
    let mut entry = puzzles("LATCH ABCDE FGHIJ KLMNO _____ LATCH").remove(0).expect("a sound board");
    for &n in numbers {
        let possible: Vec<Shift> = (0..100)
            .map(Shift::from_index)
            .filter(|&shift| entry.board.clone().slide(shift).is_some())
            .collect();
        entry.board.slide(possible[usize::from(n) % possible.len()]);
    }
    (format!("{} {}", entry.word, entry.board.to_line()), numbers.len())
}

testkit::contract_laws!(family);

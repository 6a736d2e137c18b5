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

/// A spelled word after as many slides as there are numbers; those that are not possible leave the board as it is.
fn near(numbers: &[u8]) -> (String, usize) {
    let mut entry = puzzles("LATCH _____ ABCDE FGHIJ KLMNO LATCH").remove(0).expect("a sound board");
    for &n in numbers {
        entry.board.slide(Shift::from_index(usize::from(n) % 100));
    }
    (format!("{} {}", entry.word, entry.board.to_line()), numbers.len())
}

testkit::contract_laws!(family);

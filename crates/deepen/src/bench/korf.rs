//! Korf's hundred 15-puzzles (Artificial Intelligence 27, 1985), the standard benchmark of the field.

use puzzle::Board;
use puzzle::parse::board::boards;

/// One board per line after its optimal length, for the goal `first`.
const TEXT: &str = include_str!("korf100_15puzzle.txt");

/// Returns instance `number`, from 1 to 100, and its optimal length.
pub fn instance(number: u32) -> (Board, u32) {
    let entry = boards(TEXT).nth(number as usize - 1).expect("there are a hundred");
    let entry = entry.expect("they are sound");
    (entry.board, entry.known_length.expect("their lengths are known"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_there() {
        let lengths: u32 = (1..=100).map(|number| instance(number).1).sum();
        // 53.05 on average, as in Korf's paper.
        assert_eq!(lengths, 5305);
        assert_eq!(instance(88).0.to_line(), "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4");
        // The file is stored here so that the package is complete without the repository.
        let known = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/korf100_15puzzle.txt");
        if let Ok(text) = std::fs::read_to_string(known) {
            assert_eq!(TEXT, text);
        }
    }
}

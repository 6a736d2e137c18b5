//! The root states of a search: one for each assignment of five different tiles to the five letters of a word, along
//! each goal line. Any solution brings some five tiles to a line, so it solves one of the roots, and a solution of a
//! root solves the board.

use puzzle::shuffdle::{Lines, SIDE, Shuffdle, Word};

use super::State;

/// Returns all root states of a board, line by line; none if no tiles can spell the word.
pub fn roots(board: &Shuffdle, word: &Word, lines: Lines) -> Vec<State> {
    let mut roots = Vec::new();
    for &line in lines.list() {
        let candidates = board.candidates(word, line);
        choose(&candidates, &mut Vec::new(), &mut |chosen| {
            roots.push(State::new(board.holes(), chosen, line));
        });
    }
    roots
}

/// Calls `take` with every choice of one cell from each list without repetition.
fn choose(candidates: &[Vec<usize>; SIDE], chosen: &mut Vec<usize>, take: &mut impl FnMut(&[usize; SIDE])) {
    if let Ok(chosen) = <&[usize; SIDE]>::try_from(&chosen[..]) {
        return take(chosen);
    }
    for &cell in &candidates[chosen.len()] {
        if !chosen.contains(&cell) {
            chosen.push(cell);
            choose(candidates, chosen, take);
            chosen.pop();
        }
    }
}

//! Boards of Shuffdle by lot: the five tiles of a word and fifteen others, laid out above an empty bottom row so that all
//! ways are equally likely. That is what very many random moves would lead to. What a tile shows follows from where it
//! lies, so a layout of tiles is all that must be drawn.
//!
//! A board whose shortest solution is longer than the game allows, or outside the difficulty asked for, is drawn again. Chance
//! hardly ever lays out a very easy board: those are solved ones from which some random moves have been made.

use puzzle::shuffdle::{CELLS, Kind, Line, Lines, MOST_MOVES, SIDE, Shift, Shuffdle, TILES, Word};
use search::Sequential;
use solve::{Algorithm, Method, Question, Request, Spelling};

use super::Lots;
use crate::args::values::{self, Difficulty};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::session::{Allowance, Session};

/// So many boards are drawn for a difficulty before it is given up.
const MOST_DRAWS: usize = 1000;

/// Boards that take at most so many moves are made by moves: one layout in a hundred is that easy.
const EASY: u32 = 14;

/// One word a line; lines that begin with # are about the list.
const WORDS: &str = include_str!("../../../data/words.txt");

/// A board with its word and the length of a shortest solution.
pub struct Dealt {
    pub word: Word,
    pub board: Shuffdle,
    pub length: u32,
}

/// Whether boards of a difficulty are so easy that they are made by moves.
pub fn is_easy(difficulty: Difficulty) -> bool {
    difficulty.most <= EASY
}

/// Draws a board. None if somebody interrupts.
///
/// # Errors
/// If no board of that difficulty turns up.
pub fn deal(
    word: Option<Word>,
    difficulty: Option<Difficulty>,
    lots: &mut Lots,
    session: &Session<'_>,
) -> Result<Option<Dealt>, Failure> {
    let least = difficulty.map_or(1, |difficulty| difficulty.least);
    let most = difficulty.map_or(MOST_MOVES, |difficulty| difficulty.most.min(MOST_MOVES));
    for _ in 0..MOST_DRAWS {
        let word = word.unwrap_or_else(|| drawn_word(lots));
        let board = match difficulty {
            Some(difficulty) if is_easy(difficulty) => walked(&word, least, most, lots),
            _ => layout(&word, lots),
        };
        let limits = search::Limits { max_cost: most, max_memory: session.memory(), ..Default::default() };
        let allowance = Allowance { limits, timeout: None, executor: &Sequential };
        let question = Question::Shuffdle(Spelling { board, word, lines: Lines::Bottom });
        let method = Method { algorithm: Algorithm::AStar, ..Method::default() };
        let report = session.solve(&Request { question, method }, &allowance, &Progress::silent())?.report;
        match report.length {
            Some(length) if length >= least => return Ok(Some(Dealt { word, board, length })),
            None if report.lower_bound <= most => return Ok(None),
            _ => {}
        }
    }
    let message = format!("none of {MOST_DRAWS} boards had a shortest solution of {least} to {most} moves");
    Err(Failure::new(Exit::Limit, message).hint("most boards take 15 to 40 moves"))
}

fn words() -> impl Iterator<Item = &'static str> {
    WORDS.lines().filter(|line| !line.starts_with('#'))
}

fn drawn_word(lots: &mut Lots) -> Word {
    let n = words().count() as u32;
    let drawn = words().nth(lots.below(n) as usize).expect("the lot is below their number");
    values::word(drawn).expect("the list has words of five letters")
}

/// The tiles of the word and others of any kind, shuffled.
fn layout(word: &Word, lots: &mut Lots) -> Shuffdle {
    let bottom: Line = Lines::Bottom.list()[0];
    let mut kinds: Vec<Kind> = bottom.kinds(word).to_vec();
    kinds.extend((SIDE..TILES).map(|_| Kind::new(lots.below(26) as u8).expect("the lot is below 26")));
    for i in (1..TILES).rev() {
        kinds.swap(i, lots.below(i as u32 + 1) as usize);
    }
    let cells: [_; CELLS] = std::array::from_fn(|cell| kinds.get(cell).map(|kind| kind.letter(cell)));
    Shuffdle::new(cells).expect("as many tiles as a board has")
}

/// A solved board with tiles of any kind above the word, some moves later. Moves that undo others make it easier than
/// they are many, so up to three times as many are made as it may be far.
fn walked(word: &Word, least: u32, most: u32, lots: &mut Lots) -> Shuffdle {
    let mut above: Vec<Option<Kind>> = (SIDE..TILES).map(|_| Kind::new(lots.below(26) as u8)).collect();
    above.resize(CELLS - SIDE, None);
    for i in (1..above.len()).rev() {
        above.swap(i, lots.below(i as u32 + 1) as usize);
    }
    let bottom: Line = Lines::Bottom.list()[0];
    let kinds = above.into_iter().chain(bottom.kinds(word).map(Some)).enumerate();
    let cells: Vec<_> = kinds.map(|(cell, kind)| kind.map(|kind| kind.letter(cell))).collect();
    let cells: [_; CELLS] = cells.try_into().expect("as many cells as a board has");
    let mut board = Shuffdle::new(cells).expect("as many tiles as a board has");
    let mut n = least + lots.below(3 * most - least + 1);
    while n > 0 {
        n -= u32::from(board.slide(Shift::from_index(lots.below(Shift::NUMBERS as u32) as usize)).is_some());
    }
    board
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::rand_core::SeedableRng;
    use rand_chacha::ChaCha12Rng;

    use super::*;

    #[test]
    fn the_list_has_words() {
        let all: Vec<&str> = words().collect();
        assert!(all.len() >= 1500, "{} words", all.len());
        assert!(all.iter().all(|word| values::word(word).is_ok()));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    /// As far as the moves made at the most, with all tiles of the word, and of every length down to solved.
    #[test]
    fn walks_start_at_the_word() {
        let mut lots = Lots(ChaCha12Rng::seed_from_u64(2));
        let word = values::word("LATCH").unwrap();
        let bottom = Lines::Bottom.list()[0];
        let mut n_solved = 0;
        for _ in 0..2000 {
            let board = walked(&word, 1, 1, &mut lots);
            assert_eq!(board.missing(&word, bottom), None);
            n_solved += usize::from(board.spells(&word, Lines::Bottom));
        }
        // One to three moves, nearly all of them of tiles above the word.
        assert!((800..1900).contains(&n_solved), "{n_solved}");
    }

    /// All tiles of the word are there, and each of the twenty cells gets each of them about equally often.
    #[test]
    fn layouts_are_fair() {
        let mut lots = Lots(ChaCha12Rng::seed_from_u64(1));
        let word = values::word("LATCH").unwrap();
        let bottom = Lines::Bottom.list()[0];
        // L is drawn once by the word; the others of its kind are drawn one time in 26.
        let mut counts = [0; CELLS];
        for _ in 0..20_000 {
            let board = layout(&word, &mut lots);
            assert_eq!(board.missing(&word, bottom), None);
            board.candidates(&word, bottom)[0].iter().for_each(|&cell| counts[cell] += 1);
        }
        let expected = 20_000.0 * (1.0 + 15.0 / 26.0) / 20.0;
        for (cell, &n) in counts.iter().enumerate() {
            let is_fair =
                if cell < TILES { (f64::from(n) - expected).abs() < 0.1 * expected } else { n == 0 };
            assert!(is_fair, "cell {cell}: {n}, expected {expected}");
        }
    }
}

//! Random boards: the five tiles of a word and fifteen others, laid out above an empty bottom row so that all ways are
//! equally likely. That is what very many random moves would lead to. What a tile shows follows from where it lies, so a
//! layout of tiles is all that must be drawn.
//!
//! A board whose shortest solution is longer than the game allows, or outside the difficulty asked for, is drawn again.
//! Chance hardly ever lays out a very easy board: those are solved ones from which some random moves have been made.

use std::sync::Arc;

use puzzle::shuffdle::{CELLS, Kind, Line, Lines, MOST_MOVES, SIDE, Shift, Shuffdle, TILES, Word};
use search::{Control, Limits, Sequential};
use solver::{
    Algorithm, Demand, Error, Method, OptionInfo, Purpose, RandomBelow, Request, ScrambleSpec, Scrambled,
    Scrambler,
};

use crate::errors::ShuffdleError;
use crate::info::{DATE, DIFFICULTY, INFO, NAME, WORD};
use crate::option_values::{self, Day, Difficulty};
use crate::solver::ShuffdleSolver;
use crate::task::ShuffdleTask;

/// So many boards are drawn for a difficulty before it is given up.
const MOST_DRAWS: usize = 1000;

/// Boards that take at most so many moves are made by moves: one layout in a hundred is that easy.
const EASY: u32 = 14;

/// One word a line; lines that begin with # are about the list.
const WORDS: &str = include_str!("../data/words.txt");

/// Draws random boards.
pub(crate) struct ShuffdleScrambler {
    task: Arc<ShuffdleTask>,
    word: Option<Word>,
    day: Option<Day>,
    difficulty: Option<Difficulty>,
    demand: Demand,
    memory: u64,
}

impl ShuffdleScrambler {
    /// Reads what a user asks for.
    pub fn of_spec(solver: Arc<ShuffdleSolver>, spec: &ScrambleSpec) -> Result<ShuffdleScrambler, Error> {
        if spec.format.is_some() {
            return Err(Error::usage(format!("--format is not for {NAME}")));
        }
        if spec.goal.is_some() {
            return Err(Error::usage("--goal is for sliding"));
        }
        spec.options.check(NAME, INFO.options, Purpose::Scramble)?;
        let word = value(spec, &WORD, option_values::word)?;
        let difficulty: Option<Difficulty> = value(spec, &DIFFICULTY, str::parse)?;
        // Easy boards need no tables, and others are drawn until one fits.
        let is_quick = difficulty.map_or(!spec.many, is_easy);
        Ok(ShuffdleScrambler {
            task: Arc::new(ShuffdleTask::new(solver, Lines::Bottom)),
            word,
            day: value(spec, &DATE, str::parse)?,
            difficulty,
            demand: if is_quick { Demand::One } else { Demand::Many },
            memory: spec.memory,
        })
    }

    /// Draws boards until one fits. None if the work is stopped.
    fn draw_fitting(&self, below: RandomBelow<'_>, control: &Control<'_>) -> Result<Option<Drawn>, Error> {
        let least = self.difficulty.map_or(1, |difficulty| difficulty.least);
        let most = self.difficulty.map_or(MOST_MOVES, |difficulty| difficulty.most.min(MOST_MOVES));
        let limits = Limits { max_cost: most, max_memory: self.memory, ..Limits::default() };
        for _ in 0..MOST_DRAWS {
            let word = self.word.unwrap_or_else(|| random_word(below));
            let board = match self.difficulty {
                Some(difficulty) if is_easy(difficulty) => walked(&word, least, most, below),
                _ => layout(&word, below),
            };
            let request = Request {
                task: self.task.clone(),
                instance: self.task.instance(word, board),
                method: Method::by(Algorithm::A_STAR),
            };
            let control = control.within(limits);
            request.prepare(self.demand, &control)?;
            let report = request.solve(&Sequential, &control)?;
            match report.length {
                Some(length) if length >= least => return Ok(Some(Drawn { word, board, length })),
                None if report.lower_bound <= most => return Ok(None),
                _ => {}
            }
        }
        Err(ShuffdleError::NoneDrawn { n_drawn: MOST_DRAWS, least, most }.into())
    }
}

impl Scrambler for ShuffdleScrambler {
    fn draw(
        &mut self,
        _seed: u64,
        _number: u64,
        below: RandomBelow<'_>,
        control: &Control<'_>,
    ) -> Result<Option<Scrambled>, Error> {
        let Some(Drawn { word, board, length }) = self.draw_fitting(below, control)? else { return Ok(None) };
        let mut fields = vec![
            ("puzzle", NAME.into()),
            ("word", word.to_string().into()),
            ("board", board.to_line().into()),
            ("length", length.into()),
        ];
        fields.extend(self.day.map(|day| ("date", day.to_string().into())));
        Ok(Some(Scrambled { text: format!("{length} {word} {}\n", board.to_line()), fields }))
    }

    fn implied_seed(&self) -> Option<u64> {
        self.day.map(|day| day.0)
    }
}

/// A board with its word and the length of a shortest solution.
struct Drawn {
    word: Word,
    board: Shuffdle,
    length: u32,
}

/// Reads the value of an option, if it is given.
fn value<T>(
    spec: &ScrambleSpec,
    info: &OptionInfo,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, Error> {
    let read = |text: &str| read(text).map_err(|expected| info.invalid_value(text, expected));
    spec.options.str(info.name).map(read).transpose()
}

/// True if boards of a difficulty are so easy that they are made by moves.
fn is_easy(difficulty: Difficulty) -> bool {
    difficulty.most <= EASY
}

fn words() -> impl Iterator<Item = &'static str> {
    WORDS.lines().filter(|line| !line.starts_with('#'))
}

fn random_word(below: RandomBelow<'_>) -> Word {
    let n = words().count() as u32;
    let drawn = words().nth(below(n) as usize).expect("the number is below that of the words");
    option_values::word(drawn).expect("the list has words of five letters")
}

/// Lays out the tiles of the word and others of any kind, shuffled.
fn layout(word: &Word, below: RandomBelow<'_>) -> Shuffdle {
    let bottom: Line = Lines::Bottom.list()[0];
    let mut kinds: Vec<Kind> = bottom.kinds(word).to_vec();
    kinds.extend((SIDE..TILES).map(|_| Kind::new(below(26) as u8).expect("the number is below 26")));
    for i in (1..TILES).rev() {
        kinds.swap(i, below(i as u32 + 1) as usize);
    }
    let cells: [_; CELLS] = std::array::from_fn(|cell| kinds.get(cell).map(|kind| kind.letter(cell)));
    Shuffdle::new(cells).expect("as many tiles as a board has")
}

/// Returns a solved board with tiles of any kind above the word, some moves later. Moves that undo others make it easier
/// than they are many, so up to three times as many are made as it may be far.
fn walked(word: &Word, least: u32, most: u32, below: RandomBelow<'_>) -> Shuffdle {
    let mut above: Vec<Option<Kind>> = (SIDE..TILES).map(|_| Kind::new(below(26) as u8)).collect();
    above.resize(CELLS - SIDE, None);
    for i in (1..above.len()).rev() {
        above.swap(i, below(i as u32 + 1) as usize);
    }
    let bottom: Line = Lines::Bottom.list()[0];
    let kinds = above.into_iter().chain(bottom.kinds(word).map(Some)).enumerate();
    let cells: Vec<_> = kinds.map(|(cell, kind)| kind.map(|kind| kind.letter(cell))).collect();
    let cells: [_; CELLS] = cells.try_into().expect("as many cells as a board has");
    let mut board = Shuffdle::new(cells).expect("as many tiles as a board has");
    let mut n = least + below(3 * most - least + 1);
    while n > 0 {
        n -= u32::from(board.slide(Shift::from_index(below(Shift::NUMBERS as u32) as usize)).is_some());
    }
    board
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use testkit::Lcg;

    use super::*;

    #[test]
    fn the_list_has_words() {
        let all: Vec<&str> = words().collect();
        assert!(all.len() >= 1500, "{} words", all.len());
        assert!(all.iter().all(|word| option_values::word(word).is_ok()));
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len());
    }

    /// As far as the moves made at the most, with all tiles of the word, and of every length down to solved.
    #[test]
    fn walks_start_at_the_word() {
        let mut below = Lcg::new(2).into_below_u32();
        let word = option_values::word("LATCH").expect("a word");
        let bottom = Lines::Bottom.list()[0];
        let mut n_solved = 0;
        for _ in 0..2000 {
            let board = walked(&word, 1, 1, &mut below);
            assert_eq!(board.missing(&word, bottom), None);
            n_solved += usize::from(board.spells(&word, Lines::Bottom));
        }
        // One to three moves, nearly all of them of tiles above the word.
        assert!((800..1900).contains(&n_solved), "{n_solved}");
    }

    /// All tiles of the word are there, and each of the twenty cells gets each of them about equally often.
    #[test]
    fn layouts_are_fair() {
        let mut below = Lcg::new(1).into_below_u32();
        let word = option_values::word("LATCH").expect("a word");
        let bottom = Lines::Bottom.list()[0];
        // L is drawn once by the word; the others of its kind are drawn one time in 26.
        let mut counts = [0; CELLS];
        for _ in 0..20_000 {
            let board = layout(&word, &mut below);
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

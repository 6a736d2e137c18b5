//! Shuffdle at the façade: which problem serves a request, and the tables made so far.
//!
//! A first answer does not wait for tables. Path clearing searches at once; if it has not found the answer soon, the
//! tables are made beside it, and if it has not found it when it has had its share of nodes, the tables take over. In the
//! same way the tables of single targets search while those of pairs are made, which only the hardest boards need. Shares
//! are numbers of nodes and no times, so the answer is the same on every machine.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use puzzle::shuffdle::{Lines, Shift};
use search::{Answer, Control, Counts, End, Executor, Limits, Move, Rank, StopReason};

use super::pairs::{N_PAIRS, PairTables, Pairs};
use super::pattern::{Pattern, Patterns, kinds};
use super::{Heuristic, Manhattan, PathClearing, Slides, State, Zero, roots};
use crate::Spelling;
use solver::Error;
use solver::{Algorithm, Estimate, Method};
use solver::{Demand, Found};
use solver::{Roots, search_from};

/// Nodes that path clearing gets by itself: most boards need no more, and they take a moment.
const EASY: u64 = 200_000;

/// Nodes that path clearing gets for each kind of line beside the making of tables, about as many as it makes in that time.
const PATIENCE: u64 = 3_000_000;

/// Nodes that the tables of single targets get by themselves: enough for all but one board in a thousand or so, which take
/// less time than tables of pairs take to make.
const LONG: u64 = 60_000_000;

/// Nodes that they get beside the making of the tables of pairs.
const LONGER: u64 = 300_000_000;

/// Solves boards and keeps the tables it has made.
#[derive(Default)]
pub struct Recipes {
    zero: OnceLock<Slides<Zero>>,
    manhattan: OnceLock<Slides<Manhattan>>,
    clearing: OnceLock<Slides<PathClearing>>,
    patterns: OnceLock<Patterns>,
    pair_tables: PairTables,
    bottom: WithTables,
    any: WithTables,
}

/// The problems with tables for some lines.
#[derive(Default)]
struct WithTables {
    singles: OnceLock<Slides<Pattern>>,
    /// By how many pairs have tables, less 1.
    pairs: [OnceLock<Slides<Pairs>>; N_PAIRS],
}

/// What an answer was found with.
struct Means {
    estimate: Estimate,
    table_bytes: u64,
}

impl Means {
    fn without_tables(estimate: Estimate) -> Means {
        Means { estimate, table_bytes: 0 }
    }

    fn singles(lines: Lines) -> Means {
        Means { estimate: Estimate::P1, table_bytes: Patterns::bytes(lines) }
    }

    fn pairs(lines: Lines, n: usize) -> Means {
        Means { estimate: Estimate::P2, table_bytes: PairTables::bytes(lines, n) }
    }
}

/// The slide of a move.
pub fn shift(mv: Move) -> Shift {
    Shift::from_index(usize::from(mv.0))
}

/// Plays moves under the rule of letters: whether all are possible and the word is spelled.
pub fn replay(spelling: &Spelling, moves: &[Move]) -> bool {
    let mut board = spelling.board;
    moves.iter().all(|&mv| board.slide(shift(mv)).is_some()) && board.spells(&spelling.word, spelling.lines)
}

/// How many of the moves are possible one after the other.
pub fn possible(spelling: &Spelling, moves: &[Move]) -> usize {
    let mut board = spelling.board;
    moves.iter().take_while(|&&mv| board.slide(shift(mv)).is_some()).count()
}

/// Whether there are tiles for all letters of the word. If so it can be spelled: with five holes any five tiles can be
/// brought anywhere.
///
/// # Errors
/// If not, with the letter that is missing.
pub fn check(spelling: &Spelling) -> Result<(), Error> {
    let Spelling { board, word, lines } = spelling;
    let missing = |line| Some((line, board.missing(word, line)?));
    let all: Option<Vec<_>> = lines.list().iter().map(|&line| missing(line)).collect();
    // The bottom row is the line people look at.
    match all.and_then(|all| all.into_iter().find(|(line, _)| Lines::Bottom.list().contains(line))) {
        Some((line, missing)) => Err(Error::Unspellable { lines: *lines, line, missing }),
        None => Ok(()),
    }
}

/// A search that only lacks its heuristic.
#[derive(Clone, Copy)]
struct Search<'a> {
    starts: &'a [State],
    method: &'a Method,
    executor: &'a dyn Executor,
}

impl Search<'_> {
    fn with<H: Heuristic>(&self, problem: &Slides<H>, control: &Control<'_>) -> Answer {
        let roots = Roots { starts: self.starts, a_star: Rank::AStarNearest };
        search_from(problem, roots, self.method, self.executor, control)
    }
}

impl Recipes {
    /// Searches for the way to spell a word that can be spelled.
    pub fn solve(
        &self,
        spelling: &Spelling,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        let starts = roots(&spelling.board, &spelling.word, spelling.lines);
        let search = Search { starts: &starts, method, executor };
        let lines = spelling.lines;
        let (answer, means) = match self.choice(method, lines, &control.limits)? {
            Some(Estimate::Zero) => {
                let problem = self.zero.get_or_init(|| Slides::new(Zero));
                (search.with(problem, control), Means::without_tables(Estimate::Zero))
            }
            Some(Estimate::Manhattan) => {
                let problem = self.manhattan.get_or_init(|| Slides::new(Manhattan::new()));
                (search.with(problem, control), Means::without_tables(Estimate::Manhattan))
            }
            Some(Estimate::P1) => self.by_singles(&search, lines, control),
            Some(Estimate::P2) => {
                self.by_pairs(&search, lines, PairTables::fitting(lines, control.limits.max_memory), control)
            }
            Some(_) => (search.with(self.clearing(), control), Means::without_tables(Estimate::PathClearing)),
            None if self.patterns().is_made(lines) => self.by_any_tables(&search, lines, control),
            None => self.at_once(&search, lines, control),
        };
        let answer = if method.all { without_repeats(answer) } else { answer };
        Ok(Found { answer, longer: Vec::new(), estimate: means.estimate, table_bytes: means.table_bytes })
    }

    /// Makes the tables that a search needs from the beginning.
    pub fn prepare(
        &self,
        spelling: &Spelling,
        method: &Method,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let lines = spelling.lines;
        match self.choice(method, lines, &control.limits)? {
            Some(Estimate::P2) => {
                self.pairs(lines, PairTables::fitting(lines, control.limits.max_memory), control);
            }
            Some(Estimate::P1) => {
                self.singles(lines, control);
            }
            // Tables of pairs pay from several hundred boards on, and nobody knows how many there will be.
            None if demand == Demand::Many => {
                self.singles(lines, control);
            }
            _ => {}
        }
        Ok(())
    }

    /// What to estimate with; None to see how hard the board is.
    fn choice(&self, method: &Method, lines: Lines, limits: &Limits) -> Result<Option<Estimate>, Error> {
        let needed = match method.estimate {
            Some(Estimate::P2) => PairTables::peak_bytes(lines, 1),
            _ if self.patterns().is_made(lines) => 0,
            _ => Patterns::peak_bytes(lines),
        };
        let has_room = needed <= limits.max_memory;
        match method.estimate {
            _ if !method.algorithm.uses_heuristic() => Ok(Some(Estimate::Zero)),
            Some(estimate @ (Estimate::P1 | Estimate::P2)) if !has_room => {
                Err(Error::NoRoom { estimate, needed, allowed: limits.max_memory })
            }
            Some(estimate) => Ok(Some(estimate)),
            None if !has_room => Ok(Some(Estimate::PathClearing)),
            None if method.algorithm != Algorithm::AStar => Ok(Some(Estimate::P1)),
            None => Ok(None),
        }
    }

    fn clearing(&self) -> &Slides<PathClearing> {
        self.clearing.get_or_init(|| Slides::new(PathClearing::new()))
    }

    fn patterns(&self) -> &Patterns {
        self.patterns.get_or_init(Patterns::new)
    }

    fn with_tables(&self, lines: Lines) -> &WithTables {
        match lines {
            Lines::Bottom => &self.bottom,
            Lines::Any => &self.any,
        }
    }

    /// The problem with tables of single targets, which are made if they are not there. None if somebody stopped that.
    fn singles(&self, lines: Lines, control: &Control<'_>) -> Option<&Slides<Pattern>> {
        let slot = &self.with_tables(lines).singles;
        if slot.get().is_none() {
            self.patterns().make(lines, control.observer, &|| control.stopped().is_none());
            let heuristic = self.patterns().heuristic(lines)?;
            return Some(slot.get_or_init(|| Slides::new(heuristic)));
        }
        slot.get()
    }

    /// The same with tables of `n` pairs.
    fn pairs(&self, lines: Lines, n: usize, control: &Control<'_>) -> Option<&Slides<Pairs>> {
        let slot = &self.with_tables(lines).pairs[n - 1];
        if slot.get().is_none() {
            self.singles(lines, control)?;
            let goes_on = || control.stopped().is_none();
            self.pair_tables.make((lines, n), self.patterns(), control.observer, &goes_on);
            let heuristic = self.pair_tables.heuristic(self.patterns(), lines, n)?;
            return Some(slot.get_or_init(|| Slides::new(heuristic)));
        }
        slot.get()
    }

    fn by_singles(&self, search: &Search<'_>, lines: Lines, control: &Control<'_>) -> (Answer, Means) {
        let means = Means::singles(lines);
        let answer = match self.singles(lines, control) {
            Some(problem) => search.with(problem, &less_memory(control, means.table_bytes)),
            None => stopped(control),
        };
        (answer, means)
    }

    fn by_pairs(
        &self,
        search: &Search<'_>,
        lines: Lines,
        n: usize,
        control: &Control<'_>,
    ) -> (Answer, Means) {
        let means = Means::pairs(lines, n);
        let answer = match self.pairs(lines, n, control) {
            Some(problem) => search.with(problem, &less_memory(control, means.table_bytes)),
            None => stopped(control),
        };
        (answer, means)
    }

    /// Path clearing first, tables if it takes long.
    fn at_once(&self, search: &Search<'_>, lines: Lines, control: &Control<'_>) -> (Answer, Means) {
        let mut share = Shares::new(control);
        let make = |goes_on: &(dyn Fn() -> bool + Sync)| {
            self.patterns().make(lines, control.observer, goes_on);
        };
        let patience = PATIENCE * kinds(lines).len() as u64;
        let stages = Stages { alone: EASY, beside: patience, bytes: Patterns::peak_bytes(lines), held: 0 };
        match share.search(&stages, &|control| search.with(self.clearing(), control), &make) {
            Some(answer) => (answer, Means::without_tables(Estimate::PathClearing)),
            None => {
                let (answer, means) = self.by_any_tables(search, lines, &share.left());
                (share.added(answer), means)
            }
        }
    }

    /// Single targets first, pairs if it takes very long and there is room for them.
    fn by_any_tables(&self, search: &Search<'_>, lines: Lines, control: &Control<'_>) -> (Answer, Means) {
        let n = PairTables::fitting(lines, control.limits.max_memory);
        let Some(problem) = self.singles(lines, control).filter(|_| n > 0) else {
            return self.by_singles(search, lines, control);
        };
        let mut share = Shares::new(control);
        let make = |goes_on: &(dyn Fn() -> bool + Sync)| {
            self.pair_tables.make((lines, n), self.patterns(), control.observer, goes_on);
        };
        let (bytes, held) = (PairTables::peak_bytes(lines, n), Patterns::bytes(lines));
        let stages = Stages { alone: LONG, beside: LONGER, bytes, held };
        match share.search(&stages, &|control| search.with(problem, control), &make) {
            Some(answer) => (answer, Means::singles(lines)),
            None => {
                let (answer, means) = self.by_pairs(search, lines, n, &share.left());
                (share.added(answer), means)
            }
        }
    }
}

/// A search by itself for some nodes, then again for more of them beside the making of tables.
struct Stages {
    alone: u64,
    beside: u64,
    /// What the tables take while they are made.
    bytes: u64,
    /// What the search's own tables take.
    held: u64,
}

/// Searches with shares of the nodes that are allowed.
struct Shares<'a, 'b> {
    control: &'a Control<'b>,
    counts: Counts,
}

impl<'a, 'b> Shares<'a, 'b> {
    fn new(control: &'a Control<'b>) -> Self {
        Shares { control, counts: Counts::default() }
    }

    /// What is left for the next.
    fn left(&self) -> Control<'b> {
        let limits = self.control.limits;
        self.control
            .within(Limits { max_nodes: limits.max_nodes.saturating_sub(self.counts.generated), ..limits })
    }

    /// An answer with the counts of all that was tried before it.
    fn added(&self, mut answer: Answer) -> Answer {
        answer.counts += self.counts;
        answer
    }

    /// The answer of a search, unless it has had its share; then there are tables, or somebody stopped their making.
    fn search(
        &mut self,
        stages: &Stages,
        search: &(dyn Fn(&Control<'_>) -> Answer + Sync),
        make: &(dyn Fn(&(dyn Fn() -> bool + Sync)) + Sync),
    ) -> Option<Answer> {
        let control = self.control;
        let mut run = |share: u64, bytes: u64| {
            let left = self.left();
            let limits =
                Limits { max_nodes: share.min(left.limits.max_nodes), ..less_memory(&left, bytes).limits };
            let answer = search(&left.within(limits));
            let is_share = share < left.limits.max_nodes;
            let gave_up = match answer.end {
                End::Stopped(StopReason::Nodes) => is_share,
                // With better bounds it may need less.
                End::Stopped(StopReason::Memory) => true,
                _ => false,
            };
            if gave_up {
                self.counts += answer.counts;
            }
            (!gave_up).then(|| self.added(answer))
        };
        if let Some(answer) = run(stages.alone, stages.held) {
            return Some(answer);
        }
        let is_wanted = AtomicBool::new(true);
        std::thread::scope(|scope| {
            let goes_on = || is_wanted.load(Ordering::Relaxed) && control.stopped().is_none();
            scope.spawn(move || make(&goes_on));
            let answer = run(stages.beside, stages.bytes);
            is_wanted.store(answer.is_none(), Ordering::Relaxed);
            answer
        })
    }
}

/// The same with so many bytes less.
fn less_memory<'a>(control: &Control<'a>, bytes: u64) -> Control<'a> {
    let limits = control.limits;
    control.within(Limits { max_memory: limits.max_memory.saturating_sub(bytes), ..limits })
}

/// Somebody did not want to wait for the tables.
fn stopped(control: &Control<'_>) -> Answer {
    let reason = control.stopped().unwrap_or(StopReason::Cancelled);
    Answer {
        end: End::Stopped(reason),
        solutions: Vec::new(),
        starts: Vec::new(),
        n_solutions: 0,
        cost: None,
        lower_bound: 0,
        counts: Counts::default(),
        held: 0,
        rounds: Vec::new(),
    }
}

/// A way that spells the word along two lines at once is found from a start of each.
fn without_repeats(mut answer: Answer) -> Answer {
    let n = answer.solutions.len();
    let mut seen = std::collections::HashSet::new();
    let is_new: Vec<bool> = answer.solutions.iter().map(|moves| seen.insert(moves.clone())).collect();
    let keeps = |i: usize| is_new[i];
    answer.starts = (0..n).filter(|&i| keeps(i)).map(|i| answer.start_of(i)).collect();
    answer.solutions = (0..n).filter(|&i| keeps(i)).map(|i| answer.solutions[i].clone()).collect();
    answer.n_solutions -= (n - answer.solutions.len()) as u64;
    answer
}

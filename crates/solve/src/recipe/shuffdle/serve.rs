//! Shuffdle at the façade: which problem serves a request, and the tables made so far.
//!
//! A first answer does not wait for tables. Path clearing searches at once; if it has not found the answer soon, the
//! tables are made beside it, and if it has not found it when it has had its share of nodes, the tables take over. That
//! share is a number of nodes and no time, so the answer is the same on every machine.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use puzzle::shuffdle::{Lines, Shift};
use search::{Answer, Control, End, Executor, Limits, Move, Rank, StopReason};

use super::pattern::{Pattern, Patterns};
use super::{Heuristic, Manhattan, PathClearing, Slides, State, Zero, roots};
use crate::error::Error;
use crate::question::Spelling;
use crate::request::{Algorithm, Estimate, Method};
use crate::searching::{Roots, search_from};
use crate::solver::{Demand, Found};

/// Nodes that path clearing gets by itself: most boards need no more, and they take a moment.
const EASY: u64 = 200_000;

/// Nodes that path clearing gets beside the making of tables, about as many as it makes in that time.
const PATIENCE: u64 = 3_000_000;

/// Solves boards and keeps the tables it has made.
#[derive(Default)]
pub(crate) struct Recipes {
    zero: OnceLock<Slides<Zero>>,
    manhattan: OnceLock<Slides<Manhattan>>,
    clearing: OnceLock<Slides<PathClearing>>,
    patterns: OnceLock<Patterns>,
    bottom: OnceLock<Slides<Pattern>>,
    any: OnceLock<Slides<Pattern>>,
}

/// The slide of a move.
pub fn shift(mv: Move) -> Shift {
    Shift::from_index(usize::from(mv.0))
}

/// Plays moves under the rule of letters: whether all are possible and the word is spelled.
pub(crate) fn replay(spelling: &Spelling, moves: &[Move]) -> bool {
    let mut board = spelling.board;
    moves.iter().all(|&mv| board.slide(shift(mv)).is_some()) && board.spells(&spelling.word, spelling.lines)
}

/// How many of the moves are possible one after the other.
pub(crate) fn possible(spelling: &Spelling, moves: &[Move]) -> usize {
    let mut board = spelling.board;
    moves.iter().take_while(|&&mv| board.slide(shift(mv)).is_some()).count()
}

/// Whether there are tiles for all letters of the word. If so it can be spelled: with five holes any five tiles can be
/// brought anywhere.
///
/// # Errors
/// If not, with the letter that is missing.
pub(crate) fn check(spelling: &Spelling) -> Result<(), Error> {
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
    pub(crate) fn solve(
        &self,
        spelling: &Spelling,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<Found, Error> {
        let starts = roots(&spelling.board, &spelling.word, spelling.lines);
        let search = Search { starts: &starts, method, executor };
        let lines = spelling.lines;
        let (answer, estimate) = match self.choice(method, lines, &control.limits)? {
            Some(Estimate::Zero) => {
                (search.with(self.zero.get_or_init(|| Slides::new(Zero)), control), Estimate::Zero)
            }
            Some(Estimate::Manhattan) => {
                let problem = self.manhattan.get_or_init(|| Slides::new(Manhattan::new()));
                (search.with(problem, control), Estimate::Manhattan)
            }
            Some(Estimate::P1) => match self.pattern(lines, control) {
                Some(problem) => (self.by_tables(&search, problem, lines, control), Estimate::P1),
                None => (stopped(control), Estimate::P1),
            },
            Some(_) => (search.with(self.clearing(), control), Estimate::PathClearing),
            None => self.at_once(&search, lines, control),
        };
        let table_bytes = if estimate == Estimate::P1 { Patterns::bytes(lines) } else { 0 };
        let answer = if method.all { without_repeats(answer) } else { answer };
        Ok(Found { answer, longer: Vec::new(), estimate, table_bytes })
    }

    /// Makes the tables that a search needs from the beginning.
    pub(crate) fn prepare(
        &self,
        spelling: &Spelling,
        method: &Method,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), Error> {
        let lines = spelling.lines;
        let wants_tables = match self.choice(method, lines, &control.limits)? {
            Some(estimate) => estimate == Estimate::P1,
            None => demand == Demand::Many,
        };
        if wants_tables {
            self.pattern(lines, control);
        }
        Ok(())
    }

    /// What to estimate with; None to see how hard the board is.
    fn choice(&self, method: &Method, lines: Lines, limits: &Limits) -> Result<Option<Estimate>, Error> {
        let needed = Patterns::peak_bytes(lines);
        let has_room = self.patterns().is_made(lines) || needed <= limits.max_memory;
        match method.estimate {
            _ if !method.algorithm.uses_heuristic() => Ok(Some(Estimate::Zero)),
            Some(Estimate::P1) if !has_room => {
                Err(Error::NoRoom { estimate: Estimate::P1, needed, allowed: limits.max_memory })
            }
            Some(estimate) => Ok(Some(estimate)),
            None if !has_room => Ok(Some(Estimate::PathClearing)),
            None if self.patterns().is_made(lines) || method.algorithm != Algorithm::AStar => {
                Ok(Some(Estimate::P1))
            }
            None => Ok(None),
        }
    }

    fn clearing(&self) -> &Slides<PathClearing> {
        self.clearing.get_or_init(|| Slides::new(PathClearing::new()))
    }

    fn patterns(&self) -> &Patterns {
        self.patterns.get_or_init(Patterns::new)
    }

    /// The problem with tables, which are made if they are not there. None if somebody stopped that.
    fn pattern(&self, lines: Lines, control: &Control<'_>) -> Option<&Slides<Pattern>> {
        let slot = match lines {
            Lines::Bottom => &self.bottom,
            Lines::Any => &self.any,
        };
        if slot.get().is_none() {
            self.patterns().make(lines, control.observer, &|| control.stopped().is_none());
        }
        let heuristic = || self.patterns().heuristic(lines);
        match slot.get() {
            Some(problem) => Some(problem),
            None => heuristic().map(|heuristic| slot.get_or_init(|| Slides::new(heuristic))),
        }
    }

    fn by_tables(
        &self,
        search: &Search<'_>,
        problem: &Slides<Pattern>,
        lines: Lines,
        control: &Control<'_>,
    ) -> Answer {
        search.with(problem, &control.within(less_memory(&control.limits, Patterns::bytes(lines))))
    }

    /// Path clearing first, tables if it takes long.
    fn at_once(&self, search: &Search<'_>, lines: Lines, control: &Control<'_>) -> (Answer, Estimate) {
        let limits = control.limits;
        let up_to = |max_nodes: u64, limits: Limits| {
            control.within(Limits { max_nodes: max_nodes.min(limits.max_nodes), ..limits })
        };
        let gave_up = |answer: &Answer| {
            answer.end == End::Stopped(StopReason::Nodes) && answer.counts.generated < limits.max_nodes
        };
        let easy = search.with(self.clearing(), &up_to(EASY, limits));
        if !gave_up(&easy) {
            return (easy, Estimate::PathClearing);
        }
        let is_wanted = AtomicBool::new(true);
        let patient = std::thread::scope(|scope| {
            let goes_on = || is_wanted.load(Ordering::Relaxed) && control.stopped().is_none();
            let patterns = self.patterns();
            scope.spawn(move || patterns.make(lines, control.observer, &goes_on));
            let beside = less_memory(&limits, Patterns::peak_bytes(lines));
            let answer = search.with(self.clearing(), &up_to(PATIENCE, beside));
            let is_over = !gave_up(&answer) && answer.end != End::Stopped(StopReason::Memory);
            is_wanted.store(!is_over, Ordering::Relaxed);
            answer
        });
        let mut counts = easy.counts;
        counts += patient.counts;
        if !is_wanted.load(Ordering::Relaxed) {
            return (Answer { counts, ..patient }, Estimate::PathClearing);
        }
        let mut answer = match self.pattern(lines, control) {
            Some(problem) => self.by_tables(search, problem, lines, control),
            None => stopped(control),
        };
        answer.counts += counts;
        (answer, Estimate::P1)
    }
}

fn less_memory(limits: &Limits, bytes: u64) -> Limits {
    Limits { max_memory: limits.max_memory.saturating_sub(bytes), ..*limits }
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
        counts: search::Counts::default(),
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

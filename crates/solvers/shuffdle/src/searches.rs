//! Which problem serves a request, and the tables made so far.
//!
//! A first answer does not wait for tables. Path clearing searches at once; if it has not found the answer soon, the
//! tables are made beside it, and if it has not found it when it has had its share of nodes, the tables take over. In the
//! same way the tables of single targets search while those of pairs are made, which only the hardest boards need. Shares
//! are numbers of nodes and no times, so the answer is the same on every machine.

use puzzle::shuffdle::Lines;
use search::{Answer, Control, Executor, Limits, Rank};
use solver::{
    Algorithm, Demand, Heuristic as Named, Method, Roots, SolveOutcome, search_blind, search_informed,
};

use crate::errors::ShuffdleError;
use crate::info::{MANHATTAN, P1, P2, PATH_CLEARING};
use crate::node_shares::{Shares, Stages, less_memory};
use crate::pairs::{PairTables, Pairs};
use crate::pattern::{Pattern, Patterns, kinds};
use crate::shuffdle_solver::{ShuffdleSolver, WithTables};
use crate::{Heuristic, Manhattan, PathClearing, Slides, Spelling, State, Zero, roots};

/// Nodes that path clearing gets by itself: most boards need no more, and they take a moment.
const EASY: u64 = 200_000;

/// Nodes that path clearing gets for each kind of line beside the making of tables, about as many as it makes in that time.
const PATIENCE: u64 = 3_000_000;

/// Nodes that the tables of single targets get by themselves: enough for all but one board in a thousand or so, which take
/// less time than tables of pairs take to make.
const LONG: u64 = 60_000_000;

/// Nodes that they get beside the making of the tables of pairs.
const LONGER: u64 = 300_000_000;

/// What an answer was found with.
struct Means {
    heuristic: Named,
    table_bytes: u64,
}

impl Means {
    fn without_tables(heuristic: Named) -> Means {
        Means { heuristic, table_bytes: 0 }
    }

    fn singles(lines: Lines) -> Means {
        Means { heuristic: P1, table_bytes: Patterns::bytes(lines) }
    }

    fn pairs(lines: Lines, n: usize) -> Means {
        Means { heuristic: P2, table_bytes: PairTables::bytes(lines, n) }
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
        search_informed(problem, self.roots(), self.method, self.executor, control)
    }

    /// The same without a heuristic, by any algorithm.
    fn without_heuristic(&self, problem: &Slides<Zero>, control: &Control<'_>) -> Answer {
        if self.method.algorithm.uses_heuristic() {
            return self.with(problem, control);
        }
        search_blind(problem, self.roots(), self.method, self.executor, control)
    }

    fn roots(&self) -> Roots<'_, State> {
        Roots { starts: self.starts, a_star: Rank::AStarNearest }
    }
}

impl ShuffdleSolver {
    /// Searches for the way to spell a word. It was checked.
    pub(crate) fn solve(
        &self,
        spelling: &Spelling,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, ShuffdleError> {
        let starts = roots(&spelling.board, &spelling.word, spelling.lines);
        let search = Search { starts: &starts, method, executor };
        let lines = spelling.lines;
        let (answer, means) = match self.choice(method, lines, &control.limits)? {
            Some(Named::NONE) => {
                let problem = self.zero.get_or_init(|| Slides::new(Zero));
                (search.without_heuristic(problem, control), Means::without_tables(Named::NONE))
            }
            Some(MANHATTAN) => {
                let problem = self.manhattan.get_or_init(|| Slides::new(Manhattan::new()));
                (search.with(problem, control), Means::without_tables(MANHATTAN))
            }
            Some(P1) => self.by_singles(&search, lines, control),
            Some(P2) => {
                self.by_pairs(&search, lines, PairTables::fitting(lines, control.limits.max_memory), control)
            }
            Some(_) => (search.with(self.clearing(), control), Means::without_tables(PATH_CLEARING)),
            None if self.patterns().is_made(lines) => self.by_any_tables(&search, lines, control),
            None => self.fallback_algorithm(&search, lines, control),
        };
        let answer = if method.all { without_repeats(answer) } else { answer };
        Ok(SolveOutcome::new(answer, means.heuristic, means.table_bytes))
    }

    /// Makes the tables that a search needs from the beginning.
    pub(crate) fn prepare(
        &self,
        spelling: &Spelling,
        method: &Method,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), ShuffdleError> {
        let lines = spelling.lines;
        match self.choice(method, lines, &control.limits)? {
            Some(P2) => {
                self.pairs(lines, PairTables::fitting(lines, control.limits.max_memory), control);
            }
            Some(P1) => {
                self.singles(lines, control);
            }
            // Tables of pairs pay from several hundred boards on, and it is not known how many there will be.
            None if demand == Demand::Many => {
                self.singles(lines, control);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the heuristic to search with; None to see how hard the board is.
    pub(crate) fn choice(
        &self,
        method: &Method,
        lines: Lines,
        limits: &Limits,
    ) -> Result<Option<Named>, ShuffdleError> {
        let needed = match method.heuristic {
            Some(P2) => PairTables::peak_bytes(lines, 1),
            _ if self.patterns().is_made(lines) => 0,
            _ => Patterns::peak_bytes(lines),
        };
        let has_room = needed <= limits.max_memory;
        match method.heuristic {
            _ if !method.algorithm.uses_heuristic() => Ok(Some(Named::NONE)),
            Some(heuristic @ (P1 | P2)) if !has_room => {
                Err(ShuffdleError::NoRoom { heuristic, needed, allowed: limits.max_memory })
            }
            Some(heuristic) => Ok(Some(heuristic)),
            None if !has_room => Ok(Some(PATH_CLEARING)),
            None if method.algorithm != Algorithm::A_STAR => Ok(Some(P1)),
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

    /// The problem with tables of single targets, which are made if they are not there. None if that was stopped.
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
            None => SolveOutcome::stopped(control, means.heuristic).answer,
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
            None => SolveOutcome::stopped(control, means.heuristic).answer,
        };
        (answer, means)
    }

    /// Path clearing first, tables if it takes long.
    fn fallback_algorithm(
        &self,
        search: &Search<'_>,
        lines: Lines,
        control: &Control<'_>,
    ) -> (Answer, Means) {
        let mut share = Shares::new(control);
        let make = |goes_on: &(dyn Fn() -> bool + Sync)| {
            self.patterns().make(lines, control.observer, goes_on);
        };
        let patience = PATIENCE * kinds(lines).len() as u64;
        let stages = Stages { alone: EASY, beside: patience, bytes: Patterns::peak_bytes(lines), held: 0 };
        match share.search(&stages, &|control| search.with(self.clearing(), control), &make) {
            Some(answer) => (answer, Means::without_tables(PATH_CLEARING)),
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

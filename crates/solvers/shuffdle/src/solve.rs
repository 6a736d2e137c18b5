//! Chooses the heuristic of a request, builds its tables and searches.
//!
//! The first answer does not wait for tables. Path clearing searches at once; if it does not find the answer soon, the
//! tables are built at the same time, and if it exhausts its node budget, the tables take over. In the same way p1
//! (single targets) searches while the tables of p2 (pairs) are built, which only the hardest boards need. Budgets are
//! node counts and not times, so the answer is the same on every machine.

use puzzle::shuffdle::Lines;
use search::{Answer, Control, Executor, Limits, Rank};
use solver::{
    Algorithm, Demand, Heuristic as Named, Method, Roots, SolveOutcome, search_blind, search_informed,
};

use crate::errors::ShuffdleError;
use crate::info::{MANHATTAN, P1, P2, PATH_CLEARING};
use crate::node_budget::{BudgetedSearch, NodeBudget, with_less_memory};
use crate::p1_pdb::{P1Pdb, P1Tables, line_classes};
use crate::p2_pdb::{P2Pdb, P2Tables};
use crate::solver::{PdbProblems, ShuffdleSolver};
use crate::{Heuristic, Manhattan, PathClearing, ShuffdleProblem, State, WordPuzzle, Zero, roots};

/// Node budget of path clearing alone: enough for most boards, within a moment.
const PATH_CLEARING_NODES: u64 = 200_000;

/// Node budget of path clearing while the tables are built, for each class of lines: about as many as it generates in
/// that time.
const PATH_CLEARING_NODES_DURING_BUILD: u64 = 3_000_000;

/// Node budget of p1 alone: enough for all but about one board in a thousand, in less time than the tables of pairs
/// take to build.
const P1_NODES: u64 = 60_000_000;

/// Node budget of p1 while the tables of pairs are built.
const P1_NODES_DURING_BUILD: u64 = 300_000_000;

/// The heuristic that found an answer, and the bytes of its tables.
struct HeuristicUsed {
    heuristic: Named,
    table_bytes: u64,
}

impl HeuristicUsed {
    fn without_tables(heuristic: Named) -> HeuristicUsed {
        HeuristicUsed { heuristic, table_bytes: 0 }
    }

    fn p1(lines: Lines) -> HeuristicUsed {
        HeuristicUsed { heuristic: P1, table_bytes: P1Tables::bytes(lines) }
    }

    fn p2(lines: Lines, n: usize) -> HeuristicUsed {
        HeuristicUsed { heuristic: P2, table_bytes: P2Tables::bytes(lines, n) }
    }
}

/// The parameters of a search except its heuristic.
#[derive(Clone, Copy)]
struct Search<'a> {
    starts: &'a [State],
    method: &'a Method,
    executor: &'a dyn Executor,
}

impl Search<'_> {
    fn with<H: Heuristic>(&self, problem: &ShuffdleProblem<H>, control: &Control<'_>) -> Answer {
        search_informed(problem, self.roots(), self.method, self.executor, control)
    }

    /// Searches without a heuristic, by any algorithm.
    fn without_heuristic(&self, problem: &ShuffdleProblem<Zero>, control: &Control<'_>) -> Answer {
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
    /// Searches for a shortest solution. The caller must have checked the puzzle.
    pub(crate) fn solve(
        &self,
        puzzle: &WordPuzzle,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Result<SolveOutcome, ShuffdleError> {
        let starts = roots(&puzzle.board, &puzzle.word, puzzle.lines);
        let search = Search { starts: &starts, method, executor };
        let lines = puzzle.lines;
        let (answer, used) = match self.choose_heuristic(method, lines, &control.limits)? {
            Some(Named::NONE) => {
                let problem = self.zero.get_or_init(|| ShuffdleProblem::new(Zero));
                (search.without_heuristic(problem, control), HeuristicUsed::without_tables(Named::NONE))
            }
            Some(MANHATTAN) => {
                let problem = self.manhattan.get_or_init(|| ShuffdleProblem::new(Manhattan::new()));
                (search.with(problem, control), HeuristicUsed::without_tables(MANHATTAN))
            }
            Some(P1) => self.search_with_p1(&search, lines, control),
            Some(P2) => self.search_with_p2(
                &search,
                lines,
                P2Tables::fitting(lines, control.limits.max_memory),
                control,
            ),
            Some(_) => {
                (search.with(self.path_clearing(), control), HeuristicUsed::without_tables(PATH_CLEARING))
            }
            None if self.p1_tables().is_built(lines) => self.escalate_from_p1(&search, lines, control),
            None => self.escalate_from_path_clearing(&search, lines, control),
        };
        let answer = if method.all { deduplicate(answer) } else { answer };
        Ok(SolveOutcome::new(answer, used.heuristic, used.table_bytes))
    }

    /// Builds the tables that a search needs from the beginning.
    pub(crate) fn prepare(
        &self,
        puzzle: &WordPuzzle,
        method: &Method,
        demand: Demand,
        control: &Control<'_>,
    ) -> Result<(), ShuffdleError> {
        let lines = puzzle.lines;
        match self.choose_heuristic(method, lines, &control.limits)? {
            Some(P2) => {
                self.p2_problem(lines, P2Tables::fitting(lines, control.limits.max_memory), control);
            }
            Some(P1) => {
                self.p1_problem(lines, control);
            }
            // Tables of pairs pay off from several hundred boards on, and the number of boards is unknown.
            None if demand == Demand::Many => {
                self.p1_problem(lines, control);
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns the heuristic to search with; None to escalate from a weak to a strong one.
    pub(crate) fn choose_heuristic(
        &self,
        method: &Method,
        lines: Lines,
        limits: &Limits,
    ) -> Result<Option<Named>, ShuffdleError> {
        let needed = match method.heuristic {
            Some(P2) => P2Tables::peak_bytes(lines, 1),
            _ if self.p1_tables().is_built(lines) => 0,
            _ => P1Tables::peak_bytes(lines),
        };
        let fits = needed <= limits.max_memory;
        match method.heuristic {
            _ if !method.algorithm.uses_heuristic() => Ok(Some(Named::NONE)),
            Some(heuristic @ (P1 | P2)) if !fits => {
                Err(ShuffdleError::NotEnoughMemory { heuristic, needed, allowed: limits.max_memory })
            }
            Some(heuristic) => Ok(Some(heuristic)),
            None if !fits => Ok(Some(PATH_CLEARING)),
            None if method.algorithm != Algorithm::A_STAR => Ok(Some(P1)),
            None => Ok(None),
        }
    }

    fn path_clearing(&self) -> &ShuffdleProblem<PathClearing> {
        self.path_clearing.get_or_init(|| ShuffdleProblem::new(PathClearing::new()))
    }

    fn p1_tables(&self) -> &P1Tables {
        self.p1_tables.get_or_init(P1Tables::new)
    }

    fn pdb_problems(&self, lines: Lines) -> &PdbProblems {
        match lines {
            Lines::Bottom => &self.bottom,
            Lines::Any => &self.any,
        }
    }

    /// Returns the problem with p1, and builds its tables on first use. None if that is stopped.
    fn p1_problem(&self, lines: Lines, control: &Control<'_>) -> Option<&ShuffdleProblem<P1Pdb>> {
        let slot = &self.pdb_problems(lines).p1;
        if slot.get().is_none() {
            self.p1_tables().build(lines, control.observer, &|| control.stopped().is_none());
            let heuristic = self.p1_tables().heuristic(lines)?;
            return Some(slot.get_or_init(|| ShuffdleProblem::new(heuristic)));
        }
        slot.get()
    }

    /// Returns the problem with p2 tables of `n` pairs, and builds them on first use. None if that is stopped.
    fn p2_problem(&self, lines: Lines, n: usize, control: &Control<'_>) -> Option<&ShuffdleProblem<P2Pdb>> {
        let slot = &self.pdb_problems(lines).p2[n - 1];
        if slot.get().is_none() {
            self.p1_problem(lines, control)?;
            let should_continue = || control.stopped().is_none();
            self.p2_tables.build((lines, n), self.p1_tables(), control.observer, &should_continue);
            let heuristic = self.p2_tables.heuristic(self.p1_tables(), lines, n)?;
            return Some(slot.get_or_init(|| ShuffdleProblem::new(heuristic)));
        }
        slot.get()
    }

    fn search_with_p1(
        &self,
        search: &Search<'_>,
        lines: Lines,
        control: &Control<'_>,
    ) -> (Answer, HeuristicUsed) {
        let used = HeuristicUsed::p1(lines);
        let answer = match self.p1_problem(lines, control) {
            Some(problem) => search.with(problem, &with_less_memory(control, used.table_bytes)),
            None => SolveOutcome::stopped(control, used.heuristic).answer,
        };
        (answer, used)
    }

    fn search_with_p2(
        &self,
        search: &Search<'_>,
        lines: Lines,
        n: usize,
        control: &Control<'_>,
    ) -> (Answer, HeuristicUsed) {
        let used = HeuristicUsed::p2(lines, n);
        let answer = match self.p2_problem(lines, n, control) {
            Some(problem) => search.with(problem, &with_less_memory(control, used.table_bytes)),
            None => SolveOutcome::stopped(control, used.heuristic).answer,
        };
        (answer, used)
    }

    /// Searches with path clearing first, and with tables if that exhausts its budget.
    fn escalate_from_path_clearing(
        &self,
        search: &Search<'_>,
        lines: Lines,
        control: &Control<'_>,
    ) -> (Answer, HeuristicUsed) {
        let mut budgeted = BudgetedSearch::new(control);
        let build = |should_continue: &(dyn Fn() -> bool + Sync)| {
            self.p1_tables().build(lines, control.observer, should_continue);
        };
        let during_build = PATH_CLEARING_NODES_DURING_BUILD * line_classes(lines).len() as u64;
        let budget = NodeBudget {
            before_build: PATH_CLEARING_NODES,
            during_build,
            build_peak_bytes: P1Tables::peak_bytes(lines),
            table_bytes: 0,
        };
        match budgeted.search(&budget, &|control| search.with(self.path_clearing(), control), &build) {
            Some(answer) => (answer, HeuristicUsed::without_tables(PATH_CLEARING)),
            None => {
                let (answer, used) = self.escalate_from_p1(search, lines, &budgeted.remaining());
                (budgeted.with_earlier_counts(answer), used)
            }
        }
    }

    /// Searches with p1 first, and with p2 if that exhausts its budget and the tables fit the memory.
    fn escalate_from_p1(
        &self,
        search: &Search<'_>,
        lines: Lines,
        control: &Control<'_>,
    ) -> (Answer, HeuristicUsed) {
        let n = P2Tables::fitting(lines, control.limits.max_memory);
        let Some(problem) = self.p1_problem(lines, control).filter(|_| n > 0) else {
            return self.search_with_p1(search, lines, control);
        };
        let mut budgeted = BudgetedSearch::new(control);
        let build = |should_continue: &(dyn Fn() -> bool + Sync)| {
            self.p2_tables.build((lines, n), self.p1_tables(), control.observer, should_continue);
        };
        let (build_peak_bytes, table_bytes) = (P2Tables::peak_bytes(lines, n), P1Tables::bytes(lines));
        let budget = NodeBudget {
            before_build: P1_NODES,
            during_build: P1_NODES_DURING_BUILD,
            build_peak_bytes,
            table_bytes,
        };
        match budgeted.search(&budget, &|control| search.with(problem, control), &build) {
            Some(answer) => (answer, HeuristicUsed::p1(lines)),
            None => {
                let (answer, used) = self.search_with_p2(search, lines, n, &budgeted.remaining());
                (budgeted.with_earlier_counts(answer), used)
            }
        }
    }
}

/// Removes duplicate solutions: one that spells the word along two lines at once is found from a root of each.
fn deduplicate(mut answer: Answer) -> Answer {
    let n = answer.solutions.len();
    let mut seen = std::collections::HashSet::new();
    let is_new: Vec<bool> = answer.solutions.iter().map(|moves| seen.insert(moves.clone())).collect();
    let keeps = |i: usize| is_new[i];
    answer.starts = (0..n).filter(|&i| keeps(i)).map(|i| answer.start_of(i)).collect();
    answer.solutions = (0..n).filter(|&i| keeps(i)).map(|i| answer.solutions[i].clone()).collect();
    answer.n_solutions -= (n - answer.solutions.len()) as u64;
    answer
}

#[cfg(test)]
mod tests {
    use search::Move;

    use super::*;

    /// A solution that spells the word along two lines is found from two starts and counts once, also beside solutions
    /// that are counted and not stored.
    #[test]
    fn solutions_along_two_lines_count_once() {
        let [a, b, c] = [1, 2, 3].map(|mv| vec![Move(mv), Move(7)]);
        let found = Answer {
            solutions: vec![a.clone(), b.clone(), a.clone(), c.clone(), b.clone()],
            starts: vec![0, 0, 1, 2, 2],
            n_solutions: 9,
            ..Answer::unknown(2)
        };
        let once = deduplicate(found);
        assert_eq!((once.solutions, once.starts, once.n_solutions), (vec![a, b, c], vec![0, 0, 2], 7));
    }
}

//! Searches in single-tile moves. IDA* with pattern databases begins with small tables and escalates to larger ones
//! when its rounds become long.

use std::sync::atomic::Ordering;

use puzzle::Board;
use search::{Answer, Control, Deepening, End, Executor, Rank, StopReason, Want, ida_star, ida_star_each};
use solver::{
    Algorithm, Cancelled, Demand, Heuristic as Named, Method, Roots, SolveOutcome, search_best_first,
    search_blind,
};

use crate::dispatch::{ProblemChoice, ProblemVisitor};
use crate::errors::MAX_OPTIMAL_CELLS;
use crate::info::PATTERN;
use crate::packed_board::PackedBoard;
use crate::pdb::escalation::{self, Stage};
use crate::query::Query;
use crate::solver::SlidingSolver;
use crate::{Heuristic, Sliding, State};

/// Nodes of a round after which a search leaves the batch and is run alone: a tenth of a second.
const MAX_BATCH_NODES: u64 = 2_000_000;

impl SlidingSolver {
    /// Runs the search that the query requests. The caller must have checked the query.
    pub(crate) fn search(
        &self,
        query: &Query<'_>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        let mut before: Option<SolveOutcome> = None;
        for stage in self.stages(query, control.limits.max_memory) {
            let node_budget = stage.map_or(u64::MAX, |stage| stage.node_budget);
            let choice = ProblemChoice::new(self, query, stage, control);
            let search =
                Search { board: query.puzzle.board, method: query.method, node_budget, executor, control };
            let used = match choice.heuristic {
                Named::NONE => choice.zero(BlindSearch(search)),
                _ if query.puzzle.goal.n_cells() > MAX_OPTIMAL_CELLS => choice.large(BestFirst(search)),
                _ => choice.informed(search),
            };
            let mut found = match used {
                Ok((answer, table_bytes)) => SolveOutcome::new(answer, choice.heuristic, table_bytes),
                Err(Cancelled) => SolveOutcome::stopped(control, choice.heuristic),
            };
            if let Some(before) = before {
                add(&mut found.answer, before.answer);
            }
            // A search that exhausted its node budget continues from its proved bound with the next stage.
            let answer = &found.answer;
            let should_continue = answer.end == End::Stopped(StopReason::Cost)
                && answer.lower_bound <= control.limits.max_cost
                && node_budget < u64::MAX;
            if !should_continue {
                return found;
            }
            before = Some(found);
        }
        before.expect("there is a stage, and the last one has no node budget")
    }

    /// Searches several boards side by side (interleaved) on the calling thread. Returns None for boards that are
    /// better solved alone: those that take long, which all threads then share, or all if interleaving gains nothing.
    /// The caller must have checked all boards.
    pub(crate) fn search_each(
        &self,
        boards: &[&Board],
        query: &Query<'_>,
        control: &Control<'_>,
    ) -> Vec<Option<SolveOutcome>> {
        let alone = || boards.iter().map(|_| None).collect();
        if query.heuristic() != PATTERN || query.method.algorithm != Algorithm::IDA_STAR || query.method.all {
            return alone();
        }
        let first = self.stages(query, control.limits.max_memory).swap_remove(0);
        let choice = ProblemChoice::new(self, query, first, control);
        if !choice.is_interleaved() {
            return alone();
        }
        match choice.interleaved(SideBySide { boards, control }) {
            Ok(found) => found,
            Err(Cancelled) => boards.iter().map(|_| Some(SolveOutcome::stopped(control, PATTERN))).collect(),
        }
    }

    /// Builds the tables of the first stage of a search.
    pub(crate) fn prepare_search(&self, query: &Query<'_>, demand: Demand, control: &Control<'_>) {
        self.expects_many.fetch_or(demand == Demand::Many, Ordering::Relaxed);
        let first = self.stages(query, control.limits.max_memory).swap_remove(0);
        let choice = ProblemChoice::new(self, query, first, control);
        let made = match choice.heuristic {
            Named::NONE => choice.zero(Prepare),
            _ if query.puzzle.goal.n_cells() > MAX_OPTIMAL_CELLS => choice.large(Prepare),
            _ => choice.informed(Prepare),
        };
        // If building was stopped, the search is stopped, too.
        made.unwrap_or(());
    }

    /// Returns the stages of a search: one without tables, or several with larger and larger tables.
    pub(crate) fn stages(&self, query: &Query<'_>, max_memory: u64) -> Vec<Option<Stage>> {
        if query.heuristic() != PATTERN {
            return vec![None];
        }
        if let Some(partition) = query.groups {
            return vec![Some(Stage { partition, node_budget: u64::MAX })];
        }
        let goal = query.puzzle.goal;
        let expects_many = self.expects_many.load(Ordering::Relaxed);
        let demand = if expects_many { Demand::Many } else { Demand::One };
        // Chosen once: the stored tables may change while boards are solved, but the stages should not.
        let mut known = self.stages.lock().expect("choosing does not panic");
        let choose = || escalation::stages(goal, demand, max_memory, &self.store);
        let mut stages = known.entry((goal.clone(), expects_many, max_memory)).or_insert_with(choose).clone();
        if query.method.algorithm != Algorithm::IDA_STAR {
            // Only iterative deepening can be interrupted between rounds.
            stages.truncate(1);
            stages[0].node_budget = u64::MAX;
        }
        stages.into_iter().map(Some).collect()
    }
}

/// Adds the counts of a search to those of the search that continued it.
fn add(answer: &mut Answer, before: Answer) {
    answer.counts += before.counts;
    answer.held = answer.held.max(before.held);
    answer.lower_bound = answer.lower_bound.max(before.lower_bound);
    answer.rounds = before.rounds.into_iter().chain(std::mem::take(&mut answer.rounds)).collect();
}

/// Builds the problem only.
struct Prepare;

impl ProblemVisitor for Prepare {
    type Output = ();
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, _problem: &Sliding<C, H>) {}
}

/// A search by an algorithm that uses a heuristic.
struct Search<'a> {
    board: &'a Board,
    method: &'a Method,
    /// No round starts after one of more nodes than this.
    node_budget: u64,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

/// An answer, and the bytes of the tables used.
type AnswerAndBytes = (Answer, u64);

impl ProblemVisitor for Search<'_> {
    type Output = AnswerAndBytes;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> AnswerAndBytes {
        if self.method.algorithm != Algorithm::IDA_STAR {
            return BestFirst(self).visit(problem);
        }
        let want = if self.method.all { Want::All } else { Want::First };
        let rounds = Deepening { want, node_budget: self.node_budget, ..Deepening::default() };
        let start = problem.state(self.board);
        (ida_star(problem, &start, &rounds, self.executor, self.control), problem.table_bytes())
    }
}

/// A best-first search: uses a heuristic and duplicate detection.
struct BestFirst<'a>(Search<'a>);

impl ProblemVisitor for BestFirst<'_> {
    type Output = AnswerAndBytes;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> AnswerAndBytes {
        let Search { board, method, control, .. } = self.0;
        let starts = [problem.state(board)];
        (search_best_first(problem, from(&starts), method, control), problem.table_bytes())
    }
}

/// A search by any generic algorithm, without a heuristic.
struct BlindSearch<'a>(Search<'a>);

impl ProblemVisitor for BlindSearch<'_> {
    type Output = AnswerAndBytes;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> AnswerAndBytes {
        let Search { board, method, executor, control, .. } = self.0;
        if method.algorithm.uses_heuristic() {
            return self.0.visit(problem);
        }
        let starts = [problem.state(board)];
        (search_blind(problem, from(&starts), method, executor, control), problem.table_bytes())
    }
}

/// Returns the roots of a search from one start.
pub(crate) fn from<S>(starts: &[S; 1]) -> Roots<'_, S> {
    Roots { starts, a_star: Rank::AStar }
}

/// Interleaved searches from several boards.
struct SideBySide<'a> {
    boards: &'a [&'a Board],
    control: &'a Control<'a>,
}

impl ProblemVisitor for SideBySide<'_> {
    type Output = Vec<Option<SolveOutcome>>;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> Vec<Option<SolveOutcome>> {
        let starts: Vec<State<C, H::Value>> = self.boards.iter().map(|board| problem.state(board)).collect();
        let table_bytes = problem.table_bytes();
        let found = |answer: Answer| {
            let is_long = answer.end == End::Stopped(StopReason::Cost)
                && answer.lower_bound <= self.control.limits.max_cost;
            (!is_long).then(|| SolveOutcome::new(answer, PATTERN, table_bytes))
        };
        ida_star_each(problem, &starts, MAX_BATCH_NODES, self.control).into_iter().map(found).collect()
    }
}

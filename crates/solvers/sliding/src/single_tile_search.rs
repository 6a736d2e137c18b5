//! Searches for the way from a board to its goal, in moves of single tiles. A search with pattern databases begins with
//! small tables and goes on with larger ones when its rounds become long.

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

/// Nodes of a round after which a search is not one of several any more: a tenth of a second.
const MAX_BATCH_NODES: u64 = 2_000_000;

impl SlidingSolver {
    /// Searches as asked. The query was checked.
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
            // A search that used up its budget has another bound to go on with.
            let answer = &found.answer;
            let should_continue = answer.end == End::Stopped(StopReason::Cost)
                && answer.lower_bound <= control.limits.max_cost
                && node_budget < u64::MAX;
            if !should_continue {
                return found;
            }
            before = Some(found);
        }
        before.expect("there is a stage, and the last one does not give up")
    }

    /// Searches for the ways from several boards side by side on the calling thread. None for those that are better solved
    /// alone: if they take long, by all threads, or if there is nothing to be won. All were checked.
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

    /// Makes the tables that a search begins with.
    pub(crate) fn prepare_search(&self, query: &Query<'_>, demand: Demand, control: &Control<'_>) {
        self.expects_many.fetch_or(demand == Demand::Many, Ordering::Relaxed);
        let first = self.stages(query, control.limits.max_memory).swap_remove(0);
        let choice = ProblemChoice::new(self, query, first, control);
        let made = match choice.heuristic {
            Named::NONE => choice.zero(Prepare),
            _ if query.puzzle.goal.n_cells() > MAX_OPTIMAL_CELLS => choice.large(Prepare),
            _ => choice.informed(Prepare),
        };
        // If it was stopped, the search will be, too.
        made.unwrap_or(());
    }

    /// Returns the stages of a search: one without tables, or some with more and more.
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
        // Chosen once: what is kept may change while boards are solved, and what they are solved with should not.
        let mut known = self.stages.lock().expect("choosing does not panic");
        let choose = || escalation::stages(goal, demand, max_memory, &self.store);
        let mut stages = known.entry((goal.clone(), expects_many, max_memory)).or_insert_with(choose).clone();
        if query.method.algorithm != Algorithm::IDA_STAR {
            // Only rounds can be broken off.
            stages.truncate(1);
            stages[0].node_budget = u64::MAX;
        }
        stages.into_iter().map(Some).collect()
    }
}

/// Adds what a search has done before another took over.
fn add(answer: &mut Answer, before: Answer) {
    answer.counts += before.counts;
    answer.held = answer.held.max(before.held);
    answer.lower_bound = answer.lower_bound.max(before.lower_bound);
    answer.rounds = before.rounds.into_iter().chain(std::mem::take(&mut answer.rounds)).collect();
}

/// Makes the problem and does nothing with it.
struct Prepare;

impl ProblemVisitor for Prepare {
    type Output = ();
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, _problem: &Sliding<C, H>) {}
}

/// A search by an algorithm that asks for a heuristic.
struct Search<'a> {
    board: &'a Board,
    method: &'a Method,
    /// No round is begun after one of more nodes.
    node_budget: u64,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

/// An answer, and the bytes of tables that it took.
type AnswerAndBytes = (Answer, u64);

impl ProblemVisitor for Search<'_> {
    type Output = AnswerAndBytes;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> AnswerAndBytes {
        if self.method.algorithm != Algorithm::IDA_STAR {
            return BestFirst(self).visit(problem);
        }
        let want = if self.method.all { Want::All } else { Want::First };
        let rounds = Deepening { want, patience: self.node_budget, ..Deepening::default() };
        let start = problem.state(self.board);
        (ida_star(problem, &start, &rounds, self.executor, self.control), problem.table_bytes())
    }
}

/// A search by an algorithm that asks for a heuristic and remembers boards.
struct BestFirst<'a>(Search<'a>);

impl ProblemVisitor for BestFirst<'_> {
    type Output = AnswerAndBytes;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> AnswerAndBytes {
        let Search { board, method, control, .. } = self.0;
        let starts = [problem.state(board)];
        (search_best_first(problem, from(&starts), method, control), problem.table_bytes())
    }
}

/// A search by any algorithm of the engine, without a heuristic.
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

/// A search from one start.
pub(crate) fn from<S>(starts: &[S; 1]) -> Roots<'_, S> {
    Roots { starts, a_star: Rank::AStar }
}

/// Searches from several boards side by side.
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

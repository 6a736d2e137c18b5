//! Solves a board by beam search. The first solution (the incumbent) comes from the constructive solver, and the
//! solutions that the beams find after it are shorter.

use puzzle::Board;
use search::beam::{Beam, BeamAnswer, beam_search};
use search::{Control, Cost, End, Executor, Move, StopReason};

use super::constructive::solve::{lower_bound, solve as construct};
use super::dispatch::{ProblemChoice, ProblemVisitor};
use super::info::PATTERN;
use super::metric::{SlideMetric, in_metric};
use super::packed_board::PackedBoard;
use super::query::{Puzzle, Query, best_heuristic};
use super::solver::SlidingSolver;
use super::{Heuristic, Sliding};
use solver::{Algorithm, Method, SolveOutcome};

/// Widths of the first beam of a series of improving beams, and of a single beam.
const FIRST_WIDTH: usize = 1 << 7;
const ONLY_WIDTH: usize = 1 << 10;
/// Number of doublings after which a beam exceeds any memory.
const MAX_BEAMS: u32 = 24;

/// Solves a board by beams, each twice as wide as the one before, until a limit or a proof of optimality ends the
/// search. Runs a single beam if the method does not ask for improvement.
pub(crate) fn solve(
    solver: &SlidingSolver,
    puzzle: Puzzle<'_>,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> SolveOutcome {
    let Puzzle { board, goal, metric } = puzzle;
    let single = Puzzle { metric: SlideMetric::SingleTile, ..puzzle };
    let mut found = construct(solver, single, executor, control);
    let lower_bound = lower_bound(puzzle);
    found.answer.lower_bound = lower_bound;
    let heuristic = best_heuristic(goal);
    found.heuristic = heuristic;
    if found.answer.end != End::Solved {
        return found;
    }
    let report = |moves: &[Move]| {
        if method.improve {
            let moves = in_metric(moves, metric);
            control.observer.improved(moves.len() as Cost, &moves);
        }
    };
    let mut best = found.answer.solutions.swap_remove(0);
    report(&best);
    let (first, n_beams) = match (method.improve, method.max_phase1) {
        (false, _) => (ONLY_WIDTH, 1),
        (true, most) => (FIRST_WIDTH, most.map_or(u32::MAX, |most| most as u32)),
    };
    let plain = Method { algorithm: Algorithm::IDA_STAR, heuristic: Some(heuristic), ..*method };
    let query = Query { puzzle: single, method: &plain, groups: None };
    for doubled in 0..n_beams.min(MAX_BEAMS) {
        if best.len() as Cost <= lower_bound {
            break;
        }
        let beam = Beam { width: first << doubled, shorter_than: best.len() };
        let visitor = BeamVisitor { board, beam, control };
        let stage = solver.stages(&query, control.limits.max_memory).swap_remove(0);
        let choice = ProblemChoice::new(solver, &query, stage, control);
        let searched = match heuristic {
            PATTERN => choice.pattern(visitor),
            _ => choice.large_linear_conflict(visitor),
        };
        // If building tables is stopped, the incumbent remains the answer.
        let Ok(BeamAnswer { solution, generated, stopped }) = searched else { break };
        found.answer.counts.generated += generated;
        if let Some(moves) = solution {
            report(&moves);
            best = moves;
        }
        if stopped.is_some() {
            // The incumbent remains the answer.
            break;
        }
    }
    let best = in_metric(&best, metric);
    found.answer.cost = Some(best.len() as Cost);
    if best.len() as Cost > control.limits.max_cost {
        found.answer.end = End::Stopped(StopReason::Cost);
    }
    found.answer.solutions = vec![best];
    found
}

/// Runs a beam search on the problem type chosen for the board.
struct BeamVisitor<'a> {
    board: &'a Board,
    beam: Beam,
    control: &'a Control<'a>,
}

impl ProblemVisitor for BeamVisitor<'_> {
    type Output = BeamAnswer;
    fn visit<C: PackedBoard, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> BeamAnswer {
        beam_search(problem, &problem.state(self.board), self.beam, self.control)
    }
}

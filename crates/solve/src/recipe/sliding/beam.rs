//! Boards by beam search. The first solution comes from the solver that goes tile by tile, and what the beams find after it
//! is at least as short.

use puzzle::Board;
use search::beam::{Beam, BeamAnswer, beam_search};
use search::{Control, Cost, End, Executor, Move, StopReason};

use super::cells::Cells;
use super::construct::serve::{Wish, least, solve as construct};
use super::metric::{SlideMetric, in_metric};
use super::serve::{Recipes, User};
use super::{Heuristic, Sliding};
use crate::error::Error;
use crate::request::{Algorithm, Estimate, Method};
use crate::solver::Found;

/// As wide as the first beam is, and as one is that is asked for once.
const FIRST_WIDTH: usize = 1 << 7;
const ONLY_WIDTH: usize = 1 << 10;
/// Wider ones than this doubled so often are beyond all memory.
const MOST_BEAMS: u32 = 24;

/// Solves a board by beams that are twice as wide each, until a limit or a proof ends it; by one if no more is asked for.
///
/// # Errors
/// If the board cannot be searched.
pub(crate) fn solve(
    recipes: &Recipes,
    wish: Wish<'_>,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Result<Found, Error> {
    let Wish { board, goal, metric } = wish;
    let single = Wish { metric: SlideMetric::SingleTile, ..wish };
    let mut found = construct(recipes, single, executor, control)?;
    let lower_bound = least(wish);
    found.answer.lower_bound = lower_bound;
    let estimate = Estimate::best_for(board.rows(), board.cols());
    found.estimate = estimate;
    if found.answer.end != End::Solved {
        return Ok(found);
    }
    let tell = |moves: &[Move]| {
        if method.improve {
            let moves = in_metric(moves, metric);
            control.observer.improved(moves.len() as Cost, &moves);
        }
    };
    let mut best = found.answer.solutions.swap_remove(0);
    tell(&best);
    let (first, n_beams) = match (method.improve, method.max_probes) {
        (false, _) => (ONLY_WIDTH, 1),
        (true, most) => (FIRST_WIDTH, most.map_or(u32::MAX, |most| most as u32)),
    };
    let plain = Method { algorithm: Algorithm::IdaStar, estimate: Some(estimate), ..*method };
    for doubled in 0..n_beams.min(MOST_BEAMS) {
        if best.len() as Cost <= lower_bound {
            break;
        }
        let beam = Beam { width: first << doubled, shorter_than: best.len() };
        let user = BeamUser { board, beam, control };
        // Who did not want to wait for tables keeps what was found before.
        let Ok(searched) = recipes.with_problem(goal, &plain, control, user)? else { break };
        let BeamAnswer { solution, generated, stopped } = searched;
        found.answer.counts.generated += generated;
        if let Some(moves) = solution {
            tell(&moves);
            best = moves;
        }
        if stopped.is_some() {
            // What was found before stays an answer.
            break;
        }
    }
    let best = in_metric(&best, metric);
    found.answer.cost = Some(best.len() as Cost);
    if best.len() as Cost > control.limits.max_cost {
        found.answer.end = End::Stopped(StopReason::Cost);
    }
    found.answer.solutions = vec![best];
    Ok(found)
}

/// A beam search on whichever problem serves the board.
struct BeamUser<'a> {
    board: &'a Board,
    beam: Beam,
    control: &'a Control<'a>,
}

impl User for BeamUser<'_> {
    type Out = BeamAnswer;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, _estimate: Estimate) -> BeamAnswer {
        beam_search(problem, &problem.state(self.board), self.beam, self.control)
    }
}

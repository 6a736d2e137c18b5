//! Beam search: of all positions that so many moves lead to, only the most promising are gone on with. Nothing is proved by
//! it; a wider beam finds shorter solutions. The first one comes from the solver that goes tile by tile, and what is found
//! after it is at least as short.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use hashbrown::HashSet;
use puzzle::Board;
use search::{Control, Cost, End, Executor, Move, OrderState, Problem, StopReason};

use super::cells::Cells;
use super::construct::serve::{Wish, least, solve as construct};
use super::metric::{SlideMetric, in_metric};
use super::serve::{Recipes, User};
use super::{Heuristic, Sliding};
use solver::Error;
use solver::Found;
use solver::{Algorithm, Estimate, Method};

/// As wide as the first beam is, and as one is that is asked for once.
const FIRST_WIDTH: usize = 1 << 7;
const ONLY_WIDTH: usize = 1 << 10;
/// Wider ones than this doubled so often are beyond all memory.
const MOST_BEAMS: u32 = 24;

/// Solves a board by beams that are twice as wide each, until a limit or a proof ends it; by one if no more is asked for.
///
/// # Errors
/// If the board cannot be searched.
pub fn solve(
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
        let beam = Beam { board, width: first << doubled, shorter_than: best.len(), control };
        // Who did not want to wait for tables keeps what was found before.
        let Ok(shone) = recipes.with_problem(goal, &plain, control, beam)? else { break };
        let Shone { moves, n_made, is_over } = shone;
        found.answer.counts.generated += n_made;
        if let Some(moves) = moves {
            tell(&moves);
            best = moves;
        }
        if is_over {
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

/// One beam.
struct Beam<'a> {
    board: &'a Board,
    width: usize,
    /// Longer solutions are of no use.
    shorter_than: usize,
    control: &'a Control<'a>,
}

/// What came of a beam.
struct Shone {
    /// A solution that is shorter than any before it.
    moves: Option<Vec<Move>>,
    /// How many positions were made.
    n_made: u64,
    /// Whether a limit ended it.
    is_over: bool,
}

impl User for Beam<'_> {
    type Out = Shone;
    fn use_it<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>, _estimate: Estimate) -> Shone {
        shine(problem, problem.state(self.board), &self)
    }
}

/// A position of the next level.
struct Candidate<S> {
    bound: Cost,
    /// Tells positions apart, and decides between those that are equally promising.
    print: u64,
    state: S,
    order: OrderState,
    parent: u32,
    mv: Move,
}

fn shine<P: Problem>(problem: &P, start: P::State, beam: &Beam<'_>) -> Shone
where
    P::State: Hash,
{
    // Fixed keys: the same beam finds the same solution.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut level = vec![(start, OrderState::START)];
    // By level, for each position the one it came from and the move.
    let mut ways: Vec<Vec<(u32, Move)>> = Vec::new();
    let (mut n_made, mut n_told) = (0, 0);
    let mut candidates: Vec<Candidate<P::State>> = Vec::new();
    while ways.len() + 1 < beam.shorter_than && !level.is_empty() {
        candidates.clear();
        for (parent, (state, order)) in level.iter().enumerate() {
            let mut to = *state;
            for mv in (0..problem.n_moves() as u16).map(Move) {
                let Some(after) = problem.move_order().after(*order, mv) else { continue };
                if !problem.step(state, mv, &mut to) {
                    continue;
                }
                let parent = parent as u32;
                if problem.is_goal(&to) {
                    return Shone { moves: Some(back(&ways, parent, mv)), n_made, is_over: false };
                }
                let bound = problem.lower_bound(&to);
                n_made += 1;
                if ways.len() + 1 + bound as usize >= beam.shorter_than {
                    continue;
                }
                let print = hasher.hash_one(to);
                if seen.insert(print) {
                    candidates.push(Candidate { bound, print, state: to, order: after, parent, mv });
                }
            }
        }
        let bytes = seen.capacity() * 9 + ways.len() * beam.width * size_of::<(u32, Move)>();
        let is_full = bytes as u64 > beam.control.limits.max_memory;
        if is_full || beam.control.poll(n_made - n_told).is_some() {
            return Shone { moves: None, n_made, is_over: true };
        }
        n_told = n_made;
        let rank = |candidate: &Candidate<P::State>| (candidate.bound, candidate.print);
        if candidates.len() > beam.width {
            candidates.select_nth_unstable_by_key(beam.width, rank);
            candidates.truncate(beam.width);
        }
        level = candidates.iter().map(|candidate| (candidate.state, candidate.order)).collect();
        ways.push(candidates.iter().map(|candidate| (candidate.parent, candidate.mv)).collect());
    }
    Shone { moves: None, n_made, is_over: false }
}

/// The moves that led to a position and one more.
fn back(ways: &[Vec<(u32, Move)>], parent: u32, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    let mut at = parent;
    for level in ways.iter().rev() {
        let (parent, mv) = level[at as usize];
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}

//! Beam search: of all positions that so many moves lead to, only the most promising are gone on with. Nothing is proved by
//! it; a wider beam finds shorter solutions. The first one comes from the solver that goes tile by tile, and what is found
//! after it is at least as short.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use hashbrown::HashSet;
use puzzle::Board;
use search::{Control, Cost, End, Executor, Move, OrderState, Problem, StopReason};

use super::cells::Cells;
use super::construct::solving::{lower_bound, solve as construct};
use super::dispatch::{ProblemChoice, ProblemUser};
use super::info::PATTERN;
use super::metric::{SlideMetric, in_metric};
use super::query::{Puzzle, Query, best_heuristic};
use super::sliding_solver::SlidingSolver;
use super::{Heuristic, Sliding};
use solver::{Algorithm, Found, Method};

/// As wide as the first beam is, and as one is that is asked for once.
const FIRST_WIDTH: usize = 1 << 7;
const ONLY_WIDTH: usize = 1 << 10;
/// Wider ones than this doubled so often are beyond all memory.
const MOST_BEAMS: u32 = 24;

/// Solves a board by beams that are twice as wide each, until a limit or a proof ends it; by one if no more is asked for.
pub(crate) fn solve(
    solver: &SlidingSolver,
    puzzle: Puzzle<'_>,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Found {
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
    let plain = Method { algorithm: Algorithm::IDA_STAR, heuristic: Some(heuristic), ..*method };
    let query = Query { puzzle: single, method: &plain, groups: None };
    for doubled in 0..n_beams.min(MOST_BEAMS) {
        if best.len() as Cost <= lower_bound {
            break;
        }
        let beam = Beam { board, width: first << doubled, shorter_than: best.len(), control };
        let stage = solver.stages(&query, control.limits.max_memory).swap_remove(0);
        let choice = ProblemChoice::new(solver, &query, stage, control);
        let searched = match heuristic {
            PATTERN => choice.pattern(beam),
            _ => choice.large_linear_conflict(beam),
        };
        // If making tables was stopped, what was found before stays an answer.
        let Ok(Searched { moves, n_made, is_over }) = searched else { break };
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
    found
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
struct Searched {
    /// A solution that is shorter than any before it.
    moves: Option<Vec<Move>>,
    /// How many positions were made.
    n_made: u64,
    /// A limit ended it.
    is_over: bool,
}

impl ProblemUser for Beam<'_> {
    type Out = Searched;
    fn use_problem<C: Cells, H: Heuristic<C>>(self, problem: &Sliding<C, H>) -> Searched {
        search_beam(problem, problem.state(self.board), &self)
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

fn search_beam<P: Problem>(problem: &P, start: P::State, beam: &Beam<'_>) -> Searched
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
                    return Searched { moves: Some(back(&ways, parent, mv)), n_made, is_over: false };
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
            return Searched { moves: None, n_made, is_over: true };
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
    Searched { moves: None, n_made, is_over: false }
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

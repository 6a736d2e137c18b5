//! Beam search: of all positions at one depth only the most promising are expanded. It proves nothing; a wider beam
//! finds shorter solutions. Move costs are ignored: solutions are measured in moves, so the lower bound of the problem
//! must be, too.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use hashbrown::HashSet;

use crate::control::{Control, StopReason};
use crate::move_order::OrderState;
use crate::problem::{Cost, Move, Problem};

/// Width and depth limit of a beam search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beam {
    /// Number of positions expanded at each depth.
    pub width: usize,
    /// Upper bound: only solutions of fewer moves count.
    pub shorter_than: usize,
}

/// The result of a beam search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BeamAnswer {
    /// The first solution found, which is one of the shortest in this beam.
    pub solution: Option<Vec<Move>>,
    /// Number of generated positions.
    pub generated: u64,
    /// The reason if the search was stopped early.
    pub stopped: Option<StopReason>,
}

/// Searches for a solution of at least one move. Positions are ranked by their lower bounds. Duplicate detection uses a
/// 64-bit hash: a collision loses a position, never the soundness of a solution. The same beam always finds the same
/// solution. `control` limits memory and nodes and is polled once per depth.
pub fn beam_search<P: Problem>(problem: &P, start: &P::State, beam: Beam, control: &Control<'_>) -> BeamAnswer
where
    P::State: Hash,
{
    let Beam { width, shorter_than } = beam;
    // Fixed keys: the same beam finds the same solution.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let mut seen: HashSet<u64> = HashSet::new();
    let mut level = vec![(*start, OrderState::START)];
    // By depth: the index of the parent in the level above, and the move from it.
    let mut parents: Vec<Vec<(u32, Move)>> = Vec::new();
    let (mut generated, mut reported) = (0, 0);
    let mut candidates: Vec<Candidate<P::State>> = Vec::new();
    while parents.len() + 1 < shorter_than && !level.is_empty() {
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
                    let solution = Some(path(&parents, parent, mv));
                    return BeamAnswer { solution, generated, stopped: None };
                }
                let bound = problem.lower_bound(&to);
                generated += 1;
                if parents.len() + 1 + bound as usize >= shorter_than {
                    continue;
                }
                let hash = hasher.hash_one(to);
                if seen.insert(hash) {
                    candidates.push(Candidate { bound, hash, state: to, order: after, parent, mv });
                }
            }
        }
        let bytes = seen.capacity() * 9 + parents.len() * width * size_of::<(u32, Move)>();
        let is_full = bytes as u64 > control.limits.max_memory;
        let full = is_full.then_some(StopReason::Memory);
        if let Some(reason) = full.or_else(|| control.poll(generated - reported)) {
            return BeamAnswer { solution: None, generated, stopped: Some(reason) };
        }
        reported = generated;
        if candidates.len() > width {
            candidates.select_nth_unstable_by_key(width, |candidate| (candidate.bound, candidate.hash));
            candidates.truncate(width);
        }
        level = candidates.iter().map(|candidate| (candidate.state, candidate.order)).collect();
        parents.push(candidates.iter().map(|candidate| (candidate.parent, candidate.mv)).collect());
    }
    BeamAnswer { solution: None, generated, stopped: None }
}

/// A candidate for the next level.
struct Candidate<S> {
    bound: Cost,
    /// Detects duplicates, and breaks ties between equal bounds.
    hash: u64,
    state: S,
    order: OrderState,
    parent: u32,
    mv: Move,
}

/// The moves that led to a position, followed by `last`.
fn path(parents: &[Vec<(u32, Move)>], parent: u32, last: Move) -> Vec<Move> {
    let mut moves = vec![last];
    let mut at = parent;
    for level in parents.iter().rev() {
        let (parent, mv) = level[at as usize];
        moves.push(mv);
        at = parent;
    }
    moves.reverse();
    moves
}

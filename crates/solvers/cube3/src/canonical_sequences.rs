//! Canonical sequences for any set of turns and any metric.
//!
//! Turns of one axis commute, so a run of them only turns its two faces by some number of quarters: one of sixteen
//! effects. Of the runs with the same effect only the best is canonical: the cheapest, then the one with the fewest
//! moves, then the first by number. Moves before or after a run do not change which of two runs is better. So every
//! prefix of a canonical run is canonical, and its effect is all that the automaton has to remember of a run.
//!
//! This holds for any set of moves. Without half turns two quarter turns take their place; with only clockwise turns
//! three of them make an inverse turn.

use search::{Cost, Move, MoveOrder, OrderState};

use crate::moves::{self, Generator, MoveSet};
use solver::bits::members;
use solver::cube::Metric;

/// The effect of a run of one axis: quarters of its first face, plus four times those of the other.
pub type Effect = usize;
/// Number of effects.
pub const N_EFFECTS: usize = 16; // 4 x 4
/// The effect that leaves both faces as they are.
pub const IDENTITY: Effect = 0;
/// Number of axes that faces turn about.
pub const N_AXES: usize = 3;

/// A run of moves of one axis with its cost. The derived order says which of two runs is better.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Run {
    cost: Cost,
    n_moves: usize,
    /// The moves, by number.
    pub moves: Vec<usize>,
}

/// Returns the axis and the effect of a move.
fn effect(generator: &Generator) -> (usize, Effect) {
    let turns = generator.turns.iter();
    let quarters = turns.map(|turn| usize::from(turn.quarters()) << (2 * (turn.face() as usize / N_AXES)));
    (generator.turns[0].face().axis(), quarters.sum())
}

/// Returns the effect of `a` followed by `b`.
pub fn after(a: Effect, b: Effect) -> Effect {
    (a + b) % 4 + (a / 4 + b / 4) % 4 * 4
}

/// Returns the best run for each effect that moves of an axis can have together.
pub fn best_runs(moves: &[(usize, Effect, Cost)]) -> [Option<Run>; N_EFFECTS] {
    let mut best: [Option<Run>; N_EFFECTS] = [const { None }; N_EFFECTS];
    best[IDENTITY] = Some(Run { cost: 0, n_moves: 0, moves: Vec::new() });
    // As in the Bellman-Ford algorithm: runs are extended until none becomes better.
    loop {
        let before = best.clone();
        for (from, run) in before.iter().enumerate().filter_map(|(from, run)| Some((from, run.as_ref()?))) {
            for &(mv, effect, cost) in moves {
                let mut longer =
                    Run { cost: run.cost + cost, n_moves: run.n_moves + 1, moves: run.moves.clone() };
                longer.moves.push(mv);
                let known = &mut best[after(from, effect)];
                if known.as_ref().is_none_or(|known| longer < *known) {
                    *known = Some(longer);
                }
            }
        }
        if best == before {
            return best;
        }
    }
}

/// Returns the automaton of canonical sequences for some moves of a metric; other moves are never canonical. State 0 is
/// the start; the other states say which axis was turned last, and by which effect.
pub fn order(metric: Metric, usable: MoveSet) -> MoveOrder {
    let generators = &moves::of(metric).generators;
    let runs: [_; N_AXES] = std::array::from_fn(|axis| {
        let of_axis = members(usable).filter_map(|mv| {
            let (its_axis, effect) = effect(&generators[mv]);
            (its_axis == axis).then_some((mv, effect, generators[mv].cost))
        });
        best_runs(&of_axis.collect::<Vec<_>>())
    });
    MoveOrder::automaton(generators.len(), 1 + N_AXES * N_EFFECTS, |state, mv| {
        let mv = usize::from(mv.0);
        let (axis, effect) = effect(&generators[mv]);
        let done = match (state.0 as usize).checked_sub(1) {
            Some(state) if state / N_EFFECTS == axis => state % N_EFFECTS,
            _ => IDENTITY,
        };
        let (before, now) = (runs[axis][done].as_ref()?, after(done, effect));
        let is_best = |run: &Run| run.moves.split_last() == Some((&mv, &before.moves[..]));
        let is_canonical = usable >> mv & 1 != 0 && runs[axis][now].as_ref().is_some_and(is_best);
        is_canonical.then(|| OrderState((1 + axis * N_EFFECTS + now) as u32))
    })
}

/// Returns the canonical moves of each state, in descending order.
pub fn canonical(order: &MoveOrder, n_moves: usize) -> Vec<Vec<(Move, OrderState)>> {
    let moves = |state| {
        let moves = (0..n_moves as u16).rev().map(Move);
        moves.filter_map(|mv| Some((mv, order.after(OrderState(state), mv)?))).collect()
    };
    (0..order.n_states() as u32).map(moves).collect()
}

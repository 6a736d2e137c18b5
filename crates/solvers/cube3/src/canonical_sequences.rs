//! Which sequences are searched, for any choice of turns and any metric.
//!
//! Turns of one axis commute, so all that a run of them does is to turn its two faces by so many quarters: one of sixteen
//! things. Of the runs that do the same only the best is canonical: the cheapest, then the one with fewest moves, then the
//! first by number. What comes before or after does not change which of two runs is better, so the beginnings of
//! canonical runs are canonical, and what a run has done so far is all that has to be remembered of it.
//!
//! Which moves there are does not matter. Where half turns are missing two quarter turns take their place; if only
//! clockwise turns are left, three of them are a turn back.

use search::{Cost, Move, MoveOrder, OrderState};

use crate::moves::{self, Generator, MoveSet};
use solver::bits::members;
use solver::cube::Metric;

/// What a run of one axis does: quarters of its first face, and four times those of the other.
pub type Effect = usize;
/// Their number.
pub const N_EFFECTS: usize = 16; // 4 x 4
/// The one that leaves both faces as they are.
pub const IDENTITY: Effect = 0;
/// Axes that faces turn about.
pub const N_AXES: usize = 3;

/// A run of moves of one axis, and what it costs. The derived order says which of two is better.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Run {
    cost: Cost,
    n_moves: usize,
    /// By number.
    pub moves: Vec<usize>,
}

/// The axis and the effect of a move.
fn effect(generator: &Generator) -> (usize, Effect) {
    let turns = generator.turns.iter();
    let quarters = turns.map(|turn| usize::from(turn.quarters()) << (2 * (turn.face() as usize / N_AXES)));
    (generator.turns[0].face().axis(), quarters.sum())
}

/// One effect after another.
pub fn after(a: Effect, b: Effect) -> Effect {
    (a + b) % 4 + (a / 4 + b / 4) % 4 * 4
}

/// The best run for each effect that moves of an axis have together.
pub fn best_runs(moves: &[(usize, Effect, Cost)]) -> [Option<Run>; N_EFFECTS] {
    let mut best: [Option<Run>; N_EFFECTS] = [const { None }; N_EFFECTS];
    best[IDENTITY] = Some(Run { cost: 0, n_moves: 0, moves: Vec::new() });
    // Bellman and Ford's way: runs are made longer until nothing becomes better.
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

/// The order for some moves of a metric; others are never canonical. State 0 is the start, and the others say which axis was
/// turned last and what was done to it.
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

/// The moves that are canonical in each state, in falling order.
pub fn canonical(order: &MoveOrder, n_moves: usize) -> Vec<Vec<(Move, OrderState)>> {
    let moves = |state| {
        let moves = (0..n_moves as u16).rev().map(Move);
        moves.filter_map(|mv| Some((mv, order.after(OrderState(state), mv)?))).collect()
    };
    (0..order.n_states() as u32).map(moves).collect()
}

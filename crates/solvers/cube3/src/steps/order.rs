//! Which sequences of turns are searched, for several aims and both sides at once.
//!
//! Every aim on every side has its own copy of each turn, a slot of eighteen moves: the first move of a path decides what
//! it is for. With both sides there are two more slots for what is done on the other side before; see [`super::hunt`].

use puzzle::Turn;
use puzzle::cube::TurnSet;
use search::{Cost, Move, MoveOrder, OrderState};

use super::goal::Aim;
use crate::run_order::{Effect, N_AXES, N_EFFECTS, NOTHING, Run, after, best_runs};

/// The scramble as it is, or its inverse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// As it is.
    Normal,
    /// The inverse.
    Inverse,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Normal, Side::Inverse];

    /// The other one.
    pub fn other(self) -> Side {
        if self == Side::Normal { Side::Inverse } else { Side::Normal }
    }
}

/// What a move of a path is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Act {
    /// Which turn.
    pub turn: Turn,
    /// On which side.
    pub side: Side,
    /// What for; None for the part of a path that comes first and may be for any.
    pub aim: Option<usize>,
}

/// The slot of an aim on a side.
pub fn slot(n_aims: usize, aim: usize, side: Side) -> usize {
    side as usize * n_aims + aim
}

/// The slot of what comes before the other side.
pub fn first_slot(n_aims: usize, side: Side) -> usize {
    2 * n_aims + side as usize
}

/// How many moves there are with all slots, or with those of the normal side alone.
pub fn n_moves(n_aims: usize, both_sides: bool) -> usize {
    Turn::COUNT * if both_sides { 2 * n_aims + 2 } else { n_aims }
}

/// What a move stands for where there are so many aims.
pub fn act(n_aims: usize, mv: Move) -> Act {
    let (slot, turn) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
    let turn = Turn::from_index(turn).expect("one of 18");
    match slot.checked_sub(2 * n_aims) {
        Some(side) => Act { turn, side: Side::BOTH[side], aim: None },
        None => Act { turn, side: Side::BOTH[slot / n_aims], aim: Some(slot % n_aims) },
    }
}

/// States of a slot: by axis, what the run of turns that the path ends with has done. A run that no turn of its axis can go on
/// is in state 0 of the axis, so that few states are ever read.
const LOCAL: usize = N_AXES * N_EFFECTS;

/// Which runs of turns are canonical on the way to an aim.
struct Runs {
    /// By turn, its place among those that may be used. Turns that keep the goal come last, so that what is reached without
    /// them is not passed by.
    ranks: [usize; Turn::COUNT],
    /// By axis and effect, the best run of turns by their ranks.
    best: [[Option<Run>; N_EFFECTS]; N_AXES],
}

impl Runs {
    fn new(turns: TurnSet, costs: &[Cost; Turn::COUNT], is_kept_by: impl Fn(Turn) -> bool) -> Runs {
        let mut ranked: Vec<Turn> = turns.iter().collect();
        ranked.sort_by_key(|&turn| (is_kept_by(turn), turn.index()));
        let mut ranks = [usize::MAX; Turn::COUNT];
        ranked.iter().enumerate().for_each(|(rank, turn)| ranks[turn.index()] = rank);
        let best = std::array::from_fn(|axis| {
            let of_axis = ranked.iter().filter(|turn| turn.face().axis() == axis);
            let moves = of_axis.map(|turn| (ranks[turn.index()], effect(*turn), costs[turn.index()]));
            best_runs(&moves.collect::<Vec<_>>())
        });
        Runs { ranks, best }
    }

    /// What a run that has done `done` does with one more turn, if it is canonical then.
    fn after(&self, done: Effect, turn: Turn) -> Option<Effect> {
        let best = &self.best[turn.face().axis()];
        let (before, now) = (best[done].as_ref()?, after(done, effect(turn)));
        let last = (&self.ranks[turn.index()], &before.moves[..]);
        best[now].as_ref().is_some_and(|run| run.moves.split_last() == Some(last)).then_some(now)
    }

    /// The state of a slot after a run of an axis.
    fn local(&self, axis: usize, done: Effect) -> usize {
        let mut of_axis = Turn::all().filter(|turn| turn.face().axis() == axis);
        let goes_on = of_axis.any(|turn| self.after(done, turn).is_some());
        axis * N_EFFECTS + if goes_on { done } else { NOTHING }
    }
}

/// Quarters of the first face of the axis, and four times those of the other.
fn effect(turn: Turn) -> Effect {
    usize::from(turn.quarters()) << (2 * (turn.face() as usize / N_AXES))
}

/// The order for these aims. Of the runs of one axis that do the same the best is canonical, whatever turns may be used.
pub fn order(aims: &[Aim], turns: TurnSet, costs: &[Cost; Turn::COUNT], both_sides: bool) -> MoveOrder {
    let n_aims = aims.len();
    let n_moves = n_moves(n_aims, both_sides);
    let n_slots = n_moves / Turn::COUNT;
    let mut runs: Vec<Runs> =
        aims.iter().map(|aim| Runs::new(turns, costs, |turn| aim.is_kept_by(turn))).collect();
    runs.push(Runs::new(turns, costs, |_| false));
    MoveOrder::automaton(n_moves, 1 + n_slots * LOCAL, |state, mv| {
        let (slot, index) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
        let turn = Turn::from_index(index).expect("one of 18");
        let axis = turn.face().axis();
        let done = match (state.0 as usize).checked_sub(1).map(|state| (state / LOCAL, state % LOCAL)) {
            None => NOTHING,
            Some((from, local)) if from == slot && local / N_EFFECTS == axis => {
                Some(local % N_EFFECTS).filter(|&done| done != NOTHING)?
            }
            Some((from, _)) if from == slot => NOTHING,
            // Only from what comes first to an aim on the other side.
            Some((from, _)) => {
                let is_switch = from >= 2 * n_aims && slot < 2 * n_aims && slot / n_aims != from - 2 * n_aims;
                is_switch.then_some(NOTHING)?
            }
        };
        let runs = if slot < 2 * n_aims { &runs[slot % n_aims] } else { &runs[n_aims] };
        let now = runs.after(done, turn)?;
        Some(OrderState((1 + slot * LOCAL + runs.local(axis, now)) as u32))
    })
}

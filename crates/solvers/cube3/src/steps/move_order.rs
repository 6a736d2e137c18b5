//! Which sequences of turns are searched, for several aims and both sides at once.
//!
//! Every aim on every side has its own copy of each turn, a slot of eighteen moves: the first move of a path decides what
//! it is for. With both sides there are two more slots for what is done on the other side before; see [`super::problem`].

use puzzle::Turn;
use puzzle::cube::TurnSet;
use search::{Cost, Move, MoveOrder, OrderState};

use super::goal::StepTarget;
use crate::canonical_sequences::{Effect, IDENTITY, N_AXES, N_EFFECTS, Run, after, best_runs};

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
pub struct StepMove {
    /// Which turn.
    pub turn: Turn,
    /// On which side.
    pub side: Side,
    /// What for; None for the part of a path that comes first and may be for any.
    pub target: Option<usize>,
}

/// The slot of an aim on a side.
pub fn slot(n_targets: usize, target: usize, side: Side) -> usize {
    side as usize * n_targets + target
}

/// The slot of what comes before the other side.
pub fn first_part_slot(n_targets: usize, side: Side) -> usize {
    2 * n_targets + side as usize
}

/// How many moves there are with all slots, or with those of the normal side alone.
pub fn n_moves(n_targets: usize, both_sides: bool) -> usize {
    Turn::COUNT * if both_sides { 2 * n_targets + 2 } else { n_targets }
}

/// What a move stands for where there are so many aims.
pub fn decode_move(n_targets: usize, mv: Move) -> StepMove {
    let (slot, turn) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
    let turn = Turn::from_index(turn).expect("one of 18");
    match slot.checked_sub(2 * n_targets) {
        Some(side) => StepMove { turn, side: Side::BOTH[side], target: None },
        None => StepMove { turn, side: Side::BOTH[slot / n_targets], target: Some(slot % n_targets) },
    }
}

/// States of a slot: by axis, what the run of turns that the path ends with has done. A run that no turn of its axis can go on
/// is in state 0 of the axis, so that few states are ever read.
const STATES_PER_SLOT: usize = N_AXES * N_EFFECTS;

/// Which runs of turns are canonical on the way to an aim.
struct Runs {
    /// By turn, its place among those that may be used. Turns that keep the goal come last, so that what is reached without
    /// them is not passed by.
    ranks: [usize; Turn::COUNT],
    /// By axis and effect, the best run of turns by their ranks.
    best: [[Option<Run>; N_EFFECTS]; N_AXES],
}

impl Runs {
    fn new(turns: TurnSet, costs: &[Cost; Turn::COUNT], is_preserved_by: impl Fn(Turn) -> bool) -> Runs {
        let mut ranked: Vec<Turn> = turns.iter().collect();
        ranked.sort_by_key(|&turn| (is_preserved_by(turn), turn.index()));
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
    fn local_state(&self, axis: usize, done: Effect) -> usize {
        let mut of_axis = Turn::all().filter(|turn| turn.face().axis() == axis);
        let goes_on = of_axis.any(|turn| self.after(done, turn).is_some());
        axis * N_EFFECTS + if goes_on { done } else { IDENTITY }
    }
}

/// Quarters of the first face of the axis, and four times those of the other.
fn effect(turn: Turn) -> Effect {
    usize::from(turn.quarters()) << (2 * (turn.face() as usize / N_AXES))
}

/// The order for these aims. Of the runs of one axis that do the same the best is canonical, whatever turns may be used.
pub fn order(
    targets: &[StepTarget],
    turns: TurnSet,
    costs: &[Cost; Turn::COUNT],
    both_sides: bool,
) -> MoveOrder {
    let n_targets = targets.len();
    let n_moves = n_moves(n_targets, both_sides);
    let n_slots = n_moves / Turn::COUNT;
    let mut runs: Vec<Runs> =
        targets.iter().map(|target| Runs::new(turns, costs, |turn| target.is_preserved_by(turn))).collect();
    runs.push(Runs::new(turns, costs, |_| false));
    MoveOrder::automaton(n_moves, 1 + n_slots * STATES_PER_SLOT, |state, mv| {
        let (slot, index) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
        let turn = Turn::from_index(index).expect("one of 18");
        let axis = turn.face().axis();
        let done = match (state.0 as usize)
            .checked_sub(1)
            .map(|state| (state / STATES_PER_SLOT, state % STATES_PER_SLOT))
        {
            None => IDENTITY,
            Some((from, local_state)) if from == slot && local_state / N_EFFECTS == axis => {
                Some(local_state % N_EFFECTS).filter(|&done| done != IDENTITY)?
            }
            Some((from, _)) if from == slot => IDENTITY,
            // Only from what comes first to an aim on the other side.
            Some((from, _)) => {
                let is_switch =
                    from >= 2 * n_targets && slot < 2 * n_targets && slot / n_targets != from - 2 * n_targets;
                is_switch.then_some(IDENTITY)?
            }
        };
        let runs = if slot < 2 * n_targets { &runs[slot % n_targets] } else { &runs[n_targets] };
        let now = runs.after(done, turn)?;
        Some(OrderState((1 + slot * STATES_PER_SLOT + runs.local_state(axis, now)) as u32))
    })
}

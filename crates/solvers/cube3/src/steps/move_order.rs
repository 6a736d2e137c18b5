//! The moves of a step problem and its canonical sequences, for several targets and both sides at once.
//!
//! Every target on every side has its own copy of each turn, a slot of eighteen moves: the first move of a path decides
//! its target. With both sides (NISS) there are two more slots for the part that is done first on the other side; see
//! [`super::problem`].

use puzzle::Turn;
use puzzle::cube::TurnSet;
use search::{Cost, Move, MoveOrder, OrderState};

use super::goal::StepTarget;
use crate::canonical_sequences::{Effect, IDENTITY, N_AXES, N_EFFECTS, Run, after, best_runs};

/// The side of the scramble that a move is made on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The scramble itself.
    Normal,
    /// The inverse of the scramble.
    Inverse,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::Normal, Side::Inverse];

    /// Returns the other side.
    pub fn other(self) -> Side {
        if self == Side::Normal { Side::Inverse } else { Side::Normal }
    }
}

/// A decoded move of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StepMove {
    /// The turn.
    pub turn: Turn,
    /// The side that it is made on.
    pub side: Side,
    /// The target; None for the first part of a path, which may lead to any target.
    pub target: Option<usize>,
}

/// Returns the slot of a target on a side.
pub fn slot(n_targets: usize, target: usize, side: Side) -> usize {
    side as usize * n_targets + target
}

/// Returns the slot of a first part on a side.
pub fn first_part_slot(n_targets: usize, side: Side) -> usize {
    2 * n_targets + side as usize
}

/// Number of moves with all slots, or with those of the normal side alone.
pub fn n_moves(n_targets: usize, both_sides: bool) -> usize {
    Turn::COUNT * if both_sides { 2 * n_targets + 2 } else { n_targets }
}

/// Decodes a move of a problem with `n_targets` targets.
pub fn decode_move(n_targets: usize, mv: Move) -> StepMove {
    let (slot, turn) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
    let turn = Turn::from_index(turn).expect("one of 18");
    match slot.checked_sub(2 * n_targets) {
        Some(side) => StepMove { turn, side: Side::BOTH[side], target: None },
        None => StepMove { turn, side: Side::BOTH[slot / n_targets], target: Some(slot % n_targets) },
    }
}

/// States of a slot: by axis, the effect of the run of turns that the path ends with. A run that no turn of its axis
/// can continue is in state 0 of the axis, so that few states are ever read.
const STATES_PER_SLOT: usize = N_AXES * N_EFFECTS;

/// The canonical runs of turns for a target.
struct Runs {
    /// By turn, its rank among the allowed turns. Turns that preserve the goal come last, so that a path does not pass
    /// a state that reaches the goal without them.
    ranks: [usize; Turn::COUNT],
    /// By axis and effect, the best run, as ranks of turns.
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

    /// Returns the effect of a run extended by a turn, if the result is canonical.
    fn after(&self, done: Effect, turn: Turn) -> Option<Effect> {
        let best = &self.best[turn.face().axis()];
        let (before, now) = (best[done].as_ref()?, after(done, effect(turn)));
        let last = (&self.ranks[turn.index()], &before.moves[..]);
        best[now].as_ref().is_some_and(|run| run.moves.split_last() == Some(last)).then_some(now)
    }

    /// Returns the state of a slot after a run of an axis.
    fn local_state(&self, axis: usize, done: Effect) -> usize {
        let mut of_axis = Turn::all().filter(|turn| turn.face().axis() == axis);
        let goes_on = of_axis.any(|turn| self.after(done, turn).is_some());
        axis * N_EFFECTS + if goes_on { done } else { IDENTITY }
    }
}

/// Returns the effect of a turn: quarters of the first face of the axis, plus four times those of the other.
fn effect(turn: Turn) -> Effect {
    usize::from(turn.quarters()) << (2 * (turn.face() as usize / N_AXES))
}

/// Returns the canonical sequences for these targets. Of the runs of one axis with the same effect the best is
/// canonical, whatever turns are allowed.
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
            // Only from a first part to a target on the other side.
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

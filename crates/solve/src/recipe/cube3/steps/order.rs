//! Which sequences of turns are searched, for several aims and both sides at once.
//!
//! Every aim on every side has its own copy of each turn, a slot of eighteen moves: the first move of a path decides what
//! it is for. With both sides there are two more slots for what is done on the other side before; see [`super::hunt`].

use puzzle::cube::TurnSet;
use puzzle::{Face, Turn};
use search::{Move, MoveOrder, OrderState};

use super::goal::Aim;

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

/// States of a slot: after each turn, and after two turns of each axis.
const LOCAL: usize = Turn::COUNT + 3;

/// The order for these aims.
pub fn order(aims: &[Aim], turns: TurnSet, both_sides: bool) -> MoveOrder {
    let n_aims = aims.len();
    let n_moves = n_moves(n_aims, both_sides);
    let n_slots = n_moves / Turn::COUNT;
    let keeps: Vec<[bool; Turn::COUNT]> = aims
        .iter()
        .map(|aim| std::array::from_fn(|turn| aim.is_kept_by(Turn::from_index(turn).expect("one of 18"))))
        .collect();
    let closed = is_closed(turns);
    // Of two turns of opposite faces the one that keeps the goal goes last: what is reached without it is not passed by.
    let goes_first = |slot: usize, a: Turn, b: Turn| {
        let key = |turn: Turn| (slot < 2 * n_aims && keeps[slot % n_aims][turn.index()], turn.face());
        key(a) < key(b)
    };
    MoveOrder::automaton(n_moves, 1 + n_slots * LOCAL, |state, mv| {
        let (slot, index) = (usize::from(mv.0) / Turn::COUNT, usize::from(mv.0) % Turn::COUNT);
        let turn = Turn::from_index(index).expect("one of 18");
        let after = |local: usize| Some(OrderState((1 + slot * LOCAL + local) as u32));
        let Some(state) = (state.0 as usize).checked_sub(1) else { return after(index) };
        let (from, local) = (state / LOCAL, state % LOCAL);
        if from != slot {
            // Only from what comes first to an aim on the other side.
            let is_switch = from >= 2 * n_aims && slot < 2 * n_aims && slot / n_aims != from - 2 * n_aims;
            return if is_switch { after(index) } else { None };
        }
        let Some(last) = Turn::from_index(local) else {
            let axis = local - Turn::COUNT;
            return if turn.face().axis() == axis { None } else { after(index) };
        };
        if last.face().axis() != turn.face().axis() {
            return after(index);
        }
        match closed {
            false if last.face() <= turn.face() => after(index),
            false => None,
            true if last.face() != turn.face() && goes_first(slot, last, turn) => {
                after(Turn::COUNT + turn.face().axis())
            }
            true => None,
        }
    })
}

/// Whether two turns of a face are always one of the set or none. Where not, a face may be turned again.
fn is_closed(turns: TurnSet) -> bool {
    let quarters = |face: Face| [1, 2, 3].map(|quarters| turns.contains(Turn::new(face, quarters)));
    Face::ALL.into_iter().all(|face| matches!(quarters(face), [false, _, false] | [true, true, true]))
}

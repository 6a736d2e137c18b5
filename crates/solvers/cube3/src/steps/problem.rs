//! The search problem of a step: all targets at once and, with NISS, both sides of the scramble.
//!
//! # Both sides (NISS)
//! Let S be the cube, A moves made on it and B moves made on its inverse. If A is made first, S' B is the inverse of B'
//! S A. So the pair (A, B) leads to the cube B' S A: the inverse of B before the scramble, A after it. For a goal that
//! is a group both sides are equivalent, because B' S A is in it if and only if its inverse A' S' B is.
//!
//! One of A and B is no longer than the other. That one is made first and without tables; the other is searched with
//! tables, from (S A)' if A came first and from (S' B)' = B' S if B did. A first part of cost c is followed by one of
//! cost at least c, so a search up to n makes no first part of more than n / 2.

use std::sync::Arc;

use puzzle::{Cube3, Turn};
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::coordinates::StepCoordinates;
use super::goal::StepTarget;
use super::move_order::{self, Side, first_part_slot, slot};

/// The tables for a goal, a metric and a set of turns.
pub struct StepTables<S> {
    /// The targets of the goal.
    pub targets: Vec<StepTarget>,
    /// By target, its coordinates.
    pub coordinates: Vec<Arc<S>>,
    /// By target, the image of each turn under its rotation.
    pub turn_images: Vec<[u8; Turn::COUNT]>,
    /// The allowed turns.
    pub turns: Vec<usize>,
    /// The cost of each turn.
    pub costs: [Cost; Turn::COUNT],
    /// Canonical sequences.
    pub order: MoveOrder,
    /// True if moves on the inverse are allowed as well.
    pub both_sides: bool,
}

/// The problem of bringing a cube into a set.
pub struct StepProblem<'k, S: StepCoordinates> {
    tables: &'k StepTables<S>,
    /// The cube and its inverse.
    sides: [Cube3; 2],
    /// By slot, the coordinates at the start.
    starts: Vec<S::State>,
    /// If set, first parts with a redundant end are skipped. A search for shortest solutions only never meets one.
    skip_redundant: bool,
}

/// A state of the search.
#[derive(Clone, Copy)]
pub enum StepState<T> {
    /// The start.
    Start,
    /// In the first part.
    FirstPart(FirstPart),
    /// On the way to a target.
    Toward {
        /// The slot of the moves used.
        slot: u8,
        /// The coordinates.
        state: T,
    },
}

/// A part that is made before the other side.
#[derive(Clone, Copy)]
pub struct FirstPart {
    /// The cube of this side after the part.
    cube: Cube3,
    side: Side,
    turns: [u8; MAX_FIRST_PART],
    n_turns: u8,
    cost: u8,
}

/// The longest first part; a search of twice that length is out of reach.
const MAX_FIRST_PART: usize = 14;

impl<'k, S: StepCoordinates> StepProblem<'k, S> {
    /// Creates the problem for a cube.
    pub fn new(tables: &'k StepTables<S>, cube: &Cube3, skip_redundant: bool) -> Self {
        let sides = [*cube, cube.inverse()];
        let n_sides = if tables.both_sides { 2 } else { 1 };
        let slots = sides[..n_sides]
            .iter()
            .flat_map(|side| (0..tables.targets.len()).map(move |target| (target, side)));
        let starts = slots.map(|(target, side)| tables.enter(target, side)).collect();
        StepProblem { tables, sides, starts, skip_redundant }
    }

    fn n_targets(&self) -> usize {
        self.tables.targets.len()
    }

    /// True if some target is reachable.
    pub fn is_possible(&self) -> bool {
        self.tables.both_sides
            || self.slots().any(|(slot, state)| self.coordinates_of(slot).bound(state).is_some())
    }

    fn slots(&self) -> impl Iterator<Item = (usize, &S::State)> {
        self.starts.iter().enumerate()
    }

    fn coordinates_of(&self, slot: usize) -> &S {
        &self.tables.coordinates[slot % self.n_targets()]
    }

    /// Returns the coordinates after a turn towards a target.
    #[inline(always)]
    fn turned(&self, slot: usize, state: &S::State, turn: usize) -> S::State {
        let target = slot % self.n_targets();
        self.tables.coordinates[target].turned(state, usize::from(self.tables.turn_images[target][turn]))
    }

    /// Offers the children by all turns towards a target.
    #[inline(always)]
    fn expand_toward(
        &self,
        slot: usize,
        state: &S::State,
        from: OrderState,
        children: &mut Children<'_, StepState<S::State>>,
    ) {
        let (target, left) = (slot % self.n_targets(), children.left());
        let (coordinates, turn_images) =
            (&*self.tables.coordinates[target], &self.tables.turn_images[target]);
        for &turn in self.tables.turns.iter().rev() {
            let mv = Move((slot * Turn::COUNT + turn) as u16);
            let Some(order) = self.tables.order.after(from, mv) else { continue };
            let cost = self.tables.costs[turn];
            if cost > left {
                children.count_pruned(1, cost);
                continue;
            }
            match coordinates.turned_within(state, usize::from(turn_images[turn]), left - cost) {
                Ok((state, bound)) => {
                    let at = StepState::Toward { slot: slot as u8, state };
                    children.offer(at, bound, Step::new(mv, order), cost);
                }
                Err(Some(bound)) => children.count_pruned(1, cost + bound),
                Err(None) => {}
            }
        }
    }

    /// Offers the extensions of a first part by one turn.
    fn extend_first_part(
        &self,
        first: &FirstPart,
        from: OrderState,
        children: &mut Children<'_, StepState<S::State>>,
    ) {
        if usize::from(first.n_turns) == MAX_FIRST_PART {
            return;
        }
        for &turn in self.tables.turns.iter().rev() {
            let mv = Move((first_part_slot(self.n_targets(), first.side) * Turn::COUNT + turn) as u16);
            if let Some(order) = self.tables.order.after(from, mv) {
                let next = self.extended(first, turn);
                children.offer(
                    StepState::FirstPart(next),
                    next.bound(),
                    Step::new(mv, order),
                    self.tables.costs[turn],
                );
            }
        }
    }

    fn extended(&self, first: &FirstPart, turn: usize) -> FirstPart {
        let mut next = *first;
        next.cube = first.cube.turned(Turn::from_index(turn).expect("one of 18"));
        next.turns[usize::from(first.n_turns)] = turn as u8;
        next.n_turns += 1;
        next.cost += self.tables.costs[turn] as u8;
        next
    }

    fn empty_first_part(&self, side: Side) -> FirstPart {
        FirstPart { cube: self.sides[side as usize], side, turns: [0; MAX_FIRST_PART], n_turns: 0, cost: 0 }
    }

    /// Returns the coordinates on the other side after a first part, unless switching is useless.
    fn switch_side(&self, target: usize, first: &FirstPart) -> Option<S::State> {
        let state = self.tables.enter(target, &first.cube.inverse());
        // If no moves are needed on the other side, the solution is found without switching.
        let is_useless = self.tables.coordinates[target].is_goal(&state)
            || self.skip_redundant && self.has_redundant_end(target, first);
        (!is_useless).then_some(state)
    }

    /// True if some turns at the end of a first part are in the group that is the goal, so that they can be dropped.
    fn has_redundant_end(&self, target: usize, first: &FirstPart) -> bool {
        let turns: Vec<Turn> = first.turns[..usize::from(first.n_turns)]
            .iter()
            .map(|&turn| Turn::from_index(usize::from(turn)).expect("one of 18"))
            .collect();
        let mut end = Cube3::SOLVED;
        let is_redundant = |end: &Cube3| self.tables.targets[target].contains(end);
        for &turn in turns.iter().rev() {
            end = Cube3::SOLVED.turned(turn).then(&end);
            if is_redundant(&end) {
                return true;
            }
        }
        // The last two turns commute if their faces are opposite.
        match turns[..] {
            [.., a, b] if a.face().axis() == b.face().axis() => is_redundant(&Cube3::SOLVED.turned(a)),
            _ => false,
        }
    }
}

impl FirstPart {
    /// The other part costs at least as much; more if this one is B, so that no pair is found twice.
    fn bound(&self) -> Cost {
        Cost::from(self.cost) + Cost::from(self.side == Side::Inverse)
    }
}

impl<S: StepCoordinates> StepTables<S> {
    fn enter(&self, target: usize, cube: &Cube3) -> S::State {
        self.coordinates[target].enter(&self.targets[target].rotation().cube(cube))
    }

    /// Bytes of the tables in memory; tables that targets share count once.
    pub fn bytes(&self) -> u64 {
        let is_first =
            |i: usize| !self.coordinates[..i].iter().any(|other| Arc::ptr_eq(other, &self.coordinates[i]));
        (0..self.coordinates.len()).filter(|&i| is_first(i)).map(|i| self.coordinates[i].bytes()).sum()
    }
}

impl<S: StepCoordinates> Problem for StepProblem<'_, S> {
    type State = StepState<S::State>;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        move_order::n_moves(self.n_targets(), self.tables.both_sides)
    }

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        let (n_targets, turn) = (self.n_targets(), usize::from(mv.0) % Turn::COUNT);
        let to_slot = usize::from(mv.0) / Turn::COUNT;
        if !self.tables.turns.contains(&turn) {
            return false;
        }
        let toward = |state: &S::State| StepState::Toward {
            slot: to_slot as u8,
            state: self.turned(to_slot, state, turn),
        };
        *to = match from {
            StepState::Start if to_slot < 2 * n_targets => toward(&self.starts[to_slot]),
            StepState::Start => StepState::FirstPart(
                self.extended(&self.empty_first_part(Side::BOTH[to_slot - 2 * n_targets]), turn),
            ),
            StepState::FirstPart(first) if to_slot == first_part_slot(n_targets, first.side) => {
                StepState::FirstPart(self.extended(first, turn))
            }
            StepState::FirstPart(first)
                if to_slot == slot(n_targets, to_slot % n_targets, first.side.other()) =>
            {
                match self.switch_side(to_slot % n_targets, first) {
                    Some(state) => toward(&state),
                    None => return false,
                }
            }
            StepState::Toward { slot, state } if usize::from(*slot) == to_slot => toward(state),
            _ => return false,
        };
        true
    }

    #[inline(always)]
    fn is_goal(&self, at: &Self::State) -> bool {
        match at {
            StepState::Start => self.slots().any(|(slot, state)| self.coordinates_of(slot).is_goal(state)),
            StepState::FirstPart(_) => false,
            StepState::Toward { slot, state } => self.coordinates_of(usize::from(*slot)).is_goal(state),
        }
    }

    #[inline(always)]
    fn lower_bound(&self, at: &Self::State) -> Cost {
        match at {
            StepState::Start if self.tables.both_sides => Cost::from(!self.is_goal(at)),
            StepState::Start => self
                .slots()
                .filter_map(|(slot, state)| self.coordinates_of(slot).bound(state))
                .min()
                .unwrap_or(0),
            StepState::FirstPart(first) => first.bound(),
            StepState::Toward { slot, state } => {
                self.coordinates_of(usize::from(*slot)).bound(state).unwrap_or(Cost::MAX / 2)
            }
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.tables.costs[usize::from(mv.0) % Turn::COUNT]
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        match &node.state {
            StepState::Toward { slot, state } => {
                self.expand_toward(usize::from(*slot), state, node.order(), children);
            }
            StepState::FirstPart(first) => {
                self.extend_first_part(first, node.order(), children);
                for target in (0..self.n_targets()).rev() {
                    let Some(state) = self.switch_side(target, first) else { continue };
                    match self.tables.coordinates[target].bound(&state) {
                        // No turn lowers the bound by more than its cost.
                        Some(bound) if bound > node.left => children.count_pruned(1, bound),
                        Some(_) => {
                            let slot = slot(self.n_targets(), target, first.side.other());
                            self.expand_toward(slot, &state, node.order(), children);
                        }
                        None => {}
                    }
                }
            }
            StepState::Start => {
                if self.tables.both_sides {
                    for side in Side::BOTH.into_iter().rev() {
                        self.extend_first_part(&self.empty_first_part(side), node.order(), children);
                    }
                }
                for (slot, state) in self.starts.iter().enumerate().rev() {
                    self.expand_toward(slot, state, node.order(), children);
                }
            }
        }
    }
}

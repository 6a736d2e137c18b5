//! The problem of bringing a cube into a set, for all aims of a step at once and, if asked, from both sides of the
//! scramble.
//!
//! # Both sides
//! Let S be the cube, A moves made on it and B moves made on its inverse. Then S' B is the inverse of B' S A if A was made
//! before, so that the pair (A, B) leads to the cube B' S A: the inverse of B before the scramble, A after it. For a goal
//! that is a group it is no matter on which side one looks, because B' S A is in it if and only if its inverse A' S' B is.
//!
//! One of A and B is no longer than the other. That one is made first and blindly; the other is looked for with tables,
//! from (S A)' if A came first and from (S' B)' = B' S if B did. A first part that costs c is followed by one that costs at
//! least c, so a search up to n makes no first part of more than n / 2.

use std::sync::Arc;

use puzzle::{Cube3, Turn};
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::goal::Aim;
use super::order::{self, Side, first_slot, slot};
use super::scope::Scope;

/// What is made once for a goal, a metric and a set of turns.
pub struct Kit<S> {
    /// The aims.
    pub aims: Vec<Aim>,
    /// By aim, what its search sees.
    pub scopes: Vec<Arc<S>>,
    /// By aim, which turn each turn is after its rotation.
    pub seen: Vec<[u8; Turn::COUNT]>,
    /// The turns that may be used.
    pub turns: Vec<usize>,
    /// What each turn costs.
    pub costs: [Cost; Turn::COUNT],
    /// Canonical sequences.
    pub order: MoveOrder,
    /// Whether the inverse may be used as well.
    pub both_sides: bool,
}

/// A cube to be brought into a set.
pub struct Hunt<'k, S: Scope> {
    kit: &'k Kit<S>,
    /// The cube and its inverse.
    sides: [Cube3; 2],
    /// By slot, what is seen at the start.
    starts: Vec<S::State>,
    /// Whether first parts that end with something useless are left out. Where only the shortest solutions are asked for
    /// there are none.
    is_tidy: bool,
}

/// Where a path is.
#[derive(Clone, Copy)]
pub enum At<T> {
    /// At the start.
    Start,
    /// In the part that comes first.
    First(First),
    /// On the way to an aim.
    On {
        /// Which slot of moves is used.
        slot: u8,
        /// What is seen.
        state: T,
    },
}

/// A part that comes before the other side.
#[derive(Clone, Copy)]
pub struct First {
    /// The cube of this side.
    cube: Cube3,
    side: Side,
    turns: [u8; LONGEST],
    n_turns: u8,
    cost: u8,
}

/// The longest first part; twice as long is more than anyone can wait for.
const LONGEST: usize = 14;

impl<'k, S: Scope> Hunt<'k, S> {
    /// For a cube.
    pub fn new(kit: &'k Kit<S>, cube: &Cube3, is_tidy: bool) -> Self {
        let sides = [*cube, cube.inverse()];
        let n_sides = if kit.both_sides { 2 } else { 1 };
        let slots = sides[..n_sides].iter().flat_map(|side| (0..kit.aims.len()).map(move |aim| (aim, side)));
        let starts = slots.map(|(aim, side)| kit.enter(aim, side)).collect();
        Hunt { kit, sides, starts, is_tidy }
    }

    fn n_aims(&self) -> usize {
        self.kit.aims.len()
    }

    /// Whether some way leads to an aim.
    pub fn is_possible(&self) -> bool {
        self.kit.both_sides || self.slots().any(|(slot, state)| self.scope(slot).bound(state).is_some())
    }

    fn slots(&self) -> impl Iterator<Item = (usize, &S::State)> {
        self.starts.iter().enumerate()
    }

    fn scope(&self, slot: usize) -> &S {
        &self.kit.scopes[slot % self.n_aims()]
    }

    /// What is seen after a turn on the way to an aim.
    #[inline(always)]
    fn turned(&self, slot: usize, state: &S::State, turn: usize) -> S::State {
        let aim = slot % self.n_aims();
        self.kit.scopes[aim].turned(state, usize::from(self.kit.seen[aim][turn]))
    }

    /// Offers what the turns lead to on the way to an aim.
    #[inline(always)]
    fn approach(
        &self,
        slot: usize,
        state: &S::State,
        from: OrderState,
        children: &mut Children<'_, At<S::State>>,
    ) {
        let (aim, left) = (slot % self.n_aims(), children.left());
        let (scope, seen) = (&*self.kit.scopes[aim], &self.kit.seen[aim]);
        for &turn in self.kit.turns.iter().rev() {
            let mv = Move((slot * Turn::COUNT + turn) as u16);
            let Some(order) = self.kit.order.after(from, mv) else { continue };
            let cost = self.kit.costs[turn];
            if cost > left {
                children.count_pruned(1, cost);
                continue;
            }
            match scope.turned_within(state, usize::from(seen[turn]), left - cost) {
                Ok((state, bound)) => {
                    let at = At::On { slot: slot as u8, state };
                    children.offer(at, bound, Step::new(mv, order), cost);
                }
                Err(Some(bound)) => children.count_pruned(1, cost + bound),
                Err(None) => {}
            }
        }
    }

    /// Offers one more turn of a first part.
    fn prepend(&self, first: &First, from: OrderState, children: &mut Children<'_, At<S::State>>) {
        if usize::from(first.n_turns) == LONGEST {
            return;
        }
        for &turn in self.kit.turns.iter().rev() {
            let mv = Move((first_slot(self.n_aims(), first.side) * Turn::COUNT + turn) as u16);
            if let Some(order) = self.kit.order.after(from, mv) {
                let next = self.longer(first, turn);
                children.offer(At::First(next), next.bound(), Step::new(mv, order), self.kit.costs[turn]);
            }
        }
    }

    fn longer(&self, first: &First, turn: usize) -> First {
        let mut next = *first;
        next.cube = first.cube.turned(Turn::from_index(turn).expect("one of 18"));
        next.turns[usize::from(first.n_turns)] = turn as u8;
        next.n_turns += 1;
        next.cost += self.kit.costs[turn] as u8;
        next
    }

    fn nothing_yet(&self, side: Side) -> First {
        First { cube: self.sides[side as usize], side, turns: [0; LONGEST], n_turns: 0, cost: 0 }
    }

    /// What is seen of the other side after a first part, if it is any use to go there.
    fn switched(&self, aim: usize, first: &First) -> Option<S::State> {
        let state = self.kit.enter(aim, &first.cube.inverse());
        // What needs no moves on the other side is found without it.
        let is_useless = self.kit.scopes[aim].is_goal(&state) || self.is_tidy && self.ends_idly(aim, first);
        (!is_useless).then_some(state)
    }

    /// Whether some turns at the end of a first part are in the group that is the goal, so that the rest does as well.
    fn ends_idly(&self, aim: usize, first: &First) -> bool {
        let turns: Vec<Turn> = first.turns[..usize::from(first.n_turns)]
            .iter()
            .map(|&turn| Turn::from_index(usize::from(turn)).expect("one of 18"))
            .collect();
        let mut end = Cube3::SOLVED;
        let is_idle = |end: &Cube3| self.kit.aims[aim].contains(end);
        for &turn in turns.iter().rev() {
            end = Cube3::SOLVED.turned(turn).then(&end);
            if is_idle(&end) {
                return true;
            }
        }
        // The last two may be made in any order if their faces are opposite.
        match turns[..] {
            [.., a, b] if a.face().axis() == b.face().axis() => is_idle(&Cube3::SOLVED.turned(a)),
            _ => false,
        }
    }
}

impl First {
    /// The other part costs as much at least; more if this one is B, so that no pair is found twice.
    fn bound(&self) -> Cost {
        Cost::from(self.cost) + Cost::from(self.side == Side::Inverse)
    }
}

impl<S: Scope> Kit<S> {
    fn enter(&self, aim: usize, cube: &Cube3) -> S::State {
        self.scopes[aim].enter(&self.aims[aim].view().cube(cube))
    }

    /// Bytes of tables; those that aims share count once.
    pub fn bytes(&self) -> u64 {
        let is_first = |i: usize| !self.scopes[..i].iter().any(|scope| Arc::ptr_eq(scope, &self.scopes[i]));
        (0..self.scopes.len()).filter(|&i| is_first(i)).map(|i| self.scopes[i].bytes()).sum()
    }
}

impl<S: Scope> Problem for Hunt<'_, S> {
    type State = At<S::State>;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        order::n_moves(self.n_aims(), self.kit.both_sides)
    }

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        let (n_aims, turn) = (self.n_aims(), usize::from(mv.0) % Turn::COUNT);
        let into = usize::from(mv.0) / Turn::COUNT;
        if !self.kit.turns.contains(&turn) {
            return false;
        }
        let on = |state: &S::State| At::On { slot: into as u8, state: self.turned(into, state, turn) };
        *to = match from {
            At::Start if into < 2 * n_aims => on(&self.starts[into]),
            At::Start => At::First(self.longer(&self.nothing_yet(Side::BOTH[into - 2 * n_aims]), turn)),
            At::First(first) if into == first_slot(n_aims, first.side) => At::First(self.longer(first, turn)),
            At::First(first) if into == slot(n_aims, into % n_aims, first.side.other()) => {
                match self.switched(into % n_aims, first) {
                    Some(state) => on(&state),
                    None => return false,
                }
            }
            At::On { slot, state } if usize::from(*slot) == into => on(state),
            _ => return false,
        };
        true
    }

    #[inline(always)]
    fn is_goal(&self, at: &Self::State) -> bool {
        match at {
            At::Start => self.slots().any(|(slot, state)| self.scope(slot).is_goal(state)),
            At::First(_) => false,
            At::On { slot, state } => self.scope(usize::from(*slot)).is_goal(state),
        }
    }

    #[inline(always)]
    fn lower_bound(&self, at: &Self::State) -> Cost {
        match at {
            At::Start if self.kit.both_sides => Cost::from(!self.is_goal(at)),
            At::Start => {
                self.slots().filter_map(|(slot, state)| self.scope(slot).bound(state)).min().unwrap_or(0)
            }
            At::First(first) => first.bound(),
            At::On { slot, state } => self.scope(usize::from(*slot)).bound(state).unwrap_or(Cost::MAX / 2),
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.kit.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.kit.costs[usize::from(mv.0) % Turn::COUNT]
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        match &node.state {
            At::On { slot, state } => self.approach(usize::from(*slot), state, node.order(), children),
            At::First(first) => {
                self.prepend(first, node.order(), children);
                for aim in (0..self.n_aims()).rev() {
                    let Some(state) = self.switched(aim, first) else { continue };
                    match self.kit.scopes[aim].bound(&state) {
                        // No turn comes closer by more than it costs.
                        Some(bound) if bound > node.left => children.count_pruned(1, bound),
                        Some(_) => {
                            let slot = slot(self.n_aims(), aim, first.side.other());
                            self.approach(slot, &state, node.order(), children);
                        }
                        None => {}
                    }
                }
            }
            At::Start => {
                if self.kit.both_sides {
                    for side in Side::BOTH.into_iter().rev() {
                        self.prepend(&self.nothing_yet(side), node.order(), children);
                    }
                }
                for (slot, state) in self.starts.iter().enumerate().rev() {
                    self.approach(slot, state, node.order(), children);
                }
            }
        }
    }
}

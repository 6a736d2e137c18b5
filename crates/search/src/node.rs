//! What lies on a search stack, and the window through which a recipe puts children there.
//!
//! A child is always written and the length grows by 0 or 1: whether a child survives its budget is close to a
//! coin toss, so a branch on it would be mispredicted every other time and cost more than the store.

use crate::move_order::OrderState;
use crate::outcome::Counts;
use crate::problem::{Cost, Move, Problem};

/// A move together with the state of the move order after it, in one word: a child is written with one store instead
/// of several, and recipes can keep ready-made steps in their tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u64);

// The word: order state in bits 32.., move in bits 16..32; bits 0..16 are free for a node's depth.
impl Step {
    /// `mv` was made and the order is now in `order`.
    #[inline(always)]
    pub fn new(mv: Move, order: OrderState) -> Step {
        Step(u64::from(order.0) << 32 | u64::from(mv.0) << 16)
    }

    /// As the tag of a node at depth 0.
    pub(crate) fn tag(self) -> u64 {
        self.0
    }
}

/// The longest sequence of moves a search can hold.
pub(crate) const MAX_DEPTH: usize = u16::MAX as usize;

/// A place in the search tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<S> {
    /// Where we are.
    pub state: S,
    /// The last step and the depth.
    pub(crate) tag: u64,
    /// What may still be spent from here.
    pub left: Cost,
}

/// The move in a tag.
#[inline(always)]
pub(crate) fn mv_of(tag: u64) -> Move {
    Move((tag >> 16) as u16)
}

impl<S> Node<S> {
    /// Where a search starts.
    pub fn root(state: S) -> Self {
        Node { state, tag: 0, left: 0 }
    }

    /// Where a search starts that goes on from moves made before it: only what is canonical after them is searched.
    pub fn after(state: S, order: OrderState) -> Self {
        Node { state, tag: Step::new(Move(0), order).tag(), left: 0 }
    }

    /// Which moves are canonical here.
    #[inline(always)]
    pub fn order(&self) -> OrderState {
        OrderState((self.tag >> 32) as u32)
    }

    /// The move that led here; meaningless at depth 0.
    #[inline(always)]
    pub fn mv(&self) -> Move {
        mv_of(self.tag)
    }

    /// Number of moves made since the start.
    #[inline(always)]
    pub fn depth(&self) -> u16 {
        self.tag as u16
    }
}

/// Where [`crate::Problem::expand`] puts its children: the free end of a stack and the tally of one node loop.
pub struct Children<'a, S> {
    slots: &'a mut [Node<S>],
    len: usize,
    /// Children behind those, whose bounds are not known yet.
    n_staged: usize,
    left: Cost,
    /// Depth of the children, as the low bits of their tags.
    depth: u64,
    tally: Tally,
}

/// What a node loop counts. Both counts in one word, because a loop has few registers: children offered in bits 16..,
/// nodes expanded in bits 0..16. Whoever expands many nodes takes them out in time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    counts: u64,
    /// One less than the smallest amount by which a child missed its budget. Kept so because a child within
    /// its budget then wraps to a huge number and the minimum passes over it without a branch.
    least_miss: Cost,
}

impl Tally {
    pub const ZERO: Tally = Tally { counts: 0, least_miss: Cost::MAX };

    /// Counts `n` children.
    #[inline(always)]
    fn count(&mut self, n: u64) {
        self.counts += n << 16;
    }

    /// Counts a node expanded; how many that are since they were last taken out, modulo 65,536.
    #[inline(always)]
    pub fn expanded(&mut self) -> u16 {
        self.counts += 1;
        self.counts as u16
    }

    /// Takes the counts out.
    pub fn take_counts(&mut self) -> Counts {
        let counts = std::mem::take(&mut self.counts);
        Counts { generated: counts >> 16, expanded: counts & 0xFFFF }
    }

    /// Takes in a child that needs `need` where `left` may be spent.
    #[inline(always)]
    pub fn record_need(&mut self, need: Cost, left: Cost) {
        self.least_miss = self.least_miss.min(need.wrapping_sub(left).wrapping_sub(1));
    }

    /// By how much the nearest child missed its budget: the next bound is that much higher. None if all fitted.
    pub fn least_excess(&self) -> Option<Cost> {
        (self.least_miss < UNBOUNDED).then(|| self.least_miss + 1)
    }
}

/// A budget nothing exceeds. Half the range, so that the wrapped differences of [`Tally`] stay apart.
pub(crate) const UNBOUNDED: Cost = Cost::MAX / 2;

/// Writes the children of a node to the front of `slots`; returns how many there are, and the counts. Compiled once for all who
/// are not the node loop, because a recipe's `expand` is long.
#[inline(never)]
pub(crate) fn children_of<P: Problem>(
    problem: &P,
    node: &Node<P::State>,
    slots: &mut [Node<P::State>],
) -> (usize, Tally) {
    let mut children = Children::new(slots, 0, node, Tally::ZERO);
    problem.expand(node, &mut children);
    children.finish()
}

impl<'a, S: Copy> Children<'a, S> {
    /// `slots[..len]` is taken; children of `parent` go behind it.
    #[inline(always)]
    pub(crate) fn new(slots: &'a mut [Node<S>], len: usize, parent: &Node<S>, tally: Tally) -> Self {
        Children { slots, len, n_staged: 0, left: parent.left, depth: u64::from(parent.depth()) + 1, tally }
    }

    /// The new length and tally.
    #[inline(always)]
    pub(crate) fn finish(self) -> (usize, Tally) {
        (self.len, self.tally)
    }

    /// What the parent may still spend: a recipe may leave out children that cannot come within it if it
    /// says so by [`Children::count_pruned`].
    #[inline(always)]
    pub fn left(&self) -> Cost {
        self.left
    }

    /// Offers the child reached by `step`; it is kept if `cost + bound` is within what the parent may spend.
    ///
    /// # Panics
    /// When more children are offered than the problem has moves.
    #[inline(always)]
    pub fn offer(&mut self, state: S, bound: Cost, step: Step, cost: Cost) {
        let need = cost + bound;
        self.tally.count(1);
        self.tally.record_need(need, self.left);
        self.slots[self.len] = Node { state, tag: step.0 | self.depth, left: self.left.wrapping_sub(cost) };
        self.len += usize::from(need <= self.left);
    }

    /// Writes the child reached by `step` where the next one goes, to be offered by [`Children::settle`] when its bound is
    /// known: whoever reads bounds from memory asks for all of them first.
    ///
    /// # Panics
    /// When there are more children than the problem has moves.
    #[inline(always)]
    pub fn stage(&mut self, state: S, step: Step, cost: Cost) {
        self.slots[self.len + self.n_staged] =
            Node { state, tag: step.0 | self.depth, left: self.left.wrapping_sub(cost) };
        self.n_staged += 1;
    }

    /// Offers what was put since the last time, in that order. `bound` is asked with the number of each and its state, which
    /// it may complete by what was read.
    #[inline(always)]
    pub fn commit(&mut self, mut bound: impl FnMut(usize, &mut S) -> Cost) {
        let first = self.len;
        for i in 0..std::mem::take(&mut self.n_staged) {
            let mut node = self.slots[first + i];
            let need = self.left.wrapping_sub(node.left) + bound(i, &mut node.state);
            self.tally.count(1);
            self.tally.record_need(need, self.left);
            self.slots[self.len] = node;
            self.len += usize::from(need <= self.left);
        }
    }

    /// Counts `n` children the recipe left out by itself, the nearest of which needs `need`.
    #[inline(always)]
    pub fn count_pruned(&mut self, n: u64, need: Cost) {
        self.tally.count(n);
        self.tally.record_need(need, self.left);
    }
}

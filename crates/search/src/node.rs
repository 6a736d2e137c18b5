//! Nodes of the search stack, and [`Children`], through which a problem pushes the children of a node.
//!
//! A child is always written and the stack length grows by 0 or 1. Whether a child is within its budget is close to a
//! coin toss, so a branch on it would be mispredicted every other time and cost more than the store.

use crate::move_order::OrderState;
use crate::outcome::Counts;
use crate::problem::{Cost, Move, Problem};

/// A move together with the move-order state after it, packed into one word: a child is written with one store instead
/// of several, and problems can store precomputed steps in their tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step(u64);

// The word: order state in bits 32.., move in bits 16..32; bits 0..16 are free for a node's depth.
impl Step {
    /// The step that makes `mv` and leaves the move order in `order`.
    #[inline(always)]
    pub fn new(mv: Move, order: OrderState) -> Step {
        Step(u64::from(order.0) << 32 | u64::from(mv.0) << 16)
    }

    /// The step as the tag of a node at depth 0.
    pub(crate) fn tag(self) -> u64 {
        self.0
    }
}

/// The longest sequence of moves that a search can represent.
pub(crate) const MAX_DEPTH: usize = u16::MAX as usize;

/// A node of the search tree.
#[derive(Clone, Copy, Debug)]
pub struct Node<S> {
    /// The position.
    pub state: S,
    /// The last step and the depth, packed.
    pub(crate) tag: u64,
    /// Remaining budget: the cost that may still be spent from here.
    pub left: Cost,
}

/// The move that a tag contains.
#[inline(always)]
pub(crate) fn mv_of(tag: u64) -> Move {
    Move((tag >> 16) as u16)
}

impl<S> Node<S> {
    /// The root of a search tree.
    pub fn root(state: S) -> Self {
        Node { state, tag: 0, left: 0 }
    }

    /// The root of a search that continues after earlier moves: only sequences that are canonical after them are
    /// searched.
    pub fn after(state: S, order: OrderState) -> Self {
        Node { state, tag: Step::new(Move(0), order).tag(), left: 0 }
    }

    /// The move-order state, which decides which moves are canonical here.
    #[inline(always)]
    pub fn order(&self) -> OrderState {
        OrderState((self.tag >> 32) as u32)
    }

    /// The move that led to this node; meaningless at depth 0.
    #[inline(always)]
    pub fn mv(&self) -> Move {
        mv_of(self.tag)
    }

    /// Number of moves since the root.
    #[inline(always)]
    pub fn depth(&self) -> u16 {
        self.tag as u16
    }
}

/// Receives the children of a node from [`crate::Problem::expand`]: the free end of a stack and the tally of one node
/// loop.
pub struct Children<'a, S> {
    slots: &'a mut [Node<S>],
    len: usize,
    /// Staged children, stored after the others; their bounds are not known yet.
    n_staged: usize,
    left: Cost,
    /// Depth of the children, as the low bits of their tags.
    depth: u64,
    tally: Tally,
}

/// The counters of a node loop. Both counts share one word, because the loop has few registers: children offered in
/// bits 16.., nodes expanded in bits 0..16. A loop that expands many nodes must take the counts out before the low half
/// overflows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    counts: u64,
    /// One less than the smallest amount by which a child exceeded its budget. Stored this way because the value of a
    /// child within its budget wraps to a huge number, so the minimum needs no branch.
    least_miss: Cost,
}

impl Tally {
    pub const ZERO: Tally = Tally { counts: 0, least_miss: Cost::MAX };

    /// Counts `n` generated children.
    #[inline(always)]
    fn count(&mut self, n: u64) {
        self.counts += n << 16;
    }

    /// Counts an expanded node. Returns the number expanded since the counts were last taken out, modulo 65,536.
    #[inline(always)]
    pub fn expanded(&mut self) -> u16 {
        self.counts += 1;
        self.counts as u16
    }

    /// Returns the counts and resets them.
    pub fn take_counts(&mut self) -> Counts {
        let counts = std::mem::take(&mut self.counts);
        Counts { generated: counts >> 16, expanded: counts & 0xFFFF }
    }

    /// Records a child that needs cost `need` where the budget is `left`.
    #[inline(always)]
    pub fn record_need(&mut self, need: Cost, left: Cost) {
        self.least_miss = self.least_miss.min(need.wrapping_sub(left).wrapping_sub(1));
    }

    /// The smallest amount by which a child exceeded its budget: the next bound of IDA* is that much higher. None if
    /// every child was within budget.
    pub fn least_excess(&self) -> Option<Cost> {
        (self.least_miss < UNBOUNDED).then(|| self.least_miss + 1)
    }
}

/// A budget that no cost exceeds. Half the range, so that the wrapped differences of [`Tally`] stay distinct.
pub(crate) const UNBOUNDED: Cost = Cost::MAX / 2;

/// Writes the children of a node to the front of `slots`. Returns their number and the counts. Compiled once for all
/// callers other than the node loop, because the `expand` of a solver is long.
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
    /// The stack is `slots[..len]`; children of `parent` are pushed after it.
    #[inline(always)]
    pub(crate) fn new(slots: &'a mut [Node<S>], len: usize, parent: &Node<S>, tally: Tally) -> Self {
        Children { slots, len, n_staged: 0, left: parent.left, depth: u64::from(parent.depth()) + 1, tally }
    }

    /// Returns the new stack length and the tally.
    #[inline(always)]
    pub(crate) fn finish(self) -> (usize, Tally) {
        (self.len, self.tally)
    }

    /// The budget of the parent. A problem may skip children that cannot be within it, if it counts them by
    /// [`Children::count_pruned`].
    #[inline(always)]
    pub fn left(&self) -> Cost {
        self.left
    }

    /// Offers the child reached by `step`. It is pushed if `cost + bound` is within the parent's budget.
    ///
    /// # Panics
    /// Panics if more children are offered than the problem has moves.
    #[inline(always)]
    pub fn offer(&mut self, state: S, bound: Cost, step: Step, cost: Cost) {
        let need = cost + bound;
        self.tally.count(1);
        self.tally.record_need(need, self.left);
        self.slots[self.len] = Node { state, tag: step.0 | self.depth, left: self.left.wrapping_sub(cost) };
        self.len += usize::from(need <= self.left);
    }

    /// Stages the child reached by `step`; [`Children::commit`] offers it when its bound is known. A problem that reads
    /// bounds from memory stages all children first, so that the reads overlap.
    ///
    /// # Panics
    /// Panics if more children are staged than the problem has moves.
    #[inline(always)]
    pub fn stage(&mut self, state: S, step: Step, cost: Cost) {
        self.slots[self.len + self.n_staged] =
            Node { state, tag: step.0 | self.depth, left: self.left.wrapping_sub(cost) };
        self.n_staged += 1;
    }

    /// Offers the children staged since the last commit, in that order. `bound` receives the index of each child and
    /// its state, which it may complete with what was read.
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

    /// Counts `n` children that the problem pruned itself; the cheapest of them needs cost `need`.
    #[inline(always)]
    pub fn count_pruned(&mut self, n: u64, need: Cost) {
        self.tally.count(n);
        self.tally.record_need(need, self.left);
    }
}

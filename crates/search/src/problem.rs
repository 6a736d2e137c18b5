//! The question every search here answers: from a start, over numbered moves, to a goal. A recipe implements
//! [`Problem`] once and every algorithm of this crate runs on it. Nothing here knows what is being solved.

use crate::move_order::MoveOrder;
use crate::node::{Children, Node, Step};
use crate::simd::Level;

/// What a sequence of moves costs. With unit costs it is the number of moves.
pub type Cost = u32;

/// A move by its number, `0..n_moves`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Move(pub u16);

/// A start-to-goal question over numbered moves. The implementor owns its tables.
///
/// Only `step`, `is_goal` and `lower_bound` say what the puzzle is; [`Problem::expand`] and
/// [`Problem::late_bound`] are the seams through which a tuned recipe reaches the speed of a hand-written
/// loop. A recipe that overrides them must keep the meaning of the plain ones.
pub trait Problem: Sync {
    /// A state is a value: equal bytes, equal state. Whatever a recipe carries along to update its bound by
    /// a move belongs in here too.
    type State: Copy + Send + Sync;

    /// What a node that waits finds out for its expansion. There is one for each lane; `()` for problems whose nodes do
    /// not wait.
    type Prefetched: Default + Send;

    /// How many independent subtrees one thread walks in turn. Above 1, a recipe prefetches in `expand` what
    /// `late_bound` will read, and the other lanes' work hides the memory latency. One of 1, 2, 4, 8, 16, 32.
    const LANES: usize = 1;

    /// A path grows at both ends of its solution, so what a goal on the way says of the solution is not that one of its
    /// beginnings is a solution. [`Problem::is_solution`] then tells which paths count.
    const BIDIRECTIONAL: bool = false;

    /// The instructions that the node loop is compiled for. A problem that holds a [`crate::simd::Simd`] token passes on the
    /// level of the token, because the other version of its loop could never run.
    const LEVEL: Level = Level::Any;

    /// True if the lower bound of this type is never zero everywhere: there is another type for that, which uninformed
    /// searches use. A caller that picks algorithms at run time then leaves them out for this one.
    const IS_INFORMED: bool = false;

    /// Moves are numbered `0..n_moves`.
    fn n_moves(&self) -> usize;

    /// Writes the state after `mv` to `to`; false if the move is illegal in `from` (`to` is then arbitrary).
    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool;

    /// Exact; never by a hash.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// True if a path that ended at a goal counts. Asked once for each of them if the problem is [`Problem::BIDIRECTIONAL`].
    fn is_solution(&self, _path: &[Move]) -> bool {
        true
    }

    /// Never above the true cost to the goal.
    fn lower_bound(&self, state: &Self::State) -> Cost;

    /// Which sequences are canonical, so that of several that lead to one place only one is searched.
    fn move_order(&self) -> &MoveOrder;

    /// What a move costs, at least 1.
    #[inline(always)]
    fn cost(&self, _mv: Move) -> Cost {
        1
    }

    /// Offers every canonical child of `node`. The search goes on with the child offered LAST first, so the
    /// moves are walked downwards here to be searched upwards.
    ///
    /// Override it to compute all children side by side, to update a bound by the move instead of from
    /// scratch, to prefetch, or to leave out moves that the tables already exclude.
    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        expand_by_steps(self, node, children);
    }

    /// The same for a search that remembers states and asks [`Problem::lower_bound`] only of those that are new: what
    /// is offered as a bound is not looked at. Override it where bounds are dear.
    #[inline(always)]
    fn successors(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        self.expand(node, children);
    }

    /// Has fetched from memory what [`Problem::lower_bound`] will read for this state. Asked by a search that remembers
    /// states before it asks for the bound, with other work in between.
    #[inline(always)]
    fn prefetch_bound(&self, _state: &Self::State) {}

    /// Asked with several lanes when the turn of a node has come: true if it should wait for another turn, because
    /// what its expansion reads has only now been asked for from memory. The node is put back as it was left here, and
    /// must tell how often it has waited; it has its lane to itself until it is expanded.
    #[inline(always)]
    fn prefetch_stage(&self, _node: &mut Node<Self::State>, _prefetched: &mut Self::Prefetched) -> bool {
        false
    }

    /// The same as [`Problem::expand`] for a node that has waited.
    #[inline(always)]
    fn expand_prefetched(
        &self,
        node: &Node<Self::State>,
        _prefetched: &mut Self::Prefetched,
        children: &mut Children<'_, Self::State>,
    ) {
        self.expand(node, children);
    }

    /// Names a node up to symmetry: what can be done from two nodes of one name, in the order of moves that holds there, comes to
    /// the same. Where one solution is enough, of tasks with one name and one cost only the first is searched.
    fn symmetry_key(&self, _node: &Node<Self::State>) -> Option<u128> {
        None
    }

    /// A second bound, asked when the node's turn has come rather than when it was offered: the place to read
    /// what `expand` prefetched. 0 says nothing new.
    #[inline(always)]
    fn late_bound(&self, _node: &mut Node<Self::State>) -> Cost {
        0
    }
}

/// Offers the children of `node` one move at a time: what [`Problem::expand`] means.
#[inline(always)]
pub fn expand_by_steps<P: Problem + ?Sized>(
    problem: &P,
    node: &Node<P::State>,
    children: &mut Children<'_, P::State>,
) {
    let mut to = node.state;
    for mv in (0..problem.n_moves() as u16).rev().map(Move) {
        if let Some(order) = problem.move_order().after(node.order(), mv)
            && problem.step(&node.state, mv, &mut to)
        {
            children.offer(to, problem.lower_bound(&to), Step::new(mv, order), problem.cost(mv));
        }
    }
}

/// What the cheapest move costs.
pub(crate) fn cheapest_move<P: Problem>(problem: &P) -> Cost {
    (0..problem.n_moves() as u16).map(|mv| problem.cost(Move(mv))).min().unwrap_or(1)
}

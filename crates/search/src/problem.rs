//! The state space that every search here works on: states, numbered moves, goals and a lower bound. A solver
//! implements [`Problem`] once, and every algorithm of this crate runs on it. Nothing here knows which puzzle is
//! solved.

use crate::move_order::MoveOrder;
use crate::node::{Children, Node, Step};
use crate::simd::Level;

/// Cost of a sequence of moves. With unit costs it is the number of moves.
pub type Cost = u32;

/// A move, by its number in `0..n_moves`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Move(pub u16);

/// A state space to search: states, numbered moves with costs, goals, and a lower bound on the cost to a goal (the
/// heuristic). The implementor owns its tables.
///
/// A minimal problem implements `n_moves`, `step`, `is_goal`, `lower_bound` and `move_order`, and has no prefetched
/// data. That is enough for IDA* ([`crate::ida_star`]), A* ([`crate::best_first()`]), breadth-first search
/// ([`crate::breadth_first()`]) and beam search ([`crate::beam`]):
///
/// ```
/// use deepen_search::{Control, Cost, Deepening, Limits, Move, MoveOrder, Problem, Sequential, Silent, Stop, ida_star};
///
/// /// From a number to 0 by steps of 1, 2 or 5.
/// struct Countdown(MoveOrder);
///
/// const STEPS: [u32; 3] = [1, 2, 5];
///
/// impl Problem for Countdown {
///     type State = u32;
///     type Prefetched = ();
///     fn n_moves(&self) -> usize {
///         STEPS.len()
///     }
///     fn step(&self, from: &u32, mv: Move, to: &mut u32) -> bool {
///         let next = from.checked_sub(STEPS[usize::from(mv.0)]);
///         next.inspect(|&next| *to = next).is_some()
///     }
///     fn is_goal(&self, state: &u32) -> bool {
///         *state == 0
///     }
///     fn lower_bound(&self, state: &u32) -> Cost {
///         state.div_ceil(5)
///     }
///     fn move_order(&self) -> &MoveOrder {
///         &self.0
///     }
/// }
///
/// // Steps commute, so only ascending sequences are searched.
/// let problem = Countdown(MoveOrder::by_last_move(3, |last, next| last <= next));
/// let stop = Stop::default();
/// let control = Control::new(Limits::default(), &Silent, &stop);
/// let answer = ida_star(&problem, &13, &Deepening::FIRST, &Sequential, &control);
/// assert_eq!(answer.cost, Some(4)); // 1 + 2 + 5 + 5
/// assert!(answer.is_optimal());
/// ```
///
/// The remaining methods exist for speed; their default implementations call the methods above. [`Problem::expand`]
/// generates all children of a node at once, [`Problem::late_bound`] and [`Problem::prefetch_stage`] hide memory
/// latency. With them a tuned problem reaches the speed of a hand-written loop. An override must give the same results
/// as the default.
pub trait Problem: Sync {
    /// A position. A state is a plain value: equal values are equal states. It also contains whatever the problem
    /// updates incrementally, for example coordinates from which the bound is read.
    type State: Copy + Send + Sync;

    /// Data that [`Problem::prefetch_stage`] has read for the expansion of a node. There is one value per lane; `()`
    /// for problems that do not stage prefetches.
    type Prefetched: Default + Send;

    /// Number of independent subtrees that one thread searches in turn (interleaved IDA*). Above 1, the problem
    /// prefetches in `expand` the memory that `late_bound` reads, and the work on the other lanes hides the memory
    /// latency. One of 1, 2, 4, 8, 16, 32.
    const LANES: usize = 1;

    /// True if a path grows at both ends of the solution (search on the state and its inverse). A goal met on the way
    /// then does not mean that a prefix of the path is a solution, and [`Problem::is_solution`] decides which paths
    /// count.
    const BIDIRECTIONAL: bool = false;

    /// True if the one solution that is wanted must be the first in the order of moves. Otherwise large searches look for
    /// it first where it is most likely, which takes fewer nodes.
    const KEEPS_ORDER: bool = false;

    /// The instruction set that the node loop is compiled for. A problem that holds a [`crate::simd::Simd`] token
    /// passes on the level of the token, because the other version of its loop could never run.
    const LEVEL: Level = Level::Any;

    /// True if this type always has an informative lower bound, because another type of the same puzzle serves
    /// uninformed search. A caller that selects algorithms at run time skips the uninformed ones for this type.
    const IS_INFORMED: bool = false;

    /// Number of moves. Moves are numbered `0..n_moves`.
    fn n_moves(&self) -> usize;

    /// Writes the successor of `from` by `mv` to `to`. Returns false if the move is illegal in `from` (`to` is then
    /// arbitrary).
    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool;

    /// True if the state is a goal. Must be exact, never based on a hash alone.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// True if a path that ended at a goal is a solution. Called once per such path if the problem is
    /// [`Problem::BIDIRECTIONAL`].
    fn is_solution(&self, _path: &[Move]) -> bool {
        true
    }

    /// A lower bound on the cost from `state` to a goal. Must be admissible: never above the true cost. It need not be
    /// consistent.
    fn lower_bound(&self, state: &Self::State) -> Cost;

    /// The automaton of canonical sequences: of several sequences that lead to the same state (transpositions), only
    /// the canonical one is searched.
    fn move_order(&self) -> &MoveOrder;

    /// Cost of a move, at least 1.
    #[inline(always)]
    fn cost(&self, _mv: Move) -> Cost {
        1
    }

    /// Offers every canonical child of `node` to `children`. The search continues with the child that was offered LAST,
    /// so the default walks the moves downwards and they are searched upwards.
    ///
    /// Override it to compute all children side by side, to update a bound incrementally instead of from scratch, to
    /// prefetch, or to skip moves that the tables already exclude.
    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        expand_by_steps(self, node, children);
    }

    /// Like [`Problem::expand`], for searches that store states and call [`Problem::lower_bound`] for new states only:
    /// the bounds offered here are ignored. Override it if computing bounds is expensive.
    #[inline(always)]
    fn successors(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        self.expand(node, children);
    }

    /// Prefetches the memory that [`Problem::lower_bound`] reads for this state. Searches that store states call it
    /// before they ask for the bound, with other work in between.
    #[inline(always)]
    fn prefetch_bound(&self, _state: &Self::State) {}

    /// Called on a node of a problem with several lanes when it is taken from the stack. Returns true if the node must
    /// wait for another turn, because the memory that its expansion reads has only now been requested. The node goes
    /// back on the stack as this method leaves it, so the state must record how often it has waited; no other node uses
    /// the lane until this one is expanded.
    #[inline(always)]
    fn prefetch_stage(&self, _node: &mut Node<Self::State>, _prefetched: &mut Self::Prefetched) -> bool {
        false
    }

    /// Like [`Problem::expand`], for a node that has gone through [`Problem::prefetch_stage`].
    #[inline(always)]
    fn expand_prefetched(
        &self,
        node: &Node<Self::State>,
        _prefetched: &mut Self::Prefetched,
        children: &mut Children<'_, Self::State>,
    ) {
        self.expand(node, children);
    }

    /// A key that identifies the node up to symmetry: two nodes with equal keys, each with its state of the move order,
    /// have equivalent subtrees. If one solution is enough, only the first of several tasks with equal key and equal
    /// cost is searched (symmetry reduction of tasks).
    fn symmetry_key(&self, _node: &Node<Self::State>) -> Option<u128> {
        None
    }

    /// A second lower bound, evaluated when the node is taken from the stack rather than when it was offered: the place
    /// to read what `expand` prefetched. 0 adds nothing.
    #[inline(always)]
    fn late_bound(&self, _node: &mut Node<Self::State>) -> Cost {
        0
    }
}

/// Offers the children of `node` one move at a time. This defines the meaning of [`Problem::expand`].
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

/// Cost of the cheapest move.
pub(crate) fn cheapest_move<P: Problem>(problem: &P) -> Cost {
    (0..problem.n_moves() as u16).map(|mv| problem.cost(Move(mv))).min().unwrap_or(1)
}

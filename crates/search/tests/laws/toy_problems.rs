//! Toy problems, small enough to be known completely.

use deepen_search::problem::expand_by_steps;
use deepen_search::simd::Level;
use deepen_search::{Blind, Children, Cost, Move, MoveOrder, Node, Problem};

/// One version of each node loop: there are many toy problems, and `cpu_dispatch` compares the versions.
const LEVEL: Level = Level::Portable;

/// The pancake problem: a move flips the top 2, 3, .. N pancakes of a pile. The bound counts adjacent pancakes that do
/// not belong together (the gap heuristic, Helmert 2010).
pub struct Pancakes<const N: usize> {
    order: MoveOrder,
}

impl<const N: usize> Pancakes<N> {
    pub fn new() -> Self {
        Pancakes { order: MoveOrder::by_last_move(N - 1, |last, mv| last != mv) }
    }

    pub fn sorted() -> [u8; N] {
        std::array::from_fn(|i| i as u8)
    }
}

impl<const N: usize> Problem for Pancakes<N> {
    type State = [u8; N];
    type Prefetched = ();
    const LEVEL: Level = LEVEL;

    fn n_moves(&self) -> usize {
        N - 1
    }
    fn step(&self, from: &[u8; N], mv: Move, to: &mut [u8; N]) -> bool {
        *to = *from;
        // Not `to[..n].reverse()`: inlined into a loop that replays moves, LLVM 22 (rustc 1.95) compiles it wrong.
        let flipped = from[..usize::from(mv.0) + 2].iter().rev();
        to.iter_mut().zip(flipped).for_each(|(to, from)| *to = *from);
        true
    }
    fn is_goal(&self, state: &[u8; N]) -> bool {
        state.is_sorted()
    }
    fn lower_bound(&self, state: &[u8; N]) -> Cost {
        let gaps = state.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) != 1).count();
        gaps as Cost + Cost::from(usize::from(state[N - 1]) != N - 1)
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// Path finding on a grid with walls: east, west, south, north or south-east, each with its own cost.
#[derive(Clone, Debug)]
pub struct Grid {
    side: u8,
    walls: Vec<bool>,
    goal: [u8; 2],
    costs: [Cost; 5],
    order: MoveOrder,
}

const DIRECTIONS: [[i8; 2]; 5] = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1]];

impl Grid {
    pub fn new(side: u8, walls: Vec<bool>, goal: [u8; 2], costs: [Cost; 5]) -> Grid {
        // An optimal path never goes back at once.
        let order = MoveOrder::by_last_move(5, |last, mv| {
            let [a, b] = [last, mv].map(|mv| DIRECTIONS[usize::from(mv.0)]);
            [a[0] + b[0], a[1] + b[1]] != [0, 0]
        });
        Grid { side, walls, goal, costs, order }
    }
}

impl Problem for Grid {
    type State = [u8; 2];
    type Prefetched = ();
    const LEVEL: Level = LEVEL;

    fn n_moves(&self) -> usize {
        5
    }
    fn step(&self, from: &[u8; 2], mv: Move, to: &mut [u8; 2]) -> bool {
        let [dx, dy] = DIRECTIONS[usize::from(mv.0)];
        let (Some(x), Some(y)) = (from[0].checked_add_signed(dx), from[1].checked_add_signed(dy)) else {
            return false;
        };
        *to = [x, y];
        x < self.side
            && y < self.side
            && !self.walls[usize::from(y) * usize::from(self.side) + usize::from(x)]
    }
    fn is_goal(&self, state: &[u8; 2]) -> bool {
        *state == self.goal
    }
    /// The greater of the costs along the two axes, as if there were no walls.
    fn lower_bound(&self, state: &[u8; 2]) -> Cost {
        let [east, west, south, north, south_east] = self.costs;
        let along = |from: u8, to: u8, up: Cost, down: Cost| {
            Cost::from(from.abs_diff(to)) * if to > from { up.min(south_east) } else { down }
        };
        along(state[0], self.goal[0], east, west).max(along(state[1], self.goal[1], south, north))
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
    fn cost(&self, mv: Move) -> Cost {
        self.costs[usize::from(mv.0)]
    }
}

/// Five items in a row: swap the first two, swap the third and fourth, rotate left, rotate right. The two swaps
/// commute.
pub struct Swaps {
    order: MoveOrder,
}

impl Swaps {
    pub fn new() -> Swaps {
        const SWAP_01: u16 = 0;
        const SWAP_23: u16 = 1;
        // The two swaps come in one order, and no move is undone at once.
        let order = MoveOrder::by_last_move(4, |last, mv| match (last.0, mv.0) {
            (SWAP_23, SWAP_01) => false,
            (2, 3) | (3, 2) => false,
            (a, b) => a != b || a >= 2,
        });
        Swaps { order }
    }
}

impl Problem for Swaps {
    type State = [u8; 5];
    type Prefetched = ();
    const LEVEL: Level = LEVEL;

    fn n_moves(&self) -> usize {
        4
    }
    fn step(&self, from: &[u8; 5], mv: Move, to: &mut [u8; 5]) -> bool {
        *to = *from;
        match mv.0 {
            0 => to.swap(0, 1),
            1 => to.swap(2, 3),
            2 => to.rotate_left(1),
            _ => to.rotate_right(1),
        }
        true
    }
    fn is_goal(&self, state: &[u8; 5]) -> bool {
        state.is_sorted()
    }
    fn lower_bound(&self, state: &[u8; 5]) -> Cost {
        Cost::from(!state.is_sorted())
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// The bound of another problem, weakened at some states: admissible, but inconsistent.
pub struct Inconsistent<P>(pub P);

impl<P: Problem<State: AsRef<[u8]>>> Problem for Inconsistent<P> {
    type State = P::State;
    type Prefetched = ();
    const LEVEL: Level = P::LEVEL;

    deepen_search::forward!(0: n_moves, step, is_goal, move_order, cost);

    fn lower_bound(&self, state: &P::State) -> Cost {
        let digest = state.as_ref().iter().fold(7_u32, |d, &b| (d ^ u32::from(b)).wrapping_mul(0x9E37_79B1));
        self.0.lower_bound(state) * ((digest >> 28) % 3) / 2
    }
}

/// Half of another problem's bound early and all of it late, on `LANES` lanes. Like a problem that reads a table late,
/// it writes into the node and relies on that in `expand`.
pub struct Late<P, const LANES: usize>(pub P);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LateState<S> {
    pub inner: S,
    asked: bool,
}

impl<S> LateState<S> {
    pub fn new(inner: S) -> Self {
        LateState { inner, asked: false }
    }
}

impl<P: Problem, const LANES: usize> Problem for Late<P, LANES> {
    type State = LateState<P::State>;
    type Prefetched = ();
    const LEVEL: Level = P::LEVEL;
    const LANES: usize = LANES;

    deepen_search::forward!(0: n_moves, move_order, cost);

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        to.asked = false;
        self.0.step(&from.inner, mv, &mut to.inner)
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        self.0.is_goal(&state.inner)
    }
    fn lower_bound(&self, state: &Self::State) -> Cost {
        self.0.lower_bound(&state.inner) / 2
    }
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        assert!(node.state.asked, "late_bound is called before expand");
        expand_by_steps(self, node, children);
    }
    fn late_bound(&self, node: &mut Node<Self::State>) -> Cost {
        node.state.asked = true;
        self.0.lower_bound(&node.state.inner)
    }
}

/// Numbers that grow: 2x or 2x + 1, up to a limit. A finite tree, if it starts above 0; without a goal in it there is
/// no solution.
pub struct Doubling {
    goals: Vec<u64>,
    limit: u64,
    order: MoveOrder,
}

impl Doubling {
    pub fn new(goals: &[u64], limit: u64) -> Doubling {
        Doubling { goals: goals.to_vec(), limit, order: MoveOrder::free(2) }
    }

    /// No goal, and too many states to exhaust.
    pub fn endless() -> Doubling {
        Doubling::new(&[], u64::MAX)
    }
}

impl Problem for Doubling {
    type State = u64;
    type Prefetched = ();
    const LEVEL: Level = LEVEL;

    fn n_moves(&self) -> usize {
        2
    }
    fn step(&self, from: &u64, mv: Move, to: &mut u64) -> bool {
        *to = from.wrapping_mul(2) + u64::from(mv.0);
        *from <= u64::MAX / 2 && *to <= self.limit
    }
    fn is_goal(&self, state: &u64) -> bool {
        self.goals.contains(state)
    }
    fn lower_bound(&self, _state: &u64) -> Cost {
        0
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// A start from which one move leads into an endless corridor and the other into a tree that has the goal `depth` moves
/// down, at its far end.
pub struct Corridor {
    pub depth: u8,
    order: MoveOrder,
}

impl Corridor {
    pub fn new(depth: u8) -> Corridor {
        Corridor { depth, order: MoveOrder::free(2) }
    }
}

/// A state of [`Corridor`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Start,
    Corridor,
    /// Depth, and true if all moves so far went right.
    Tree(u8, bool),
}

impl Problem for Corridor {
    type State = Place;
    type Prefetched = ();
    const LEVEL: Level = LEVEL;

    fn n_moves(&self) -> usize {
        2
    }
    fn step(&self, from: &Place, mv: Move, to: &mut Place) -> bool {
        let right = mv.0 == 1;
        *to = match from {
            Place::Start if right => Place::Tree(1, true),
            Place::Start | Place::Corridor => Place::Corridor,
            Place::Tree(depth, so_far) => Place::Tree(depth + 1, *so_far && right),
        };
        *from != Place::Corridor || !right
    }
    fn is_goal(&self, state: &Place) -> bool {
        *state == Place::Tree(self.depth, true)
    }
    fn lower_bound(&self, _state: &Place) -> Cost {
        0
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// A problem without moves.
pub struct NoMoves {
    pub solved: bool,
    order: MoveOrder,
}

impl NoMoves {
    pub fn new(solved: bool) -> NoMoves {
        NoMoves { solved, order: MoveOrder::free(0) }
    }
}

impl Problem for NoMoves {
    type State = ();
    type Prefetched = ();
    const LEVEL: Level = LEVEL;

    fn n_moves(&self) -> usize {
        0
    }
    fn step(&self, _from: &(), _mv: Move, _to: &mut ()) -> bool {
        false
    }
    fn is_goal(&self, _state: &()) -> bool {
        self.solved
    }
    fn lower_bound(&self, _state: &()) -> Cost {
        0
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

/// The least budget with which a problem generates children at all: without a bound, the cost of the cheapest move.
pub trait MinBudget: Problem {
    fn min_budget(&self) -> Cost {
        0
    }
}

impl<const N: usize> MinBudget for Pancakes<N> {}
impl MinBudget for Grid {}
impl MinBudget for Swaps {}
impl MinBudget for Doubling {}
impl MinBudget for Corridor {}
impl<P> MinBudget for Inconsistent<P> where Inconsistent<P>: Problem {}
impl<P, const LANES: usize> MinBudget for Late<P, LANES> where Late<P, LANES>: Problem {}
impl<P: Problem> MinBudget for Blind<'_, P> {
    fn min_budget(&self) -> Cost {
        (0..self.n_moves() as u16).map(|mv| self.cost(Move(mv))).min().unwrap_or(0)
    }
}

/// Pancakes with a symmetry key: equal piles in equal order states are equivalent.
pub struct Keyed<const N: usize>(pub Pancakes<N>);

impl<const N: usize> Problem for Keyed<N> {
    type State = [u8; N];
    type Prefetched = ();
    const LEVEL: Level = Pancakes::<N>::LEVEL;

    fn n_moves(&self) -> usize {
        self.0.n_moves()
    }
    fn step(&self, from: &[u8; N], mv: Move, to: &mut [u8; N]) -> bool {
        self.0.step(from, mv, to)
    }
    fn is_goal(&self, state: &[u8; N]) -> bool {
        self.0.is_goal(state)
    }
    fn lower_bound(&self, state: &[u8; N]) -> Cost {
        self.0.lower_bound(state)
    }
    fn move_order(&self) -> &MoveOrder {
        self.0.move_order()
    }
    fn symmetry_key(&self, node: &Node<[u8; N]>) -> Option<u128> {
        Some(node.state.iter().fold(node.order().0.into(), |name, &cake| name << 8 | u128::from(cake)))
    }
}

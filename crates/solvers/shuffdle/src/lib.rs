//! The solver of Shuffdle. The solver traits are implemented in `solver`, `task` and `instance`; `solve` chooses a
//! heuristic and searches.
//!
//! Here Shuffdle is a [`Problem`], by an abstraction that loses nothing: the assignment of tiles to the letters of the
//! word along a line is chosen once, at the root, and from then on only the positions of these five tiles (the targets)
//! and of the five holes matter. All other tiles are indistinguishable blockers. Letters are parsed and printed, never
//! searched.
//!
//! Each assignment is a root, and one search has them all. A state is 54 bits; the line is part of it, because in hard
//! mode different roots have different goal lines. Each [`Heuristic`] has a file of its own.

mod errors;
mod info;
mod instance;
mod option_values;
mod scramble;
mod solver;
mod task;

mod node_budget;
mod replay;
mod roots;
mod solve;
mod state;
mod word_puzzle;

mod combination_rank;
mod grid;
mod known_levels;
mod manhattan;
mod p1_fill;
mod p1_pdb;
mod p2_fill;
mod p2_pdb;
mod pair_placements;
mod path_clearing;
mod reflection;
mod zero;

use puzzle::Direction;
use puzzle::shuffdle::{CELLS, Line, SIDE, Shift};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

pub use self::solver::ShuffdleSolver;
pub use errors::ShuffdleError;
pub use info::{INFO, MANHATTAN, P1, P2, PATH_CLEARING};
pub use instance::ShuffdleInstance;
pub use manhattan::Manhattan;
pub use option_values::{Day, Difficulty};
pub use p1_pdb::{P1Pdb, P1Tables};
pub use p2_pdb::{N_PAIRS, P2Pdb, P2Tables};
pub use path_clearing::PathClearing;
pub use replay::shift;
pub use roots::roots;
pub use state::State;
pub use task::ShuffdleTask;
pub use word_puzzle::WordPuzzle;
pub use zero::Zero;

/// A lower bound on the moves from a state to its line.
pub trait Heuristic: Send + Sync {
    /// True if it is 0 everywhere. Uninformed searches are compiled for such heuristics only.
    const IS_ZERO: bool = false;

    /// Returns the bound. Never above the number of moves to the goal (admissible).
    fn bound(&self, state: State) -> Cost;

    /// Prefetches the memory that [`Heuristic::bound`] will read.
    #[inline(always)]
    fn prefetch(&self, _state: State) {}
}

/// The problem of Shuffdle with one heuristic, for any word.
pub struct ShuffdleProblem<H> {
    heuristic: H,
    order: MoveOrder,
    /// By line: the goal cells of its targets, packed as in a state.
    homes: [u32; 2 * SIDE],
}

impl<H: Heuristic> ShuffdleProblem<H> {
    /// Returns the problem with this heuristic.
    pub fn new(heuristic: H) -> Self {
        let homes = Line::ALL.map(|line| state::packed(&line.cells()));
        ShuffdleProblem { heuristic, order: order(), homes }
    }
}

/// Canonical sequences: two moves that share no cell commute, and neither can make the other impossible, so of two
/// consecutive ones the lower number comes first; and no move is undone at once.
fn order() -> MoveOrder {
    let shift = |mv: Move| Shift::from_index(usize::from(mv.0));
    MoveOrder::by_last_move(Shift::COUNT, |last, mv| {
        let (before, after) = (shift(last), shift(mv));
        let (Some(between), Some(end)) = (before.to(), after.to()) else { return false };
        let disjoint = ![before.from, between].iter().any(|cell| [after.from, end].contains(cell));
        let undoes = after.from == between && end == before.from;
        if disjoint { last < mv } else { !undoes }
    })
}

/// The directions of moves, in the order in which successors are generated.
const DIRECTIONS: [Direction; 4] = Direction::ALL;

impl<H: Heuristic> ShuffdleProblem<H> {
    /// Calls `take` for every possible move, the highest number of each direction first.
    #[inline(always)]
    fn for_each_move(state: State, mut take: impl FnMut(Shift, usize)) {
        for way in DIRECTIONS {
            let mut movable = grid::behind(state.holes(), way) & !state.holes();
            while movable != 0 {
                let from = (u32::BITS - 1 - movable.leading_zeros()) as usize;
                movable ^= 1 << from;
                take(Shift { from, way }, grid::beside(from, way));
            }
        }
    }
}

impl<H: Heuristic> Problem for ShuffdleProblem<H> {
    type State = State;
    type Prefetched = ();
    const IS_INFORMED: bool = !H::IS_ZERO;

    fn n_moves(&self) -> usize {
        Shift::COUNT
    }

    fn step(&self, from: &State, mv: Move, to: &mut State) -> bool {
        let shift = Shift::from_index(usize::from(mv.0));
        let holes = from.holes();
        match shift.to() {
            Some(cell) if holes >> cell & 1 == 1 && holes >> shift.from & 1 == 0 => {
                *to = from.after_move(shift.from, cell);
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn is_goal(&self, state: &State) -> bool {
        state.targets() == self.homes[state.line()]
    }

    #[inline(always)]
    fn lower_bound(&self, state: &State) -> Cost {
        self.heuristic.bound(*state)
    }

    #[inline(always)]
    fn prefetch_bound(&self, state: &State) {
        self.heuristic.prefetch(*state);
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn expand(&self, node: &Node<State>, children: &mut Children<'_, State>) {
        let state = node.state;
        Self::for_each_move(state, |shift, to| {
            let mv = Move(shift.index() as u16);
            if let Some(order) = self.order.after(node.order(), mv) {
                let child = state.after_move(shift.from, to);
                children.offer(child, self.heuristic.bound(child), Step::new(mv, order), 1);
            }
        });
    }

    #[inline(always)]
    fn successors(&self, node: &Node<State>, children: &mut Children<'_, State>) {
        let state = node.state;
        Self::for_each_move(state, |shift, to| {
            let mv = Move(shift.index() as u16);
            children.offer(state.after_move(shift.from, to), 0, Step::new(mv, node.order()), 1);
        });
    }
}

/// Returns the Manhattan distance of two cells.
pub fn distance(a: usize, b: usize) -> u8 {
    debug_assert!(a < CELLS && b < CELLS);
    ((a / SIDE).abs_diff(b / SIDE) + (a % SIDE).abs_diff(b % SIDE)) as u8
}

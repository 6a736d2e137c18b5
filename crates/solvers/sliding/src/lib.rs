//! The solver of sliding tiles. The solver traits are implemented in `solver`, `task` and `instance`;
//! `single_tile_search` chooses a problem (`dispatch`, `problem_cache`) and searches it.
//!
//! Here sliding tiles are a [`Problem`]: a packed board, the blank's cell and the incremental value of the heuristic.
//! One tile moves at a time; a move is named by the direction in which the tile slides.

mod errors;
mod info;
mod instance;
mod parse;
mod scramble;
mod size;
mod solver;
mod stored_tables;
mod task;

mod count;
mod dispatch;
mod problem_cache;
mod query;
mod replay;
mod single_tile_search;

mod beam;
mod constructive;
mod metric;
mod multi_tile;

mod duplicate_fsm;
mod goal_cells;
pub mod packed_board;
mod successors;

mod linear_conflict;
mod manhattan;
mod misplaced;
pub mod pdb;
mod walking_distance;
mod zero;

use std::hash::Hash;

use puzzle::Board;
use search::{Children, Cost, Move, MoveOrder, Node, Problem};

pub use self::solver::SlidingSolver;
pub use duplicate_fsm::DuplicatePruning;
pub use errors::{MAX_OPTIMAL_CELLS, SlidingError};
pub use info::{BEAM, CONSTRUCT, INFO, LINEAR_CONFLICT, MANHATTAN, MISPLACED, PATTERN, WALKING_DISTANCE};
pub use instance::SlidingInstance;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use metric::{SlideMetric, direction, n_tiles};
pub use misplaced::Misplaced;
use packed_board::PackedBoard;
pub use query::MAX_CELLS;
pub use replay::replay;
pub use size::Size;
use successors::{Slide, SuccessorTable};
pub use task::SlidingTask;
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

/// A heuristic whose value is updated incrementally from move to move.
pub trait Heuristic<C>: Send + Sync {
    /// The incremental value that a state stores.
    type Value: Copy + Eq + Hash + Send + Sync;

    /// Precomputed data of the slide between two neighbouring cells, for all tiles.
    type SlideInfo: Copy + Send + Sync;

    /// True if the heuristic is 0 everywhere. Uninformed searches are compiled for such heuristics only.
    const IS_ZERO: bool = false;

    /// Computes the data of the slide from cell `from` to cell `to`.
    fn slide_info(&self, from: usize, to: usize) -> Self::SlideInfo;

    /// Computes the value of a board from scratch.
    fn start(&self, board: &Board) -> Self::Value;

    /// Returns the value after `tile` makes the slide `slide`.
    fn after(
        &self,
        value: &Self::Value,
        slide: &Self::SlideInfo,
        tile: usize,
        boards: Boards<'_, C>,
    ) -> Self::Value;

    /// Returns the lower bound of a value. Never above the number of moves to the goal (admissible).
    fn bound(&self, value: &Self::Value) -> Cost;

    /// Number of interleaved subtree searches. With more than one, a new value prefetches its table entries and is
    /// completed in a later turn, so that memory latency is hidden behind the work of the other searches.
    const LANES: usize = 1;

    /// Completes a value by reading the prefetched entries, and returns its bound. Before that, the bound may be lower.
    #[inline(always)]
    fn complete(&self, _value: &mut Self::Value) -> Cost {
        0
    }

    /// Returns the number of bytes of tables.
    fn table_bytes(&self) -> usize {
        0
    }
}

/// A board before and after a slide.
#[derive(Clone, Copy)]
pub struct Boards<'a, C> {
    /// The board before the slide.
    pub before: &'a C,
    /// The board after the slide.
    pub after: &'a C,
}

/// A search state: the packed board, the value of the heuristic and the blank's cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<C, V> {
    cells: C,
    value: V,
    blank: u8,
}

/// The problem of sliding tiles to one goal with one heuristic, in single-tile moves.
pub struct Sliding<C: PackedBoard, H: Heuristic<C>> {
    goal: C,
    heuristic: H,
    rows: usize,
    cols: usize,
    slides: SuccessorTable<C, H::SlideInfo>,
}

impl<C: PackedBoard, H: Heuristic<C>> Sliding<C, H> {
    /// Returns the problem of reaching `goal`, for searches that may prune duplicates as `pruning` states.
    pub fn new(goal: &Board, heuristic: H, pruning: DuplicatePruning) -> Self {
        assert!(goal.n_cells() <= C::CAPACITY, "the caller chooses a packed board with enough capacity");
        let slides = SuccessorTable::new(goal, pruning, |from, to| heuristic.slide_info(from, to));
        Sliding { goal: C::pack(goal), heuristic, rows: goal.rows(), cols: goal.cols(), slides }
    }

    /// Returns the state of a board.
    pub fn state(&self, board: &Board) -> State<C, H::Value> {
        State { cells: C::pack(board), value: self.heuristic.start(board), blank: board.blank() as u8 }
    }

    #[inline(always)]
    fn after_slide(&self, state: &State<C, H::Value>, slide: &Slide<C, H::SlideInfo>) -> State<C, H::Value> {
        let tile = state.cells.tile(slide.hop);
        let cells = state.cells.after_slide(tile, slide.hop);
        let boards = Boards { before: &state.cells, after: &cells };
        State {
            cells,
            value: self.heuristic.after(&state.value, &slide.info, tile, boards),
            blank: slide.from,
        }
    }

    /// Returns the board of a state.
    pub fn board(&self, state: &State<C, H::Value>) -> Board {
        let tiles = (0..self.rows * self.cols).map(|cell| state.cells.get(cell) as u32).collect();
        Board::new(self.rows, self.cols, tiles).expect("slides permute the tiles")
    }

    /// Returns the number of bytes of the heuristic's tables.
    pub fn table_bytes(&self) -> u64 {
        self.heuristic.table_bytes() as u64
    }
}

impl<C: PackedBoard, H: Heuristic<C>> Problem for Sliding<C, H> {
    type State = State<C, H::Value>;
    type Prefetched = ();

    const LANES: usize = H::LANES;
    const IS_INFORMED: bool = !H::IS_ZERO;

    #[inline(always)]
    fn n_moves(&self) -> usize {
        4
    }

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        let Some(slide) = self.slides.by_move(from.blank, mv) else { return false };
        *to = self.after_slide(from, slide);
        if H::LANES > 1 {
            self.heuristic.complete(&mut to.value);
        }
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.cells == self.goal
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Self::State) -> Cost {
        self.heuristic.bound(&state.value)
    }

    fn move_order(&self) -> &MoveOrder {
        self.slides.order()
    }

    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Self::State>) -> Cost {
        if H::LANES > 1 { self.heuristic.complete(&mut node.state.value) } else { 0 }
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        let choice = self.slides.successors(node.order(), node.state.blank);
        for mv in choice.descending() {
            let child = self.after_slide(&node.state, &choice.slides[mv]);
            children.offer(child, self.heuristic.bound(&child.value), choice.step(mv), 1);
        }
    }

    /// Completes the values: equal boards must be equal states, whatever the path.
    #[inline(always)]
    fn successors(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        let choice = self.slides.successors(node.order(), node.state.blank);
        for mv in choice.descending() {
            let mut child = self.after_slide(&node.state, &choice.slides[mv]);
            if H::LANES > 1 {
                self.heuristic.complete(&mut child.value);
            }
            children.offer(child, self.heuristic.bound(&child.value), choice.step(mv), 1);
        }
    }
}

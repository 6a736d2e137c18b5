//! The solver of sliding tiles. The contract is implemented in `sliding_solver`, `task` and `instance`; `searches` picks a problem
//! (`dispatch`, `problem_cache`) and searches it.
//!
//! Here sliding tiles are a [`Problem`]: a packed board, the blank's cell and what its heuristic carries along. One tile
//! moves at a time; a move is named by the way the tile slides.

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

/// A lower bound that is kept up to date from move to move.
pub trait Heuristic<C>: Send + Sync {
    /// What is carried along in a state.
    type Value: Copy + Eq + Hash + Send + Sync;

    /// What must be known of the slide between two neighbouring cells, whatever the tile.
    type SlideInfo: Copy + Send + Sync;

    /// True if it is 0 everywhere. Uninformed searches are compiled for such heuristics only.
    const IS_ZERO: bool = false;

    /// The row of a slide.
    fn slide_info(&self, from: usize, to: usize) -> Self::SlideInfo;

    /// The value of a board from scratch.
    fn start(&self, board: &Board) -> Self::Value;

    /// The value after `tile` made the slide of `row`.
    fn after(
        &self,
        value: &Self::Value,
        slide: &Self::SlideInfo,
        tile: usize,
        boards: Boards<'_, C>,
    ) -> Self::Value;

    /// The bound a value stands for; never above the number of moves to the goal.
    fn bound(&self, value: &Self::Value) -> Cost;

    /// How many subtrees are searched in turn. With more than one, values ask memory for something when they are made and are
    /// completed when their turn has come, so that what one of them waits for arrives while the others go on.
    const LANES: usize = 1;

    /// Completes a value, and gives the bound it then stands for. Until then its bound may be lower.
    #[inline(always)]
    fn complete(&self, _value: &mut Self::Value) -> Cost {
        0
    }

    /// Bytes of tables.
    fn table_bytes(&self) -> usize {
        0
    }
}

/// A board before and after a slide.
#[derive(Clone, Copy)]
pub struct Boards<'a, C> {
    /// Before.
    pub before: &'a C,
    /// After.
    pub after: &'a C,
}

/// A board under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<C, V> {
    cells: C,
    value: V,
    blank: u8,
}

/// Sliding tiles towards one goal with one heuristic.
pub struct Sliding<C: PackedBoard, H: Heuristic<C>> {
    goal: C,
    heuristic: H,
    rows: usize,
    cols: usize,
    slides: SuccessorTable<C, H::SlideInfo>,
}

impl<C: PackedBoard, H: Heuristic<C>> Sliding<C, H> {
    /// The problem of reaching `goal`, for searches that may leave out what `pruning` says.
    pub fn new(goal: &Board, heuristic: H, pruning: DuplicatePruning) -> Self {
        assert!(goal.n_cells() <= C::CAPACITY, "the caller picks cells with room for the board");
        let slides = SuccessorTable::new(goal, pruning, |from, to| heuristic.slide_info(from, to));
        Sliding { goal: C::pack(goal), heuristic, rows: goal.rows(), cols: goal.cols(), slides }
    }

    /// The state of a board.
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

    /// The board of a state.
    pub fn board(&self, state: &State<C, H::Value>) -> Board {
        let tiles = (0..self.rows * self.cols).map(|cell| state.cells.get(cell) as u32).collect();
        Board::new(self.rows, self.cols, tiles).expect("slides keep a board a board")
    }

    /// Bytes of the heuristic's tables.
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

    /// With complete values: equal boards must be equal states, however they were reached.
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

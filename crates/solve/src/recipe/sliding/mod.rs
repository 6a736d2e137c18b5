//! Sliding tiles as a [`Problem`]: a packed board, the blank's cell and whatever its heuristic carries along. One tile
//! moves at a time; a move is named by the way the tile slides.

mod answer;
mod beam;
pub mod cells;
pub(crate) mod construct;
mod homes;
mod linear_conflict;
mod manhattan;
mod metric;
mod misplaced;
mod multi;
mod pattern;
mod serve;
mod walking_distance;
mod zero;

use std::hash::Hash;

use puzzle::{Board, Direction};
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

pub(crate) use answer::{possible, replay};
use cells::Cells;
pub(crate) use construct::serve::Wish;
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use metric::{SlideMetric, direction, n_tiles};
pub use misplaced::Misplaced;
pub use pattern::Pattern;
pub use serve::MAX_CELLS;
pub(crate) use serve::{Recipes, check, count};
pub use walking_distance::WalkingDistance;
pub use zero::Zero;

/// A lower bound that is kept up to date from move to move.
pub trait Heuristic<C>: Send + Sync {
    /// What is carried along in a state.
    type Value: Copy + Eq + Hash + Send + Sync;

    /// What must be known of the slide between two neighbouring cells, whatever the tile.
    type Row: Copy + Send + Sync;

    /// The row of a slide.
    fn row(&self, from: usize, to: usize) -> Self::Row;

    /// The value of a board from scratch.
    fn start(&self, board: &Board) -> Self::Value;

    /// The value after `tile` made the slide of `row`.
    fn after(&self, value: &Self::Value, row: &Self::Row, tile: usize, boards: Boards<'_, C>) -> Self::Value;

    /// The bound a value stands for; never above the number of moves to the goal.
    fn bound(&self, value: &Self::Value) -> Cost;

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

/// A canonical slide for a given blank cell and last move.
#[derive(Clone, Copy)]
struct Exit<C: Cells, R> {
    hop: C::Hop,
    row: R,
    step: Step,
    from: u8,
    mv: u8,
}

/// The slides that are possible and do not take back the last one: at most three but for the start. Of a size that makes
/// finding one a shift: the multiplication would be in the way of every node.
#[derive(Clone, Copy)]
#[repr(align(256))]
struct Exits<C: Cells, R> {
    list: [Exit<C, R>; 4],
    n: u8,
}

/// Sliding tiles towards one goal with one heuristic.
pub struct Sliding<C: Cells, H: Heuristic<C>> {
    goal: C,
    heuristic: H,
    rows: usize,
    cols: usize,
    order: MoveOrder,
    /// By order state and blank cell, `[order * ROOM + blank]`.
    exits: Vec<Exits<C, H::Row>>,
}

impl<C: Cells, H: Heuristic<C>> Sliding<C, H> {
    /// The problem of reaching `goal`.
    pub fn new(goal: &Board, heuristic: H) -> Self {
        assert!(goal.n_cells() <= C::ROOM, "the caller picks cells with room for the board");
        let order = MoveOrder::by_last_move(4, |last, mv| {
            let way = |mv: Move| Direction::ALL[usize::from(mv.0)];
            way(mv) != way(last).inverse()
        });
        let none = Exit {
            hop: C::hop(0, 0),
            row: heuristic.row(0, 1),
            step: Step::new(Move(0), OrderState::START),
            from: 0,
            mv: 0,
        };
        let mut exits = vec![Exits { list: [none; 4], n: 0 }; order.n_states() * C::ROOM];
        for (i, exits) in exits.iter_mut().enumerate().filter(|(i, _)| i % C::ROOM < goal.n_cells()) {
            let (state, blank) = (OrderState((i / C::ROOM) as u32), i % C::ROOM);
            // Downwards: the search goes on with what is offered last.
            for mv in (0..4u16).rev() {
                if let Some(after) = order.after(state, Move(mv))
                    && let Some(from) =
                        Direction::ALL[usize::from(mv)].source(blank, goal.rows(), goal.cols())
                {
                    exits.list[usize::from(exits.n)] = Exit {
                        hop: C::hop(from, blank),
                        row: heuristic.row(from, blank),
                        step: Step::new(Move(mv), after),
                        from: from as u8,
                        mv: mv as u8,
                    };
                    exits.n += 1;
                }
            }
        }
        Sliding { goal: C::pack(goal), heuristic, rows: goal.rows(), cols: goal.cols(), order, exits }
    }

    /// The state of a board.
    pub fn state(&self, board: &Board) -> State<C, H::Value> {
        State { cells: C::pack(board), value: self.heuristic.start(board), blank: board.blank() as u8 }
    }

    #[inline(always)]
    fn slid(&self, state: &State<C, H::Value>, exit: &Exit<C, H::Row>) -> State<C, H::Value> {
        let tile = state.cells.tile(exit.hop);
        let cells = state.cells.slid(tile, exit.hop);
        let boards = Boards { before: &state.cells, after: &cells };
        State { cells, value: self.heuristic.after(&state.value, &exit.row, tile, boards), blank: exit.from }
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

impl<C: Cells, H: Heuristic<C>> Problem for Sliding<C, H> {
    type State = State<C, H::Value>;
    type Ahead = ();

    #[inline(always)]
    fn n_moves(&self) -> usize {
        4
    }

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        // The exits before any move are all there are.
        let exits = &self.exits[usize::from(from.blank)];
        match exits.list[..usize::from(exits.n)].iter().find(|exit| u16::from(exit.mv) == mv.0) {
            Some(exit) => *to = self.slid(from, exit),
            None => return false,
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
        &self.order
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        let exits = &self.exits[node.order().0 as usize * C::ROOM + usize::from(node.state.blank)];
        // There is always a first.
        let mut i = 0;
        loop {
            let exit = &exits.list[i];
            let child = self.slid(&node.state, exit);
            children.offer(child, self.heuristic.bound(&child.value), exit.step, 1);
            i += 1;
            if i == 4 || i == usize::from(exits.n) {
                break;
            }
        }
    }
}

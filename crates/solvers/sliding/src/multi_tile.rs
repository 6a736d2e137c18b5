//! Sliding tiles in the multi-tile metric: any number of tiles of a line may slide together as one move. Two
//! consecutive moves along one line are one move, so moves along rows and along columns alternate.
//!
//! The lower bound uses this: from lower bounds on the vertical and on the horizontal moves, and because neither count
//! can exceed the other by more than one.

use puzzle::{Board, Direction};
use search::{Answer, Children, Control, Cost, Executor, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::goal_cells::GoalCells;
use super::info::{MANHATTAN, WALKING_DISTANCE};
use super::metric::{direction, n_tiles, slide_move};
use super::packed_board::PackedBoard;
use super::query::{MAX_CELLS, Query};
use super::single_tile_search::from;
use super::solver::SlidingSolver;
use super::{Boards, Heuristic, SlideMetric, State, WalkingDistance};
use solver::{Heuristic as Named, SolveOutcome, search_best_first, search_blind, search_informed};

/// Solves a board by the search that the query requests. The caller must have checked the query.
pub(super) fn solve(
    solver: &SlidingSolver,
    query: &Query<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> SolveOutcome {
    let goal = query.puzzle.goal;
    let search = MultiTileSearch { solver, query, executor, control };
    match (query.heuristic(), goal.n_cells()) {
        (WALKING_DISTANCE, _) => {
            search.informed::<u64, _>(|| WalkingDistance::counting(goal, SlideMetric::MultiTile))
        }
        (MANHATTAN, 0..=16) => search.informed::<u64, _>(|| LineManhattan::new(goal)),
        (MANHATTAN, 17..=25) => search.informed::<u128, _>(|| LineManhattan::new(goal)),
        (MANHATTAN, 26..=64) => search.best_first::<[u8; 64], _>(|| LineManhattan::new(goal)),
        (MANHATTAN, _) => search.best_first::<[u8; MAX_CELLS], _>(|| LineManhattan::new(goal)),
        (Named::NONE, 0..=16) => search.without_heuristic::<u64>(),
        (Named::NONE, _) => search.without_heuristic::<u128>(),
        (Named(name), _) => unreachable!("requests for {name} are checked"),
    }
}

/// The parameters of a search, from which the type of problem follows. Each method compiles only the searches that it
/// can run.
struct MultiTileSearch<'a> {
    solver: &'a SlidingSolver,
    query: &'a Query<'a>,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl MultiTileSearch<'_> {
    fn informed<C: PackedBoard, H: Heuristic<C> + 'static>(
        &self,
        heuristic: impl FnOnce() -> H,
    ) -> SolveOutcome {
        self.run::<C, H>(heuristic, |problem, start| {
            search_informed(problem, from(start), self.query.method, self.executor, self.control)
        })
    }

    fn best_first<C: PackedBoard, H: Heuristic<C> + 'static>(
        &self,
        heuristic: impl FnOnce() -> H,
    ) -> SolveOutcome {
        self.run::<C, H>(heuristic, |problem, start| {
            search_best_first(problem, from(start), self.query.method, self.control)
        })
    }

    fn without_heuristic<C: PackedBoard>(&self) -> SolveOutcome {
        if self.query.method.algorithm.uses_heuristic() {
            return self.informed::<C, _>(|| super::Zero);
        }
        self.run::<C, super::Zero>(
            || super::Zero,
            |problem, start| {
                search_blind(problem, from(start), self.query.method, self.executor, self.control)
            },
        )
    }

    fn run<C: PackedBoard, H: Heuristic<C> + 'static>(
        &self,
        heuristic: impl FnOnce() -> H,
        search: impl FnOnce(&MultiTile<C, H>, &[State<C, H::Value>; 1]) -> Answer,
    ) -> SolveOutcome {
        let goal = self.query.puzzle.goal;
        let problem =
            self.solver.problems.get_or_build_now(goal, || MultiTile::<C, H>::new(goal, heuristic()));
        let answer = search(&problem, &[problem.state(self.query.puzzle.board)]);
        SolveOutcome::new(answer, self.query.heuristic(), problem.heuristic.table_bytes() as u64)
    }
}

/// The problem of sliding tiles to one goal with one heuristic, in multi-tile moves.
struct MultiTile<C: PackedBoard, H: Heuristic<C>> {
    goal: C,
    heuristic: H,
    n_moves: usize,
    /// The automaton's states: start, after a vertical move, after a horizontal move.
    order: MoveOrder,
    /// Slides of one tile by blank cell and direction, if possible.
    slides: Vec<BlankSlides<C, H::SlideInfo>>,
}

/// Slides of one tile by direction, if possible.
type BlankSlides<C, R> = [Option<Slide<C, R>>; 4];

#[derive(Clone, Copy)]
struct Slide<C: PackedBoard, R> {
    hop: C::Hop,
    info: R,
    from: u8,
}

/// True if tiles slide along a row.
fn is_along_row(dir: Direction) -> bool {
    matches!(dir, Direction::Left | Direction::Right)
}

impl<C: PackedBoard, H: Heuristic<C>> MultiTile<C, H> {
    fn new(goal: &Board, heuristic: H) -> Self {
        let n_moves = SlideMetric::MultiTile.n_moves(goal.rows(), goal.cols());
        let order = MoveOrder::automaton(n_moves, 3, |state, mv| {
            let axis = 1 + u32::from(is_along_row(direction(mv)));
            (state.0 != axis).then_some(OrderState(axis))
        });
        let slide = |blank: usize, dir: Direction| {
            let from = dir.source(blank, goal.rows(), goal.cols())?;
            Some(Slide {
                hop: C::hop(from, blank),
                info: heuristic.slide_info(from, blank),
                from: from as u8,
            })
        };
        let slides = (0..goal.n_cells()).map(|blank| Direction::ALL.map(|dir| slide(blank, dir))).collect();
        MultiTile { goal: C::pack(goal), heuristic, n_moves, order, slides }
    }

    fn state(&self, board: &Board) -> State<C, H::Value> {
        State { cells: C::pack(board), value: self.heuristic.start(board), blank: board.blank() as u8 }
    }

    /// Returns the state after one more tile slides in the same direction, if possible.
    #[inline(always)]
    fn after_slide(&self, state: &State<C, H::Value>, dir: Direction) -> Option<State<C, H::Value>> {
        let slide = self.slides[usize::from(state.blank)][dir as usize].as_ref()?;
        let tile = state.cells.tile(slide.hop);
        let cells = state.cells.after_slide(tile, slide.hop);
        let boards = Boards { before: &state.cells, after: &cells };
        let value = self.heuristic.after(&state.value, &slide.info, tile, boards);
        Some(State { cells, value, blank: slide.from })
    }
}

impl<C: PackedBoard, H: Heuristic<C>> Problem for MultiTile<C, H> {
    type State = State<C, H::Value>;
    type Prefetched = ();
    const IS_INFORMED: bool = !H::IS_ZERO;

    fn n_moves(&self) -> usize {
        self.n_moves
    }

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        *to = *from;
        (0..n_tiles(mv)).all(|_| {
            self.after_slide(to, direction(mv)).is_some_and(|next| {
                *to = next;
                true
            })
        })
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
        for dir in Direction::ALL {
            let axis = OrderState(1 + u32::from(is_along_row(dir)));
            if node.order() == axis {
                continue;
            }
            let mut state = node.state;
            let mut n = 0;
            while let Some(next) = self.after_slide(&state, dir) {
                n += 1;
                children.offer(
                    next,
                    self.heuristic.bound(&next.value),
                    Step::new(slide_move(dir, n), axis),
                    1,
                );
                state = next;
            }
        }
    }
}

/// The Manhattan distance split into vertical and horizontal parts; one move lowers one of them by at most the tiles of
/// a line.
struct LineManhattan {
    goal_cells: GoalCells,
    /// Maximum number of tiles that slide together along a column, and along a row.
    most: [Cost; 2],
}

impl LineManhattan {
    fn new(goal: &Board) -> LineManhattan {
        LineManhattan {
            goal_cells: GoalCells::new(goal),
            most: [goal.rows() as Cost - 1, goal.cols() as Cost - 1],
        }
    }
}

/// Returns a lower bound on all moves, given lower bounds on the moves along columns and along rows, which alternate.
pub(super) fn alternating_bound(columns: Cost, rows: Cost) -> Cost {
    (columns + rows).max((2 * columns.max(rows)).saturating_sub(1))
}

impl<C: PackedBoard> Heuristic<C> for LineManhattan {
    /// Manhattan distance along columns and along rows.
    type Value = [Cost; 2];
    /// The cells where the slide begins and ends.
    type SlideInfo = (u8, u8);

    fn slide_info(&self, from: usize, to: usize) -> (u8, u8) {
        (from as u8, to as u8)
    }

    fn start(&self, board: &Board) -> [Cost; 2] {
        self.goal_cells.manhattan_by_axis(board)
    }

    #[inline(always)]
    fn after(
        &self,
        value: &[Cost; 2],
        &(from, to): &(u8, u8),
        tile: usize,
        _boards: Boards<'_, C>,
    ) -> [Cost; 2] {
        let (from, to) = (usize::from(from), usize::from(to));
        let axis = usize::from(self.goal_cells.row_col(from).0 == self.goal_cells.row_col(to).0);
        let mut value = *value;
        value[axis] = value[axis] + self.goal_cells.distance(tile, to) - self.goal_cells.distance(tile, from);
        value
    }

    #[inline(always)]
    fn bound(&self, value: &[Cost; 2]) -> Cost {
        alternating_bound(value[0].div_ceil(self.most[0]), value[1].div_ceil(self.most[1]))
    }
}

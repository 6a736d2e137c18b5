//! Sliding tiles where any number of tiles of a line may slide together as one move. Two moves along one line are one move,
//! so moves along rows and along columns take turns.
//!
//! The bound is counted the same way: so many moves along columns are needed at least, so many along rows, and neither of
//! them can outnumber the other by more than one.

use puzzle::{Board, Direction};
use search::{Answer, Children, Control, Cost, Executor, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::cells::Cells;
use super::homes::Homes;
use super::info::{MANHATTAN, WALKING_DISTANCE};
use super::metric::{direction, n_tiles, together};
use super::query::{MAX_CELLS, Query};
use super::searches::from;
use super::sliding_solver::SlidingSolver;
use super::{Boards, Heuristic, SlideMetric, State, WalkingDistance};
use solver::{Heuristic as Named, SolveOutcome, search_best_first, search_blind, search_informed};

/// Solves a board by a search as asked. The query was checked.
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
        (MANHATTAN, 0..=16) => search.informed::<u64, _>(|| Lines::new(goal)),
        (MANHATTAN, 17..=25) => search.informed::<u128, _>(|| Lines::new(goal)),
        (MANHATTAN, 26..=64) => search.best_first::<[u8; 64], _>(|| Lines::new(goal)),
        (MANHATTAN, _) => search.best_first::<[u8; MAX_CELLS], _>(|| Lines::new(goal)),
        (Named::NONE, 0..=16) => search.without_heuristic::<u64>(),
        (Named::NONE, _) => search.without_heuristic::<u128>(),
        (Named(name), _) => unreachable!("requests for {name} are checked"),
    }
}

/// A search on the way to its problem. Each method compiles the searches that can be asked for.
struct MultiTileSearch<'a> {
    solver: &'a SlidingSolver,
    query: &'a Query<'a>,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl MultiTileSearch<'_> {
    fn informed<C: Cells, H: Heuristic<C> + 'static>(&self, heuristic: impl FnOnce() -> H) -> SolveOutcome {
        self.by::<C, H>(heuristic, |problem, start| {
            search_informed(problem, from(start), self.query.method, self.executor, self.control)
        })
    }

    fn best_first<C: Cells, H: Heuristic<C> + 'static>(&self, heuristic: impl FnOnce() -> H) -> SolveOutcome {
        self.by::<C, H>(heuristic, |problem, start| {
            search_best_first(problem, from(start), self.query.method, self.control)
        })
    }

    fn without_heuristic<C: Cells>(&self) -> SolveOutcome {
        if self.query.method.algorithm.uses_heuristic() {
            return self.informed::<C, _>(|| super::Zero);
        }
        self.by::<C, super::Zero>(
            || super::Zero,
            |problem, start| {
                search_blind(problem, from(start), self.query.method, self.executor, self.control)
            },
        )
    }

    fn by<C: Cells, H: Heuristic<C> + 'static>(
        &self,
        heuristic: impl FnOnce() -> H,
        search: impl FnOnce(&MultiTile<C, H>, &[State<C, H::Value>; 1]) -> Answer,
    ) -> SolveOutcome {
        let goal = self.query.puzzle.goal;
        let problem =
            self.solver.problems.get_or_make_now(goal, || MultiTile::<C, H>::new(goal, heuristic()));
        let answer = search(&problem, &[problem.state(self.query.puzzle.board)]);
        SolveOutcome::new(answer, self.query.heuristic(), problem.heuristic.table_bytes() as u64)
    }
}

/// Sliding tiles towards one goal with one heuristic, several tiles at a time.
struct MultiTile<C: Cells, H: Heuristic<C>> {
    goal: C,
    heuristic: H,
    n_moves: usize,
    /// Its states are the start, after a move along a column, and after one along a row.
    order: MoveOrder,
    /// By blank cell and direction, the slide of one tile if there is one.
    slides: Vec<Ways<C, H::Row>>,
}

/// By direction, the slide of one tile if there is one.
type Ways<C, R> = [Option<Slide<C, R>>; 4];

#[derive(Clone, Copy)]
struct Slide<C: Cells, R> {
    hop: C::Hop,
    row: R,
    from: u8,
}

/// Whether tiles slide along a row.
fn is_along_row(way: Direction) -> bool {
    matches!(way, Direction::Left | Direction::Right)
}

impl<C: Cells, H: Heuristic<C>> MultiTile<C, H> {
    fn new(goal: &Board, heuristic: H) -> Self {
        let n_moves = SlideMetric::MultiTile.n_moves(goal.rows(), goal.cols());
        let order = MoveOrder::automaton(n_moves, 3, |state, mv| {
            let axis = 1 + u32::from(is_along_row(direction(mv)));
            (state.0 != axis).then_some(OrderState(axis))
        });
        let slide = |blank: usize, way: Direction| {
            let from = way.source(blank, goal.rows(), goal.cols())?;
            Some(Slide { hop: C::hop(from, blank), row: heuristic.row(from, blank), from: from as u8 })
        };
        let slides = (0..goal.n_cells()).map(|blank| Direction::ALL.map(|way| slide(blank, way))).collect();
        MultiTile { goal: C::pack(goal), heuristic, n_moves, order, slides }
    }

    fn state(&self, board: &Board) -> State<C, H::Value> {
        State { cells: C::pack(board), value: self.heuristic.start(board), blank: board.blank() as u8 }
    }

    /// One tile further.
    #[inline(always)]
    fn slid(&self, state: &State<C, H::Value>, way: Direction) -> Option<State<C, H::Value>> {
        let slide = self.slides[usize::from(state.blank)][way as usize].as_ref()?;
        let tile = state.cells.tile(slide.hop);
        let cells = state.cells.slid(tile, slide.hop);
        let boards = Boards { before: &state.cells, after: &cells };
        let value = self.heuristic.after(&state.value, &slide.row, tile, boards);
        Some(State { cells, value, blank: slide.from })
    }
}

impl<C: Cells, H: Heuristic<C>> Problem for MultiTile<C, H> {
    type State = State<C, H::Value>;
    type Prefetched = ();
    const IS_INFORMED: bool = !H::IS_ZERO;

    fn n_moves(&self) -> usize {
        self.n_moves
    }

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        *to = *from;
        (0..n_tiles(mv)).all(|_| {
            self.slid(to, direction(mv)).is_some_and(|next| {
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
        for way in Direction::ALL {
            let axis = OrderState(1 + u32::from(is_along_row(way)));
            if node.order() == axis {
                continue;
            }
            let mut state = node.state;
            let mut n = 0;
            while let Some(next) = self.slid(&state, way) {
                n += 1;
                children.offer(next, self.heuristic.bound(&next.value), Step::new(together(way, n), axis), 1);
                state = next;
            }
        }
    }
}

/// The distances of all tiles along columns and along rows, of which one move can make up for a line each.
struct Lines {
    homes: Homes,
    /// The most tiles that slide together along a column, and along a row.
    most: [Cost; 2],
}

impl Lines {
    fn new(goal: &Board) -> Lines {
        Lines { homes: Homes::new(goal), most: [goal.rows() as Cost - 1, goal.cols() as Cost - 1] }
    }
}

/// What neither of two kinds of moves can do without, given that they take turns.
pub(super) fn in_turns(columns: Cost, rows: Cost) -> Cost {
    (columns + rows).max((2 * columns.max(rows)).saturating_sub(1))
}

impl<C: Cells> Heuristic<C> for Lines {
    /// Distances along columns and along rows.
    type Value = [Cost; 2];
    /// From where to where.
    type Row = (u8, u8);

    fn row(&self, from: usize, to: usize) -> (u8, u8) {
        (from as u8, to as u8)
    }

    fn start(&self, board: &Board) -> [Cost; 2] {
        self.homes.apart(board)
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
        let axis = usize::from(self.homes.place(from).0 == self.homes.place(to).0);
        let mut value = *value;
        value[axis] = value[axis] + self.homes.distance(tile, to) - self.homes.distance(tile, from);
        value
    }

    #[inline(always)]
    fn bound(&self, value: &[Cost; 2]) -> Cost {
        in_turns(value[0].div_ceil(self.most[0]), value[1].div_ceil(self.most[1]))
    }
}

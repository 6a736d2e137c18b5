//! The slides that are possible and canonical, ready-made. What a slide does to a board and to its bound depends on the blank's
//! cell and the move alone, what it does to the order on the order's state alone, so two small tables serve an order of any
//! size and stay in the nearest cache.

use puzzle::{Board, Direction};
use search::{Move, MoveOrder, OrderState, Step};

use super::duplicate_fsm::DuplicatePruning;
use super::packed_board::PackedBoard;

/// A slide for a given cell of the blank.
#[derive(Clone, Copy)]
pub struct Slide<C: PackedBoard, R> {
    /// How it moves the tile.
    pub hop: C::Hop,
    /// What the heuristic must know of it.
    pub info: R,
    /// The cell that the tile leaves.
    pub from: u8,
}

/// Moves as bits.
pub type MoveMask = u8;

/// The slides from a cell of the blank: the moves that are possible, and by move what it does. What is said of one that is
/// not possible means nothing. Of a size that makes finding one a shift: a multiplication would be in the way of every node.
#[derive(Clone, Copy)]
#[repr(align(256))]
pub struct BlankSlides<C: PackedBoard, R> {
    /// By move.
    pub list: [Slide<C, R>; 4],
    /// As bits.
    moves: MoveMask,
}

/// All slides of a board.
pub struct SuccessorTable<C: PackedBoard, R> {
    order: MoveOrder,
    /// By state of the order: the moves that it allows, and the state after each.
    allowed: Vec<MoveMask>,
    next: Vec<[u16; 4]>,
    /// By the blank's cell.
    slides: Vec<BlankSlides<C, R>>,
}

/// What may be done with a board: the moves that are possible and canonical, what each does to the board, and to the order.
pub struct Successors<'a, C: PackedBoard, R> {
    /// The moves, as bits.
    pub moves: MoveMask,
    /// What they do.
    pub slides: &'a [Slide<C, R>; 4],
    next: &'a [u16; 4],
}

impl<C: PackedBoard, R> Successors<'_, C, R> {
    /// The moves, downwards: the search goes on with what is offered last.
    #[inline(always)]
    pub fn descending(&self) -> impl Iterator<Item = usize> {
        let list = MOVE_LISTS[usize::from(self.moves & 15)];
        (0..list >> COUNT_SHIFT).scan(list, |list, _| {
            let mv = *list as usize & 3;
            *list >>= 4;
            Some(mv)
        })
    }

    /// The step that a move makes.
    #[inline(always)]
    pub fn step(&self, mv: usize) -> Step {
        Step::new(Move(mv as u16), OrderState(u32::from(self.next[mv & 3])))
    }
}

impl<C: PackedBoard, R: Copy> SuccessorTable<C, R> {
    /// Of boards like `goal`; `row` says what the heuristic must know of a slide from one cell to another.
    pub fn new(goal: &Board, pruning: DuplicatePruning, info: impl Fn(usize, usize) -> R) -> Self {
        let (rows, cols) = (goal.rows(), goal.cols());
        let order = pruning.move_order(rows, cols);
        assert!(order.n_states() <= 1 << 16, "states are kept in sixteen bits");
        let bits = |is_in: &dyn Fn(usize) -> bool| (0..4).filter(|&mv| is_in(mv)).map(|mv| 1 << mv).sum();
        let states = 0..order.n_states() as u32;
        let after = |state: u32, mv: usize| order.after(OrderState(state), Move(mv as u16));
        let allowed = states.clone().map(|state| bits(&|mv| after(state, mv).is_some())).collect();
        let next = |state: u32, mv: usize| after(state, mv).unwrap_or_default().0 as u16;
        let next = states.map(|state| std::array::from_fn(|mv| next(state, mv))).collect();
        let slides = |blank: usize| {
            let source = |mv: usize| Direction::ALL[mv].source(blank, rows, cols);
            let slide = |mv: usize| match source(mv) {
                Some(from) => Slide { hop: C::hop(from, blank), info: info(from, blank), from: from as u8 },
                None => Slide { hop: C::hop(0, 0), info: info(0, 1), from: 0 },
            };
            BlankSlides { list: std::array::from_fn(slide), moves: bits(&|mv| source(mv).is_some()) }
        };
        let slides = (0..goal.n_cells()).map(slides).collect();
        SuccessorTable { order, allowed, next, slides }
    }

    /// The order they are searched in.
    pub fn order(&self) -> &MoveOrder {
        &self.order
    }

    /// What may be done in a state of the order.
    #[inline(always)]
    pub fn successors(&self, order: OrderState, blank: u8) -> Successors<'_, C, R> {
        let (order, slides) = (order.0 as usize, &self.slides[usize::from(blank)]);
        let moves = self.allowed[order] & slides.moves;
        Successors { moves, slides: &slides.list, next: &self.next[order] }
    }

    /// The slide of a move, if it is possible.
    pub fn by_move(&self, blank: u8, mv: Move) -> Option<&Slide<C, R>> {
        let slides = &self.slides[usize::from(blank)];
        (slides.moves >> mv.0 & 1 != 0).then(|| &slides.list[usize::from(mv.0)])
    }
}

/// By moves as bits: the moves downwards, four bits each, and how many there are.
const MOVE_LISTS: [u32; 16] = {
    let mut lists = [0; 16];
    let mut moves = 0;
    while moves < lists.len() {
        let (mut mv, mut n) = (4, 0);
        while mv > 0 {
            mv -= 1;
            if moves >> mv & 1 != 0 {
                lists[moves] |= mv << (4 * n);
                n += 1;
            }
        }
        lists[moves] |= n << COUNT_SHIFT;
        moves += 1;
    }
    lists
};

/// Where their number begins.
const COUNT_SHIFT: u32 = 24;

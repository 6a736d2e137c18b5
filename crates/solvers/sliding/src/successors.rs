//! Precomputed successors: the slides that are possible and canonical. The effect of a slide on board and bound depends
//! only on the blank's cell and the move, its effect on the automaton only on the automaton's state, so two small
//! tables suffice for an automaton of any size and stay in the L1 cache.

use puzzle::{Board, Direction};
use search::{Move, MoveOrder, OrderState, Step};

use super::duplicate_fsm::DuplicatePruning;
use super::packed_board::PackedBoard;

/// A slide for a given cell of the blank.
#[derive(Clone, Copy)]
pub struct Slide<C: PackedBoard, R> {
    /// The change of the packed board.
    pub hop: C::Hop,
    /// The heuristic's data of the slide.
    pub info: R,
    /// The cell that the tile leaves.
    pub from: u8,
}

/// A set of moves as a bit mask.
pub type MoveMask = u8;

/// The slides from a cell of the blank: the possible moves, and a slide for each move. The slides of impossible moves
/// are placeholders. The alignment makes indexing a shift: a multiplication would cost time at every node.
#[derive(Clone, Copy)]
#[repr(align(256))]
pub struct BlankSlides<C: PackedBoard, R> {
    /// Slides by move.
    pub list: [Slide<C, R>; 4],
    /// The possible moves.
    moves: MoveMask,
}

/// All slides of a board.
pub struct SuccessorTable<C: PackedBoard, R> {
    order: MoveOrder,
    /// By state of the automaton: the allowed moves, and the state after each.
    allowed: Vec<MoveMask>,
    next: Vec<[u16; 4]>,
    /// By the blank's cell.
    slides: Vec<BlankSlides<C, R>>,
}

/// The successors of a state: the moves that are possible and canonical, and the effect of each on the board and on the
/// automaton.
pub struct Successors<'a, C: PackedBoard, R> {
    /// The moves as a bit mask.
    pub moves: MoveMask,
    /// The slides by move.
    pub slides: &'a [Slide<C, R>; 4],
    next: &'a [u16; 4],
}

impl<C: PackedBoard, R> Successors<'_, C, R> {
    /// Returns the moves in descending order: the search continues with the child offered last.
    #[inline(always)]
    pub fn descending(&self) -> impl Iterator<Item = usize> {
        let list = MOVE_LISTS[usize::from(self.moves & 15)];
        (0..list >> COUNT_SHIFT).scan(list, |list, _| {
            let mv = *list as usize & 3;
            *list >>= 4;
            Some(mv)
        })
    }

    /// Returns the search step of a move.
    #[inline(always)]
    pub fn step(&self, mv: usize) -> Step {
        Step::new(Move(mv as u16), OrderState(u32::from(self.next[mv & 3])))
    }
}

impl<C: PackedBoard, R: Copy> SuccessorTable<C, R> {
    /// Builds the table for boards of the size of `goal`; `info` computes the heuristic's data of a slide from one cell
    /// to another.
    pub fn new(goal: &Board, pruning: DuplicatePruning, info: impl Fn(usize, usize) -> R) -> Self {
        let (rows, cols) = (goal.rows(), goal.cols());
        let order = pruning.move_order(rows, cols);
        assert!(order.n_states() <= 1 << 16, "states are stored in sixteen bits");
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

    /// Returns the duplicate-pruning automaton.
    pub fn order(&self) -> &MoveOrder {
        &self.order
    }

    /// Returns the successors in a state of the automaton.
    #[inline(always)]
    pub fn successors(&self, order: OrderState, blank: u8) -> Successors<'_, C, R> {
        let (order, slides) = (order.0 as usize, &self.slides[usize::from(blank)]);
        let moves = self.allowed[order] & slides.moves;
        Successors { moves, slides: &slides.list, next: &self.next[order] }
    }

    /// Returns the slide of a move, if it is possible.
    pub fn by_move(&self, blank: u8, mv: Move) -> Option<&Slide<C, R>> {
        let slides = &self.slides[usize::from(blank)];
        (slides.moves >> mv.0 & 1 != 0).then(|| &slides.list[usize::from(mv.0)])
    }
}

/// By move mask: the moves in descending order, four bits each, and their number.
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

/// Bit position of the number of moves.
const COUNT_SHIFT: u32 = 24;

//! The slides that are possible and canonical, ready-made: by the blank's cell and by what the order of moves allows. What
//! a slide does to a board and to its bound depends on the blank's cell alone, what it does to the order on the order's
//! state alone, so two small tables serve an order of any size.

use puzzle::{Board, Direction};
use search::{Move, MoveOrder, OrderState, Step};

use super::cells::Cells;
use super::words::Leave;

/// A slide for a given cell of the blank.
#[derive(Clone, Copy)]
pub struct Exit<C: Cells, R> {
    /// How it moves the tile.
    pub hop: C::Hop,
    /// What the heuristic must know of it.
    pub row: R,
    /// The cell that the tile leaves.
    pub from: u8,
    /// The move.
    pub mv: u8,
}

/// Some slides. Of a size that makes finding one a shift: the multiplication would be in the way of every node.
#[derive(Clone, Copy)]
#[repr(align(256))]
pub struct Exits<C: Cells, R> {
    list: [Exit<C, R>; 4],
    n: u8,
}

impl<C: Cells, R> Exits<C, R> {
    /// All of them, in the order in which they are offered.
    #[inline(always)]
    pub fn list(&self) -> &[Exit<C, R>] {
        &self.list[..usize::from(self.n & 7).min(4)]
    }
}

/// All slides of a board.
pub struct Slides<C: Cells, R> {
    order: MoveOrder,
    /// By state of the order: the moves it allows, as bits.
    allowed: Vec<u8>,
    /// By state of the order: the step that each move makes.
    steps: Vec<[Step; 4]>,
    /// By the blank's cell and the moves allowed, `[blank * 16 + allowed]`.
    exits: Vec<Exits<C, R>>,
}

const ALL: usize = 16;

impl<C: Cells, R: Copy> Slides<C, R> {
    /// Of boards like `goal`; `row` says what the heuristic must know of a slide from one cell to another.
    pub fn new(goal: &Board, leave: Leave, row: impl Fn(usize, usize) -> R) -> Self {
        let (rows, cols) = (goal.rows(), goal.cols());
        let order = leave.order(rows, cols);
        let after = |state: u32, mv: u16| order.after(OrderState(state), Move(mv));
        let states = 0..order.n_states() as u32;
        let allows = |state: u32| (0..4).filter(|&mv| after(state, mv).is_some()).map(|mv| 1 << mv).sum();
        let step = |state: u32, mv: u16| Step::new(Move(mv), after(state, mv).unwrap_or_default());
        let none = Exit { hop: C::hop(0, 0), row: row(0, 1), from: 0, mv: 0 };
        let mut exits = vec![Exits { list: [none; 4], n: 0 }; ALL * C::ROOM];
        for (i, exits) in exits[..ALL * goal.n_cells()].iter_mut().enumerate() {
            let (blank, allowed) = (i / ALL, i % ALL);
            // Downwards: the search goes on with what is offered last.
            for mv in (0..4_usize).rev().filter(|mv| allowed >> mv & 1 != 0) {
                if let Some(from) = Direction::ALL[mv].source(blank, rows, cols) {
                    let exit = Exit {
                        hop: C::hop(from, blank),
                        row: row(from, blank),
                        from: from as u8,
                        mv: mv as u8,
                    };
                    exits.list[usize::from(exits.n)] = exit;
                    exits.n += 1;
                }
            }
        }
        let allowed = states.clone().map(allows).collect();
        let steps = states.map(|state| std::array::from_fn(|mv| step(state, mv as u16))).collect();
        Slides { order, allowed, steps, exits }
    }

    /// The order they are searched in.
    pub fn order(&self) -> &MoveOrder {
        &self.order
    }

    /// The canonical slides in a state of the order, and the step of each move.
    #[inline(always)]
    pub fn canonical(&self, order: OrderState, blank: u8) -> (&Exits<C, R>, &[Step; 4]) {
        let order = order.0 as usize;
        let exits = &self.exits[(ALL * usize::from(blank)) | usize::from(self.allowed[order])];
        (exits, &self.steps[order])
    }

    /// The slide of a move, if it is possible.
    pub fn of_move(&self, blank: u8, mv: Move) -> Option<&Exit<C, R>> {
        let exits = self.exits[(ALL * usize::from(blank)) | (ALL - 1)].list();
        exits.iter().find(|exit| u16::from(exit.mv) == mv.0)
    }
}

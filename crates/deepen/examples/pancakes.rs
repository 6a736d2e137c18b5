//! A custom puzzle: sorts a pile of pancakes by flipping the top ones, in as few flips as possible.
//!
//!     cargo run --release -p deepen --example pancakes

use deepen::search::{
    Control, Cost, Deepening, Limits, Move, MoveOrder, Problem, Rank, Silent, Stop, Threads, best_first,
    ida_star,
};

const N: usize = 12;

/// Sizes of the pancakes from the top, 0 the smallest.
type Pile = [u8; N];

struct Pancakes {
    order: MoveOrder,
}

impl Problem for Pancakes {
    type State = Pile;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        N - 1
    }

    fn step(&self, from: &Pile, mv: Move, to: &mut Pile) -> bool {
        *to = *from;
        let flipped = from[..usize::from(mv.0) + 2].iter().rev();
        to.iter_mut().zip(flipped).for_each(|(to, from)| *to = *from);
        true
    }

    fn is_goal(&self, pile: &Pile) -> bool {
        pile.is_sorted()
    }

    /// The gap heuristic (Helmert 2010): a flip repairs at most one pair of neighbours that are not adjacent in size.
    fn lower_bound(&self, pile: &Pile) -> Cost {
        let below = pile[1..].iter().copied().chain([N as u8]);
        pile.iter().zip(below).filter(|(a, b)| a.abs_diff(*b) != 1).count() as Cost
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
}

fn main() {
    // The same flip twice cancels out.
    let problem = Pancakes { order: MoveOrder::by_last_move(N - 1, |last, mv| last != mv) };
    let pile: Pile = [5, 2, 8, 0, 11, 3, 9, 1, 6, 10, 4, 7];
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let deepened = ida_star(&problem, &pile, &Deepening::default(), &Threads::new(2), &control);
    let best = best_first(&problem, &pile, Rank::AStar, &control);
    println!("IDA*: {:?} flips, {} nodes", deepened.cost, deepened.counts.generated);
    println!("A*:   {:?} flips, {} nodes", best.cost, best.counts.generated);
    assert_eq!(deepened.cost, best.cost);
}

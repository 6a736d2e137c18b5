//! The problem over a product of coordinates. Its bound is the distance itself, so a search for one solution goes straight
//! to a goal, and a search for all solutions of a cost looks at nothing that does not lead to one.

use std::sync::Arc;

use crate::move_order::MoveOrder;
use crate::node::{Children, Node, Step, UNBOUNDED};
use crate::problem::{Cost, Move, Problem};
use crate::product_table::{Coords, ProductTable};

/// States `S` as `N` coordinates show them, to be led to where the coordinates are at their goal. Cheap to clone: the
/// tables are shared.
pub struct TableProblem<S, const N: usize> {
    product: Arc<ProductTable<N>>,
    encoder: Encoder<S, N>,
    order: Arc<MoveOrder>,
    /// What each move costs; moves that may not be made are among them.
    costs: Arc<[Cost]>,
}

/// The coordinates of a state; None if one of its views has no number.
pub type Encoder<S, const N: usize> = Arc<dyn Fn(&S) -> Option<Coords<N>> + Send + Sync>;

/// The bound where there is no way: more than any budget.
const UNSOLVABLE: Cost = UNBOUNDED + 1;
/// Where a state is whose views have no number.
const INVALID: u32 = u32::MAX;

impl<S, const N: usize> Clone for TableProblem<S, N> {
    fn clone(&self) -> Self {
        let TableProblem { product, encoder, order, costs } = self;
        TableProblem {
            product: product.clone(),
            encoder: encoder.clone(),
            order: order.clone(),
            costs: costs.clone(),
        }
    }
}

impl<S, const N: usize> TableProblem<S, N> {
    /// The states as `encoder` shows them.
    pub fn new(product: Arc<ProductTable<N>>, encoder: Encoder<S, N>, order: Arc<MoveOrder>) -> Self {
        let mut costs = vec![1; product.n_moves()];
        product.moves().iter().for_each(|&(mv, cost)| costs[usize::from(mv.0)] = cost);
        TableProblem { product, encoder, order, costs: costs.into() }
    }

    /// Where a state is.
    pub fn encode(&self, state: &S) -> Coords<N> {
        (self.encoder)(state).unwrap_or([INVALID; N])
    }

    /// The tables.
    pub fn product(&self) -> &ProductTable<N> {
        &self.product
    }
}

impl<S, const N: usize> Problem for TableProblem<S, N> {
    type State = Coords<N>;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.product.n_moves()
    }

    fn step(&self, from: &Coords<N>, mv: Move, to: &mut Coords<N>) -> bool {
        match self.product.after(from, mv) {
            Some(next) => *to = next,
            None => return false,
        }
        self.product.moves().iter().any(|&(usable, _)| usable == mv)
    }

    #[inline(always)]
    fn is_goal(&self, coords: &Coords<N>) -> bool {
        self.lower_bound(coords) == 0
    }

    /// Exact; more than any budget where there is no way.
    #[inline(always)]
    fn lower_bound(&self, coords: &Coords<N>) -> Cost {
        if coords.contains(&INVALID) {
            return UNSOLVABLE;
        }
        self.product.distance(coords).unwrap_or(UNSOLVABLE)
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.costs[usize::from(mv.0)]
    }

    /// Offers what the moves that may be made lead to. Places without a way to a goal are not worth a mention.
    #[inline(always)]
    fn expand(&self, node: &Node<Coords<N>>, children: &mut Children<'_, Coords<N>>) {
        for &(mv, cost) in self.product.moves().iter().rev() {
            if let Some(order) = self.order.after(node.order(), mv)
                && let Some(next) = self.product.after(&node.state, mv)
                && let Some(distance) = self.product.distance(&next)
            {
                children.offer(next, distance, Step::new(mv, order), cost);
            }
        }
    }
}

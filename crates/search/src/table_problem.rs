//! The problem over a product of coordinates. Its bound is the distance itself, so a search for one solution goes straight
//! to a goal, and a search for all solutions of a cost looks at nothing that does not lead to one.

use std::sync::Arc;

use crate::move_order::MoveOrder;
use crate::node::{Children, Node, Step, UNBOUNDED};
use crate::problem::{Cost, Move, Problem};
use crate::product_table::{Place, ProductTable};

/// States `S` as `N` coordinates show them, to be led to where the coordinates are at their goal. Cheap to clone: the
/// tables are shared.
pub struct TableProblem<S, const N: usize> {
    product: Arc<ProductTable<N>>,
    see: See<S, N>,
    order: Arc<MoveOrder>,
    /// What each move costs; moves that may not be made are among them.
    costs: Arc<[Cost]>,
}

/// The coordinates of a state; None if one of its views has no number.
pub type See<S, const N: usize> = Arc<dyn Fn(&S) -> Option<Place<N>> + Send + Sync>;

/// The bound where there is no way: more than any budget.
const NO_WAY: Cost = UNBOUNDED + 1;
/// Where a state is whose views have no number.
const NOWHERE: u32 = u32::MAX;

impl<S, const N: usize> Clone for TableProblem<S, N> {
    fn clone(&self) -> Self {
        let TableProblem { product, see, order, costs } = self;
        TableProblem {
            product: product.clone(),
            see: see.clone(),
            order: order.clone(),
            costs: costs.clone(),
        }
    }
}

impl<S, const N: usize> TableProblem<S, N> {
    /// The states as `see` shows them.
    pub fn new(product: Arc<ProductTable<N>>, see: See<S, N>, order: Arc<MoveOrder>) -> Self {
        let mut costs = vec![1; product.n_moves()];
        product.moves().iter().for_each(|&(mv, cost)| costs[usize::from(mv.0)] = cost);
        TableProblem { product, see, order, costs: costs.into() }
    }

    /// Where a state is.
    pub fn place(&self, state: &S) -> Place<N> {
        (self.see)(state).unwrap_or([NOWHERE; N])
    }

    /// The tables.
    pub fn product(&self) -> &ProductTable<N> {
        &self.product
    }
}

impl<S, const N: usize> Problem for TableProblem<S, N> {
    type State = Place<N>;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.product.n_moves()
    }

    fn step(&self, from: &Place<N>, mv: Move, to: &mut Place<N>) -> bool {
        match self.product.after(from, mv) {
            Some(next) => *to = next,
            None => return false,
        }
        self.product.moves().iter().any(|&(usable, _)| usable == mv)
    }

    #[inline(always)]
    fn is_goal(&self, place: &Place<N>) -> bool {
        self.lower_bound(place) == 0
    }

    /// Exact; more than any budget where there is no way.
    #[inline(always)]
    fn lower_bound(&self, place: &Place<N>) -> Cost {
        if place.contains(&NOWHERE) {
            return NO_WAY;
        }
        self.product.distance(place).unwrap_or(NO_WAY)
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
    fn expand(&self, node: &Node<Place<N>>, children: &mut Children<'_, Place<N>>) {
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

//! The problem over a [`ProductTable`]. Its lower bound is the exact distance, so a search for one solution goes
//! straight to a goal, and a search for all solutions of a cost expands no node that does not lead to one.

use std::sync::Arc;

use crate::move_order::MoveOrder;
use crate::node::{Children, Node, Step, UNBOUNDED};
use crate::problem::{Cost, Move, Problem};
use crate::product_table::{Coords, ProductTable};

/// The projection of states `S` to `N` coordinates; a goal is a combination at distance 0. Cheap to clone: the tables
/// are shared.
pub struct TableProblem<S, const N: usize> {
    product: Arc<ProductTable<N>>,
    encoder: Encoder<S, N>,
    order: Arc<MoveOrder>,
    /// Cost of each move, unusable moves included.
    costs: Arc<[Cost]>,
}

/// Encodes a state as coordinates; None if one of its views has no number.
pub type Encoder<S, const N: usize> = Arc<dyn Fn(&S) -> Option<Coords<N>> + Send + Sync>;

/// Bound of a state from which no goal can be reached: more than any budget.
const UNSOLVABLE: Cost = UNBOUNDED + 1;
/// Coordinate of a view that has no number.
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
    /// Creates the problem over a table. `encoder` computes the coordinates of a state.
    pub fn new(product: Arc<ProductTable<N>>, encoder: Encoder<S, N>, order: Arc<MoveOrder>) -> Self {
        let mut costs = vec![1; product.n_moves()];
        product.moves().iter().for_each(|&(mv, cost)| costs[usize::from(mv.0)] = cost);
        TableProblem { product, encoder, order, costs: costs.into() }
    }

    /// The coordinates of a state.
    pub fn encode(&self, state: &S) -> Coords<N> {
        (self.encoder)(state).unwrap_or([INVALID; N])
    }

    /// The product table.
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

    /// The exact distance; more than any budget if no goal can be reached.
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

    /// Offers the successors by usable moves. Combinations from which no goal can be reached are skipped and not
    /// counted.
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

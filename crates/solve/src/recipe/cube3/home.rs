//! The second phase: home, by U, D, R2, L2, F2, B2 alone.

use std::sync::Arc;

use puzzle::Cube3;
use search::table::Packed2;
use search::table::packed2::UNREACHED;
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::inside::{corner_order, edge_order};
use super::moves::MoveSet;
use super::tables::Tables;
use crate::phases::Phase;

/// Three orders that are all that is left to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orders {
    corners: u16,
    edges: u16,
    slice: u16,
    /// Distance of corners and edges, or one more than the last complete level if it is at least that.
    pair: u8,
}

/// The second phase.
pub struct Home<const ROW: usize> {
    tables: Arc<Tables<ROW>>,
    allowed: MoveSet,
    effort: Effort,
    /// The last complete level of the table of corners with edges.
    complete: Cost,
}

/// How much the second phase is worth.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effort {
    /// It is given up beyond this cost.
    pub longest: Cost,
    /// Where corners and edges are known to be farther than this it is not begun.
    pub farthest: Cost,
    /// Any solution within what is left will do.
    pub hasty: bool,
}

impl<const ROW: usize> Home<ROW> {
    /// With all moves that are in `allowed`.
    pub fn new(tables: &Arc<Tables<ROW>>, allowed: MoveSet, effort: Effort) -> Self {
        Home { tables: tables.clone(), allowed: allowed & tables.moves.inside, effort, complete: 0 }
    }

    #[inline(always)]
    fn moved(&self, from: &Orders, i: usize, mv: usize) -> Orders {
        Orders {
            corners: self.tables.inside.corners.row(from.corners)[mv],
            edges: self.tables.inside.edges.row(from.edges)[i],
            slice: self.tables.slices.row(from.slice)[mv],
            pair: 0,
        }
    }
}

impl<const ROW: usize> Problem for Home<ROW> {
    type State = Orders;

    fn n_moves(&self) -> usize {
        self.tables.moves.count()
    }

    fn step(&self, from: &Orders, mv: Move, to: &mut Orders) -> bool {
        let Some(i) = self.tables.inside.moves.iter().position(|&m| m == mv.0) else { return false };
        *to = self.moved(from, i, usize::from(mv.0));
        to.pair = self.tables.pairs.distance(&self.tables.inside, to.corners, to.edges, self.complete) as u8;
        self.allowed >> mv.0 & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, orders: &Orders) -> bool {
        (orders.corners, orders.edges, orders.slice) == (0, 0, 0)
    }

    #[inline(always)]
    fn lower_bound(&self, orders: &Orders) -> Cost {
        let Tables { inside, slices, .. } = &*self.tables;
        let slice = usize::from(orders.slice);
        inside
            .corner_slice(orders.corners, slice, slices)
            .max(inside.edge_slice(orders.edges, slice, slices))
            .max(Cost::from(orders.pair))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.moves.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.tables.moves.generators[usize::from(mv.0)].cost
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Orders>, children: &mut Children<'_, Orders>) {
        let Tables { inside, slices, moves, pairs, .. } = &*self.tables;
        let state = &node.state;
        let (corner_row, edge_row) = (inside.corners.row(state.corners), inside.edges.row(state.edges));
        let slice_row = slices.row(state.slice);
        let mut seen = [(0_u32, 0_u8); MAX_INSIDE];
        let mut n = 0;
        for (i, (&mv, &cost)) in inside.moves.iter().zip(&inside.costs).enumerate() {
            if self.allowed >> mv & 1 == 0 || moves.order.after(node.order(), Move(mv)).is_none() {
                continue;
            }
            let (corners, edges) = (corner_row[usize::from(mv)], edge_row[i]);
            let slice = usize::from(slice_row[usize::from(mv)]);
            let (class, symmetry) = inside.corner_classes.of(corners);
            let by_corners = inside.corner_slice_of(class, slices.image(slice, symmetry));
            let bound = by_corners.max(inside.edge_slice(edges, slice, slices));
            if bound + cost > node.left {
                children.leave_out(1, bound + cost);
                continue;
            }
            let index = pairs.index_of(class, inside.edge_image(edges, symmetry));
            pairs.distances.prefetch(index);
            inside.corners.prefetch(corners);
            inside.edges.prefetch(edges);
            seen[n] = (index as u32, i as u8);
            n += 1;
        }
        let distances: [Cost; 4] = std::array::from_fn(|code| match code as u32 {
            UNREACHED => self.complete + 1,
            code => Packed2::beside(Cost::from(state.pair), code),
        });
        for &(index, i) in &seen[..n] {
            let i = usize::from(i);
            let mv = inside.moves[i];
            let pair = distances[pairs.distances.code(index as usize) as usize];
            let cost = inside.costs[i];
            if pair + cost > node.left {
                children.leave_out(1, pair + cost);
                continue;
            }
            let order =
                moves.order.after(node.order(), Move(mv)).expect("only canonical moves are looked at");
            let child = Orders {
                corners: corner_row[usize::from(mv)],
                edges: edge_row[i],
                slice: slice_row[usize::from(mv)],
                pair: pair as u8,
            };
            children.offer(child, pair, Step::new(Move(mv), order), cost);
        }
    }
}

/// No metric has more moves inside.
const MAX_INSIDE: usize = 32;

impl<const ROW: usize> Phase<Cube3> for Home<ROW> {
    fn refresh(&mut self) {
        self.complete = self.tables.pairs.distances.complete().unwrap_or(0);
    }

    fn enter(&self, cube: &Cube3) -> Orders {
        let (corners, edges) = (corner_order(cube), edge_order(cube));
        let slice = self.tables.slices.of(cube);
        let Tables { inside, pairs, .. } = &*self.tables;
        let pair = pairs.distance(inside, corners, edges, self.complete);
        let pair = if pair > self.effort.farthest { Cost::from(u8::MAX) } else { pair };
        Orders { corners, edges, slice, pair: pair as u8 }
    }

    fn is_hasty(&self) -> bool {
        self.effort.hasty
    }

    fn longest(&self) -> Cost {
        self.effort.longest
    }
}

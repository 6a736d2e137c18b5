//! Phase 2: solve the permutation within cube shape, by slashes that preserve it. The prune table is exact, so its
//! bound decides at once whether a phase 1 solution is useful, and the search only descends.

use std::sync::Arc;

use puzzle::Square1;
use puzzle::square1::{Layer, WEDGES};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::moves::{N_MOVES, slash_after};
use super::phase1::edge_is_first;
use super::phase2_coords::{Perm8, PieceType, SquareSlash};
use super::phase2_table::Phase2Table;
use solver::phases::Phase;

/// A position in cube shape, stored as if its layers were turned to begin with a corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Phase2State {
    corners: Perm8,
    edges: Perm8,
    /// True for layers that begin with an edge in the actual position.
    edge_first: [bool; 2],
    is_flipped: bool,
}

impl Phase2State {
    /// Returns the state of a position in cube shape.
    ///
    /// # Panics
    /// Panics if a layer is not square.
    pub fn of(state: &Square1) -> Phase2State {
        let first = |layer| edge_is_first(layer).expect("phase 1 ends in cube shape");
        let edge_first = [first(state.upper), first(state.lower)];
        let (above, below) =
            (pieces_by_slot(state.upper, edge_first[0]), pieces_by_slot(state.lower, edge_first[1]));
        Phase2State {
            corners: Perm8::of_layers(above.0, below.0),
            edges: Perm8::of_layers(above.1, below.1),
            edge_first,
            is_flipped: state.is_flipped,
        }
    }

    #[inline(always)]
    fn after(&self, slash: SquareSlash) -> Phase2State {
        Phase2State {
            corners: slash.applied(self.corners, PieceType::Corners),
            edges: slash.applied(self.edges, PieceType::Edges),
            edge_first: [slash.edge_first; 2],
            is_flipped: !self.is_flipped,
        }
    }

    /// Returns the move of a slash from this state.
    #[inline(always)]
    fn mv(&self, slash: SquareSlash) -> Move {
        let by = |quarters: u32, is_now: bool| {
            (3 * quarters + u32::from(slash.edge_first) + WEDGES - u32::from(is_now)) % WEDGES
        };
        slash_after(by(slash.upper, self.edge_first[0]), by(slash.lower, self.edge_first[1]))
    }

    /// Returns the distance from solved.
    #[inline(always)]
    pub fn distance(&self, table: &Phase2Table) -> Cost {
        table.distance(self.corners, self.edges, self.is_flipped).into()
    }
}

/// Returns the corners and the edges of a square layer by slot; a slot begins with a corner.
fn pieces_by_slot(layer: Layer, edge_first: bool) -> ([u8; 4], [u8; 4]) {
    let layer = layer.turned(if edge_first { WEDGES - 1 } else { 0 });
    let piece = |slot: u32, at: u32| layer.wedge(3 * slot + at) & 7;
    ([0, 1, 2, 3].map(|slot| piece(slot, 0)), [0, 1, 2, 3].map(|slot| piece(slot, 2)))
}

/// The search problem of phase 2.
pub struct Phase2 {
    table: Arc<Phase2Table>,
    order: Arc<MoveOrder>,
}

impl Phase2 {
    /// Returns the problem with its table.
    pub fn new(table: Arc<Phase2Table>, order: Arc<MoveOrder>) -> Phase2 {
        Phase2 { table, order }
    }
}

impl Problem for Phase2 {
    type State = Phase2State;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &Phase2State, mv: Move, to: &mut Phase2State) -> bool {
        match SquareSlash::all().find(|&slash| from.mv(slash) == mv) {
            Some(slash) => *to = from.after(slash),
            None => return false,
        }
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Phase2State) -> bool {
        self.lower_bound(state) == 0
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Phase2State) -> Cost {
        state.distance(&self.table)
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    /// Every slash flips the middle layer, so a node with the wrong parity left has no solution.
    #[inline(always)]
    fn expand(&self, node: &Node<Phase2State>, children: &mut Children<'_, Phase2State>) {
        if (node.left ^ Cost::from(node.state.is_flipped)) % 2 == 1 {
            return;
        }
        for slash in SquareSlash::all().rev() {
            let mv = node.state.mv(slash);
            if let Some(order) = self.order.after(node.order(), mv) {
                let next = node.state.after(slash);
                children.offer(next, next.distance(&self.table), Step::new(mv, order), 1);
            }
        }
    }
}

impl Phase<Square1> for Phase2 {
    fn enter(&self, state: &Square1) -> Phase2State {
        Phase2State::of(state)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::super::moves;
    use super::super::symmetry::{CanonicalState, SymmetryReduction, TwistMetric};
    use super::*;

    fn is_square(state: &Square1) -> bool {
        edge_is_first(state.upper).is_some() && edge_is_first(state.lower).is_some()
    }

    /// Returns the successors in cube shape, by trying all slashes.
    fn neighbours(state: &Square1) -> Vec<Square1> {
        let mut all = Vec::new();
        TwistMetric::for_each_successor(state, |next| all.extend(is_square(next).then_some(*next)));
        all
    }

    /// Positions along a random walk within cube shape, with the layers in any turn.
    fn walk(n: usize) -> Vec<Square1> {
        let drawn = Square1::drawn(3, n);
        let walk = drawn.iter().scan(Square1::SOLVED, |state, other| {
            let next = neighbours(state);
            *state = next[(other.upper.word() >> 3) as usize % next.len()];
            Some(*state)
        });
        walk.collect()
    }

    /// Distances and their counts agree with breadth-first search by moves of the puzzle itself.
    #[test]
    fn distances_agree_with_breadth_first_search() {
        let table = Phase2Table::build();
        let mut level = vec![Square1::SOLVED];
        let mut known: HashSet<CanonicalState> = level.iter().map(TwistMetric::canonical).collect();
        let mut counts = Vec::new();
        for distance in 0..=4 {
            level
                .iter()
                .for_each(|state| assert_eq!(Phase2State::of(state).distance(&table), distance, "{state}"));
            counts.push(
                level.iter().map(|state| TwistMetric::class_size(TwistMetric::canonical(state))).sum::<u64>(),
            );
            level = level
                .iter()
                .flat_map(neighbours)
                .filter(|next| known.insert(TwistMetric::canonical(next)))
                .collect();
        }
        assert_eq!(counts, table.distribution()[..=4]);
    }

    /// A slash changes the distance by one, and if it is not 0, some slash reduces it.
    #[test]
    fn some_slash_reduces_the_distance() {
        let table = Phase2Table::build();
        for state in walk(2000) {
            let distance = |state: &Square1| Phase2State::of(state).distance(&table);
            let (here, next) = (distance(&state), neighbours(&state));
            assert_eq!(next.len(), SquareSlash::COUNT);
            assert!(next.iter().all(|next| distance(next).abs_diff(here) == 1), "{state}");
            assert_eq!(here == 0, state.last_turn().is_some(), "{state}");
            assert!(here == 0 || next.iter().any(|next| distance(next) < here), "{state}");
        }
    }

    /// The phase has exactly the moves of the puzzle that preserve cube shape.
    #[test]
    fn steps_are_those_of_the_puzzle() {
        let phase2 = Phase2::new(Arc::new(Phase2Table::build()), Arc::new(moves::canonical_order()));
        for state in walk(50) {
            for mv in (0..N_MOVES as u16).map(Move).filter(|&mv| moves::is_slash(mv)) {
                let next = moves::apply(&state, mv).filter(is_square).map(|next| Phase2State::of(&next));
                let mut to = Phase2State::of(&state);
                let is_possible = phase2.step(&Phase2State::of(&state), mv, &mut to);
                assert_eq!(is_possible.then_some(to), next, "{state}, {mv:?}");
            }
        }
    }
}

//! Canonical sequences (move pruning). Of several sequences that lead to the same state, transpositions of each other,
//! a search should visit only one: the canonical one. A finite automaton reads the moves and rejects a sequence when it
//! stops being canonical. Iterative deepening needs no other duplicate detection.
//!
//! Two moves may be put in a fixed order only if they commute AND neither can make the other illegal. Nothing here can
//! check that: it is the responsibility of the caller.

use crate::problem::{Cost, Move};

/// A state of a [`MoveOrder`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct OrderState(pub u32);

impl OrderState {
    /// The state before the first move; every move is canonical here.
    pub const START: OrderState = OrderState(0);
}

/// The automaton of canonical sequences, as a table: `next[state * n_moves + move]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveOrder {
    n_moves: usize,
    next: Vec<u32>,
}

const FORBIDDEN: u32 = u32::MAX;

impl MoveOrder {
    /// An order in which every sequence is canonical.
    pub fn free(n_moves: usize) -> MoveOrder {
        MoveOrder { n_moves, next: vec![0; n_moves] }
    }

    /// An order decided by the last move alone: `allowed(last, next)`. State `m + 1` means that `m` was the last move.
    pub fn by_last_move(n_moves: usize, allowed: impl Fn(Move, Move) -> bool) -> MoveOrder {
        let moves = || (0..n_moves as u16).map(Move);
        let first = moves().map(|mv| u32::from(mv.0) + 1);
        let later = moves().flat_map(|last| moves().map(move |mv| (last, mv)));
        let next = first
            .chain(later.map(|(last, mv)| if allowed(last, mv) { u32::from(mv.0) + 1 } else { FORBIDDEN }));
        MoveOrder { n_moves, next: next.collect() }
    }

    /// An order from any automaton: `next(state, mv)` is the state after a move, None if it is not canonical. State 0
    /// is the start.
    pub fn automaton(
        n_moves: usize,
        n_states: usize,
        next: impl Fn(OrderState, Move) -> Option<OrderState>,
    ) -> MoveOrder {
        let pairs =
            (0..n_states as u32).flat_map(|s| (0..n_moves as u16).map(move |mv| (OrderState(s), Move(mv))));
        let next = pairs.map(|(state, mv)| next(state, mv).map_or(FORBIDDEN, |after| after.0)).collect();
        MoveOrder { n_moves, next }
    }

    /// The state after `mv`, or None if the sequence is then not canonical.
    #[inline(always)]
    pub fn after(&self, state: OrderState, mv: Move) -> Option<OrderState> {
        let next = self.next[state.0 as usize * self.n_moves + usize::from(mv.0)];
        (next != FORBIDDEN).then_some(OrderState(next))
    }

    /// Number of canonical sequences of each cost up to `most`. Numbers saturate at the maximum of the type.
    ///
    /// # Panics
    /// Panics unless there is one cost of at least 1 for every move.
    pub fn n_sequences(&self, costs: &[Cost], most: Cost) -> Vec<u128> {
        assert!(costs.len() == self.n_moves && !costs.contains(&0), "a cost of at least 1 for every move");
        // Number of sequences by cost and final state.
        let mut ends = vec![vec![0_u128; self.n_states().max(1)]; most as usize + 1];
        ends[0][0] = 1;
        for at in 0..ends.len() {
            let (before, after) = ends.split_at_mut(at + 1);
            for (state, &n) in before[at].iter().enumerate().filter(|&(_, &n)| n > 0) {
                for (mv, &cost) in costs.iter().enumerate() {
                    let Some(level) = after.get_mut(cost as usize - 1) else { continue };
                    if let Some(next) = self.after(OrderState(state as u32), Move(mv as u16)) {
                        let sum = &mut level[next.0 as usize];
                        *sum = sum.saturating_add(n);
                    }
                }
            }
        }
        ends.iter().map(|level| level.iter().copied().fold(0, u128::saturating_add)).collect()
    }

    /// Number of states.
    pub fn n_states(&self) -> usize {
        self.next.len() / self.n_moves.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts canonical sequences by length.
    fn count(order: &MoveOrder, state: OrderState, length: u32) -> u64 {
        if length == 0 {
            return 1;
        }
        (0..order.n_moves as u16)
            .filter_map(|mv| order.after(state, Move(mv)))
            .map(|next| count(order, next, length - 1))
            .sum()
    }

    /// Eighteen turns of six faces in three opposite pairs: the published counts of canonical sequences,
    /// a(n) = 12 a(n-1) + 18 a(n-2).
    #[test]
    fn opposite_faces() {
        let order = MoveOrder::by_last_move(18, |last, mv| {
            let (a, b) = (last.0 / 3, mv.0 / 3);
            a != b && (a / 2 != b / 2 || a < b)
        });
        let counts: Vec<u64> = (0..=4).map(|n| count(&order, OrderState::START, n)).collect();
        assert_eq!(counts, [1, 18, 243, 3240, 43254]);
        assert_eq!(order.n_sequences(&[1; 18], 6), [1, 18, 243, 3240, 43254, 577_368, 7_706_988]);
        // In quarter turns a half turn costs 2.
        let quarters: Vec<Cost> = (0..18).map(|mv| if mv % 3 == 1 { 2 } else { 1 }).collect();
        assert_eq!(order.n_sequences(&quarters, 5), [1, 12, 114, 1068, 10011, 93840]);
        assert_eq!(order.n_states(), 19);
    }

    #[test]
    fn free_order_allows_everything() {
        assert_eq!(count(&MoveOrder::free(4), OrderState::START, 5), 1024);
        assert_eq!(MoveOrder::free(4).n_sequences(&[1; 4], 5), [1, 4, 16, 64, 256, 1024]);
        assert_eq!(MoveOrder::free(0).n_sequences(&[], 2), [1, 0, 0]);
    }
}

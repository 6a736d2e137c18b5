//! The search problem of a query with the hashed prune table, for any search algorithm.
//!
//! All children of a node are computed and their entries prefetched; then the entries are read.

use search::simd::{Level, Simd};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::compiled_puzzle::CompiledPuzzle;
use super::growing_prune_table::GrowingPruneTable;
use super::prune_table::{PruneTable, Slot};

/// Children whose entries are prefetched together.
const PREFETCH_BATCH: usize = 32;

/// A query in `N` bytes with its prune table, if any.
pub struct HashedProblem<'a, S, const N: usize> {
    pub compiled: &'a CompiledPuzzle<N>,
    pub prune_table: Option<&'a GrowingPruneTable<N>>,
    pub simd: S,
}

impl<S: Simd, const N: usize> HashedProblem<'_, S, N> {
    fn table(&self) -> Option<&PruneTable<N>> {
        self.prune_table.and_then(GrowingPruneTable::table)
    }
}

impl<S: Simd, const N: usize> Problem for HashedProblem<'_, S, N> {
    type State = [u8; N];
    type Prefetched = ();
    const LEVEL: Level = S::LEVEL;

    fn n_moves(&self) -> usize {
        self.compiled.n_moves()
    }

    #[inline(always)]
    fn step(&self, from: &[u8; N], mv: Move, to: &mut [u8; N]) -> bool {
        *to = self.compiled.after(self.simd, from, mv);
        self.compiled.is_legal(to)
    }

    #[inline(always)]
    fn is_goal(&self, state: &[u8; N]) -> bool {
        self.compiled.goals.contains(state)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &[u8; N]) -> Cost {
        match self.table() {
            Some(table) => {
                let canonical = self.compiled.canonicalizer.canonical(state);
                table.bound(table.slot(&canonical), || canonical)
            }
            None => 0,
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.compiled.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.compiled.costs[usize::from(mv.0)]
    }

    #[inline(always)]
    fn expand(&self, node: &Node<[u8; N]>, children: &mut Children<'_, [u8; N]>) {
        let Some(table) = self.table() else {
            return search::problem::expand_by_steps(self, node, children);
        };
        let mut slots = [Slot::default(); PREFETCH_BATCH];
        let mut n_slots = 0;
        for mv in (0..self.compiled.n_moves() as u16).rev().map(Move) {
            let Some(order) = self.compiled.order.after(node.order(), mv) else { continue };
            let state = self.compiled.after(self.simd, &node.state, mv);
            if !self.compiled.is_legal(&state) {
                continue;
            }
            let slot = table.slot(&self.compiled.canonicalizer.canonical(&state));
            table.prefetch(slot);
            children.stage(state, Step::new(mv, order), self.cost(mv));
            slots[n_slots] = slot;
            n_slots += 1;
            if n_slots == PREFETCH_BATCH {
                self.commit_bounds(table, &slots, children);
                n_slots = 0;
            }
        }
        self.commit_bounds(table, &slots, children);
    }
}

impl<S: Simd, const N: usize> HashedProblem<'_, S, N> {
    #[inline(always)]
    fn commit_bounds(
        &self,
        table: &PruneTable<N>,
        slots: &[Slot; PREFETCH_BATCH],
        children: &mut Children<'_, [u8; N]>,
    ) {
        // The canonical form is computed again only if the entry does not decide.
        children.commit(|i, state| table.bound(slots[i], || self.compiled.canonicalizer.canonical(state)));
    }
}

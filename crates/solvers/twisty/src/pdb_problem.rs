//! The search problem with a pattern database. A node stores the coordinates of its position, and of the inverse
//! position as sums. Near the goal the prune table of whole positions takes over.
//!
//! Expanding a node first reads the bounds of the children's inverses, once per class of moves; that prunes most moves.
//! Only for the rest it reads the bounds of the children themselves. While entries are prefetched, other lanes are
//! processed.

use search::simd::{Level, Simd};
use search::sym_table::SymCombination;
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::compiled_puzzle::CompiledPuzzle;
use super::growing_prune_table::GrowingPruneTable;
use super::inverse_coords::{InverseIndex, Moves};
use super::pdb::Pdb;
use super::prune_table::Slot;
use solver::bits::members;

/// Maximum number of moves of a puzzle with a pattern database: the bits of a word.
pub const MAX_MOVES: usize = 64;

/// A query in `N` bytes with its pattern database.
pub struct PdbProblem<'a, S, const N: usize> {
    compiled: &'a CompiledPuzzle<N>,
    prune_table: &'a GrowingPruneTable<N>,
    pdb: &'a Pdb<N>,
    simd: S,
    /// By state of the move order, the moves that are canonical.
    allowed: Vec<Moves>,
    /// Cost of the cheapest move.
    min_cost: Cost,
    /// Starts with a lower bound that was proved before.
    proved: Option<(Vec<[u8; N]>, Cost)>,
}

/// A position with its coordinates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PdbState<const N: usize> {
    bytes: [u8; N],
    at: SymCombination,
    inverse_index: InverseIndex,
    /// Lower bound from the inverse position.
    inverse_bound: u8,
    stage: PrefetchStage,
}

/// The prefetch stage of a node: the entries it waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PrefetchStage {
    /// None.
    New,
    /// The prune table entry of the position, if that can prune.
    PruneEntry,
    /// The prune table has pruned the node.
    Pruned,
    /// The inverse coordinates of its children.
    InverseCodes,
    /// The database entries of its children's inverses.
    InverseEntries,
    /// The database entries of its children.
    ChildEntries,
}

/// The lookups of a node between its stages.
pub struct Lookups<const N: usize> {
    /// The canonical form of the position, and its slot.
    canonical: [u8; N],
    slot: Slot,
    /// Classes of moves that are looked up, as bits.
    classes: u64,
    inverse_indices: [InverseIndex; MAX_MOVES],
    inverse_entries: [usize; MAX_MOVES],
    inverse_bounds: [u8; MAX_MOVES],
    n_children: usize,
    children: [Child; MAX_MOVES],
}

/// A canonical move and the location it leads to.
#[derive(Clone, Copy, Default)]
struct Child {
    mv: Move,
    at: SymCombination,
    entry: usize,
}

impl<const N: usize> Default for Lookups<N> {
    fn default() -> Self {
        Lookups {
            canonical: [0; N],
            slot: Slot::default(),
            classes: 0,
            inverse_indices: [InverseIndex::default(); MAX_MOVES],
            inverse_entries: [0; MAX_MOVES],
            inverse_bounds: [0; MAX_MOVES],
            n_children: 0,
            children: [Child::default(); MAX_MOVES],
        }
    }
}

impl<'a, S: Simd, const N: usize> PdbProblem<'a, S, N> {
    /// Returns the problem with its tables.
    pub fn new(
        compiled: &'a CompiledPuzzle<N>,
        prune_table: &'a GrowingPruneTable<N>,
        pdb: &'a Pdb<N>,
        simd: S,
    ) -> Self {
        let moves = |state: u32| {
            let may = |&mv: &u16| compiled.order.after(OrderState(state), Move(mv)).is_some();
            (0..compiled.n_moves() as u16).filter(may).fold(0, |set, mv| set | 1 << mv)
        };
        let allowed = (0..compiled.order.n_states() as u32).map(moves).collect();
        let min_cost = compiled.costs.iter().copied().min().unwrap_or(1);
        PdbProblem { compiled, prune_table, pdb, simd, allowed, min_cost, proved: None }
    }

    /// Sets a lower bound for the solutions of these starts that was proved before.
    #[must_use]
    pub fn proved(mut self, starts: &[PdbState<N>], least: Cost) -> Self {
        self.proved = Some((starts.iter().map(|start| start.bytes).collect(), least));
        self
    }

    /// Returns the search state of a position at a location of the database.
    pub fn new_state(&self, bytes: [u8; N], at: SymCombination) -> PdbState<N> {
        let table = self.pdb.table();
        let (inverse_index, bound) = match self.pdb.inverse() {
            Some(inverse) => {
                let index = inverse.index(&bytes);
                (index, table.bound(table.index(inverse.locate(index))))
            }
            None => (InverseIndex::default(), 0),
        };
        PdbState { bytes, at, inverse_index, inverse_bound: bound as u8, stage: PrefetchStage::New }
    }

    /// Prefetches the prune table entry of the node if it can prune. Returns true if it does.
    #[inline(always)]
    fn prefetch_prune_entry(&self, node: &Node<PdbState<N>>, lookups: &mut Lookups<N>) -> bool {
        match self.prune_table.table() {
            Some(table) if node.left <= table.depth() => {
                lookups.canonical = self.compiled.canonicalizer.canonical(&node.state.bytes);
                lookups.slot = table.slot(&lookups.canonical);
                table.prefetch(lookups.slot);
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn fits_prune_entry(&self, node: &Node<PdbState<N>>, lookups: &Lookups<N>) -> bool {
        let table = self.prune_table.table();
        table.is_none_or(|table| table.bound(lookups.slot, || lookups.canonical) <= node.left)
    }

    /// Prefetches the inverse coordinates of the children.
    #[inline(always)]
    fn prefetch_inverse_codes(&self, node: &Node<PdbState<N>>, lookups: &mut Lookups<N>) {
        lookups.classes = 0;
        let Some(inverse) = self.pdb.inverse() else { return };
        let allowed = self.allowed[node.order().0 as usize];
        for class in (0..inverse.n_classes()).filter(|&class| inverse.class_moves(class) & allowed != 0) {
            let index = inverse.after(node.state.inverse_index, &node.state.bytes, class);
            inverse.prefetch(index);
            lookups.inverse_indices[class % MAX_MOVES] = index;
            lookups.classes |= 1 << class;
        }
    }

    /// Reads them and prefetches their database entries.
    #[inline(always)]
    fn prefetch_inverse_entries(&self, lookups: &mut Lookups<N>) {
        let Some(inverse) = self.pdb.inverse() else { return };
        let table = self.pdb.table();
        for class in members(lookups.classes) {
            let entry = table.index(inverse.locate(lookups.inverse_indices[class % MAX_MOVES]));
            table.prefetch(entry);
            lookups.inverse_entries[class % MAX_MOVES] = entry;
        }
    }

    /// Reads these and prefetches the database entries of the children that are left.
    #[inline(always)]
    fn prefetch_child_entries(&self, node: &Node<PdbState<N>>, lookups: &mut Lookups<N>) {
        let table = self.pdb.table();
        let may = |bound: Cost| bound + self.min_cost <= node.left;
        let mut moves = Moves::MAX;
        if let Some(inverse) = self.pdb.inverse() {
            moves = if may(node.state.inverse_bound.into()) { inverse.unchanged() } else { 0 };
            for class in members(lookups.classes) {
                let bound = table.bound(lookups.inverse_entries[class % MAX_MOVES]);
                lookups.inverse_bounds[class % MAX_MOVES] = bound as u8;
                moves |= if may(bound) { inverse.class_moves(class) } else { 0 };
            }
        }
        let mut n_children = 0;
        for mv in members(moves & self.allowed[node.order().0 as usize]) {
            let at = table.after(node.state.at, Move(mv as u16));
            let entry = table.index(at);
            table.prefetch(entry);
            lookups.children[n_children % MAX_MOVES] = Child { mv: Move(mv as u16), at, entry };
            n_children += 1;
        }
        lookups.n_children = n_children;
    }

    /// Offers the children that are left.
    #[inline(always)]
    fn offer_children(
        &self,
        node: &Node<PdbState<N>>,
        lookups: &Lookups<N>,
        children: &mut Children<'_, PdbState<N>>,
    ) {
        let table = self.pdb.table();
        let mut n_offered = 0;
        // In reverse order, because the search continues with the last child.
        for &Child { mv, at, entry } in lookups.children[..lookups.n_children.min(MAX_MOVES)].iter().rev() {
            let (bound, cost) = (table.bound(entry), self.compiled.costs[usize::from(mv.0)]);
            if bound + cost > node.left {
                continue;
            }
            let (inverse_index, inverse_bound) =
                match self.pdb.inverse().and_then(|inverse| inverse.class_of(mv)) {
                    Some(class) => (
                        lookups.inverse_indices[class % MAX_MOVES],
                        lookups.inverse_bounds[class % MAX_MOVES],
                    ),
                    None => (node.state.inverse_index, node.state.inverse_bound),
                };
            let bytes = self.compiled.after(self.simd, &node.state.bytes, mv);
            if !self.compiled.is_legal(&bytes) {
                continue;
            }
            let child = PdbState { bytes, at, inverse_index, inverse_bound, stage: PrefetchStage::New };
            let order =
                self.compiled.order.after(node.order(), mv).expect("only canonical moves are looked up");
            children.offer(child, bound.max(inverse_bound.into()), Step::new(mv, order), cost);
            n_offered += 1;
        }
        // All that is known of the other children is that they exceed the bound.
        let n_allowed = u64::from(self.allowed[node.order().0 as usize].count_ones());
        children.count_pruned(n_allowed - n_offered, node.left + 1);
    }
}

impl<S: Simd, const N: usize> Problem for PdbProblem<'_, S, N> {
    type State = PdbState<N>;
    type Prefetched = Lookups<N>;
    const LANES: usize = 8;
    const LEVEL: Level = S::LEVEL;

    fn n_moves(&self) -> usize {
        self.compiled.n_moves()
    }

    fn step(&self, from: &PdbState<N>, mv: Move, to: &mut PdbState<N>) -> bool {
        let at = self.pdb.table().after(from.at, mv);
        *to = self.new_state(self.compiled.after(self.simd, &from.bytes, mv), at);
        self.compiled.is_legal(&to.bytes)
    }

    #[inline(always)]
    fn is_goal(&self, state: &PdbState<N>) -> bool {
        self.compiled.goals.contains(&state.bytes)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &PdbState<N>) -> Cost {
        let table = self.pdb.table();
        let bound = table.bound(table.index(state.at)).max(state.inverse_bound.into());
        match &self.proved {
            Some((starts, least)) if starts.contains(&state.bytes) => bound.max(*least),
            _ => bound,
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
    fn prefetch_stage(&self, node: &mut Node<PdbState<N>>, lookups: &mut Lookups<N>) -> bool {
        if node.left == 0 {
            return false;
        }
        node.state.stage = match node.state.stage {
            PrefetchStage::New if self.prefetch_prune_entry(node, lookups) => PrefetchStage::PruneEntry,
            PrefetchStage::PruneEntry if !self.fits_prune_entry(node, lookups) => {
                node.state.stage = PrefetchStage::Pruned;
                return false;
            }
            PrefetchStage::New | PrefetchStage::PruneEntry => {
                self.prefetch_inverse_codes(node, lookups);
                PrefetchStage::InverseCodes
            }
            PrefetchStage::InverseCodes => {
                self.prefetch_inverse_entries(lookups);
                PrefetchStage::InverseEntries
            }
            PrefetchStage::InverseEntries => {
                self.prefetch_child_entries(node, lookups);
                PrefetchStage::ChildEntries
            }
            PrefetchStage::ChildEntries | PrefetchStage::Pruned => return false,
        };
        true
    }

    #[inline(always)]
    fn late_bound(&self, node: &mut Node<PdbState<N>>) -> Cost {
        // The exact bound is unknown; one more than is left suffices.
        if node.state.stage == PrefetchStage::Pruned { node.left + 1 } else { 0 }
    }

    #[inline(always)]
    fn expand(&self, node: &Node<PdbState<N>>, children: &mut Children<'_, PdbState<N>>) {
        let (mut node, mut lookups) = (*node, Lookups::default());
        while self.prefetch_stage(&mut node, &mut lookups) {}
        self.expand_prefetched(&node, &mut lookups, children);
    }

    #[inline(always)]
    fn expand_prefetched(
        &self,
        node: &Node<PdbState<N>>,
        lookups: &mut Lookups<N>,
        children: &mut Children<'_, PdbState<N>>,
    ) {
        match (node.left, node.state.stage) {
            (0, _) => children.count_pruned(0, 1),
            (_, PrefetchStage::Pruned) => children.count_pruned(0, node.left + 1),
            _ => self.offer_children(node, lookups, children),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use puzzle::definition::Pattern;
    use puzzle::parse::tws;
    use search::simd::Plain;
    use search::{Control, Deepening, Limits, Sequential, Silent, Stop, Want, ida_star};
    use testkit::Lcg;

    use super::super::compiled_puzzle::layout;
    use super::super::hashed_problem::HashedProblem;
    use super::super::pdb::{PdbBudget, choose};
    use super::super::symmetry::symmetries;
    use super::*;
    use crate::TwistyQuery;

    /// A search with a small pattern database finds as many optimal solutions as one without: with unit costs, with
    /// weights, and with illegal positions; with and without the prune table.
    #[test]
    fn all_solutions_as_without_the_database() {
        let text = include_str!("../../../../testdata/definitions/3x3x3.tws");
        let ruled = format!("{text}\nIllegal EDGES 1 2 5\nIllegal CORNERS 3 4\n");
        let [plain, ruled] = [text.to_string(), ruled].map(|text| {
            let puzzle = Arc::new(tws::definition(&text).expect("a definition"));
            let solved = puzzle.start().clone();
            TwistyQuery::new(puzzle, solved)
        });
        let mut costly = plain.clone();
        costly.costs = costly.moves.iter().map(|mv| 1 + (mv.family % 2) as Cost).collect();
        check(&plain, true);
        [costly, ruled].iter().for_each(|query| check(query, false));
    }

    /// With unit costs there must be positions for which the database gives the exact distance.
    fn check(query: &TwistyQuery, is_plain: bool) {
        let whole = layout(query).expect("it fits");
        let automorphisms = symmetries(query, &whole, &|| true).expect("nothing stops it");
        let budget = PdbBudget { max_entries: 2e6, min_combinations: 1e5 };
        let choice =
            choose::<32>(query, &whole, &automorphisms, budget, &|| true).expect("there are projections");
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let pdb = Pdb::new(query, &whole, &automorphisms, &choice, &control).expect("it is not stopped");
        assert!(pdb.inverse().is_some());
        let compiled: CompiledPuzzle<32> =
            CompiledPuzzle::new(query, whole.clone(), &automorphisms, &|| true).expect("nothing stops it");
        let (empty, near) = (GrowingPruneTable::new(&compiled), GrowingPruneTable::new(&compiled));
        near.grow(&compiled, 100_000, &control);
        assert!(near.table().is_some_and(|table| table.depth() >= 3));
        let rounds = Deepening { want: Want::All, ..Deepening::FIRST };
        let problem = PdbProblem::new(&compiled, &near, &pdb, Plain);
        let root = |start: &Pattern| {
            let bytes = compiled.pack(start).expect("moves lead there");
            problem.new_state(bytes, pdb.locate(&whole, start).expect("moves lead there"))
        };
        let mut random = Lcg::new(5);
        let mut walk = |n_moves: usize| {
            let (mut at, mut cost) = (query.goals[0].clone(), 0);
            for _ in 0..n_moves {
                let mv = random.below(query.moves.len());
                let next = query.moves[mv].transform.apply(&at);
                if query.puzzle.is_legal(&next) {
                    (at, cost) = (next, cost + query.costs[mv]);
                }
            }
            (at, cost)
        };
        // Some starts are near the goal; for others the bound is exact, so that any wrong pruning would lose solutions.
        let mut starts: Vec<Pattern> = (0..7).map(|n_moves| walk(n_moves).0).collect();
        let tight = (0..40_000)
            .map(|i| walk(4 + i % 5))
            .filter(|(start, cost)| problem.lower_bound(&root(start)) == *cost);
        let n_near = starts.len();
        starts.extend(tight.map(|(start, _)| start).take(8));
        let n_tight = starts.len() - n_near;
        assert!(!is_plain || n_tight > 4, "only {n_tight} bounds are tight");
        for start in starts {
            let bytes = compiled.pack(&start).expect("moves lead there");
            let hashed = HashedProblem { compiled: &compiled, prune_table: Some(&near), simd: Plain };
            let known = ida_star(&hashed, &bytes, &rounds, &Sequential, &control);
            for prune_table in [&empty, &near] {
                let problem = PdbProblem::new(&compiled, prune_table, &pdb, Plain);
                let found = ida_star(&problem, &root(&start), &rounds, &Sequential, &control);
                assert_eq!((found.cost, found.n_solutions), (known.cost, known.n_solutions), "{start:?}");
                // A round too many would hide wrong pruning.
                assert_eq!(found.rounds.last().map(|round| round.bound), found.cost, "{start:?}");
            }
        }
    }
}

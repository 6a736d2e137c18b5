//! The first phase: into the subgroup of U, D, R2, L2, F2, B2.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use puzzle::Cube3;
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::phase1_prune::{DescentMasks, index};
use super::phase2_limits::Phase2Limits;
use super::tables::Tables;
use crate::coords::perm8::N_PERM8;
use crate::coords::piece_permutation::PiecePermutation;
use crate::coords::twist::{N_TWIST, Twists};
use crate::moves::MoveSet;
use crate::symmetry::{AXIAL16, N_SYM};
use solver::bits::members;
use solver::phases::Phase;

/// Where a cube is on its way, as its class's representative sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase1State {
    class: u16,
    twist: u16,
    /// What the second phase will ask for: which piece is where, of the cube as it is.
    pieces: PiecePermutation,
    /// Where the second phase begins, in its table of corners with edges.
    pair: u32,
    /// The symmetry that takes the cube to its representative.
    symmetry: u8,
    /// Distance, or one more than the last complete level if it is at least that.
    distance: u8,
    /// Whether what the moves lead to has been asked for.
    prefetched: bool,
}

/// Where the moves of a node lead, found while it waits: entry and symmetry as in [`super::phase1_prune::Successors`].
pub struct SuccessorEntries([u32; MAX_MOVES]);

impl Default for SuccessorEntries {
    fn default() -> Self {
        SuccessorEntries([0; MAX_MOVES])
    }
}

/// No metric has more moves; a power of two, so that numbers cut to it need no check.
const MAX_MOVES: usize = 64;

/// The first phase.
pub struct Phase1<const ROW: usize> {
    tables: Arc<Tables<ROW>>,
    /// From this distance on; 0 while there are none.
    descent_level: Cost,
    /// The last level that was complete when the search began.
    complete: Cost,
    /// Moves of the representative that are canonical and allowed: `allowed[order * 16 + symmetry]`.
    allowed: Vec<MoveSet>,
    usable: MoveSet,
    /// What the second phase may cost.
    phase2_budget: AtomicU32,
    /// The last complete level of the table of corners with edges.
    phase2_complete: Cost,
    /// Where they are farther than this the second phase is not begun.
    max_entry_distance: Cost,
    /// Every move must come closer.
    descend_only: bool,
}

impl<const ROW: usize> Phase1<ROW> {
    /// With all moves that are in `allowed`.
    pub fn new(tables: &Arc<Tables<ROW>>, allowed: MoveSet, limits: Phase2Limits) -> Self {
        let moves = tables.moves;
        let usable = moves.phase1 & allowed;
        let order = &moves.order;
        let sets = (0..order.n_states() as u32).flat_map(|state| {
            (0..N_SYM).map(move |s| {
                let to_cube = &tables.move_to_cube[s];
                let fits = |&mv: &usize| {
                    let mv = usize::from(to_cube[mv]);
                    usable >> mv & 1 != 0 && order.after(OrderState(state), Move(mv as u16)).is_some()
                };
                (0..moves.count()).filter(fits).fold(0, |set, mv| set | 1 << mv)
            })
        });
        Phase1 {
            tables: tables.clone(),
            descent_level: 0,
            complete: 0,
            allowed: sets.collect(),
            phase2_budget: AtomicU32::new(Cost::MAX),
            phase2_complete: 0,
            max_entry_distance: limits.max_entry_distance,
            descend_only: limits.descend_only,
            usable,
        }
    }

    /// The child at an entry of the table, reached by a move of the cube.
    #[inline(always)]
    fn child(
        &self,
        state: &Phase1State,
        entry: usize,
        symmetry: u8,
        cube_mv: usize,
        distance: Cost,
    ) -> Phase1State {
        Phase1State {
            pieces: self.tables.pieces.moved(&state.pieces, cube_mv),
            pair: 0,
            class: (entry / N_TWIST) as u16,
            twist: (entry % N_TWIST) as u16,
            symmetry: self.tables.products[usize::from(state.symmetry)][usize::from(symmetry)],
            distance: distance as u8,
            prefetched: false,
        }
    }

    /// Moves of the representative that are canonical and allowed.
    #[inline(always)]
    fn allowed(&self, state: &Phase1State, order: OrderState) -> MoveSet {
        self.allowed[order.0 as usize * N_SYM + usize::from(state.symmetry)]
    }

    /// Whether every move must come closer and it is known which ones do.
    #[inline(always)]
    fn must_descend(&self, state: &Phase1State, left: Cost) -> bool {
        Cost::from(state.distance) == left && left <= self.descent_level
    }

    /// Whether there are moves to spare where there should be none.
    #[inline(always)]
    fn wastes_moves(&self, state: &Phase1State, left: Cost) -> bool {
        self.descend_only && Cost::from(state.distance) < left
    }

    #[inline(always)]
    fn step_of(&self, order: OrderState, cube_mv: usize) -> Step {
        let mv = Move(cube_mv as u16);
        Step::new(mv, self.tables.moves.order.after(order, mv).expect("only canonical moves are made"))
    }

    /// Whether the second phase may be done in time, as far as corners and slice edges can tell. If so, has what
    /// corners and edges can tell fetched.
    #[inline(always)]
    fn phase2_may_fit(&self, state: &mut Phase1State) -> bool {
        // Where the table grew by three levels since the search began, an entry may pass for one three levels nearer.
        if !self.is_goal(state) {
            return false;
        }
        let Tables { phase2_coords, slice_perms, pieces, phase2_prune, .. } = &*self.tables;
        let corners = pieces.corner_rank(&state.pieces);
        let (class, symmetry) = phase2_coords.corner_classes.class_of(corners);
        let bound = phase2_coords
            .corner_slice_distance(class, slice_perms.conjugate(pieces.slice_rank(&state.pieces), symmetry));
        if bound > self.phase2_budget.load(Ordering::Relaxed) {
            return false;
        }
        state.pair = (class * N_PERM8 + usize::from(pieces.edge_rank(&state.pieces, symmetry))) as u32;
        phase2_prune.distances.prefetch(state.pair as usize);
        true
    }
}

impl<const ROW: usize> Problem for Phase1<ROW> {
    type State = Phase1State;
    type Prefetched = SuccessorEntries;
    const LANES: usize = 8;

    fn n_moves(&self) -> usize {
        self.tables.moves.count()
    }

    fn step(&self, from: &Phase1State, mv: Move, to: &mut Phase1State) -> bool {
        let (phase1_prune, cube_mv) = (&self.tables.phase1_prune, usize::from(mv.0));
        let rep_mv = usize::from(self.tables.move_to_rep[usize::from(from.symmetry)][cube_mv]);
        let (entry, symmetry) = phase1_prune.successors(from.class, from.twist).successor(rep_mv);
        *to = self.child(from, entry, symmetry, cube_mv, 0);
        to.distance = phase1_prune.distance(to.class, to.twist, self.complete) as u8;
        self.usable >> cube_mv & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, state: &Phase1State) -> bool {
        (state.class, state.twist) == (0, 0)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Phase1State) -> Cost {
        Cost::from(state.distance)
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.moves.order
    }

    /// What a node far out or with moves to spare reads has to be asked for; near the end one look-up, asked for when
    /// the node was made, does.
    #[inline(always)]
    fn prefetch_stage(&self, node: &mut Node<Phase1State>, entries: &mut SuccessorEntries) -> bool {
        let state = &mut node.state;
        if state.prefetched
            || node.left == 0
            || self.must_descend(state, node.left)
            || self.wastes_moves(state, node.left)
        {
            return false;
        }
        state.prefetched = true;
        let (state, phase1_prune) = (&node.state, &self.tables.phase1_prune);
        let successors = phase1_prune.successors(state.class, state.twist);
        for mv in members(self.allowed(state, node.order())) {
            let (entry, symmetry) = successors.successor(mv);
            phase1_prune.distances.prefetch(entry);
            entries.0[mv % MAX_MOVES] = entry as u32 | u32::from(symmetry) << 28;
        }
        true
    }

    /// At the end of the phase: whether corners and edges may be solved in time.
    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Phase1State>) -> Cost {
        if node.left > 0 || node.depth() == 0 {
            return if self.wastes_moves(&node.state, node.left) { node.left + 1 } else { 0 };
        }
        let code = self.tables.phase2_prune.distances.code(node.state.pair as usize);
        Cost::from(
            code == UNREACHED
                && self.phase2_budget.load(Ordering::Relaxed).min(self.max_entry_distance)
                    <= self.phase2_complete,
        )
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Phase1State>, children: &mut Children<'_, Phase1State>) {
        let (mut node, mut entries) = (*node, SuccessorEntries::default());
        while self.prefetch_stage(&mut node, &mut entries) {}
        self.expand_prefetched(&node, &mut entries, children);
    }

    #[inline(always)]
    fn expand_prefetched(
        &self,
        node: &Node<Phase1State>,
        entries: &mut SuccessorEntries,
        children: &mut Children<'_, Phase1State>,
    ) {
        let state = &node.state;
        let allowed = self.allowed(state, node.order());
        match self.tables.phase1_prune.descent_masks() {
            Some(descent_masks) if self.must_descend(state, node.left) => {
                let closer = descent_masks.descending(index(state.class, state.twist)) & allowed;
                self.descend(node, closer, descent_masks, children);
            }
            _ => self.expand_all(node, allowed, entries, children),
        }
    }
}

impl<const ROW: usize> Phase1<ROW> {
    /// Offers the children by moves that are known to come closer.
    #[inline(always)]
    fn descend(
        &self,
        node: &Node<Phase1State>,
        closer: MoveSet,
        descent_masks: &DescentMasks,
        children: &mut Children<'_, Phase1State>,
    ) {
        let (state, togo) = (&node.state, node.left - 1);
        let to_cube = &self.tables.move_to_cube[usize::from(state.symmetry)];
        let successors = self.tables.phase1_prune.successors(state.class, state.twist);
        for mv in members(closer) {
            let (entry, symmetry) = successors.successor(mv);
            let cube_mv = usize::from(to_cube[mv]);
            let mut child = self.child(state, entry, symmetry, cube_mv, togo);
            if togo > 0 {
                descent_masks.prefetch(entry);
                self.tables.phase1_prune.prefetch_row(child.class);
            } else if !self.phase2_may_fit(&mut child) {
                continue;
            }
            children.offer(child, togo, self.step_of(node.order(), cube_mv), 1);
        }
    }

    /// Looks up where every move leads, and offers the children from which the end can be reached in time.
    #[inline(always)]
    fn expand_all(
        &self,
        node: &Node<Phase1State>,
        allowed: MoveSet,
        entries: &SuccessorEntries,
        children: &mut Children<'_, Phase1State>,
    ) {
        let (state, togo, phase1_prune) = (&node.state, node.left - 1, &self.tables.phase1_prune);
        let to_cube = &self.tables.move_to_cube[usize::from(state.symmetry)];
        let entry = |mv: usize| (entries.0[mv % MAX_MOVES] & 0x0FFF_FFFF) as usize;
        // What each code says of the distance, and whether a child at that distance is worth a visit.
        let distance = Cost::from(state.distance);
        let distances: [Cost; 4] = std::array::from_fn(|code| match code as u32 {
            UNREACHED => self.complete + 1,
            code => TwoBitTable::beside(distance, code),
        });
        // No way of fewer than five moves leads out and back in that is not a second phase of its own.
        let visits = |&d: &Cost| d <= togo && !(d < togo && (self.descend_only || d + togo < 5));
        let keep = (0..4).filter(|&code| visits(&distances[code])).fold(0, |set, code| set | 1_u32 << code);
        let mut kept: MoveSet = 0;
        for mv in members(allowed) {
            let code = phase1_prune.distances.code(entry(mv));
            kept |= MoveSet::from(keep >> code & 1) << mv;
        }
        children.count_pruned(u64::from((allowed & !kept).count_ones()), node.left + 1);
        for mv in members(kept) {
            let (entry, symmetry) = (entry(mv), (entries.0[mv % MAX_MOVES] >> 28) as u8);
            let cube_mv = usize::from(to_cube[mv]);
            let distance = distances[phase1_prune.distances.code(entry) as usize];
            let mut child = self.child(state, entry, symmetry, cube_mv, distance);
            if togo > 0 {
                if let Some(descent_masks) = phase1_prune.descent_masks() {
                    descent_masks.prefetch(entry);
                }
                phase1_prune.prefetch_row(child.class);
            } else if !self.phase2_may_fit(&mut child) {
                continue;
            }
            children.offer(child, distance, self.step_of(node.order(), cube_mv), 1);
        }
    }
}

impl<const ROW: usize> Phase<Cube3> for Phase1<ROW> {
    fn refresh(&mut self) -> bool {
        let Tables { phase1_prune, phase2_prune, .. } = &*self.tables;
        let before = (self.descent_level, self.complete, self.phase2_complete);
        self.descent_level = phase1_prune.descent_masks().map_or(0, |_| DescentMasks::LEVEL);
        self.complete = phase1_prune.distances.complete().unwrap_or(0);
        self.phase2_complete = phase2_prune.distances.complete().unwrap_or(0);
        (self.descent_level, self.complete, self.phase2_complete) != before
    }

    fn enter(&self, cube: &Cube3) -> Phase1State {
        let phase1_prune = &self.tables.phase1_prune;
        let (class, symmetry) = phase1_prune.edges.class_of(cube);
        let twist = phase1_prune.twists.conjugate(Twists::<ROW>::of(cube), u32::from(symmetry));
        Phase1State {
            class,
            twist,
            pieces: PiecePermutation::of(cube),
            pair: 0,
            symmetry,
            distance: phase1_prune.distance(class, twist, self.complete) as u8,
            prefetched: false,
        }
    }

    fn expect_after(&self, cost: Cost) {
        self.phase2_budget.store(cost, Ordering::Relaxed);
    }

    /// Children are offered by rising number as the representative sees them, and the last one is followed first.
    fn first_place(&self, start: &Phase1State, mv: Move) -> usize {
        let rep_mv = self.tables.move_to_rep[usize::from(start.symmetry)][usize::from(mv.0)];
        self.tables.moves.count() - 1 - usize::from(rep_mv)
    }
}

/// Which move of the cube a move of the representative is, and the other way round.
pub(crate) fn move_conjugates(moves: &crate::moves::Moves) -> ([Vec<u8>; N_SYM], [Vec<u8>; N_SYM]) {
    let image = |s: puzzle::Symmetry| (0..moves.count()).map(|mv| moves.image(s, mv) as u8).collect();
    (AXIAL16.all.map(|s| image(s.inverse())), AXIAL16.all.map(image))
}

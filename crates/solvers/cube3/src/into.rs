//! The first phase: into the subgroup of U, D, R2, L2, F2, B2.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use puzzle::Cube3;
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::home::Effort;
use super::moves::MoveSet;
use super::outside::{Descents, index};
use super::perm8::N_PERM8;
use super::pieces::Pieces;
use super::symmetry::{AXIAL16, COUNT};
use super::tables::Tables;
use super::twist::{N_TWIST, Twists};
use solver::bits::members;
use solver::phases::Phase;

/// Where a cube is on its way, as its class's representative sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    class: u16,
    twist: u16,
    /// What the second phase will ask for: which piece is where, of the cube as it is.
    pieces: Pieces,
    /// Where the second phase begins, in its table of corners with edges.
    pair: u32,
    /// The symmetry that takes the cube to its representative.
    symmetry: u8,
    /// Distance, or one more than the last complete level if it is at least that.
    distance: u8,
    /// Whether what the moves lead to has been asked for.
    asked: bool,
}

/// Where the moves of a node lead, found while it waits: entry and symmetry as in [`super::outside::Ways`].
pub struct Entries([u32; MAX_MOVES]);

impl Default for Entries {
    fn default() -> Self {
        Entries([0; MAX_MOVES])
    }
}

/// No metric has more moves; a power of two, so that numbers cut to it need no check.
const MAX_MOVES: usize = 64;

/// The first phase.
pub struct Into<const ROW: usize> {
    tables: Arc<Tables<ROW>>,
    /// From this distance on; 0 while there are none.
    descends_from: Cost,
    /// The last level that was complete when the search began.
    complete: Cost,
    /// Moves of the representative that are canonical and allowed: `allowed[order * 16 + symmetry]`.
    allowed: Vec<MoveSet>,
    usable: MoveSet,
    /// What the second phase may cost.
    after: AtomicU32,
    /// The last complete level of the table of corners with edges.
    reach: Cost,
    /// Where they are farther than this the second phase is not begun.
    entry: Cost,
    /// Every move must come closer.
    direct: bool,
}

impl<const ROW: usize> Into<ROW> {
    /// With all moves that are in `allowed`.
    pub fn new(tables: &Arc<Tables<ROW>>, allowed: MoveSet, effort: Effort) -> Self {
        let moves = tables.moves;
        let usable = moves.outside & allowed;
        let order = &moves.order;
        let sets = (0..order.n_states() as u32).flat_map(|state| {
            (0..COUNT).map(move |s| {
                let actual = &tables.actual[s];
                let fits = |&mv: &usize| {
                    let mv = usize::from(actual[mv]);
                    usable >> mv & 1 != 0 && order.after(OrderState(state), Move(mv as u16)).is_some()
                };
                (0..moves.count()).filter(fits).fold(0, |set, mv| set | 1 << mv)
            })
        });
        Into {
            tables: tables.clone(),
            descends_from: 0,
            complete: 0,
            allowed: sets.collect(),
            after: AtomicU32::new(Cost::MAX),
            reach: 0,
            entry: effort.farthest,
            direct: effort.direct,
            usable,
        }
    }

    /// The child at an entry of the table, reached by a move of the cube.
    #[inline(always)]
    fn child(&self, way: &Way, entry: usize, symmetry: u8, actual: usize, distance: Cost) -> Way {
        Way {
            pieces: self.tables.pieces.moved(&way.pieces, actual),
            pair: 0,
            class: (entry / N_TWIST) as u16,
            twist: (entry % N_TWIST) as u16,
            symmetry: self.tables.products[usize::from(way.symmetry)][usize::from(symmetry)],
            distance: distance as u8,
            asked: false,
        }
    }

    /// Moves of the representative that are canonical and allowed.
    #[inline(always)]
    fn allowed(&self, way: &Way, order: OrderState) -> MoveSet {
        self.allowed[order.0 as usize * COUNT + usize::from(way.symmetry)]
    }

    /// Whether every move must come closer and it is known which ones do.
    #[inline(always)]
    fn descends(&self, way: &Way, left: Cost) -> bool {
        Cost::from(way.distance) == left && left <= self.descends_from
    }

    /// Whether there are moves to spare where there should be none.
    #[inline(always)]
    fn strays(&self, way: &Way, left: Cost) -> bool {
        self.direct && Cost::from(way.distance) < left
    }

    #[inline(always)]
    fn step_of(&self, order: OrderState, actual: usize) -> Step {
        let mv = Move(actual as u16);
        Step::new(mv, self.tables.moves.order.after(order, mv).expect("only canonical moves are made"))
    }

    /// Whether the second phase may be done in time, as far as corners and slice edges can tell. If so, has what
    /// corners and edges can tell fetched.
    #[inline(always)]
    fn worth_it(&self, way: &mut Way) -> bool {
        // Where the table grew by three levels since the search began, an entry may pass for one three levels nearer.
        if !self.is_goal(way) {
            return false;
        }
        let Tables { inside, slices, pieces, pairs, .. } = &*self.tables;
        let corners = pieces.corners(&way.pieces);
        let (class, symmetry) = inside.corner_classes.of(corners);
        let bound = inside.corner_slice_of(class, slices.image(pieces.slice(&way.pieces), symmetry));
        if bound > self.after.load(Ordering::Relaxed) {
            return false;
        }
        way.pair = (class * N_PERM8 + usize::from(pieces.edges(&way.pieces, symmetry))) as u32;
        pairs.distances.prefetch(way.pair as usize);
        true
    }
}

impl<const ROW: usize> Problem for Into<ROW> {
    type State = Way;
    type Prefetched = Entries;
    const LANES: usize = 8;

    fn n_moves(&self) -> usize {
        self.tables.moves.count()
    }

    fn step(&self, from: &Way, mv: Move, to: &mut Way) -> bool {
        let (outside, actual) = (&self.tables.outside, usize::from(mv.0));
        let seen = usize::from(self.tables.seen[usize::from(from.symmetry)][actual]);
        let (entry, symmetry) = outside.ways(from.class, from.twist).lead(seen);
        *to = self.child(from, entry, symmetry, actual, 0);
        to.distance = outside.distance(to.class, to.twist, self.complete) as u8;
        self.usable >> actual & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, way: &Way) -> bool {
        (way.class, way.twist) == (0, 0)
    }

    #[inline(always)]
    fn lower_bound(&self, way: &Way) -> Cost {
        Cost::from(way.distance)
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.moves.order
    }

    /// What a node far out or with moves to spare reads has to be asked for; near the end one look-up, asked for when
    /// the node was made, does.
    #[inline(always)]
    fn prefetch_stage(&self, node: &mut Node<Way>, entries: &mut Entries) -> bool {
        let way = &mut node.state;
        if way.asked || node.left == 0 || self.descends(way, node.left) || self.strays(way, node.left) {
            return false;
        }
        way.asked = true;
        let (way, outside) = (&node.state, &self.tables.outside);
        let ways = outside.ways(way.class, way.twist);
        for mv in members(self.allowed(way, node.order())) {
            let (entry, symmetry) = ways.lead(mv);
            outside.distances.prefetch(entry);
            entries.0[mv % MAX_MOVES] = entry as u32 | u32::from(symmetry) << 28;
        }
        true
    }

    /// At the end of the phase: whether corners and edges may be solved in time.
    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Way>) -> Cost {
        if node.left > 0 || node.depth() == 0 {
            return if self.strays(&node.state, node.left) { node.left + 1 } else { 0 };
        }
        let code = self.tables.pairs.distances.code(node.state.pair as usize);
        Cost::from(code == UNREACHED && self.after.load(Ordering::Relaxed).min(self.entry) <= self.reach)
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Way>, children: &mut Children<'_, Way>) {
        let (mut node, mut entries) = (*node, Entries::default());
        while self.prefetch_stage(&mut node, &mut entries) {}
        self.expand_prefetched(&node, &mut entries, children);
    }

    #[inline(always)]
    fn expand_prefetched(&self, node: &Node<Way>, entries: &mut Entries, children: &mut Children<'_, Way>) {
        let way = &node.state;
        let allowed = self.allowed(way, node.order());
        match self.tables.outside.descents() {
            Some(descents) if self.descends(way, node.left) => {
                let closer = descents.closer(index(way.class, way.twist)) & allowed;
                self.descend(node, closer, descents, children);
            }
            _ => self.look_around(node, allowed, entries, children),
        }
    }
}

impl<const ROW: usize> Into<ROW> {
    /// Offers the children by moves that are known to come closer.
    #[inline(always)]
    fn descend(
        &self,
        node: &Node<Way>,
        closer: MoveSet,
        descents: &Descents,
        children: &mut Children<'_, Way>,
    ) {
        let (way, togo) = (&node.state, node.left - 1);
        let actual = &self.tables.actual[usize::from(way.symmetry)];
        let ways = self.tables.outside.ways(way.class, way.twist);
        for mv in members(closer) {
            let (entry, symmetry) = ways.lead(mv);
            let actual = usize::from(actual[mv]);
            let mut child = self.child(way, entry, symmetry, actual, togo);
            if togo > 0 {
                descents.prefetch(entry);
                self.tables.outside.prefetch_ways(child.class);
            } else if !self.worth_it(&mut child) {
                continue;
            }
            children.offer(child, togo, self.step_of(node.order(), actual), 1);
        }
    }

    /// Looks up where every move leads, and offers the children from which the end can be reached in time.
    #[inline(always)]
    fn look_around(
        &self,
        node: &Node<Way>,
        allowed: MoveSet,
        entries: &Entries,
        children: &mut Children<'_, Way>,
    ) {
        let (way, togo, outside) = (&node.state, node.left - 1, &self.tables.outside);
        let actual = &self.tables.actual[usize::from(way.symmetry)];
        let entry = |mv: usize| (entries.0[mv % MAX_MOVES] & 0x0FFF_FFFF) as usize;
        // What each code says of the distance, and whether a child at that distance is worth a visit.
        let distance = Cost::from(way.distance);
        let distances: [Cost; 4] = std::array::from_fn(|code| match code as u32 {
            UNREACHED => self.complete + 1,
            code => TwoBitTable::beside(distance, code),
        });
        // No way of fewer than five moves leads out and back in that is not a second phase of its own.
        let visits = |&d: &Cost| d <= togo && !(d < togo && (self.direct || d + togo < 5));
        let keep = (0..4).filter(|&code| visits(&distances[code])).fold(0, |set, code| set | 1_u32 << code);
        let mut kept: MoveSet = 0;
        for mv in members(allowed) {
            let code = outside.distances.code(entry(mv));
            kept |= MoveSet::from(keep >> code & 1) << mv;
        }
        children.count_pruned(u64::from((allowed & !kept).count_ones()), node.left + 1);
        for mv in members(kept) {
            let (entry, symmetry) = (entry(mv), (entries.0[mv % MAX_MOVES] >> 28) as u8);
            let actual = usize::from(actual[mv]);
            let distance = distances[outside.distances.code(entry) as usize];
            let mut child = self.child(way, entry, symmetry, actual, distance);
            if togo > 0 {
                if let Some(descents) = outside.descents() {
                    descents.prefetch(entry);
                }
                outside.prefetch_ways(child.class);
            } else if !self.worth_it(&mut child) {
                continue;
            }
            children.offer(child, distance, self.step_of(node.order(), actual), 1);
        }
    }
}

impl<const ROW: usize> Phase<Cube3> for Into<ROW> {
    fn refresh(&mut self) -> bool {
        let Tables { outside, pairs, .. } = &*self.tables;
        let before = (self.descends_from, self.complete, self.reach);
        self.descends_from = outside.descents().map_or(0, |_| Descents::LEVEL);
        self.complete = outside.distances.complete().unwrap_or(0);
        self.reach = pairs.distances.complete().unwrap_or(0);
        (self.descends_from, self.complete, self.reach) != before
    }

    fn enter(&self, cube: &Cube3) -> Way {
        let outside = &self.tables.outside;
        let (class, symmetry) = outside.edges.of(cube);
        let twist = outside.twists.image(Twists::<ROW>::of(cube), u32::from(symmetry));
        Way {
            class,
            twist,
            pieces: Pieces::of(cube),
            pair: 0,
            symmetry,
            distance: outside.distance(class, twist, self.complete) as u8,
            asked: false,
        }
    }

    fn limit_later_phases(&self, cost: Cost) {
        self.after.store(cost, Ordering::Relaxed);
    }

    /// Children are offered by rising number as the representative sees them, and the last one is followed first.
    fn first_move_rank(&self, start: &Way, mv: Move) -> usize {
        let seen = self.tables.seen[usize::from(start.symmetry)][usize::from(mv.0)];
        self.tables.moves.count() - 1 - usize::from(seen)
    }
}

/// Which move of the cube a move of the representative is, and the other way round.
pub(super) fn views(moves: &super::moves::Moves) -> ([Vec<u8>; COUNT], [Vec<u8>; COUNT]) {
    let image = |s: puzzle::Symmetry| (0..moves.count()).map(|mv| moves.image(s, mv) as u8).collect();
    (AXIAL16.all.map(|s| image(s.inverse())), AXIAL16.all.map(image))
}

//! The second phase: home, by U, D, R2, L2, F2, B2 alone.

use std::sync::Arc;

use puzzle::Cube3;
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::phase2_coords::CornerEdge;
use super::phase2_limits::Phase2Limits;
use super::phase2_prune::MAX_PHASE2_MOVES;
use super::tables::Tables;
use crate::coords::piece_permutation::PiecePermutation;
use crate::moves::MoveSet;
use crate::symmetry::N_SYM;
use solver::bits::members;
use solver::phases::Phase;

/// Three orders that are all that is left to solve, as the representative of the corners' class sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase2State {
    pair: CornerEdge,
    slice: u8,
    /// The symmetry that takes the cube to what is seen.
    symmetry: u8,
    /// Moves that corners and edges need, or one more than the last complete level if it is at least that.
    distance: u8,
}

/// The second phase.
pub struct Phase2<const ROW: usize> {
    tables: Arc<Tables<ROW>>,
    /// Moves of the representative that are canonical and allowed: `allowed[order * 16 + symmetry]`. Moves are
    /// numbered as they are inside.
    allowed: Vec<u32>,
    usable: MoveSet,
    /// `move_to_cube[symmetry][mv]`: which move of the cube a move of the representative is.
    move_to_cube: [[u8; MAX_PHASE2_MOVES]; N_SYM],
    limits: Phase2Limits,
    /// The last complete level of the table of corners with edges.
    complete: Cost,
}

impl<const ROW: usize> Phase2<ROW> {
    /// With all moves that are in `allowed`.
    pub fn new(tables: &Arc<Tables<ROW>>, allowed: MoveSet, limits: Phase2Limits) -> Self {
        let (phase2_coords, order) = (&tables.phase2_coords, &tables.moves.order);
        let usable = allowed & tables.moves.phase2;
        let mut move_to_cube = [[0; MAX_PHASE2_MOVES]; N_SYM];
        for (row, all) in move_to_cube.iter_mut().zip(&tables.move_to_cube) {
            row.iter_mut().zip(&phase2_coords.moves).for_each(|(to, &mv)| *to = all[usize::from(mv)]);
        }
        let sets = (0..order.n_states() as u32).flat_map(|state| {
            move_to_cube.map(|to_cube| {
                let fits = |&mv: &usize| {
                    let mv = to_cube[mv];
                    usable >> mv & 1 != 0 && order.after(OrderState(state), Move(mv.into())).is_some()
                };
                (0..phase2_coords.moves.len()).filter(fits).fold(0, |set, mv| set | 1 << mv)
            })
        });
        let allowed = sets.collect();
        Phase2 { tables: tables.clone(), allowed, usable, move_to_cube, limits, complete: 0 }
    }

    /// At least so far from home, by the slice with the corners and with the edges.
    #[inline(always)]
    fn slice_bound(&self, state: &Phase2State) -> Cost {
        let Tables { phase2_coords, slice_perms, .. } = &*self.tables;
        let slice = usize::from(state.slice);
        let by_corners = phase2_coords.corner_slice_distance(state.pair.class.into(), slice);
        by_corners.max(phase2_coords.edge_slice(state.pair.edges.perm(), slice, slice_perms))
    }

    /// What a move of the representative leads to: a pair, seen after a symmetry.
    #[inline(always)]
    fn child(
        &self,
        from: &Phase2State,
        mv: usize,
        pair: CornerEdge,
        symmetry: u8,
        distance: Cost,
    ) -> Phase2State {
        let Tables { slice_perms, products, .. } = &*self.tables;
        let slice = slice_perms.row(from.slice.into())[mv];
        Phase2State {
            pair,
            slice: slice_perms.conjugate(slice.into(), symmetry.into()) as u8,
            symmetry: products[usize::from(from.symmetry)][usize::from(symmetry)],
            distance: distance as u8,
        }
    }

    #[inline(always)]
    fn offer(
        &self,
        child: Phase2State,
        bound: Cost,
        mv: usize,
        node: &Node<Phase2State>,
        children: &mut Children<'_, Phase2State>,
    ) {
        let cube_mv = Move(self.move_to_cube[usize::from(node.state.symmetry)][mv].into());
        let order =
            self.tables.moves.order.after(node.order(), cube_mv).expect("only canonical moves are looked at");
        children.offer(child, bound, Step::new(cube_mv, order), self.tables.phase2_coords.costs[mv]);
    }
}

impl<const ROW: usize> Problem for Phase2<ROW> {
    type State = Phase2State;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.tables.moves.count()
    }

    fn step(&self, from: &Phase2State, mv: Move, to: &mut Phase2State) -> bool {
        let Tables { phase2_coords, slice_perms, phase2_prune, products, .. } = &*self.tables;
        let to_cube = &self.move_to_cube[usize::from(from.symmetry)][..phase2_coords.moves.len()];
        let Some(rep_mv) = to_cube.iter().position(|&m| u16::from(m) == mv.0) else { return false };
        let (pair, symmetry) = phase2_coords.successors(from.pair).successor(rep_mv);
        *to = Phase2State {
            pair,
            slice: slice_perms.conjugate(usize::from(slice_perms.row(from.slice.into())[rep_mv]), symmetry)
                as u8,
            symmetry: products[usize::from(from.symmetry)][symmetry],
            distance: phase2_prune.distance(phase2_coords, pair, self.complete) as u8,
        };
        self.usable >> mv.0 & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, state: &Phase2State) -> bool {
        (state.pair, state.slice) == (CornerEdge::SOLVED, 0)
    }

    #[inline(always)]
    fn lower_bound(&self, state: &Phase2State) -> Cost {
        self.slice_bound(state).max(Cost::from(state.distance))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.tables.moves.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        self.tables.moves.generators[usize::from(mv.0)].cost
    }

    /// The slice has its say when a node's turn has come: in a hasty search most never have theirs.
    #[inline(always)]
    fn late_bound(&self, node: &mut Node<Phase2State>) -> Cost {
        if self.limits.first_only { self.slice_bound(&node.state) } else { 0 }
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Phase2State>, children: &mut Children<'_, Phase2State>) {
        let Tables { phase2_coords, phase2_prune, .. } = &*self.tables;
        let state = &node.state;
        let successors = phase2_coords.successors(state.pair);
        let allowed = self.allowed[node.order().0 as usize * N_SYM + usize::from(state.symmetry)];
        // Packed, because an array of words is cheap to clear.
        let (mut packed, mut entries) = ([0_u64; MAX_PHASE2_MOVES], [0_u32; MAX_PHASE2_MOVES]);
        for mv in members(allowed.into()) {
            let (pair, symmetry) = successors.successor(mv);
            let entry = pair.index();
            phase2_prune.distances.prefetch(entry);
            packed[mv % MAX_PHASE2_MOVES] = pair.pack() | (symmetry as u64) << 48;
            entries[mv % MAX_PHASE2_MOVES] = entry as u32;
        }
        let here = Cost::from(state.distance);
        let distances: [Cost; 4] = std::array::from_fn(|code| match code as u32 {
            UNREACHED => self.complete + 1,
            code => TwoBitTable::beside(here, code),
        });
        if !self.limits.first_only {
            // By number: which of several solutions comes first must not depend on how far the table has grown.
            for mv in members(allowed.into()) {
                let distance =
                    distances[phase2_prune.distances.code(entries[mv % MAX_PHASE2_MOVES] as usize) as usize];
                if distance + 1 > node.left {
                    children.count_pruned(1, distance + 1);
                    continue;
                }
                let packed = packed[mv % MAX_PHASE2_MOVES];
                let child = self.child(state, mv, CornerEdge::unpack(packed), (packed >> 48) as u8, distance);
                self.offer(child, distance.max(self.slice_bound(&child)), mv, node, children);
            }
            return;
        }
        // Moves by the code of what they lead to.
        let mut by_code = [0_u32; 4];
        for mv in members(allowed.into()) {
            by_code[phase2_prune.distances.code(entries[mv % MAX_PHASE2_MOVES] as usize) as usize] |= 1 << mv;
        }
        // Nearest last: the search goes on with the last child first. Only with a table that grows no more.
        let nearer = here as usize % 3;
        for code in [UNREACHED as usize, (nearer + 1) % 3, nearer, (nearer + 2) % 3] {
            // No move costs less than 1.
            let distance = distances[code];
            if distance + 1 > node.left {
                children.count_pruned(by_code[code].count_ones().into(), distance + 1);
                continue;
            }
            for mv in members(by_code[code].into()) {
                let packed = packed[mv % MAX_PHASE2_MOVES];
                let child = self.child(state, mv, CornerEdge::unpack(packed), (packed >> 48) as u8, distance);
                self.offer(child, distance, mv, node, children);
            }
        }
    }
}

impl<const ROW: usize> Phase<Cube3> for Phase2<ROW> {
    fn refresh(&mut self) -> bool {
        let before = self.complete;
        self.complete = self.tables.phase2_prune.distances.complete().unwrap_or(0);
        self.complete != before
    }

    fn enter(&self, cube: &Cube3) -> Phase2State {
        let Tables { phase2_coords, slice_perms, phase2_prune, pieces, .. } = &*self.tables;
        let places = PiecePermutation::of(cube);
        let (pair, symmetry) = phase2_coords.pair(pieces.corner_rank(&places), pieces.edge_rank(&places, 0));
        let distance = phase2_prune.distance(phase2_coords, pair, self.complete);
        let distance = if distance > self.limits.max_entry_distance { Cost::from(u8::MAX) } else { distance };
        Phase2State {
            pair,
            slice: slice_perms.conjugate(pieces.slice_rank(&places), symmetry) as u8,
            symmetry: symmetry as u8,
            distance: distance as u8,
        }
    }

    fn is_first_only(&self) -> bool {
        self.limits.first_only
    }

    fn longest(&self) -> Cost {
        self.limits.max_length
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::LazyLock;

    use puzzle::Turn;
    use search::{Control, Flow, Limits, Silent, Stop, Visit};
    use testkit::Lcg;

    use super::*;
    use crate::coords::perm4::UNRANK;
    use crate::coords::perm8::unrank;
    use crate::symmetry::AXIAL16;
    use solver::cube::Metric;

    /// Made once for all tests.
    static HALF_TURN: LazyLock<Arc<Tables<32>>> = LazyLock::new(|| tables(Metric::HalfTurn));
    static QUARTER_TURN: LazyLock<Arc<Tables<32>>> = LazyLock::new(|| tables(Metric::QuarterTurn));
    static AXIAL: LazyLock<Arc<Tables<64>>> = LazyLock::new(|| tables(Metric::Axial));

    fn tables<const ROW: usize>(metric: Metric) -> Arc<Tables<ROW>> {
        let tables = Tables::new(metric);
        tables.phase2_prune.grow_to(&tables.phase2_coords, 7);
        Arc::new(tables)
    }

    fn phase2<const ROW: usize>(tables: &Arc<Tables<ROW>>, first_only: bool) -> Phase2<ROW> {
        let limits = Phase2Limits {
            max_length: Cost::MAX,
            max_entry_distance: Cost::MAX,
            first_only,
            descend_only: false,
        };
        let mut phase2 = Phase2::new(tables, MoveSet::MAX, limits);
        phase2.refresh();
        phase2
    }

    /// The cube that orders stand for, put together from its pieces.
    fn cube<const ROW: usize>(phase2: &Phase2<ROW>, state: &Phase2State) -> Cube3 {
        let class = usize::from(state.pair.class);
        let corners = unrank(phase2.tables.phase2_coords.corner_classes.representatives[class]);
        let (edges, slice) = (unrank(state.pair.edges.perm()), UNRANK[usize::from(state.slice)]);
        let edges = std::array::from_fn(|i| (if i < 8 { edges[i] } else { 8 + slice[i - 8] }, 0));
        let seen = Cube3::from_pieces(corners.map(|piece| (piece, 0)), edges).expect("a cube");
        AXIAL16.all[usize::from(state.symmetry)].inverse().cube(&seen)
    }

    /// Every cube within some cost of the solved one, by plain search over cubes.
    fn cubes_within<const ROW: usize>(phase2: &Phase2<ROW>, most: Cost) -> HashMap<Cube3, Cost> {
        let (moves, phase2_coords) = (phase2.tables.moves, &phase2.tables.phase2_coords);
        let mut known = HashMap::from([(Cube3::SOLVED, 0)]);
        let mut levels = vec![vec![Cube3::SOLVED]];
        for cost in 0..most {
            for from in levels.get(cost as usize).cloned().unwrap_or_default() {
                for (&mv, &more) in phase2_coords.moves.iter().zip(&phase2_coords.costs) {
                    let (to, total) = (from.then(&moves.generators[usize::from(mv)].cube), cost + more);
                    if total <= most && known.get(&to).is_none_or(|&old| old > total) {
                        known.insert(to, total);
                        levels.resize(levels.len().max(total as usize + 1), Vec::new());
                        levels[total as usize].push(to);
                    }
                }
            }
        }
        known
    }

    #[test]
    fn steps_count_the_subgroup() {
        let phase2 = phase2(&HALF_TURN, false);
        let mut level = vec![phase2.enter(&Cube3::SOLVED)];
        let mut known = std::collections::HashSet::from([Cube3::SOLVED]);
        // As counted by plain search over cubes.
        for expected in [10, 67, 456, 3079, 19948] {
            let mut next = Vec::new();
            for from in &level {
                for &mv in &phase2.tables.phase2_coords.moves {
                    let mut to = *from;
                    assert!(phase2.step(from, Move(mv), &mut to));
                    if known.insert(cube(&phase2, &to)) {
                        next.push(to);
                    }
                }
            }
            level = next;
            assert_eq!(level.len(), expected);
        }
    }

    /// Orders under moves are those of the cube under moves, wherever one starts; and they are admissible.
    fn check_walks<const ROW: usize>(metric: Metric, tables: &Arc<Tables<ROW>>) {
        let phase2 = phase2(tables, false);
        let (phase2_coords, moves) = (&phase2.tables.phase2_coords, phase2.tables.moves);
        for seed in 0..200 {
            let mut below = Lcg::new(seed).into_below();
            let (mut whole, mut state) = (Cube3::SOLVED, phase2.enter(&Cube3::SOLVED));
            let mut spent = 0;
            for _ in 0..25 {
                let i = below(phase2_coords.moves.len());
                whole = whole.then(&moves.generators[usize::from(phase2_coords.moves[i])].cube);
                spent += phase2_coords.costs[i];
                let from = state;
                assert!(phase2.step(&from, Move(phase2_coords.moves[i]), &mut state));
                assert_eq!(cube(&phase2, &state), whole, "{metric:?}, seed {seed}");
                let entered = phase2.enter(&whole);
                assert_eq!(cube(&phase2, &entered), whole, "{metric:?}, seed {seed}");
                assert_eq!(
                    phase2.lower_bound(&entered),
                    phase2.lower_bound(&state),
                    "{metric:?}, seed {seed}"
                );
                assert!(phase2.lower_bound(&state) <= spent, "{metric:?}, seed {seed}");
                assert_eq!(phase2.is_goal(&state), whole == Cube3::SOLVED, "{metric:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn states_match_the_cube() {
        check_walks(Metric::HalfTurn, &HALF_TURN);
        check_walks(Metric::QuarterTurn, &QUARTER_TURN);
        check_walks(Metric::Axial, &AXIAL);
    }

    /// Bounds against plain search, and the cost at which solutions are found.
    fn check_costs<const ROW: usize>(metric: Metric, tables: &Arc<Tables<ROW>>, most: Cost) {
        let phase2 = phase2(tables, false);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut visit = Visit::new(&phase2, phase2.enter(&Cube3::SOLVED));
        let mut below = Lcg::new(1).into_below();
        let mut known: Vec<(Cube3, Cost)> = cubes_within(&phase2, most).into_iter().collect();
        known.sort_unstable();
        for (whole, cost) in known {
            let state = phase2.enter(&whole);
            assert!(phase2.lower_bound(&state) <= cost, "{metric:?} {whole:?}");
            if below(20) > 0 {
                continue;
            }
            let found = (0..=cost).find(|&cost| {
                let (mut found, start) = (false, [Node::after(state, OrderState::START)]);
                visit.goals(&phase2, &start, cost, false, &control, |_| {
                    found = true;
                    Flow::Enough
                });
                found
            });
            assert_eq!(found, Some(cost), "{metric:?} {whole:?}");
        }
    }

    #[test]
    fn costs_are_those_of_plain_search() {
        check_costs(Metric::HalfTurn, &HALF_TURN, 5);
        check_costs(Metric::QuarterTurn, &QUARTER_TURN, 7);
        check_costs(Metric::Axial, &AXIAL, 4);
    }

    #[test]
    fn first_only_finds_within_bound() {
        let phase2 = phase2(&HALF_TURN, true);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut visit = Visit::new(&phase2, phase2.enter(&Cube3::SOLVED));
        let turns: Vec<Turn> = Turn::all().filter(|turn| phase2.usable >> turn.index() & 1 != 0).collect();
        for seed in 0..100 {
            let mut below = Lcg::new(seed).into_below();
            let whole = Cube3::SOLVED.turned_by((0..9).map(|_| turns[below(turns.len())]));
            let start = [Node::after(phase2.enter(&whole), OrderState::START)];
            let mut solution = None;
            visit.goals(&phase2, &start, 10, true, &control, |goal| {
                solution = Some(goal.moves().collect::<Vec<Move>>());
                Flow::Enough
            });
            let solution = solution.expect("nine turns can be undone");
            let undo = solution.iter().map(|mv| Turn::from_index(mv.0.into()).expect("a turn"));
            assert_eq!(whole.turned_by(undo), Cube3::SOLVED, "seed {seed}");
        }
    }
}

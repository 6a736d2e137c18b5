//! The second phase: home, by U, D, R2, L2, F2, B2 alone.

use std::sync::Arc;

use puzzle::Cube3;
use search::table::TwoBitTable;
use search::table::two_bit::UNREACHED;
use search::{Children, Cost, Move, MoveOrder, Node, OrderState, Problem, Step};

use super::inside::Pair;
use super::moves::MoveSet;
use super::pairs::MAX_INSIDE;
use super::pieces::Pieces;
use super::symmetry::COUNT;
use super::tables::Tables;
use solver::bits::members;
use solver::phases::Phase;

/// Three orders that are all that is left to solve, as the representative of the corners' class sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Orders {
    pair: Pair,
    slice: u8,
    /// The symmetry that takes the cube to what is seen.
    symmetry: u8,
    /// Moves that corners and edges need, or one more than the last complete level if it is at least that.
    distance: u8,
}

/// The second phase.
pub struct Home<const ROW: usize> {
    tables: Arc<Tables<ROW>>,
    /// Moves of the representative that are canonical and allowed: `allowed[order * 16 + symmetry]`. Moves are
    /// numbered as they are inside.
    allowed: Vec<u32>,
    usable: MoveSet,
    /// `actual[symmetry][mv]`: which move of the cube a move of the representative is.
    actual: [[u8; MAX_INSIDE]; COUNT],
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
    /// Any solution within what is left will do. Which one is found depends on the table, so it must have grown in full.
    pub hasty: bool,
    /// Only shortest first phases are tried.
    pub direct: bool,
}

impl<const ROW: usize> Home<ROW> {
    /// With all moves that are in `allowed`.
    pub fn new(tables: &Arc<Tables<ROW>>, allowed: MoveSet, effort: Effort) -> Self {
        let (inside, order) = (&tables.inside, &tables.moves.order);
        let usable = allowed & tables.moves.inside;
        let mut actual = [[0; MAX_INSIDE]; COUNT];
        for (row, all) in actual.iter_mut().zip(&tables.actual) {
            row.iter_mut().zip(&inside.moves).for_each(|(to, &mv)| *to = all[usize::from(mv)]);
        }
        let sets = (0..order.n_states() as u32).flat_map(|state| {
            actual.map(|actual| {
                let fits = |&mv: &usize| {
                    let mv = actual[mv];
                    usable >> mv & 1 != 0 && order.after(OrderState(state), Move(mv.into())).is_some()
                };
                (0..inside.moves.len()).filter(fits).fold(0, |set, mv| set | 1 << mv)
            })
        });
        let allowed = sets.collect();
        Home { tables: tables.clone(), allowed, usable, actual, effort, complete: 0 }
    }

    /// At least so far from home, by the slice with the corners and with the edges.
    #[inline(always)]
    fn by_slice(&self, orders: &Orders) -> Cost {
        let Tables { inside, slices, .. } = &*self.tables;
        let slice = usize::from(orders.slice);
        let by_corners = inside.corner_slice_of(orders.pair.class.into(), slice);
        by_corners.max(inside.edge_slice(orders.pair.edges.perm(), slice, slices))
    }

    /// What a move of the representative leads to: a pair, seen after a symmetry.
    #[inline(always)]
    fn child(&self, from: &Orders, mv: usize, pair: Pair, symmetry: u8, distance: Cost) -> Orders {
        let Tables { slices, products, .. } = &*self.tables;
        let slice = slices.row(from.slice.into())[mv];
        Orders {
            pair,
            slice: slices.image(slice.into(), symmetry.into()) as u8,
            symmetry: products[usize::from(from.symmetry)][usize::from(symmetry)],
            distance: distance as u8,
        }
    }

    #[inline(always)]
    fn offer(
        &self,
        child: Orders,
        bound: Cost,
        mv: usize,
        node: &Node<Orders>,
        children: &mut Children<'_, Orders>,
    ) {
        let actual = Move(self.actual[usize::from(node.state.symmetry)][mv].into());
        let order =
            self.tables.moves.order.after(node.order(), actual).expect("only canonical moves are looked at");
        children.offer(child, bound, Step::new(actual, order), self.tables.inside.costs[mv]);
    }
}

impl<const ROW: usize> Problem for Home<ROW> {
    type State = Orders;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        self.tables.moves.count()
    }

    fn step(&self, from: &Orders, mv: Move, to: &mut Orders) -> bool {
        let Tables { inside, slices, pairs, products, .. } = &*self.tables;
        let actual = &self.actual[usize::from(from.symmetry)][..inside.moves.len()];
        let Some(seen) = actual.iter().position(|&m| u16::from(m) == mv.0) else { return false };
        let (pair, symmetry) = inside.ways(from.pair).lead(seen);
        *to = Orders {
            pair,
            slice: slices.image(usize::from(slices.row(from.slice.into())[seen]), symmetry) as u8,
            symmetry: products[usize::from(from.symmetry)][symmetry],
            distance: pairs.distance(inside, pair, self.complete) as u8,
        };
        self.usable >> mv.0 & 1 != 0
    }

    #[inline(always)]
    fn is_goal(&self, orders: &Orders) -> bool {
        (orders.pair, orders.slice) == (Pair::SOLVED, 0)
    }

    #[inline(always)]
    fn lower_bound(&self, orders: &Orders) -> Cost {
        self.by_slice(orders).max(Cost::from(orders.distance))
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
    fn late_bound(&self, node: &mut Node<Orders>) -> Cost {
        if self.effort.hasty { self.by_slice(&node.state) } else { 0 }
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Orders>, children: &mut Children<'_, Orders>) {
        let Tables { inside, pairs, .. } = &*self.tables;
        let state = &node.state;
        let ways = inside.ways(state.pair);
        let allowed = self.allowed[node.order().0 as usize * COUNT + usize::from(state.symmetry)];
        // Packed, because an array of words is cheap to clear.
        let (mut seen, mut entries) = ([0_u64; MAX_INSIDE], [0_u32; MAX_INSIDE]);
        for mv in members(allowed.into()) {
            let (pair, symmetry) = ways.lead(mv);
            let entry = pair.index();
            pairs.distances.prefetch(entry);
            seen[mv % MAX_INSIDE] = pair.packed() | (symmetry as u64) << 48;
            entries[mv % MAX_INSIDE] = entry as u32;
        }
        let here = Cost::from(state.distance);
        let distances: [Cost; 4] = std::array::from_fn(|code| match code as u32 {
            UNREACHED => self.complete + 1,
            code => TwoBitTable::beside(here, code),
        });
        if !self.effort.hasty {
            // By number: which of several solutions comes first must not depend on how far the table has grown.
            for mv in members(allowed.into()) {
                let distance = distances[pairs.distances.code(entries[mv % MAX_INSIDE] as usize) as usize];
                if distance + 1 > node.left {
                    children.count_pruned(1, distance + 1);
                    continue;
                }
                let seen = seen[mv % MAX_INSIDE];
                let child = self.child(state, mv, Pair::unpacked(seen), (seen >> 48) as u8, distance);
                self.offer(child, distance.max(self.by_slice(&child)), mv, node, children);
            }
            return;
        }
        // Moves by the code of what they lead to.
        let mut by_code = [0_u32; 4];
        for mv in members(allowed.into()) {
            by_code[pairs.distances.code(entries[mv % MAX_INSIDE] as usize) as usize] |= 1 << mv;
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
                let seen = seen[mv % MAX_INSIDE];
                let child = self.child(state, mv, Pair::unpacked(seen), (seen >> 48) as u8, distance);
                self.offer(child, distance, mv, node, children);
            }
        }
    }
}

impl<const ROW: usize> Phase<Cube3> for Home<ROW> {
    fn refresh(&mut self) -> bool {
        let before = self.complete;
        self.complete = self.tables.pairs.distances.complete().unwrap_or(0);
        self.complete != before
    }

    fn enter(&self, cube: &Cube3) -> Orders {
        let Tables { inside, slices, pairs, pieces, .. } = &*self.tables;
        let places = Pieces::of(cube);
        let (pair, symmetry) = inside.pair(pieces.corners(&places), pieces.edges(&places, 0));
        let distance = pairs.distance(inside, pair, self.complete);
        let distance = if distance > self.effort.farthest { Cost::from(u8::MAX) } else { distance };
        Orders {
            pair,
            slice: slices.image(pieces.slice(&places), symmetry) as u8,
            symmetry: symmetry as u8,
            distance: distance as u8,
        }
    }

    fn is_first_only(&self) -> bool {
        self.effort.hasty
    }

    fn max_cost(&self) -> Cost {
        self.effort.longest
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
    use crate::perm4::ORDERS;
    use crate::perm8::unrank;
    use crate::symmetry::AXIAL16;
    use solver::cube::Metric;

    /// Made once for all tests.
    static HALF_TURN: LazyLock<Arc<Tables<32>>> = LazyLock::new(|| tables(Metric::HalfTurn));
    static QUARTER_TURN: LazyLock<Arc<Tables<32>>> = LazyLock::new(|| tables(Metric::QuarterTurn));
    static AXIAL: LazyLock<Arc<Tables<64>>> = LazyLock::new(|| tables(Metric::Axial));

    fn tables<const ROW: usize>(metric: Metric) -> Arc<Tables<ROW>> {
        let tables = Tables::new(metric);
        tables.pairs.grow_to(&tables.inside, 7);
        Arc::new(tables)
    }

    fn home<const ROW: usize>(tables: &Arc<Tables<ROW>>, hasty: bool) -> Home<ROW> {
        let effort = Effort { longest: Cost::MAX, farthest: Cost::MAX, hasty, direct: false };
        let mut home = Home::new(tables, MoveSet::MAX, effort);
        home.refresh();
        home
    }

    /// The cube that orders stand for, put together from its pieces.
    fn cube<const ROW: usize>(home: &Home<ROW>, orders: &Orders) -> Cube3 {
        let class = usize::from(orders.pair.class);
        let corners = unrank(home.tables.inside.corner_classes.representatives[class]);
        let (edges, slice) = (unrank(orders.pair.edges.perm()), ORDERS[usize::from(orders.slice)]);
        let edges = std::array::from_fn(|i| (if i < 8 { edges[i] } else { 8 + slice[i - 8] }, 0));
        let seen = Cube3::from_pieces(corners.map(|piece| (piece, 0)), edges).expect("a cube");
        AXIAL16.all[usize::from(orders.symmetry)].inverse().cube(&seen)
    }

    /// Every cube within some cost of the solved one, by plain search over cubes.
    fn all_within<const ROW: usize>(home: &Home<ROW>, most: Cost) -> HashMap<Cube3, Cost> {
        let (moves, inside) = (home.tables.moves, &home.tables.inside);
        let mut known = HashMap::from([(Cube3::SOLVED, 0)]);
        let mut levels = vec![vec![Cube3::SOLVED]];
        for cost in 0..most {
            for from in levels.get(cost as usize).cloned().unwrap_or_default() {
                for (&mv, &more) in inside.moves.iter().zip(&inside.costs) {
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
        let home = home(&HALF_TURN, false);
        let mut level = vec![home.enter(&Cube3::SOLVED)];
        let mut known = std::collections::HashSet::from([Cube3::SOLVED]);
        // As counted by plain search over cubes.
        for expected in [10, 67, 456, 3079, 19948] {
            let mut next = Vec::new();
            for from in &level {
                for &mv in &home.tables.inside.moves {
                    let mut to = *from;
                    assert!(home.step(from, Move(mv), &mut to));
                    if known.insert(cube(&home, &to)) {
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
        let home = home(tables, false);
        let (inside, moves) = (&home.tables.inside, home.tables.moves);
        for seed in 0..200 {
            let mut below = Lcg::new(seed).into_below();
            let (mut whole, mut orders) = (Cube3::SOLVED, home.enter(&Cube3::SOLVED));
            let mut spent = 0;
            for _ in 0..25 {
                let i = below(inside.moves.len());
                whole = whole.then(&moves.generators[usize::from(inside.moves[i])].cube);
                spent += inside.costs[i];
                let from = orders;
                assert!(home.step(&from, Move(inside.moves[i]), &mut orders));
                assert_eq!(cube(&home, &orders), whole, "{metric:?}, seed {seed}");
                let entered = home.enter(&whole);
                assert_eq!(cube(&home, &entered), whole, "{metric:?}, seed {seed}");
                assert_eq!(home.lower_bound(&entered), home.lower_bound(&orders), "{metric:?}, seed {seed}");
                assert!(home.lower_bound(&orders) <= spent, "{metric:?}, seed {seed}");
                assert_eq!(home.is_goal(&orders), whole == Cube3::SOLVED, "{metric:?}, seed {seed}");
            }
        }
    }

    #[test]
    fn orders_are_those_of_the_cube() {
        check_walks(Metric::HalfTurn, &HALF_TURN);
        check_walks(Metric::QuarterTurn, &QUARTER_TURN);
        check_walks(Metric::Axial, &AXIAL);
    }

    /// Bounds against plain search, and the cost at which solutions are found.
    fn check_costs<const ROW: usize>(metric: Metric, tables: &Arc<Tables<ROW>>, most: Cost) {
        let home = home(tables, false);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut visit = Visit::new(&home, home.enter(&Cube3::SOLVED));
        let mut below = Lcg::new(1).into_below();
        let mut known: Vec<(Cube3, Cost)> = all_within(&home, most).into_iter().collect();
        known.sort_unstable();
        for (whole, cost) in known {
            let orders = home.enter(&whole);
            assert!(home.lower_bound(&orders) <= cost, "{metric:?} {whole:?}");
            if below(20) > 0 {
                continue;
            }
            let found = (0..=cost).find(|&cost| {
                let (mut found, start) = (false, [Node::after(orders, OrderState::START)]);
                visit.goals(&home, &start, cost, false, &control, |_| {
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
    fn hasty_searches_find_within() {
        let home = home(&HALF_TURN, true);
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut visit = Visit::new(&home, home.enter(&Cube3::SOLVED));
        let turns: Vec<Turn> = Turn::all().filter(|turn| home.usable >> turn.index() & 1 != 0).collect();
        for seed in 0..100 {
            let mut below = Lcg::new(seed).into_below();
            let whole = Cube3::SOLVED.turned_by((0..9).map(|_| turns[below(turns.len())]));
            let start = [Node::after(home.enter(&whole), OrderState::START)];
            let mut solution = None;
            visit.goals(&home, &start, 10, true, &control, |goal| {
                solution = Some(goal.moves().collect::<Vec<Move>>());
                Flow::Enough
            });
            let solution = solution.expect("nine turns can be undone");
            let undo = solution.iter().map(|mv| Turn::from_index(mv.0.into()).expect("a turn"));
            assert_eq!(whole.turned_by(undo), Cube3::SOLVED, "seed {seed}");
        }
    }
}

//! The problem: from a position, by turns with a slash, to the solved one. Its bound is the distance near the goal and one
//! more than the radius of the table elsewhere, so a search is blind for its first moves and then reads the table once for
//! each position it might go on from.
//!
//! A twist turns the middle layer over, so in twists the parity of a distance is known. In turns, distances in twists help:
//! between two slashes a layer is turned, so what needs t twists needs 2 t turns and twists after a slash.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use puzzle::Square1;
use puzzle::square1::{Layer, WEDGES};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::Square1Metric;
use super::moves::{self, N_MOVES, slash_after};
use super::prune_table::{PruneTable, Slot};
use super::symmetry::{FaceTurnMetric, SymmetryReduction, TwistMetric};

/// A metric that can be searched in.
pub trait SearchMetric: SymmetryReduction {
    /// Which.
    const METRIC: Square1Metric;
}

impl SearchMetric for TwistMetric {
    const METRIC: Square1Metric = Square1Metric::Twist;
}

impl SearchMetric for FaceTurnMetric {
    const METRIC: Square1Metric = Square1Metric::FaceTurn;
}

/// Positions to be solved. Without a table only solved positions are known.
pub struct Square1Problem<M> {
    table: Option<Arc<PruneTable>>,
    /// Distances in twists, where turns count, too.
    twist_table: Option<Arc<PruneTable>>,
    order: MoveOrder,
    metric: PhantomData<M>,
}

/// The most positions a slash can lead to.
const MAX_CHILDREN: usize = (WEDGES * WEDGES) as usize;

impl<M: SearchMetric> Square1Problem<M> {
    /// With a table of its own metric, perhaps one of twists beside it, and the order.
    pub fn new(
        table: Option<Arc<PruneTable>>,
        twist_table: Option<Arc<PruneTable>>,
        order: MoveOrder,
    ) -> Square1Problem<M> {
        Square1Problem { table, twist_table, order, metric: PhantomData }
    }

    const TURNS_ARE_FREE: bool = matches!(M::METRIC, Square1Metric::Twist);

    /// What a distance beyond the tables is at least.
    #[inline(always)]
    fn bound_beyond(&self, state: &Square1) -> Cost {
        let own = self.table.as_ref().map_or(1, |table| table.radius() + 1);
        match Self::TURNS_ARE_FREE {
            true => round_up_to_parity(own, state),
            false => own.max(
                self.twist_table
                    .as_ref()
                    .map_or(0, |twist_table| 2 * round_up_to_parity(twist_table.radius() + 1, state)),
            ),
        }
    }

    /// The table that is asked first.
    #[inline(always)]
    fn first_table(&self) -> Option<&PruneTable> {
        if Self::TURNS_ARE_FREE {
            self.table.as_deref()
        } else {
            self.twist_table.as_deref().or(self.table.as_deref())
        }
    }

    /// Where that table has a position, if anything can come of reading it: not if it may be beyond the tables.
    #[inline(always)]
    fn prefetch(&self, state: &Square1, left: Cost) -> Option<Slot> {
        let table = self.first_table().filter(|_| left < self.bound_beyond(state))?;
        let slot = if self.twist_table.is_some() {
            PruneTable::slot::<TwistMetric>(state)
        } else {
            PruneTable::slot::<M>(state)
        };
        table.prefetch(slot);
        Some(slot)
    }

    /// What the tables say of a position after a slash, where `left` may be spent.
    #[inline(always)]
    fn lookup(&self, state: &Square1, slot: Option<Slot>, left: Cost) -> Cost {
        let Some(slot) = slot else { return 0 };
        match (&self.table, &self.twist_table) {
            (table, Some(twist_table)) => {
                let known = twist_table
                    .distance(slot)
                    .unwrap_or_else(|| round_up_to_parity(twist_table.radius() + 1, state));
                let own = table.as_ref().filter(|table| 2 * known <= left && left <= table.radius());
                own.map_or(2 * known, |table| {
                    table.distance(PruneTable::slot::<M>(state)).unwrap_or(table.radius() + 1)
                })
            }
            (Some(table), None) => table.distance(slot).unwrap_or_else(|| self.bound_beyond(state)),
            (None, None) => 0,
        }
    }
}

/// The least number from `least` on of the parity that the middle layer tells.
#[inline(always)]
fn round_up_to_parity(least: Cost, state: &Square1) -> Cost {
    least + (least ^ Cost::from(state.is_flipped)) % 2
}

impl<M: SearchMetric> Problem for Square1Problem<M> {
    type State = Square1;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &Square1, mv: Move, to: &mut Square1) -> bool {
        let is_end = !moves::is_slash(mv);
        // Turns alone are made to end with, and where they are not free.
        if is_end && (Self::TURNS_ARE_FREE || mv == moves::closing_turn(puzzle::square1::Turn::NONE)) {
            return false;
        }
        match moves::apply(from, mv) {
            Some(next) if !is_end || next == Square1::SOLVED => *to = next,
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Square1) -> bool {
        match Self::TURNS_ARE_FREE {
            true => !state.is_flipped && is_solved_up_to_turns(state),
            false => *state == Square1::SOLVED,
        }
    }

    fn lower_bound(&self, state: &Square1) -> Cost {
        if self.is_goal(state) {
            return 0;
        }
        // A start that cannot be slashed as it lies is in no table of positions that can.
        if !Self::TURNS_ARE_FREE && !state.is_free() {
            return 1;
        }
        let own = self
            .table
            .as_ref()
            .map_or(1, |table| table.distance(PruneTable::slot::<M>(state)).unwrap_or(table.radius() + 1));
        let twists = self.twist_table.as_ref().map(|table| {
            table
                .distance(PruneTable::slot::<TwistMetric>(state))
                .unwrap_or_else(|| round_up_to_parity(table.radius() + 1, state))
        });
        match Self::TURNS_ARE_FREE {
            true => round_up_to_parity(own, state),
            // Before the first slash nothing need be turned.
            false => own.max(twists.map_or(0, |twists| (2 * twists).saturating_sub(1))),
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        moves::cost(M::METRIC, mv).max(1)
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Square1>, children: &mut Children<'_, Square1>) {
        let state = &node.state;
        if !Self::TURNS_ARE_FREE && !state.is_flipped && is_solved_up_to_turns(state) {
            let turn = state.last_turn().expect("only turned");
            if turn != puzzle::square1::Turn::NONE {
                let mv = moves::closing_turn(turn);
                children.offer(Square1::SOLVED, 0, Step::new(mv, node.order()), self.cost(mv));
            }
        }
        let mut slots = [(None, 0); MAX_CHILDREN];
        let mut n = 0;
        for upper in (0..WEDGES).rev().filter(|by| can_slash_after(state.upper, *by)) {
            let above = state.upper.turned(upper);
            for lower in (0..WEDGES).rev().filter(|by| can_slash_after(state.lower, *by)) {
                let mv = slash_after(upper, lower);
                let cost = match Self::TURNS_ARE_FREE {
                    true => 1,
                    false => 1 + Cost::from(upper > 0) + Cost::from(lower > 0),
                };
                let Some(order) = self.order.after(node.order(), mv) else { continue };
                if cost > node.left {
                    children.count_pruned(1, cost);
                    continue;
                }
                let (above, below) = above.exchanged(state.lower.turned(lower));
                let next = Square1 { upper: above, lower: below, is_flipped: !state.is_flipped };
                slots[n] = (self.prefetch(&next, node.left - cost), node.left - cost);
                n += 1;
                children.stage(next, Step::new(mv, order), cost);
            }
        }
        children.commit(|i, state| self.lookup(state, slots[i].0, slots[i].1));
    }
}

/// Whether a layer can be slashed after a turn.
#[inline(always)]
fn can_slash_after(layer: Layer, by: u32) -> bool {
    layer.cuts() >> (4 * ((WEDGES - by) % WEDGES)) & 1 == 1
}

/// The solved layers, turned so that a piece is in wedge 0: a corner can be so in two ways.
static SOLVED_LAYERS: LazyLock<[[[u64; 2]; 16]; 2]> = LazyLock::new(|| {
    let mut solved = [[[u64::MAX; 2]; 16]; 2];
    for (layer, solved) in [Square1::SOLVED.upper, Square1::SOLVED.lower].into_iter().zip(&mut solved) {
        for turned in (0..WEDGES).map(|by| layer.turned(by)) {
            let known = &mut solved[usize::from(turned.wedge(0))];
            // Of an edge both are the same.
            *known = if known[0] == u64::MAX { [turned.word(); 2] } else { [known[0], turned.word()] };
        }
    }
    solved
});

/// Whether the layers are solved but for turns.
#[inline(always)]
fn is_solved_up_to_turns(state: &Square1) -> bool {
    let is_turned =
        |layer: Layer, solved: &[[u64; 2]; 16]| solved[usize::from(layer.wedge(0))].contains(&layer.word());
    is_turned(state.upper, &SOLVED_LAYERS[0]) && is_turned(state.lower, &SOLVED_LAYERS[1])
}

#[cfg(test)]
mod tests {
    use super::super::bfs_levels::BfsLevels;
    use super::*;
    use puzzle::square1::Turn;
    use search::{Control, Deepening, Limits, Sequential, Silent, Stop, ida_star};

    fn table<M: SymmetryReduction>(radius: Cost, control: &Control<'_>) -> Option<Arc<PruneTable>> {
        let mut levels = BfsLevels::<M>::new();
        (1..radius).for_each(|_| assert!(levels.add_level(control)));
        PruneTable::new(&levels, 20_000, control).map(Arc::new)
    }

    /// A slash and then more of them, each after any turn; or, if `only_one`, after a turn of one layer: the fewest turns
    /// there can be.
    fn scrambled(random: &[Square1], only_one: bool) -> Square1 {
        let slashed = |state: Square1| state.slashed().expect("nothing is in the way");
        random.iter().fold(slashed(Square1::SOLVED), |state, random| {
            let by = |layer: Layer, random: Layer, is_turned: bool| {
                let turns: Vec<u32> = layer.free_turns().filter(|&by| by > 0).collect();
                if is_turned { turns[(random.word() >> 3) as usize % turns.len()] } else { 0 }
            };
            let upper = by(state.upper, random.upper, !only_one || random.is_flipped);
            slashed(
                state.turned(Turn::by(upper, by(state.lower, random.lower, !only_one || !random.is_flipped))),
            )
        })
    }

    /// Turned layers are solved in twists, unless the middle layer is none or pieces of either layer are exchanged.
    #[test]
    fn goals_are_solved_but_for_turns() {
        let problem = Square1Problem::<TwistMetric>::new(None, None, moves::canonical_order());
        let is_goal = |text: &str| {
            let entry = puzzle::parse::square1::puzzles(text)[0].clone().expect("a position");
            (0..WEDGES * WEDGES)
                .all(|by| problem.is_goal(&entry.state.turned(Turn::by(by / WEDGES, by % WEDGES))))
        };
        assert!(is_goal("A1B2C3D45E6F7G8H-"));
        for text in ["A1B2C3D45E6F7G8H/", "A2B1C3D45E6F7G8H-", "A1B2C3D46E5F7G8H-", "A1B2C3D45F6E7G8H-"] {
            assert!(!is_goal(text), "{text}");
        }
    }

    /// Tables of any radius, alone or two together, change how long a search takes and not what it finds.
    #[test]
    fn shortest_in_turns_with_any_tables() {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        let solve = |table, twist_table, start: &Square1| {
            let problem = Square1Problem::<FaceTurnMetric>::new(table, twist_table, moves::plain_order());
            let found = ida_star(&problem, start, &Deepening::default(), &Sequential, &control);
            assert!(problem.lower_bound(start) <= found.cost.expect("it can be solved"), "{start}");
            found.cost
        };
        let turn_tables = [2, 4, 7].map(|radius| table::<FaceTurnMetric>(radius, &control));
        let twist_tables = [1, 2, 3].map(|radius| table::<TwistMetric>(radius, &control));
        for (random, i) in Square1::drawn(5, 48).chunks(3).zip(0..) {
            // A turn behind them, or none.
            let start = scrambled(&random[i as usize % 2..], i % 2 == 0).turned(Turn::by(i % 3, i / 4 % 2));
            let slow = solve(turn_tables[2].clone(), None, &start);
            for table in turn_tables.iter().chain([&None]) {
                for twist_table in twist_tables.iter().chain(table.as_ref().map(|_| &None)) {
                    assert_eq!(solve(table.clone(), twist_table.clone(), &start), slow, "{start}");
                }
            }
        }
    }
}

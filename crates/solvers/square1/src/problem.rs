//! The search problem: from a position to the solved one by turns with a slash. The lower bound is the distance from
//! the prune table, or its radius plus one beyond it. So the search has no information in its first moves, then reads
//! the table once for each position it may expand.
//!
//! A twist flips the middle layer, so in the twist metric the parity of every distance is known. In the face-turn
//! metric the distance in twists gives a bound: between two slashes a layer turns, so a position that needs t twists
//! after a slash needs at least 2 t moves.

use std::marker::PhantomData;
use std::sync::{Arc, LazyLock};

use puzzle::Square1;
use puzzle::square1::{Layer, WEDGES};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::Square1Metric;
use super::moves::{self, N_MOVES, slash_after};
use super::prune_table::{PruneTable, Slot};
use super::symmetry::{FaceTurnMetric, SymmetryReduction, TwistMetric};

/// A metric in which positions can be solved.
pub trait SearchMetric: SymmetryReduction {
    /// The metric.
    const METRIC: Square1Metric;
}

impl SearchMetric for TwistMetric {
    const METRIC: Square1Metric = Square1Metric::Twist;
}

impl SearchMetric for FaceTurnMetric {
    const METRIC: Square1Metric = Square1Metric::FaceTurn;
}

/// The problem of solving a position. Without a table the bound is 1 for all positions but the goal.
pub struct Square1Problem<M> {
    table: Option<Arc<PruneTable>>,
    /// Prune table in twists, which supports the face-turn metric.
    twist_table: Option<Arc<PruneTable>>,
    order: MoveOrder,
    metric: PhantomData<M>,
}

/// Upper bound of the number of positions after one slash.
const MAX_CHILDREN: usize = (WEDGES * WEDGES) as usize;

impl<M: SearchMetric> Square1Problem<M> {
    /// Returns the problem with a prune table of its own metric, a second one in twists, and the canonical order.
    pub fn new(
        table: Option<Arc<PruneTable>>,
        twist_table: Option<Arc<PruneTable>>,
        order: MoveOrder,
    ) -> Square1Problem<M> {
        Square1Problem { table, twist_table, order, metric: PhantomData }
    }

    const TURNS_ARE_FREE: bool = matches!(M::METRIC, Square1Metric::Twist);

    /// Lower bound of the distance beyond the tables.
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

    /// Returns the table that is read first.
    #[inline(always)]
    fn first_table(&self) -> Option<&PruneTable> {
        if Self::TURNS_ARE_FREE {
            self.table.as_deref()
        } else {
            self.twist_table.as_deref().or(self.table.as_deref())
        }
    }

    /// Prefetches the entry of a position in the first table and returns its slot. None if the lookup cannot prune:
    /// `left` reaches beyond the tables.
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

    /// Returns the lower bound from the tables for a position after a slash with `left` to spend.
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

/// Returns the smallest number from `least` on with the parity of the middle layer.
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
        // A turn without a slash ends a solution, and only where turns are not free.
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
        // A start in which a corner blocks the slash is not in the table, which holds only positions that can be
        // slashed.
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
            // The first slash may need no turn before it.
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
            let turn = state.last_turn().expect("solved up to turns");
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

/// True if a layer can be slashed after a turn.
#[inline(always)]
fn can_slash_after(layer: Layer, by: u32) -> bool {
    layer.cuts() >> (4 * ((WEDGES - by) % WEDGES)) & 1 == 1
}

/// The solved layers in all turns, by the piece in wedge 0. A corner can be there in two ways.
static SOLVED_LAYERS: LazyLock<[[[u64; 2]; 16]; 2]> = LazyLock::new(|| {
    let mut solved = [[[u64::MAX; 2]; 16]; 2];
    for (layer, solved) in [Square1::SOLVED.upper, Square1::SOLVED.lower].into_iter().zip(&mut solved) {
        for turned in (0..WEDGES).map(|by| layer.turned(by)) {
            let known = &mut solved[usize::from(turned.wedge(0))];
            // For an edge both are the same.
            *known = if known[0] == u64::MAX { [turned.word(); 2] } else { [known[0], turned.word()] };
        }
    }
    solved
});

/// True if the layers are solved up to turns.
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
        let mut levels = BfsLevels::<M>::solved();
        (1..radius).for_each(|_| assert!(levels.add_level(control)));
        PruneTable::new(&levels, 20_000, control).map(Arc::new)
    }

    /// Returns a position of some random slashes, each after a turn of both layers; or, if `only_one`, of one layer:
    /// the fewest turns possible.
    fn scrambled(random: &[Square1], only_one: bool) -> Square1 {
        let slashed = |state: Square1| state.slashed().expect("no corner blocks it");
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

    /// Positions with turned layers are goals in twists, unless the middle layer is flipped or pieces are exchanged.
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

    /// Tables of any radius, alone or combined, change the number of nodes and not the solution length.
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
            // With or without a final turn.
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

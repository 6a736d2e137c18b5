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
use super::near_table::{Near, Slot};
use super::symmetry::{Alike, Turns, Twists};

/// A metric that can be searched in.
pub trait CountResult: Alike {
    /// Which.
    const METRIC: Square1Metric;
}

impl CountResult for Twists {
    const METRIC: Square1Metric = Square1Metric::Twist;
}

impl CountResult for Turns {
    const METRIC: Square1Metric = Square1Metric::FaceTurn;
}

/// Positions to be solved. Without a table only solved positions are known.
pub struct Slashes<A> {
    near: Option<Arc<Near>>,
    /// Distances in twists, where turns count, too.
    twists: Option<Arc<Near>>,
    order: MoveOrder,
    alike: PhantomData<A>,
}

/// The most positions a slash can lead to.
const MOST: usize = (WEDGES * WEDGES) as usize;

impl<A: CountResult> Slashes<A> {
    /// With a table of its own metric, perhaps one of twists beside it, and the order.
    pub fn new(near: Option<Arc<Near>>, twists: Option<Arc<Near>>, order: MoveOrder) -> Slashes<A> {
        Slashes { near, twists, order, alike: PhantomData }
    }

    const IS_FREE: bool = matches!(A::METRIC, Square1Metric::Twist);

    /// What a distance beyond the tables is at least.
    #[inline(always)]
    fn beyond(&self, state: &Square1) -> Cost {
        let own = self.near.as_ref().map_or(1, |near| near.radius() + 1);
        match Self::IS_FREE {
            true => of_parity(own, state),
            false => {
                own.max(self.twists.as_ref().map_or(0, |twists| 2 * of_parity(twists.radius() + 1, state)))
            }
        }
    }

    /// The table that is asked first.
    #[inline(always)]
    fn first(&self) -> Option<&Near> {
        if Self::IS_FREE { self.near.as_deref() } else { self.twists.as_deref().or(self.near.as_deref()) }
    }

    /// Where that table has a position, if anything can come of reading it: not if it may be beyond the tables.
    #[inline(always)]
    fn fetch(&self, state: &Square1, left: Cost) -> Option<Slot> {
        let table = self.first().filter(|_| left < self.beyond(state))?;
        let slot = if self.twists.is_some() { Near::slot::<Twists>(state) } else { Near::slot::<A>(state) };
        table.prefetch(slot);
        Some(slot)
    }

    /// What the tables say of a position after a slash, where `left` may be spent.
    #[inline(always)]
    fn read(&self, state: &Square1, slot: Option<Slot>, left: Cost) -> Cost {
        let Some(slot) = slot else { return 0 };
        match (&self.near, &self.twists) {
            (near, Some(twists)) => {
                let known = twists.distance(slot).unwrap_or_else(|| of_parity(twists.radius() + 1, state));
                let own = near.as_ref().filter(|near| 2 * known <= left && left <= near.radius());
                own.map_or(2 * known, |near| {
                    near.distance(Near::slot::<A>(state)).unwrap_or(near.radius() + 1)
                })
            }
            (Some(near), None) => near.distance(slot).unwrap_or_else(|| self.beyond(state)),
            (None, None) => 0,
        }
    }
}

/// The least number from `least` on of the parity that the middle layer tells.
#[inline(always)]
fn of_parity(least: Cost, state: &Square1) -> Cost {
    least + (least ^ Cost::from(state.is_flipped)) % 2
}

impl<A: CountResult> Problem for Slashes<A> {
    type State = Square1;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        N_MOVES
    }

    fn step(&self, from: &Square1, mv: Move, to: &mut Square1) -> bool {
        let is_end = !moves::is_slash(mv);
        // Turns alone are made to end with, and where they are not free.
        if is_end && (Self::IS_FREE || mv == moves::last(puzzle::square1::Turn::NONE)) {
            return false;
        }
        match moves::made(from, mv) {
            Some(next) if !is_end || next == Square1::SOLVED => *to = next,
            _ => return false,
        }
        true
    }

    #[inline(always)]
    fn is_goal(&self, state: &Square1) -> bool {
        match Self::IS_FREE {
            true => !state.is_flipped && is_home(state),
            false => *state == Square1::SOLVED,
        }
    }

    fn lower_bound(&self, state: &Square1) -> Cost {
        if self.is_goal(state) {
            return 0;
        }
        // A start that cannot be slashed as it lies is in no table of positions that can.
        if !Self::IS_FREE && !state.is_free() {
            return 1;
        }
        let own = self
            .near
            .as_ref()
            .map_or(1, |near| near.distance(Near::slot::<A>(state)).unwrap_or(near.radius() + 1));
        let twists = self.twists.as_ref().map(|near| {
            near.distance(Near::slot::<Twists>(state)).unwrap_or_else(|| of_parity(near.radius() + 1, state))
        });
        match Self::IS_FREE {
            true => of_parity(own, state),
            // Before the first slash nothing need be turned.
            false => own.max(twists.map_or(0, |twists| (2 * twists).saturating_sub(1))),
        }
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    #[inline(always)]
    fn cost(&self, mv: Move) -> Cost {
        moves::cost(A::METRIC, mv).max(1)
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Square1>, children: &mut Children<'_, Square1>) {
        let state = &node.state;
        if !Self::IS_FREE && !state.is_flipped && is_home(state) {
            let turn = state.last_turn().expect("only turned");
            if turn != puzzle::square1::Turn::NONE {
                let mv = moves::last(turn);
                children.offer(Square1::SOLVED, 0, Step::new(mv, node.order()), self.cost(mv));
            }
        }
        let mut slots = [(None, 0); MOST];
        let mut n = 0;
        for upper in (0..WEDGES).rev().filter(|by| can_turn(state.upper, *by)) {
            let above = state.upper.turned(upper);
            for lower in (0..WEDGES).rev().filter(|by| can_turn(state.lower, *by)) {
                let mv = slash_after(upper, lower);
                let cost = match Self::IS_FREE {
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
                slots[n] = (self.fetch(&next, node.left - cost), node.left - cost);
                n += 1;
                children.stage(next, Step::new(mv, order), cost);
            }
        }
        children.commit(|i, state| self.read(state, slots[i].0, slots[i].1));
    }
}

/// Whether a layer can be slashed after a turn.
#[inline(always)]
fn can_turn(layer: Layer, by: u32) -> bool {
    layer.cuts() >> (4 * ((WEDGES - by) % WEDGES)) & 1 == 1
}

/// The solved layers, turned so that a piece is in wedge 0: a corner can be so in two ways.
static HOMES: LazyLock<[[[u64; 2]; 16]; 2]> = LazyLock::new(|| {
    let mut homes = [[[u64::MAX; 2]; 16]; 2];
    for (layer, homes) in [Square1::SOLVED.upper, Square1::SOLVED.lower].into_iter().zip(&mut homes) {
        for turned in (0..WEDGES).map(|by| layer.turned(by)) {
            let known = &mut homes[usize::from(turned.wedge(0))];
            // Of an edge both are the same.
            *known = if known[0] == u64::MAX { [turned.word(); 2] } else { [known[0], turned.word()] };
        }
    }
    homes
});

/// Whether the layers are solved but for turns.
#[inline(always)]
fn is_home(state: &Square1) -> bool {
    let is_turned =
        |layer: Layer, homes: &[[u64; 2]; 16]| homes[usize::from(layer.wedge(0))].contains(&layer.word());
    is_turned(state.upper, &HOMES[0]) && is_turned(state.lower, &HOMES[1])
}

#[cfg(test)]
mod tests {
    use super::super::ball::Ball;
    use super::*;
    use puzzle::square1::Turn;
    use search::{Control, Deepening, Limits, Sequential, Silent, Stop, ida_star};

    fn table<A: Alike>(radius: Cost, control: &Control<'_>) -> Option<Arc<Near>> {
        let mut ball = Ball::<A>::at_goal();
        (1..radius).for_each(|_| assert!(ball.grow(control)));
        Near::new(&ball, 20_000, control).map(Arc::new)
    }

    /// A slash and then more of them, each after any turn; or, if `only_one`, after a turn of one layer: the fewest turns
    /// there can be.
    fn scrambled(lots: &[Square1], only_one: bool) -> Square1 {
        let slashed = |state: Square1| state.slashed().expect("nothing is in the way");
        lots.iter().fold(slashed(Square1::SOLVED), |state, lot| {
            let by = |layer: Layer, lot: Layer, is_turned: bool| {
                let turns: Vec<u32> = layer.free_turns().filter(|&by| by > 0).collect();
                if is_turned { turns[(lot.word() >> 3) as usize % turns.len()] } else { 0 }
            };
            let upper = by(state.upper, lot.upper, !only_one || lot.is_flipped);
            slashed(state.turned(Turn::by(upper, by(state.lower, lot.lower, !only_one || !lot.is_flipped))))
        })
    }

    /// Turned layers are solved in twists, unless the middle layer is none or pieces of either layer are exchanged.
    #[test]
    fn goals_are_solved_but_for_turns() {
        let twists = Slashes::<Twists>::new(None, None, moves::order());
        let is_goal = |text: &str| {
            let entry = puzzle::parse::square1::puzzles(text)[0].clone().expect("a position");
            (0..WEDGES * WEDGES)
                .all(|by| twists.is_goal(&entry.state.turned(Turn::by(by / WEDGES, by % WEDGES))))
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
        let solve = |near, twists, start: &Square1| {
            let problem = Slashes::<Turns>::new(near, twists, moves::plain_order());
            let found = ida_star(&problem, start, &Deepening::default(), &Sequential, &control);
            assert!(problem.lower_bound(start) <= found.cost.expect("it can be solved"), "{start}");
            found.cost
        };
        let turns = [2, 4, 7].map(|radius| table::<Turns>(radius, &control));
        let twists = [1, 2, 3].map(|radius| table::<Twists>(radius, &control));
        for (lots, i) in Square1::drawn(5, 48).chunks(3).zip(0..) {
            // A turn behind them, or none.
            let start = scrambled(&lots[i as usize % 2..], i % 2 == 0).turned(Turn::by(i % 3, i / 4 % 2));
            let slow = solve(turns[2].clone(), None, &start);
            for near in turns.iter().chain([&None]) {
                for twists in twists.iter().chain(near.as_ref().map(|_| &None)) {
                    assert_eq!(solve(near.clone(), twists.clone(), &start), slow, "{start}");
                }
            }
        }
    }
}

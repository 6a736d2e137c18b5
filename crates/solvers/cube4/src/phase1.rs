//! Phase 1: the eight centres of R and L come to these two faces, in any order. Their places are one of C(24, 8) =
//! 735,471 sets, and a table has the exact distance of each.

use std::sync::Arc;

use puzzle::{Cube4, Face};
use search::table::levels::assert_levels;
use search::table::list_fill::{distances, distribution};
use search::{Children, Cost, Move, MoveOrder, Node, Problem, Step};

use super::moves::{self, CentreMoves, ORDER, Places, places_of};
use super::phase2;
use solver::phases::Phase;

/// C(24, 8).
const N_SETS: usize = 735_471;

/// Number of sets at each distance. The first of them are counted by moving whole cubes, too.
const LEVELS: [u64; 10] = [1, 2, 36, 484, 5408, 48_955, 242_011, 362_453, 75_955, 166];

/// Prune table of phase 1: exact distances.
pub struct Phase1Table {
    moves: CentreMoves,
    /// By the upper twelve places: rank of the first set with these places.
    high: Vec<u32>,
    /// By the lower twelve places: rank among those with as many members.
    low: Vec<u16>,
    distances: Vec<u8>,
}

impl Phase1Table {
    /// Computes all distances by breadth-first search.
    pub fn new() -> Phase1Table {
        let (mut counts, mut low) = ([0_u16; 13], vec![0; 4096]);
        for half in 0..4096_usize {
            let count = &mut counts[half.count_ones() as usize];
            low[half] = *count;
            *count += 1;
        }
        let mut begin = 0;
        let high = (0..4096_usize).map(|half| {
            let here = begin;
            begin += 8_usize.checked_sub(half.count_ones() as usize).map_or(0, |n| u32::from(counts[n]));
            here
        });
        let high = high.collect();
        let mut table = Phase1Table { moves: CentreMoves::new(), high, low, distances: Vec::new() };
        table.distances = distances(
            N_SETS,
            [goal()],
            |&set| table.index(set),
            // Every move is undone by a move.
            |&set, visit| (0..moves::COUNT).for_each(|mv| visit(table.moves.after(set, mv))),
        );
        assert_levels("4x4x4 phase 1", &distribution(&table.distances), &LEVELS);
        table
    }

    /// Returns the rank of a set of eight places.
    #[inline(always)]
    fn index(&self, set: Places) -> usize {
        self.high[set as usize >> 12 & 4095] as usize + usize::from(self.low[set as usize & 4095])
    }

    /// Returns the distance of a set from R and L.
    #[inline(always)]
    pub fn distance(&self, set: Places) -> Cost {
        Cost::from(self.distances[self.index(set)])
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.distances.len() as u64
    }
}

fn goal() -> Places {
    places_of(&Cube4::SOLVED, is_rl_colour)
}

fn is_rl_colour(colour: Face) -> bool {
    colour.axis() == Face::R.axis()
}

/// Returns the least phase 1 distance of some cubes: a lower bound for the length of every solution.
pub fn lower_bound(table: &Phase1Table, cubes: &[Cube4]) -> Cost {
    cubes.iter().map(|cube| table.distance(places_of(cube, is_rl_colour))).min().unwrap_or(0)
}

/// The search problem of phase 1.
pub struct Phase1 {
    table: Arc<Phase1Table>,
    /// Moves that may be the last one. Moves of phase 2 may not, because phase 2 makes them itself.
    may_end: [bool; moves::COUNT],
}

impl Phase1 {
    /// Returns the problem with its table.
    pub fn new(table: Arc<Phase1Table>) -> Phase1 {
        Phase1 { table, may_end: std::array::from_fn(|mv| !phase2::allows(moves::turn(Move(mv as u16)))) }
    }
}

impl Phase<Cube4> for Phase1 {
    fn enter(&self, cube: &Cube4) -> Places {
        places_of(cube, is_rl_colour)
    }
}

impl Problem for Phase1 {
    type State = Places;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        moves::COUNT
    }

    fn step(&self, from: &Places, mv: Move, to: &mut Places) -> bool {
        *to = self.table.moves.after(*from, usize::from(mv.0));
        true
    }

    #[inline(always)]
    fn is_goal(&self, set: &Places) -> bool {
        *set == goal()
    }

    #[inline(always)]
    fn lower_bound(&self, set: &Places) -> Cost {
        self.table.distance(*set)
    }

    fn move_order(&self) -> &MoveOrder {
        &ORDER
    }

    #[inline(always)]
    fn expand(&self, node: &Node<Places>, children: &mut Children<'_, Places>) {
        for mv in (0..moves::COUNT).rev() {
            let number = Move(mv as u16);
            if let Some(order) = ORDER.after(node.order(), number)
                && (node.left > 1 || self.may_end[mv])
            {
                let set = self.table.moves.after(node.state, mv);
                children.offer(set, self.table.distance(set), Step::new(number, order), 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use testkit::Lcg;

    use super::*;

    /// Every set has a distance, and the first levels are those of moves on whole cubes.
    #[test]
    fn distances_are_those_of_cubes() {
        let table = Phase1Table::new();
        assert_eq!(LEVELS.iter().sum::<u64>(), N_SETS as u64, "all sets are reached");
        let mut level: Vec<Cube4> = vec![Cube4::SOLVED];
        let mut seen: HashSet<Places> = HashSet::from([goal()]);
        for distance in 1..=3 {
            let mut next = Vec::new();
            for cube in &level {
                for after in moves::all().map(|mv| moves::apply_move(cube, mv)) {
                    if seen.insert(places_of(&after, is_rl_colour)) {
                        next.push(after);
                    }
                }
            }
            assert!(next.iter().all(|cube| table.distance(places_of(cube, is_rl_colour)) == distance));
            let count = table.distances.iter().filter(|&&d| Cost::from(d) == distance).count();
            assert_eq!(next.len(), count, "at {distance}");
            // The bound that is reported is that of the nearest cube.
            assert_eq!(lower_bound(&table, &next), distance);
            assert_eq!(lower_bound(&table, &[next[0], level[0]]), distance - 1);
            level = next;
        }
    }

    #[test]
    fn solutions_are_those_of_plain_enumeration() {
        let phase1 = Phase1::new(Arc::new(Phase1Table::new()));
        let may_end = |mv: Move| !phase2::allows(moves::turn(mv));
        let mixing: Vec<Move> = moves::all().filter(|&mv| may_end(mv)).collect();
        let mut below = Lcg::new(1).into_below();
        let mut n_solutions = 0;
        for n in 0..12 {
            let mut cube = Cube4::SOLVED;
            for _ in 0..n % 4 {
                cube = moves::apply_move(&cube, mixing[below(mixing.len())]);
            }
            for cost in 0..=3 {
                n_solutions +=
                    moves::test_support::check_solutions(&phase1, phase1.enter(&cube), cost, may_end);
            }
        }
        assert!(n_solutions > 20, "{n_solutions}");
    }
}

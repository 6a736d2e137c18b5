//! The distance of every position and the first turn of a shortest way home: a byte each, 3.7 million in all. Walking
//! along them solves a cube without any search.

use puzzle::{Cube2, Turn};
use search::Cost;

use super::coords::{COORDS, N_PERMUTATIONS, N_TWISTS, Position, single_moves};
use solver::cube::Metric;

/// How many positions there are.
pub const N_POSITIONS: usize = N_PERMUTATIONS * N_TWISTS; // 3,674,160

/// The most moves that any position needs: 11 half turns, 14 quarter turns.
pub const MAX_DISTANCE: usize = 14;

/// Positions by their distance, in half turns and in quarter turns: known since the 1980s.
pub const HALF_TURNS: [u64; 12] =
    [1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644];
/// See [`HALF_TURNS`].
pub const QUARTER_TURNS: [u64; 15] =
    [1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280, 276];

/// A byte not yet written: larger than any that will be.
const UNKNOWN: u8 = u8::MAX;

/// Levels of no more than this are gone through one by one rather than looked for among all.
const MAX_LIST: u64 = 60_000;

/// The table.
pub struct ExactTable {
    metric: Metric,
    /// Distance in bits 4.., the lowest turn that comes closer in bits 0..4.
    entries: Vec<u8>,
    /// Positions by their distance.
    per_depth: Vec<u64>,
}

/// A shortest solution, held without an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSolution {
    turns: [Turn; MAX_DISTANCE],
    len: u8,
    cost: u8,
}

impl TableSolution {
    /// The turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns[..usize::from(self.len)]
    }

    /// How many moves the metric counts; a half turn is two quarter turns.
    pub fn cost(&self) -> Cost {
        Cost::from(self.cost)
    }
}

impl ExactTable {
    /// Fills the table, level by level.
    ///
    /// # Panics
    /// If the positions are not as many as they are known to be: a wrong table must not be used.
    pub fn new(metric: Metric) -> ExactTable {
        let mut fill = Fill { moves: single_moves(metric), entries: vec![UNKNOWN; N_POSITIONS] };
        fill.entries[Position::SOLVED.index()] = 0;
        let mut per_depth = vec![1_u64];
        let mut unknown = N_POSITIONS as u64 - 1;
        let mut list = vec![Position::SOLVED];
        while unknown > 0 {
            let depth = per_depth.len() as u8 - 1;
            let newest = per_depth[usize::from(depth)];
            // Few are kept as a list. Of many, whichever are fewer look at their neighbours: those just reached, or those
            // not reached yet.
            let reached = match () {
                () if newest <= MAX_LIST => fill.expand_list(&mut list, depth),
                () if newest < unknown => fill.expand_level(depth),
                () => fill.expand_unreached(depth),
            };
            per_depth.push(reached);
            unknown -= reached;
            if reached <= MAX_LIST && newest > MAX_LIST {
                list = fill.positions(depth + 1).collect();
            }
        }
        let known: &[u64] = if metric == Metric::QuarterTurn { &QUARTER_TURNS } else { &HALF_TURNS };
        assert_eq!(per_depth, known, "the table of the 2x2x2 is wrong");
        ExactTable { metric, entries: fill.entries, per_depth }
    }

    /// Moves to the solved cube.
    #[inline(always)]
    pub fn distance(&self, position: Position) -> Cost {
        Cost::from(self.entries[position.index()] >> 4)
    }

    /// Positions by their distance.
    pub fn per_depth(&self) -> &[u64] {
        &self.per_depth
    }

    /// The positions at a distance, in the order of their numbers.
    pub fn positions_at(&self, distance: Cost) -> impl Iterator<Item = Position> {
        let with_index = self.entries.iter().enumerate();
        with_index
            .filter(move |&(_, &e)| Cost::from(e >> 4) == distance)
            .map(|(i, _)| Position::from_index(i))
    }

    /// Bytes it takes.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }

    /// A shortest solution by turns of U, R and F: of all of them the one whose turns come first in the order of
    /// their numbers, which is also the one that a search finds first.
    #[inline]
    pub fn solution(&self, cube: &Cube2) -> TableSolution {
        self.solution_from(Position::of(cube))
    }

    /// See [`ExactTable::solution`].
    #[inline]
    pub fn solution_from(&self, mut position: Position) -> TableSolution {
        let cost = self.entries[position.index()] >> 4;
        let mut numbers = [0_u8; MAX_DISTANCE + 1];
        let mut len = 0;
        let mut last = u8::MAX;
        for _ in 0..cost {
            let next = self.entries[position.index()] & 15;
            position = position.turned(usize::from(next));
            // Two like quarter turns are written as a half turn, whose number is one more. Without a branch: nobody could
            // predict it.
            let merges = usize::from(self.metric == Metric::QuarterTurn && next == last);
            len -= merges;
            numbers[len] = next + merges as u8;
            len += 1;
            last = next;
        }
        let turn = |number: u8| Turn::from_index(usize::from(number)).expect("the table holds turns");
        let turns = std::array::from_fn(|i| turn(numbers[i]));
        TableSolution { turns, len: len as u8, cost }
    }
}

/// The table while it is filled.
struct Fill {
    moves: &'static [usize],
    entries: Vec<u8>,
}

impl Fill {
    /// Every position of a list at `depth` tells its neighbours; the list becomes that of those reached. How many they are.
    fn expand_list(&mut self, list: &mut Vec<Position>, depth: u8) -> u64 {
        let mut reached = Vec::new();
        for position in list.iter() {
            for &turn in self.moves {
                let neighbour = position.turned(turn);
                let entry = &mut self.entries[neighbour.index()];
                if *entry == UNKNOWN {
                    reached.push(neighbour);
                }
                *entry = (*entry).min(entry_back(depth, turn));
            }
        }
        *list = reached;
        list.len() as u64
    }

    /// Every position at `depth` tells its neighbours. How many are new.
    ///
    /// All twists of one permutation lie side by side and so do those of each of its neighbours, so the work stays within a
    /// few thousand bytes at a time.
    fn expand_level(&mut self, depth: u8) -> u64 {
        let coords = &*COORDS;
        let mut reached = 0;
        let mut hits = [0_u16; N_TWISTS];
        for (permutation, turned) in coords.permutations.iter().enumerate() {
            let mut n_hits = 0;
            for (twist, &entry) in self.entries[permutation * N_TWISTS..][..N_TWISTS].iter().enumerate() {
                hits[n_hits] = twist as u16;
                n_hits += usize::from(entry >> 4 == depth);
            }
            for &turn in self.moves {
                let row = &mut self.entries[usize::from(turned[turn]) * N_TWISTS..][..N_TWISTS];
                for &twist in &hits[..n_hits] {
                    let entry = &mut row[usize::from(coords.twists[usize::from(twist)][turn])];
                    reached += u64::from(*entry == UNKNOWN);
                    *entry = (*entry).min(entry_back(depth, turn));
                }
            }
        }
        reached
    }

    /// Every position not reached yet looks for a neighbour at `depth`. How many found one.
    fn expand_unreached(&mut self, depth: u8) -> u64 {
        let coords = &*COORDS;
        let mut reached = 0;
        for permutation in 0..N_PERMUTATIONS {
            let row = permutation * N_TWISTS;
            for twist in 0..N_TWISTS {
                if self.entries[row + twist] != UNKNOWN {
                    continue;
                }
                let is_closer = |&&turn: &&usize| {
                    let permutation = usize::from(coords.permutations[permutation][turn]);
                    let twist = usize::from(coords.twists[twist][turn]);
                    self.entries[permutation * N_TWISTS + twist] >> 4 == depth
                };
                if let Some(&turn) = self.moves.iter().find(is_closer) {
                    self.entries[row + twist] = (depth + 1) << 4 | turn as u8;
                    reached += 1;
                }
            }
        }
        reached
    }

    fn positions(&self, depth: u8) -> impl Iterator<Item = Position> {
        let with_index = self.entries.iter().enumerate();
        with_index.filter(move |&(_, &e)| e >> 4 == depth).map(|(i, _)| Position::from_index(i))
    }
}

/// The entry of a position that `turn` reached from one at `depth`: it goes back by the inverse turn. Of two entries the
/// smaller one stays, which is the lower depth, else the lower turn.
fn entry_back(depth: u8, turn: usize) -> u8 {
    let inverse = turn - turn % 3 + 2 - turn % 3;
    (depth + 1) << 4 | inverse as u8
}

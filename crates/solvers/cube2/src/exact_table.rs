//! The exact table: the distance of every position and the first turn of a shortest solution, one byte each, 3.7
//! million in all. Following these turns solves a cube without a search.

use puzzle::{Cube2, Turn};
use search::Cost;

use super::coords::{COORDS, N_PERMUTATIONS, N_TWISTS, Position, single_moves};
use solver::cube::Metric;

/// Number of positions.
pub const N_POSITIONS: usize = N_PERMUTATIONS * N_TWISTS; // 3,674,160

/// Greatest distance of any position: 11 in half turns, 14 in quarter turns.
pub const MAX_DISTANCE: usize = 14;

/// Number of positions at each distance, in half turns and in quarter turns: known since the 1980s.
pub const HALF_TURNS: [u64; 12] =
    [1, 9, 54, 321, 1847, 9992, 50_136, 227_536, 870_072, 1_887_748, 623_800, 2644];
/// See [`HALF_TURNS`].
pub const QUARTER_TURNS: [u64; 15] =
    [1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280, 276];

/// An entry that is not filled yet: larger than any filled one.
const UNKNOWN: u8 = u8::MAX;

/// Levels of at most this size are stored as a list rather than found by a scan.
const MAX_LIST: u64 = 60_000;

/// Exact distances of all positions in one metric.
pub struct ExactTable {
    metric: Metric,
    /// Distance in bits 4.., the lowest turn that lowers it in bits 0..4.
    entries: Vec<u8>,
    /// Number of positions at each distance.
    per_depth: Vec<u64>,
}

/// A shortest solution, stored without an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableSolution {
    turns: [Turn; MAX_DISTANCE],
    len: u8,
    cost: u8,
}

impl TableSolution {
    /// Returns the turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns[..usize::from(self.len)]
    }

    /// Returns the cost in the metric; a half turn may count as two quarter turns.
    pub fn cost(&self) -> Cost {
        Cost::from(self.cost)
    }
}

impl ExactTable {
    /// Fills the table, level by level.
    ///
    /// # Panics
    /// If the number of positions at some distance is not the published one: a wrong table must not be used.
    pub fn new(metric: Metric) -> ExactTable {
        let mut fill = Fill { moves: single_moves(metric), entries: vec![UNKNOWN; N_POSITIONS] };
        fill.entries[Position::SOLVED.index()] = 0;
        let mut per_depth = vec![1_u64];
        let mut unknown = N_POSITIONS as u64 - 1;
        let mut list = vec![Position::SOLVED];
        while unknown > 0 {
            let depth = per_depth.len() as u8 - 1;
            let newest = per_depth[usize::from(depth)];
            // A small level is expanded as a list. Otherwise the smaller of two sets is expanded: the last level
            // forwards, or the unreached positions backwards.
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

    /// Returns the distance to the solved cube.
    #[inline(always)]
    pub fn distance(&self, position: Position) -> Cost {
        Cost::from(self.entries[position.index()] >> 4)
    }

    /// Returns the number of positions at each distance.
    pub fn per_depth(&self) -> &[u64] {
        &self.per_depth
    }

    /// Returns the positions at a distance, in the order of their indices.
    pub fn positions_at(&self, distance: Cost) -> impl Iterator<Item = Position> {
        let with_index = self.entries.iter().enumerate();
        with_index
            .filter(move |&(_, &e)| Cost::from(e >> 4) == distance)
            .map(|(i, _)| Position::from_index(i))
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }

    /// Returns a shortest solution by turns of U, R and F: the lexicographically first by turn number, which is also
    /// the one that a search finds first.
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
            // Two equal quarter turns are written as a half turn, whose number is one more. Branchless, because the
            // branch would be unpredictable.
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

/// The table while it is being filled.
struct Fill {
    moves: &'static [usize],
    entries: Vec<u8>,
}

impl Fill {
    /// Expands every position of a list at `depth`; the list then holds the new positions. Returns their number.
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

    /// Expands every position at `depth`. Returns the number of new positions.
    ///
    /// All twists of one permutation are adjacent and so are those of each of its successors, so the work stays within
    /// a few thousand bytes at a time.
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

    /// Searches for a neighbour at `depth` of every unreached position. Returns the number of positions that have one.
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

/// Returns the entry of a position that `turn` reached from one at `depth`: the way back is the inverse turn. Of two
/// entries the smaller one is stored, which has the lower depth, else the lower turn.
fn entry_back(depth: u8, turn: usize) -> u8 {
    let inverse = turn - turn % 3 + 2 - turn % 3;
    (depth + 1) << 4 | inverse as u8
}

//! Fills the pattern database of one pair of targets, by breadth-first search from the solved states of the relaxed
//! puzzle: these two and all blockers are on the board, everything else (holes and the other three targets) is a free
//! cell. It is solved if both are in their goal cells and no blocker is on the line.
//!
//! Targets and free cells together are a set of ten cells, and a level stores for each set one word of [`Placements`]
//! of the targets in it. A blocker's move leads from set to set and moves all placements at once. Sets pull from their
//! neighbours, so that no two threads write to the same set, and blocks are distributed among threads.
//!
//! Entries hold the excess of the pair over the larger excess of its two targets alone, in two bits. Values above 3 are
//! capped at 3, which keeps the bound admissible; that is one entry in seventy.

use rayon::prelude::*;

use puzzle::Direction;
use puzzle::shuffdle::SIDE;
use search::hardware::filled;
use search::simd::{Kernel, Simd, at_best};
use search::table::levels::assert_levels;

use super::combination_rank::{CombinationRank, LOWER_CELLS, N_SETS, SET_SIZE, rank_in_set};
use super::distance;
use super::grid::{self, behind, beside};
use super::known_levels;
use super::pair_placements::{self, N_PLACEMENTS, Placements, RankShifts};

/// Two bits for each placement of the targets in a set. Aligned, so that it never crosses a cache line.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Entry([u64; 4]);

/// The maximum value of an entry.
const MAX_EXCESS: u8 = 3;

/// Bytes of a table.
pub(super) const TABLE_BYTES: u64 = N_SETS * size_of::<Entry>() as u64;

/// Peak number of bytes of filling: three arrays of placements (frontier, next level, visited) and the table.
pub(super) const PEAK_BYTES: u64 = TABLE_BYTES + 3 * N_SETS * size_of::<Placements>() as u64;

impl Entry {
    /// Returns the value of a placement.
    #[inline(always)]
    pub fn get(&self, placement: u32) -> u8 {
        (self.0[placement as usize / 32] >> (2 * (placement % 32))) as u8 & MAX_EXCESS
    }

    #[inline(always)]
    fn put(&mut self, placement: u32, more: u8) {
        self.0[placement as usize / 32] |= u64::from(more.min(MAX_EXCESS)) << (2 * (placement % 32));
    }
}

/// The parameters of a table to fill.
pub(super) struct PairFill<'a, E> {
    pub sets: &'a CombinationRank,
    /// The row of the line.
    pub row: usize,
    /// The goal columns of the two targets.
    pub pair: [usize; 2],
    /// By set and target of the pair: its excess alone, in each cell of the set.
    pub single_excess: E,
}

/// Excesses of one target in the cells of a set, in order.
pub(super) type ExcessByRank = [u8; SET_SIZE];

/// The unit of work of a thread: the sets of one upper part.
struct Block<'a> {
    upper: u32,
    next: &'a mut [Placements],
    seen: &'a mut [Placements],
    entries: &'a mut [Entry],
    n_new: u64,
}

impl<E: Fn(u32, usize) -> ExcessByRank + Sync> PairFill<'_, E> {
    /// Fills the table. `progress` receives the number of entries done and the total, and returns whether to continue.
    /// Returns None if it is cancelled.
    ///
    /// # Panics
    /// If the number of positions at some distance is not the known one: a wrong table must not be used.
    pub fn fill(&self, progress: &(dyn Fn(u64, u64) -> bool + Sync)) -> Option<Vec<Entry>> {
        let sets = self.sets;
        let shifts = RankShifts::new();
        let line = (0..SIDE).fold(0, |line, column| line | 1_u32 << (self.row * SIDE + column));
        let mut frontier: Vec<Placements> = filled(sets.len(), 0);
        for upper in sets.uppers() {
            for (at, lower) in sets.block(upper).zip(sets.lower(CombinationRank::class(upper))) {
                let set = upper << LOWER_CELLS | lower;
                let [first, second] = self.pair.map(|column| rank_in_set(set, self.row * SIDE + column));
                frontier[at] =
                    if set & line == line { 1 << pair_placements::placement(first, second) } else { 0 };
            }
        }
        let mut seen = frontier.clone();
        let mut next = filled(sets.len(), 0);
        let mut entries = filled(sets.len(), Entry::default());
        let total = u64::from(N_PLACEMENTS) * sets.len() as u64;
        let mut done: u64 = frontier.iter().map(|placements| u64::from(placements.count_ones())).sum();
        let mut levels = vec![done];
        for level in 1.. {
            let level = Level { fill: self, shifts: &shifts, frontier: &frontier, level };
            let mut blocks = split_blocks(sets, &mut next, &mut seen, &mut entries);
            let should_continue = blocks.par_iter_mut().all(|block| {
                at_best(Pull { level: &level, block });
                progress(done, total)
            });
            if !should_continue {
                return None;
            }
            let n_new: u64 = blocks.iter().map(|block| block.n_new).sum();
            if n_new == 0 {
                break;
            }
            done += n_new;
            levels.push(n_new);
            std::mem::swap(&mut frontier, &mut next);
        }
        assert_levels("p2", &levels, known_levels::p2(self.row, self.pair));
        assert_eq!(done, total, "table p2: every position is reached");
        Some(entries)
    }
}

/// Splits everything into blocks.
fn split_blocks<'a>(
    sets: &CombinationRank,
    mut next: &'a mut [Placements],
    mut seen: &'a mut [Placements],
    mut entries: &'a mut [Entry],
) -> Vec<Block<'a>> {
    let block = |upper: u32| {
        let len = sets.block(upper).len();
        let (next, seen, entries) = (
            next.split_off_mut(..len).expect("the slices cover all blocks"),
            seen.split_off_mut(..len).expect("the slices cover all blocks"),
            entries.split_off_mut(..len).expect("the slices cover all blocks"),
        );
        Block { upper, next, seen, entries, n_new: 0 }
    };
    sets.uppers().map(block).collect()
}

/// The input of a level.
struct Level<'a, E> {
    fill: &'a PairFill<'a, E>,
    shifts: &'a RankShifts,
    frontier: &'a [Placements],
    /// Number of moves from the solved states to the level to compute.
    level: u8,
}

/// [`Level::pull`], compiled for the best instruction set available.
struct Pull<'a, 'b, E> {
    level: &'a Level<'a, E>,
    block: &'a mut Block<'b>,
}

impl<E: Fn(u32, usize) -> ExcessByRank + Sync> Kernel for Pull<'_, '_, E> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) {
        self.level.pull(self.block);
    }
}

/// Calls `take` for each cell of a set.
#[inline(always)]
fn for_each_cell(mut cells: u32, mut take: impl FnMut(usize)) {
    while cells != 0 {
        take(cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
}

impl<E: Fn(u32, usize) -> ExcessByRank + Sync> Level<'_, E> {
    /// Computes the next level of a block.
    #[inline(always)]
    fn pull(&self, block: &mut Block<'_>) {
        let sets = self.fill.sets;
        let first = sets.block(block.upper).start;
        for (i, lower) in sets.lower(CombinationRank::class(block.upper)).iter().enumerate() {
            let (set, seen) = (block.upper << LOWER_CELLS | lower, block.seen[i]);
            let mut new = 0;
            if seen != pair_placements::ALL {
                new = self.gather(set, self.frontier[first + i]) & pair_placements::ALL & !seen;
                block.seen[i] |= new;
                if new != 0 {
                    self.record(set, &mut block.entries[i], new);
                    block.n_new += u64::from(new.count_ones());
                }
            }
            block.next[i] = new;
        }
    }

    /// Returns all placements that are one move away from the frontier; `own` is the frontier of this set.
    #[inline(always)]
    fn gather(&self, set: u32, own: Placements) -> Placements {
        let sets = self.fill.sets;
        let mut all = 0;
        for dir in Direction::ALL {
            for_each_cell(set & behind(grid::ALL & !set, dir), |got| {
                let lost = beside(got, dir);
                let source = set ^ 1 << got ^ 1 << lost;
                let placements = self.frontier[sets.index(source)];
                if placements != 0 {
                    let (from, to) = (rank_in_set(source, lost), rank_in_set(set, got));
                    all |= self.shifts.shifted(placements, from as usize, to as usize);
                }
            });
        }
        if own != 0 {
            for dir in [Direction::Right, Direction::Down] {
                for_each_cell(set & behind(set, dir), |cell| {
                    let ranks = [cell, beside(cell, dir)].map(|cell| rank_in_set(set, cell) as usize);
                    all |= pair_placements::moved(own, ranks.into());
                });
            }
        }
        all
    }

    /// Writes the entries of the placements `new`, which are at the distance of this level.
    #[inline(always)]
    fn record(&self, set: u32, entry: &mut Entry, mut new: Placements) {
        let single_excess = [(self.fill.single_excess)(set, 0), (self.fill.single_excess)(set, 1)];
        let homes = self.fill.pair.map(|column| self.fill.row * SIDE + column);
        let (mut distances, mut rank) = ([[0; SET_SIZE]; 2], 0);
        for_each_cell(set, |cell| {
            (0..2).for_each(|i| distances[i][rank] = distance(cell, homes[i]));
            rank += 1;
        });
        while new != 0 {
            let placement = new.trailing_zeros();
            new &= new - 1;
            let (a, b) = pair_placements::ranks(placement);
            let least = distances[0][a] + distances[1][b] + single_excess[0][a].max(single_excess[1][b]);
            entry.put(placement, self.level - least);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use testkit::{XorShift, samples};

    use super::super::p1_pdb::P1Tables;
    use super::*;
    use puzzle::shuffdle::Lines;
    use search::Silent;

    /// A pair with one target that only the mirrored table has, on a line that is not the bottom row, against a plain
    /// search of the relaxed puzzle from random layouts that are near enough for it.
    #[test]
    fn values_are_exact() {
        let p1_tables = P1Tables::new();
        let (line_class, pair) = (1, [1, 3]);
        // The tables of the classes after this one are not needed.
        p1_tables.build(Lines::Any, &Silent, &|| p1_tables.single_excess(line_class).is_none());
        let row = super::super::reflection::class_row(line_class);
        let singles = p1_tables.single_excess(line_class).expect("made");
        let single_excess = |set: u32, i: usize| singles.of(set, pair[i]);
        let fill = PairFill { sets: p1_tables.sets(), row, pair, single_excess };
        assert_eq!(fill.fill(&|_, _| false), None);
        let table = fill.fill(&|_, _| true).expect("not cancelled");
        let homes = pair.map(|column| row * SIDE + column);
        let mut random = XorShift::new(88_172_645_463_325_252);
        let (mut n_tried, mut n_more) = (0, 0);
        while n_tried < samples(10, 16) {
            let mut set: u32 = 0b11111 << (row * SIDE);
            while set.count_ones() < SET_SIZE as u32 {
                set |= 1 << random.below(25);
            }
            // Every other time each target begins in the goal cell of the other, so that one must make way.
            let mut at = if n_tried % 2 == 0 { [homes[1], homes[0]] } else { homes };
            for _ in 0..4 {
                let after = moves(at, set);
                (at, set) = after[random.below(after.len())];
            }
            let Some(exact) = distance_to(homes, at, set, row) else { continue };
            n_tried += 1;
            let ranks = at.map(|cell| rank_in_set(set, cell));
            let excess = (0..2).map(|i| fill.single_excess_at(set, i, ranks[i])).max().expect("two");
            let least = distance(at[0], homes[0]) + distance(at[1], homes[1]) + excess;
            let more = table[p1_tables.sets().index(set)].get(pair_placements::placement(ranks[0], ranks[1]));
            assert_eq!(least + more, exact.min(least + MAX_EXCESS), "{at:?} in {set:025b}");
            n_more += usize::from(more > 0);
        }
        assert!(n_more > 3, "only {n_more} say more than single targets");
    }

    impl<E: Fn(u32, usize) -> ExcessByRank + Sync> PairFill<'_, E> {
        fn single_excess_at(&self, set: u32, i: usize, rank: u32) -> u8 {
            (self.single_excess)(set, i)[rank as usize]
        }
    }

    /// All layouts that are one move away.
    fn moves(at: [usize; 2], set: u32) -> Vec<([usize; 2], u32)> {
        let is_in = |cell: usize| set >> cell & 1 == 1;
        let both_ways = |(a, b): (usize, usize)| [(a, b), (b, a)];
        let steps = grid::edges().flat_map(both_ways).filter(|&(_, to)| is_in(to) && !at.contains(&to));
        let after = |(from, to)| match (at.iter().position(|&cell| cell == from), is_in(from)) {
            (Some(0), _) => Some(([to, at[1]], set)),
            (Some(_), _) => Some(([at[0], to], set)),
            (None, false) => Some((at, set ^ 1 << from ^ 1 << to)),
            (None, true) => None,
        };
        steps.filter_map(after).collect()
    }

    /// Maximum depth of the plain search.
    const NEAR: u8 = 8;

    /// Breadth-first search; None if it is deeper.
    fn distance_to(homes: [usize; 2], at: [usize; 2], set: u32, row: usize) -> Option<u8> {
        let line = 0b11111 << (row * SIDE);
        let is_near =
            |at: [usize; 2], depth: u8| depth + distance(at[0], homes[0]) + distance(at[1], homes[1]) <= NEAR;
        let mut seen = HashSet::from([(at, set)]);
        let mut level = vec![(at, set)];
        for depth in 0..=NEAR {
            if level.iter().any(|&(at, set)| at == homes && set & line == line) {
                return Some(depth);
            }
            let next: Vec<_> = level.iter().flat_map(|&(at, set)| moves(at, set)).collect();
            let mut is_kept = |state: &([usize; 2], u32)| is_near(state.0, depth + 1) && seen.insert(*state);
            level = next.into_iter().filter(|state| is_kept(state)).collect();
        }
        None
    }
}

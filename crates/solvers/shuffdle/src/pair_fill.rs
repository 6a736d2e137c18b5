//! Fills the table of one pair of targets, breadth first from the solved states of the relaxed puzzle: these two and all
//! blockers stand on the board, everything else (holes and the other three targets) is a free cell. It is solved when both
//! are home and no blocker stands on the line.
//!
//! Targets and free cells together are a set of ten cells, and what a level knows of a set is one word of [`Ways`] to put
//! the targets into it. A blocker's move leads from set to set and takes all of them with it. Sets pull from their
//! neighbours, so that nobody writes where another does, and blocks are shared out among threads.
//!
//! What is written down is how much more two targets need together than the one that needs more of them by itself, in two
//! bits. More than 3 counts as 3, which errs downwards; that is one entry in seventy.

use rayon::prelude::*;

use puzzle::Direction;
use puzzle::shuffdle::SIDE;
use search::hardware::filled;
use search::simd::{Kernel, Simd, at_best};

use super::distance;
use super::grid::{self, behind, beside};
use super::sets::{LOW, N_SETS, SIZE, Sets, before};
use super::ways::{self, Carries, N_WAYS, Ways};

/// Two bits for each way to put the targets into a set. Aligned, so that it never lies across two lines of a cache.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub(super) struct Entry([u64; 4]);

/// The most an entry can say.
const MOST: u8 = 3;

/// Bytes of a table.
pub(super) const TABLE_BYTES: u64 = N_SETS * size_of::<Entry>() as u64;

/// Bytes that filling takes at its height: three fronts and the table.
pub(super) const PEAK_BYTES: u64 = TABLE_BYTES + 3 * N_SETS * size_of::<Ways>() as u64;

impl Entry {
    /// What it says of a way.
    #[inline(always)]
    pub fn get(&self, way: u32) -> u8 {
        (self.0[way as usize / 32] >> (2 * (way % 32))) as u8 & MOST
    }

    #[inline(always)]
    fn put(&mut self, way: u32, more: u8) {
        self.0[way as usize / 32] |= u64::from(more.min(MOST)) << (2 * (way % 32));
    }
}

/// Which table is to be filled.
pub(super) struct Plan<'a, E> {
    pub sets: &'a Sets,
    /// Of the line.
    pub row: usize,
    /// The columns that the two targets belong to.
    pub pair: [usize; 2],
    /// By set and target of the pair: how many moves more than its distance it needs by itself, in each cell of the set.
    pub alone: E,
}

/// Excesses of one target in the cells of a set, in order.
pub(super) type Alone = [u8; SIZE];

/// What one thread at a time works on: the sets of one upper part.
struct Block<'a> {
    upper: u32,
    next: &'a mut [Ways],
    seen: &'a mut [Ways],
    entries: &'a mut [Entry],
    n_new: u64,
}

impl<E: Fn(u32, usize) -> Alone + Sync> Plan<'_, E> {
    /// Fills it. `watch` hears how many entries are done of how many and says whether to go on; None if it did not want to.
    pub fn fill(&self, watch: &(dyn Fn(u64, u64) -> bool + Sync)) -> Option<Vec<Entry>> {
        let sets = self.sets;
        let carries = Carries::new();
        let line = (0..SIDE).fold(0, |line, column| line | 1_u32 << (self.row * SIDE + column));
        let mut front: Vec<Ways> = filled(sets.len(), 0);
        for upper in sets.uppers() {
            for (at, lower) in sets.block(upper).zip(sets.lower(Sets::class(upper))) {
                let set = upper << LOW | lower;
                let [first, second] = self.pair.map(|column| before(set, self.row * SIDE + column));
                front[at] = if set & line == line { 1 << ways::way(first, second) } else { 0 };
            }
        }
        let mut seen = front.clone();
        let mut next = filled(sets.len(), 0);
        let mut entries = filled(sets.len(), Entry::default());
        let total = u64::from(N_WAYS) * sets.len() as u64;
        let mut done: u64 = front.iter().map(|ways| u64::from(ways.count_ones())).sum();
        for level in 1.. {
            let level = Level { plan: self, carries: &carries, front: &front, level };
            let mut blocks = cut(sets, &mut next, &mut seen, &mut entries);
            let goes_on = blocks.par_iter_mut().all(|block| {
                at_best(Pull { level: &level, block });
                watch(done, total)
            });
            if !goes_on {
                return None;
            }
            let n_new: u64 = blocks.iter().map(|block| block.n_new).sum();
            if n_new == 0 {
                break;
            }
            done += n_new;
            std::mem::swap(&mut front, &mut next);
        }
        Some(entries)
    }
}

/// Everything by blocks.
fn cut<'a>(
    sets: &Sets,
    mut next: &'a mut [Ways],
    mut seen: &'a mut [Ways],
    mut entries: &'a mut [Entry],
) -> Vec<Block<'a>> {
    let block = |upper: u32| {
        let len = sets.block(upper).len();
        let (next, seen, entries) = (
            next.split_off_mut(..len).expect("as long as all blocks"),
            seen.split_off_mut(..len).expect("as long as all blocks"),
            entries.split_off_mut(..len).expect("as long as all blocks"),
        );
        Block { upper, next, seen, entries, n_new: 0 }
    };
    sets.uppers().map(block).collect()
}

/// What is known when a level begins.
struct Level<'a, E> {
    plan: &'a Plan<'a, E>,
    carries: &'a Carries,
    front: &'a [Ways],
    /// Moves from the solved states to the level that is looked for.
    level: u8,
}

/// [`Level::pull`] for whatever instructions there are.
struct Pull<'a, 'b, E> {
    level: &'a Level<'a, E>,
    block: &'a mut Block<'b>,
}

impl<E: Fn(u32, usize) -> Alone + Sync> Kernel for Pull<'_, '_, E> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) {
        self.level.pull(self.block);
    }
}

/// The cells of a set, one after the other.
#[inline(always)]
fn each(mut cells: u32, mut take: impl FnMut(usize)) {
    while cells != 0 {
        take(cells.trailing_zeros() as usize);
        cells &= cells - 1;
    }
}

impl<E: Fn(u32, usize) -> Alone + Sync> Level<'_, E> {
    /// Finds what the next level has in a block.
    #[inline(always)]
    fn pull(&self, block: &mut Block<'_>) {
        let sets = self.plan.sets;
        let first = sets.block(block.upper).start;
        for (i, lower) in sets.lower(Sets::class(block.upper)).iter().enumerate() {
            let (set, seen) = (block.upper << LOW | lower, block.seen[i]);
            let mut new = 0;
            if seen != ways::ALL {
                new = self.gather(set, self.front[first + i]) & ways::ALL & !seen;
                block.seen[i] |= new;
                if new != 0 {
                    self.record(set, &mut block.entries[i], new);
                    block.n_new += u64::from(new.count_ones());
                }
            }
            block.next[i] = new;
        }
    }

    /// All that is one move away from the front, of which `own` is this set's part.
    #[inline(always)]
    fn gather(&self, set: u32, own: Ways) -> Ways {
        let sets = self.plan.sets;
        let mut all = 0;
        for way in Direction::ALL {
            each(set & behind(grid::ALL & !set, way), |got| {
                let lost = beside(got, way);
                let source = set ^ 1 << got ^ 1 << lost;
                let ways = self.front[sets.index(source)];
                if ways != 0 {
                    let (from, to) = (before(source, lost), before(set, got));
                    all |= self.carries.carried(ways, from as usize, to as usize);
                }
            });
        }
        if own != 0 {
            for way in [Direction::Right, Direction::Down] {
                each(set & behind(set, way), |cell| {
                    let ranks = [cell, beside(cell, way)].map(|cell| before(set, cell) as usize);
                    all |= ways::moved(own, ranks.into());
                });
            }
        }
        all
    }

    /// Writes down that the ways of `new` take as many moves as this level has.
    #[inline(always)]
    fn record(&self, set: u32, entry: &mut Entry, mut new: Ways) {
        let alone = [(self.plan.alone)(set, 0), (self.plan.alone)(set, 1)];
        let homes = self.plan.pair.map(|column| self.plan.row * SIDE + column);
        let (mut distances, mut rank) = ([[0; SIZE]; 2], 0);
        each(set, |cell| {
            (0..2).for_each(|i| distances[i][rank] = distance(cell, homes[i]));
            rank += 1;
        });
        while new != 0 {
            let way = new.trailing_zeros();
            new &= new - 1;
            let (a, b) = ways::ranks(way);
            let least = distances[0][a] + distances[1][b] + alone[0][a].max(alone[1][b]);
            entry.put(way, self.level - least);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use testkit::{XorShift, samples};

    use super::super::pattern::Patterns;
    use super::*;
    use puzzle::shuffdle::Lines;
    use search::Silent;

    /// A pair of which one is known from the mirror only, on a line that is not the bottom row, against a plain search of
    /// the relaxed puzzle from random layouts that are near enough for it.
    #[test]
    fn values_are_exact() {
        let patterns = Patterns::new();
        assert!(patterns.make(Lines::Any, &Silent, &|| true));
        let (kind, pair) = (1, [1, 3]);
        let row = super::super::views::row(kind);
        let singles = patterns.alone(kind).expect("made");
        let alone = |set: u32, i: usize| singles.of(set, pair[i]);
        let plan = Plan { sets: patterns.sets(), row, pair, alone };
        assert_eq!(plan.fill(&|_, _| false), None);
        let table = plan.fill(&|_, _| true).expect("nobody stops it");
        let homes = pair.map(|column| row * SIDE + column);
        let mut random = XorShift::new(88_172_645_463_325_252);
        let (mut n_tried, mut n_more) = (0, 0);
        while n_tried < samples(10, 16) {
            let mut set: u32 = 0b11111 << (row * SIDE);
            while set.count_ones() < SIZE as u32 {
                set |= 1 << random.below(25);
            }
            // Every other time each begins where the other belongs, so that one must make way.
            let mut at = if n_tried % 2 == 0 { [homes[1], homes[0]] } else { homes };
            for _ in 0..4 {
                let after = moves(at, set);
                (at, set) = after[random.below(after.len())];
            }
            let Some(exact) = distance_to(homes, at, set, row) else { continue };
            n_tried += 1;
            let ranks = at.map(|cell| before(set, cell));
            let excess = (0..2).map(|i| plan.alone_at(set, i, ranks[i])).max().expect("two");
            let least = distance(at[0], homes[0]) + distance(at[1], homes[1]) + excess;
            let more = table[patterns.sets().index(set)].get(ways::way(ranks[0], ranks[1]));
            assert_eq!(least + more, exact.min(least + MOST), "{at:?} in {set:025b}");
            n_more += usize::from(more > 0);
        }
        assert!(n_more > 3, "only {n_more} say more than single targets");
    }

    impl<E: Fn(u32, usize) -> Alone + Sync> Plan<'_, E> {
        fn alone_at(&self, set: u32, i: usize, rank: u32) -> u8 {
            (self.alone)(set, i)[rank as usize]
        }
    }

    /// All that one move makes of a layout.
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

    /// How far a plain search looks.
    const NEAR: u8 = 8;

    /// Level by level, if it is not far.
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

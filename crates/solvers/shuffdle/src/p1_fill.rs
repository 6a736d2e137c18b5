//! Fills the pattern database of one class of lines, by breadth-first search from the solved states of the relaxed
//! puzzle: one target and all blockers are on the board, everything else (holes and the other four targets) is a free
//! cell. A move takes the target or a blocker to an adjacent free cell. It is solved if the target is in its goal cell
//! and no blocker is on the line.
//!
//! Target and free cells together are a set of ten cells, and a level stores for each set a bit for each cell in which
//! the target may be: a word. A blocker's move leads from set to set and leaves the target where it is, so a whole word
//! moves at once, and a whole block of consecutive words if the move is among the upper cells. Three words, one for
//! each stored target, are side by side in one register. Sets pull from their neighbours, so that no two threads write
//! to the same set, and blocks are distributed among threads.

use rayon::prelude::*;

use puzzle::shuffdle::SIDE;

use search::table::levels::assert_levels;

use super::combination_rank::{CombinationRank, LOWER_CELLS, N_SETS, rank_in_set};
use super::distance;
use super::grid::{around, edges};
use super::known_levels;
use super::reflection::N_STORED_TARGETS;

/// For one set, the cells of each target; the last word pads a register.
type Words = [u32; 4];

/// An entry: a nibble for each target and each cell of the set, in order, with the excess of the target over its
/// Manhattan distance there.
pub(super) type Entry = u128;

/// Bits of an entry for one target.
pub(super) const TARGET: u32 = 4 * super::combination_rank::SET_SIZE as u32;

/// Bytes of a table.
pub(super) const TABLE_BYTES: u64 = N_SETS * size_of::<Entry>() as u64;

/// Peak number of bytes of filling: three arrays of words (frontier, next level, visited) and the table.
pub(super) const PEAK_BYTES: u64 = 4 * TABLE_BYTES;

/// Steps between adjacent cells, by position.
struct Steps {
    /// Among the upper cells, counted from the first of them.
    upper: Vec<(usize, usize)>,
    /// From a lower to an upper cell.
    across: Vec<(usize, usize)>,
    /// By size class: pairs of offsets that a step among the lower cells connects.
    lower: Vec<Vec<[u16; 2]>>,
    /// By size class and lower cell: the offset of a part without that cell, and that of the part with it, one class
    /// up.
    with: Vec<Vec<Vec<[u16; 2]>>>,
}

impl Steps {
    fn new(sets: &CombinationRank) -> Steps {
        let inside = |class: usize| {
            let pairs = edges().filter(|&(_, b)| b < LOWER_CELLS).flat_map(|(a, b)| {
                let moves = move |part: &&u32| *part >> a & 1 == 1 && *part >> b & 1 == 0;
                let pair = move |part: &u32| [sets.offset(*part), sets.offset(part ^ 1 << a ^ 1 << b)];
                sets.lower(class).iter().filter(moves).map(pair)
            });
            pairs.collect()
        };
        let with = |class: usize| {
            let on = |cell: usize| {
                let lacks = sets.lower(class).iter().filter(move |part| *part >> cell & 1 == 0);
                lacks.map(|part| [sets.offset(*part), sets.offset(part | 1 << cell)]).collect()
            };
            (0..LOWER_CELLS).map(on).collect()
        };
        Steps {
            upper: edges()
                .filter(|&(a, _)| a >= LOWER_CELLS)
                .map(|(a, b)| (a - LOWER_CELLS, b - LOWER_CELLS))
                .collect(),
            across: edges()
                .filter(|&(a, b)| a < LOWER_CELLS && b >= LOWER_CELLS)
                .map(|(a, b)| (a, b - LOWER_CELLS))
                .collect(),
            lower: (0..=LOWER_CELLS).map(inside).collect(),
            with: (0..=LOWER_CELLS).map(with).collect(),
        }
    }
}

/// The unit of work of a thread: the sets of one upper part.
struct Block<'a> {
    upper: u32,
    next: &'a mut [Words],
    seen: &'a mut [Words],
    entries: &'a mut [Entry],
    /// Whether the frontier is nonempty here, and the number of unreached positions.
    state: &'a mut BlockState,
}

#[derive(Clone, Copy)]
struct BlockState {
    is_active: bool,
    n_unreached: usize,
}

/// The frontier of a level.
struct Frontier<'a> {
    sets: &'a CombinationRank,
    steps: &'a Steps,
    words: &'a [Words],
    /// By upper part: whether its block has a nonempty frontier.
    is_active: Vec<bool>,
    /// Number of moves from the solved states to the next level.
    level: u8,
    row: usize,
}

/// Fills the table of the lines whose row is `row`. `progress` receives the number of entries done and the total, and
/// returns whether to continue. Returns None if it is cancelled.
///
/// # Panics
/// If the number of positions at some distance is not the known one: a wrong table must not be used.
pub(super) fn fill(
    sets: &CombinationRank,
    row: usize,
    progress: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Option<Vec<Entry>> {
    let steps = Steps::new(sets);
    let home = |column: usize| row * SIDE + column;
    let line = (0..SIDE).fold(0, |line, column| line | 1_u32 << home(column));
    let mut words = vec![[0; 4]; sets.len()];
    let mut states = Vec::new();
    for upper in sets.uppers() {
        let block = &mut words[sets.block(upper)];
        let mut state = BlockState {
            is_active: false,
            n_unreached: N_STORED_TARGETS * super::combination_rank::SET_SIZE * block.len(),
        };
        for (words, lower) in block.iter_mut().zip(sets.lower(CombinationRank::class(upper))) {
            if (upper << LOWER_CELLS | lower) & line == line {
                (0..N_STORED_TARGETS).for_each(|column| words[column] = 1 << home(column));
                state.is_active = true;
                state.n_unreached -= N_STORED_TARGETS;
            }
        }
        states.push(state);
    }
    let mut seen = words.clone();
    let mut next = vec![[0; 4]; sets.len()];
    let mut entries = vec![0; sets.len()];
    let mut levels = Vec::new();
    let total = (N_STORED_TARGETS * super::combination_rank::SET_SIZE * sets.len()) as u64;
    for level in 1.. {
        let mut is_active = vec![false; 1 << (puzzle::shuffdle::CELLS - LOWER_CELLS)];
        sets.uppers().zip(&states).for_each(|(upper, state)| is_active[upper as usize] = state.is_active);
        if !states.iter().any(|state| state.is_active) {
            break;
        }
        let left: usize = states.iter().map(|state| state.n_unreached).sum();
        levels.push(total - left as u64 - levels.iter().sum::<u64>());
        let frontier = Frontier { sets, steps: &steps, words: &words, is_active, level, row };
        let blocks = split_blocks(sets, &mut next, &mut seen, &mut entries, &mut states);
        let should_continue = blocks.into_par_iter().all(|mut block| {
            frontier.pull(&mut block);
            progress(total - left as u64, total)
        });
        if !should_continue {
            return None;
        }
        std::mem::swap(&mut words, &mut next);
    }
    assert_levels("p1", &levels, known_levels::p1(row));
    assert_eq!(levels.iter().sum::<u64>(), total, "table p1: every position is reached");
    Some(entries)
}

/// Splits everything into blocks.
fn split_blocks<'a>(
    sets: &CombinationRank,
    mut next: &'a mut [Words],
    mut seen: &'a mut [Words],
    mut entries: &'a mut [Entry],
    states: &'a mut [BlockState],
) -> Vec<Block<'a>> {
    let block = |(upper, state): (u32, &'a mut BlockState)| {
        let len = sets.block(upper).len();
        let (next, seen, entries) = (
            next.split_off_mut(..len).expect("the slices cover all blocks"),
            seen.split_off_mut(..len).expect("the slices cover all blocks"),
            entries.split_off_mut(..len).expect("the slices cover all blocks"),
        );
        Block { upper, next, seen, entries, state }
    };
    sets.uppers().zip(states).map(block).collect()
}

#[inline(always)]
fn union(words: &mut Words, more: Words) {
    (0..4).for_each(|i| words[i] |= more[i]);
}

impl Frontier<'_> {
    /// Returns the words of another block if its frontier is nonempty.
    fn block(&self, upper: u32) -> Option<&[Words]> {
        self.is_active[upper as usize].then(|| &self.words[self.sets.block(upper)])
    }

    /// Computes the next level of a block.
    fn pull(&self, block: &mut Block<'_>) {
        block.next.fill([0; 4]);
        if block.state.n_unreached > 0 {
            self.gather(block);
            self.add_target_moves(block);
        } else {
            block.state.is_active = false;
        }
    }

    /// ORs the words of all sets from which a blocker's move leads here. If the target was in the way of the move, its
    /// cell is not in the set any more, and [`Frontier::add_target_moves`] removes it.
    fn gather(&self, block: &mut Block<'_>) {
        let Block { upper, next, .. } = block;
        let (upper, class) = (*upper, CombinationRank::class(*upper));
        for &(a, b) in &self.steps.upper {
            if (upper >> a ^ upper >> b) & 1 == 1
                && let Some(source) = self.block(upper ^ 1 << a ^ 1 << b)
            {
                next.iter_mut().zip(source).for_each(|(words, more)| union(words, *more));
            }
        }
        if let Some(own) = self.block(upper) {
            for &[a, b] in &self.steps.lower[class] {
                let (a, b) = (usize::from(a), usize::from(b));
                union(&mut next[a], own[b]);
                union(&mut next[b], own[a]);
            }
        }
        for &(lower, cell) in &self.steps.across {
            let is_set = upper >> cell & 1 == 1;
            let Some(source) = self.block(upper ^ 1 << cell) else { continue };
            if is_set {
                for &[without, with] in &self.steps.with[class][lower] {
                    union(&mut next[usize::from(without)], source[usize::from(with)]);
                }
            } else if class > 0 {
                for &[without, with] in &self.steps.with[class - 1][lower] {
                    union(&mut next[usize::from(with)], source[usize::from(without)]);
                }
            }
        }
    }

    /// Adds the target's own moves, and keeps the new states only.
    fn add_target_moves(&self, block: &mut Block<'_>) {
        let own = &self.words[self.sets.block(block.upper)];
        let mut n_new = 0;
        for (i, lower) in self.sets.lower(CombinationRank::class(block.upper)).iter().enumerate() {
            let set = block.upper << LOWER_CELLS | lower;
            let (next, seen) = (&mut block.next[i], &mut block.seen[i]);
            for (column, &here) in own[i].iter().enumerate().take(N_STORED_TARGETS) {
                let new = (next[column] | around(here)) & set & !seen[column];
                next[column] = new;
                seen[column] |= new;
                block.entries[i] |= self.nibbles(set, column, new);
                n_new += new.count_ones() as usize;
            }
        }
        block.state.is_active = n_new > 0;
        block.state.n_unreached -= n_new;
    }

    /// Returns the nibbles of an entry for a target that is reached in `cells` of `set` at this level.
    fn nibbles(&self, set: u32, column: usize, mut cells: u32) -> Entry {
        let home = self.row * SIDE + column;
        let mut entry = 0;
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            // Larger values are capped at 15, which keeps the bound admissible; the table of the bottom row has none.
            let excess = (self.level - distance(cell, home)).min(15);
            entry |= Entry::from(excess) << (TARGET * column as u32 + 4 * rank_in_set(set, cell));
        }
        entry
    }
}

//! Fills the table of a group: a breadth-first search from the goal over the cells of its tiles and the blank, in which
//! only moves of these tiles cost anything. The blank moves among the other tiles for free, so only its region matters:
//! the connected component of the cells that the tiles leave open.
//!
//! Visited states are stored as a bit for each permutation, in blocks: one for each set of cells and region. All
//! permutations of a block have the same slides, and a slide leads all of them to one other block, so a level is
//! computed block by block and word by word: a slide along a row copies words, one along a column permutes whole words
//! or the bits of each word, and only where a label moves from the first half of the permutation to the last are single
//! bits moved.
//!
//! Every slide leads from an even set to an odd one or back. A level has sets of one parity, and computing it reads
//! those of the other parity, so threads share no data that they write.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use search::hardware;
use search::simd::{Kernel, Simd, at_best};

use super::bit_permutation::BitPermutation;
use super::combination_rank::CombinationRank;
use super::entry_writer::{EntryWriter, SuffixSums};
use super::grid::Grid;
use super::permutation_rank::{self, LAST, RANKS};
use super::table::{Group, Regions};
use solver::Cancelled;

/// The entries of a table, and their number at each distance.
pub struct Filled {
    /// Two entries in a byte.
    pub entries: Vec<u8>,
    /// Number of entries by distance.
    pub distribution: Vec<u64>,
}

/// Fills the table of a group. `progress` receives the work done and the total, and returns whether to continue.
///
/// # Errors
/// If `progress` cancels it.
pub fn fill(group: &Group, progress: &(dyn Fn(u64, u64) -> bool + Sync)) -> Result<Filled, Cancelled> {
    Fill::new(group).run(progress)
}

/// The constant data of a fill.
struct Fill<'a> {
    group: &'a Group,
    grid: Grid,
    sets: CombinationRank,
    regions: Regions,
    /// Words of a block, and bits used of each.
    n_words: usize,
    n_bits: usize,
    /// Bit permutations for a tile that passes others, `[(first * most_passed + passed - 1) * 2 + back]`.
    bit_permutations: Vec<BitPermutation>,
    most_passed: usize,
    writer: EntryWriter,
}

/// Half of all blocks: those of even or of odd sets.
struct ParityHalf {
    /// Visited permutations.
    seen: Vec<u32>,
    /// Permutations of the last level of this parity.
    frontier: Vec<u32>,
    /// Blocks with a nonempty frontier.
    active: Vec<bool>,
}

/// Consecutive sets of one parity, with their data: the work of one thread.
struct Chunk<'a> {
    sets: std::ops::Range<usize>,
    seen: &'a mut [u32],
    frontier: &'a mut [u32],
    active: &'a mut [bool],
    entries: &'a mut [u8],
}

/// One chunk of a level, compiled for the best instruction set available.
struct Level<'a, 'b> {
    fill: &'a Fill<'a>,
    chunk: Chunk<'b>,
    from: &'a ParityHalf,
    /// The rank of the first block of that half.
    first_block: usize,
    distance: usize,
}

impl Kernel for Level<'_, '_> {
    type Output = (u64, u64);

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) -> (u64, u64) {
        let Level { fill, mut chunk, from, first_block, distance } = self;
        fill.level(&mut chunk, from, first_block, distance)
    }
}

/// Number of chunks of a level.
const N_CHUNKS: usize = 256;

impl<'a> Fill<'a> {
    fn new(group: &'a Group) -> Self {
        let k = group.goal_cells.len();
        let sets = CombinationRank::new(group.rows, group.cols, k);
        let regions = Regions::new(group, &sets);
        let n_bits = permutation_rank::n_permutations(k).min(LAST);
        let most_passed = (group.cols - 1).min(k - 1);
        let all = permutation_rank::all(k);
        let bit_permutations = (0..k * most_passed * 2).map(|i| {
            let (first, passed, back) = (i / 2 / most_passed, i / 2 % most_passed + 1, i % 2 == 1);
            BitPermutation::new(&all, k, first, passed, back)
        });
        let bit_permutations = bit_permutations.collect();
        Fill {
            group,
            grid: Grid::new(group.rows, group.cols),
            sets,
            regions,
            n_words: all.len() / n_bits,
            n_bits,
            bit_permutations,
            most_passed,
            writer: EntryWriter::new(group, &all),
        }
    }

    fn run(&self, progress: &(dyn Fn(u64, u64) -> bool + Sync)) -> Result<Filled, Cancelled> {
        let n_even = self.sets.n_even();
        let kinds = [0..n_even, n_even..self.sets.all().len()];
        let mut halves = kinds.clone().map(|sets| {
            let n_blocks: usize = sets.map(|set| self.regions.of(set).len()).sum();
            let zeros = || hardware::filled(n_blocks * self.n_words, 0_u32);
            ParityHalf { seen: zeros(), frontier: zeros(), active: vec![false; n_blocks] }
        });
        let slots = |set: usize| if self.group.tracks_blank { self.regions.of(set).start } else { set };
        let n_slots = if self.group.tracks_blank { self.regions.n() } else { self.sets.all().len() };
        let bytes = self.group.stride() / 2;
        let mut entries = hardware::filled(n_slots * bytes, 0_u8);
        // The goal: its tiles in order of their cells.
        let goal = self.sets.rank(self.group.goal());
        let mut labels: Vec<usize> = (0..self.group.goal_cells.len()).collect();
        labels.sort_unstable_by_key(|&label| self.group.goal_cells[label]);
        let rank = (RANKS.rank(permutation_rank::pack(&labels)) - permutation_rank::first_rank(labels.len()))
            as usize;
        let kind = usize::from(goal >= n_even);
        let block =
            self.regions.rank(goal, self.group.blank as u32) - self.regions.of(kinds[kind].start).start;
        let (word, bit) = (block * self.n_words + rank / self.n_bits, 1 << (rank % self.n_bits));
        halves[kind].seen[word] = bit;
        halves[kind].frontier[word] = bit;
        halves[kind].active[block] = true;
        // The goal's entry is 0, the initial value of all entries.
        let mut distribution = vec![1];
        let (mut met, total) =
            (1, (self.regions.n() * permutation_rank::n_permutations(labels.len())) as u64);
        loop {
            let distance = distribution.len();
            let to = (kind + distance) % 2;
            let [even, odd] = &mut halves;
            let (from, into) = if to == 0 { (&*odd, even) } else { (&*even, odd) };
            let (even, odd) = entries.split_at_mut(slots(n_even) * bytes);
            let its_entries = if to == 0 { even } else { odd };
            let is_over = std::sync::atomic::AtomicBool::new(false);
            let all = AtomicU64::new(met);
            let first_block = self.regions.of(kinds[1 - to].start).start;
            let chunks = self.chunks(kinds[to].clone(), into, its_entries);
            let new: u64 = chunks
                .into_par_iter()
                .map(|chunk| {
                    if is_over.load(Ordering::Relaxed) {
                        return 0;
                    }
                    let level = Level { fill: self, chunk, from, first_block, distance };
                    let (new, n_met) = at_best(level);
                    let all = all.fetch_add(n_met, Ordering::Relaxed) + n_met;
                    if !progress(all, total) {
                        is_over.store(true, Ordering::Relaxed);
                    }
                    new
                })
                .sum();
            if is_over.into_inner() {
                return Err(Cancelled);
            }
            let before = std::mem::replace(&mut met, all.into_inner());
            if met == before {
                return Ok(Filled { entries, distribution });
            }
            distribution.push(new);
        }
    }

    /// Splits the sets of one parity into chunks.
    fn chunks<'b>(
        &self,
        sets: std::ops::Range<usize>,
        half: &'b mut ParityHalf,
        entries: &'b mut [u8],
    ) -> Vec<Chunk<'b>> {
        let size = sets.len().div_ceil(N_CHUNKS).max(1);
        let (mut seen, mut frontier, mut active, mut entries) =
            (&mut half.seen[..], &mut half.frontier[..], &mut half.active[..], entries);
        let starts = sets.clone().step_by(size);
        let chunk = |start: usize| {
            let sets = start..(start + size).min(sets.end);
            let n_blocks = self.regions.of(sets.end - 1).end - self.regions.of(start).start;
            let n_slots = if self.group.tracks_blank { n_blocks } else { sets.len() };
            Chunk {
                sets,
                seen: seen.split_off_mut(..n_blocks * self.n_words).expect("the slices cover all sets"),
                frontier: frontier
                    .split_off_mut(..n_blocks * self.n_words)
                    .expect("the slices cover all sets"),
                active: active.split_off_mut(..n_blocks).expect("the slices cover all sets"),
                entries: entries
                    .split_off_mut(..n_slots * self.group.stride() / 2)
                    .expect("the slices cover all sets"),
            }
        };
        starts.map(chunk).collect()
    }

    /// Computes the level of the sets of a chunk. Returns the number of its entries, and of newly visited permutations.
    #[inline(always)]
    fn level(
        &self,
        chunk: &mut Chunk<'_>,
        from: &ParityHalf,
        first_block: usize,
        distance: usize,
    ) -> (u64, u64) {
        let (mut n_new, mut n_met) = (0, 0);
        let (mut met, mut known) = (vec![0; self.n_words], vec![0; self.n_words]);
        let mut sums = SuffixSums::default();
        let mut blocks = 0;
        let bytes = self.group.stride() / 2;
        for (nth, set) in chunk.sets.clone().enumerate() {
            let cells = self.sets.all()[set];
            let regions = self.regions.of(set);
            // The first block of the set in this chunk.
            let start = blocks;
            for region in regions.clone() {
                let block = blocks;
                blocks += 1;
                chunk.active[block] = false;
                met.fill(0);
                let mut any = false;
                self.for_each_slide(cells, self.regions.cells(region), |slide| {
                    let source = slide.block - first_block;
                    if from.active[source] {
                        any = true;
                        let words = &from.frontier[source * self.n_words..][..self.n_words];
                        self.apply(words, &slide, &mut met);
                    }
                });
                if !any {
                    continue;
                }
                let words = block * self.n_words..(block + 1) * self.n_words;
                // One entry for all regions holds the minimum distance.
                known.fill(0);
                if !self.group.tracks_blank {
                    for other in (start..start + regions.len()).filter(|&other| other != block) {
                        let seen = &chunk.seen[other * self.n_words..][..self.n_words];
                        or_into(&mut known, seen);
                    }
                }
                let mut found = 0;
                let seen = &mut chunk.seen[words.clone()];
                for i in 0..self.n_words {
                    met[i] &= !seen[i];
                    seen[i] |= met[i];
                    found += u64::from(met[i].count_ones());
                }
                if found == 0 {
                    continue;
                }
                n_met += found;
                chunk.active[block] = true;
                chunk.frontier[words].copy_from_slice(&met);
                for i in 0..self.n_words {
                    met[i] &= !known[i];
                }
                let slot = if self.group.tracks_blank { block } else { nth };
                let entries = &mut chunk.entries[slot * bytes..][..bytes];
                n_new += self.writer.write(&met, cells, distance, &mut sums, entries);
            }
        }
        (n_new, n_met)
    }

    /// Calls `each` for the reverse slides: those of a tile of the set into a cell of the region.
    #[inline(always)]
    fn for_each_slide(&self, cells: u32, region: u32, mut each: impl FnMut(Slide)) {
        let mut tiles = cells;
        while tiles != 0 {
            let cell = tiles.trailing_zeros();
            tiles &= tiles - 1;
            let mut free = self.grid.neighbours[cell as usize] & region;
            while free != 0 {
                let other = free.trailing_zeros();
                free &= free - 1;
                let (low, high) = (cell.min(other), cell.max(other));
                let set = self.sets.rank(cells ^ 1 << cell ^ 1 << other);
                each(Slide {
                    block: self.regions.rank(set, cell),
                    first: (cells & ((1 << low) - 1)).count_ones() as usize,
                    passed: (cells & ((1 << high) - 1) & !((2 << low) - 1)).count_ones() as usize,
                    back: cell < other,
                });
            }
        }
    }

    /// ORs the permutations of the source block of a slide into a block.
    #[inline(always)]
    fn apply(&self, from: &[u32], slide: &Slide, into: &mut [u32]) {
        if slide.passed == 0 {
            return or_into(into, from);
        }
        let turn = (slide.first * self.most_passed + slide.passed - 1) * 2 + usize::from(slide.back);
        self.bit_permutations[turn].apply(from, into);
    }
}

/// ORs words into others. By index: iterators that are not inlined here would not be compiled for the level's
/// instructions.
#[inline(always)]
fn or_into(into: &mut [u32], from: &[u32]) {
    let from = &from[..into.len()];
    for i in 0..into.len() {
        into[i] |= from[i];
    }
}

/// The source of a slide.
struct Slide {
    /// The source block.
    block: usize,
    /// The first label concerned.
    first: usize,
    /// Number of labels passed.
    passed: usize,
    /// True if the last of these labels moves before the others.
    back: bool,
}

#[cfg(test)]
mod tests;

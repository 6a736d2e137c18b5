//! Tables with a direct index: by the cells of the tiles, three tiles at a time. A third to a half of the entries
//! belong to impossible placements with two tiles in one cell and are never read; in return an index takes two small
//! lookups instead of a combination rank and a permutation rank. For groups of up to six tiles.

use rayon::prelude::*;
use search::hardware;
use search::simd::{Kernel, Simd, at_best};

use super::permutation_rank::{self, RANKS, padding};
use super::table::{Group, Table};

/// Maximum number of tiles of a group.
pub const MAX_TILES: usize = 6;
/// Tiles of half an index.
const HALF: usize = 3;
/// Number of orders of that many tiles.
const ORDERS: usize = 6; // 3!

/// Returns the orders (permutations) of `k` items.
fn orders(k: usize) -> Vec<Vec<usize>> {
    permutation_rank::all(k.max(1))
        .into_iter()
        .map(|permutation| permutation_rank::unpack(permutation, k).collect())
        .collect()
}

/// Returns the cells of a set.
fn cells(set: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |cell| set >> cell & 1 != 0)
}

/// Ranks of up to three different cells: all orders of the same cells are consecutive.
struct Triples {
    /// Ranks by the packed cells; one section for each number of cells, starting at [`Triples::first`].
    ranks: Vec<u16>,
    first: [u16; HALF + 1],
    /// By number of cells: all sets of that size.
    sets: [Vec<u32>; HALF + 1],
}

impl Triples {
    /// Builds the ranks for boards of `n` cells of `bits` bits each.
    fn new(n: usize, bits: usize) -> Triples {
        let mut triples = Triples { ranks: Vec::new(), first: [0; HALF + 1], sets: Default::default() };
        let mut sets = vec![0];
        for k in 0..=HALF {
            let first = triples.ranks.len();
            triples.first[k] = first as u16;
            triples.ranks.resize(first + (1 << (bits * k)), 0);
            let mut rank = 0;
            for &set in &sets {
                let cells: Vec<usize> = cells(set).collect();
                for order in orders(k) {
                    let key = (0..).zip(order).fold(0, |key, (i, nth)| key | cells[nth] << (bits * i));
                    triples.ranks[first + key] = rank;
                    rank += 1;
                }
            }
            // The sets with one more cell, above the others.
            let more = (0..n).flat_map(|cell| {
                sets.iter().filter(move |&&set| set >> cell == 0).map(move |set| set | 1 << cell)
            });
            let more = more.collect();
            triples.sets[k] = std::mem::replace(&mut sets, more);
        }
        triples
    }
}

/// The location of a group's entries, and the parameters of their index.
#[derive(Clone, Copy, Default, Debug)]
pub struct Block {
    base: u32,
    /// Number of entries with the same cells of the first tiles.
    stride: u32,
    /// Start of the ranks of the first tiles' cells, and their bit mask; the same for the last tiles.
    first: u16,
    first_mask: u16,
    last: u16,
    last_mask: u16,
}

/// The tables of several groups, concatenated, with the cell ranks that they share: small enough for the L1 and L2
/// caches.
pub struct DirectTable {
    entries: Vec<u8>,
    ranks: Vec<u16>,
    /// Bits of three cells.
    half_bits: usize,
}

/// Number of placements of the first tiles of a group of `k` tiles on a board of `n` cells, and of entries for each of
/// them. The latter is even, so that no two rows share a byte.
fn counts(n: usize, k: usize) -> [u64; 2] {
    let choices = |k: usize| (0..k).map(|i| (n - i) as u64).product::<u64>();
    [choices(k.min(HALF)), choices(k - k.min(HALF)).next_multiple_of(2)]
}

/// Bytes for a group of `k` tiles on a board of `n` cells.
pub fn direct_bytes(n: usize, k: usize) -> u64 {
    let [first, stride] = counts(n, k);
    first * stride / 2
}

impl DirectTable {
    /// Copies tables of a board of `n` cells of `bits` bits each. Returns the location of each.
    pub fn new(n: usize, bits: usize, tables: &[(&Group, &Table)]) -> (DirectTable, Vec<Block>) {
        let triples = Triples::new(n, bits);
        let bytes = |group: &Group| direct_bytes(n, group.goal_cells.len()) as usize;
        let mut entries = hardware::filled(tables.iter().map(|(group, _)| bytes(group)).sum(), 0);
        let (mut left, mut base, mut blocks) = (&mut entries[..], 0, Vec::new());
        for (group, table) in tables {
            let k = group.goal_cells.len();
            let halves = [k.min(HALF), k - k.min(HALF)];
            let stride = counts(n, k)[1] as u32;
            let (its_own, others) = left.split_at_mut(bytes(group));
            triples.copy_from(table, halves, stride as usize, its_own);
            let mask = |half: usize| ((1_u32 << (bits * half)) - 1) as u16;
            blocks.push(Block {
                base,
                stride,
                first: triples.first[halves[0]],
                first_mask: mask(halves[0]),
                last: triples.first[halves[1]],
                last_mask: mask(halves[1]),
            });
            base += 2 * its_own.len() as u32;
            left = others;
        }
        (DirectTable { entries, ranks: triples.ranks, half_bits: HALF * bits }, blocks)
    }

    /// Returns the index of the entry of tiles whose cells are the lowest bits of `key`.
    #[inline(always)]
    pub fn index(&self, block: &Block, key: u32) -> u32 {
        let key = key as usize;
        let first = usize::from(block.first) + (key & usize::from(block.first_mask));
        let last = usize::from(block.last) + (key >> self.half_bits & usize::from(block.last_mask));
        block.base + u32::from(self.ranks[first]) * block.stride + u32::from(self.ranks[last])
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, index: u32) {
        if let Some(entry) = self.entries.get(index as usize / 2) {
            hardware::prefetch(entry);
        }
    }

    /// Returns an entry.
    #[inline(always)]
    pub fn entry(&self, index: u32) -> u8 {
        self.entries[index as usize / 2] >> (4 * (index & 1)) & 15
    }

    /// Number of bytes of all entries.
    pub fn bytes(&self) -> usize {
        self.entries.len()
    }
}

impl Triples {
    /// Copies the entries of a rank-indexed table.
    fn copy_from(&self, table: &Table, halves: [usize; 2], stride: usize, entries: &mut [u8]) {
        let ranks = split_ranks(halves);
        entries
            .par_chunks_mut(permutation_rank::n_permutations(halves[0]) * stride / 2)
            .zip(&self.sets[halves[0]])
            .for_each(|(rows, &first)| {
                at_best(CopyRows { table, first, lasts: &self.sets[halves[1]], ranks: &ranks, rows });
            });
    }
}

/// The permutation rank by the cells that hold the first tiles (as a mask over the occupied cells in order), by the
/// order of the first tiles and by the order of the last tiles.
type SplitRanks = Vec<[[u32; ORDERS]; ORDERS]>;

fn split_ranks(halves: [usize; 2]) -> SplitRanks {
    let k = halves[0] + halves[1];
    let mut split_ranks = vec![[[0; ORDERS]; ORDERS]; 1 << k];
    for (firsts, ranks) in split_ranks.iter_mut().enumerate() {
        if firsts.count_ones() as usize != halves[0] {
            continue;
        }
        let (first, last): (Vec<usize>, Vec<usize>) = (0..k).partition(|index| firsts >> index & 1 != 0);
        for (ranks, of_first) in ranks.iter_mut().zip(orders(halves[0])) {
            for (rank, of_last) in ranks.iter_mut().zip(orders(halves[1])) {
                let positions =
                    of_first.iter().map(|&nth| first[nth]).chain(of_last.iter().map(|&nth| last[nth]));
                let permutation =
                    (0..).zip(positions).fold(permutation_rank::pads(k), |permutation, (label, index)| {
                        permutation | label << (padding(k) + 3 * index as u32)
                    });
                *rank = RANKS.rank(permutation) - permutation_rank::first_rank(k);
            }
        }
    }
    split_ranks
}

/// Copies rows from a rank-indexed table: all placements with the first tiles in a set of cells.
struct CopyRows<'a> {
    table: &'a Table,
    first: u32,
    lasts: &'a [u32],
    ranks: &'a SplitRanks,
    rows: &'a mut [u8],
}

impl Kernel for CopyRows<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) {
        let (n_first, n_last) = (self.first.count_ones() as usize, self.lasts[0].count_ones() as usize);
        let (n_first, n_last) =
            (permutation_rank::n_permutations(n_first), permutation_rank::n_permutations(n_last));
        let row = self.rows.len() / n_first;
        for (nth, &last) in self.lasts.iter().enumerate().filter(|(_, last)| **last & self.first == 0) {
            let cells = self.first | last;
            let (mut firsts, mut left) = (0, self.first);
            while left != 0 {
                let below = left.trailing_zeros();
                left &= left - 1;
                firsts |= 1 << (cells & ((1 << below) - 1)).count_ones();
            }
            let start = self.table.first_index(cells);
            for (ranks, row) in self.ranks[firsts as usize].iter().zip(self.rows.chunks_exact_mut(row)) {
                for (i, &rank) in ranks.iter().enumerate().take(n_last) {
                    let entry = self.table.entry(start + rank);
                    let index = nth * n_last + i;
                    row[index / 2] |= entry << (4 * (index % 2));
                }
            }
        }
    }
}

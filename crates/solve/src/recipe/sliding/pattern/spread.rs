//! A table spread out for quick addressing: by the cells of the tiles themselves, three tiles at a time. A third to a half of
//! its entries stand for placings with two tiles in one cell and are never read; in return an address takes two small lookups
//! instead of a set and a string. For groups of up to six tiles.

use rayon::prelude::*;
use search::hardware;
use search::simd::{Kernel, Simd, at_best};

use super::strings::{self, RANKS, padding};
use super::table::{Group, Table};

/// The most tiles of a group.
pub const MOST: usize = 6;
/// Tiles of half an address.
const HALF: usize = 3;
/// Orders of as many.
const ORDERS: usize = 6; // 3!

/// Up to three different cells by number: all orders of the same cells have successive ones.
pub struct Triples {
    /// By number of cells and their bits.
    ranks: [Vec<u16>; HALF + 1],
    /// By number of cells: all sets of as many.
    sets: [Vec<u32>; HALF + 1],
    bits: usize,
}

/// The orders of `k` things.
fn orders(k: usize) -> Vec<Vec<usize>> {
    strings::all(k.max(1)).into_iter().map(|string| strings::labels(string, k).collect()).collect()
}

/// The cells of a set.
fn cells(set: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |cell| set >> cell & 1 != 0)
}

impl Triples {
    /// For boards of `n` cells of so many bits each.
    pub fn new(n: usize, bits: usize) -> Triples {
        let mut triples = Triples { ranks: Default::default(), sets: Default::default(), bits };
        let mut sets = vec![0];
        for k in 0..=HALF {
            let mut ranks = vec![0; 1 << (bits * k)];
            let mut rank = 0;
            for &set in &sets {
                let cells: Vec<usize> = cells(set).collect();
                for order in orders(k) {
                    let key = (0..).zip(order).fold(0, |key, (i, nth)| key | cells[nth] << (bits * i));
                    ranks[key] = rank;
                    rank += 1;
                }
            }
            // With one more cell, above the others.
            let more = (0..n).flat_map(|cell| {
                sets.iter().filter(move |&&set| set >> cell == 0).map(move |set| set | 1 << cell)
            });
            let more = more.collect();
            (triples.ranks[k], triples.sets[k]) = (ranks, std::mem::replace(&mut sets, more));
        }
        triples
    }

    /// How many there are of `k` cells.
    fn n(&self, k: usize) -> usize {
        self.sets[k].len() * strings::n_strings(k)
    }
}

/// The table of a group.
pub struct Spread {
    entries: Vec<u8>,
    /// By the cells of the first three tiles, and of the others: what they add to an address.
    first: Vec<u32>,
    last: Vec<u32>,
    /// Bits of the cells of the first tiles, as a mask and as their number.
    first_mask: usize,
    first_bits: usize,
    last_mask: usize,
}

impl Spread {
    /// Bytes for a group of `k` tiles on a board of `n` cells.
    pub fn bytes_of(n: usize, k: usize) -> u64 {
        let choices = |k: usize| (0..k).map(|i| (n - i) as u64).product::<u64>();
        choices(k.min(HALF)) * choices(k - k.min(HALF)).next_multiple_of(2) / 2
    }

    /// Of a table.
    pub fn new(group: &Group, table: &Table, triples: &Triples) -> Spread {
        let k = group.homes.len();
        let halves = [k.min(HALF), k - k.min(HALF)];
        // Even, so that rows do not share bytes.
        let stride = triples.n(halves[1]).next_multiple_of(2);
        let mut entries = hardware::filled(triples.n(halves[0]) * stride / 2, 0);
        let ranks = mixed(halves);
        entries
            .par_chunks_mut(strings::n_strings(halves[0]) * stride / 2)
            .zip(&triples.sets[halves[0]])
            .for_each(|(rows, &first)| {
                at_best(Take { table, first, lasts: &triples.sets[halves[1]], ranks: &ranks, rows });
            });
        let [first, last] = halves.map(|half| triples.ranks[half].iter().map(|&rank| u32::from(rank)));
        let [first_bits, last_bits] = halves.map(|half| half * triples.bits);
        Spread {
            entries,
            first: first.map(|rank| rank * stride as u32).collect(),
            last: last.collect(),
            first_mask: (1 << first_bits) - 1,
            first_bits,
            last_mask: (1 << last_bits) - 1,
        }
    }

    /// Where the entry is of tiles whose cells are the lowest bits of `key`.
    #[inline(always)]
    pub fn place(&self, key: u32) -> u32 {
        let key = key as usize;
        self.first[key & self.first_mask] + self.last[key >> self.first_bits & self.last_mask]
    }

    /// Has an entry fetched.
    #[inline(always)]
    pub fn fetch(&self, place: u32) {
        if let Some(entry) = self.entries.get(place as usize / 2) {
            hardware::prefetch(entry);
        }
    }

    /// An entry.
    #[inline(always)]
    pub fn entry(&self, place: u32) -> u8 {
        self.entries[place as usize / 2] >> (4 * (place & 1)) & 15
    }

    /// Bytes of all entries.
    pub fn bytes(&self) -> usize {
        self.entries.len()
    }
}

/// By which of a placing's cells hold the first tiles (as bits, of the cells in order), by the order of these and by the order
/// of the last ones: the rank of the string.
type Mixed = Vec<[[u32; ORDERS]; ORDERS]>;

fn mixed(halves: [usize; 2]) -> Mixed {
    let k = halves[0] + halves[1];
    let mut mixed = vec![[[0; ORDERS]; ORDERS]; 1 << k];
    for (firsts, ranks) in mixed.iter_mut().enumerate() {
        if firsts.count_ones() as usize != halves[0] {
            continue;
        }
        let (first, last): (Vec<usize>, Vec<usize>) = (0..k).partition(|place| firsts >> place & 1 != 0);
        for (ranks, of_first) in ranks.iter_mut().zip(orders(halves[0])) {
            for (rank, of_last) in ranks.iter_mut().zip(orders(halves[1])) {
                let places =
                    of_first.iter().map(|&nth| first[nth]).chain(of_last.iter().map(|&nth| last[nth]));
                let string = (0..).zip(places).fold(strings::pads(k), |string, (label, place)| {
                    string | label << (padding(k) + 3 * place as u32)
                });
                *rank = RANKS.of(string) - strings::first_rank(k);
            }
        }
    }
    mixed
}

/// Takes rows over from a table: all placings with the first tiles in a set of cells.
struct Take<'a> {
    table: &'a Table,
    first: u32,
    lasts: &'a [u32],
    ranks: &'a Mixed,
    rows: &'a mut [u8],
}

impl Kernel for Take<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) {
        let (n_first, n_last) = (self.first.count_ones() as usize, self.lasts[0].count_ones() as usize);
        let (n_first, n_last) = (strings::n_strings(n_first), strings::n_strings(n_last));
        let row = self.rows.len() / n_first;
        for (nth, &last) in self.lasts.iter().enumerate().filter(|(_, last)| **last & self.first == 0) {
            let cells = self.first | last;
            let (mut firsts, mut left) = (0, self.first);
            while left != 0 {
                let below = left.trailing_zeros();
                left &= left - 1;
                firsts |= 1 << (cells & ((1 << below) - 1)).count_ones();
            }
            let start = self.table.first_place(cells);
            for (ranks, row) in self.ranks[firsts as usize].iter().zip(self.rows.chunks_exact_mut(row)) {
                for (i, &rank) in ranks.iter().enumerate().take(n_last) {
                    let entry = self.table.entry(start + rank);
                    let place = nth * n_last + i;
                    row[place / 2] |= entry << (4 * (place % 2));
                }
            }
        }
    }
}

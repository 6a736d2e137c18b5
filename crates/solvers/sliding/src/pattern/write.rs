//! Turns distances into entries: what is beyond the Manhattan distance of a placing, halved. The distance of a string is the
//! sum of those of its first labels, which all strings of a word share, and of its last four, of which there are few kinds.

use super::strings::{self, LAST};
use super::table::Group;

/// Strings by word and bit.
pub struct Writer {
    /// How far from home each label is in each cell, `[cell][label]`.
    distances: Vec<[u8; strings::MOST]>,
    /// Labels before the last four.
    n_first: usize,
    n_bits: usize,
    /// By word: its first labels.
    first: Vec<u8>,
    /// By word: which labels come last, by number.
    rest: Vec<u8>,
    /// By that number: these labels, sorted.
    rests: Vec<Vec<u8>>,
    /// Bits by which of the sorted labels stands at which of the last places, `[place][label]`: all ones where it does.
    stands: [[[u8; 32]; 4]; 4],
}

/// Distances of the last labels in the cells of one set.
#[derive(Default)]
pub struct Sums {
    by_rest: Vec<[u8; 32]>,
    are_known: Vec<bool>,
}

impl Writer {
    /// For the strings of a group, of which `all` is the list.
    pub fn new(group: &Group, all: &[u32]) -> Writer {
        let k = group.homes.len();
        let (n_first, n_bits) = (k - k.min(4), all.len().min(LAST));
        let mut distances = vec![[0; strings::MOST]; group.rows * group.cols];
        for (cell, distances) in distances.iter_mut().enumerate() {
            (0..k).for_each(|label| distances[label] = group.distance(label, cell) as u8);
        }
        let labels = |string: u32| strings::labels(string, k).map(|label| label as u8).collect::<Vec<u8>>();
        let (mut first, mut rest, mut rests) = (Vec::new(), Vec::new(), Vec::<Vec<u8>>::new());
        for word in all.chunks(n_bits) {
            // In the first string of a word the last labels are sorted.
            let labels = labels(word[0]);
            let (begins, ends) = labels.split_at(n_first);
            first.extend_from_slice(begins);
            let known = rests.iter().position(|known| known == ends);
            rest.push(known.unwrap_or(rests.len()) as u8);
            if known.is_none() {
                rests.push(ends.to_vec());
            }
        }
        let mut stands = [[[0; 32]; 4]; 4];
        for (bit, &string) in all[..n_bits].iter().enumerate() {
            for (place, label) in labels(string)[n_first..].iter().enumerate() {
                let nth =
                    rests[0].iter().position(|other| other == label).expect("the word has the same labels");
                stands[place][nth][bit] = 0xFF;
            }
        }
        Writer { distances, n_first, n_bits, first, rest, rests, stands }
    }

    /// Writes the entries of strings in a set of cells; how many there are. They are at this distance, and their entries were
    /// 0 before.
    #[inline(always)]
    pub fn write(
        &self,
        words: &[u32],
        cells: u32,
        distance: usize,
        sums: &mut Sums,
        entries: &mut [u8],
    ) -> u64 {
        let mut places = [[0; strings::MOST]; strings::MOST];
        let mut left = cells;
        for place in &mut places {
            *place = self.distances.get(left.trailing_zeros() as usize).copied().unwrap_or_default();
            left &= left.wrapping_sub(1);
        }
        sums.are_known.clear();
        sums.are_known.resize(self.rests.len(), false);
        sums.by_rest.resize(self.rests.len(), [0; 32]);
        let mut n = 0;
        for (word, &bits) in words.iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let first = &self.first[word * self.n_first..][..self.n_first];
            let near: u8 =
                first.iter().zip(&places).map(|(&label, place)| place[usize::from(label & 7)]).sum();
            let rest = usize::from(self.rest[word]);
            if !sums.are_known[rest] {
                sums.are_known[rest] = true;
                sums.by_rest[rest] = self.last(rest, &places[self.n_first..]);
            }
            let last = &sums.by_rest[rest];
            n += u64::from(bits.count_ones());
            let mut left = bits;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let entry = (distance as u8 - near - last[bit & 31]) / 2;
                let index = word * self.n_bits + bit;
                entries[index / 2] |= entry.min(15) << (4 * (index % 2));
            }
        }
        n
    }

    /// The distances of the last labels, by bit.
    #[inline(always)]
    fn last(&self, rest: usize, places: &[[u8; strings::MOST]]) -> [u8; 32] {
        let mut sums = [0_u8; 32];
        for (stands, place) in self.stands.iter().zip(places) {
            for (stands, &label) in stands.iter().zip(&self.rests[rest]) {
                let distance = place[usize::from(label & 7)];
                sums.iter_mut().zip(stands).for_each(|(sum, stands)| *sum += distance & stands);
            }
        }
        sums
    }
}

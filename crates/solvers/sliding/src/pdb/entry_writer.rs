//! Converts distances to entries: the excess over the Manhattan distance of a placement, halved. The Manhattan distance
//! of a permutation is the sum over its first labels, which all permutations of a word share, and over its last four,
//! of which there are few combinations.

use super::permutation_rank::{self, LAST};
use super::table::Group;

/// Computes and writes the entries of permutations given as words and bits.
pub struct EntryWriter {
    /// The distance of each label from its goal in each cell, `[cell][label]`.
    distances: Vec<[u8; permutation_rank::MAX_LABELS]>,
    /// Number of labels before the last four.
    n_first: usize,
    n_bits: usize,
    /// By word: its first labels.
    first: Vec<u8>,
    /// By word: the index of its set of last labels.
    suffix: Vec<u8>,
    /// By that index: the last labels, sorted.
    suffixes: Vec<Vec<u8>>,
    /// Byte masks by the position among the last labels and the label, `[position][label]`: all ones for the bits whose
    /// permutation has that label at that position.
    masks: [[[u8; 32]; 4]; 4],
}

/// Distance sums of the last labels in the cells of one set.
#[derive(Default)]
pub struct SuffixSums {
    by_suffix: Vec<[u8; 32]>,
    are_known: Vec<bool>,
}

impl EntryWriter {
    /// Returns the writer for the permutations of a group, whose list is `all`.
    pub fn new(group: &Group, all: &[u32]) -> EntryWriter {
        let k = group.goal_cells.len();
        let (n_first, n_bits) = (k - k.min(4), all.len().min(LAST));
        let mut distances = vec![[0; permutation_rank::MAX_LABELS]; group.rows * group.cols];
        for (cell, distances) in distances.iter_mut().enumerate() {
            (0..k).for_each(|label| distances[label] = group.distance(label, cell) as u8);
        }
        let labels = |permutation: u32| {
            permutation_rank::unpack(permutation, k).map(|label| label as u8).collect::<Vec<u8>>()
        };
        let (mut first, mut suffix, mut suffixes) = (Vec::new(), Vec::new(), Vec::<Vec<u8>>::new());
        for word in all.chunks(n_bits) {
            // In the first permutation of a word the last labels are sorted.
            let labels = labels(word[0]);
            let (begins, ends) = labels.split_at(n_first);
            first.extend_from_slice(begins);
            let known = suffixes.iter().position(|known| known == ends);
            suffix.push(known.unwrap_or(suffixes.len()) as u8);
            if known.is_none() {
                suffixes.push(ends.to_vec());
            }
        }
        let mut masks = [[[0; 32]; 4]; 4];
        for (bit, &permutation) in all[..n_bits].iter().enumerate() {
            for (position, label) in labels(permutation)[n_first..].iter().enumerate() {
                let nth = suffixes[0]
                    .iter()
                    .position(|other| other == label)
                    .expect("the word has the same labels");
                masks[position][nth][bit] = 0xFF;
            }
        }
        EntryWriter { distances, n_first, n_bits, first, suffix, suffixes, masks }
    }

    /// Writes the entries of the given permutations in a set of cells, all of which are at this distance. The entries
    /// must be 0 before. Returns the number of entries written.
    #[inline(always)]
    pub fn write(
        &self,
        words: &[u32],
        cells: u32,
        distance: usize,
        sums: &mut SuffixSums,
        entries: &mut [u8],
    ) -> u64 {
        let mut distances_at = [[0; permutation_rank::MAX_LABELS]; permutation_rank::MAX_LABELS];
        let mut left = cells;
        for position in &mut distances_at {
            *position = self.distances.get(left.trailing_zeros() as usize).copied().unwrap_or_default();
            left &= left.wrapping_sub(1);
        }
        sums.are_known.clear();
        sums.are_known.resize(self.suffixes.len(), false);
        sums.by_suffix.resize(self.suffixes.len(), [0; 32]);
        let mut n = 0;
        for (word, &bits) in words.iter().enumerate() {
            if bits == 0 {
                continue;
            }
            let first = &self.first[word * self.n_first..][..self.n_first];
            let prefix_sum: u8 = first
                .iter()
                .zip(&distances_at)
                .map(|(&label, position)| position[usize::from(label & 7)])
                .sum();
            let suffix = usize::from(self.suffix[word]);
            if !sums.are_known[suffix] {
                sums.are_known[suffix] = true;
                sums.by_suffix[suffix] = self.last(suffix, &distances_at[self.n_first..]);
            }
            let last = &sums.by_suffix[suffix];
            n += u64::from(bits.count_ones());
            let mut left = bits;
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                let entry = (distance as u8 - prefix_sum - last[bit & 31]) / 2;
                let index = word * self.n_bits + bit;
                entries[index / 2] |= entry.min(15) << (4 * (index % 2));
            }
        }
        n
    }

    /// Returns the distance sums of the last labels, by bit.
    #[inline(always)]
    fn last(&self, suffix: usize, distances_at: &[[u8; permutation_rank::MAX_LABELS]]) -> [u8; 32] {
        let mut sums = [0_u8; 32];
        for (masks, position) in self.masks.iter().zip(distances_at) {
            for (masks, &label) in masks.iter().zip(&self.suffixes[suffix]) {
                let distance = position[usize::from(label & 7)];
                sums.iter_mut().zip(masks).for_each(|(sum, masks)| *sum += distance & masks);
            }
        }
        sums
    }
}

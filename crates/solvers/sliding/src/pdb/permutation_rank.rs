//! Permutation rank: the order of a group's tiles in their cells, as a packed permutation of labels, three bits each,
//! the tile in the lowest cell first. Permutations of fewer than eight labels begin with the unused labels, highest
//! first, so that all are permutations of eight and those of one group have consecutive ranks. The lexicographic rank
//! comes from two small tables, one for each half: the first four labels determine how many permutations have a smaller
//! prefix, and the relative order of the last four gives the rest.

use std::sync::LazyLock;

/// Maximum number of tiles of a group.
pub const MAX_LABELS: usize = 8;
/// Number of permutations of eight labels.
const N: usize = 40_320; // 8!
/// Bits of half a permutation.
const HALF: usize = 12;
/// The bits of a packed permutation.
pub const PERMUTATION_MASK: u32 = (1 << (2 * HALF)) - 1;

/// Rank tables for both halves.
pub struct PermutationRank {
    first: [u16; 1 << HALF],
    last: [u8; 1 << HALF],
}

/// The rank tables.
pub static RANKS: LazyLock<Box<PermutationRank>> = LazyLock::new(|| Box::new(PermutationRank::new()));

/// Number of permutations with the same first four labels.
pub const LAST: usize = 24; // 4!

/// Number of permutations of `k` labels.
pub fn n_permutations(k: usize) -> usize {
    (1..=k).product()
}

/// Number of bits of the unused labels, which come first.
#[inline(always)]
pub fn padding(k: usize) -> u32 {
    3 * (MAX_LABELS - k) as u32
}

/// Returns the unused labels of a permutation of `k` labels, highest first.
#[inline(always)]
pub fn pads(k: usize) -> u32 {
    let mut pads = 0;
    for i in 0..MAX_LABELS - k {
        pads |= ((MAX_LABELS - 1 - i) as u32) << (3 * i);
    }
    pads
}

/// Packs the labels of a permutation.
pub fn pack(labels: &[usize]) -> u32 {
    let at = padding(labels.len());
    (0..)
        .zip(labels)
        .fold(pads(labels.len()), |permutation, (i, &label)| permutation | (label as u32) << (at + 3 * i))
}

/// Unpacks the labels of a permutation of `k` labels.
pub fn unpack(permutation: u32, k: usize) -> impl Iterator<Item = usize> {
    (MAX_LABELS - k..MAX_LABELS).map(move |i| (permutation >> (3 * i)) as usize & 7)
}

impl PermutationRank {
    fn new() -> PermutationRank {
        let mut ranks = PermutationRank { first: [0; 1 << HALF], last: [0; 1 << HALF] };
        for half in 0..1_usize << HALF {
            let labels: [usize; 4] = std::array::from_fn(|i| half >> (3 * i) & 7);
            // The contribution of a label: the number of smaller labels that follow, times the permutations of the
            // others.
            let below =
                |i: usize| labels[i] - labels[..i].iter().filter(|&&l| l < labels[i]).count().min(labels[i]);
            let orders = [5040, 720, 120, 24];
            ranks.first[half] = (0..4).map(|i| below(i) * orders[i]).sum::<usize>() as u16;
            let lower = |i: usize| labels[i + 1..].iter().filter(|&&l| l < labels[i]).count();
            ranks.last[half] = (lower(0) * 6 + lower(1) * 2 + lower(2)) as u8;
        }
        ranks
    }

    /// Returns the rank of a permutation among all of eight labels.
    #[inline(always)]
    pub fn rank(&self, permutation: u32) -> u32 {
        let (first, last) =
            (permutation as usize & ((1 << HALF) - 1), (permutation >> HALF) as usize & ((1 << HALF) - 1));
        u32::from(self.first[first]) + u32::from(self.last[last])
    }
}

/// Returns the rank of the first permutation of `k` labels.
pub fn first_rank(k: usize) -> u32 {
    (N - n_permutations(k)) as u32
}

/// Returns all permutations of `k` labels in the order of their ranks (unrank).
pub fn all(k: usize) -> Vec<u32> {
    let mut permutations = vec![0; n_permutations(k)];
    let mut labels: Vec<usize> = (0..k).collect();
    loop {
        let permutation = pack(&labels);
        permutations[(RANKS.rank(permutation) - first_rank(k)) as usize] = permutation;
        // The next permutation in lexicographic order.
        let Some(i) = (1..k).rev().find(|&i| labels[i - 1] < labels[i]) else { return permutations };
        let j = (i..k).rev().find(|&j| labels[j] > labels[i - 1]).expect("the one after it is");
        labels.swap(i - 1, j);
        labels[i..].reverse();
    }
}

/// Returns the permutation after a tile passes the next `passed` ones. `first` is the bit position of the first label
/// concerned; it moves behind the others, or if `back` the last of them moves before the others.
#[inline(always)]
pub fn rotate_labels(permutation: u32, first: u32, passed: u32, back: bool) -> u32 {
    let width = 3 * passed;
    let mask = (8 << width) - 1;
    let part = permutation >> first & mask;
    let rotation = if back { width } else { 3 };
    let rotated = (part >> rotation | part << (width + 3 - rotation)) & mask;
    permutation ^ (part ^ rotated) << first
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic() {
        for k in 1..=8 {
            let permutations = all(k);
            let listed: Vec<Vec<usize>> = permutations.iter().map(|&s| unpack(s, k).collect()).collect();
            assert!(listed.windows(2).all(|pair| pair[0] < pair[1]), "{k} labels");
            assert_eq!(listed.len(), n_permutations(k));
            let ranks = permutations.iter().map(|&s| RANKS.rank(s) - first_rank(k));
            assert!(ranks.eq(0..n_permutations(k) as u32));
        }
    }

    #[test]
    fn a_label_passes_others() {
        let before = pack(&[4, 2, 0, 1, 3]);
        let check = |at: u32, n, back, expected: [usize; 5]| {
            let after = rotate_labels(before, padding(5) + 3 * at, n, back);
            assert_eq!(unpack(after, 5).collect::<Vec<_>>(), expected);
            assert_eq!(rotate_labels(after, padding(5) + 3 * at, n, !back), before);
        };
        check(0, 2, false, [2, 0, 4, 1, 3]);
        check(0, 2, true, [0, 4, 2, 1, 3]);
        check(1, 3, false, [4, 0, 1, 3, 2]);
        check(3, 1, true, [4, 2, 0, 3, 1]);
        check(2, 0, true, [4, 2, 0, 1, 3]);
    }
}

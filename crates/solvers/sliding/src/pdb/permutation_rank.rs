//! In which order a group's tiles stand in their cells: a string of labels, three bits each, the tile in the lowest cell
//! first. Strings of fewer than eight begin with the labels that no tile has, highest first, so that all are permutations
//! of eight and those of one group have successive ranks. The rank comes from two small tables, one for each half: in
//! lexicographic order the first four labels tell how many strings begin with less, and how the last four compare tells
//! the rest.

use std::sync::LazyLock;

/// The most tiles of a group.
pub const MAX_LABELS: usize = 8;
/// Strings of eight labels.
const N: usize = 40_320; // 8!
/// Labels of half a string, as bits.
const HALF: usize = 12;
/// A string's bits.
pub const PERMUTATION_MASK: u32 = (1 << (2 * HALF)) - 1;

/// Ranks by halves.
pub struct PermutationRank {
    first: [u16; 1 << HALF],
    last: [u8; 1 << HALF],
}

/// There is but one.
pub static RANKS: LazyLock<Box<PermutationRank>> = LazyLock::new(|| Box::new(PermutationRank::new()));

/// A string whose first four labels do not matter has this many after it.
pub const LAST: usize = 24; // 4!

/// The number of strings of `k` labels.
pub fn n_permutations(k: usize) -> usize {
    (1..=k).product()
}

/// Bits of the labels that no tile has, which come first.
#[inline(always)]
pub fn padding(k: usize) -> u32 {
    3 * (MAX_LABELS - k) as u32
}

/// The labels that no tile of `k` has, highest first.
#[inline(always)]
pub fn pads(k: usize) -> u32 {
    let mut pads = 0;
    for i in 0..MAX_LABELS - k {
        pads |= ((MAX_LABELS - 1 - i) as u32) << (3 * i);
    }
    pads
}

/// The string of these labels of a group of as many.
pub fn pack(labels: &[usize]) -> u32 {
    let at = padding(labels.len());
    (0..)
        .zip(labels)
        .fold(pads(labels.len()), |permutation, (i, &label)| permutation | (label as u32) << (at + 3 * i))
}

/// The labels of a string of `k`.
pub fn unpack(permutation: u32, k: usize) -> impl Iterator<Item = usize> {
    (MAX_LABELS - k..MAX_LABELS).map(move |i| (permutation >> (3 * i)) as usize & 7)
}

impl PermutationRank {
    fn new() -> PermutationRank {
        let mut ranks = PermutationRank { first: [0; 1 << HALF], last: [0; 1 << HALF] };
        for half in 0..1_usize << HALF {
            let labels: [usize; 4] = std::array::from_fn(|i| half >> (3 * i) & 7);
            // What a label adds: the labels below it that are still to come, times the orders of the others.
            let below =
                |i: usize| labels[i] - labels[..i].iter().filter(|&&l| l < labels[i]).count().min(labels[i]);
            let orders = [5040, 720, 120, 24];
            ranks.first[half] = (0..4).map(|i| below(i) * orders[i]).sum::<usize>() as u16;
            let lower = |i: usize| labels[i + 1..].iter().filter(|&&l| l < labels[i]).count();
            ranks.last[half] = (lower(0) * 6 + lower(1) * 2 + lower(2)) as u8;
        }
        ranks
    }

    /// The rank of a string among all of eight.
    #[inline(always)]
    pub fn rank(&self, permutation: u32) -> u32 {
        let (first, last) =
            (permutation as usize & ((1 << HALF) - 1), (permutation >> HALF) as usize & ((1 << HALF) - 1));
        u32::from(self.first[first]) + u32::from(self.last[last])
    }
}

/// The rank of the first string of `k` labels.
pub fn first_rank(k: usize) -> u32 {
    (N - n_permutations(k)) as u32
}

/// All strings of `k` labels, in the order of their ranks.
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

/// The string in which a label has passed the next `passed` ones. `first` is the bit of the first label that this concerns;
/// it goes behind the others, or if `back` the last of them before the others.
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

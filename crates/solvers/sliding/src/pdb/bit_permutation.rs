//! The permutation of a block's bits when a tile passes other tiles. Each label permutation is a bit in a word; the
//! permutations of one word have the same prefix and differ in the order of their last four labels.

use super::permutation_rank::{self, LAST, RANKS, padding};

/// The permutation of a block's bits when a label passes others.
pub enum BitPermutation {
    /// Whole words are permuted: the source of each word.
    Words(Vec<u16>),
    /// The bits of each word are permuted, the same way in all words: the target bits for each value of each byte.
    Bits(Box<[[u32; 256]; 3]>),
    /// Single bits move between words: the target of each bit, both as 32 times the word plus the bit.
    Each(Vec<u16>),
}

impl BitPermutation {
    /// Builds the bit permutation for permutations of `k` labels, whose list is `all`, after
    /// [`permutation_rank::rotate_labels`].
    pub fn new(all: &[u32], k: usize, first: usize, passed: usize, back: bool) -> BitPermutation {
        let n_bits = all.len().min(LAST);
        let n_first = k - k.min(4);
        if first + passed >= k {
            return BitPermutation::Each(Vec::new());
        }
        let target = |rank: usize| {
            let permutation = permutation_rank::rotate_labels(
                all[rank],
                padding(k) + 3 * first as u32,
                passed as u32,
                back,
            );
            (RANKS.rank(permutation) - permutation_rank::first_rank(k)) as usize
        };
        if first + passed < n_first {
            let mut sources = vec![0; all.len() / n_bits];
            for word in 0..sources.len() {
                sources[target(word * n_bits) / n_bits] = word as u16;
            }
            return BitPermutation::Words(sources);
        }
        if first >= n_first {
            let mut bits = Box::new([[0; 256]; 3]);
            for (byte, bits) in bits.iter_mut().enumerate() {
                for (value, to) in bits.iter_mut().enumerate() {
                    let set = (0..8).filter(|bit| value >> bit & 1 != 0 && byte * 8 + bit < n_bits);
                    *to = set.map(|bit| 1 << target(byte * 8 + bit)).sum();
                }
            }
            return BitPermutation::Bits(bits);
        }
        let mut targets = vec![0; all.len() / n_bits * 32];
        for rank in 0..all.len() {
            let to = target(rank);
            targets[rank / n_bits * 32 + rank % n_bits] = (to / n_bits * 32 + to % n_bits) as u16;
        }
        BitPermutation::Each(targets)
    }

    /// ORs the permuted bits of block `from` into block `into`.
    #[inline(always)]
    pub fn apply(&self, from: &[u32], into: &mut [u32]) {
        match self {
            BitPermutation::Words(sources) => {
                into.iter_mut().zip(sources).for_each(|(into, &source)| *into |= from[usize::from(source)]);
            }
            BitPermutation::Bits(bits) => {
                for (into, &from) in into.iter_mut().zip(from) {
                    let [a, b, c, _] = from.to_le_bytes();
                    *into |= bits[0][usize::from(a)] | bits[1][usize::from(b)] | bits[2][usize::from(c)];
                }
            }
            BitPermutation::Each(targets) => {
                for (&from, targets) in from.iter().zip(targets.as_chunks::<32>().0) {
                    let mut left = from;
                    while left != 0 {
                        let target = targets[left.trailing_zeros() as usize];
                        left &= left - 1;
                        into[usize::from(target / 32)] |= 1 << (target % 32);
                    }
                }
            }
        }
    }
}

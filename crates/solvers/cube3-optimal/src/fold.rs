//! Folded coset spaces, between those of subgroups: two or four entries of a block of 256 share the minimum of their
//! distances. Such a bound is admissible, and a half turn of the inverse does not change it. But it may change by more
//! than one from a cube to a neighbour, because turns separate entries that share a bound.
//!
//! Entries that differ only in the last bits of their offset share one: the even or odd flips of the last slice. Of all
//! pairs and fours that differ by the same flips everywhere these have the largest mean, 11.41 and 11.16 of 11.63,
//! though others come close: the worst have 11.40 and 11.13.

use super::block_set::BlockSet;
use super::block_set_256::Set256;
use super::block_set_2048::Set2048;
use super::coset::{CosetSpace, Cosets};
use super::fill::FillSpace;

/// A coset space that is filled as another one with at least 256 flip classes, and then folded if it has fewer.
pub trait FoldedSpace: CosetSpace {
    /// The space that is filled.
    type Unfolded: FillSpace<Set: As256>;
}

/// Sets that consist of sets of 256.
pub trait As256: BlockSet {
    /// Views them as sets of 256, in order.
    fn as_256(blocks: &[Self]) -> &[Set256];
}

impl As256 for Set256 {
    fn as_256(blocks: &[Set256]) -> &[Set256] {
        blocks
    }
}
impl As256 for Set2048 {
    fn as_256(blocks: &[Set2048]) -> &[Set256] {
        blocks.as_flattened()
    }
}

impl FoldedSpace for Cosets<1, 64> {
    type Unfolded = Cosets<1, 256>;
}
impl FoldedSpace for Cosets<1, 128> {
    type Unfolded = Cosets<1, 256>;
}
impl<const CORNERS: usize> FoldedSpace for Cosets<CORNERS, 256>
where
    Self: FillSpace<Set = Set256>,
{
    type Unfolded = Self;
}
impl FoldedSpace for Cosets<1, 2048> {
    type Unfolded = Self;
}

/// Two-bit codes of the entries, as two sets: see [`super::fill::Filled`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Codes {
    /// Entries up to one beyond the base.
    pub nearer: [u64; 4],
    /// Entries up to the base, and those two beyond it.
    pub marked: [u64; 4],
}

impl Codes {
    pub(super) fn new(nearer: &Set256, marked: &Set256) -> Codes {
        let words = |set: &Set256| {
            let (words, _) = set.0.as_chunks();
            std::array::from_fn(|i| u64::from_le_bytes(words[i]))
        };
        Codes { nearer: words(nearer), marked: words(marked) }
    }

    /// Folds until this many entries are left, which come first.
    #[must_use]
    pub(super) fn folded(self, entries: usize) -> Codes {
        let mut codes = self;
        for _ in 0..(256 / entries).ilog2() {
            // The minimum of a pair is within some distance if one of the two is. So sets of this form are folded.
            let both =
                |a: [u64; 4], b: [u64; 4], f: fn(u64, u64) -> u64| std::array::from_fn(|i| f(a[i], b[i]));
            let base = halved(both(codes.nearer, codes.marked, |nearer, marked| nearer & marked));
            let two_beyond = halved(both(codes.nearer, codes.marked, |nearer, marked| nearer | marked));
            let nearer = halved(codes.nearer);
            let marked = both(two_beyond, nearer, |within, nearer| within & !nearer);
            codes = Codes { nearer, marked: both(base, marked, |base, marked| base | marked) };
        }
        codes
    }
}

/// Returns the union of each entry and its neighbour: half as many entries.
fn halved(set: [u64; 4]) -> [u64; 4] {
    let pairs = set.map(|word| gathered(word | word >> 1));
    [pairs[0] | pairs[1] << 32, pairs[2] | pairs[3] << 32, 0, 0]
}

/// Compresses the even bits: bit 2i comes to bit i.
#[inline(always)]
fn gathered(bits: u64) -> u64 {
    let bits = bits & 0x5555_5555_5555_5555;
    let bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    let bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    let bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
    let bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
    (bits | bits >> 16) & 0x0000_0000_FFFF_FFFF
}

#[cfg(test)]
mod tests {
    use testkit::Lcg;

    use super::*;

    /// Returns the code of an entry: 0 up to the base, 3 beyond the base plus two.
    fn code(codes: &Codes, entry: usize) -> u64 {
        let bit = |set: &[u64; 4]| set[entry / 64] >> (entry % 64) & 1;
        3 - 2 * bit(&codes.nearer) - bit(&codes.marked)
    }

    #[test]
    fn folded_entries_are_minima() {
        let mut random = Lcg::new(1);
        let mut word = || {
            let state = random.next_u64();
            state ^ state >> 29
        };
        for _ in 0..200 {
            // Few entries are near, as in real tables.
            let [nearer, marked] = std::array::from_fn(|_| std::array::from_fn(|_| word() & word()));
            let codes = Codes { nearer, marked };
            assert_eq!(codes.folded(256), codes);
            for entries in [128, 64] {
                let (folded, together) = (codes.folded(entries), 256 / entries);
                for entry in 0..entries {
                    let expected = (0..together).map(|i| code(&codes, entry * together + i)).min();
                    assert_eq!(Some(code(&folded, entry)), expected);
                }
            }
        }
    }
}

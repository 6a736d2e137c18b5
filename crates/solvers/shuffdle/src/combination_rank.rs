//! Combination rank: numbers all sets of ten cells. Holes and targets together occupy ten cells, wherever the blockers
//! are.
//!
//! A set is split into its part among the first 13 cells and its part among the other 12. All sets with the same upper
//! part form a block, numbered consecutively by their lower parts; two upper parts of the same size have blocks of the
//! same lower parts in the same order. So a step inside the upper part leads from an offset in one block to the same
//! offset in another, and a step inside the lower part stays in its block.

use puzzle::shuffdle::{CELLS, HOLES, SIDE};

/// Number of cells in a set: holes and targets.
pub(super) const SET_SIZE: usize = HOLES + SIDE;

/// Number of sets: 25 over 10.
pub(super) const N_SETS: u64 = 3_268_760;

/// Number of cells of the lower part.
pub(super) const LOWER_CELLS: usize = 13;

/// Number of cells of the upper part.
const UPPER_CELLS: usize = CELLS - LOWER_CELLS;

const LOWER_MASK: u32 = (1 << LOWER_CELLS) - 1;

/// Rank and unrank of the sets of ten cells.
pub(super) struct CombinationRank {
    /// By upper part: the index of the first set of its block.
    first: Vec<u32>,
    /// By lower part: its offset in every block that has it.
    offset: Vec<u16>,
    /// By size: the lower parts of that size, in order.
    lower: Vec<Vec<u32>>,
    len: usize,
}

impl CombinationRank {
    pub fn new() -> CombinationRank {
        let mut lower = vec![Vec::new(); LOWER_CELLS + 1];
        let mut offset = Vec::with_capacity(1 << LOWER_CELLS);
        for part in 0..1_u32 << LOWER_CELLS {
            let class: &mut Vec<u32> = &mut lower[part.count_ones() as usize];
            offset.push(class.len() as u16);
            class.push(part);
        }
        let (mut first, mut len) = (Vec::with_capacity(1 << UPPER_CELLS), 0);
        for upper in 0..1_u32 << UPPER_CELLS {
            first.push(len as u32);
            len += SET_SIZE.checked_sub(upper.count_ones() as usize).map_or(0, |rest| lower[rest].len());
        }
        CombinationRank { first, offset, lower, len }
    }

    /// Number of sets.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the index of a set.
    #[inline(always)]
    pub fn index(&self, set: u32) -> usize {
        self.first[(set >> LOWER_CELLS) as usize] as usize
            + usize::from(self.offset[(set & LOWER_MASK) as usize])
    }

    /// Returns all upper parts of sets, in the order of their blocks.
    pub fn uppers(&self) -> impl Iterator<Item = u32> {
        (0..1 << UPPER_CELLS).filter(|upper: &u32| upper.count_ones() as usize <= SET_SIZE)
    }

    /// Returns the size class of an upper part: the number of cells of the lower parts in its block.
    pub fn class(upper: u32) -> usize {
        SET_SIZE - upper.count_ones() as usize
    }

    /// Returns the lower parts of a size class, in the order of the blocks.
    pub fn lower(&self, class: usize) -> &[u32] {
        &self.lower[class]
    }

    /// Returns the offset of a lower part in its blocks.
    pub fn offset(&self, lower: u32) -> u16 {
        self.offset[lower as usize]
    }

    /// Returns the indices of the sets of a block.
    pub fn block(&self, upper: u32) -> std::ops::Range<usize> {
        let first = self.first[upper as usize] as usize;
        first..first + self.lower[CombinationRank::class(upper)].len()
    }
}

/// Returns the rank of `cell` in a set: the number of cells before it.
#[inline(always)]
pub(super) fn rank_in_set(set: u32, cell: usize) -> u32 {
    (set & ((1 << cell) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_number() {
        let sets = CombinationRank::new();
        assert_eq!(sets.len() as u64, N_SETS);
        let mut expected = 0;
        for upper in sets.uppers() {
            assert_eq!(sets.block(upper).start, expected);
            for &lower in sets.lower(CombinationRank::class(upper)) {
                let set = upper << LOWER_CELLS | lower;
                assert_eq!((set.count_ones() as usize, sets.index(set)), (SET_SIZE, expected));
                expected += 1;
            }
        }
        assert_eq!(expected, sets.len());
    }
}

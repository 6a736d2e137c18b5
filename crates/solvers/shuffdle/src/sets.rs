//! All sets of ten cells, numbered. Ten cells are what holes and targets occupy together, wherever the blockers are.
//!
//! A set is cut into its part among the first 13 cells and its part among the other 12. All sets with the same upper part
//! are a block, numbered in a row by their lower parts; two upper parts with as many cells have blocks of the same lower
//! parts in the same order. So a step inside the upper part leads from a place in one block to the same place in another,
//! and a step inside the lower part stays in its block.

use puzzle::shuffdle::{CELLS, HOLES, SIDE};

/// Cells in a set: as many as there are holes and targets.
pub(super) const SIZE: usize = HOLES + SIDE;

/// How many sets there are: 25 over 10.
pub(super) const N_SETS: u64 = 3_268_760;

/// Cells of the lower part.
pub(super) const LOW: usize = 13;

/// Cells of the upper part.
const HIGH: usize = CELLS - LOW;

const LOW_MASK: u32 = (1 << LOW) - 1;

/// The numbering.
pub(super) struct Sets {
    /// By upper part: the number of the first set of its block.
    first: Vec<u32>,
    /// By lower part: its place in every block that has it.
    place: Vec<u16>,
    /// By number of cells: the lower parts of that size, in order.
    lower: Vec<Vec<u32>>,
    len: usize,
}

impl Sets {
    pub fn new() -> Sets {
        let mut lower = vec![Vec::new(); LOW + 1];
        let mut place = Vec::with_capacity(1 << LOW);
        for part in 0..1_u32 << LOW {
            let class: &mut Vec<u32> = &mut lower[part.count_ones() as usize];
            place.push(class.len() as u16);
            class.push(part);
        }
        let (mut first, mut len) = (Vec::with_capacity(1 << HIGH), 0);
        for upper in 0..1_u32 << HIGH {
            first.push(len as u32);
            len += SIZE.checked_sub(upper.count_ones() as usize).map_or(0, |rest| lower[rest].len());
        }
        Sets { first, place, lower, len }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The number of a set.
    #[inline(always)]
    pub fn index(&self, set: u32) -> usize {
        self.first[(set >> LOW) as usize] as usize + usize::from(self.place[(set & LOW_MASK) as usize])
    }

    /// All upper parts that some set has, in the order of their blocks.
    pub fn uppers(&self) -> impl Iterator<Item = u32> {
        (0..1 << HIGH).filter(|upper: &u32| upper.count_ones() as usize <= SIZE)
    }

    /// How many cells the lower parts have in the block of an upper part.
    pub fn class(upper: u32) -> usize {
        SIZE - upper.count_ones() as usize
    }

    /// The lower parts of so many cells, in the order of the blocks.
    pub fn lower(&self, class: usize) -> &[u32] {
        &self.lower[class]
    }

    /// The place of a lower part in its blocks.
    pub fn place(&self, lower: u32) -> u16 {
        self.place[lower as usize]
    }

    /// The numbers of the sets of a block.
    pub fn block(&self, upper: u32) -> std::ops::Range<usize> {
        let first = self.first[upper as usize] as usize;
        first..first + self.lower[Sets::class(upper)].len()
    }
}

/// How many cells of a set come before `cell`.
#[inline(always)]
pub(super) fn before(set: u32, cell: usize) -> u32 {
    (set & ((1 << cell) - 1)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_its_number() {
        let sets = Sets::new();
        assert_eq!(sets.len() as u64, N_SETS);
        let mut expected = 0;
        for upper in sets.uppers() {
            assert_eq!(sets.block(upper).start, expected);
            for &lower in sets.lower(Sets::class(upper)) {
                let set = upper << LOW | lower;
                assert_eq!((set.count_ones() as usize, sets.index(set)), (SIZE, expected));
                expected += 1;
            }
        }
        assert_eq!(expected, sets.len());
    }
}

//! What is added up: a byte for the sum of each look, and the Manhattan distance above them, in one word. What is stored in
//! small pieces cannot be read in large ones before it has arrived in the cache, so a state is put together in registers.

use search::Cost;

/// Up to seven looks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedSums(u64);

const MANHATTAN: u32 = 56;

impl PackedSums {
    /// With a Manhattan distance.
    pub fn new(manhattan: Cost) -> PackedSums {
        PackedSums(u64::from(manhattan) << MANHATTAN)
    }

    /// After a slide that brings a tile closer by `closer` (twice 0 or 1) less 1.
    #[inline(always)]
    pub fn after_slide(self, closer_twice: u32) -> PackedSums {
        PackedSums(self.0 + (1 << MANHATTAN) - (u64::from(closer_twice) << MANHATTAN))
    }

    /// With an entry more in a look.
    #[inline(always)]
    pub fn with(self, lookup: usize, entry: u64) -> PackedSums {
        PackedSums(self.0 + (entry << (8 * lookup)))
    }

    /// With an entry less.
    #[inline(always)]
    pub fn without(self, lookup: usize, entry: u64) -> PackedSums {
        PackedSums(self.0 - (entry << (8 * lookup)))
    }

    /// The bound by the largest of `V` looks: entries are halved.
    #[inline(always)]
    pub fn bound<const V: usize>(self) -> Cost {
        let mut most = self.0 as u8;
        for lookup in 1..V {
            most = most.max((self.0 >> (8 * lookup)) as u8);
        }
        (self.0 >> MANHATTAN) as Cost + 2 * Cost::from(most)
    }
}

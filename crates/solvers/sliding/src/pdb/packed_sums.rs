//! Sums of PDB entries: a byte for the sum of each lookup, and the Manhattan distance above them, in one word. A wide
//! load after narrow stores must wait until these have reached the cache, so a state is assembled in registers.

use search::Cost;

/// The sums of up to seven lookups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedSums(u64);

const MANHATTAN: u32 = 56;

impl PackedSums {
    /// Returns zero sums with a Manhattan distance.
    pub fn new(manhattan: Cost) -> PackedSums {
        PackedSums(u64::from(manhattan) << MANHATTAN)
    }

    /// Returns the sums after a slide. `closer_twice` is 2 if it brings the tile closer, else 0.
    #[inline(always)]
    pub fn after_slide(self, closer_twice: u32) -> PackedSums {
        PackedSums(self.0 + (1 << MANHATTAN) - (u64::from(closer_twice) << MANHATTAN))
    }

    /// Returns the sums with an entry of a lookup added.
    #[inline(always)]
    pub fn with(self, lookup: usize, entry: u64) -> PackedSums {
        PackedSums(self.0 + (entry << (8 * lookup)))
    }

    /// Returns the sums with an entry of a lookup subtracted.
    #[inline(always)]
    pub fn without(self, lookup: usize, entry: u64) -> PackedSums {
        PackedSums(self.0 - (entry << (8 * lookup)))
    }

    /// Returns the bound: the Manhattan distance plus twice the maximum over `V` lookups, because entries are halved.
    #[inline(always)]
    pub fn bound<const V: usize>(self) -> Cost {
        let mut most = self.0 as u8;
        for lookup in 1..V {
            most = most.max((self.0 >> (8 * lookup)) as u8);
        }
        (self.0 >> MANHATTAN) as Cost + 2 * Cost::from(most)
    }
}

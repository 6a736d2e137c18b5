//! Xorshift with 64 bits.

/// The generator xorshift64 with shifts 13, 7 and 17 (Marsaglia 2003). The seed must not be 0.
#[derive(Clone, Debug)]
pub struct XorShift(u64);

impl XorShift {
    /// Returns the generator of a seed.
    ///
    /// # Panics
    /// Panics if the seed is 0, after which only zeros follow.
    pub const fn new(seed: u64) -> XorShift {
        assert!(seed != 0, "xorshift needs a seed other than 0");
        XorShift(seed)
    }

    /// Returns the next number of 64 bits.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `n`: the remainder of the high 53 bits.
    ///
    /// # Panics
    /// Panics if `n` is 0.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        (self.next_u64() >> 11) as usize % n
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers from the seed of Marsaglia's paper, as computed with integers of any size.
    #[test]
    fn numbers_are_known() {
        let mut random = XorShift::new(88_172_645_463_325_252);
        assert_eq!(random.next_u64(), 8_748_534_153_485_358_512);
        assert_eq!(random.next_u64(), 3_040_900_993_826_735_515);
    }
}

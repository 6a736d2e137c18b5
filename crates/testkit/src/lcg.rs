//! A 64-bit linear congruential generator (LCG), the usual one of tests and benches.

/// A linear congruential generator with Knuth's 64-bit multiplier (MMIX). A seed gives the same numbers on every machine
/// and in every version, so tests may assert counts that depend on them.
///
/// The low bits of a state have short periods, so everything but [`Lcg::next_u64`] uses the high bits.
#[derive(Clone, Debug)]
pub struct Lcg {
    state: u64,
    increment: u64,
}

impl Lcg {
    const MULTIPLIER: u64 = 6_364_136_223_846_793_005;
    const INCREMENT: u64 = 1_442_695_040_888_963_407;

    /// Returns a generator whose first number is the one after the seed.
    pub const fn new(seed: u64) -> Lcg {
        Lcg::with_increment(seed, Lcg::INCREMENT)
    }

    /// Returns a generator of another sequence. The increment must be odd for the full period of 2^64.
    pub const fn with_increment(seed: u64, increment: u64) -> Lcg {
        Lcg { state: seed, increment }
    }

    /// Returns the next state, all 64 bits of it.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_mul(Lcg::MULTIPLIER).wrapping_add(self.increment);
        self.state
    }

    /// Returns the next number of 31 bits, the high bits of the state.
    #[inline]
    pub const fn next_u31(&mut self) -> u32 {
        (self.next_u64() >> 33) as u32
    }

    /// Returns a number below `n`: the remainder of [`Lcg::next_u31`].
    ///
    /// # Panics
    /// Panics if `n` is 0.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        self.next_u31() as usize % n
    }

    /// Returns the same number as [`Lcg::below`], in the type that random states of puzzles use.
    ///
    /// # Panics
    /// Panics if `n` is 0.
    #[inline]
    pub const fn below_u32(&mut self, n: u32) -> u32 {
        self.next_u31() % n
    }

    /// Returns a number below `n`: the high word of the state times `n`. The bias is smaller than that of a remainder;
    /// the sequence differs from that of [`Lcg::below`].
    #[inline]
    pub const fn scaled_u32(&mut self, n: u32) -> u32 {
        ((self.next_u64() as u128 * n as u128) >> 64) as u32
    }

    /// Returns [`Lcg::below`] as a function.
    pub fn into_below(mut self) -> impl FnMut(usize) -> usize {
        move |n| self.below(n)
    }

    /// Returns [`Lcg::below_u32`] as a function.
    pub fn into_below_u32(mut self) -> impl FnMut(u32) -> u32 {
        move |n| self.below_u32(n)
    }

    /// Returns [`Lcg::scaled_u32`] as a function.
    pub fn into_scaled_u32(mut self) -> impl FnMut(u32) -> u32 {
        move |n| self.scaled_u32(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sequence from 0 begins with the increment, and every output function is derived from the states.
    #[test]
    fn numbers_are_those_of_the_states() {
        let mut random = Lcg::new(0);
        assert_eq!(random.next_u64(), 1_442_695_040_888_963_407);
        assert_eq!(random.next_u64(), 1_876_011_003_808_476_466);
        let mut small = Lcg::with_increment(0, 1);
        assert_eq!((small.next_u64(), small.next_u64()), (1, 6_364_136_223_846_793_006));
        for seed in 0..1000 {
            let random = Lcg::new(seed);
            let state = random.clone().next_u64();
            assert_eq!(u64::from(random.clone().next_u31()), state >> 33);
            assert_eq!(random.clone().below(18) as u64, (state >> 33) % 18);
            assert_eq!(u64::from(random.clone().below_u32(18)), (state >> 33) % 18);
            assert_eq!(u128::from(random.clone().scaled_u32(18)), (u128::from(state) * 18) >> 64);
        }
    }
}

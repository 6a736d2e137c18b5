//! Twelve bits, one per edge place, permuted by table: two look-ups instead of twelve shifts.

/// A permutation of 12 bits.
pub struct Permute12 {
    low: [u16; 64],
    high: [u16; 64],
}

impl Permute12 {
    /// Bit i of the result is bit `from(i)` of the argument.
    pub fn new(from: impl Fn(usize) -> usize) -> Permute12 {
        let image =
            |bits: usize| (0..12).filter(|&i| bits >> from(i) & 1 != 0).fold(0, |word, i| word | 1 << i);
        Permute12 { low: std::array::from_fn(image), high: std::array::from_fn(|bits| image(bits << 6)) }
    }

    /// The bits in their new places.
    #[inline(always)]
    pub fn apply(&self, bits: u16) -> u16 {
        self.low[usize::from(bits & 63)] | self.high[usize::from(bits >> 6)]
    }
}

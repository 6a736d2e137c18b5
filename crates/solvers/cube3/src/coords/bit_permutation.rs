//! Permutations of twelve bits, one bit per edge place, by table: two look-ups instead of twelve shifts.

/// A permutation of 12 bits.
pub struct Permute12 {
    low: [u16; 64],
    high: [u16; 64],
}

impl Permute12 {
    /// Builds the tables. Bit i of the result is bit `from(i)` of the argument.
    pub fn new(from: impl Fn(usize) -> usize) -> Permute12 {
        let mut one = [0; 12];
        (0..12).for_each(|i| one[from(i)] |= 1 << i);
        Permute12 { low: linear_map(&one[..6]), high: linear_map(&one[6..]) }
    }

    /// Returns the permuted bits.
    #[inline(always)]
    pub fn apply(&self, bits: u16) -> u16 {
        self.low[usize::from(bits & 63)] | self.high[usize::from(bits >> 6)]
    }
}

/// Tabulates a linear map over bits, given the image of each single bit: each further bit doubles the known part of the
/// table.
pub fn linear_map<const N: usize>(one: &[u16]) -> [u16; N] {
    debug_assert_eq!(N, 1 << one.len());
    let mut table = [0; N];
    for (bit, &image) in one.iter().enumerate() {
        let (known, next) = table.split_at_mut(1 << bit);
        next.iter_mut().zip(known).for_each(|(to, &mut from)| *to = from ^ image);
    }
    table
}

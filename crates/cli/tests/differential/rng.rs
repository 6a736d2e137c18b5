//! Random numbers that are the same on every machine.

use testkit::SplitMix;

/// A stream of random numbers.
pub struct Rng(SplitMix);

impl Rng {
    /// The stream of group `group` of a run with this seed.
    pub fn new(seed: u64, group: u64) -> Rng {
        let mut rng = Rng(SplitMix::new(seed ^ group.wrapping_mul(0xD1B5_4A32_D192_ED03)));
        rng.0.next_u64();
        rng
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    /// A number from `low` to `high`, both included.
    pub fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// True in `percent` of 100 cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of some items.
    pub fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// Puts items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

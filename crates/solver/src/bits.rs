//! Iteration over sets that are stored as bits of a machine word.

/// Returns the indices of the set bits, in ascending order.
#[inline(always)]
pub fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as usize;
        let more = set != 0;
        set &= set.wrapping_sub(1);
        more.then_some(lowest)
    })
}

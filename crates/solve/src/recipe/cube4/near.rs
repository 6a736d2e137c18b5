//! What is so near the end of the third phase that wings and centres can be looked at together. All that is a few moves
//! away is written down, by a hash that may put several into one entry, of which the nearest counts: so what is read there
//! is never too much.

use hashbrown::HashSet;

/// Distances of what is near.
pub struct Near {
    /// Two entries a byte.
    entries: Vec<u8>,
}

/// Entries, as a power of two: 8 MB.
const BITS: u32 = 24;
/// The last level that is written down.
pub const LAST_LEVEL: u8 = 6;

impl Near {
    /// All that moves make of `goals`; `key` tells them apart.
    pub fn new<S: Copy>(goals: &[S], key: impl Fn(&S) -> u64, after: impl Fn(&S, &mut dyn FnMut(S))) -> Near {
        let mut near = Near { entries: vec![0xFF; 1 << (BITS - 1)] };
        let mut seen: HashSet<u64> = goals.iter().map(&key).collect();
        let mut level = goals.to_vec();
        seen.iter().for_each(|&key| near.lower(key, 0));
        for distance in 1..=LAST_LEVEL {
            let mut next = Vec::new();
            for state in &level {
                after(state, &mut |state| {
                    let key = key(&state);
                    if seen.insert(key) {
                        near.lower(key, distance);
                        next.push(state);
                    }
                });
            }
            level = next;
        }
        near
    }

    /// Half a byte of the table.
    #[inline(always)]
    fn slot(key: u64) -> (usize, u32) {
        // Multiplication by an odd number near 2^64 / golden ratio spreads keys over the upper bits (Knuth).
        let hash = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - BITS);
        (hash as usize / 2, hash as u32 % 2 * 4)
    }

    /// Levels come in order, so what is there is never more.
    fn lower(&mut self, key: u64, distance: u8) {
        let (byte, shift) = Near::slot(key);
        let entry = &mut self.entries[byte];
        if *entry >> shift & 15 == 15 {
            *entry ^= (15 ^ distance) << shift;
        }
    }

    /// The distance, or more than that of the last level.
    #[inline(always)]
    pub fn distance(&self, key: u64) -> u32 {
        let (byte, shift) = Near::slot(key);
        u32::from((self.entries[byte] >> shift & 15).min(LAST_LEVEL + 1))
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.entries.len() as u64
    }
}

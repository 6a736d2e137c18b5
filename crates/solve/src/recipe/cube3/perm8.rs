//! Permutations of eight things by number: the corners, or the edges of the U and D layers.

use search::hardware::prefetch;

use super::symmetry::COUNT;

/// Permutations of eight.
pub const N_PERM8: usize = 40_320; // 8!

/// What lies in each of eight places.
pub type Perm8 = [u8; 8];

/// The number of a permutation in the order of a dictionary.
#[inline]
pub fn rank(perm: &Perm8) -> u16 {
    // Four bits for each piece: how many of those still to come are smaller. Taking one out lowers all above it.
    let mut below = 0x7654_3210_u32;
    let mut rank = 0;
    for (i, &piece) in perm.iter().enumerate() {
        let shift = 4 * u32::from(piece);
        rank = rank * (8 - i as u32) + (below >> shift & 7);
        below = below.wrapping_sub(0x1111_1110_u32 << shift);
    }
    rank as u16
}

/// All permutations in the order of their numbers.
pub fn all() -> Vec<Perm8> {
    let mut perms = Vec::with_capacity(N_PERM8);
    let mut perm = [0, 1, 2, 3, 4, 5, 6, 7];
    loop {
        perms.push(perm);
        let Some(i) = (0..7).rfind(|&i| perm[i] < perm[i + 1]) else { return perms };
        let j = (0..8).rfind(|&j| perm[j] > perm[i]).expect("the next one is larger");
        perm.swap(i, j);
        perm[i + 1..].reverse();
    }
}

/// Where moves lead from each permutation: `next[perm * n_moves + mv]`.
pub struct Perm8Moves {
    next: Vec<u16>,
    n_moves: usize,
}

impl Perm8Moves {
    /// Each move is given by the place that every place is filled from, and by the moves made before it whose product
    /// it is, if any: looking those up is faster than counting.
    pub fn new(perms: &[Perm8], moves: &[(Perm8, Option<(usize, usize)>)]) -> Perm8Moves {
        let n_moves = moves.len();
        let mut next = vec![0_u16; perms.len() * n_moves];
        for (row, perm) in next.chunks_exact_mut(n_moves).zip(perms) {
            for (to, (from, product)) in row.iter_mut().zip(moves) {
                if product.is_none() {
                    *to = rank(&from.map(|place| perm[usize::from(place)]));
                }
            }
        }
        for (mv, (_, product)) in moves.iter().enumerate() {
            let Some((first, second)) = *product else { continue };
            for perm in 0..perms.len() {
                let between = usize::from(next[perm * n_moves + first]);
                next[perm * n_moves + mv] = next[between * n_moves + second];
            }
        }
        Perm8Moves { next, n_moves }
    }

    /// Where the moves lead, one after the other.
    #[inline(always)]
    pub fn row(&self, perm: u16) -> &[u16] {
        let start = usize::from(perm) * self.n_moves;
        &self.next[start..start + self.n_moves]
    }

    /// Has a row fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, perm: u16) {
        prefetch(&self.next[usize::from(perm) * self.n_moves]);
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.next[..]) as u64
    }
}

/// Permutations as classes under the 16 symmetries of the axis: 2,768 of them.
pub struct Perm8Classes {
    /// `class << 4 | symmetry` of each permutation; the symmetry takes it to the representative.
    of: Vec<u16>,
    /// One of each class.
    pub representatives: Vec<u16>,
    /// Symmetries that leave the representative alone, as bits.
    pub stabiliser: Vec<u16>,
}

impl Perm8Classes {
    /// `symmetries[s][place]` is where a symmetry takes a place; `inverse[s]` undoes it.
    pub fn new(perms: &[Perm8], symmetries: &[Perm8; COUNT], inverse: &[u8; COUNT]) -> Perm8Classes {
        const NONE: u16 = u16::MAX;
        let mut classes =
            Perm8Classes { of: vec![NONE; perms.len()], representatives: Vec::new(), stabiliser: Vec::new() };
        for (number, perm) in perms.iter().enumerate() {
            if classes.of[number] != NONE {
                continue;
            }
            let class = classes.representatives.len() as u16;
            let mut stable = 0;
            for (s, to) in symmetries.iter().enumerate() {
                let mut image = [0; 8];
                (0..8).for_each(|place| image[usize::from(to[place])] = to[usize::from(perm[place])]);
                let image = usize::from(rank(&image));
                stable |= u16::from(image == number) << s;
                if classes.of[image] == NONE {
                    classes.of[image] = class << 4 | u16::from(inverse[s]);
                }
            }
            classes.representatives.push(number as u16);
            classes.stabiliser.push(stable);
        }
        classes
    }

    /// The class of a permutation and the symmetry that takes it to the representative.
    #[inline(always)]
    pub fn of(&self, perm: u16) -> (usize, usize) {
        let packed = usize::from(self.of[usize::from(perm)]);
        (packed >> 4, packed & 15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_up() {
        let perms = all();
        assert_eq!(perms.len(), N_PERM8);
        for (number, perm) in perms.iter().enumerate() {
            assert_eq!(usize::from(rank(perm)), number, "{perm:?}");
        }
    }
}

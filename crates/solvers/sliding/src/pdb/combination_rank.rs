//! Combination rank: numbers the sets of `k` cells. The board is split into two halves; the rank of a set is the start
//! of the sets with its second half, plus the rank of its first half among those of the same size. All sets with an
//! even sum of rows and columns precede the odd ones: a slide changes the parity, so every BFS level has one parity.

/// Rank and unrank of the sets of `k` cells of a board.
pub struct CombinationRank {
    /// By first half: its rank, and in the highest bit the parity of its sum.
    first: Vec<u16>,
    /// By second half and parity of the first: the rank of the first set that has it.
    second: Vec<u32>,
    first_bits: u32,
    /// All sets by rank.
    all: Vec<u32>,
    n_even: usize,
}

const ODD: u16 = 1 << 15;

impl CombinationRank {
    pub fn new(rows: usize, cols: usize, k: usize) -> CombinationRank {
        let n = rows * cols;
        let first_bits = n.div_ceil(2) as u32;
        let odd_cells = (0..n).filter(|cell| (cell / cols + cell % cols) % 2 == 1);
        let odd_cells = odd_cells.fold(0_u32, |set, cell| set | 1 << cell);
        let is_odd = |set: u32| (set & odd_cells).count_ones() % 2 == 1;
        // The first halves so far, by size and parity.
        let mut met = vec![[const { Vec::new() }; 2]; n + 1];
        let first = (0..1_u32 << first_bits).map(|half| {
            let met = &mut met[half.count_ones() as usize][usize::from(is_odd(half))];
            met.push(half);
            (met.len() - 1) as u16 | if is_odd(half) { ODD } else { 0 }
        });
        let first = first.collect();
        let mut sets = CombinationRank { first, second: Vec::new(), first_bits, all: Vec::new(), n_even: 0 };
        sets.second = vec![0; 2 << (n as u32 - first_bits)];
        for kind in [false, true] {
            for second in 0..1_u32 << (n as u32 - first_bits) {
                let Some(left) = k.checked_sub(second.count_ones() as usize) else { continue };
                let above = second << first_bits;
                let first_is_odd = is_odd(above) != kind;
                sets.second[second as usize * 2 + usize::from(first_is_odd)] = sets.all.len() as u32;
                sets.all.extend(met[left][usize::from(first_is_odd)].iter().map(|half| above | half));
            }
            if !kind {
                sets.n_even = sets.all.len();
            }
        }
        sets
    }

    /// Returns the rank of a set.
    #[inline(always)]
    pub fn rank(&self, set: u32) -> usize {
        let first = self.first[(set & ((1 << self.first_bits) - 1)) as usize];
        let second = self.second[(2 * (set >> self.first_bits) as usize) | usize::from(first >> 15)];
        second as usize + usize::from(first & !ODD)
    }

    /// Returns all sets by rank (unrank).
    pub fn all(&self) -> &[u32] {
        &self.all
    }

    /// Number of even sets; they come first.
    pub fn n_even(&self) -> usize {
        self.n_even
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_list() {
        for (rows, cols, k, n) in
            [(4, 4, 8, 12_870), (3, 5, 4, 1365), (5, 5, 3, 2300), (2, 2, 1, 4), (4, 4, 7, 11_440)]
        {
            let sets = CombinationRank::new(rows, cols, k);
            assert_eq!(sets.all().len(), n);
            for (number, &set) in sets.all().iter().enumerate() {
                assert_eq!(sets.rank(set), number);
                assert_eq!(set.count_ones() as usize, k);
            }
            // A slide changes the parity.
            for &set in &sets.all()[..sets.n_even()] {
                if set & 3 == 1 {
                    assert!(sets.rank(set ^ 3) >= sets.n_even());
                }
            }
        }
    }
}

//! Permutations of eight pieces by rank: the corners, or the edges of the U and D layers.
//!
//! A permutation is stored as two placements: the places of the first four pieces, which belong to the U layer, and the
//! places of the last four. A placement is one of 70 sets of places with one of 24 orders. So move and conjugation
//! tables have 1,680 rows instead of 40,320 and stay in the first-level caches.

use search::hardware::Shuffle;

use super::perm4::{self, N_PERM4, PRODUCTS, RANK, UNRANK};
use crate::symmetry::{AXIAL16, N_SYM};

/// Permutations of eight.
pub const N_PERM8: usize = 40_320; // 8!
/// Placements of four pieces in eight places.
pub const N_PLACEMENT: usize = N_SET * N_PERM4; // 8! / 4!
/// Sets of four places in eight.
const N_SET: usize = 70; // 8! / (4! 4!)

/// A permutation of eight: the piece in each place.
pub type Perm8 = [u8; 8];

/// Sets of four places as bits, ascending: the complement of number n is number 69 - n.
const SETS: [u8; N_SET] = {
    let mut sets = [0; N_SET];
    let (mut set, mut n) = (0_u16, 0);
    while set < 256 {
        if set.count_ones() == 4 {
            sets[n] = set as u8;
            n += 1;
        }
        set += 1;
    }
    sets
};

/// The rank of each set.
const SET_RANK: [u8; 256] = {
    let mut number = [0; 256];
    let mut n = 0;
    while n < N_SET {
        number[SETS[n] as usize] = n as u8;
        n += 1;
    }
    number
};

/// By set of places, as bits: first the places outside the set, then those in it.
static GATHER: [[u8; 16]; 256] = {
    let mut gather = [[0; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 16 {
            // Goes through the places twice, once for each kind.
            let is_in = set >> (place % 8) & 1 != 0;
            if is_in == (place >= 8) {
                gather[set][n] = place as u8 % 8;
                n += 1;
            }
            place += 1;
        }
        set += 1;
    }
    gather
};

/// A permutation as two placements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halves {
    /// The placement of the first four pieces.
    pub first: u16,
    /// The placement of the last four pieces.
    pub last: u16,
}

impl Halves {
    /// The identity permutation.
    pub const SOLVED: Halves = Halves::of(0);

    /// Splits a permutation, given by rank, into placements.
    #[inline(always)]
    pub const fn of(perm: u16) -> Halves {
        let (first, set) = (perm / N_PERM4 as u16, perm / (N_PERM4 * N_PERM4) as u16);
        let order = perm - first * N_PERM4 as u16;
        Halves { first, last: (N_SET as u16 - 1 - set) * N_PERM4 as u16 + order }
    }

    /// Returns the rank of the permutation.
    #[inline(always)]
    pub fn perm(self) -> u16 {
        self.first * N_PERM4 as u16 + self.last % N_PERM4 as u16
    }
}

/// Returns the rank of the permutation in the first eight bytes.
#[inline(always)]
pub fn rank(shuffle: Shuffle, word: [u8; 16]) -> u16 {
    // One bit of each byte says whether the piece is one of the last four; the multiplication gathers these bits.
    let is_last = low(word) >> 2 & 0x0101_0101_0101_0101;
    let last_places = (is_last.wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize;
    let gathered = low(shuffle.apply(word, GATHER[last_places]));
    let order = |bytes: u64| u16::from(RANK[(bytes & 3 | bytes >> 6 & 12 | bytes >> 12 & 48) as usize]);
    let set = u16::from(SET_RANK[last_places ^ 255]);
    (set * N_PERM4 as u16 + order(gathered)) * N_PERM4 as u16 + order(gathered >> 32)
}

#[inline(always)]
fn low(word: [u8; 16]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = word;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

/// Returns the permutation of a rank.
pub fn unrank(perm: u16) -> Perm8 {
    let Halves { first, last } = Halves::of(perm);
    let mut pieces = [0; 8];
    for (placement, offset) in [(first, 0), (last, 4)] {
        let (set, order) = (usize::from(placement) / N_PERM4, usize::from(placement) % N_PERM4);
        let places = (0..8).filter(|place| SETS[set] >> place & 1 != 0);
        places.zip(UNRANK[order]).for_each(|(place, piece)| pieces[place] = piece + offset);
    }
    pieces
}

/// Move and conjugation tables of placements. The same tables serve both halves: a place of the D layer has the number
/// of the place above it plus four.
pub struct Placements {
    /// `next[placement * n_moves + mv]`.
    next: Vec<u16>,
    n_moves: usize,
    /// `conjugate[placement][symmetry]`.
    conjugate: Vec<[u16; N_SYM]>,
}

/// Returns the symmetries that swap the layers, as bits: under them the two halves change roles.
fn layer_swaps(symmetries: &[Perm8; N_SYM]) -> u16 {
    (0..N_SYM).fold(0, |set, s| set | u16::from(symmetries[s][0] >= 4) << s)
}

impl Placements {
    /// Builds the tables. Moves and symmetries are given by the place that the content of each place goes to;
    /// symmetries rename the pieces as well.
    pub fn new(moves: &[Perm8], symmetries: &[Perm8; N_SYM]) -> Placements {
        let n_moves = moves.len();
        let mut next = vec![0; N_PLACEMENT * n_moves];
        for (mv, to) in moves.iter().enumerate() {
            let rows = next.chunks_exact_mut(n_moves);
            fill_column(to, [0, 1, 2, 3], rows.map(|row| &mut row[mv]));
        }
        let mut conjugate = vec![[0; N_SYM]; N_PLACEMENT];
        for (s, to) in symmetries.iter().enumerate() {
            debug_assert!((0..4).all(|i| to[i] ^ 4 == to[i + 4]), "the layers lie above each other");
            let [a, b, c, d, ..] = to.map(|place| place & 3);
            fill_column(to, [a, b, c, d], conjugate.iter_mut().map(|row| &mut row[s]));
        }
        Placements { next, n_moves, conjugate }
    }

    /// Returns the placements after each move, in the order of the moves.
    #[inline(always)]
    pub fn row(&self, placement: u16) -> &[u16] {
        let start = usize::from(placement) * self.n_moves;
        &self.next[start..start + self.n_moves]
    }

    /// Returns the conjugate of a placement under a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, placement: u16, symmetry: usize) -> u16 {
        self.conjugate[usize::from(placement)][symmetry % N_SYM]
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.next[..]) + size_of_val(&self.conjugate[..])) as u64
    }
}

/// Writes the image of every placement if the content of place i goes to `to[i]` and piece i becomes `names[i]`.
fn fill_column<'a>(to: &Perm8, names: perm4::Perm4, mut cells: impl Iterator<Item = &'a mut u16>) {
    let renamed = &PRODUCTS[usize::from(perm4::rank(names))];
    for set in SETS {
        let places = || (0..8_u8).filter(|&place| set >> place & 1 != 0);
        let image = places().fold(0_u8, |image, place| image | 1 << to[usize::from(place)]);
        // For each new place, the rank among the old places of the one that it is filled from.
        let mut from = [0; 4];
        for (i, place) in places().enumerate() {
            let below = image & ((1_u8 << to[usize::from(place)]) - 1);
            from[below.count_ones() as usize] = i as u8;
        }
        let from = usize::from(perm4::rank(from));
        let first = u16::from(SET_RANK[usize::from(image)]) * N_PERM4 as u16;
        for (order, cell) in renamed.iter().zip(cells.by_ref()) {
            *cell = first + u16::from(PRODUCTS[usize::from(*order)][from]);
        }
    }
}

/// Symmetry classes of permutations under the 16 symmetries of the U-D axis: 2,768 classes.
pub struct Perm8Classes {
    /// By permutation, `class << 4 | symmetry`; the symmetry takes the permutation to the representative of the class.
    class_of: Vec<u16>,
    /// By class, its representative.
    pub representatives: Vec<u16>,
    /// `next[class * n_moves + mv]`: the representative after a move, as `class << 4 | symmetry`.
    next: Vec<u16>,
    n_moves: usize,
    layer_swaps: u16,
}

impl Perm8Classes {
    /// Computes the classes of the permutations of `placements`, which was built with `symmetries`.
    pub fn new(placements: &Placements, symmetries: &[Perm8; N_SYM]) -> Perm8Classes {
        const NONE: u16 = u16::MAX;
        let layer_swaps = layer_swaps(symmetries);
        let mut class_of = vec![NONE; N_PERM8];
        let mut representatives = Vec::with_capacity(2768);
        for perm in 0..N_PERM8 as u16 {
            if class_of[usize::from(perm)] != NONE {
                continue;
            }
            let (class, halves) = (representatives.len() as u16, Halves::of(perm));
            for s in 0..N_SYM {
                let cell = &mut class_of[usize::from(conjugate(placements, halves, s, layer_swaps).perm())];
                if *cell == NONE {
                    *cell = class << 4 | u16::from(AXIAL16.inverse[s]);
                }
            }
            representatives.push(perm);
        }
        let n_moves = placements.n_moves;
        let mut next = Vec::with_capacity(representatives.len() * n_moves);
        for &perm in &representatives {
            let Halves { first, last } = Halves::of(perm);
            let moved = placements.row(first).iter().zip(placements.row(last));
            next.extend(moved.map(|(&first, &last)| class_of[usize::from(Halves { first, last }.perm())]));
        }
        Perm8Classes { class_of, representatives, next, n_moves, layer_swaps }
    }

    /// Number of classes.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the class of a permutation and the symmetry that takes it to the representative.
    #[inline(always)]
    pub fn class_of(&self, perm: u16) -> (usize, usize) {
        let packed = usize::from(self.class_of[usize::from(perm)]);
        (packed >> 4, packed & 15)
    }

    /// Returns `class << 4 | symmetry` after each move of a representative, in the order of the moves.
    #[inline(always)]
    pub fn row(&self, class: u16) -> &[u16] {
        let start = usize::from(class) * self.n_moves;
        &self.next[start..start + self.n_moves]
    }

    /// Returns the conjugate of a permutation of other pieces under a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, placements: &Placements, halves: Halves, symmetry: usize) -> Halves {
        conjugate(placements, halves, symmetry, self.layer_swaps)
    }

    /// True if a symmetry swaps the layers.
    #[inline(always)]
    pub fn swaps_layers(&self, symmetry: usize) -> bool {
        self.layer_swaps >> symmetry & 1 != 0
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        2 * (self.class_of.len() + self.next.len() + self.representatives.len()) as u64
    }
}

#[inline(always)]
fn conjugate(placements: &Placements, halves: Halves, symmetry: usize, layer_swaps: u16) -> Halves {
    let (first, last) =
        (placements.conjugate(halves.first, symmetry), placements.conjugate(halves.last, symmetry));
    if layer_swaps >> symmetry & 1 != 0 {
        Halves { first: last, last: first }
    } else {
        Halves { first, last }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_numbers() {
        for perm in 0..N_PERM8 as u16 {
            let pieces = unrank(perm);
            let word = std::array::from_fn(|i| if i < 8 { pieces[i] } else { i as u8 });
            assert_eq!(rank(Shuffle::new(), word), perm, "{pieces:?}");
            assert_eq!(Halves::of(perm).perm(), perm);
        }
        assert_eq!(unrank(0), [0, 1, 2, 3, 4, 5, 6, 7]);
    }
}

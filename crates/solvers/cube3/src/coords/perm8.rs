//! Permutations of eight things by number: the corners, or the edges of the U and D layers.
//!
//! A permutation is two placements: where the first four things are, which are those of the U layer, and where the last
//! four are. A placement is one of 70 sets of places with one of 24 orders, so that tables of 1,680 rows say what moves and
//! symmetries do to 40,320 permutations, and stay in the nearest caches.

use search::hardware::Shuffle;

use super::perm4::{self, N_PERM4, PRODUCTS, RANK, UNRANK};
use crate::symmetry::{AXIAL16, N_SYM};

/// Permutations of eight.
pub const N_PERM8: usize = 40_320; // 8!
/// Placements of four things in eight places.
pub const N_PLACEMENT: usize = N_SET * N_PERM4; // 8! / 4!
/// Sets of four places in eight.
const N_SET: usize = 70; // 8! / (4! 4!)

/// What lies in each of eight places.
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

/// The number of each set.
const SET_RANK: [u8; 256] = {
    let mut number = [0; 256];
    let mut n = 0;
    while n < N_SET {
        number[SETS[n] as usize] = n as u8;
        n += 1;
    }
    number
};

/// For each set of places, as bits: first the places that are not in it, then those that are.
static GATHER: [[u8; 16]; 256] = {
    let mut gather = [[0; 16]; 256];
    let mut set = 0;
    while set < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 16 {
            // Twice around the places: once for each kind.
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

/// Where the first four things are and where the last four are, each as a placement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Halves {
    /// The first four.
    pub first: u16,
    /// The last four.
    pub last: u16,
}

impl Halves {
    /// Everything at home.
    pub const SOLVED: Halves = Halves::of(0);

    /// The halves of a permutation.
    #[inline(always)]
    pub const fn of(perm: u16) -> Halves {
        let (first, set) = (perm / N_PERM4 as u16, perm / (N_PERM4 * N_PERM4) as u16);
        let order = perm - first * N_PERM4 as u16;
        Halves { first, last: (N_SET as u16 - 1 - set) * N_PERM4 as u16 + order }
    }

    /// The number of the permutation.
    #[inline(always)]
    pub fn perm(self) -> u16 {
        self.first * N_PERM4 as u16 + self.last % N_PERM4 as u16
    }
}

/// The number of the permutation in the first eight bytes.
#[inline(always)]
pub fn rank(shuffle: Shuffle, word: [u8; 16]) -> u16 {
    // One bit of each byte says whether the thing is one of the last four; the product brings them together.
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

/// The permutation with a number.
pub fn unrank(perm: u16) -> Perm8 {
    let Halves { first, last } = Halves::of(perm);
    let mut pieces = [0; 8];
    for (placement, offset) in [(first, 0), (last, 4)] {
        let (set, order) = (usize::from(placement) / N_PERM4, usize::from(placement) % N_PERM4);
        let places = (0..8).filter(|place| SETS[set] >> place & 1 != 0);
        places.zip(UNRANK[order]).for_each(|(place, thing)| pieces[place] = thing + offset);
    }
    pieces
}

/// What moves and symmetries do to placements. The same for both halves: a place of the D layer has the number of the
/// one above it plus four.
pub struct Placements {
    /// `next[placement * n_moves + mv]`.
    next: Vec<u16>,
    n_moves: usize,
    /// `conjugate[placement][symmetry]`.
    conjugate: Vec<[u16; N_SYM]>,
}

/// Symmetries that swap the layers, as bits: the halves change their roles.
fn swapping(symmetries: &[Perm8; N_SYM]) -> u16 {
    (0..N_SYM).fold(0, |set, s| set | u16::from(symmetries[s][0] >= 4) << s)
}

impl Placements {
    /// Moves and symmetries are given by where they take what lies in each place; symmetries rename it, too.
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

    /// Where the moves lead from a placement, one after the other.
    #[inline(always)]
    pub fn row(&self, placement: u16) -> &[u16] {
        let start = usize::from(placement) * self.n_moves;
        &self.next[start..start + self.n_moves]
    }

    /// What a placement looks like after a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, placement: u16, symmetry: usize) -> u16 {
        self.conjugate[usize::from(placement)][symmetry % N_SYM]
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.next[..]) + size_of_val(&self.conjugate[..])) as u64
    }
}

/// Writes where every placement goes when what lies in place i goes to `to[i]` and thing i becomes `names[i]`.
fn fill_column<'a>(to: &Perm8, names: perm4::Perm4, mut cells: impl Iterator<Item = &'a mut u16>) {
    let renamed = &PRODUCTS[usize::from(perm4::rank(names))];
    for set in SETS {
        let places = || (0..8_u8).filter(|&place| set >> place & 1 != 0);
        let image = places().fold(0_u8, |image, place| image | 1 << to[usize::from(place)]);
        // Which of the old places, counted in order, each of the new ones is filled from.
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

/// Permutations as classes under the 16 symmetries of the axis: 2,768 of them.
pub struct Perm8Classes {
    /// `class << 4 | symmetry` of each permutation; the symmetry takes it to the representative.
    class_of: Vec<u16>,
    /// One of each class.
    pub representatives: Vec<u16>,
    /// `next[class * n_moves + mv]`: where the moves of the representative lead, in the same form.
    next: Vec<u16>,
    n_moves: usize,
    swapping: u16,
}

impl Perm8Classes {
    /// Classes of what `placements` moves; `symmetries` are those it was made with.
    pub fn new(placements: &Placements, symmetries: &[Perm8; N_SYM]) -> Perm8Classes {
        const NONE: u16 = u16::MAX;
        let swapping = swapping(symmetries);
        let mut class_of = vec![NONE; N_PERM8];
        let mut representatives = Vec::with_capacity(2768);
        for perm in 0..N_PERM8 as u16 {
            if class_of[usize::from(perm)] != NONE {
                continue;
            }
            let (class, halves) = (representatives.len() as u16, Halves::of(perm));
            for s in 0..N_SYM {
                let cell = &mut class_of[usize::from(conjugate(placements, halves, s, swapping).perm())];
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
        Perm8Classes { class_of, representatives, next, n_moves, swapping }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.representatives.len()
    }

    /// The class of a permutation and the symmetry that takes it to the representative.
    #[inline(always)]
    pub fn class_of(&self, perm: u16) -> (usize, usize) {
        let packed = usize::from(self.class_of[usize::from(perm)]);
        (packed >> 4, packed & 15)
    }

    /// Where the moves of a class's representative lead, one after the other: `class << 4 | symmetry`.
    #[inline(always)]
    pub fn row(&self, class: u16) -> &[u16] {
        let start = usize::from(class) * self.n_moves;
        &self.next[start..start + self.n_moves]
    }

    /// What other permutations than these look like after a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, placements: &Placements, halves: Halves, symmetry: usize) -> Halves {
        conjugate(placements, halves, symmetry, self.swapping)
    }

    /// Whether a symmetry swaps the layers.
    #[inline(always)]
    pub fn swaps_layers(&self, symmetry: usize) -> bool {
        self.swapping >> symmetry & 1 != 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        2 * (self.class_of.len() + self.next.len() + self.representatives.len()) as u64
    }
}

#[inline(always)]
fn conjugate(placements: &Placements, halves: Halves, symmetry: usize, swapping: u16) -> Halves {
    let (first, last) =
        (placements.conjugate(halves.first, symmetry), placements.conjugate(halves.last, symmetry));
    if swapping >> symmetry & 1 != 0 { Halves { first: last, last: first } } else { Halves { first, last } }
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

//! The twist coordinate of phase 1: orientations of the corners, 3^7. The last one follows from the others.

use puzzle::Cube3;
use puzzle::cube::CORNERS;

use crate::moves::Moves;
use crate::symmetry::{AXIAL16, N_SYM};

/// Number of twists.
pub const N_TWIST: usize = 2187; // 3^7

/// Move and conjugation tables of the twist coordinate.
pub struct Twists<const ROW: usize> {
    /// `next[twist * n_moves + mv]`, followed by enough zeros that every row can be read as an array of `ROW` entries.
    next: Vec<u16>,
    n_moves: usize,
    /// `conjugate[twist * 16 + symmetry]`.
    conjugate: Box<ConjugateTable>,
}

/// A conjugation table with room for every 16-bit index, so that no index needs a bounds check.
pub type ConjugateTable = [u16; 1 << 16];

type Digits = [u8; 8];

fn rank(digits: &Digits) -> u16 {
    digits[..7].iter().fold(0, |rank, &digit| 3 * rank + u16::from(digit))
}

/// Returns the orientations of all twists, by coordinate.
fn all() -> Vec<Digits> {
    let mut all = Vec::with_capacity(N_TWIST);
    let mut digits = [0; 8];
    for _ in 0..N_TWIST {
        digits[7] = (21 - digits[..7].iter().sum::<u8>()) % 3;
        all.push(digits);
        for digit in digits[..7].iter_mut().rev() {
            *digit = (*digit + 1) % 3;
            if *digit != 0 {
                break;
            }
        }
    }
    all
}

impl<const ROW: usize> Twists<ROW> {
    /// Builds the tables for the moves of a metric.
    pub fn new(moves: &Moves) -> Self {
        let (all, n_moves) = (all(), moves.count());
        let mut next = vec![0; N_TWIST * n_moves + ROW];
        let mut is_product = vec![false; n_moves];
        moves.products().for_each(|(mv, _)| is_product[mv] = true);
        for (mv, generator) in moves.generators.iter().enumerate().filter(|(mv, _)| !is_product[*mv]) {
            let corners: [(usize, u8); 8] = std::array::from_fn(|place| {
                let (from, twist) = generator.cube.corner(place);
                (usize::from(from), twist)
            });
            for (row, digits) in next.chunks_exact_mut(n_moves).zip(&all) {
                row[mv] = rank(&corners.map(|(from, twist)| (digits[from] + twist) % 3));
            }
        }
        for (mv, (first, second)) in moves.products() {
            for twist in 0..N_TWIST {
                let between = usize::from(next[twist * n_moves + first]);
                next[twist * n_moves + mv] = next[between * n_moves + second];
            }
        }
        let mut conjugate: Box<ConjugateTable> = vec![0; 1 << 16].try_into().expect("the length is 2^16");
        for (s, symmetry) in AXIAL16.all.iter().enumerate() {
            // Composing two known columns is faster than computing a new one.
            let known = |a: usize| (0..s).find(|&b| usize::from(AXIAL16.product[a][b]) == s);
            if let Some((a, b)) = (0..s).find_map(|a| Some((a, known(a)?))) {
                for twist in 0..N_TWIST {
                    let between = usize::from(conjugate[twist * N_SYM + a]);
                    conjugate[twist * N_SYM + s] = conjugate[between * N_SYM + b];
                }
                continue;
            }
            // The place that each place is filled from, and the new value of each orientation: mirrors swap 1 and 2.
            // The U or D sticker of a corner stays on U or D, so that nothing else changes.
            let inverse = symmetry.inverse();
            let from = CORNERS.map(|corner| {
                let faces = corner.map(|face| inverse.face(face));
                let place = CORNERS.iter().position(|c| faces.iter().all(|f| c.contains(f)));
                place.expect("corners go to corners")
            });
            let orientation = if symmetry.is_mirror() { [0, 2, 1] } else { [0, 1, 2] };
            for (row, digits) in conjugate.chunks_exact_mut(N_SYM).zip(&all) {
                row[s] = rank(&from.map(|place| orientation[usize::from(digits[place] % 3)]));
            }
        }
        Twists { next, n_moves, conjugate }
    }

    /// Returns the twist coordinate of a cube.
    pub fn of(cube: &Cube3) -> u16 {
        rank(&std::array::from_fn(|place| cube.corner(place).1))
    }

    /// Returns the twists after each move, in the order of the moves.
    #[inline(always)]
    pub fn row(&self, twist: u16) -> &[u16; ROW] {
        let start = usize::from(twist) * self.n_moves;
        self.next[start..start + ROW].try_into().expect("a slice of that length")
    }

    /// Returns the conjugates of all twists: `conjugates()[twist * 16 + symmetry]`.
    #[inline(always)]
    pub fn conjugates(&self) -> &ConjugateTable {
        &self.conjugate
    }

    /// Returns the conjugate of a twist under a symmetry.
    #[inline(always)]
    pub fn conjugate(&self, twist: u16, symmetry: u32) -> u16 {
        self.conjugate[usize::from(twist) * N_SYM + symmetry as usize]
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.next[..]) + size_of::<ConjugateTable>()) as u64
    }
}

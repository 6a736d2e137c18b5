//! Coset coordinate of the corners: the places that hold corners of the second tetrad, and all twists. 70 x 2187
//! cosets, 3393 classes under the 48 symmetries. One look-up returns the symmetry class of a coset, the symmetry that
//! maps it to the representative of the class, and the distance of the class from the solved one.

use puzzle::{Symmetry, Turn};
use search::simd::{Plain, lowest_bits};
use search::table::list_fill;

use super::packed_cube::{Conjugation, PackedCube, TURNS};

/// Number of twists of eight corners.
const N_TWIST: usize = 2187; // 3^7
/// Number of corner cosets.
const N_COSETS: usize = 70 * N_TWIST; // 8 choose 4
/// Number of their symmetry classes.
pub const N_CLASSES: usize = 3393;

/// A corner coset: its symmetry class, the symmetry to the representative, and its distance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CornerCoset(u32);

impl CornerCoset {
    const UNKNOWN: CornerCoset = CornerCoset(u32::MAX);

    fn new(class: usize, symmetry: usize, distance: usize) -> CornerCoset {
        CornerCoset((class | symmetry << 12 | distance << 18) as u32)
    }

    /// Returns the symmetry class, below [`N_CLASSES`].
    #[inline(always)]
    pub fn class(self) -> u32 {
        self.0 & 0xFFF
    }

    /// Returns the symmetry that maps the coset to the representative of its class.
    #[inline(always)]
    pub fn symmetry(self) -> usize {
        (self.0 >> 12 & 63) as usize
    }

    /// Returns the fewest turns that bring the corners to the solved coset: a lower bound for the whole cube.
    #[inline(always)]
    pub fn distance(self) -> u8 {
        (self.0 >> 18) as u8
    }
}

/// Tables of all corner cosets.
pub struct CornerCosets {
    /// By the places of the second tetrad: rank of the first coset with these places.
    starts: [u32; 256],
    /// By rank.
    cosets: Vec<CornerCoset>,
    /// By class: the corners of the representative, each tetrad in order.
    representatives: Vec<u64>,
    /// By class and turn: the coset after a turn of the representative.
    moves: Vec<[CornerCoset; Turn::COUNT]>,
}

impl CornerCosets {
    pub(super) fn new(conjugations: &[Conjugation; Symmetry::COUNT]) -> CornerCosets {
        let mut starts = [0; 256];
        let places: Vec<u8> = (0..=255_u8).filter(|mask| mask.count_ones() == 4).collect();
        for (rank, &mask) in places.iter().enumerate() {
            starts[usize::from(mask)] = (rank * N_TWIST) as u32;
        }
        let cosets = vec![CornerCoset::UNKNOWN; N_COSETS];
        let mut corners = CornerCosets { starts, cosets, representatives: Vec::new(), moves: Vec::new() };
        for coset in 0..N_COSETS {
            if corners.cosets[coset] != CornerCoset::UNKNOWN {
                continue;
            }
            let class = corners.representatives.len();
            let representative = unrank(places[coset / N_TWIST], coset % N_TWIST);
            corners.representatives.push(representative);
            for (symmetry, conjugation) in Symmetry::all().zip(conjugations) {
                let image = corners.rank(conjugation.corners(representative));
                if corners.cosets[image] == CornerCoset::UNKNOWN {
                    corners.cosets[image] = CornerCoset::new(class, symmetry.inverse().index(), 0);
                }
            }
        }
        let moves = |&representative: &u64| {
            let cube = PackedCube::SOLVED.with_corners(representative);
            std::array::from_fn(|turn| corners.coset_of(cube.after(Plain, &TURNS[turn]).corners()))
        };
        corners.moves = corners.representatives.iter().map(moves).collect();
        corners.compute_distances();
        corners
    }

    /// Computes all distances by breadth-first search.
    fn compute_distances(&mut self) {
        let goal = self.coset_of(PackedCube::SOLVED.corners()).class() as usize;
        // Every turn is undone by a turn.
        let distances = list_fill::distances(
            self.representatives.len(),
            [goal],
            |&class| class,
            |&class, visit| self.moves[class].iter().for_each(|corner| visit(corner.class() as usize)),
        );
        let all = self.cosets.iter_mut().chain(self.moves.iter_mut().flatten());
        for corner in all {
            let class = corner.class() as usize;
            *corner = CornerCoset::new(class, corner.symmetry(), usize::from(distances[class]));
        }
    }

    /// Returns the coset of a cube's corners.
    #[inline(always)]
    pub(super) fn coset_of(&self, corners: u64) -> CornerCoset {
        self.cosets[self.rank(corners)]
    }

    /// Returns the rank of a coset.
    #[inline(always)]
    fn rank(&self, corners: u64) -> usize {
        // Combines neighbouring base-3 digits into pairs, then fours, then all of them. The last digit follows from the
        // others.
        let digits = corners >> 4 & 0x0003_0303_0303_0303;
        let pairs = (digits + 3 * (digits >> 8)) & 0x00FF_00FF_00FF_00FF;
        let fours = (pairs + 9 * (pairs >> 16)) & 0x0000_FFFF_0000_FFFF;
        let twist = (fours + 81 * (fours >> 32)) as u32;
        (self.starts[usize::from(lowest_bits(corners >> 2))] + twist) as usize
    }

    /// Returns the corners of the representative of a class.
    pub(super) fn representative(&self, class: usize) -> u64 {
        self.representatives[class]
    }

    /// Returns the coset after a turn of the representative of a class.
    pub(super) fn after(&self, class: usize, turn: usize) -> CornerCoset {
        self.moves[class][turn]
    }

    /// Returns the bytes held.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.cosets[..]) + size_of_val(&self.moves[..])) as u64
    }
}

/// Returns corners with the second tetrad in these places and with these twists; the corners of a tetrad are in order.
fn unrank(places: u8, mut twist: usize) -> u64 {
    let (mut next, mut sum) = ([0, 4], 0);
    let mut corners = [0; 8];
    for (place, corner) in corners.iter_mut().enumerate() {
        let tetrad = usize::from(places >> place & 1);
        let digit = if place < 7 { twist % 3 } else { (3 - sum % 3) % 3 };
        *corner = next[tetrad] | (digit as u8) << 4;
        next[tetrad] += 1;
        (twist, sum) = (twist / 3, sum + digit);
    }
    u64::from_le_bytes(corners)
}

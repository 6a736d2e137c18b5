//! Coset coordinates: the index of a cube in the tables. The idea is that of H48 (nissy). The cosets are those of a
//! subgroup that contains all half turns and is invariant under all 48 symmetries: corners untwisted and in their
//! tetrads, edges in their slices. What a table distinguishes beyond that is its [`CosetSpace`]. An index is a cell (a
//! coset of that subgroup up to symmetry: a row for the class of its corners, and an edge coset) and an offset in the
//! block of the cell.

use puzzle::Symmetry;
use search::simd::Simd;

use super::corner_cosets::{CornerCoset, CornerCosets, N_CLASSES};
use super::edge_cosets::{EdgeCosets, N_EDGES, SliceMasks};
use super::packed_cube::{Conjugation, PackedCube};

/// Number of cells of a table, in every coset space.
pub const N_CELLS: usize = N_CLASSES * N_EDGES; // 117,567,450

/// How far a table divides the cells: each cell has a block of `CORNERS * FLIPS` entries. Except for the folded ones
/// these are the cosets of a smaller subgroup.
pub trait CosetSpace: Copy + Send + Sync + 'static {
    /// Number of corner permutation classes: 1, 2 (parity) or 6 (up to permutations by half turns).
    const CORNERS: usize;
    /// Number of edge flip classes: 1, 4 (parity in each slice), 256 (up to flipping all edges of a slice) or 2048
    /// (all); 64 and 128 are folded from 256.
    const FLIPS: usize;
    /// Entries of a block.
    const BLOCK_SIZE: usize = Self::CORNERS * Self::FLIPS;
    /// An entry has two bits. Code 0 means a distance up to this one; codes 1, 2 and 3 mean one, two, and three or more
    /// beyond it.
    const BASE: u8;
    /// Mean lower bound, in hundredths; it affects only speed.
    const MEAN: i32;
}

/// The coset space with these numbers of corner and flip classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cosets<const CORNERS: usize, const FLIPS: usize>;

/// Cells only.
pub type H0 = Cosets<1, 1>;
/// Corner parity.
pub type X2 = Cosets<2, 1>;
/// Flip parity in each slice.
pub type X4 = Cosets<1, 4>;
/// Corner permutations up to half turns.
pub type X6 = Cosets<6, 1>;
/// Corner parity and flip parities.
pub type X8 = Cosets<2, 4>;
/// Corner permutations up to half turns, and flip parities.
pub type X24 = Cosets<6, 4>;
/// As [`X256`], with the flips of the last slice only by their parity: an entry is the minimum of four.
pub type X64 = Cosets<1, 64>;
/// As [`X256`], folded by half: an entry is the minimum of two.
pub type X128 = Cosets<1, 128>;
/// Edge flips up to flipping whole slices.
pub type X256 = Cosets<1, 256>;
/// As [`X256`], with corner parity.
pub type X512 = Cosets<2, 256>;
/// As [`X256`], with corner permutations up to half turns.
pub type X1536 = Cosets<6, 256>;
/// All edge flips.
pub type X2048 = Cosets<1, 2048>;

impl<const CORNERS: usize, const FLIPS: usize> CosetSpace for Cosets<CORNERS, FLIPS> {
    const CORNERS: usize = CORNERS;
    const FLIPS: usize = FLIPS;
    // The base that gives the largest mean bound.
    const BASE: u8 = match CORNERS * FLIPS {
        0..24 => 8,
        24..256 => 9,
        _ => 10,
    };
    // Counted up to 256, except for the folded ones; those and the larger ones are estimated from their sizes.
    const MEAN: i32 = match CORNERS * FLIPS {
        0..=1 => 968,
        2..4 => 995,
        4..6 => 1016,
        6..8 => 1037,
        8..24 => 1041,
        24..64 => 1084,
        64..128 => 1130,
        128..256 => 1148,
        256..512 => 1167,
        512..1536 => 1189,
        1536..2048 => 1228,
        _ => 1250,
    };
}

/// Index of a cube in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Index {
    /// Below [`N_CELLS`].
    pub cell: u32,
    /// Below [`CosetSpace::BLOCK_SIZE`].
    pub offset: u16,
}

/// Coordinate tables, for all coset spaces.
pub struct Coordinates {
    pub(super) corners: CornerCosets,
    pub(super) edges: EdgeCosets,
    conjugations: [Conjugation; Symmetry::COUNT],
    shuffles: [SymmetryShuffles; Symmetry::COUNT],
    /// By the first three corners of either tetrad: corner permutation up to half turns.
    quotients: [u8; 4096],
    /// By the flips of the twelve edges, slice by slice: flips up to whole slices.
    flip_patterns: [u8; 4096],
}

/// The parts of a symmetry that an index needs, next to each other.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct SymmetryShuffles {
    edge_from: [u8; 16],
    /// By edge: bit 7 is set if it comes to the last slice, bit 6 if to the middle one, and bit 5 if it is flipped in
    /// every place.
    slices: [u8; 16],
    corner_from: [u8; 16],
    corner_to: [u8; 16],
    flips: u32,
}

impl Default for Coordinates {
    fn default() -> Self {
        Coordinates::new()
    }
}

impl Coordinates {
    /// Builds the tables: about a megabyte.
    pub fn new() -> Coordinates {
        let conjugations = std::array::from_fn(|symmetry| {
            Conjugation::new(Symmetry::from_index(symmetry).expect("one of the 48"))
        });
        let shuffles = std::array::from_fn(|symmetry| {
            let conjugation: &Conjugation = &conjugations[symmetry];
            let slice = |edge: usize| {
                let flip = (conjugation.flipped_edges >> edge & 1) as u8;
                [0, 0x40, 0x80, 0][usize::from(conjugation.edge_to[edge] >> 2)] | flip << 5
            };
            SymmetryShuffles {
                edge_from: conjugation.edge_from,
                slices: std::array::from_fn(slice),
                corner_from: conjugation.corner_from,
                corner_to: conjugation.corner_to,
                flips: u32::from(conjugation.flips),
            }
        });
        let corners = CornerCosets::new(&conjugations);
        Coordinates {
            corners,
            edges: EdgeCosets::new(),
            conjugations,
            shuffles,
            quotients: quotients(),
            flip_patterns: std::array::from_fn(flip_pattern),
        }
    }

    /// Returns the part of the index that depends on the corners alone.
    #[inline(always)]
    pub fn corner(&self, cube: &PackedCube) -> CornerCoset {
        self.corners.coset_of(cube.corners())
    }

    /// Returns the index of a cube whose corner coset is known.
    #[inline(always)]
    pub fn index_with_corner<T: CosetSpace, S: Simd>(
        &self,
        simd: S,
        cube: &PackedCube,
        corner: CornerCoset,
    ) -> Index {
        let symmetry = corner.symmetry();
        let masks = self.slice_masks::<T, S>(simd, cube, symmetry);
        let cell = corner.class() * N_EDGES as u32 + self.edges.rank(simd, masks);
        let corner_class = if T::CORNERS == 1 { 0 } else { self.corner_class::<T, S>(simd, cube, symmetry) };
        let flip_class = self.flip_class::<T, S>(simd, masks);
        // Large blocks are divided by corner class first, because they are stored that way.
        let offset = if T::FLIPS <= 4 {
            flip_class * T::CORNERS + corner_class
        } else {
            corner_class * T::FLIPS + flip_class
        };
        Index { cell, offset: offset as u16 }
    }

    /// Returns the index of a cube.
    #[inline(always)]
    pub fn index<T: CosetSpace, S: Simd>(&self, simd: S, cube: &PackedCube) -> Index {
        self.index_with_corner::<T, S>(simd, cube, self.corner(cube))
    }

    /// Returns the places of the slices and flips after a symmetry. Unless the coset space has all flips, flips of a
    /// whole slice that the symmetry adds are left out.
    #[inline(always)]
    pub(super) fn slice_masks<T: CosetSpace, S: Simd>(
        &self,
        simd: S,
        cube: &PackedCube,
        symmetry: usize,
    ) -> SliceMasks {
        let shuffle = &self.shuffles[symmetry];
        let edges = simd.shuffle(cube.edge_half(), shuffle.edge_from);
        let slices = simd.shuffle(shuffle.slices, edges);
        let flipped = simd.bits::<4>(edges) ^ shuffle.flips;
        SliceMasks {
            last: simd.bits::<7>(slices),
            middle: simd.bits::<6>(slices),
            flipped: if T::FLIPS == 2048 { flipped ^ simd.bits::<5>(slices) } else { flipped },
        }
    }

    /// Returns the corner permutation class after a symmetry.
    #[inline(always)]
    pub(super) fn corner_class<T: CosetSpace, S: Simd>(
        &self,
        simd: S,
        cube: &PackedCube,
        symmetry: usize,
    ) -> usize {
        const LABELS: u64 = 0x0303_0303_0303_0303;
        let shuffle = &self.shuffles[symmetry];
        let corners = simd.shuffle(shuffle.corner_to, simd.shuffle(cube.corner_half(), shuffle.corner_from));
        let corners = u64::from_le_bytes(*corners.first_chunk().expect("eight of sixteen"));
        // The labels of each tetrad's corners in the order of their places.
        let second = (corners >> 2 & 0x0101_0101_0101_0101) * 3;
        let labels =
            (simd.extract(corners, second ^ LABELS) & 63) | (simd.extract(corners, second) & 63) << 6;
        let quotient = usize::from(self.quotients[labels as usize]);
        if T::CORNERS == 2 { quotient / 3 } else { quotient }
    }

    /// Returns the edge flip class.
    #[inline(always)]
    pub(super) fn flip_class<T: CosetSpace, S: Simd>(&self, simd: S, masks: SliceMasks) -> usize {
        match T::FLIPS {
            1 => 0,
            4 => {
                let is_odd = |mask: u32| mask.count_ones() as usize & 1;
                is_odd(masks.flipped & masks.middle) | is_odd(masks.flipped & masks.last) << 1
            }
            _ => {
                let flips = |mask: u32| simd.extract(u64::from(masks.flipped), u64::from(mask));
                let flips = flips(masks.first()) | flips(masks.middle) << 4 | flips(masks.last) << 8;
                let pattern = usize::from(self.flip_patterns[(flips & 0xFFF) as usize]);
                match T::FLIPS {
                    // The last edge of a slice distinguishes flips from those with all four inverted.
                    2048 => (simd.extract(flips, 0x888) as usize) << 8 | pattern,
                    // Folded spaces: entries that differ in their last bits share one.
                    _ => pattern / (256 / T::FLIPS),
                }
            }
        }
    }

    /// Returns a symmetry in the piece numbers of [`PackedCube`].
    pub(super) fn conjugation(&self, symmetry: usize) -> &Conjugation {
        &self.conjugations[symmetry]
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        size_of::<Coordinates>() as u64 + self.corners.bytes()
    }
}

/// The six permutations of the three pairings, even ones first.
pub(super) const TRIPLES: [[u8; 3]; 6] = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 3, 2], [3, 2, 1], [2, 1, 3]];

/// Returns the corner permutation class by labels. Four corners of a tetrad can be paired in three ways: by places, the
/// first with the second, third or fourth; by labels, which differ by 1, 2 or 3. Half turns act on the pairings of both
/// tetrads in the same way, so the quotient of the two permutations is the class.
fn quotients() -> [u8; 4096] {
    let mut quotients = [0; 4096];
    // Three labels determine the fourth.
    let pairings = |labels: usize| {
        let label = |i: usize| labels >> (2 * i) & 3;
        let triple =
            [label(0) ^ label(1), label(0) ^ label(2), label(1) ^ label(2)].map(|pairing| pairing as u8);
        TRIPLES.iter().position(|&known| known == triple)
    };
    for (labels, quotient) in quotients.iter_mut().enumerate() {
        if let (Some(first), Some(second)) = (pairings(labels & 63), pairings(labels >> 6)) {
            let back =
                |pairing: u8| TRIPLES[first].iter().position(|&p| p == pairing).expect("all three") as u8 + 1;
            let triple = TRIPLES[second].map(back);
            *quotient = TRIPLES.iter().position(|&known| known == triple).expect("a permutation") as u8;
        }
    }
    quotients
}

/// Returns the index of twelve flips, four of each slice, in a block of 256. The flips of a slice, up to flipping all
/// four, are one of eight: even ones pair the first edge with itself (0) or with another (1, 2, 3); odd ones single one
/// out (0 to 3). The parities choose one of four 64-bit words. In a word the last slice chooses a bit of a nibble, and
/// the first and middle slices choose the nibble: nibble n is the lower one of byte n for n below 8, the upper one of
/// byte n - 8 above.
pub(super) fn flip_pattern(flips: usize) -> u8 {
    let [(m, first), (s, middle), (e, last)] = [0, 4, 8].map(|shift| slice_flips(flips >> shift & 15));
    debug_assert!(m ^ s ^ e < 2);
    let nibble = first | middle << 2;
    ((s | e << 1) << 6 | (nibble & 7) << 3 | (nibble >> 3) << 2 | last) as u8
}

/// Returns the parity of four flips, and their number among those of that parity.
pub(super) fn slice_flips(flips: usize) -> (usize, usize) {
    let same = |a: usize| a == flips || a == flips ^ 15;
    match flips.count_ones() % 2 {
        0 => (0, [0b0000, 0b0011, 0b0101, 0b0110].into_iter().position(same).expect("one of four")),
        _ => (1, [0b0001, 0b0010, 0b0100, 0b1000].into_iter().position(same).expect("one of four")),
    }
}

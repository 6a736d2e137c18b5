//! Where a cube stands in the tables. The group of all cubes is divided by a subgroup that holds all half turns and looks
//! the same from all 48 sides: corners untwisted and in their tetrads, edges in their slices. What a table tells apart
//! beyond that is its [`CosetSpace`]. An index is a cell (the coset of the large subgroup, up to symmetry) and an offset in the
//! cell's block.

use puzzle::Symmetry;
use search::simd::Simd;

use super::corner_cosets::{CornerCoset, CornerCosets, N_CLASSES};
use super::edge_cosets::{EdgeCosets, N_EDGES, SliceMasks};
use super::packed_cube::{Conjugation, PackedCube};

/// Cells of a table, whatever its tier.
pub const N_CELLS: usize = N_CLASSES * N_EDGES; // 117,567,450

/// How finely a table tells cubes of a cell apart.
pub trait CosetSpace: Copy + Send + Sync + 'static {
    /// Kinds of corner permutation: 1, 2 (their parity) or 6 (up to those that half turns make).
    const CORNERS: usize;
    /// Kinds of edge flips: 1, 4 (parity in each slice), 256 (up to flipping all edges of a slice) or 2048 (all); 64 and
    /// 128 are folded from 256.
    const FLIPS: usize;
    /// Entries of a block.
    const BLOCK_SIZE: usize = Self::CORNERS * Self::FLIPS;
    /// Entries up to this distance have the lowest of the four codes; one, two, and three or more beyond it the others.
    const BASE: u8;
    /// The mean of the bounds, in hundredths; nothing but speed rests on it.
    const MEAN: i32;
}

/// The tier with these kinds of corner permutations and flips.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cosets<const CORNERS: usize, const FLIPS: usize>;

/// Nothing but the cell.
pub type H0 = Cosets<1, 1>;
/// Parity of the corners.
pub type X2 = Cosets<2, 1>;
/// Parity of the flips in each slice.
pub type X4 = Cosets<1, 4>;
/// Corners up to half turns.
pub type X6 = Cosets<6, 1>;
/// Both parities.
pub type X8 = Cosets<2, 4>;
/// Corners up to half turns, parity of the flips.
pub type X24 = Cosets<6, 4>;
/// Flips as below, those of the last slice only by their parity: the smallest of the bounds that differ by no more.
pub type X64 = Cosets<1, 64>;
/// The same with half as many together.
pub type X128 = Cosets<1, 128>;
/// Flips up to those of whole slices.
pub type X256 = Cosets<1, 256>;
/// The same and the parity of the corners.
pub type X512 = Cosets<2, 256>;
/// The same and corners up to half turns.
pub type X1536 = Cosets<6, 256>;
/// All flips, with nothing more of the corners.
pub type X2048 = Cosets<1, 2048>;

impl<const CORNERS: usize, const FLIPS: usize> CosetSpace for Cosets<CORNERS, FLIPS> {
    const CORNERS: usize = CORNERS;
    const FLIPS: usize = FLIPS;
    // What gives the largest mean of the bounds.
    const BASE: u8 = match CORNERS * FLIPS {
        0..24 => 8,
        24..256 => 9,
        _ => 10,
    };
    // Counted up to 256, but for the folded ones; these and the larger ones are estimated from their sizes.
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

/// Where a cube stands in a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Index {
    /// Below [`N_CELLS`].
    pub cell: u32,
    /// Below [`CosetSpace::BLOCK_SIZE`].
    pub offset: u16,
}

/// All it takes to find indices, for all tiers.
pub struct Coordinates {
    pub(super) corners: CornerCosets,
    pub(super) edges: EdgeCosets,
    conjugations: [Conjugation; Symmetry::COUNT],
    shuffles: [SymmetryShuffles; Symmetry::COUNT],
    /// Corner permutations up to half turns, by the three first corners of either tetrad.
    quotients: [u8; 4096],
    /// Flips up to those of whole slices, by the flips of the twelve edges slice by slice.
    flip_patterns: [u8; 4096],
}

/// What an index takes of a symmetry, side by side.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct SymmetryShuffles {
    edge_from: [u8; 16],
    /// By edge: the top bit is set if it comes to the last slice, the one below if to the middle one, and the next if it
    /// is flipped wherever it is.
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
    /// Makes the tables: about a megabyte.
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

    /// The part of an index that rests on the corners alone.
    #[inline(always)]
    pub fn corner(&self, cube: &PackedCube) -> CornerCoset {
        self.corners.coset_of(cube.corners())
    }

    /// The rest of it.
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
        // Large blocks are divided by their corners, because they are stored that way.
        let offset = if T::FLIPS <= 4 {
            flip_class * T::CORNERS + corner_class
        } else {
            corner_class * T::FLIPS + flip_class
        };
        Index { cell, offset: offset as u16 }
    }

    /// The whole of it.
    #[inline(always)]
    pub fn index<T: CosetSpace, S: Simd>(&self, simd: S, cube: &PackedCube) -> Index {
        self.index_with_corner::<T, S>(simd, cube, self.corner(cube))
    }

    /// The edges as a symmetry sees them. Unless a tier tells all flips apart, those of all edges of a slice are left as
    /// they come.
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

    /// The kind of corner permutation that a symmetry sees.
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
        // The labels of each tetrad's corners in the order of their masks.
        let second = (corners >> 2 & 0x0101_0101_0101_0101) * 3;
        let labels =
            (simd.extract(corners, second ^ LABELS) & 63) | (simd.extract(corners, second) & 63) << 6;
        let quotient = usize::from(self.quotients[labels as usize]);
        if T::CORNERS == 2 { quotient / 3 } else { quotient }
    }

    /// The kind of flips.
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
                    // The last edge of a slice tells flips from those with all four the other way.
                    2048 => (simd.extract(flips, 0x888) as usize) << 8 | pattern,
                    // Fewer are folded: entries that differ in their last bits are one.
                    _ => pattern / (256 / T::FLIPS),
                }
            }
        }
    }

    /// A symmetry in the numbers used here.
    pub(super) fn conjugation(&self, symmetry: usize) -> &Conjugation {
        &self.conjugations[symmetry]
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of::<Coordinates>() as u64 + self.corners.bytes()
    }
}

/// The six ways to send three pairings to three pairings, even ones first.
pub(super) const TRIPLES: [[u8; 3]; 6] = [[1, 2, 3], [2, 3, 1], [3, 1, 2], [1, 3, 2], [3, 2, 1], [2, 1, 3]];

/// Four corners of a tetrad can be paired in three ways: by masks, the first with the second, third or fourth; by
/// labels, which differ by 1, 2 or 3. Corners moved by half turns send the pairings of both tetrads to each other alike;
/// what is left is by how much the two tetrads differ.
fn quotients() -> [u8; 4096] {
    let mut quotients = [0; 4096];
    // With three labels known the fourth is.
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

/// Where twelve flips, four of each slice, stand in a block of 256. The flips of a slice, up to flipping all four, are
/// one of eight: even ones pair the first with itself (0) or with another (1, 2, 3); odd ones single one out (0 to 3).
/// Parities choose one of four words of 64 bits. In a word the last slice chooses a bit in a nibble, and the first and
/// middle ones the nibble: nibble n is the lower one of byte n for n below 8, the upper one of byte n - 8 above.
pub(super) fn flip_pattern(flips: usize) -> u8 {
    let [(m, first), (s, middle), (e, last)] = [0, 4, 8].map(|shift| slice_flips(flips >> shift & 15));
    debug_assert!(m ^ s ^ e < 2);
    let nibble = first | middle << 2;
    ((s | e << 1) << 6 | (nibble & 7) << 3 | (nibble >> 3) << 2 | last) as u8
}

/// Parity of four flips, and which one of that parity they are.
pub(super) fn slice_flips(flips: usize) -> (usize, usize) {
    let same = |a: usize| a == flips || a == flips ^ 15;
    match flips.count_ones() % 2 {
        0 => (0, [0b0000, 0b0011, 0b0101, 0b0110].into_iter().position(same).expect("one of four")),
        _ => (1, [0b0001, 0b0010, 0b0100, 0b1000].into_iter().position(same).expect("one of four")),
    }
}

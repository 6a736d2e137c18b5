//! Coset coordinate of the edges: the places that hold edges of each slice. The places of the last slice are chosen
//! first (495 ways), then those of the middle one among the eight others (70 ways).

use search::simd::Simd;

/// Number of edge cosets.
pub const N_EDGES: usize = 34_650; // 12! / 4!^3

/// Rank tables of the edge cosets.
pub struct EdgeCosets {
    /// By the places of the last slice: rank of the first coset with these places.
    starts: [u16; 4096],
    /// By the places of the middle slice among those left: its rank among them.
    ranks: [u8; 256],
}

/// Places of the last and the middle slice, and places with a flipped edge, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SliceMasks {
    pub last: u32,
    pub middle: u32,
    pub flipped: u32,
}

impl SliceMasks {
    /// Returns the places of the first slice.
    #[inline(always)]
    pub fn first(self) -> u32 {
        !(self.last | self.middle) & 0xFFF
    }
}

impl EdgeCosets {
    pub(super) fn new() -> EdgeCosets {
        let mut edges = EdgeCosets { starts: [0; 4096], ranks: [0; 256] };
        for (rank, mask) in (0..4096_usize).filter(|mask| mask.count_ones() == 4).enumerate() {
            edges.starts[mask] = 70 * rank as u16;
        }
        for (rank, mask) in (0..256_usize).filter(|mask| mask.count_ones() == 4).enumerate() {
            edges.ranks[mask] = rank as u8;
        }
        edges
    }

    /// Returns the rank of a coset.
    #[inline(always)]
    pub(super) fn rank<S: Simd>(&self, simd: S, masks: SliceMasks) -> u32 {
        let among_others = simd.extract(u64::from(masks.middle), u64::from(!masks.last & 0xFFF));
        let start = self.starts[(masks.last & 0xFFF) as usize];
        u32::from(start) + u32::from(self.ranks[(among_others & 0xFF) as usize])
    }

    /// Returns the representative of every coset in order of rank: the edges of a slice in order, none flipped.
    pub(super) fn all(&self) -> impl Iterator<Item = [u8; 12]> {
        let fours = |n: u32| (0..n).filter(|mask| mask.count_ones() == 4);
        fours(4096).flat_map(move |last| {
            fours(256).map(move |among_others| {
                let (mut next, mut others) = ([0, 4, 8], among_others);
                std::array::from_fn(|place| {
                    let slice = if last >> place & 1 == 1 {
                        2
                    } else {
                        let is_middle = others & 1;
                        others >>= 1;
                        is_middle as usize
                    };
                    next[slice] += 1;
                    next[slice] - 1
                })
            })
        })
    }
}

//! Edge cosets: which places hold edges of which slice. The places of the last slice are chosen first (495 ways), then
//! those of the middle one among the eight others (70 ways).

use search::simd::Simd;

/// Edge cosets.
pub const N_EDGES: usize = 34_650; // 12! / 4!^3

/// All edge cosets.
pub struct EdgeCosets {
    /// By the places of the last slice: where cosets with these places begin.
    starts: [u16; 4096],
    /// By the places of the middle slice among those left: which of them it is.
    ranks: [u8; 256],
}

/// Places by slice, and those that hold a flipped edge; bit by bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SliceMasks {
    pub last: u32,
    pub middle: u32,
    pub flipped: u32,
}

impl SliceMasks {
    /// Places of the first slice.
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

    /// The number of a coset.
    #[inline(always)]
    pub(super) fn rank<S: Simd>(&self, simd: S, masks: SliceMasks) -> u32 {
        let among_others = simd.extract(u64::from(masks.middle), u64::from(!masks.last & 0xFFF));
        let start = self.starts[(masks.last & 0xFFF) as usize];
        u32::from(start) + u32::from(self.ranks[(among_others & 0xFF) as usize])
    }

    /// The edges of every coset in order: those of a slice one after the other, none flipped.
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

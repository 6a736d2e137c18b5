//! Blocks of 2,048: all flips. Eight blocks of 256 ([`super::wide`]), one for each way in which the last edges of the
//! three slices are flipped: flips up to those of whole slices choose an entry of a block, and the last edges tell which
//! of the eight flips that look alike there is meant.
//!
//! A turn carries each of the eight as it carries any block of 256. But an edge that was not the last of its slice may
//! become it. If it is flipped, the entry belongs to the block on the other side, the one that differs by all four edges of
//! the slice. Which entries these are depends on the map of the slice alone, so two blocks exchange them all at once.

use search::hardware::prefetch;
use search::simd::{Bytes32, Plain, Simd};

use super::block::{Block, Window};
use super::coset::{Coordinates, kind, pattern};
use super::edges::N_EDGES;
use super::links::{Links, Step};
use super::wide::{FLIPS, N_MAPS, Ties, Wide, WideCarrier, permutations, permuted, split};

/// How many cells ahead their targets are fetched.
const AHEAD: usize = 6;

/// A set of the 2,048 entries. Bit s of a block's number says that the last edge of slice s is flipped.
pub type Full = [Wide; 8];

/// What carrying takes beyond what blocks of 256 take.
pub struct FullTies {
    wide: Ties,
    /// By the slice that a slice becomes and by its map: entries whose last edge there is flipped by it.
    crossing: [[Bytes32; 256]; 3],
}

impl FullTies {
    fn new(coordinates: &Coordinates, links: &Links) -> FullTies {
        // By slice, parity and kind: the entries that have these flips.
        let mut entries = [[[Wide::EMPTY; 4]; 2]; 3];
        for flips in (0..4096_usize).filter(|flips| flips.count_ones() % 2 == 0) {
            for (slice, entries) in entries.iter_mut().enumerate() {
                let (parity, kind) = kind(flips >> (4 * slice) & 15);
                entries[parity][kind] = entries[parity][kind].with(pattern(flips).into());
            }
        }
        let permutations = permutations();
        let crossing = entries.map(|entries| {
            std::array::from_fn(|map| {
                if map >= N_MAPS {
                    return Wide::EMPTY.0;
                }
                let (permutation, added) = split(&permutations, map);
                let images = FLIPS.as_flattened().iter().map(|&flips| permuted(flips, permutation) ^ added);
                let crossing = images.filter(|image| image >> 3 == 1).map(kind);
                crossing.fold(Wide::EMPTY.0, |set, (parity, kind)| Plain.or(set, entries[parity][kind].0))
            })
        });
        FullTies { wide: Ties::new(coordinates, links), crossing }
    }
}

/// What one step does to blocks.
pub struct FullCarrier<'a> {
    wide: WideCarrier<'a>,
    crossing: &'a [[Bytes32; 256]; 3],
    /// By the slice that an axis becomes: the axis.
    axes: [usize; 3],
    /// The block that each of the eight comes from, as long as no whole slice is flipped.
    before: [u8; 8],
}

impl FullCarrier<'_> {
    /// The image of a cell whose last slice is exchanged with slice `LAST`.
    #[inline(always)]
    fn image<const LAST: usize, S: Simd>(&self, simd: S, blocks: &Full, from: u16) -> Full {
        let motion = self.wide.motion::<LAST, S>(simd, from);
        let maps = self.wide.maps[usize::from(from)];
        let flipped = usize::from(maps[3]);
        // Loops, because what is called with a closure is compiled for any processor.
        let mut images = Full::EMPTY;
        for (i, image) in images.iter_mut().enumerate() {
            let before = self.before[(i ^ flipped) & 7];
            *image = motion.image::<LAST, S>(simd, blocks[usize::from(before & 7)]);
        }
        for (slice, crossing) in self.crossing.iter().enumerate() {
            let crossing = crossing[usize::from(maps[self.axes[slice] & 3])];
            for i in 0..8 {
                if i >> slice & 1 == 1 {
                    continue;
                }
                let (a, b) = (images[i].0, images[i | 1 << slice].0);
                let differ = simd.and(simd.xor(a, b), crossing);
                images[i] = Wide(simd.xor(a, differ));
                images[i | 1 << slice] = Wide(simd.xor(b, differ));
            }
        }
        images
    }

    #[inline(always)]
    fn row<const LAST: usize, S: Simd>(&self, simd: S, row: &[Full], to: &mut Window<Full>) {
        for (i, blocks) in row.iter().enumerate().take(N_EDGES) {
            if *blocks == Full::EMPTY {
                continue;
            }
            // Four lines each; rows are read in order, which the processor sees for itself.
            let ahead = &to[self.wide.target((i + AHEAD).min(N_EDGES - 1))];
            for line in [0, 2, 4, 6] {
                prefetch(&ahead[line]);
            }
            let images = self.image::<LAST, S>(simd, blocks, i as u16);
            let to = &mut to[self.wide.target(i)];
            for i in 0..8 {
                to[i].0 = simd.or(to[i].0, images[i].0);
            }
        }
    }
}

/// Does something to each block and the one like it.
#[inline(always)]
fn each(mut blocks: Full, others: Full, done: impl Fn(Wide, Wide) -> Wide) -> Full {
    for i in 0..8 {
        blocks[i] = done(blocks[i], others[i]);
    }
    blocks
}

impl Block for Full {
    const EMPTY: Self = [Wide::EMPTY; 8];
    type Ties = FullTies;
    type Carrier<'a> = FullCarrier<'a>;

    fn ties(coordinates: &Coordinates, links: &Links) -> FullTies {
        FullTies::new(coordinates, links)
    }

    fn carrier<'a>(links: &'a Links, ties: &'a FullTies, step: &Step) -> FullCarrier<'a> {
        let axes = ties.wide.axes[step.back.symmetry()];
        let (slices, becomes) = (axes.slices, axes.becomes());
        let axis = |slice: usize| becomes.iter().position(|&to| to == slice).expect("one to one");
        let axes = [0, 1, 2].map(axis);
        let bit = |block: usize, slice: usize| (block >> slice & 1) << slices[axes[slice]];
        FullCarrier {
            wide: Wide::carrier(links, &ties.wide, step),
            crossing: &ties.crossing,
            axes,
            before: std::array::from_fn(|i| (bit(i, 0) | bit(i, 1) | bit(i, 2)) as u8),
        }
    }

    #[inline(always)]
    fn carried<S: Simd>(self, simd: S, from: u16, carrier: &FullCarrier<'_>) -> (u16, Self) {
        let image = match carrier.wide.slices[2] {
            0 => carrier.image::<0, S>(simd, &self, from),
            1 => carrier.image::<1, S>(simd, &self, from),
            _ => carrier.image::<2, S>(simd, &self, from),
        };
        (carrier.wide.target(from.into()) as u16, image)
    }

    #[inline(always)]
    fn carry_row<S: Simd>(simd: S, row: &[Self], carrier: &FullCarrier<'_>, to: &mut Window<Self>) {
        match carrier.wide.slices[2] {
            0 => carrier.row::<0, S>(simd, row, to),
            1 => carrier.row::<1, S>(simd, row, to),
            _ => carrier.row::<2, S>(simd, row, to),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each(self, other, Wide::or)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each(self, other, Wide::xor)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each(self, other, Wide::without)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.iter().map(|block| block.count()).sum()
    }

    fn with(mut self, offset: u16) -> Self {
        let block = &mut self[usize::from(offset / 256)];
        *block = block.with(offset % 256);
        self
    }
}

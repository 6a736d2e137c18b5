//! Sets of 2,048 entries: all edge flips. They are eight sets of 256 ([`super::block_set_256`]), one for each
//! combination of flips of the last edges of the three slices: the flips up to whole slices choose an entry of a set,
//! and the last edges tell which of the eight equivalent flips is meant.
//!
//! A turn moves each of the eight like any set of 256. But another edge may become the last one of its slice. If that
//! edge is flipped, the entry belongs to the opposite set, the one that differs by flipping all four edges of the
//! slice. Which entries cross over depends on the slice map alone, so two sets exchange all of them at once.

use search::hardware::prefetch;
use search::simd::{Bytes32, Plain, Simd};

use super::block_set::{BlockSet, Window};
use super::block_set_256::{
    MoveTables256, N_MAPS, SLICE_FLIPS, Set256, SetMove256, permutations, permuted, split,
};
use super::coset::{Coordinates, flip_pattern, slice_flips};
use super::edge_cosets::N_EDGES;
use super::row_moves::{RowMove, RowMoves};

/// Number of cells by which the prefetch of their targets runs ahead.
const PREFETCH_TARGETS: usize = 6;

/// A set of the 2,048 entries. Bit s of the index of a part is set if the last edge of slice s is flipped.
pub type Set2048 = [Set256; 8];

/// Tables in addition to those of sets of 256.
pub struct MoveTables2048 {
    blocks: MoveTables256,
    /// By target slice and slice map: the entries whose last edge in that slice is flipped by the map.
    crossing: [[Bytes32; 256]; 3],
}

impl MoveTables2048 {
    fn new(coordinates: &Coordinates, row_moves: &RowMoves) -> MoveTables2048 {
        // By slice, parity and number: the entries with these flips.
        let mut entries = [[[Set256::EMPTY; 4]; 2]; 3];
        for flips in (0..4096_usize).filter(|flips| flips.count_ones() % 2 == 0) {
            for (slice, entries) in entries.iter_mut().enumerate() {
                let (parity, number) = slice_flips(flips >> (4 * slice) & 15);
                entries[parity][number] = entries[parity][number].with(flip_pattern(flips).into());
            }
        }
        let permutations = permutations();
        let crossing = entries.map(|entries| {
            std::array::from_fn(|map| {
                if map >= N_MAPS {
                    return Set256::EMPTY.0;
                }
                let (permutation, added) = split(&permutations, map);
                let images =
                    SLICE_FLIPS.as_flattened().iter().map(|&flips| permuted(flips, permutation) ^ added);
                let crossing = images.filter(|image| image >> 3 == 1).map(slice_flips);
                crossing
                    .fold(Set256::EMPTY.0, |set, (parity, number)| Plain.or(set, entries[parity][number].0))
            })
        });
        MoveTables2048 { blocks: MoveTables256::new(coordinates, row_moves), crossing }
    }
}

/// The action of one row move on sets.
pub struct SetMove2048<'a> {
    blocks: SetMove256<'a>,
    crossing: &'a [[Bytes32; 256]; 3],
    /// By target slice: its axis.
    axes: [usize; 3],
    /// The source of each of the eight parts, if no whole slice is flipped.
    before: [u8; 8],
}

impl SetMove2048<'_> {
    /// Returns the image of a cell whose last slice is exchanged with slice `LAST`.
    #[inline(always)]
    fn image<const LAST: usize, S: Simd>(&self, simd: S, blocks: &Set2048, from: u16) -> Set2048 {
        let entry_map = self.blocks.entry_map::<LAST, S>(simd, from);
        let maps = self.blocks.maps[usize::from(from)];
        let flipped = usize::from(maps[3]);
        // Loops, because a closure is compiled for the baseline processor.
        let mut images = Set2048::EMPTY;
        for (i, image) in images.iter_mut().enumerate() {
            let before = self.before[(i ^ flipped) & 7];
            *image = entry_map.image::<LAST, S>(simd, blocks[usize::from(before & 7)]);
        }
        for (slice, crossing) in self.crossing.iter().enumerate() {
            let crossing = crossing[usize::from(maps[self.axes[slice] & 3])];
            for i in 0..8 {
                if i >> slice & 1 == 1 {
                    continue;
                }
                let (a, b) = (images[i].0, images[i | 1 << slice].0);
                let differ = simd.and(simd.xor(a, b), crossing);
                images[i] = Set256(simd.xor(a, differ));
                images[i | 1 << slice] = Set256(simd.xor(b, differ));
            }
        }
        images
    }

    #[inline(always)]
    fn row<const LAST: usize, S: Simd>(&self, simd: S, row: &[Set2048], to: &mut Window<Set2048>) {
        for (i, blocks) in row.iter().enumerate().take(N_EDGES) {
            if *blocks == Set2048::EMPTY {
                continue;
            }
            // Four cache lines each. Rows are read in order, which the hardware prefetcher detects by itself.
            let ahead = &to[self.blocks.target((i + PREFETCH_TARGETS).min(N_EDGES - 1))];
            for line in [0, 2, 4, 6] {
                prefetch(&ahead[line]);
            }
            let images = self.image::<LAST, S>(simd, blocks, i as u16);
            let to = &mut to[self.blocks.target(i)];
            for i in 0..8 {
                to[i].0 = simd.or(to[i].0, images[i].0);
            }
        }
    }
}

/// Combines the eight parts of two sets.
#[inline(always)]
fn each(mut blocks: Set2048, others: Set2048, done: impl Fn(Set256, Set256) -> Set256) -> Set2048 {
    for i in 0..8 {
        blocks[i] = done(blocks[i], others[i]);
    }
    blocks
}

impl BlockSet for Set2048 {
    const EMPTY: Self = [Set256::EMPTY; 8];
    type MoveTables = MoveTables2048;
    type SetMove<'a> = SetMove2048<'a>;

    fn move_tables(coordinates: &Coordinates, row_moves: &RowMoves) -> MoveTables2048 {
        MoveTables2048::new(coordinates, row_moves)
    }

    fn set_move<'a>(
        row_moves: &'a RowMoves,
        move_tables: &'a MoveTables2048,
        row_move: &RowMove,
    ) -> SetMove2048<'a> {
        let axes = move_tables.blocks.axes[row_move.back.symmetry()];
        let (slices, becomes) = (axes.slices, axes.becomes());
        let axis = |slice: usize| becomes.iter().position(|&to| to == slice).expect("one to one");
        let axes = [0, 1, 2].map(axis);
        let bit = |block: usize, slice: usize| (block >> slice & 1) << slices[axes[slice]];
        SetMove2048 {
            blocks: Set256::set_move(row_moves, &move_tables.blocks, row_move),
            crossing: &move_tables.crossing,
            axes,
            before: std::array::from_fn(|i| (bit(i, 0) | bit(i, 1) | bit(i, 2)) as u8),
        }
    }

    #[inline(always)]
    fn moved<S: Simd>(self, simd: S, from: u16, set_move: &SetMove2048<'_>) -> (u16, Self) {
        let image = match set_move.blocks.slices[2] {
            0 => set_move.image::<0, S>(simd, &self, from),
            1 => set_move.image::<1, S>(simd, &self, from),
            _ => set_move.image::<2, S>(simd, &self, from),
        };
        (set_move.blocks.target(from.into()) as u16, image)
    }

    #[inline(always)]
    fn move_row<S: Simd>(simd: S, row: &[Self], set_move: &SetMove2048<'_>, to: &mut Window<Self>) {
        match set_move.blocks.slices[2] {
            0 => set_move.row::<0, S>(simd, row, to),
            1 => set_move.row::<1, S>(simd, row, to),
            _ => set_move.row::<2, S>(simd, row, to),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        each(self, other, Set256::or)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        each(self, other, Set256::xor)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        each(self, other, Set256::without)
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

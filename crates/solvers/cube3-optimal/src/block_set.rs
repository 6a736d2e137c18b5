//! Sets of entries of one block, a bit for each entry, and the image of a whole set under a turn. For one row and one
//! turn the corner classes are permuted in the same way in all cells; the flip classes also depend on the cell's edges.
//!
//! [`Set8`] and [`Set24`] are the small ones; see [`super::block_set_256`] and [`super::block_set_2048`] for the large
//! ones.

use search::simd::{Bytes32, Simd};

use super::coset::Coordinates;
use super::row_moves::{RowMove, RowMoves, Transition, flip_change, target};

/// Sets by edge coset. Longer than a row, so that an index of sixteen bits needs no bounds check.
pub type Window<B> = [B; 1 << 16];

/// A set of entries of one block, as bits.
pub trait BlockSet: Copy + Send + Sync + 'static {
    /// The empty set.
    const EMPTY: Self;

    /// Tables that [`BlockSet::set_move`] needs in addition to [`RowMoves`].
    type MoveTables: Send + Sync;
    /// Builds these tables.
    fn move_tables(coordinates: &Coordinates, row_moves: &RowMoves) -> Self::MoveTables;

    /// The action of one row move, in the direction back, on sets.
    type SetMove<'a>;
    /// Prepares the action on sets of the row at the other end of a row move.
    fn set_move<'a>(
        row_moves: &'a RowMoves,
        move_tables: &'a Self::MoveTables,
        row_move: &RowMove,
    ) -> Self::SetMove<'a>;
    /// Returns the edge coset that `from` is moved to, and the image of the set there.
    fn moved<S: Simd>(self, simd: S, from: u16, set_move: &Self::SetMove<'_>) -> (u16, Self);
    /// Moves all sets of a row and adds the images to `to`.
    #[inline(always)]
    fn move_row<S: Simd>(simd: S, row: &[Self], set_move: &Self::SetMove<'_>, to: &mut Window<Self>) {
        move_each(simd, 0, row, set_move, to);
    }

    /// Returns the union.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Returns the symmetric difference.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Returns the entries of this set that are not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;
    /// Returns the number of entries.
    fn count(self) -> u32;
    /// Returns the set with one more entry.
    #[must_use]
    fn with(self, offset: u16) -> Self;
}

/// Moves the sets of a row one by one; the first of them belongs to edge coset `first`.
#[inline(always)]
fn move_each<B: BlockSet, S: Simd>(
    simd: S,
    first: usize,
    blocks: &[B],
    set_move: &B::SetMove<'_>,
    to: &mut Window<B>,
) {
    for (i, block) in blocks.iter().enumerate() {
        let (target, image) = block.moved(simd, (first + i) as u16, set_move);
        let target = &mut to[usize::from(target)];
        *target = target.or(image);
    }
}

/// At most eight entries: entry `flips * CORNERS + corners` is that bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set8<const CORNERS: usize, const FLIPS: usize>(pub u8);

/// Action on a [`Set8`]: its image for each change of flip parities.
pub struct SetMove8<'a> {
    transitions: &'a [Transition],
    images: [[u8; 256]; 4],
}

impl<const CORNERS: usize, const FLIPS: usize> BlockSet for Set8<CORNERS, FLIPS> {
    const EMPTY: Self = Set8(0);
    type MoveTables = ();
    type SetMove<'a> = SetMove8<'a>;

    fn move_tables(_: &Coordinates, _: &RowMoves) {}

    fn set_move<'a>(row_moves: &'a RowMoves, (): &'a (), row_move: &RowMove) -> SetMove8<'a> {
        let flip_map = row_moves.flip_map(row_move.back);
        let mut images = [[0; 256]; 4];
        for (change, images) in images.iter_mut().enumerate().take(FLIPS) {
            for entry in 0..CORNERS * FLIPS {
                let (flips, corners) = (entry / CORNERS, entry % CORNERS);
                // Of six corner classes the first three are even.
                let corners = if CORNERS == 2 {
                    row_move.corner_map[3 * corners] / 3
                } else {
                    row_move.corner_map[corners]
                };
                let flips = if FLIPS == 1 { 0 } else { usize::from(flip_map[flips ^ change]) };
                let corners = if CORNERS == 1 { 0 } else { usize::from(corners) };
                images[1 << entry] = 1 << (flips * CORNERS + corners);
            }
            // The image of a set is that of its lowest entry and that of the rest.
            for set in 1..1_usize << (CORNERS * FLIPS) {
                images[set] = images[set & (set - 1)] | images[set & set.wrapping_neg()];
            }
        }
        SetMove8 { transitions: row_moves.transitions(row_move.back), images }
    }

    #[inline(always)]
    fn moved<S: Simd>(self, _: S, from: u16, set_move: &SetMove8<'_>) -> (u16, Self) {
        let transition = set_move.transitions[usize::from(from)];
        let change = if FLIPS == 1 { 0 } else { flip_change(transition) & 3 };
        (target(transition), Set8(set_move.images[change][usize::from(self.0)]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Set8(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Set8(self.0 ^ other.0)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Set8(self.0 & !other.0)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn with(self, offset: u16) -> Self {
        Set8(self.0 | 1 << offset)
    }
}

/// Views eight times four bytes as one vector.
#[inline(always)]
fn bytes(fours: &[[u8; 4]; 8]) -> Bytes32 {
    *fours.as_flattened().first_chunk().expect("eight times four")
}

/// 24 entries: six corner classes in each of four bytes, one byte for each flip class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set24(pub [u8; 4]);

/// Action on a [`Set24`].
pub struct SetMove24<'a> {
    transitions: &'a [Transition],
    /// By set of corner classes: its image.
    images: [u8; 64],
    /// For each change of flip parities: the byte that each byte of the result is taken from.
    from: [[u8; 4]; 4],
    /// The same without a change, for eight sets.
    from_unchanged: Bytes32,
    /// The images of the lower and of the upper three corner classes, repeated to fill a vector.
    lower: Bytes32,
    upper: Bytes32,
}

impl BlockSet for Set24 {
    const EMPTY: Self = Set24([0; 4]);
    type MoveTables = ();
    type SetMove<'a> = SetMove24<'a>;

    fn move_tables(_: &Coordinates, _: &RowMoves) {}

    fn set_move<'a>(row_moves: &'a RowMoves, (): &'a (), row_move: &RowMove) -> SetMove24<'a> {
        let flip_map = row_moves.flip_map(row_move.back);
        let mut images = [0; 64];
        for set in 1..64_usize {
            let last = row_move.corner_map[set.trailing_zeros() as usize];
            images[set] = images[set & (set - 1)] | 1 << last;
        }
        let before =
            |flips: usize| flip_map.iter().position(|&l| usize::from(l) == flips).expect("one to one");
        let from: [[u8; 4]; 4] =
            std::array::from_fn(|change| std::array::from_fn(|flips| (before(flips) ^ change) as u8));
        SetMove24 {
            transitions: row_moves.transitions(row_move.back),
            images,
            from,
            from_unchanged: std::array::from_fn(|i| ((i % 16) & !3) as u8 | from[0][i % 4]),
            lower: std::array::from_fn(|i| images[i % 8]),
            upper: std::array::from_fn(|i| images[i % 8 * 8]),
        }
    }

    #[inline(always)]
    fn moved<S: Simd>(self, _: S, from: u16, set_move: &SetMove24<'_>) -> (u16, Self) {
        let transition = set_move.transitions[usize::from(from)];
        let image = self.0.map(|corners| set_move.images[usize::from(corners & 63)]);
        (
            target(transition),
            Set24(set_move.from[flip_change(transition) & 3].map(|from| image[usize::from(from & 3)])),
        )
    }

    #[inline(always)]
    fn move_row<S: Simd>(simd: S, row: &[Set24], set_move: &SetMove24<'_>, to: &mut Window<Set24>) {
        if !S::IS_WIDE {
            return move_each(simd, 0, row, set_move, to);
        }
        let (eights, rest) = row.as_chunks::<8>();
        let (transition_eights, _) = set_move.transitions.as_chunks::<8>();
        // Copies the change of flip parities of each set to all four bytes of it.
        let changes: Bytes32 = std::array::from_fn(|i| ((i % 16) & !3) as u8 + 2);
        for (blocks, transitions) in eights.iter().zip(transition_eights) {
            let blocks = bytes(&blocks.map(|block| block.0));
            // The tables repeat every eight bytes, so only three bits of an index matter.
            let lower = simd.shuffle_halves(set_move.lower, blocks);
            let upper = simd.shuffle_halves(set_move.upper, simd.shift_down::<3>(blocks));
            let images = simd.or(lower, upper);
            let from = simd.xor(simd.shuffle_halves(bytes(transitions), changes), set_move.from_unchanged);
            let images = simd.shuffle_halves(images, from);
            let (images, _) = images.as_chunks::<4>();
            for (&image, &transition) in images.iter().zip(transitions) {
                let target = &mut to[usize::from(target(transition))];
                *target = target.or(Set24(image));
            }
        }
        move_each(simd, row.len() - rest.len(), rest, set_move, to);
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Set24((u32::from_le_bytes(self.0) | u32::from_le_bytes(other.0)).to_le_bytes())
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Set24((u32::from_le_bytes(self.0) ^ u32::from_le_bytes(other.0)).to_le_bytes())
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Set24((u32::from_le_bytes(self.0) & !u32::from_le_bytes(other.0)).to_le_bytes())
    }

    #[inline(always)]
    fn count(self) -> u32 {
        u32::from_le_bytes(self.0).count_ones()
    }

    fn with(mut self, offset: u16) -> Self {
        self.0[usize::from(offset / 6)] |= 1 << (offset % 6);
        self
    }
}

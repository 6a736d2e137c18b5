//! Sets of entries of one cell: a bit for each, and what becomes of all of them together when a turn is made. For one
//! row and turn the kinds of corners are permuted alike in all cells; the flips also depend on the cell's edges.

use search::simd::{Bytes32, Simd};

use super::coset::Coordinates;
use super::links::{Link, Links, Step, shift, target};

/// Blocks by edge coset. Longer than a row, so that no number of sixteen bits needs a check.
pub type Window<B> = [B; 1 << 16];

/// A set of entries of one cell.
pub trait Block: Copy + Send + Sync + 'static {
    /// No entry.
    const EMPTY: Self;

    /// What carrying takes beside the links.
    type Ties: Send + Sync;
    /// Makes it.
    fn ties(coordinates: &Coordinates, links: &Links) -> Self::Ties;

    /// What one step back does to blocks.
    type Carrier<'a>;
    /// Prepares to carry blocks from the row at the other end of a step.
    fn carrier<'a>(links: &'a Links, ties: &'a Self::Ties, step: &Step) -> Self::Carrier<'a>;
    /// The cell that a cell goes to, and what its block becomes there.
    fn carried<S: Simd>(self, simd: S, from: u16, carrier: &Self::Carrier<'_>) -> (u16, Self);
    /// Carries a whole row and adds it to what is there.
    #[inline(always)]
    fn carry_row<S: Simd>(simd: S, row: &[Self], carrier: &Self::Carrier<'_>, to: &mut Window<Self>) {
        carry_each(simd, 0, row, carrier, to);
    }

    /// Entries of both.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Entries of just one of both.
    #[must_use]
    fn xor(self, other: Self) -> Self;
    /// Entries that are not in the other.
    #[must_use]
    fn without(self, other: Self) -> Self;
    /// How many there are.
    fn count(self) -> u32;
    /// With one more.
    #[must_use]
    fn with(self, offset: u16) -> Self;
}

/// Carries the blocks of a row from one on, one by one.
#[inline(always)]
fn carry_each<B: Block, S: Simd>(
    simd: S,
    first: usize,
    blocks: &[B],
    carrier: &B::Carrier<'_>,
    to: &mut Window<B>,
) {
    for (i, block) in blocks.iter().enumerate() {
        let (target, image) = block.carried(simd, (first + i) as u16, carrier);
        let target = &mut to[usize::from(target)];
        *target = target.or(image);
    }
}

/// At most eight entries: entry `flips * CORNERS + corners` is that bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Byte<const CORNERS: usize, const FLIPS: usize>(pub u8);

/// What to do with a [`Byte`]: its image for each change of flips.
pub struct ByteCarrier<'a> {
    links: &'a [Link],
    images: [[u8; 256]; 4],
}

impl<const CORNERS: usize, const FLIPS: usize> Block for Byte<CORNERS, FLIPS> {
    const EMPTY: Self = Byte(0);
    type Ties = ();
    type Carrier<'a> = ByteCarrier<'a>;

    fn ties(_: &Coordinates, _: &Links) {}

    fn carrier<'a>(links: &'a Links, (): &'a (), step: &Step) -> ByteCarrier<'a> {
        let linear = links.linear(step.back);
        let mut images = [[0; 256]; 4];
        for (change, images) in images.iter_mut().enumerate().take(FLIPS) {
            for entry in 0..CORNERS * FLIPS {
                let (flips, corners) = (entry / CORNERS, entry % CORNERS);
                // Of six kinds the first three are even.
                let corners = if CORNERS == 2 { step.kinds[3 * corners] / 3 } else { step.kinds[corners] };
                let flips = if FLIPS == 1 { 0 } else { usize::from(linear[flips ^ change]) };
                let corners = if CORNERS == 1 { 0 } else { usize::from(corners) };
                images[1 << entry] = 1 << (flips * CORNERS + corners);
            }
            // A set is its last entry and the rest.
            for set in 1..1_usize << (CORNERS * FLIPS) {
                images[set] = images[set & (set - 1)] | images[set & set.wrapping_neg()];
            }
        }
        ByteCarrier { links: links.of(step.back), images }
    }

    #[inline(always)]
    fn carried<S: Simd>(self, _: S, from: u16, carrier: &ByteCarrier<'_>) -> (u16, Self) {
        let link = carrier.links[usize::from(from)];
        let change = if FLIPS == 1 { 0 } else { shift(link) & 3 };
        (target(link), Byte(carrier.images[change][usize::from(self.0)]))
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Byte(self.0 | other.0)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Byte(self.0 ^ other.0)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Byte(self.0 & !other.0)
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    fn with(self, offset: u16) -> Self {
        Byte(self.0 | 1 << offset)
    }
}

/// Eight times four bytes as one.
#[inline(always)]
fn bytes(fours: &[[u8; 4]; 8]) -> Bytes32 {
    *fours.as_flattened().first_chunk().expect("eight times four")
}

/// Six kinds of corners in each of four bytes, one for each kind of flips.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quad(pub [u8; 4]);

/// What to do with a [`Quad`].
pub struct QuadCarrier<'a> {
    links: &'a [Link],
    /// What six kinds of corners become.
    images: [u8; 64],
    /// For each change of flips: the byte that each byte of the result is taken from.
    from: [[u8; 4]; 4],
    /// The first with a change of nothing, for eight blocks.
    from_unchanged: Bytes32,
    /// The images of the lower and of the upper three kinds, twice.
    lower: Bytes32,
    upper: Bytes32,
}

impl Block for Quad {
    const EMPTY: Self = Quad([0; 4]);
    type Ties = ();
    type Carrier<'a> = QuadCarrier<'a>;

    fn ties(_: &Coordinates, _: &Links) {}

    fn carrier<'a>(links: &'a Links, (): &'a (), step: &Step) -> QuadCarrier<'a> {
        let linear = links.linear(step.back);
        let mut images = [0; 64];
        for set in 1..64_usize {
            let last = step.kinds[set.trailing_zeros() as usize];
            images[set] = images[set & (set - 1)] | 1 << last;
        }
        let before = |flips: usize| linear.iter().position(|&l| usize::from(l) == flips).expect("one to one");
        let from: [[u8; 4]; 4] =
            std::array::from_fn(|change| std::array::from_fn(|flips| (before(flips) ^ change) as u8));
        QuadCarrier {
            links: links.of(step.back),
            images,
            from,
            from_unchanged: std::array::from_fn(|i| ((i % 16) & !3) as u8 | from[0][i % 4]),
            lower: std::array::from_fn(|i| images[i % 8]),
            upper: std::array::from_fn(|i| images[i % 8 * 8]),
        }
    }

    #[inline(always)]
    fn carried<S: Simd>(self, _: S, from: u16, carrier: &QuadCarrier<'_>) -> (u16, Self) {
        let link = carrier.links[usize::from(from)];
        let image = self.0.map(|corners| carrier.images[usize::from(corners & 63)]);
        (target(link), Quad(carrier.from[shift(link) & 3].map(|from| image[usize::from(from & 3)])))
    }

    #[inline(always)]
    fn carry_row<S: Simd>(simd: S, row: &[Quad], carrier: &QuadCarrier<'_>, to: &mut Window<Quad>) {
        if !S::IS_WIDE {
            return carry_each(simd, 0, row, carrier, to);
        }
        let (eights, rest) = row.as_chunks::<8>();
        let (link_eights, _) = carrier.links.as_chunks::<8>();
        // The change of flips of each block in all its four bytes.
        let changes: Bytes32 = std::array::from_fn(|i| ((i % 16) & !3) as u8 + 2);
        for (blocks, links) in eights.iter().zip(link_eights) {
            let blocks = bytes(&blocks.map(|block| block.0));
            // The tables repeat every eight bytes, so only three bits of an index count.
            let lower = simd.shuffle_halves(carrier.lower, blocks);
            let upper = simd.shuffle_halves(carrier.upper, simd.shift_down::<3>(blocks));
            let images = simd.or(lower, upper);
            let from = simd.xor(simd.shuffle_halves(bytes(links), changes), carrier.from_unchanged);
            let images = simd.shuffle_halves(images, from);
            let (images, _) = images.as_chunks::<4>();
            for (&image, &link) in images.iter().zip(links) {
                let target = &mut to[usize::from(target(link))];
                *target = target.or(Quad(image));
            }
        }
        carry_each(simd, row.len() - rest.len(), rest, carrier, to);
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Quad((u32::from_le_bytes(self.0) | u32::from_le_bytes(other.0)).to_le_bytes())
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Quad((u32::from_le_bytes(self.0) ^ u32::from_le_bytes(other.0)).to_le_bytes())
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Quad((u32::from_le_bytes(self.0) & !u32::from_le_bytes(other.0)).to_le_bytes())
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

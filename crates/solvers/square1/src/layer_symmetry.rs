//! Symmetries of one layer, which is a word of twelve wedges, four bits each. Pieces are numbered so that each
//! operation changes all wedges at once: bit 3 is set for edges, bit 2 for pieces of the lower layer (their colour),
//! and the other two bits count clockwise around a solved layer.

use puzzle::square1::{Layer, WEDGES};

const ALL: u64 = (1 << (4 * WEDGES)) - 1;
/// The lowest bit of every wedge.
const ONES: u64 = ALL / 15;
const COUNTS: u64 = 3 * ONES;
const COLOURS: u64 = 4 * ONES;

/// Swaps the colours: every piece becomes the piece of the other layer with the same count.
#[inline(always)]
pub fn swap_colours(word: u64) -> u64 {
    word ^ COLOURS
}

/// Reflects a layer: clockwise becomes anticlockwise, and every piece takes the number of the piece whose place it
/// takes. Corner i becomes corner -i; the edge behind corner i then lies before it, so it becomes the edge behind
/// corner -i - 1.
#[inline(always)]
pub fn mirrored(word: u64) -> u64 {
    let corners = !word >> 3 & ONES;
    let counts = ((!word & COUNTS) + corners) & COUNTS;
    let renamed = word & !COUNTS | counts;
    let pairs = (renamed & (15 * (ONES / 17))) << 4 | renamed >> 4 & (15 * (ONES / 17));
    pairs.swap_bytes() >> (64 - 4 * WEDGES)
}

/// A relabelling of pieces: how far the counts of each colour are rotated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relabel {
    /// Rotation of the upper layer's pieces, below 4.
    pub upper: u64,
    /// Rotation of the lower layer's pieces, below 4.
    pub lower: u64,
}

impl Relabel {
    /// Returns the relabelling after which the first corner of each colour, the upper layer read before the lower, is
    /// corner 0 of its colour.
    #[inline(always)]
    pub fn to_canonical(upper: u64, lower: u64) -> Relabel {
        let first = |colour: u64| {
            // A nibble that is zero apart from its count is a corner of the colour.
            let find = |word: u64| {
                let other = (word ^ colour) & !COUNTS & ALL;
                !(other >> 2 | other >> 3) & ONES
            };
            let (above, below) = (find(upper), find(lower));
            let (word, found) = if above != 0 { (upper, above) } else { (lower, below) };
            word >> found.trailing_zeros() & 3
        };
        Relabel { upper: (4 - first(0)) & 3, lower: (4 - first(COLOURS)) & 3 }
    }

    /// Relabels the pieces of a layer.
    #[inline(always)]
    pub fn applied(self, word: u64) -> u64 {
        let lower = word >> 2 & ONES;
        let by = (ONES ^ lower) * self.upper + lower * self.lower;
        word & !COUNTS | ((word & COUNTS) + by) & COUNTS
    }
}

/// Turns a layer clockwise.
#[inline(always)]
pub fn turned(word: u64, twelfths: u32) -> u64 {
    Layer::from_word(word).turned(twelfths).word()
}

/// Returns the seams between pieces of a layer as twelve bits. They determine its shape.
#[inline(always)]
pub fn seam_bits(word: u64) -> usize {
    let seams = Layer::from_word(word).seams();
    // Gathers four bits that are four apart: bits 0, 4, 8, 12 of the word go to bits 12, 13, 14, 15 of the product.
    let four = |at: u32| (((seams >> at & 0x1111) * 0x1248) >> 12 & 15) as usize;
    four(0) | four(16) << 4 | four(32) << 8
}

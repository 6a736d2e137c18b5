//! What symmetries do to a layer as a word of twelve wedges, four bits each. The number of a piece is made so that they do it
//! to all wedges at once: bit 3 tells edges from corners, bit 2 the lower layer's pieces from the upper's, and the
//! other two count clockwise round a solved layer.

use puzzle::square1::{Layer, WEDGES};

const ALL: u64 = (1 << (4 * WEDGES)) - 1;
/// The lowest bit of every wedge.
const ONES: u64 = ALL / 15;
const COUNTS: u64 = 3 * ONES;
const COLOURS: u64 = 4 * ONES;

/// Every piece is called as the one of the other layer that has its count.
#[inline(always)]
pub fn swap_colours(word: u64) -> u64 {
    word ^ COLOURS
}

/// As a mirror shows it: clockwise is anticlockwise, and pieces are called as those whose places they take. Corner i goes
/// with corner -i; the edge behind corner i comes to lie before it, which is the one behind -i - 1.
#[inline(always)]
pub fn mirrored(word: u64) -> u64 {
    let corners = !word >> 3 & ONES;
    let counts = ((!word & COUNTS) + corners) & COUNTS;
    let renamed = word & !COUNTS | counts;
    let pairs = (renamed & (15 * (ONES / 17))) << 4 | renamed >> 4 & (15 * (ONES / 17));
    pairs.swap_bytes() >> (64 - 4 * WEDGES)
}

/// How far pieces are counted on: those of the upper layer and those of the lower one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Relabel {
    /// Those of the upper layer, below 4.
    pub upper: u64,
    /// Those of the lower layer, below 4.
    pub lower: u64,
}

impl Relabel {
    /// The one after which the first corner of each colour, the upper layer read before the lower, is corner 0 of its colour.
    #[inline(always)]
    pub fn to_canonical(upper: u64, lower: u64) -> Relabel {
        let first = |colour: u64| {
            // A nibble of zero is a corner of the colour, but for its count.
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

    /// Pieces called by their new names.
    #[inline(always)]
    pub fn applied(self, word: u64) -> u64 {
        let lower = word >> 2 & ONES;
        let by = (ONES ^ lower) * self.upper + lower * self.lower;
        word & !COUNTS | ((word & COUNTS) + by) & COUNTS
    }
}

/// Turned clockwise.
#[inline(always)]
pub fn turned(word: u64, twelfths: u32) -> u64 {
    Layer::from_word(word).turned(twelfths).word()
}

/// The seams of a layer in twelve bits.
#[inline(always)]
pub fn seam_bits(word: u64) -> usize {
    let seams = Layer::from_word(word).seams();
    // Four bits that are four apart come to lie side by side: 0, 4, 8, 12 become 12, 13, 14, 15.
    let four = |at: u32| (((seams >> at & 0x1111) * 0x1248) >> 12 & 15) as usize;
    four(0) | four(16) << 4 | four(32) << 8
}

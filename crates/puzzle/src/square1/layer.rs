//! A layer as twelve wedges packed into a word. A corner is two wedges with the same number, so two different
//! neighbours have a seam between them, and a slash needs a seam at both ends of the cut.

/// Number of wedges of a layer, each a twelfth of a circle.
pub const WEDGES: u32 = 12;

/// Mask of all wedges.
const ALL: u64 = (1 << (4 * WEDGES)) - 1;

/// The lowest bit of every wedge.
const ONES: u64 = ALL / 15;

/// Mask of the wedges that a slash turns over.
const RIGHT: u64 = (1 << (2 * WEDGES)) - 1;

/// Twelve wedges, clockwise as seen from outside, four bits each with the number of the piece. Wedges 0 to 5 are the
/// right half: the upper layer starts at the back end of the cut, the lower one at its front end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Layer(u64);

impl Layer {
    /// Returns the layer with these wedges, wedge 0 in the lowest bits. The caller must ensure that the pieces are
    /// whole.
    pub const fn from_word(word: u64) -> Layer {
        Layer(word & ALL)
    }

    /// The wedges, wedge 0 in the lowest bits.
    #[inline(always)]
    pub const fn word(self) -> u64 {
        self.0
    }

    /// The piece in a wedge.
    pub const fn wedge(self, at: u32) -> u8 {
        (self.0 >> (4 * at)) as u8 & 15
    }

    /// Returns the layer turned clockwise by `twelfths`, below 12.
    #[inline(always)]
    pub const fn turned(self, twelfths: u32) -> Layer {
        // For 0 twelfths the right shift is by 48 of 64 bits, which is allowed and leaves 0.
        Layer((self.0 << (4 * twelfths) | self.0 >> (4 * (WEDGES - twelfths))) & ALL)
    }

    /// Returns both layers after their right halves are exchanged.
    #[inline(always)]
    pub const fn exchanged(self, other: Layer) -> (Layer, Layer) {
        let mixed = (self.0 ^ other.0) & RIGHT;
        (Layer(self.0 ^ mixed), Layer(other.0 ^ mixed))
    }

    /// The seams between pieces: bit 4 i is set if there is a seam before wedge i.
    #[inline(always)]
    pub const fn seams(self) -> u64 {
        let differs = self.0 ^ self.turned(1).0;
        let pairs = differs | differs >> 1;
        (pairs | pairs >> 2) & ONES
    }

    /// The cuts that the layer allows: bit 4 i is set if there are seams before wedge i and before the opposite one.
    #[inline(always)]
    pub const fn cuts(self) -> u64 {
        let seams = Layer(self.seams());
        seams.0 & seams.turned(WEDGES / 2).0
    }

    /// The turns after which no corner blocks a slash, smallest first.
    #[inline]
    pub fn free_turns(self) -> impl Iterator<Item = u32> + Clone {
        // In descending order of wedges: a turn by t brings wedge 12 - t to the cut. One of the ends of a cut is before
        // wedge 6.
        let mut left = self.cuts();
        let mut first = (left & 1 == 1).then_some(0);
        left &= !1;
        std::iter::from_fn(move || {
            if let Some(none) = first.take() {
                return Some(none);
            }
            let wedge = left.checked_ilog2()? / 4;
            left &= !(1 << (4 * wedge));
            Some(WEDGES - wedge)
        })
    }

    /// True if no corner blocks a slash.
    #[inline(always)]
    pub const fn is_free(self) -> bool {
        self.cuts() & 1 == 1
    }

    /// The pieces clockwise from the piece in wedge 0. That piece comes last, too, if it begins before wedge 0.
    pub fn pieces(self) -> impl Iterator<Item = u8> {
        let seams = self.seams();
        (0..WEDGES).filter(move |&at| seams >> (4 * at) & 1 == 1 || at == 0).map(move |at| self.wedge(at))
    }
}

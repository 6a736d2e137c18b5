//! Coordinates of phase 2: the permutation of the eight corners, or of the eight edges, in cube shape, and how slashes
//! and symmetries change it. Layers are taken as if turned to begin with a corner.

use std::sync::LazyLock;

use super::layer_symmetry::{Relabel, swap_colours};

/// The pieces in the four slots of the upper layer and the four of the lower, clockwise, four bits each: the number of
/// the piece from 0 to 7, as [`super::layer_symmetry`] defines it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perm8(pub u32);

/// Number of permutations of eight pieces.
pub const N_PERMS: usize = 40_320; // 8!

/// The pieces that are permuted. A reflection acts differently on the two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceType {
    /// Four corners in each layer, the first of them in front.
    Corners,
    /// Edges, each of them behind the corner of its slot.
    Edges,
}

/// Bits of a layer; a permutation has two.
const LAYER: u32 = 16;

/// Bits of a slot.
const SLOT: u32 = 4;

impl Perm8 {
    /// Every piece in its home slot.
    pub const SOLVED: Perm8 = Perm8(0x7654_3210);

    /// Returns the permutation of two layers.
    pub const fn of_layers(upper: [u8; 4], lower: [u8; 4]) -> Perm8 {
        Perm8(u32::from_le_bytes([
            upper[0] | upper[1] << SLOT,
            upper[2] | upper[3] << SLOT,
            lower[0] | lower[1] << SLOT,
            lower[2] | lower[3] << SLOT,
        ]))
    }

    /// Turns the layers by quarters, below 4.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self, upper: u32, lower: u32) -> Perm8 {
        let above = (self.0 as u16).rotate_left(SLOT * upper);
        let below = ((self.0 >> LAYER) as u16).rotate_left(SLOT * lower);
        Perm8(above as u32 | (below as u32) << LAYER)
    }

    /// Exchanges the slots under a mask between the layers.
    #[inline(always)]
    const fn exchanged(self, slots: u32) -> Perm8 {
        let mixed = (self.0 ^ self.0 >> LAYER) & slots;
        Perm8(self.0 ^ mixed ^ mixed << LAYER)
    }

    /// Turns the puzzle over.
    #[inline(always)]
    fn over(self) -> Perm8 {
        Perm8(swap_colours(self.0.rotate_left(LAYER).into()) as u32)
    }

    /// Reflects it and turns it to begin with a corner again. Clockwise becomes anticlockwise, and pieces take the
    /// numbers of the pieces whose places they take: corner i becomes -i, and the edge behind it the one behind -i - 1.
    #[inline(always)]
    fn mirrored(self, piece_type: PieceType) -> Perm8 {
        const LOW: u32 = 0x0F0F_0F0F;
        const COUNTS: u32 = 0x3333_3333;
        let pairs = self.0.swap_bytes();
        let reversed = Perm8((pairs & LOW) << SLOT | pairs >> SLOT & LOW).0.rotate_left(LAYER) ^ COUNTS;
        match piece_type {
            PieceType::Corners => Perm8(Relabel { upper: 1, lower: 1 }.applied(reversed.into()) as u32),
            PieceType::Edges => Perm8(reversed).turned(3, 3),
        }
    }

    /// Returns the rank among all permutations. Ranks 2 n and 2 n + 1 differ by one transposition, so one of them is
    /// even.
    #[inline(always)]
    pub fn rank(self) -> usize {
        let tables = &*RANK_TABLES;
        usize::from(tables.upper[self.0 as usize & 0xFFFF])
            + usize::from(tables.lower[self.0 as usize >> LAYER])
    }

    /// True for an odd permutation.
    pub fn is_odd(self) -> bool {
        let piece = |slot: u32| self.0 >> (SLOT * slot) & 7;
        let pairs = (0..8).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| piece(a) > piece(b)).count() % 2 == 1
    }
}

/// A slash from cube shape to cube shape, with the turn before it: a move of phase 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareSlash {
    /// Quarters that the upper layer is turned by before the slash.
    pub upper: u32,
    /// Quarters that the lower layer is turned by before the slash.
    pub lower: u32,
    /// True if the layers begin with an edge when slashed, rather than a corner.
    pub edge_first: bool,
}

impl SquareSlash {
    /// Number of slashes: quarters of both layers, times the kind of the first piece.
    pub const COUNT: usize = 32;

    /// All slashes.
    pub fn all() -> impl DoubleEndedIterator<Item = SquareSlash> {
        (0..SquareSlash::COUNT as u32).map(|index| SquareSlash {
            upper: index / 8,
            lower: index / 2 % 4,
            edge_first: index % 2 == 1,
        })
    }

    /// Applies it to a permutation: the layers exchange their first two slots; of edges the last and the first if an
    /// edge is first.
    #[inline(always)]
    pub const fn applied(self, perm: Perm8, piece_type: PieceType) -> Perm8 {
        let slots = if self.edge_first && matches!(piece_type, PieceType::Edges) { 0xF00F } else { 0x00FF };
        perm.turned(self.upper, self.lower).exchanged(slots)
    }

    /// Undoes it: the inverse of [`SquareSlash::applied`].
    #[inline(always)]
    pub const fn undone(self, perm: Perm8, piece_type: PieceType) -> Perm8 {
        let unturned = SquareSlash { upper: 0, lower: 0, ..self };
        unturned.applied(perm, piece_type).turned((4 - self.upper) % 4, (4 - self.lower) % 4)
    }
}

/// A symmetry, which preserves distances: the puzzle turned over or not, reflected or not, then the layers turned and
/// the pieces relabelled, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    is_over: bool,
    is_mirrored: bool,
    upper: u32,
    lower: u32,
    names: Relabel,
}

impl Symmetry {
    /// Number of symmetries.
    pub const COUNT: u16 = 1024; // 2 * 2 * 4^2 * 4^2

    /// Returns the symmetry of an index. Index 0 is the identity.
    #[inline(always)]
    pub fn new(index: u16) -> Symmetry {
        let bits = |first: u32| u32::from(index >> first & 3);
        Symmetry {
            is_over: index >> 9 & 1 == 1,
            is_mirrored: index >> 8 & 1 == 1,
            upper: bits(6),
            lower: bits(4),
            names: Relabel { upper: bits(2).into(), lower: bits(0).into() },
        }
    }

    fn index(self) -> u16 {
        let flags = u32::from(self.is_over) << 9 | u32::from(self.is_mirrored) << 8;
        (flags | self.upper << 6 | self.lower << 4 | (self.names.upper << 2 | self.names.lower) as u32) as u16
    }

    /// Returns the index of the inverse.
    pub fn inverse(self) -> u16 {
        // After a reflection a turn is its own inverse, and after turning over the layers exchange their roles.
        let inverse_turns = |by: u32| if self.is_mirrored { by } else { (4 - by) % 4 };
        let pair = |upper: u32, lower: u32| {
            let (upper, lower) = (inverse_turns(upper), inverse_turns(lower));
            if self.is_over { (lower, upper) } else { (upper, lower) }
        };
        let (upper, lower) = pair(self.upper, self.lower);
        let names = pair(self.names.upper as u32, self.names.lower as u32);
        let names = Relabel { upper: names.0.into(), lower: names.1.into() };
        Symmetry { upper, lower, names, ..self }.index()
    }

    /// Applies it to a permutation.
    #[inline(always)]
    pub fn applied(self, perm: Perm8, piece_type: PieceType) -> Perm8 {
        let perm = if self.is_over { perm.over() } else { perm };
        let perm = if self.is_mirrored { perm.mirrored(piece_type) } else { perm };
        Perm8(self.names.applied(perm.turned(self.upper, self.lower).0.into()) as u32)
    }
}

/// The contributions of the layers to the rank: the upper one by its pieces and their order, the lower one by the order
/// alone.
struct RankTables {
    upper: Vec<u16>,
    lower: Vec<u8>,
}

static RANK_TABLES: LazyLock<RankTables> = LazyLock::new(|| {
    const ORDERS: u16 = 24; // 4!
    let mut tables = RankTables { upper: vec![0; 1 << LAYER], lower: vec![0; 1 << LAYER] };
    let mut n_layers = 0;
    for layer in 0..1_u32 << LAYER {
        let pieces = [0, 1, 2, 3].map(|slot| layer >> (SLOT * slot) & 15);
        let behind = |i: usize| pieces[i + 1..].iter();
        if pieces.iter().any(|&piece| piece > 7) || (0..4).any(|i| behind(i).any(|&other| other == pieces[i]))
        {
            continue;
        }
        tables.upper[layer as usize] = ORDERS * n_layers;
        n_layers += 1;
        // A Lehmer code: the number of smaller pieces behind each. The last two slots decide between 2 n and 2 n + 1.
        let smaller = |i: usize| behind(i).filter(|&&other| other < pieces[i]).count();
        tables.lower[layer as usize] = (smaller(0) * 6 + smaller(1) * 2 + smaller(2)) as u8;
    }
    tables
});

#[cfg(test)]
mod tests {
    use super::super::symmetry::{SymmetryReduction, TwistMetric};
    use super::*;
    use puzzle::Square1;
    use puzzle::square1::Layer;

    /// Corner and edge permutations of random positions, taken as if they were in cube shape.
    fn pairs(n: usize) -> Vec<(Perm8, Perm8)> {
        let perm = |state: &Square1, wanted: u8| {
            let pieces = state.upper.pieces().chain(state.lower.pieces());
            Perm8(
                (0..)
                    .zip(pieces.filter(|piece| piece & 8 == wanted))
                    .fold(0, |perm, (slot, piece)| perm | u32::from(piece & 7) << (SLOT * slot)),
            )
        };
        Square1::drawn(2, n).iter().map(|state| (perm(state, 0), perm(state, 8))).collect()
    }

    /// Returns the position that begins with corners in both layers.
    fn state((corners, edges): (Perm8, Perm8)) -> Square1 {
        let layer = |first: u32| {
            let piece = |perm: Perm8, slot: u32| u64::from(perm.0 >> (SLOT * (first + slot)) & 15);
            Layer::from_word((0..4).fold(0, |word, slot| {
                word | ((piece(corners, slot) * 0x11) | ((piece(edges, slot) | 8) << 8)) << (12 * slot)
            }))
        };
        Square1 { upper: layer(0), lower: layer(4), is_flipped: false }
    }

    #[test]
    fn ranks_of_permutations() {
        let mut seen = vec![false; N_PERMS];
        for (corners, edges) in pairs(2000) {
            for perm in [corners, edges] {
                seen[perm.rank()] = true;
                // The last two slots exchanged.
                let other =
                    Perm8(perm.0 & 0x00FF_FFFF | perm.0 >> 4 & 0x0F00_0000 | perm.0 << 4 & 0xF000_0000);
                assert_eq!(other.rank(), perm.rank() ^ 1);
                assert_ne!(other.is_odd(), perm.is_odd());
            }
        }
        // Different permutations have different ranks.
        let perms: std::collections::HashSet<Perm8> = pairs(2000).iter().flat_map(|&(a, b)| [a, b]).collect();
        assert_eq!(seen.iter().filter(|seen| **seen).count(), perms.len());
        assert!(!Perm8::SOLVED.is_odd());
    }

    /// Symmetries preserve the canonical form of whole positions, and each has an inverse.
    #[test]
    fn symmetries_keep_the_canonical_form() {
        for (pair, index) in pairs(64).into_iter().zip((0..).step_by(16)) {
            let canonical = TwistMetric::canonical(&state(pair));
            for symmetry in (index..index + 16).map(Symmetry::new) {
                let image = |symmetry: Symmetry, (corners, edges): (Perm8, Perm8)| {
                    (symmetry.applied(corners, PieceType::Corners), symmetry.applied(edges, PieceType::Edges))
                };
                let shown = image(symmetry, pair);
                assert_eq!(TwistMetric::canonical(&state(shown)), canonical, "{symmetry:?}");
                assert_eq!(image(Symmetry::new(symmetry.inverse()), shown), pair, "{symmetry:?}");
            }
        }
        assert_eq!(Symmetry::new(0).applied(Perm8::SOLVED, PieceType::Edges), Perm8::SOLVED);
    }
}

//! The eight corners, or the eight edges, of two square layers in the order in which they lie, and what slashes and
//! symmetries do to them. The layers are seen as if turned to have a corner first.

use std::sync::LazyLock;

use super::layer_symmetry::{Relabel, swap_colours};

/// What lies in the four slots of the upper layer and the four of the lower, clockwise, four bits each: the number of
/// the piece from 0 to 7, as [`super::layer_symmetry`] explains it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Perm8(pub u32);

/// Orders of eight pieces.
pub const N_PERMS: usize = 40_320; // 8!

/// The pieces of a row. A mirror sees them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceType {
    /// Four corners in each layer, the first of them in front.
    Corners,
    /// Edges, each of them behind the corner of its slot.
    Edges,
}

/// Bits of a layer, of which a row has two.
const LAYER: u32 = 16;

/// Bits of a slot.
const SLOT: u32 = 4;

impl Perm8 {
    /// Every piece at home.
    pub const SOLVED: Perm8 = Perm8(0x7654_3210);

    /// Of the upper and the lower layer.
    pub const fn of_layers(upper: [u8; 4], lower: [u8; 4]) -> Perm8 {
        Perm8(u32::from_le_bytes([
            upper[0] | upper[1] << SLOT,
            upper[2] | upper[3] << SLOT,
            lower[0] | lower[1] << SLOT,
            lower[2] | lower[3] << SLOT,
        ]))
    }

    /// After the layers have been turned by quarters, below 4.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self, upper: u32, lower: u32) -> Perm8 {
        let above = (self.0 as u16).rotate_left(SLOT * upper);
        let below = ((self.0 >> LAYER) as u16).rotate_left(SLOT * lower);
        Perm8(above as u32 | (below as u32) << LAYER)
    }

    /// After the layers have exchanged the slots under a mask.
    #[inline(always)]
    const fn exchanged(self, slots: u32) -> Perm8 {
        let mixed = (self.0 ^ self.0 >> LAYER) & slots;
        Perm8(self.0 ^ mixed ^ mixed << LAYER)
    }

    /// As it is seen when the puzzle has been turned over.
    #[inline(always)]
    fn over(self) -> Perm8 {
        Perm8(swap_colours(self.0.rotate_left(LAYER).into()) as u32)
    }

    /// As a mirror shows it, turned to have a corner first again. What is clockwise becomes anticlockwise, and pieces are
    /// called as those whose places they take: corner i as -i, and the edge behind it as the one behind -i - 1.
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

    /// Its number among all orders. Those of 2 n and 2 n + 1 differ in two pieces, so that one of them is even.
    #[inline(always)]
    pub fn rank(self) -> usize {
        let tables = &*RANK_TABLES;
        usize::from(tables.upper[self.0 as usize & 0xFFFF])
            + usize::from(tables.lower[self.0 as usize >> LAYER])
    }

    /// Whether it takes an odd number of exchanges to solve it.
    pub fn is_odd(self) -> bool {
        let piece = |slot: u32| self.0 >> (SLOT * slot) & 7;
        let pairs = (0..8).flat_map(|b| (0..b).map(move |a| (a, b)));
        pairs.filter(|&(a, b)| piece(a) > piece(b)).count() % 2 == 1
    }
}

/// A slash that keeps squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SquareSlash {
    /// Quarters that the layers are turned by before.
    pub upper: u32,
    /// The same of the lower layer.
    pub lower: u32,
    /// Whether an edge is first, rather than a corner.
    pub edge_first: bool,
}

impl SquareSlash {
    /// How many there are: quarters of both layers, and which kind of piece comes first.
    pub const COUNT: usize = 32;

    /// All of them.
    pub fn all() -> impl DoubleEndedIterator<Item = SquareSlash> {
        (0..SquareSlash::COUNT as u32).map(|index| SquareSlash {
            upper: index / 8,
            lower: index / 2 % 4,
            edge_first: index % 2 == 1,
        })
    }

    /// What it does to a row: the first two slots are exchanged, but of edges the last and the first if an edge is first.
    #[inline(always)]
    pub const fn applied(self, perm: Perm8, piece_type: PieceType) -> Perm8 {
        let slots = if self.edge_first && matches!(piece_type, PieceType::Edges) { 0xF00F } else { 0x00FF };
        perm.turned(self.upper, self.lower).exchanged(slots)
    }
}

/// One of the ways to see a position that change nothing about its distance: the puzzle turned over or in a mirror, the
/// layers turned, and the names of pieces counted on, in this order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    is_over: bool,
    is_mirrored: bool,
    upper: u32,
    lower: u32,
    names: Relabel,
}

impl Symmetry {
    /// How many there are.
    pub const COUNT: u16 = 1024; // 2 * 2 * 4^2 * 4^2

    /// The one of a number. Number 0 changes nothing.
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

    /// The number of the one that undoes it.
    pub fn inverse(self) -> u16 {
        // In a mirror the inverse of a turn is the turn itself, and from below the layers change their roles.
        let undone = |by: u32| if self.is_mirrored { by } else { (4 - by) % 4 };
        let pair = |upper: u32, lower: u32| {
            let (upper, lower) = (undone(upper), undone(lower));
            if self.is_over { (lower, upper) } else { (upper, lower) }
        };
        let (upper, lower) = pair(self.upper, self.lower);
        let names = pair(self.names.upper as u32, self.names.lower as u32);
        let names = Relabel { upper: names.0.into(), lower: names.1.into() };
        Symmetry { upper, lower, names, ..self }.index()
    }

    /// What it shows of a row.
    #[inline(always)]
    pub fn applied(self, perm: Perm8, piece_type: PieceType) -> Perm8 {
        let perm = if self.is_over { perm.over() } else { perm };
        let perm = if self.is_mirrored { perm.mirrored(piece_type) } else { perm };
        Perm8(self.names.applied(perm.turned(self.upper, self.lower).0.into()) as u32)
    }
}

/// What the layers add to the number of a row: the upper one by which pieces it has in which order, the lower one by the
/// order alone.
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
        // By how many of those behind it each is larger than: the last two decide between 2 n and 2 n + 1.
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

    /// Corners and edges of random positions, as if the layers were square.
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

    /// The position that has corners first in both layers.
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
        // As many different numbers as different rows.
        let perms: std::collections::HashSet<Perm8> = pairs(2000).iter().flat_map(|&(a, b)| [a, b]).collect();
        assert_eq!(seen.iter().filter(|seen| **seen).count(), perms.len());
        assert!(!Perm8::SOLVED.is_odd());
    }

    /// What a symmetry shows is alike by the rules for whole positions, and each has one that undoes it.
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

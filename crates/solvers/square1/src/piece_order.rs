//! The eight corners, or the eight edges, of two square layers in the order in which they lie, and what slashes and
//! symmetries do to them. The layers are seen as if turned to have a corner first.

use std::sync::LazyLock;

use super::layer_bits::{Shift, recoloured};

/// What lies in the four slots of the upper layer and the four of the lower, clockwise, four bits each: the number of
/// the piece from 0 to 7, as [`super::layer_bits`] explains it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Row(pub u32);

/// Orders of eight pieces.
pub const N_ROWS: usize = 40_320; // 8!

/// The pieces of a row. A mirror sees them differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Four corners in each layer, the first of them in front.
    Corners,
    /// Edges, each of them behind the corner of its slot.
    Edges,
}

/// Bits of a layer, of which a row has two.
const LAYER: u32 = 16;

/// Bits of a slot.
const SLOT: u32 = 4;

impl Row {
    /// Every piece at home.
    pub const SOLVED: Row = Row(0x7654_3210);

    /// Of the upper and the lower layer.
    pub const fn of_layers(upper: [u8; 4], lower: [u8; 4]) -> Row {
        Row(u32::from_le_bytes([
            upper[0] | upper[1] << SLOT,
            upper[2] | upper[3] << SLOT,
            lower[0] | lower[1] << SLOT,
            lower[2] | lower[3] << SLOT,
        ]))
    }

    /// After the layers have been turned by quarters, below 4.
    #[inline(always)]
    #[must_use]
    pub const fn turned(self, upper: u32, lower: u32) -> Row {
        let above = (self.0 as u16).rotate_left(SLOT * upper);
        let below = ((self.0 >> LAYER) as u16).rotate_left(SLOT * lower);
        Row(above as u32 | (below as u32) << LAYER)
    }

    /// After the layers have exchanged the slots under a mask.
    #[inline(always)]
    const fn exchanged(self, slots: u32) -> Row {
        let mixed = (self.0 ^ self.0 >> LAYER) & slots;
        Row(self.0 ^ mixed ^ mixed << LAYER)
    }

    /// As it is seen when the puzzle has been turned over.
    #[inline(always)]
    fn over(self) -> Row {
        Row(recoloured(self.0.rotate_left(LAYER).into()) as u32)
    }

    /// As a mirror shows it, turned to have a corner first again. What is clockwise becomes anticlockwise, and pieces are
    /// called as those whose places they take: corner i as -i, and the edge behind it as the one behind -i - 1.
    #[inline(always)]
    fn mirrored(self, kind: Kind) -> Row {
        const LOW: u32 = 0x0F0F_0F0F;
        const COUNTS: u32 = 0x3333_3333;
        let pairs = self.0.swap_bytes();
        let reversed = Row((pairs & LOW) << SLOT | pairs >> SLOT & LOW).0.rotate_left(LAYER) ^ COUNTS;
        match kind {
            Kind::Corners => Row(Shift { upper: 1, lower: 1 }.applied(reversed.into()) as u32),
            Kind::Edges => Row(reversed).turned(3, 3),
        }
    }

    /// Its number among all orders. Those of 2 n and 2 n + 1 differ in two pieces, so that one of them is even.
    #[inline(always)]
    pub fn number(self) -> usize {
        let numbers = &*NUMBERS;
        usize::from(numbers.above[self.0 as usize & 0xFFFF])
            + usize::from(numbers.below[self.0 as usize >> LAYER])
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
pub struct Slash {
    /// Quarters that the layers are turned by before.
    pub upper: u32,
    /// The same of the lower layer.
    pub lower: u32,
    /// Whether an edge is first, rather than a corner.
    pub edge_first: bool,
}

impl Slash {
    /// How many there are: quarters of both layers, and which kind of piece comes first.
    pub const COUNT: usize = 32;

    /// All of them.
    pub fn all() -> impl DoubleEndedIterator<Item = Slash> {
        (0..Slash::COUNT as u32).map(|number| Slash {
            upper: number / 8,
            lower: number / 2 % 4,
            edge_first: number % 2 == 1,
        })
    }

    /// What it does to a row: the first two slots are exchanged, but of edges the last and the first if an edge is first.
    #[inline(always)]
    pub const fn applied(self, row: Row, kind: Kind) -> Row {
        let slots = if self.edge_first && matches!(kind, Kind::Edges) { 0xF00F } else { 0x00FF };
        row.turned(self.upper, self.lower).exchanged(slots)
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
    names: Shift,
}

impl Symmetry {
    /// How many there are.
    pub const COUNT: u16 = 1024; // 2 * 2 * 4^2 * 4^2

    /// The one of a number. Number 0 changes nothing.
    #[inline(always)]
    pub fn new(number: u16) -> Symmetry {
        let bits = |first: u32| u32::from(number >> first & 3);
        Symmetry {
            is_over: number >> 9 & 1 == 1,
            is_mirrored: number >> 8 & 1 == 1,
            upper: bits(6),
            lower: bits(4),
            names: Shift { upper: bits(2).into(), lower: bits(0).into() },
        }
    }

    fn number(self) -> u16 {
        let ways = u32::from(self.is_over) << 9 | u32::from(self.is_mirrored) << 8;
        (ways | self.upper << 6 | self.lower << 4 | (self.names.upper << 2 | self.names.lower) as u32) as u16
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
        let names = Shift { upper: names.0.into(), lower: names.1.into() };
        Symmetry { upper, lower, names, ..self }.number()
    }

    /// What it shows of a row.
    #[inline(always)]
    pub fn applied(self, row: Row, kind: Kind) -> Row {
        let row = if self.is_over { row.over() } else { row };
        let row = if self.is_mirrored { row.mirrored(kind) } else { row };
        Row(self.names.applied(row.turned(self.upper, self.lower).0.into()) as u32)
    }
}

/// What the layers add to the number of a row: the upper one by which pieces it has in which order, the lower one by the
/// order alone.
struct Numbers {
    above: Vec<u16>,
    below: Vec<u8>,
}

static NUMBERS: LazyLock<Numbers> = LazyLock::new(|| {
    const ORDERS: u16 = 24; // 4!
    let mut numbers = Numbers { above: vec![0; 1 << LAYER], below: vec![0; 1 << LAYER] };
    let mut n_layers = 0;
    for layer in 0..1_u32 << LAYER {
        let pieces = [0, 1, 2, 3].map(|slot| layer >> (SLOT * slot) & 15);
        let behind = |i: usize| pieces[i + 1..].iter();
        if pieces.iter().any(|&piece| piece > 7) || (0..4).any(|i| behind(i).any(|&other| other == pieces[i]))
        {
            continue;
        }
        numbers.above[layer as usize] = ORDERS * n_layers;
        n_layers += 1;
        // By how many of those behind it each is larger than: the last two decide between 2 n and 2 n + 1.
        let smaller = |i: usize| behind(i).filter(|&&other| other < pieces[i]).count();
        numbers.below[layer as usize] = (smaller(0) * 6 + smaller(1) * 2 + smaller(2)) as u8;
    }
    numbers
});

#[cfg(test)]
mod tests {
    use super::super::symmetry::{Alike, Twists};
    use super::*;
    use puzzle::Square1;
    use puzzle::square1::Layer;

    /// Corners and edges of random positions, as if the layers were square.
    fn pairs(n: usize) -> Vec<(Row, Row)> {
        let row = |state: &Square1, wanted: u8| {
            let pieces = state.upper.pieces().chain(state.lower.pieces());
            Row((0..)
                .zip(pieces.filter(|piece| piece & 8 == wanted))
                .fold(0, |row, (slot, piece)| row | u32::from(piece & 7) << (SLOT * slot)))
        };
        Square1::drawn(2, n).iter().map(|state| (row(state, 0), row(state, 8))).collect()
    }

    /// The position that has corners first in both layers.
    fn state((corners, edges): (Row, Row)) -> Square1 {
        let layer = |first: u32| {
            let piece = |row: Row, slot: u32| u64::from(row.0 >> (SLOT * (first + slot)) & 15);
            Layer::from_word((0..4).fold(0, |word, slot| {
                word | ((piece(corners, slot) * 0x11) | ((piece(edges, slot) | 8) << 8)) << (12 * slot)
            }))
        };
        Square1 { upper: layer(0), lower: layer(4), is_flipped: false }
    }

    #[test]
    fn numbers_of_rows() {
        let mut seen = vec![false; N_ROWS];
        for (corners, edges) in pairs(2000) {
            for row in [corners, edges] {
                seen[row.number()] = true;
                // The last two slots exchanged.
                let other = Row(row.0 & 0x00FF_FFFF | row.0 >> 4 & 0x0F00_0000 | row.0 << 4 & 0xF000_0000);
                assert_eq!(other.number(), row.number() ^ 1);
                assert_ne!(other.is_odd(), row.is_odd());
            }
        }
        // As many different numbers as different rows.
        let rows: std::collections::HashSet<Row> = pairs(2000).iter().flat_map(|&(a, b)| [a, b]).collect();
        assert_eq!(seen.iter().filter(|seen| **seen).count(), rows.len());
        assert!(!Row::SOLVED.is_odd());
    }

    /// What a symmetry shows is alike by the rules for whole positions, and each has one that undoes it.
    #[test]
    fn symmetries_show_what_is_alike() {
        for (pair, number) in pairs(64).into_iter().zip((0..).step_by(16)) {
            let least = Twists::least(&state(pair));
            for symmetry in (number..number + 16).map(Symmetry::new) {
                let shown = |symmetry: Symmetry, (corners, edges): (Row, Row)| {
                    (symmetry.applied(corners, Kind::Corners), symmetry.applied(edges, Kind::Edges))
                };
                let seen = shown(symmetry, pair);
                assert_eq!(Twists::least(&state(seen)), least, "{symmetry:?}");
                assert_eq!(shown(Symmetry::new(symmetry.inverse()), seen), pair, "{symmetry:?}");
            }
        }
        assert_eq!(Symmetry::new(0).applied(Row::SOLVED, Kind::Edges), Row::SOLVED);
    }
}

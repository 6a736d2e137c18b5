//! Random states, all equally likely. Random numbers come from the caller, or from a seed where reproducibility matters
//! more.
//!
//! A random state is any position in which a slash is possible: 3,678 pairs of shapes, 8! permutations of the corners,
//! 8! of the edges and two states of the middle layer, which is also how scrambles for competitions are generated.
//! Positions in which a corner blocks the slash are these with a layer turned; including them would favour layers with
//! few seams.

use std::sync::LazyLock;

use super::{Layer, Square1, WEDGES};

/// Shapes of a layer that allow a slash without a turn: the wedges at which its pieces begin, and its number of
/// corners.
static SHAPES: LazyLock<Vec<(u16, u32)>> = LazyLock::new(|| {
    let mut shapes = Vec::new();
    add_shapes(0, 0, 0, &mut shapes);
    shapes
});

/// Pairs of shapes with eight corners in total.
static PAIRS: LazyLock<Vec<(u16, u16)>> = LazyLock::new(|| {
    let pairs = SHAPES.iter().flat_map(|upper| SHAPES.iter().map(move |lower| (upper, lower)));
    pairs.filter(|(upper, lower)| upper.1 + lower.1 == 8).map(|(upper, lower)| (upper.0, lower.0)).collect()
});

/// Adds all shapes that begin with `starts` up to wedge `at`. A slash needs seams before wedges 0 and 6.
fn add_shapes(starts: u16, at: u32, n_corners: u32, shapes: &mut Vec<(u16, u32)>) {
    if at == WEDGES {
        shapes.push((starts, n_corners));
        return;
    }
    let starts = starts | 1 << at;
    add_shapes(starts, at + 1, n_corners, shapes);
    if at % 6 != 5 {
        add_shapes(starts, at + 2, n_corners + 1, shapes);
    }
}

impl Square1 {
    /// Number of positions in which a slash is possible: shapes, corners, edges, middle layer.
    pub fn n_free() -> u64 {
        PAIRS.len() as u64 * 40_320 * 40_320 * 2
    }

    /// Returns a uniformly random one of these positions. `below(n)` returns a uniformly random number below n.
    pub fn random(below: &mut dyn FnMut(u32) -> u32) -> Square1 {
        let (upper, lower) = PAIRS[below(PAIRS.len() as u32) as usize];
        let mut corners = shuffled(0, below).into_iter();
        let mut edges = shuffled(8, below).into_iter();
        let mut layer = |starts: u16| {
            let (mut word, mut at) = (0, 0);
            while at < WEDGES {
                let is_edge = at + 1 == WEDGES || starts >> (at + 1) & 1 == 1;
                let (piece, width) = if is_edge { (edges.next(), 1) } else { (corners.next(), 2) };
                let piece = u64::from(piece.expect("a pair has eight of each"));
                (0..width).for_each(|i| word |= piece << (4 * (at + i)));
                at += width;
            }
            Layer::from_word(word)
        };
        Square1 { upper: layer(upper), lower: layer(lower), is_flipped: below(2) == 1 }
    }

    /// Returns random positions that depend only on the seed, for tests and benchmarks.
    pub fn drawn(seed: u64, n: usize) -> Vec<Square1> {
        let mut state = seed;
        // Knuth's linear congruential generator, whose high bits are good.
        let mut below = |n: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (((state >> 32) * u64::from(n)) >> 32) as u32
        };
        (0..n).map(|_| Square1::random(&mut below)).collect()
    }
}

/// Eight numbers from `first` on in random order (Fisher-Yates shuffle).
fn shuffled(first: u8, below: &mut dyn FnMut(u32) -> u32) -> [u8; 8] {
    let mut items = std::array::from_fn(|i| first + i as u8);
    for i in (1..items.len()).rev() {
        items.swap(i, below(i as u32 + 1) as usize);
    }
    items
}

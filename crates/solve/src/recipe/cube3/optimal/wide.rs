//! Blocks of 256: all flips, up to those of whole slices. A turn permutes the edges of a slice and may flip some. In four
//! words, one for each way in which the flips of the slices are even or odd, three axes of four stand for the slices (see
//! `pattern` in [`super::coset`]); then all that happens is that the four points of each axis are permuted, in a way that
//! depends on the word, that axes are exchanged, and words.
//!
//! So a word is taken apart into sixteen nibbles, one byte each. The last axis runs inside a nibble and is permuted by
//! looking the nibble up, the other two by shuffling bytes.

use puzzle::{Symmetry, Turn};
use rayon::prelude::*;
use search::hardware::prefetch;
use search::simd::{Bytes16, Bytes32, Plain, Simd};

use super::block::{Block, Window};
use super::coset::{Coordinates, kind};
use super::edges::N_EDGES;
use super::links::{Link, Links, Step, shift, target};
use super::packed::{Packed, TURNS};

/// How many cells ahead their targets are fetched,
const AHEAD: usize = 16;
/// and they themselves.
const FAR_AHEAD: usize = 48;

/// A set of the 256 entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Wide(pub(super) Bytes32);

/// What becomes of the flips of the four edges of a slice: the edges permuted, then some flipped. Up to flipping all of
/// them there are 24 x 8 such maps.
type Map = u8;
const N_MAPS: usize = 192;

/// Maps, and what they do to the points of an axis.
pub struct Ties {
    /// For each passage and edge coset: the maps of the slices on the first, second and last axis.
    maps: Vec<[Map; 4]>,
    /// By symmetry.
    axes: [Axes; Symmetry::COUNT],
    /// By map: the permutation of the even points, and of the odd ones.
    points: [[u8; 2]; 256],
    /// By whether the first two axes change places, and by the permutations of both: where nibbles come from.
    nibbles: [[[Bytes16; 32]; 32]; 2],
    /// By permutation: what becomes of a nibble.
    lookups: [Bytes16; 32],
}

/// How the three axes lie: which slice each stands for before, and whether the first two change places.
#[derive(Clone, Copy)]
struct Axes {
    slices: [usize; 3],
    is_crossed: bool,
}

/// All permutations of four, in order.
fn permutations() -> Vec<[u8; 4]> {
    let all = (0..256_usize).map(|n| [n >> 6, n >> 4 & 3, n >> 2 & 3, n & 3].map(|i| i as u8));
    all.filter(|p| p.iter().fold(0, |seen, &i| seen | 1 << i) == 15).collect()
}

/// The flips of four edges after a map: flip i goes to `permutation[i]`.
fn permuted(flips: usize, permutation: [u8; 4]) -> usize {
    (0..4).fold(0, |image, i| image | (flips >> i & 1) << permutation[i])
}

/// One of the flips of each parity and kind.
const FLIPS: [[usize; 4]; 2] = [[0b0000, 0b0011, 0b0101, 0b0110], [0b0001, 0b0010, 0b0100, 0b1000]];

/// The number of a map.
fn map(permutations: &[[u8; 4]], permutation: [u8; 4], flips: usize) -> Map {
    let permutation = permutations.iter().position(|&p| p == permutation).expect("all are there");
    let (parity, kind) = kind(flips);
    (permutation * 8 + parity * 4 + kind) as Map
}

impl Axes {
    /// A symmetry sends slices to slices. The slice that comes last is exchanged with the last one beforehand.
    fn new(coordinates: &Coordinates, symmetry: usize) -> Axes {
        let to = |slice: usize| coordinates.conjugation(symmetry).edge_to[4 * slice] >> 2;
        let last = (0..3).find(|&slice| to(slice) == 2).expect("one comes last");
        let mut slices = [0, 1, 2];
        slices.swap(last, 2);
        Axes { slices, is_crossed: to(slices[0]) == 1 }
    }
}

/// What a symmetry makes of the edges of each slice, which come in order and unflipped in the cube of a coset.
fn maps(coordinates: &Coordinates, permutations: &[[u8; 4]], cube: &Packed, symmetry: usize) -> [Map; 3] {
    let conjugation = coordinates.conjugation(symmetry);
    let edges = cube.edge_half();
    let (mut next, mut to, mut flips) = ([0; 3], [[0; 4]; 3], [0; 3]);
    for place in 0..12 {
        let edge = edges[usize::from(conjugation.edge_from[place])];
        let flip = u16::from(edge >> 4) ^ conjugation.flips >> place & 1;
        let (slice, i) = (usize::from(edge >> 2 & 3), usize::from(edge & 3));
        // All of a slice go to one slice, so they can be counted by where they come from.
        to[slice][i] = next[slice];
        flips[slice] |= usize::from(flip) << next[slice];
        next[slice] += 1;
    }
    std::array::from_fn(|slice| map(permutations, to[slice], flips[slice]))
}

impl Ties {
    fn new(coordinates: &Coordinates, links: &Links) -> Ties {
        let permutations = permutations();
        let split = |map: usize| (permutations[map / 8], FLIPS[map / 4 % 2][map % 4]);
        let number =
            |points: [u8; 4]| permutations.iter().position(|&p| p == points).expect("one to one") as u8;
        let mut points = [[0; 2]; 256];
        for (map, points) in points.iter_mut().enumerate().take(N_MAPS) {
            let (permutation, added) = split(map);
            *points = FLIPS
                .map(|flips| number(flips.map(|flips| kind(permuted(flips, permutation) ^ added).1 as u8)));
        }
        let mut ties = Ties {
            maps: search::hardware::filled(Turn::COUNT * Symmetry::COUNT * N_EDGES, [0; 4]),
            axes: std::array::from_fn(|symmetry| Axes::new(coordinates, symmetry)),
            points,
            nibbles: [[[[0; 16]; 32]; 32]; 2],
            lookups: [[0; 16]; 32],
        };
        for (i, a) in permutations.iter().enumerate() {
            for set in 1..16_usize {
                let image = |point: usize| (set as u8 >> point & 1) << a[point];
                ties.lookups[i][set] = image(0) | image(1) | image(2) | image(3);
            }
            for (j, b) in permutations.iter().enumerate() {
                for from in 0..16 {
                    let (first, second) = (a[from % 4], b[from / 4]);
                    ties.nibbles[0][i][j][usize::from(first | second << 2)] = from as u8;
                    ties.nibbles[1][i][j][usize::from(second | first << 2)] = from as u8;
                }
            }
        }
        let product = |first: Map, second: Map| {
            let ((p, a), (q, b)) = (split(usize::from(first)), split(usize::from(second)));
            map(&permutations, p.map(|i| q[usize::from(i)]), permuted(a, q) ^ b)
        };
        let mut products = [[0; 256]; N_MAPS];
        for (first, products) in products.iter_mut().enumerate() {
            products[..N_MAPS]
                .iter_mut()
                .enumerate()
                .for_each(|(second, to)| *to = product(first as Map, second as Map));
        }
        let cubes: Vec<Packed> =
            coordinates.edges.all().map(|edges| Packed::SOLVED.with_edges(edges)).collect();
        let all = |n: usize, find: &(dyn Fn(usize, &Packed) -> [Map; 3] + Sync)| -> Vec<Vec<[Map; 3]>> {
            (0..n).into_par_iter().map(|i| cubes.iter().map(|cube| find(i, cube)).collect()).collect()
        };
        let moved = all(Turn::COUNT, &|turn, cube| {
            maps(coordinates, &permutations, &cube.after(Plain, &TURNS[turn]), 0)
        });
        let seen = all(Symmetry::COUNT, &|symmetry, cube| maps(coordinates, &permutations, cube, symmetry));
        let axes = ties.axes;
        ties.maps.par_chunks_mut(N_EDGES).enumerate().for_each(|(passage, maps)| {
            let (turn, symmetry) = (passage / Symmetry::COUNT, passage % Symmetry::COUNT);
            let Axes { slices, .. } = axes[symmetry];
            let between = links.of_turn(turn);
            for ((maps, first), &between) in maps.iter_mut().zip(&moved[turn]).zip(between) {
                let second = &seen[symmetry][usize::from(target(between))];
                for (to, slice) in maps.iter_mut().zip(slices) {
                    *to = products[usize::from(first[slice])][usize::from(second[slice])];
                }
            }
        });
        ties
    }
}

/// What one step does to blocks.
pub struct WideCarrier<'a> {
    links: &'a [Link],
    maps: &'a [[Map; 4]],
    points: &'a [[u8; 2]; 256],
    nibbles: &'a [[Bytes16; 32]; 32],
    lookups: &'a [Bytes16; 32],
    slices: [usize; 3],
    /// For each change of parities: the words of 32 bits that those of the result are taken from.
    words: [[u32; 8]; 4],
}

/// The parity of a slice in a word.
const fn parity(slice: usize, word: usize) -> usize {
    match slice {
        0 => (word ^ word >> 1) & 1,
        1 => word & 1,
        _ => word >> 1,
    }
}

impl WideCarrier<'_> {
    /// The image of a block whose last slice is exchanged with slice `LAST`.
    #[inline(always)]
    fn image<const LAST: usize, S: Simd>(&self, simd: S, block: Wide, change: usize, maps: [Map; 4]) -> Wide {
        // Which bits of an entry's number are exchanged with which can be read from the picture in `pattern`.
        let block = match LAST {
            0 => {
                let block = simd.exchange_bits::<7>(block.0, 0x00AA_00AA_00AA_00AA);
                simd.exchange_bits::<14>(block, 0x0000_CCCC_0000_CCCC)
            }
            1 => {
                let block = simd.exchange_bits::<31>(block.0, 0x0000_0000_AAAA_AAAA);
                simd.exchange_bits::<2>(block, 0x0C0C_0C0C_0C0C_0C0C)
            }
            _ => block.0,
        };
        let (low, high) = (simd.and(block, [15; 32]), simd.shift_down::<4>(block));
        let slices = match LAST {
            0 => [2, 1, 0],
            1 => [0, 2, 1],
            _ => [0, 1, 2],
        };
        let [a, b, c] = [maps[0], maps[1], maps[2]].map(|map| self.points[usize::from(map)]);
        let from = |word: usize| {
            let (a, b) = (a[parity(slices[0], word)], b[parity(slices[1], word)]);
            self.nibbles[usize::from(a & 31)][usize::from(b & 31)]
        };
        let lookup = |word: usize| self.lookups[usize::from(c[parity(slices[2], word)] & 31)];
        let moved = |nibbles: Bytes32, word: usize| {
            let nibbles = simd.shuffle_halves(nibbles, simd.join(from(word), from(word + 2)));
            simd.shuffle_halves(simd.join(lookup(word), lookup(word + 2)), nibbles)
        };
        // Words 0 and 2, then 1 and 3.
        let even = moved(simd.lower_eights(low, high), 0);
        let odd = moved(simd.upper_eights(low, high), 1);
        let low = simd.lower_eights(even, odd);
        let high = simd.shift_up::<4>(simd.upper_eights(even, odd));
        Wide(simd.permute(simd.or(low, high), self.words[change]))
    }

    #[inline(always)]
    fn row<const LAST: usize, S: Simd>(&self, simd: S, row: &[Wide], to: &mut Window<Wide>) {
        for (i, ((&block, &link), &maps)) in row.iter().zip(self.links).zip(self.maps).enumerate() {
            if block == Wide::EMPTY {
                continue;
            }
            // The window is about as large as the cache next to the processor, and other rows pass through that, too.
            prefetch(&to[usize::from(target(self.links[(i + AHEAD).min(N_EDGES - 1)]))]);
            prefetch(&row[(i + FAR_AHEAD).min(row.len() - 1)]);
            let image = self.image::<LAST, S>(simd, block, shift(link) & 3, maps);
            let target = &mut to[usize::from(target(link))];
            target.0 = simd.or(target.0, image.0);
        }
    }
}

impl Block for Wide {
    const EMPTY: Self = Wide([0; 32]);
    type Ties = Ties;
    type Carrier<'a> = WideCarrier<'a>;

    fn ties(coordinates: &Coordinates, links: &Links) -> Ties {
        Ties::new(coordinates, links)
    }

    fn carrier<'a>(links: &'a Links, ties: &'a Ties, step: &Step) -> WideCarrier<'a> {
        let linear = links.linear(step.back);
        let before = |word: usize| linear.iter().position(|&l| usize::from(l) == word).expect("one to one");
        let start = step.back.number() * N_EDGES;
        let Axes { slices, is_crossed } = ties.axes[step.back.symmetry()];
        WideCarrier {
            links: links.of(step.back),
            maps: &ties.maps[start..start + N_EDGES],
            points: &ties.points,
            nibbles: &ties.nibbles[usize::from(is_crossed)],
            lookups: &ties.lookups,
            slices,
            words: std::array::from_fn(|change| {
                std::array::from_fn(|i| (2 * (before(i / 2) ^ change) + i % 2) as u32)
            }),
        }
    }

    #[inline(always)]
    fn carried<S: Simd>(self, simd: S, from: u16, carrier: &WideCarrier<'_>) -> (u16, Self) {
        let (link, maps) = (carrier.links[usize::from(from)], carrier.maps[usize::from(from)]);
        let change = shift(link) & 3;
        let image = match carrier.slices[2] {
            0 => carrier.image::<0, S>(simd, self, change, maps),
            1 => carrier.image::<1, S>(simd, self, change, maps),
            _ => carrier.image::<2, S>(simd, self, change, maps),
        };
        (target(link), image)
    }

    #[inline(always)]
    fn carry_row<S: Simd>(simd: S, row: &[Self], carrier: &WideCarrier<'_>, to: &mut Window<Self>) {
        match carrier.slices[2] {
            0 => carrier.row::<0, S>(simd, row, to),
            1 => carrier.row::<1, S>(simd, row, to),
            _ => carrier.row::<2, S>(simd, row, to),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Wide(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word).count_ones()).sum()
    }

    fn with(mut self, offset: u16) -> Self {
        self.0[usize::from(offset / 8)] |= 1 << (offset % 8);
        self
    }
}

//! Sets of 256 entries: all edge flips, up to flipping whole slices. A turn permutes the edges of a slice and may flip
//! some. The entries are four words, one for each combination of flip parities of the slices; in a word the slices are
//! three axes of four points each (see `flip_pattern` in [`super::coset`]). In this layout a turn only permutes the
//! four points of each axis, in a way that depends on the word, and exchanges axes and words.
//!
//! So a word is split into sixteen nibbles, one byte each. The last axis runs inside a nibble and is permuted by a
//! look-up of the nibble, the other two by shuffling bytes.

use puzzle::{Symmetry, Turn};
use rayon::prelude::*;
use search::hardware::prefetch;
use search::simd::{Bytes16, Bytes32, Plain, Simd};

use super::block_set::{BlockSet, Window};
use super::coset::{Coordinates, slice_flips};
use super::edge_cosets::N_EDGES;
use super::packed_cube::{PackedCube, TURNS};
use super::row_moves::{RowMove, RowMoves, Transition, flip_change, target};

/// Number of cells by which the prefetch of their targets runs ahead,
const PREFETCH_TARGETS: usize = 16;
/// and that of the cells themselves.
const PREFETCH_ROW: usize = 48;

/// A set of the 256 entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(32))]
pub struct Set256(pub(super) Bytes32);

/// A map of the flips of the four edges of a slice: the edges are permuted, then some are flipped. Up to flipping all
/// four there are 24 x 8 such maps; of two that differ by that, the one that does not flip the last edge is numbered.
pub(super) type SliceMap = u8;
pub(super) const N_MAPS: usize = 192;

/// A map for each slice, and true if all four edges are flipped on top of it.
type SliceMaps = [(SliceMap, bool); 3];

/// Slice maps, and their action on the points of an axis.
pub struct MoveTables256 {
    /// By turn, symmetry and edge coset: the maps of the slices on the first, second and last axis; then, as bits by
    /// the slice that each becomes, whether all four edges are flipped on top of that.
    maps: Vec<[SliceMap; 4]>,
    pub(super) axes: [Axes; Symmetry::COUNT],
    /// By map: the permutation of the even points, and of the odd ones.
    points: [[u8; 2]; 256],
    /// By whether the first two axes are exchanged, and by the permutations of both: the source of each nibble.
    nibbles: [[[Bytes16; 32]; 32]; 2],
    /// By permutation: the image of a nibble.
    lookups: [Bytes16; 32],
}

/// Arrangement of the three axes: the slice that each stands for before the move, and whether the first two are
/// exchanged.
#[derive(Clone, Copy)]
pub(super) struct Axes {
    pub slices: [usize; 3],
    is_crossed: bool,
}

/// Returns all permutations of four, in order.
pub(super) fn permutations() -> Vec<[u8; 4]> {
    let all = (0..256_usize).map(|n| [n >> 6, n >> 4 & 3, n >> 2 & 3, n & 3].map(|i| i as u8));
    all.filter(|p| p.iter().fold(0, |seen, &i| seen | 1 << i) == 15).collect()
}

/// Permutes the flips of four edges: flip i goes to `permutation[i]`.
pub(super) fn permuted(flips: usize, permutation: [u8; 4]) -> usize {
    (0..4).fold(0, |image, i| image | (flips >> i & 1) << permutation[i])
}

/// By parity and number: the flips that do not flip the last edge.
pub(super) const SLICE_FLIPS: [[usize; 4]; 2] =
    [[0b0000, 0b0011, 0b0101, 0b0110], [0b0001, 0b0010, 0b0100, 0b0111]];

/// Returns the number of a map, and true if all four edges are flipped on top of it.
fn map(permutations: &[[u8; 4]], permutation: [u8; 4], flips: usize) -> (SliceMap, bool) {
    let permutation = permutations.iter().position(|&p| p == permutation).expect("all are there");
    let (parity, number) = slice_flips(flips);
    ((permutation * 8 + parity * 4 + number) as SliceMap, flips >> 3 == 1)
}

/// Returns the permutation and the flips of a map.
pub(super) fn split(permutations: &[[u8; 4]], map: usize) -> ([u8; 4], usize) {
    (permutations[map / 8], SLICE_FLIPS[map / 4 % 2][map % 4])
}

impl Axes {
    /// A symmetry sends slices to slices. The slice that becomes the last one is exchanged with the last one
    /// beforehand.
    fn new(coordinates: &Coordinates, symmetry: usize) -> Axes {
        let to = |slice: usize| coordinates.conjugation(symmetry).edge_to[4 * slice] >> 2;
        let last = (0..3).find(|&slice| to(slice) == 2).expect("one comes last");
        let mut slices = [0, 1, 2];
        slices.swap(last, 2);
        Axes { slices, is_crossed: to(slices[0]) == 1 }
    }

    /// Returns the slice that each axis stands for after the move.
    pub(super) fn becomes(self) -> [usize; 3] {
        if self.is_crossed { [1, 0, 2] } else { [0, 1, 2] }
    }
}

/// Returns the maps by which a symmetry acts on the edges of each slice. In the representative of a coset the edges of
/// a slice are in order and unflipped.
fn maps(
    coordinates: &Coordinates,
    permutations: &[[u8; 4]],
    cube: &PackedCube,
    symmetry: usize,
) -> SliceMaps {
    let conjugation = coordinates.conjugation(symmetry);
    let edges = cube.edge_half();
    let (mut next, mut to, mut flips) = ([0; 3], [[0; 4]; 3], [0; 3]);
    for place in 0..12 {
        let edge = edges[usize::from(conjugation.edge_from[place])];
        let flip =
            u16::from(edge >> 4) ^ conjugation.flips >> place ^ conjugation.flipped_edges >> (edge & 15);
        let (slice, i) = (usize::from(edge >> 2 & 3), usize::from(edge & 3));
        // All edges of a slice go to one slice, so they can be counted by the slice they come from.
        to[slice][i] = next[slice];
        flips[slice] |= usize::from(flip & 1) << next[slice];
        next[slice] += 1;
    }
    std::array::from_fn(|slice| map(permutations, to[slice], flips[slice]))
}

impl MoveTables256 {
    pub(super) fn new(coordinates: &Coordinates, row_moves: &RowMoves) -> MoveTables256 {
        let permutations = permutations();
        let number =
            |points: [u8; 4]| permutations.iter().position(|&p| p == points).expect("one to one") as u8;
        let mut points = [[0; 2]; 256];
        for (map, points) in points.iter_mut().enumerate().take(N_MAPS) {
            let (permutation, added) = split(&permutations, map);
            *points = SLICE_FLIPS.map(|flips| {
                number(flips.map(|flips| slice_flips(permuted(flips, permutation) ^ added).1 as u8))
            });
        }
        let mut move_tables = MoveTables256 {
            maps: search::hardware::filled(Turn::COUNT * Symmetry::COUNT * N_EDGES, [0; 4]),
            axes: std::array::from_fn(|symmetry| Axes::new(coordinates, symmetry)),
            points,
            nibbles: [[[[0; 16]; 32]; 32]; 2],
            lookups: [[0; 16]; 32],
        };
        for (i, a) in permutations.iter().enumerate() {
            for set in 1..16_usize {
                let image = |point: usize| (set as u8 >> point & 1) << a[point];
                move_tables.lookups[i][set] = image(0) | image(1) | image(2) | image(3);
            }
            for (j, b) in permutations.iter().enumerate() {
                for from in 0..16 {
                    let (first, second) = (a[from % 4], b[from / 4]);
                    move_tables.nibbles[0][i][j][usize::from(first | second << 2)] = from as u8;
                    move_tables.nibbles[1][i][j][usize::from(second | first << 2)] = from as u8;
                }
            }
        }
        let product = |first: SliceMap, second: SliceMap| {
            let [(p, a), (q, b)] = [first, second].map(|map| split(&permutations, usize::from(map)));
            map(&permutations, p.map(|i| q[usize::from(i)]), permuted(a, q) ^ b)
        };
        let mut products = [[(0, false); 256]; N_MAPS];
        for (first, products) in products.iter_mut().enumerate() {
            products[..N_MAPS]
                .iter_mut()
                .enumerate()
                .for_each(|(second, to)| *to = product(first as SliceMap, second as SliceMap));
        }
        let cubes: Vec<PackedCube> =
            coordinates.edges.all().map(|edges| PackedCube::SOLVED.with_edges(edges)).collect();
        let all =
            |n: usize, find: &(dyn Fn(usize, &PackedCube) -> SliceMaps + Sync)| -> Vec<Vec<SliceMaps>> {
                (0..n).into_par_iter().map(|i| cubes.iter().map(|cube| find(i, cube)).collect()).collect()
            };
        let by_turn = all(Turn::COUNT, &|turn, cube| {
            maps(coordinates, &permutations, &cube.after(Plain, &TURNS[turn]), 0)
        });
        let by_symmetry =
            all(Symmetry::COUNT, &|symmetry, cube| maps(coordinates, &permutations, cube, symmetry));
        let axes = move_tables.axes;
        move_tables.maps.par_chunks_mut(N_EDGES).enumerate().for_each(|(turn_sym, maps)| {
            let (turn, symmetry) = (turn_sym / Symmetry::COUNT, turn_sym % Symmetry::COUNT);
            let (slices, becomes) = (axes[symmetry].slices, axes[symmetry].becomes());
            let between = row_moves.turn_transitions(turn);
            for ((maps, first), &between) in maps.iter_mut().zip(&by_turn[turn]).zip(between) {
                let second = &by_symmetry[symmetry][usize::from(target(between))];
                for (axis, slice) in slices.into_iter().enumerate() {
                    let ((first, a), (second, b)) = (first[slice], second[slice]);
                    let (map, c) = products[usize::from(first)][usize::from(second)];
                    maps[axis] = map;
                    maps[3] |= u8::from(a ^ b ^ c) << becomes[axis];
                }
            }
        });
        move_tables
    }
}

/// The action of one row move on sets.
pub struct SetMove256<'a> {
    transitions: &'a [Transition; N_EDGES],
    pub(super) maps: &'a [[SliceMap; 4]; N_EDGES],
    points: &'a [[u8; 2]; 256],
    nibbles: &'a [[Bytes16; 32]; 32],
    lookups: &'a [Bytes16; 32],
    pub(super) slices: [usize; 3],
    /// For each change of flip parities: the source of each 32-bit word of the result.
    words: [[u32; 8]; 4],
}

/// Returns the flip parity of a slice in a word.
const fn parity(slice: usize, word: usize) -> usize {
    match slice {
        0 => (word ^ word >> 1) & 1,
        1 => word & 1,
        _ => word >> 1,
    }
}

/// Permutation of all entries of a cell.
pub(super) struct EntryMap {
    /// Sources of the nibbles and their images: in words 0 and 2, then in 1 and 3.
    nibbles: [Bytes32; 2],
    lookups: [Bytes32; 2],
    words: [u32; 8],
}

impl EntryMap {
    /// Returns the image of a set whose last slice is exchanged with slice `LAST`.
    #[inline(always)]
    pub(super) fn image<const LAST: usize, S: Simd>(&self, simd: S, block: Set256) -> Set256 {
        // The bits of an entry's index that are exchanged follow from the layout described at `flip_pattern`.
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
        let moved = |nibbles: Bytes32, words: usize| {
            let nibbles = simd.shuffle_halves(nibbles, self.nibbles[words]);
            simd.shuffle_halves(self.lookups[words], nibbles)
        };
        let even = moved(simd.lower_eights(low, high), 0);
        let odd = moved(simd.upper_eights(low, high), 1);
        let low = simd.lower_eights(even, odd);
        let high = simd.shift_up::<4>(simd.upper_eights(even, odd));
        Set256(simd.permute(simd.or(low, high), self.words))
    }
}

impl SetMove256<'_> {
    /// Returns the permutation for a cell whose last slice is exchanged with slice `LAST`.
    #[inline(always)]
    pub(super) fn entry_map<const LAST: usize, S: Simd>(&self, simd: S, from: u16) -> EntryMap {
        let (transition, maps) = (self.transitions[usize::from(from)], self.maps[usize::from(from)]);
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
        EntryMap {
            nibbles: [simd.join(from(0), from(2)), simd.join(from(1), from(3))],
            lookups: [simd.join(lookup(0), lookup(2)), simd.join(lookup(1), lookup(3))],
            words: self.words[flip_change(transition) & 3],
        }
    }

    /// Returns the edge coset that a cell is moved to.
    #[inline(always)]
    pub(super) fn target(&self, from: usize) -> usize {
        usize::from(target(self.transitions[from]))
    }

    #[inline(always)]
    fn row<const LAST: usize, S: Simd>(&self, simd: S, row: &[Set256], to: &mut Window<Set256>) {
        for (i, &block) in row.iter().enumerate().take(N_EDGES) {
            if block == Set256::EMPTY {
                continue;
            }
            // The window is about as large as the L2 cache, and other rows pass through that cache too.
            prefetch(&to[self.target((i + PREFETCH_TARGETS).min(N_EDGES - 1))]);
            prefetch(&row[(i + PREFETCH_ROW).min(row.len() - 1)]);
            let image = self.entry_map::<LAST, S>(simd, i as u16).image::<LAST, S>(simd, block);
            let target = &mut to[self.target(i)];
            target.0 = simd.or(target.0, image.0);
        }
    }
}

impl BlockSet for Set256 {
    const EMPTY: Self = Set256([0; 32]);
    type MoveTables = MoveTables256;
    type SetMove<'a> = SetMove256<'a>;

    fn move_tables(coordinates: &Coordinates, row_moves: &RowMoves) -> MoveTables256 {
        MoveTables256::new(coordinates, row_moves)
    }

    fn set_move<'a>(
        row_moves: &'a RowMoves,
        move_tables: &'a MoveTables256,
        row_move: &RowMove,
    ) -> SetMove256<'a> {
        let flip_map = row_moves.flip_map(row_move.back);
        let before = |word: usize| flip_map.iter().position(|&l| usize::from(l) == word).expect("one to one");
        let start = row_move.back.number() * N_EDGES;
        let Axes { slices, is_crossed } = move_tables.axes[row_move.back.symmetry()];
        SetMove256 {
            transitions: row_moves.transitions(row_move.back),
            maps: move_tables.maps[start..].first_chunk().expect("one for each turn and symmetry"),
            points: &move_tables.points,
            nibbles: &move_tables.nibbles[usize::from(is_crossed)],
            lookups: &move_tables.lookups,
            slices,
            words: std::array::from_fn(|change| {
                std::array::from_fn(|i| (2 * (before(i / 2) ^ change) + i % 2) as u32)
            }),
        }
    }

    #[inline(always)]
    fn moved<S: Simd>(self, simd: S, from: u16, set_move: &SetMove256<'_>) -> (u16, Self) {
        let image = match set_move.slices[2] {
            0 => set_move.entry_map::<0, S>(simd, from).image::<0, S>(simd, self),
            1 => set_move.entry_map::<1, S>(simd, from).image::<1, S>(simd, self),
            _ => set_move.entry_map::<2, S>(simd, from).image::<2, S>(simd, self),
        };
        (set_move.target(from.into()) as u16, image)
    }

    #[inline(always)]
    fn move_row<S: Simd>(simd: S, row: &[Self], set_move: &SetMove256<'_>, to: &mut Window<Self>) {
        match set_move.slices[2] {
            0 => set_move.row::<0, S>(simd, row, to),
            1 => set_move.row::<1, S>(simd, row, to),
            _ => set_move.row::<2, S>(simd, row, to),
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Set256(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Set256(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Set256(std::array::from_fn(|i| self.0[i] & !other.0[i]))
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

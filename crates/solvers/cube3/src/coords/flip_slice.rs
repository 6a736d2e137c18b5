//! The flip-slice coordinate of phase 1: edge flips and the places of the four slice edges, reduced by the 16
//! symmetries of the U-D axis. 2048 x 495 = 1,013,760 patterns make 64,430 symmetry classes (Kociemba's FlipUDSlice
//! coordinate).
//!
//! The places of the slice edges do not depend on flips; flips change by a linear map and a mask that depends only on
//! the places. So the places are reduced by symmetry first. Only patterns with the places of a representative are
//! tabulated; every other pattern is conjugated to one of them in two look-ups.

use puzzle::Cube3;
use rayon::prelude::*;
use search::Cost;
use search::hardware::zeros;

use super::bit_permutation::{Permute12, linear_map};
use crate::moves::Moves;
use crate::symmetry::{AXIAL16, N_SYM};

/// Flips of twelve edges; the last flip follows from the others.
const N_FLIP: usize = 2048; // 2^11
/// The places of the slice edges in a solved cube.
const SLICE_HOME: u16 = 0xF00;
/// Classes up to this distance have the lowest numbers, nearest first, so that the first levels of a table indexed by
/// class touch a small part of it.
const NUMBERED_LEVELS: Cost = 6;

/// The images of all flips under a linear map, by number.
type Flips = [u16; N_FLIP];

/// Symmetry classes of edge patterns, and the class of each pattern.
pub struct FlipSlice {
    /// By class, the symmetries that fix its representative, as bits.
    stabiliser: Vec<u16>,
    /// By symmetry, the conjugates of all flips, without the mask.
    conjugated: Vec<Flips>,
    places: Vec<Places>,
    /// By places that are representatives and by flips: `class << 4 | symmetry`, where the symmetry takes the pattern
    /// to the representative of the class.
    blocks: Vec<Block>,
    place_rank: Vec<u16>,
}

type Block = [u32; N_FLIP];

/// The symmetry that takes slice edges in some places to the representative of these places.
#[derive(Clone, Copy)]
struct Places {
    block: u8,
    symmetry: u8,
    /// Flips that change in addition.
    mask: u16,
}

/// The action of a symmetry or a move on edge patterns.
struct Action {
    permute: Permute12,
    /// Flips that the action adds, whatever the pattern.
    flip: u16,
    /// True if slice edges outside the slice and other edges inside it are flipped, too: the symmetry swaps the two
    /// kinds of faces that flips are defined by.
    swaps_axes: bool,
}

impl Action {
    /// Returns the linear part.
    fn flips(&self) -> Flips {
        // Flipping any of the first eleven edges flips the last one, too.
        let one: [u16; 11] = std::array::from_fn(|i| self.permute.apply(1 << i | 1 << 11) % N_FLIP as u16);
        linear_map(&one)
    }

    /// Returns the flips that change in addition if the slice edges are in `places`.
    fn mask(&self, places: u16) -> u16 {
        let stray = if self.swaps_axes { places ^ SLICE_HOME } else { 0 };
        (self.permute.apply(stray) ^ self.flip) % N_FLIP as u16
    }
}

/// A move from places that are representatives, followed by the conjugation to such places.
struct BlockMove<'t> {
    moved: &'t Flips,
    conjugated: &'t Flips,
    mask: u16,
    block: &'t Block,
    products: &'t [u8; N_SYM],
}

impl BlockMove<'_> {
    /// Returns the class and the symmetry that takes the moved pattern to its representative.
    #[inline(always)]
    fn apply(&self, flips: u16) -> (u32, u32) {
        let moved = self.moved[usize::from(flips) % N_FLIP];
        let flips = self.conjugated[usize::from(moved) % N_FLIP] ^ self.mask;
        let packed = self.block[usize::from(flips) % N_FLIP];
        (packed >> 4, u32::from(self.products[packed as usize % N_SYM]))
    }
}

impl FlipSlice {
    /// Builds the classes and, for the moves of a metric, the move table between classes: `pack(class, symmetry)` for
    /// each move, with `padding` zeros after the last row.
    pub fn new(
        moves: &Moves,
        padding: usize,
        pack: impl Fn(u32, u32) -> u32 + Sync,
    ) -> (FlipSlice, Vec<u32>) {
        // The solved places are the largest mask of four bits: counting downwards, they get number 0.
        let masks: Vec<u16> = (0..4096_u16).rev().filter(|mask| mask.count_ones() == 4).collect();
        let mut place_rank = vec![0_u16; 4096];
        masks.iter().enumerate().for_each(|(rank, &mask)| place_rank[usize::from(mask)] = rank as u16);
        let rank = |mask: u16| usize::from(place_rank[usize::from(mask)]);

        let symmetries: Vec<Action> = (0..N_SYM).map(symmetry_action).collect();
        let conjugated: Vec<Flips> = symmetries.iter().map(Action::flips).collect();

        // Symmetry classes of places; the first of each class is its representative.
        let mut places: Vec<Option<Places>> = vec![None; masks.len()];
        let mut block_masks: Vec<u16> = Vec::new();
        for (number, &mask) in masks.iter().enumerate() {
            if places[number].is_some() {
                continue;
            }
            // The identity comes last, so that a representative maps to itself.
            for s in (0..N_SYM).rev() {
                let (image, symmetry) = (symmetries[s].permute.apply(mask), AXIAL16.inverse[s]);
                places[rank(image)] = Some(Places {
                    block: block_masks.len() as u8,
                    symmetry,
                    mask: symmetries[usize::from(symmetry)].mask(image),
                });
            }
            block_masks.push(mask);
        }
        let places: Vec<Places> = places.into_iter().flatten().collect();

        // Classes of patterns whose places are a representative, under the symmetries that fix these places.
        const NONE: u32 = u32::MAX;
        let mut blocks: Vec<Block> = vec![[NONE; N_FLIP]; block_masks.len()];
        let mut representatives: Vec<Representative> = Vec::with_capacity(1 << 16);
        for (number, (block, &mask)) in blocks.iter_mut().zip(&block_masks).enumerate() {
            let stable: Vec<(usize, u16)> = (0..N_SYM)
                .rev()
                .filter(|&s| symmetries[s].permute.apply(mask) == mask)
                .map(|s| (s, symmetries[s].mask(mask)))
                .collect();
            for flips in 0..N_FLIP as u16 {
                if block[usize::from(flips)] != NONE {
                    continue;
                }
                let class = representatives.len() as u32;
                let mut stabiliser = 0;
                for &(s, mask) in &stable {
                    let image = conjugated[s][usize::from(flips)] ^ mask;
                    stabiliser |= u16::from(image == flips) << s;
                    block[usize::from(image)] = class << 4 | u32::from(AXIAL16.inverse[s]);
                }
                representatives.push(Representative { flips, block: number as u8, stabiliser });
            }
        }

        let generators: Vec<Action> = moves.generators.iter().map(|g| move_action(&g.cube)).collect();
        let moved: Vec<Flips> = generators.iter().map(Action::flips).collect();
        let n_moves = generators.len();
        let places_after: Vec<Vec<Places>> = block_masks
            .iter()
            .map(|&mask| generators.iter().map(|g| places[rank(g.permute.apply(mask))]).collect())
            .collect();
        let maps = Maps { generators: &generators, moved: &moved, conjugated: &conjugated, places_after };

        // Final class numbers, near classes first.
        let order = number_by_distance(&representatives, n_moves, &maps.block_moves(&block_masks, &blocks));
        let mut number = vec![0; representatives.len()];
        order.iter().enumerate().for_each(|(new, &old)| number[old as usize] = new as u32);
        for packed in blocks.as_flattened_mut() {
            *packed = number[(*packed >> 4) as usize] << 4 | (*packed % N_SYM as u32);
        }

        let block_moves = maps.block_moves(&block_masks, &blocks);
        let mut rows = zeros(order.len() * n_moves + padding);
        const CHUNK: usize = 1 << 11;
        rows[..order.len() * n_moves].par_chunks_mut(CHUNK * n_moves).zip(order.par_chunks(CHUNK)).for_each(
            |(mut rows, order)| {
                let block = |old: u32| representatives[old as usize].block;
                // Move by move, for each run of classes with the same places.
                for run in order.chunk_by(|&a, &b| block(a) == block(b)) {
                    let flips: Vec<u16> =
                        run.iter().map(|&old| representatives[old as usize].flips).collect();
                    let here = rows.split_off_mut(..run.len() * n_moves).expect("a row for each");
                    let block_moves = &block_moves[usize::from(block(run[0])) * n_moves..][..n_moves];
                    for (mv, block_move) in block_moves.iter().enumerate() {
                        // By steps, not by rows: an iterator of rows is not inlined here.
                        for (cell, &flips) in here[mv..].iter_mut().step_by(n_moves).zip(&flips) {
                            let (class, symmetry) = block_move.apply(flips);
                            *cell = pack(class, symmetry);
                        }
                    }
                }
            },
        );
        let stabiliser = order.iter().map(|&old| representatives[old as usize].stabiliser).collect();
        (FlipSlice { stabiliser, conjugated, places, blocks, place_rank }, rows)
    }

    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        self.stabiliser.len()
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        let Self { stabiliser, conjugated, places, blocks, place_rank } = self;
        (size_of_val(&stabiliser[..])
            + size_of_val(&conjugated[..])
            + size_of_val(&places[..])
            + size_of_val(&blocks[..])
            + size_of_val(&place_rank[..])) as u64
    }

    /// Returns the symmetries that fix the representative of a class, as bits.
    #[inline(always)]
    pub fn stabiliser(&self, class: u16) -> u16 {
        self.stabiliser[usize::from(class)]
    }

    /// Returns the symmetry class of a cube's edges and the symmetry that takes them to its representative.
    pub fn class_of(&self, cube: &Cube3) -> (u16, u8) {
        let (mut flips, mut mask) = (0, 0);
        for place in 0..12 {
            let (piece, flip) = cube.edge(place);
            flips |= usize::from(flip) << place;
            mask |= usize::from(piece >= 8) << place;
        }
        let places = self.places[usize::from(self.place_rank[mask])];
        let flips = self.conjugated[usize::from(places.symmetry)][flips % N_FLIP] ^ places.mask;
        let packed = self.blocks[usize::from(places.block)][usize::from(flips)];
        let symmetry = AXIAL16.product[usize::from(places.symmetry)][packed as usize % N_SYM];
        ((packed >> 4) as u16, symmetry)
    }
}

/// The representative of a class, as it is found.
struct Representative {
    flips: u16,
    block: u8,
    stabiliser: u16,
}

/// The action of moves on flips and places.
struct Maps<'t> {
    generators: &'t [Action],
    moved: &'t [Flips],
    conjugated: &'t [Flips],
    /// By block and by move.
    places_after: Vec<Vec<Places>>,
}

impl<'t> Maps<'t> {
    /// Returns all moves from the places of each block, move by move.
    fn block_moves<'b>(&self, block_masks: &[u16], blocks: &'b [Block]) -> Vec<BlockMove<'b>>
    where
        't: 'b,
    {
        let mut block_moves = Vec::with_capacity(blocks.len() * self.generators.len());
        for (&mask, after) in block_masks.iter().zip(&self.places_after) {
            for ((action, moved), to) in self.generators.iter().zip(self.moved).zip(after) {
                let conjugated = &self.conjugated[usize::from(to.symmetry)];
                block_moves.push(BlockMove {
                    moved,
                    conjugated,
                    mask: conjugated[usize::from(action.mask(mask))] ^ to.mask,
                    block: &blocks[usize::from(to.block)],
                    products: &AXIAL16.product[usize::from(to.symmetry)],
                });
            }
        }
        block_moves
    }
}

/// Returns the classes in the order of their final numbers: near ones first by distance, then the others in the order
/// found.
fn number_by_distance(
    representatives: &[Representative],
    n_moves: usize,
    block_moves: &[BlockMove<'_>],
) -> Vec<u32> {
    const FAR: usize = NUMBERED_LEVELS as usize + 1;
    let mut distances = vec![FAR as u8; representatives.len()];
    let mut counts = [0; FAR + 1];
    let mut level = vec![0];
    distances[0] = 0;
    counts[0] = 1;
    for (distance, count) in counts.iter_mut().enumerate().take(FAR).skip(1) {
        let mut next = Vec::with_capacity(8 * level.len());
        for class in level {
            let Representative { flips, block, .. } = representatives[class as usize];
            for block_move in &block_moves[usize::from(block) * n_moves..][..n_moves] {
                let (class, _) = block_move.apply(flips);
                let known = &mut distances[class as usize];
                if usize::from(*known) == FAR {
                    *known = distance as u8;
                    next.push(class);
                }
            }
        }
        *count = next.len();
        level = next;
    }
    // Classes at one distance stay in the order found, so that equal places stay adjacent.
    let mut at = 0;
    let mut place = counts.map(|count| (at, at += count).0);
    let mut order = vec![0; representatives.len()];
    for (class, &distance) in distances.iter().enumerate() {
        let place = &mut place[usize::from(distance)];
        order[*place] = class as u32;
        *place += 1;
    }
    order
}

fn symmetry_action(s: usize) -> Action {
    let symmetry = AXIAL16.all[s];
    // The place that each place is filled from.
    let inverse = symmetry.inverse();
    let from = |place: usize| {
        let target = puzzle::cube::EDGES[place].map(|face| inverse.face(face));
        puzzle::cube::EDGES
            .iter()
            .position(|edge| target.iter().all(|face| edge.contains(face)))
            .expect("symmetries permute the edges")
    };
    let swaps_axes = symmetry.face(puzzle::Face::F).axis() != puzzle::Face::F.axis();
    Action { permute: Permute12::new(from), flip: 0, swaps_axes }
}

fn move_action(cube: &Cube3) -> Action {
    let flip = (0..12).fold(0, |mask, place| mask | u16::from(cube.edge(place).1) << place);
    Action { permute: Permute12::new(|place| usize::from(cube.edge(place).0)), flip, swaps_axes: false }
}

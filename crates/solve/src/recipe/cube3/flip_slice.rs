//! Flips of the edges and places of the four slice edges together, as classes under the 16 symmetries of the axis:
//! 2048 x 495 = 1,013,760 make 64,430 classes.

use puzzle::Cube3;
use search::hardware::filled;

use super::bits::Permute12;
use super::moves::Moves;
use super::symmetry::{AXIAL16, COUNT};

/// Ways to place four edges in twelve places.
const N_PLACES: usize = 495; // 12! / (8! 4!)
/// Flips of twelve edges, the last one given by the others.
const N_FLIP: usize = 2048; // 2^11
/// The places of the slice.
const HOME: u16 = 0xF00;

/// Classes, how moves lead from one to another, and where each edge pattern belongs.
pub struct FlipSlice {
    representatives: Vec<Raw>,
    generators: Vec<Action>,
    /// Symmetries that leave the representative of a class alone, as bits.
    stabiliser: Vec<u16>,
    /// The class of each raw pattern and the symmetry that takes it to the representative, in the same form.
    class_of: Vec<u32>,
    place_rank: Vec<u16>,
}

/// Flips and slice places as two twelve-bit masks.
#[derive(Clone, Copy)]
struct Raw {
    flips: u16,
    places: u16,
}

/// A symmetry or a move acting on raw patterns.
struct Action {
    permute: Permute12,
    /// Flipped whatever was there.
    flip: u16,
    /// Also flipped: slice edges outside the slice and others inside, because the symmetry swaps the two kinds of
    /// faces by which flips are told.
    swaps_axes: bool,
}

impl Action {
    #[inline(always)]
    fn apply(&self, raw: Raw) -> Raw {
        let stray = if self.swaps_axes { raw.places ^ HOME } else { 0 };
        Raw {
            flips: self.permute.apply(raw.flips ^ stray) ^ self.flip,
            places: self.permute.apply(raw.places),
        }
    }
}

impl FlipSlice {
    /// For the moves of a metric.
    pub fn new(moves: &Moves) -> FlipSlice {
        // Home is the largest mask of four bits: counted downwards it is number 0.
        let masks: Vec<u16> = (0..4096_u16).rev().filter(|mask| mask.count_ones() == 4).collect();
        let mut place_rank = vec![0_u16; 4096];
        masks.iter().enumerate().for_each(|(rank, &mask)| place_rank[usize::from(mask)] = rank as u16);
        let index = |raw: Raw| index(&place_rank, raw);
        let raw = |i: usize| {
            let flips = (i % N_FLIP) as u16;
            Raw { flips: flips | (flips.count_ones() as u16 & 1) << 11, places: masks[i / N_FLIP] }
        };

        let symmetries: Vec<Action> = (0..COUNT).map(symmetry_action).collect();
        const NONE: u32 = u32::MAX;
        let mut class_of = filled(N_PLACES * N_FLIP, NONE);
        let (mut representatives, mut stabiliser) = (Vec::new(), Vec::new());
        for i in 0..class_of.len() {
            if class_of[i] != NONE {
                continue;
            }
            let (class, this) = (representatives.len() as u32, raw(i));
            let mut stable = 0;
            for (s, action) in symmetries.iter().enumerate() {
                let image = index(action.apply(this));
                if image == i {
                    stable |= 1 << s;
                }
                if class_of[image] == NONE {
                    class_of[image] = class << 4 | u32::from(AXIAL16.inverse[s]);
                }
            }
            representatives.push(this);
            stabiliser.push(stable);
        }

        let generators: Vec<Action> = moves.generators.iter().map(|g| move_action(&g.cube)).collect();
        FlipSlice { representatives, generators, stabiliser, class_of, place_rank }
    }

    /// Number of classes.
    pub fn n_classes(&self) -> usize {
        self.stabiliser.len()
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        4 * self.class_of.len() as u64
    }

    /// Where the moves of a class's representative lead, one after the other: to which class, and the symmetry that
    /// takes it to that class's representative, as `class << 4 | symmetry`.
    pub fn row(&self, class: u16) -> impl Iterator<Item = u32> {
        let this = self.representatives[usize::from(class)];
        self.generators.iter().map(move |action| self.class_of[index(&self.place_rank, action.apply(this))])
    }

    /// Symmetries that leave the representative alone, as bits.
    #[inline(always)]
    pub fn stabiliser(&self, class: u16) -> u16 {
        self.stabiliser[usize::from(class)]
    }

    /// The class of a cube's edges and the symmetry that takes them to its representative.
    pub fn of(&self, cube: &Cube3) -> (u16, u8) {
        let mut raw = Raw { flips: 0, places: 0 };
        for place in 0..12 {
            let (piece, flip) = cube.edge(place);
            raw.flips |= u16::from(flip) << place;
            raw.places |= u16::from(piece >= 8) << place;
        }
        let packed = self.class_of[index(&self.place_rank, raw)];
        ((packed >> 4) as u16, packed as u8 & 15)
    }
}

#[inline(always)]
fn index(place_rank: &[u16], raw: Raw) -> usize {
    usize::from(place_rank[usize::from(raw.places)]) * N_FLIP + usize::from(raw.flips) % N_FLIP
}

fn symmetry_action(s: usize) -> Action {
    let symmetry = AXIAL16.all[s];
    // Where each place comes from: follow a marked piece.
    let from = |place: usize| {
        let inverse = symmetry.inverse();
        puzzle::cube::EDGES
            .iter()
            .position(|edge| {
                let target = puzzle::cube::EDGES[place].map(|face| inverse.face(face));
                target.iter().all(|face| edge.contains(face))
            })
            .expect("symmetries permute the edges")
    };
    let swaps_axes = symmetry.face(puzzle::Face::F).axis() != puzzle::Face::F.axis();
    Action { permute: Permute12::new(from), flip: 0, swaps_axes }
}

fn move_action(cube: &Cube3) -> Action {
    let flip = (0..12).fold(0, |mask, place| mask | u16::from(cube.edge(place).1) << place);
    Action { permute: Permute12::new(|place| usize::from(cube.edge(place).0)), flip, swaps_axes: false }
}

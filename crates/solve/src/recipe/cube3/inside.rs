//! Coordinates and distances inside the subgroup of U, D, R2, L2, F2, B2: the order of the corners, of the edges of
//! the U and D layers, and of the slice edges. Two tables, corners with slice and edges with slice, each folded by the 16
//! symmetries of the axis so that it fits the nearest caches.

use puzzle::{Cube3, Symmetry};
use search::Cost;

use super::moves::{MoveSet, Moves, members};
use super::perm8::{self, Perm8, Perm8Classes, Perm8Moves};
use super::slice::{N_ORDER, Slices};
use super::symmetry::AXIAL16;

/// Everything known about the inside.
pub struct Inside {
    /// Corners under all moves, also those that lead out.
    pub corners: Perm8Moves,
    /// Edges of the U and D layers under the moves inside, numbered as in [`Inside::moves`].
    pub edges: Perm8Moves,
    /// Moves made inside, by their numbers among all.
    pub moves: Vec<u16>,
    /// What they cost.
    pub costs: Vec<Cost>,
    /// Classes of the corners.
    pub corner_classes: Perm8Classes,
    /// `edge_images[edges * 16 + symmetry]`.
    edge_images: Vec<u16>,
    edge_classes: Perm8Classes,
    corner_slice: Vec<u8>,
    /// The least of each class over all orders of the slice.
    corners_alone: Vec<u8>,
    edge_slice: Vec<u8>,
}

/// The order of a cube's corners.
pub fn corner_order(cube: &Cube3) -> u16 {
    perm8::rank(&cube.corner_bytes().map(|corner| corner & 7))
}

/// The order of the edges of the U and D layers, if they are all there.
pub fn edge_order(cube: &Cube3) -> u16 {
    perm8::rank(&std::array::from_fn(|i| cube.edge(i).0))
}

impl Inside {
    /// For the moves of a metric.
    pub fn new(moves: &Moves, slices: &Slices) -> Inside {
        let perms = perm8::all();
        let mut products = vec![None; moves.count()];
        moves.products().for_each(|(mv, product)| products[mv] = Some(product));
        let corner_moves: Vec<(Perm8, Option<(usize, usize)>)> = moves
            .generators
            .iter()
            .zip(&products)
            .map(|(g, &product)| (std::array::from_fn(|i| g.cube.corner(i).0), product))
            .collect();
        let inside: Vec<u16> = members(moves.inside).map(|mv| mv as u16).collect();
        let edge_moves: Vec<(Perm8, Option<(usize, usize)>)> = inside
            .iter()
            .map(|&mv| {
                let cube = &moves.generators[usize::from(mv)].cube;
                let number = |other: usize| inside.iter().position(|&m| usize::from(m) == other);
                let product = products[usize::from(mv)].and_then(|(a, b)| Some((number(a)?, number(b)?)));
                (std::array::from_fn(|i| cube.edge(i).0), product)
            })
            .collect();
        let (corners, edges) =
            rayon::join(|| Perm8Moves::new(&perms, &corner_moves), || Perm8Moves::new(&perms, &edge_moves));
        let corner_places = AXIAL16.all.map(|s| places(s, &puzzle::cube::CORNERS));
        let edge_places = AXIAL16.all.map(|s| places(s, &puzzle::cube::EDGES));
        let all: Vec<usize> = inside.iter().map(|&mv| usize::from(mv)).collect();
        let costs: Vec<Cost> = all.iter().map(|&mv| moves.generators[mv].cost).collect();
        let ((corner_classes, corner_slice), (edge_classes, edge_slice)) = rayon::join(
            || {
                let classes = Perm8Classes::new(&perms, &corner_places, &AXIAL16.inverse);
                let table = distances(&classes, |perm, i| corners.row(perm)[all[i]], slices, &all, &costs);
                (classes, table)
            },
            || {
                let classes = Perm8Classes::new(&perms, &edge_places, &AXIAL16.inverse);
                let table = distances(&classes, |perm, i| edges.row(perm)[i], slices, &all, &costs);
                (classes, table)
            },
        );
        let edge_images = perms
            .iter()
            .flat_map(|perm| {
                edge_places.map(|to| {
                    let mut image = [0; 8];
                    (0..8).for_each(|place| image[usize::from(to[place])] = to[usize::from(perm[place])]);
                    perm8::rank(&image)
                })
            })
            .collect();
        let corners_alone =
            corner_slice.chunks(N_ORDER).map(|c| c.iter().copied().min().unwrap_or(0)).collect();
        Inside {
            costs,
            corners_alone,
            corners,
            edges,
            moves: inside,
            edge_images,
            corner_classes,
            edge_classes,
            corner_slice,
            edge_slice,
        }
    }

    /// What an order of the edges looks like after a symmetry.
    #[inline(always)]
    pub fn edge_image(&self, edges: u16, symmetry: usize) -> u16 {
        self.edge_images[usize::from(edges) * 16 + symmetry]
    }

    /// At least so far from solved, by the corners and the slice edges.
    #[inline(always)]
    pub fn corner_slice(&self, corners: u16, slice: usize, slices: &Slices) -> Cost {
        let (class, symmetry) = self.corner_classes.of(corners);
        Cost::from(self.corner_slice[class * N_ORDER + slices.image(slice, symmetry)])
    }

    /// At least so far from solved, by the corners alone.
    #[inline(always)]
    pub fn corners_alone(&self, corners: u16) -> Cost {
        Cost::from(self.corners_alone[self.corner_classes.of(corners).0])
    }

    /// The same for the representative of a class.
    #[inline(always)]
    pub fn corner_slice_of(&self, class: usize, slice: usize) -> Cost {
        Cost::from(self.corner_slice[class * N_ORDER + slice])
    }

    /// At least so far from solved, by the other edges and the slice edges.
    #[inline(always)]
    pub fn edge_slice(&self, edges: u16, slice: usize, slices: &Slices) -> Cost {
        let (class, symmetry) = self.edge_classes.of(edges);
        Cost::from(self.edge_slice[class * N_ORDER + slices.image(slice, symmetry)])
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.corners.bytes() + self.edges.bytes() + (self.corner_slice.len() + self.edge_slice.len()) as u64
    }

    /// How many classes with orders of the slice there are at each distance: corners, edges.
    pub fn distributions(&self) -> [Vec<usize>; 2] {
        [&self.corner_slice, &self.edge_slice].map(|table| {
            let deepest = table.iter().max().map_or(0, |&d| usize::from(d));
            (0..=deepest).map(|d| table.iter().filter(|&&e| usize::from(e) == d).count()).collect()
        })
    }
}

/// Where a symmetry takes the first eight of some places.
fn places<const N: usize>(symmetry: Symmetry, all: &[[puzzle::Face; N]]) -> Perm8 {
    std::array::from_fn(|i| {
        let faces = all[i].map(|face| symmetry.face(face));
        all.iter().position(|p| faces.iter().all(|f| p.contains(f))).expect("places go to places") as u8
    })
}

/// Distances of every class with every order of the slice, cheapest first.
fn distances(
    classes: &Perm8Classes,
    next: impl Fn(u16, usize) -> u16,
    slices: &Slices,
    moves: &[usize],
    costs: &[Cost],
) -> Vec<u8> {
    const UNKNOWN: u8 = u8::MAX;
    let mut table = vec![UNKNOWN; classes.representatives.len() * N_ORDER];
    // Entries to go on from, by their distance. With moves of cost 2 some are found again at a lower one.
    let mut waiting: Vec<Vec<u32>> = vec![vec![0]];
    table[0] = 0;
    let mut distance = 0;
    while distance < waiting.len() {
        for entry in std::mem::take(&mut waiting[distance]) {
            let (class, slice) = (entry as usize / N_ORDER, entry as usize % N_ORDER);
            if usize::from(table[entry as usize]) != distance {
                continue;
            }
            let (perm, slice_row) = (classes.representatives[class], slices.row(slice as u16));
            for (i, (&mv, &cost)) in moves.iter().zip(costs).enumerate() {
                let (class, symmetry) = classes.of(next(perm, i));
                let slice = slices.image(usize::from(slice_row[mv]), symmetry);
                let to = distance + cost as usize;
                if waiting.len() <= to {
                    waiting.resize(to + 1, Vec::new());
                }
                for s in members(MoveSet::from(classes.stabiliser[class])) {
                    let entry = class * N_ORDER + slices.image(slice, s);
                    if usize::from(table[entry]) > to {
                        table[entry] = to as u8;
                        waiting[to].push(entry as u32);
                    }
                }
            }
        }
        distance += 1;
    }
    table
}

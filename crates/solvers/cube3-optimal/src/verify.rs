//! Verification of stored tables by the laws of distances: random cubes, or a cube of every entry, are turned in all 18
//! ways and the entries compared. Nothing of how tables are filled is used here, neither row moves nor sets of entries.

use std::sync::Mutex;

use puzzle::{Cube3, Turn};
use rayon::prelude::*;
use search::Control;
use search::simd::Plain;
use solver::cube::Metric;
use solver::verify::{BrokenLaw, DistanceRange, N_SAMPLES, Verdict, VerifySpec};

use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, CosetSpace, H0, Index};
use super::edge_cosets::N_EDGES;
use super::fill::FillSpace;
use super::fold::FoldedSpace;
use super::h0_table::H0Table;
use super::korf::corner_coords::{CornerCoord, CornerMoves, N_ROWS, N_TWISTS};
use super::korf::corner_pdb::CornerPdb;
use super::layout_large::LargeBlockTable;
use super::layout_small::{Bits, SmallBlockTable};
use super::packed_cube::{PackedCube, TURNS};
use cube3::moves;

/// Entries that are checked between two polls of the stop flag.
const CHUNK: usize = 1 << 14;
/// Greatest distance of a cell.
const FARTHEST_CELL: u32 = 12;

/// Checks the table of cells.
pub fn h0(
    table: &H0Table,
    coordinates: &Coordinates,
    spec: &mut VerifySpec<'_>,
    control: &Control<'_>,
) -> Verdict {
    let range = DistanceRange { floor: 0, ceiling: FARTHEST_CELL };
    let value = |index: Index| u32::from(table.value(index.cell));
    Cosets::<H0>::new(coordinates, &[(range, &value)]).check(spec, control)
}

/// Checks a table of small blocks: its entries, and the block minima that it stores with them.
pub fn small<T: FillSpace<Set: Bits>>(
    table: &SmallBlockTable<T>,
    coordinates: &Coordinates,
    spec: &mut VerifySpec<'_>,
    control: &Control<'_>,
) -> Verdict {
    let base = u32::from(T::BASE);
    let entry = |index: Index| u32::from(table.value(index.cell, index.offset)).max(base);
    let floor = u32::from(SmallBlockTable::<T>::FLOOR);
    let minimum = |index: Index| u32::from(table.minimum(index.cell)).max(floor);
    let ranges = [
        (DistanceRange { floor: base, ceiling: base + 3 }, &entry as &(dyn Fn(Index) -> u32 + Sync)),
        (DistanceRange { floor, ceiling: floor + 7 }, &minimum),
    ];
    Cosets::<T>::new(coordinates, &ranges).check(spec, control)
}

/// Checks a table of large blocks.
pub fn large<T: FoldedSpace>(
    table: &LargeBlockTable<T>,
    coordinates: &Coordinates,
    spec: &mut VerifySpec<'_>,
    control: &Control<'_>,
) -> Verdict {
    let base = u32::from(T::BASE);
    let entry = |index: Index| base + u32::from(table.code(index.cell, index.offset));
    let range = DistanceRange { floor: base, ceiling: base + 3 };
    Cosets::<T>::new(coordinates, &[(range, &entry)]).check(spec, control)
}

/// Values of a coset table by index, with the distances that they distinguish.
type Values<'a> = (DistanceRange, &'a (dyn Fn(Index) -> u32 + Sync));

struct Cosets<'a, T> {
    coordinates: &'a Coordinates,
    values: &'a [Values<'a>],
    solved: Index,
    space: std::marker::PhantomData<T>,
}

impl<'a, T: CosetSpace> Cosets<'a, T> {
    fn new(coordinates: &'a Coordinates, values: &'a [Values<'a>]) -> Self {
        let solved = coordinates.index::<T, _>(Plain, &PackedCube::SOLVED);
        Cosets { coordinates, values, solved, space: std::marker::PhantomData }
    }

    fn check(&self, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Verdict {
        if spec.is_full { self.check_all(control) } else { self.check_random(spec, control) }
    }

    /// Half of the cubes are random, the others are a few turns from solved: random cubes are hardly ever near.
    fn check_random(&self, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Verdict {
        let mut n_checked = 0;
        while n_checked < N_SAMPLES {
            if control.stopped().is_some() {
                return Verdict::Stopped;
            }
            let cube = |i: usize| match i % 2 {
                0 => Cube3::random(&mut *spec.below),
                _ => {
                    let length = (spec.below)(20);
                    let mut turn = |_| {
                        let turn = (spec.below)(Turn::COUNT as u32);
                        Turn::from_index(turn as usize).expect("one of 18")
                    };
                    Cube3::SOLVED.turned_by((0..length).map(&mut turn).collect::<Vec<_>>())
                }
            };
            let n = CHUNK.min((N_SAMPLES - n_checked) as usize);
            let cubes: Vec<PackedCube> = (0..n).map(cube).map(|cube| PackedCube::from(&cube)).collect();
            if let Some(broken) = cubes.par_iter().find_map_any(|cube| self.check_cube(cube).err()) {
                return Verdict::Wrong(broken);
            }
            n_checked += n as u64;
        }
        Verdict::Right(n_checked)
    }

    fn check_all(&self, control: &Control<'_>) -> Verdict {
        let variants = variants::<T>();
        let edges: Vec<[u8; 12]> = self.coordinates.edges.all().collect();
        let broken = Mutex::new(None);
        let is_done = (0..N_CLASSES).into_par_iter().all(|class| {
            let corners = PackedCube::SOLVED.with_corners(self.coordinates.corners.representative(class));
            edges.iter().enumerate().all(|(i, &edges)| {
                // A row has about 600,000 entries in the smallest of the large tables.
                let goes_on = i % 64 != 0 || control.stopped().is_none();
                let cube = corners.with_edges(edges);
                goes_on
                    && variants.iter().all(|variant| match self.check_cube(&variant.of(&cube)) {
                        Ok(()) => true,
                        Err(law) => {
                            *broken.lock().expect("nothing panics while it is held") = Some(law);
                            false
                        }
                    })
            })
        });
        match broken.into_inner().expect("nothing panics while it is held") {
            Some(law) => Verdict::Wrong(law),
            None if is_done => Verdict::Right((N_CLASSES * N_EDGES * T::BLOCK_SIZE) as u64),
            None => Verdict::Stopped,
        }
    }

    fn check_cube(&self, cube: &PackedCube) -> Result<(), BrokenLaw> {
        let index = |cube: &PackedCube| self.coordinates.index::<T, _>(Plain, cube);
        let here = index(cube);
        let neighbours: [Index; Turn::COUNT] =
            std::array::from_fn(|turn| index(&cube.after(Plain, &TURNS[turn])));
        self.values.iter().try_for_each(|(range, value)| {
            range.check(here == self.solved, value(here), neighbours.iter().map(|&there| value(there)))
        })
    }
}

/// A change of a cube that leads to another entry of the same cell: pieces of the second tetrad are exchanged, and
/// edges flipped, by piece.
#[derive(Clone, Copy)]
struct Variant {
    corners: [u8; 4],
    flips: u16,
}

/// Returns changes that lead to all entries of a cell.
fn variants<T: CosetSpace>() -> Vec<Variant> {
    // Orders of three of the four corners: these permute the three pairings of the tetrad in all ways, even ones first.
    let orders = [[0, 1, 2, 3], [1, 2, 0, 3], [2, 0, 1, 3], [1, 0, 2, 3], [0, 2, 1, 3], [2, 1, 0, 3]];
    let corners: Vec<[u8; 4]> = match T::CORNERS {
        1 => vec![orders[0]],
        2 => vec![orders[0], orders[3]],
        _ => orders.to_vec(),
    };
    let even = (0..1_u16 << 12).filter(|flips| flips.count_ones() % 2 == 0);
    // One of each set of flips that differ by those of whole slices.
    let is_least = |flips: &u16| [0, 4, 8].iter().all(|shift| flips >> shift & 15 <= !(flips >> shift) & 15);
    let flips: Vec<u16> = match T::FLIPS {
        1 => vec![0],
        4 => vec![0, 0x011, 0x101, 0x110],
        2048 => even.collect(),
        _ => even.filter(is_least).collect(),
    };
    let pairs =
        corners.iter().flat_map(|&corners| flips.iter().map(move |&flips| Variant { corners, flips }));
    pairs.collect()
}

impl Variant {
    fn of(&self, cube: &PackedCube) -> PackedCube {
        let corner = |byte: u8| match byte & 4 {
            0 => byte,
            _ => byte & !3 | self.corners[usize::from(byte & 3)],
        };
        let edge = |byte: u8| byte ^ ((self.flips >> (byte & 15) & 1) as u8) << 4;
        let corners = u64::from_le_bytes(cube.corners().to_le_bytes().map(corner));
        let edges: [u8; 12] = std::array::from_fn(|place| edge(cube.edge_half()[place]));
        cube.with_corners(corners).with_edges(edges)
    }
}

/// Checks the corner pattern database of a metric.
pub fn corners(
    table: &CornerPdb,
    metric: Metric,
    spec: &mut VerifySpec<'_>,
    control: &Control<'_>,
) -> Verdict {
    let corner_moves = CornerMoves::of(metric);
    // Longer moves are made of these.
    let single: Vec<usize> = (0..)
        .zip(&moves::of(metric).generators)
        .filter(|(_, generator)| generator.cost == 1)
        .map(|(mv, _)| mv)
        .collect();
    let farthest = CornerPdb::known_levels(metric).len() as u32 - 1;
    let range = DistanceRange { floor: 0, ceiling: farthest };
    let check = |position: CornerCoord| {
        let neighbours = single.iter().map(|&mv| table.distance(corner_moves.moved(position, mv)));
        range.check(position == CornerCoord::SOLVED, table.distance(position), neighbours).err()
    };
    let mut n_checked = 0;
    let (mut rows, mut sampled) = (0..N_ROWS as u16, 0..N_SAMPLES);
    loop {
        if control.stopped().is_some() {
            return Verdict::Stopped;
        }
        let positions: Vec<CornerCoord> = if spec.is_full {
            let row = rows.next();
            row.into_iter()
                .flat_map(|row| (0..N_TWISTS as u16).map(move |twist| CornerCoord { row, twist }))
                .collect()
        } else {
            let mut below = |n: usize| (spec.below)(n as u32) as u16;
            let random = |_| CornerCoord { row: below(N_ROWS), twist: below(N_TWISTS) };
            sampled.by_ref().take(CHUNK).map(random).collect()
        };
        if positions.is_empty() {
            return Verdict::Right(n_checked);
        }
        if let Some(broken) = positions.par_iter().find_map_any(|&position| check(position)) {
            return Verdict::Wrong(broken);
        }
        n_checked += positions.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::coset::{X8, X24, X256, X1536, X2048};

    /// The variants of a cube are all entries of its cell, each once.
    fn check_variants<T: CosetSpace>(coordinates: &Coordinates, _: T) {
        for (class, edges) in [(0, 0), (17, 5), (2000, 34_000), (N_CLASSES - 1, N_EDGES - 1)] {
            let corners = PackedCube::SOLVED.with_corners(coordinates.corners.representative(class));
            let cube = corners.with_edges(coordinates.edges.all().nth(edges).expect("so many"));
            let indices: Vec<Index> = variants::<T>()
                .iter()
                .map(|variant| coordinates.index::<T, _>(Plain, &variant.of(&cube)))
                .collect();
            assert!(indices.iter().all(|index| index.cell as usize == class * N_EDGES + edges));
            let offsets: HashSet<u16> = indices.iter().map(|index| index.offset).collect();
            assert_eq!((offsets.len(), indices.len()), (T::BLOCK_SIZE, T::BLOCK_SIZE));
        }
    }

    #[test]
    fn every_entry_of_a_cell_is_checked() {
        let coordinates = Coordinates::new();
        check_variants(&coordinates, H0::default());
        check_variants(&coordinates, X8::default());
        check_variants(&coordinates, X24::default());
        check_variants(&coordinates, X256::default());
        check_variants(&coordinates, X1536::default());
        check_variants(&coordinates, X2048::default());
    }
}

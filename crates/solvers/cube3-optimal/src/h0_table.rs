//! Prune table over the cells (`h0` of H48): the fewest turns from any cube of a cell to the subgroup. Four bits each,
//! exact up to the largest distance. It is the block minimum of every other coset space: the smallest distance in the
//! cell's block.

use rayon::prelude::*;
use search::hardware::{filled, prefetch};

use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, H0, Index, N_CELLS};
use super::edge_cosets::N_EDGES;
use super::packed_cube::PackedCube;
use super::progress::Progress;
use super::row_moves::{RowMoves, target};
use solver::Cancelled;
use solver::store::{FilledTable, Spec};

/// Code of a cell that is not reached yet.
const UNREACHED: u8 = 15;
/// Bytes of a row.
const ROW: usize = N_EDGES / 2;

/// Format version of stored tables: to be raised if cells or their order change.
const VERSION: u32 = 1;

/// Distances of cells, two in a byte.
pub struct H0Table {
    table: FilledTable<u8>,
    /// One more than the last level filled: values are cut off here.
    cap: u8,
}

/// The table while it is filled.
struct Nibbles {
    nibbles: Vec<u8>,
}

impl H0Table {
    /// Size of the table in bytes.
    pub const BYTES: u64 = (N_CELLS / 2) as u64;
    /// Number of levels to fill after the first.
    const LEVELS: u64 = 12;

    /// Fills the table. `report` is called with the work done and the total; it returns false to cancel.
    ///
    /// # Errors
    /// If `report` cancels.
    pub fn fill(
        coordinates: &Coordinates,
        row_moves: &RowMoves,
        report: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<H0Table, Cancelled> {
        H0Table::fill_to(UNREACHED - 1, coordinates, row_moves, report)
    }

    /// Fills levels up to `last`, or all; cells beyond it count as one farther. The first levels take milliseconds.
    ///
    /// # Errors
    /// If `report` cancels.
    pub fn fill_to(
        last: u8,
        coordinates: &Coordinates,
        row_moves: &RowMoves,
        report: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<H0Table, Cancelled> {
        let progress = Progress::new(H0Table::LEVELS * N_CLASSES as u64, report);
        let mut table = Nibbles { nibbles: filled(N_CELLS / 2, UNREACHED | UNREACHED << 4) };
        let mut distribution = vec![1];
        let Index { cell, .. } = coordinates.index::<H0, _>(search::simd::Plain, &PackedCube::SOLVED);
        let (row, edges) = (cell as usize / N_EDGES, cell as usize % N_EDGES);
        let mut level: Vec<Vec<u16>> = vec![Vec::new(); N_CLASSES];
        level[row].push(edges as u16);
        table.set(row, edges as u16, 0);
        let (mut reached, mut new, mut distance) = (1, 1, 0);
        while reached < N_CELLS && distance < last {
            distance += 1;
            assert!(distance < UNREACHED, "every cell is nearer");
            level = if N_CELLS - reached < new {
                table.pull(row_moves, distance, &progress)
            } else {
                table.push(row_moves, &level, distance, &progress)
            };
            progress.check()?;
            new = level.iter().map(Vec::len).sum();
            reached += new;
            distribution.push(new as u64);
        }
        Ok(H0Table { table: FilledTable { items: table.nibbles.into(), distribution }, cap: last + 1 })
    }

    /// Returns the description of the stored table, with all levels.
    pub fn spec(name: &str) -> Spec {
        Spec::of::<u8>(name, VERSION, [N_CLASSES, N_EDGES].map(|n| n as u64).into(), N_CELLS / 2)
    }

    /// Returns the number of cells at each distance.
    pub fn distribution(&self) -> &[u64] {
        &self.table.distribution
    }

    /// Returns the distance of a cell.
    #[inline(always)]
    pub fn value(&self, cell: u32) -> u8 {
        (self.table.items[cell as usize / 2] >> (cell % 2 * 4) & 15).min(self.cap)
    }

    /// Prefetches the distance of a cell.
    #[inline(always)]
    pub fn prefetch(&self, cell: u32) {
        prefetch(&self.table.items[cell as usize / 2]);
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.table.items.len() as u64
    }
}

/// A stored table has all levels.
impl From<FilledTable<u8>> for H0Table {
    fn from(table: FilledTable<u8>) -> H0Table {
        H0Table { table, cap: UNREACHED }
    }
}

impl From<H0Table> for FilledTable<u8> {
    fn from(table: H0Table) -> FilledTable<u8> {
        table.table
    }
}

impl Nibbles {
    /// Adds a level by forward search. Each row looks at the rows that turns lead to and marks the cells that those
    /// lead back to, so no two threads write the same row.
    fn push(
        &mut self,
        row_moves: &RowMoves,
        before: &[Vec<u16>],
        distance: u8,
        progress: &Progress<'_>,
    ) -> Vec<Vec<u16>> {
        let rows = self.nibbles.par_chunks_mut(ROW).enumerate();
        rows.map_init(
            || vec![0_u8; 1 << 16],
            |bytes, (row, nibbles)| {
                progress.begin_row();
                let moves = row_moves.of_row(row);
                if progress.is_cancelled()
                    || moves.iter().all(|row_move| before[usize::from(row_move.row)].is_empty())
                {
                    return Vec::new();
                }
                let bytes: &mut [u8; 1 << 16] = bytes.as_mut_array().expect("allocated with this length");
                for (pair, nibbles) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(&*nibbles) {
                    *pair = [nibbles & 15, nibbles >> 4];
                }
                for row_move in moves {
                    let transitions = row_moves.transitions(row_move.back);
                    for &from in &before[usize::from(row_move.row)] {
                        let to = usize::from(target(transitions[usize::from(from)]));
                        bytes[to] = bytes[to].min(distance);
                    }
                }
                for (pair, nibbles) in bytes.as_chunks::<2>().0.iter().zip(nibbles) {
                    *nibbles = pair[0] | pair[1] << 4;
                }
                positions(&bytes[..N_EDGES], distance)
            },
        )
        .collect()
    }

    /// Adds a level by backward search: every cell not reached yet looks for a turn to the level before.
    fn pull(&mut self, row_moves: &RowMoves, distance: u8, progress: &Progress<'_>) -> Vec<Vec<u16>> {
        let table = &*self;
        let level: Vec<Vec<u16>> = (0..N_CLASSES)
            .into_par_iter()
            .map_init(
                || vec![0_u8; N_EDGES],
                |bytes, row| {
                    progress.begin_row();
                    if progress.is_cancelled() {
                        return Vec::new();
                    }
                    let nibbles = &table.nibbles[row * ROW..][..ROW];
                    for (pair, nibbles) in bytes.as_chunks_mut::<2>().0.iter_mut().zip(nibbles) {
                        *pair = [nibbles & 15, nibbles >> 4];
                    }
                    let (mut left, mut found) = (positions(bytes, UNREACHED), Vec::new());
                    for row_move in row_moves.of_row(row) {
                        let (transitions, other) =
                            (row_moves.transitions(row_move.forward), usize::from(row_move.row));
                        left.retain(|&edges| {
                            let to = target(transitions[usize::from(edges)]);
                            let is_near = table.get(other, to) < distance;
                            if is_near {
                                found.push(edges);
                            }
                            !is_near
                        });
                    }
                    found
                },
            )
            .collect();
        // Written afterwards, so that no thread reads a partial level.
        self.nibbles.par_chunks_mut(ROW).zip(&level).for_each(|(nibbles, level)| {
            level.iter().for_each(|&edges| set(nibbles, edges, distance));
        });
        level
    }

    #[inline(always)]
    fn get(&self, row: usize, edges: u16) -> u8 {
        self.nibbles[row * ROW + usize::from(edges / 2)] >> (edges % 2 * 4) & 15
    }

    fn set(&mut self, row: usize, edges: u16, distance: u8) {
        set(&mut self.nibbles[row * ROW..][..ROW], edges, distance);
    }
}

/// Writes the distance of a cell that was not reached before.
#[inline(always)]
fn set(row: &mut [u8], edges: u16, distance: u8) {
    row[usize::from(edges / 2)] ^= (UNREACHED ^ distance) << (edges % 2 * 4);
}

/// Returns the indices at which a value occurs, eight bytes at a time.
fn positions(bytes: &[u8], value: u8) -> Vec<u16> {
    const LOW_BITS: u64 = u64::from_ne_bytes([0x7f; 8]);
    let (words, rest) = bytes.as_chunks::<8>();
    let mut positions = Vec::new();
    for (start, &word) in (0..).step_by(8).zip(words) {
        let differs = u64::from_le_bytes(word) ^ u64::from_ne_bytes([value; 8]);
        // The highest bit of every byte that does not differ: no sum carries into the next byte.
        let mut equal = !(((differs & LOW_BITS) + LOW_BITS) | differs | LOW_BITS);
        while equal != 0 {
            positions.push(start + (equal.trailing_zeros() / 8) as u16);
            equal &= equal - 1;
        }
    }
    let start = bytes.len() - rest.len();
    positions.extend((start..).zip(rest).filter(|&(_, &byte)| byte == value).map(|(at, _)| at as u16));
    positions
}

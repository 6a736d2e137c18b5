//! Prune table over the cells (`h0` of H48): the fewest turns from any cube of a cell to the subgroup. Four bits each,
//! exact up to the largest distance. It is the block minimum of every other coset space: the smallest distance in the
//! cell's block.

use puzzle::Turn;
use search::hardware::prefetch;
use search::table::nibble::{MAX_DISTANCE, UNREACHED};
use search::table::{ColumnMap, FilledRows, Progress, RowFill, RowGraph};

use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, H0, Index, N_CELLS};
use super::edge_cosets::N_EDGES;
use super::packed_cube::PackedCube;
use super::row_moves::{RowMoves, Transition, target};
use solver::Cancelled;
use solver::store::{FilledTable, Spec};

/// Format version of stored tables: to be raised if cells or their order change.
const VERSION: u32 = 1;

/// Distances of cells, two in a byte.
pub struct H0Table {
    table: FilledTable<u8>,
    /// One more than the last level filled: values are cut off here.
    cap: u8,
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
        H0Table::fill_to(MAX_DISTANCE, coordinates, row_moves, report)
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
        let Index { cell, .. } = coordinates.index::<H0, _>(search::simd::Plain, &PackedCube::SOLVED);
        let goals = [(cell as usize / N_EDGES, (cell as usize % N_EDGES) as u16)];
        let progress = Progress::new(H0Table::LEVELS * N_CLASSES as u64, report);
        // The store compares the levels.
        let fill =
            RowFill { name: "h0", goals: &goals, last, known: &[], n_threads: rayon::current_num_threads() };
        let FilledRows { table, distribution } = fill.run(&Cells(row_moves), &progress).ok_or(Cancelled)?;
        Ok(H0Table { table: FilledTable { items: table.into_bytes().into(), distribution }, cap: last + 1 })
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

/// The cells as rows of edge cosets.
struct Cells<'a>(&'a RowMoves);

/// The transitions of the edge cosets of a row.
struct EdgeMap<'a>(&'a [Transition; N_EDGES]);

impl ColumnMap for EdgeMap<'_> {
    #[inline(always)]
    fn image(&self, edges: u16) -> u16 {
        target(self.0[usize::from(edges)])
    }
}

impl RowGraph for Cells<'_> {
    type Map<'a>
        = EdgeMap<'a>
    where
        Self: 'a;

    fn n_rows(&self) -> usize {
        N_CLASSES
    }

    fn n_cols(&self) -> usize {
        N_EDGES
    }

    fn n_moves(&self) -> usize {
        Turn::COUNT
    }

    fn row_after(&self, row: usize, turn: usize) -> usize {
        usize::from(self.0.of_row(row)[turn].row)
    }

    fn forwards(&self, row: usize, turn: usize) -> EdgeMap<'_> {
        EdgeMap(self.0.transitions(self.0.of_row(row)[turn].forward))
    }

    fn backwards(&self, row: usize, turn: usize) -> EdgeMap<'_> {
        EdgeMap(self.0.transitions(self.0.of_row(row)[turn].back))
    }
}

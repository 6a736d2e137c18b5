//! Table layout for large blocks: 256 entries, or 128 or 64 that are folded from them ([`super::fold`]). Two bits for
//! each entry, and a cache line for each corner class of a cell, or for two or four cells. With all 2,048 flips a cell
//! has eight lines. The lower bound of an entry with code 0 is the block minimum, read from the [`H0Table`]; few
//! entries have this code.

use std::marker::PhantomData;

use rayon::prelude::*;
use search::hardware::{ask_for_huge_pages, prefetch};
use search::table::Line;

use super::block_set_256::Set256;
use super::coset::{Coordinates, N_CELLS};
use super::fill::{FillPlan, FillSpace, Filled, fill};
use super::fold::{As256, Codes, FoldedSpace};
use super::h0_table::H0Table;
use super::row_moves::RowMoves;
use solver::Cancelled;
use solver::store::{FilledTable, Spec};

/// Format version of stored tables: to be raised if entries, cells or their order change.
const VERSION: u32 = 1;

/// Lower bounds of a coset space, corner class by corner class. For each of its cells a line has the set of `nearer`
/// entries, then the set of `marked` ones, see [`Filled`].
pub struct LargeBlockTable<T> {
    table: FilledTable<Line>,
    space: PhantomData<T>,
}

/// The set of entries of a cell while the table is filled.
type Unfolded<T> = <<T as FoldedSpace>::Unfolded as FillSpace>::Set;

impl<T: FoldedSpace> LargeBlockTable<T> {
    const N_PARTS: usize = <T::Unfolded as FillSpace>::PARTS;
    /// Cells of a line. More than one only if there is one part, so a line never holds cells of two parts.
    const PER_LINE: usize = 256_usize.div_ceil(T::FLIPS);
    /// Lines of a cell, next to each other.
    const PER_CELL: usize = T::FLIPS.div_ceil(256);
    const N_LINES: usize = Self::N_PARTS * N_CELLS.div_ceil(Self::PER_LINE) * Self::PER_CELL;
    /// Entries of a cell that a line holds.
    const ENTRIES: usize = T::FLIPS / Self::PER_CELL;
    /// Bytes of each of the two sets of these entries.
    const SET: usize = Self::ENTRIES / 8;
    /// Size of the table in bytes.
    pub const BYTES: u64 = (Self::N_LINES * size_of::<Line>()) as u64;
    /// Bytes in use while the table is filled, without [`RowMoves`] and the tables of block sets: two bits for each
    /// entry that is filled, before folding.
    pub const BYTES_TO_FILL: u64 = (Self::N_PARTS * N_CELLS * Self::PER_CELL * size_of::<Line>()) as u64;

    /// Fills the table. `report` is called with the work done and the total; it returns false to cancel.
    ///
    /// # Errors
    /// If `report` cancels.
    pub fn fill(
        coordinates: &Coordinates,
        row_moves: &RowMoves,
        report: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<Self, Cancelled> {
        // With this multiple of rows a piece ends where a line ends.
        let plan = FillPlan { row_multiple: Self::PER_LINE, base: T::BASE };
        let Filled { nearer, marked, distribution } =
            fill::<T::Unfolded>(coordinates, row_moves, plan, report)?;
        let mut lines = Vec::with_capacity(Self::N_LINES);
        ask_for_huge_pages(lines.spare_capacity_mut());
        // Each piece is dropped as soon as it is packed.
        for (nearer, marked) in nearer.pieces.into_iter().zip(marked.pieces) {
            lines.par_extend(Self::packed(&nearer, &marked));
        }
        Ok(FilledTable { items: lines.into(), distribution }.into())
    }

    /// Packs some cells into lines.
    fn packed<'a>(
        nearer: &'a [Unfolded<T>],
        marked: &'a [Unfolded<T>],
    ) -> impl IndexedParallelIterator<Item = Line> + use<'a, T> {
        let [nearer, marked] = [nearer, marked].map(|cells| As256::as_256(cells).par_chunks(Self::PER_LINE));
        nearer.zip(marked).map(|(nearer, marked)| Self::pack(nearer, marked))
    }

    /// Packs the cells of a line, or the part of a cell that it holds.
    fn pack(nearer: &[Set256], marked: &[Set256]) -> Line {
        let mut line = [0; 64];
        let sets = nearer.iter().zip(marked).flat_map(|(nearer, marked)| {
            let codes = Codes::new(nearer, marked).folded(Self::ENTRIES);
            [codes.nearer, codes.marked]
        });
        for (bytes, set) in line.chunks_exact_mut(Self::SET).zip(sets) {
            bytes.copy_from_slice(&set.map(u64::to_le_bytes).as_flattened()[..Self::SET]);
        }
        Line(line)
    }

    /// Returns the description of the stored table.
    pub fn spec(name: &str) -> Spec {
        let sizes = [N_CELLS, Self::N_PARTS, T::FLIPS, Self::ENTRIES, usize::from(T::BASE)];
        Spec::of::<Line>(name, VERSION, sizes.map(|n| n as u64).into(), Self::N_LINES)
    }

    /// Returns a lower bound for an entry: its distance, if that is above the base and below the base plus three.
    #[inline(always)]
    pub fn value(&self, cell: u32, offset: u16, h0: &H0Table) -> u8 {
        match self.code(cell, offset) {
            0 => h0.value(cell).min(T::BASE),
            code => T::BASE + code,
        }
    }

    /// Returns the code of an entry, its distance beyond the base: 0 for up to the base, 3 for three or more.
    #[inline(always)]
    pub fn code(&self, cell: u32, offset: u16) -> u8 {
        let Line(line) = &self.table.items[Self::line(cell, offset)];
        let nearer = cell as usize % Self::PER_LINE * 2 * Self::SET + usize::from(offset / 8) % Self::SET;
        let bit = |byte: usize| line[byte % 64] >> (offset % 8) & 1;
        3 - 2 * bit(nearer) - bit(nearer + Self::SET)
    }

    /// Prefetches an entry.
    #[inline(always)]
    pub fn prefetch(&self, cell: u32, offset: u16) {
        prefetch(&self.table.items[Self::line(cell, offset)]);
    }

    /// Returns the line of an entry.
    #[inline(always)]
    fn line(cell: u32, offset: u16) -> usize {
        let part = if Self::N_PARTS == 1 { 0 } else { usize::from(offset) / T::FLIPS };
        let line = part * N_CELLS + cell as usize / Self::PER_LINE;
        line * Self::PER_CELL + usize::from(offset) / Self::ENTRIES % Self::PER_CELL
    }

    /// Returns the number of entries at each distance up to two beyond the base, before folding.
    pub fn distribution(&self) -> &[u64] {
        &self.table.distribution
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.table.items[..]) as u64
    }
}

impl<T> From<FilledTable<Line>> for LargeBlockTable<T> {
    fn from(table: FilledTable<Line>) -> LargeBlockTable<T> {
        LargeBlockTable { table, space: PhantomData }
    }
}

impl<T> From<LargeBlockTable<T>> for FilledTable<Line> {
    fn from(table: LargeBlockTable<T>) -> FilledTable<Line> {
        table.table
    }
}

#[cfg(test)]
mod tests {
    use testkit::Lcg;

    use super::*;
    use crate::block_set::BlockSet;
    use crate::coset::{CosetSpace, X64, X128, X256, X2048};

    /// Packs a few cells and reads all their entries back.
    fn check<T: FoldedSpace>(_: T) {
        const CELLS: usize = 8;
        let entries = <T::Unfolded as CosetSpace>::BLOCK_SIZE;
        let mut random = Lcg::new(1);
        let mut set =
            || -> Vec<bool> { (0..CELLS * entries).map(|_| random.next_u64() >> 62 == 0).collect() };
        let (nearer, marked) = (set(), set());
        let blocks = |set: &[bool]| -> Vec<Unfolded<T>> {
            let members = |cell: &[bool]| -> Vec<u16> {
                (0..).zip(cell).filter(|(_, is)| **is).map(|(i, _)| i).collect()
            };
            set.chunks(entries)
                .map(|cell| members(cell).into_iter().fold(BlockSet::EMPTY, BlockSet::with))
                .collect()
        };
        let lines: Vec<Line> = LargeBlockTable::<T>::packed(&blocks(&nearer), &blocks(&marked)).collect();
        let table: LargeBlockTable<T> = FilledTable { items: lines.into(), distribution: Vec::new() }.into();
        assert_eq!(table.bytes() * 4, (CELLS * T::BLOCK_SIZE) as u64);
        // Distances of cells from 0 to 7, two in a byte.
        let minima: H0Table =
            FilledTable { items: vec![0x10_u8, 0x32, 0x54, 0x76].into(), distribution: Vec::new() }.into();
        let together = entries / T::BLOCK_SIZE;
        for (i, (nearer, marked)) in nearer.chunks(together).zip(marked.chunks(together)).enumerate() {
            let code = |(nearer, marked): (&bool, &bool)| 3 - 2 * u8::from(*nearer) - u8::from(*marked);
            let expected = nearer.iter().zip(marked).map(code).min();
            let (cell, offset) = ((i / T::BLOCK_SIZE) as u32, (i % T::BLOCK_SIZE) as u16);
            let code = table.code(cell, offset);
            assert_eq!(Some(code), expected);
            let bound = if code == 0 { cell as u8 } else { T::BASE + code };
            assert_eq!(table.value(cell, offset, &minima), bound, "cell {cell}, entry {offset}");
        }
    }

    #[test]
    fn what_was_packed_is_read() {
        check(X64::default());
        check(X128::default());
        check(X256::default());
        check(X2048::default());
    }
}

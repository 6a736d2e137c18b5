//! Table layout for small blocks: one cache line holds a whole cell, and as many others as fit. Two bits for each
//! entry, and three for the block minimum, which is the lower bound of an entry with code 0.

use std::marker::PhantomData;

use rayon::prelude::*;
use search::hardware::{ask_for_huge_pages, prefetch};
use search::table::Line;

use super::block_set::{BlockSet, Set8, Set24};
use super::coset::{Coordinates, CosetSpace, N_CELLS};
use super::fill::{FillPlan, FillSpace, Filled, fill};
use super::h0_table::H0Table;
use super::row_moves::RowMoves;
use solver::Cancelled;
use solver::store::{FilledTable, Spec};

/// Format version of stored tables: to be raised if entries, cells or their order change.
const VERSION: u32 = 1;

/// Lower bounds of a coset space.
pub struct SmallBlockTable<T> {
    table: FilledTable<Line>,
    space: PhantomData<T>,
}

/// A set of entries as bits in the order of their offsets.
pub trait Bits: BlockSet {
    /// Returns the bits, at most 24.
    fn bits(self) -> u32;
}

impl<const CORNERS: usize, const FLIPS: usize> Bits for Set8<CORNERS, FLIPS> {
    #[inline(always)]
    fn bits(self) -> u32 {
        u32::from(self.0)
    }
}

impl Bits for Set24 {
    #[inline(always)]
    fn bits(self) -> u32 {
        let [a, b, c, d] = self.0.map(u32::from);
        a | b << 6 | c << 12 | d << 18
    }
}

impl<T: FillSpace<Set: Bits>> SmallBlockTable<T> {
    /// Fills the table. `report` is called with the work done and the total; it returns false to cancel.
    ///
    /// # Errors
    /// If `report` cancels.
    pub fn fill(
        coordinates: &Coordinates,
        row_moves: &RowMoves,
        h0: &H0Table,
        report: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<SmallBlockTable<T>, Cancelled> {
        // With this multiple of rows a piece ends where a line ends.
        let plan = FillPlan { row_multiple: Self::PER_LINE, base: T::BASE };
        let Filled { nearer, marked, distribution } = fill::<T>(coordinates, row_moves, plan, report)?;
        let mut lines = Vec::with_capacity(Self::N_LINES);
        ask_for_huge_pages(lines.spare_capacity_mut());
        let mut start = 0;
        // Each piece is dropped as soon as it is packed.
        for (nearer, marked) in nearer.pieces.into_iter().zip(marked.pieces) {
            let cells = nearer.par_chunks(Self::PER_LINE).zip(marked.par_chunks(Self::PER_LINE)).enumerate();
            lines.par_extend(cells.map(|(line, (nearer, marked))| {
                let first = start + line * Self::PER_LINE;
                Self::pack(nearer, marked, |cell| h0.value((first + cell) as u32))
            }));
            start += nearer.len();
        }
        Ok(FilledTable { items: lines.into(), distribution }.into())
    }

    /// Packs the cells of a line.
    fn pack(nearer: &[T::Set], marked: &[T::Set], distance: impl Fn(usize) -> u8) -> Line {
        let (mut words, mut bit) = ([0_u64; 9], 0);
        for (cell, (&nearer, &marked)) in nearer.iter().zip(marked).enumerate() {
            // In order of distance: both, only nearer, only marked, none.
            let codes =
                !(spread(nearer.bits()) << 1 | spread(marked.bits())) & ((1 << (2 * T::BLOCK_SIZE)) - 1);
            let packed = codes << 3 | u64::from(distance(cell).saturating_sub(Self::FLOOR).min(7));
            words[bit / 64] |= packed << (bit % 64);
            // In two shifts, because the sum may be 64.
            words[bit / 64 + 1] |= packed >> 1 >> (63 - bit % 64);
            bit += Self::CELL_BITS;
        }
        let mut line = [0; 64];
        for (bytes, word) in line.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        Line(line)
    }
}

impl<T: CosetSpace> SmallBlockTable<T> {
    /// Two bits for each entry, three for the block minimum.
    const CELL_BITS: usize = 2 * T::BLOCK_SIZE + 3;
    /// Cells of a line.
    const PER_LINE: usize = 512 / Self::CELL_BITS;
    const N_LINES: usize = N_CELLS.div_ceil(Self::PER_LINE);
    /// Size of the table in bytes.
    pub const BYTES: u64 = (Self::N_LINES * size_of::<Line>()) as u64;
    /// Block minima up to this one are stored as 0: three bits distinguish only seven others.
    pub const FLOOR: u8 = T::BASE - 7;

    /// Returns the description of the stored table.
    pub fn spec(name: &str) -> Spec {
        let sizes = [N_CELLS, T::CORNERS, T::FLIPS, Self::CELL_BITS, usize::from(T::BASE)];
        Spec::of::<Line>(name, VERSION, sizes.map(|n| n as u64).into(), Self::N_LINES)
    }

    /// Returns a lower bound for an entry: its distance, if that is above the base and below the base plus three.
    #[inline(always)]
    pub fn value(&self, cell: u32, offset: u16) -> u8 {
        let (line, slot) = (cell as usize / Self::PER_LINE, cell as usize % Self::PER_LINE);
        let bit = slot * Self::CELL_BITS;
        // At most 56, the start of the last eight bytes; no cell extends beyond eight bytes from its first one.
        let byte = (bit / 8).min(56);
        let word =
            u64::from_le_bytes(*self.table.items[line].0[byte..].first_chunk().expect("eight of them"));
        let packed = word >> (bit - 8 * byte);
        let code = (packed >> (2 * offset + 3)) as u8 & 3;
        let distance = packed as u8 & 7;
        let cell_value = if distance == 0 { 0 } else { distance + Self::FLOOR };
        if code == 0 { cell_value } else { T::BASE + code }
    }

    /// Returns the block minimum of a cell, at least [`SmallBlockTable::FLOOR`] and at most seven more.
    pub fn minimum(&self, cell: u32) -> u8 {
        // An entry's code takes the place of the minimum, so the bits are read.
        let bit = cell as usize % Self::PER_LINE * Self::CELL_BITS;
        let Line(line) = &self.table.items[cell as usize / Self::PER_LINE];
        let is_set = |bit: usize| line[bit / 8] >> (bit % 8) & 1;
        Self::FLOOR + (is_set(bit) | is_set(bit + 1) << 1 | is_set(bit + 2) << 2)
    }

    /// Prefetches a cell.
    #[inline(always)]
    pub fn prefetch(&self, cell: u32) {
        prefetch(&self.table.items[cell as usize / Self::PER_LINE]);
    }

    /// Returns the number of entries at each distance up to two beyond the base.
    pub fn distribution(&self) -> &[u64] {
        &self.table.distribution
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.table.items[..]) as u64
    }
}

impl<T> From<FilledTable<Line>> for SmallBlockTable<T> {
    fn from(table: FilledTable<Line>) -> SmallBlockTable<T> {
        SmallBlockTable { table, space: PhantomData }
    }
}

impl<T> From<SmallBlockTable<T>> for FilledTable<Line> {
    fn from(table: SmallBlockTable<T>) -> FilledTable<Line> {
        table.table
    }
}

/// Spreads bits: bit i comes to bit 2i.
#[inline(always)]
fn spread(bits: u32) -> u64 {
    let bits = u64::from(bits);
    let bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    let bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
    let bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    let bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use testkit::Lcg;

    use super::*;
    use crate::coset::{X2, X4, X6, X8, X24};

    /// Packs a few lines and reads all their bounds back, by the definition of codes and minima.
    fn check<T: FillSpace<Set: Bits>>(_: T) {
        let n_cells = 3 * SmallBlockTable::<T>::PER_LINE;
        let mut random = Lcg::new(T::BLOCK_SIZE as u64);
        let mut set =
            || -> Vec<bool> { (0..n_cells * T::BLOCK_SIZE).map(|_| random.next_u64() >> 62 == 0).collect() };
        let (nearer, marked) = (set(), set());
        let minima: Vec<u8> = (0..n_cells).map(|_| random.below(13) as u8).collect();
        let blocks = |set: &[bool]| -> Vec<T::Set> {
            let block = |cell: &[bool]| {
                let members = (0..).zip(cell).filter(|(_, is)| **is);
                members.fold(BlockSet::EMPTY, |block: T::Set, (offset, _)| block.with(offset))
            };
            set.chunks(T::BLOCK_SIZE).map(block).collect()
        };
        let (near_blocks, marked_blocks) = (blocks(&nearer), blocks(&marked));
        let lines: Vec<Line> = (0..n_cells)
            .step_by(SmallBlockTable::<T>::PER_LINE)
            .map(|first| {
                let cells = first..first + SmallBlockTable::<T>::PER_LINE;
                SmallBlockTable::<T>::pack(&near_blocks[cells.clone()], &marked_blocks[cells], |cell| {
                    minima[first + cell]
                })
            })
            .collect();
        let table: SmallBlockTable<T> = FilledTable { items: lines.into(), distribution: Vec::new() }.into();
        for (cell, &minimum) in minima.iter().enumerate() {
            assert_eq!(table.minimum(cell as u32), minimum.clamp(T::BASE - 7, T::BASE));
            for offset in 0..T::BLOCK_SIZE {
                let entry = cell * T::BLOCK_SIZE + offset;
                let expected = match (nearer[entry], marked[entry]) {
                    (true, true) if minimum <= T::BASE - 7 => 0,
                    (true, true) => minimum.min(T::BASE),
                    (true, false) => T::BASE + 1,
                    (false, true) => T::BASE + 2,
                    (false, false) => T::BASE + 3,
                };
                assert_eq!(table.value(cell as u32, offset as u16), expected, "cell {cell}, entry {offset}");
            }
        }
    }

    #[test]
    fn what_was_packed_is_read() {
        check(X2::default());
        check(X4::default());
        check(X6::default());
        check(X8::default());
        check(X24::default());
    }
}

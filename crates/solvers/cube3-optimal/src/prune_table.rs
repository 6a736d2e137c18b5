//! What a search asks of a table, whatever its tier.

use super::coset::{CosetSpace, H0, Index};
use super::fold::FoldedSpace;
use super::h0_table::H0Table;
use super::layout_large::LargeBlockTable;
use super::layout_small::SmallBlockTable;

/// Lower bounds by index.
pub trait PruneTable: Send + Sync {
    /// What the table tells apart.
    type Space: CosetSpace;

    /// Has an entry fetched from memory while other work goes on.
    fn prefetch(&self, index: Index);

    /// Never above the number of turns that a cube with this index needs.
    fn value(&self, index: Index) -> u8;

    /// The mean of all bounds, in hundredths: see [`super::side_choice`].
    const MEAN: i32;
}

impl PruneTable for H0Table {
    type Space = H0;
    const MEAN: i32 = <H0 as CosetSpace>::MEAN;

    #[inline(always)]
    fn prefetch(&self, index: Index) {
        H0Table::prefetch(self, index.cell);
    }

    #[inline(always)]
    fn value(&self, index: Index) -> u8 {
        H0Table::value(self, index.cell)
    }
}

impl<T: CosetSpace> PruneTable for SmallBlockTable<T> {
    type Space = T;
    const MEAN: i32 = T::MEAN;

    #[inline(always)]
    fn prefetch(&self, index: Index) {
        SmallBlockTable::prefetch(self, index.cell);
    }

    #[inline(always)]
    fn value(&self, index: Index) -> u8 {
        SmallBlockTable::value(self, index.cell, index.offset)
    }
}

/// A large table and the one that it leans on.
pub struct LargePruneTable<T> {
    /// All entries beyond the base.
    pub blocks: LargeBlockTable<T>,
    /// Those of cells.
    pub h0: H0Table,
}

impl<T: FoldedSpace> LargePruneTable<T> {
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.blocks.bytes() + self.h0.bytes()
    }
}

impl<T: FoldedSpace> PruneTable for LargePruneTable<T> {
    type Space = T;
    const MEAN: i32 = T::MEAN;

    #[inline(always)]
    fn prefetch(&self, index: Index) {
        self.blocks.prefetch(index.cell, index.offset);
    }

    #[inline(always)]
    fn value(&self, index: Index) -> u8 {
        self.blocks.value(index.cell, index.offset, &self.h0)
    }
}

//! The interface of prune tables, common to all coset spaces and layouts.

use super::coset::{CosetSpace, H0, Index};
use super::fold::FoldedSpace;
use super::h0_table::H0Table;
use super::layout_large::LargeBlockTable;
use super::layout_small::SmallBlockTable;

/// A prune table: admissible lower bounds by coset index.
pub trait PruneTable: Send + Sync {
    /// The coset space of its indices.
    type Space: CosetSpace;

    /// Prefetches an entry.
    fn prefetch(&self, index: Index);

    /// Returns a lower bound: at most the number of turns that solve any cube with this index.
    fn value(&self, index: Index) -> u8;

    /// Mean of all bounds, in hundredths: see [`super::side_choice`].
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

/// A table of large blocks with the table of their minima.
pub struct LargePruneTable<T> {
    /// Distances beyond the base.
    pub blocks: LargeBlockTable<T>,
    /// Block minima.
    pub h0: H0Table,
}

impl<T: FoldedSpace> LargePruneTable<T> {
    /// Returns the bytes held.
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

//! What a search asks of a table, whatever its tier.

use super::blocks::Sheets;
use super::coset::{H0, Index, Tier, X256};
use super::fold::SymTable;
use super::lines::Lines;
use super::nearest::Nearest;

/// Lower bounds by index.
pub trait Bounds: Send + Sync {
    /// What the table tells apart.
    type Tier: Tier;

    /// Has an entry fetched from memory while other work goes on.
    fn prefetch(&self, index: Index);

    /// Never above the number of turns that a cube with this index needs.
    fn value(&self, index: Index) -> u8;

    /// The mean of all bounds, in hundredths: see [`super::which_end`].
    const MEAN: i32;
}

impl Bounds for Nearest {
    type Tier = H0;
    const MEAN: i32 = <H0 as Tier>::MEAN;

    #[inline(always)]
    fn prefetch(&self, index: Index) {
        Nearest::prefetch(self, index.cell);
    }

    #[inline(always)]
    fn value(&self, index: Index) -> u8 {
        Nearest::value(self, index.cell)
    }
}

impl<T: Tier> Bounds for Lines<T> {
    type Tier = T;
    const MEAN: i32 = T::MEAN;

    #[inline(always)]
    fn prefetch(&self, index: Index) {
        Lines::prefetch(self, index.cell);
    }

    #[inline(always)]
    fn value(&self, index: Index) -> u8 {
        Lines::value(self, index.cell, index.offset)
    }
}

/// A large table and the one that it leans on.
pub struct Leaning<T> {
    /// All entries beyond the base.
    pub blocks: Sheets<T>,
    /// Those of cells.
    pub nearest: Nearest,
}

/// The one that still fits most machines.
pub type Wide = Leaning<X256>;

impl<T: SymTable> Leaning<T> {
    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.blocks.bytes() + self.nearest.bytes()
    }
}

impl<T: SymTable> Bounds for Leaning<T> {
    type Tier = T;
    const MEAN: i32 = T::MEAN;

    #[inline(always)]
    fn prefetch(&self, index: Index) {
        self.blocks.prefetch(index.cell, index.offset);
    }

    #[inline(always)]
    fn value(&self, index: Index) -> u8 {
        self.blocks.value(index.cell, index.offset, &self.nearest)
    }
}

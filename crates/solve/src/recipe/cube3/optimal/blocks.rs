//! Tables of blocks of 256: a cache line for each cell and kind of corners, two bits for each entry. What an entry with
//! the lowest code has at least is the distance of its cell, read from [`Nearest`]; few entries have it.

use std::marker::PhantomData;

use rayon::prelude::*;
use search::hardware::{ask_for_huge_pages, prefetch};

use super::Cancelled;
use super::coset::{Coordinates, N_CELLS, X256};
use super::fill::{Filled, Sets, fill};
use super::links::Links;
use super::nearest::Nearest;
use super::wide::Wide;

/// Which entries are nearer and which are marked, see [`Filled`].
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([[u8; 32]; 2]);

/// Bounds of a tier with 256 kinds of flips: a sheet of lines for each kind of corners, one after the other.
pub struct Sheets<T> {
    lines: Vec<Line>,
    distribution: Vec<u64>,
    tier: PhantomData<T>,
}

/// Those of one sheet.
pub type Blocks = Sheets<X256>;

impl<T: Sets<Block = Wide>> Sheets<T> {
    const N_LINES: usize = T::SHEETS * N_CELLS;
    /// Bytes held.
    pub const BYTES: u64 = (Self::N_LINES * size_of::<Line>()) as u64;

    /// Fills the table. `watch` hears how much is done of how much, and says whether to go on.
    ///
    /// # Errors
    /// If it was told not to.
    pub fn fill(
        coordinates: &Coordinates,
        links: &Links,
        watch: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<Self, Cancelled> {
        let Filled { nearer, marked, distribution } = fill::<T>(coordinates, links, 1, watch)?;
        let mut lines = Vec::with_capacity(Self::N_LINES);
        ask_for_huge_pages(lines.spare_capacity_mut());
        // Each piece is dropped as soon as it is packed.
        for (nearer, marked) in nearer.pieces.into_iter().zip(marked.pieces) {
            lines.par_extend(
                nearer.par_iter().zip(&marked).map(|(nearer, marked)| Line([nearer.0, marked.0])),
            );
        }
        Ok(Sheets { lines, distribution, tier: PhantomData })
    }

    /// A lower bound for an entry: its distance, if that is above the base and below the base plus three.
    #[inline(always)]
    pub fn value(&self, cell: u32, offset: u16, nearest: &Nearest) -> u8 {
        match self.code(cell, offset) {
            0 => nearest.value(cell).min(T::BASE),
            code => T::BASE + code,
        }
    }

    /// How far an entry is beyond the base: 0 to 3, where 0 is not at all and 3 or more is 3.
    #[inline(always)]
    pub fn code(&self, cell: u32, offset: u16) -> u8 {
        let Line([nearer, marked]) = &self.lines[Self::line(cell, offset)];
        let bit = |set: &[u8; 32]| set[usize::from(offset / 8 % 32)] >> (offset % 8) & 1;
        3 - 2 * bit(nearer) - bit(marked)
    }

    /// Has an entry fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, cell: u32, offset: u16) {
        prefetch(&self.lines[Self::line(cell, offset)]);
    }

    /// Where an entry is.
    #[inline(always)]
    fn line(cell: u32, offset: u16) -> usize {
        let sheet = if T::SHEETS == 1 { 0 } else { usize::from(offset / 256) };
        sheet * N_CELLS + cell as usize
    }

    /// Entries at each distance up to two beyond the base.
    pub fn distribution(&self) -> &[u64] {
        &self.distribution
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.lines[..]) as u64
    }
}

//! The table of blocks of 256: a cache line for each cell, two bits for each entry. What an entry with the lowest code has
//! at least is the distance of its cell, read from [`Nearest`]; few entries have it.

use rayon::prelude::*;
use search::hardware::{ask_for_huge_pages, prefetch};

use super::Cancelled;
use super::coset::{Coordinates, N_CELLS, Tier, X256};
use super::fill::{Filled, fill};
use super::links::Links;
use super::nearest::Nearest;

/// Which entries are nearer and which are marked, see [`Filled`].
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line([[u8; 32]; 2]);

/// Bounds for [`X256`].
pub struct Blocks {
    lines: Vec<Line>,
    distribution: Vec<u64>,
}

impl Blocks {
    /// Bytes held.
    pub const BYTES: u64 = (N_CELLS * size_of::<Line>()) as u64;

    /// Fills the table. `watch` hears how much is done of how much, and says whether to go on.
    ///
    /// # Errors
    /// If it was told not to.
    pub fn fill(
        coordinates: &Coordinates,
        links: &Links,
        watch: &(dyn Fn(u64, u64) -> bool + Sync),
    ) -> Result<Blocks, Cancelled> {
        let Filled { nearer, marked, distribution } = fill::<X256>(coordinates, links, 1, watch)?;
        let mut lines = Vec::with_capacity(N_CELLS);
        ask_for_huge_pages(lines.spare_capacity_mut());
        // Each piece is dropped as soon as it is packed.
        for (nearer, marked) in nearer.pieces.into_iter().zip(marked.pieces) {
            lines.par_extend(
                nearer.par_iter().zip(&marked).map(|(nearer, marked)| Line([nearer.0, marked.0])),
            );
        }
        Ok(Blocks { lines, distribution })
    }

    /// A lower bound for an entry: its distance, if that is above the base and below the base plus three.
    #[inline(always)]
    pub fn value(&self, cell: u32, offset: u16, nearest: &Nearest) -> u8 {
        match self.code(cell, offset) {
            0 => nearest.value(cell).min(X256::BASE),
            code => X256::BASE + code,
        }
    }

    /// How far an entry is beyond the base: 0 to 3, where 0 is not at all and 3 or more is 3.
    #[inline(always)]
    pub fn code(&self, cell: u32, offset: u16) -> u8 {
        let Line([nearer, marked]) = &self.lines[cell as usize];
        let bit = |set: &[u8; 32]| set[usize::from(offset / 8 % 32)] >> (offset % 8) & 1;
        3 - 2 * bit(nearer) - bit(marked)
    }

    /// Has a cell fetched from memory while other work goes on.
    #[inline(always)]
    pub fn prefetch(&self, cell: u32) {
        prefetch(&self.lines[cell as usize]);
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

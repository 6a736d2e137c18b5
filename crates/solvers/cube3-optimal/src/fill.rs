//! Filling a table of sets of entries, level by level. Entries have no distances while this goes on, there are only sets
//! of those up to some distance: one to read, which nobody changes, and one to write, of which every row has one writer.
//! An entry outside the first with a neighbour in it is one turn farther.
//!
//! A tier may have several sheets: each holds all cells with one kind of corners. For one row and turn all of a sheet
//! comes from one sheet, so a row of a sheet is filled like any other.
//!
//! Early levels are few entries; then only their cells are carried, from lists. Later whole rows are.

use rayon::prelude::*;
use search::hardware::{ask_for_huge_pages, filled};
use search::simd::{Kernel, Plain, Simd, at_best};

use super::block::{Block, Byte, Quad, Window};
use super::corners::N_CLASSES;
use super::coset::{Coordinates, Index, Kinds, Tier};
use super::edges::N_EDGES;
use super::full::Full;
use super::links::{Links, Step};
use super::packed::Packed;
use super::progress::Progress;
use super::wide::Wide;
use solver::Cancelled;

/// Levels with more cells than this, as far as one can tell beforehand, are not listed.
const MAX_LISTED: usize = 16 << 20;
/// By how much a level is larger than the one before, about.
const GROWTH: usize = 12;
/// Pieces of a table are at least this long, so that each is given back to the system as soon as it is dropped.
const PIECE: usize = 40 << 20;

/// A tier with tables of sets.
pub trait Sets: Tier {
    /// A set of entries.
    type Block: Block;
    /// Parts of a tier by kind of corners, each with rows of its own. The offsets of a sheet are next to each other.
    const SHEETS: usize = 1;
    /// Rows of all sheets, one sheet after the other.
    const ROWS: usize = Self::SHEETS * N_CLASSES;

    /// Where the entries of a row come from by a step: the row at its other end, on the sheet that the step takes to
    /// this one.
    #[inline]
    fn source(row: usize, step: &Step) -> usize {
        let sheet = row / N_CLASSES;
        let becomes = |from: usize| match Self::SHEETS {
            1 => 0,
            // Of six kinds the first three are even.
            2 => usize::from(step.kinds[3 * from] / 3),
            _ => usize::from(step.kinds[from]),
        };
        let from = (0..Self::SHEETS).find(|&from| becomes(from) == sheet).expect("one to one");
        from * N_CLASSES + usize::from(step.row)
    }
}

impl Sets for Kinds<2, 1> {
    type Block = Byte<2, 1>;
}
impl Sets for Kinds<1, 4> {
    type Block = Byte<1, 4>;
}
impl Sets for Kinds<6, 1> {
    type Block = Byte<6, 1>;
}
impl Sets for Kinds<2, 4> {
    type Block = Byte<2, 4>;
}
impl Sets for Kinds<6, 4> {
    type Block = Quad;
}

impl Sets for Kinds<1, 256> {
    type Block = Wide;
}
impl Sets for Kinds<2, 256> {
    type Block = Wide;
    const SHEETS: usize = 2;
}
impl Sets for Kinds<6, 256> {
    type Block = Wide;
    const SHEETS: usize = 6;
}
impl Sets for Kinds<1, 2048> {
    type Block = Full;
}

/// A set of entries, in pieces of whole rows.
pub(super) struct Plane<B> {
    pub pieces: Vec<Vec<B>>,
    rows_per_piece: usize,
}

impl<B: Block> Plane<B> {
    /// Empty. Pieces have a multiple of `unit` rows, the last one excepted.
    fn new(n_rows: usize, unit: usize) -> Plane<B> {
        let rows_per_piece = PIECE.div_ceil(N_EDGES * size_of::<B>() * unit) * unit;
        let piece = |first: usize| {
            let len = (n_rows - first).min(rows_per_piece) * N_EDGES;
            let mut piece = Vec::with_capacity(len);
            ask_for_huge_pages(piece.spare_capacity_mut());
            rayon::iter::repeat_n(B::EMPTY, len).collect_into_vec(&mut piece);
            piece
        };
        Plane { pieces: (0..n_rows).step_by(rows_per_piece).map(piece).collect(), rows_per_piece }
    }

    fn row(&self, row: usize) -> &[B; N_EDGES] {
        let piece = &self.pieces[row / self.rows_per_piece];
        piece[row % self.rows_per_piece * N_EDGES..].first_chunk().expect("whole rows")
    }

    fn rows_mut(&mut self) -> Vec<&mut [B; N_EDGES]> {
        self.pieces.iter_mut().flat_map(|piece| piece.as_chunks_mut().0).collect()
    }
}

/// Entries by distance: which are at most the base away, one more, two more, or farther.
pub struct Filled<T: Sets> {
    /// Those up to one more than the base.
    pub(super) nearer: Plane<T::Block>,
    /// Those up to the base and those two beyond it.
    pub(super) marked: Plane<T::Block>,
    /// Entries at each distance up to two beyond the base.
    pub distribution: Vec<u64>,
}

/// The new entries of a level, row by row.
type Lists<B> = Vec<Vec<(u16, B)>>;

/// What is done with the new entries of a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Write {
    /// The other set becomes the one that is read, and they are added.
    Copy,
    /// They are added to the other set, which holds what was reached a level before the one that is read. So two bits
    /// tell four kinds of entries apart: in both sets, only in that read, only in that written, in none.
    Mark,
}

/// How many new entries, and which ones if a list was asked for.
type Found<B> = (u64, Vec<(u16, B)>);

/// What to fill a table for.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// What the rows of a piece are a multiple of.
    pub unit: usize,
    /// See [`Tier::BASE`]: that of the table that is made of this one.
    pub base: u8,
}

/// Fills a table. `watch` hears how much is done of how much, and says whether to go on.
///
/// # Errors
/// If it was told not to.
pub(super) fn fill<T: Sets>(
    coordinates: &Coordinates,
    links: &Links,
    Plan { unit, base }: Plan,
    watch: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<Filled<T>, Cancelled> {
    let last = base + 2;
    let progress = Progress::new(u64::from(last) * T::ROWS as u64, watch);
    let filling = Filling::<T> { links, ties: &T::Block::ties(coordinates, links), progress: &progress };
    let start = coordinates.index::<T, _>(Plain, &Packed::SOLVED);
    let (row, edges, block) = place::<T>(start);

    let mut reached = Plane::new(T::ROWS, unit);
    reached.rows_mut()[row][usize::from(edges)] = block;
    let mut level: Lists<T::Block> = vec![Vec::new(); T::ROWS];
    level[row].push((edges, block));
    let (mut distribution, mut other) = (vec![1], None);
    for distance in 1..=last {
        let n_listed: usize = level.iter().map(Vec::len).sum();
        let is_listed = n_listed > 0;
        if distance <= base && is_listed {
            let found = filling.grow(&mut reached, &level, n_listed * GROWTH <= MAX_LISTED);
            distribution.push(found.iter().map(|(count, _)| count).sum());
            level = found.into_iter().map(|(_, list)| list).collect();
        } else {
            let source = if is_listed { Source::Lists(&level) } else { Source::Rows };
            let write = if distance == last { Write::Mark } else { Write::Copy };
            let mut to = other.take().unwrap_or_else(|| Plane::new(T::ROWS, unit));
            distribution.push(filling.extend(&reached, &mut to, source, write));
            // What was written is read next.
            other = Some(std::mem::replace(&mut reached, to));
            level = Vec::new();
        }
        progress.check()?;
    }
    // The last set written was marked.
    let nearer = other.expect("the last two levels are in two sets");
    Ok(Filled { nearer, marked: reached, distribution })
}

/// The row of an entry, its edges, and a set of nothing else.
pub(super) fn place<T: Sets>(Index { cell, offset }: Index) -> (usize, u16, T::Block) {
    let per_sheet = (T::BLOCK / T::SHEETS) as u16;
    let row = usize::from(offset / per_sheet) * N_CLASSES + cell as usize / N_EDGES;
    (row, (cell as usize % N_EDGES) as u16, T::Block::EMPTY.with(offset % per_sheet))
}

/// Where new entries come from.
#[derive(Clone, Copy)]
enum Source<'a, B> {
    /// The level before, as lists.
    Lists(&'a Lists<B>),
    /// All that are reached.
    Rows,
}

struct Filling<'a, T: Sets> {
    links: &'a Links,
    ties: &'a <T::Block as Block>::Ties,
    progress: &'a Progress<'a>,
}

impl<T: Sets> Filling<'_, T> {
    /// Adds a level to a set that nobody else reads.
    fn grow(&self, set: &mut Plane<T::Block>, level: &Lists<T::Block>, keep: bool) -> Vec<Found<T::Block>> {
        let grow = |(row, to): (usize, &mut [T::Block; N_EDGES])| {
            self.progress.row();
            if self.progress.is_over() {
                return (0, Vec::new());
            }
            at_best(Grow { filling: self, level, row, to, keep })
        };
        set.rows_mut().into_par_iter().enumerate().map(grow).collect()
    }

    /// Finds the next level of a set and writes it to another.
    fn extend(
        &self,
        set: &Plane<T::Block>,
        to: &mut Plane<T::Block>,
        source: Source<'_, T::Block>,
        write: Write,
    ) -> u64 {
        let extend = |window: &mut Vec<T::Block>, (row, to): (usize, &mut [T::Block; N_EDGES])| {
            self.progress.row();
            if self.progress.is_over() {
                return 0;
            }
            let window: &mut Window<T::Block> = window.as_mut_array().expect("made that long");
            at_best(Extend { filling: self, source, set, row, to, write, window })
        };
        let window = || filled(1 << 16, T::Block::EMPTY);
        to.rows_mut().into_par_iter().enumerate().map_init(window, extend).sum()
    }
}

/// Adds what turns lead to a row from a list. An edge coset is listed more than once if several turns bring new entries.
struct Grow<'a, T: Sets> {
    filling: &'a Filling<'a, T>,
    level: &'a Lists<T::Block>,
    row: usize,
    to: &'a mut [T::Block; N_EDGES],
    keep: bool,
}

impl<T: Sets> Kernel for Grow<'_, T> {
    type Output = Found<T::Block>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Found<T::Block> {
        let (mut count, mut list) = (0, Vec::new());
        for step in self.filling.links.steps(self.row % N_CLASSES) {
            let level = &self.level[T::source(self.row, step)];
            if level.is_empty() {
                continue;
            }
            let carrier = T::Block::carrier(self.filling.links, self.filling.ties, step);
            for &(edges, block) in level {
                let (edges, block) = block.carried(simd, edges, &carrier);
                let to = &mut self.to[usize::from(edges)];
                let new = block.without(*to);
                if new.count() > 0 {
                    *to = to.or(new);
                    count += u64::from(new.count());
                    if self.keep {
                        list.push((edges, new));
                    }
                }
            }
        }
        (count, list)
    }
}

/// Finds everything that turns lead to a row, and writes what is new.
struct Extend<'a, T: Sets> {
    filling: &'a Filling<'a, T>,
    source: Source<'a, T::Block>,
    set: &'a Plane<T::Block>,
    row: usize,
    to: &'a mut [T::Block; N_EDGES],
    write: Write,
    window: &'a mut Window<T::Block>,
}

impl<T: Sets> Kernel for Extend<'_, T> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        self.window[..N_EDGES].fill(T::Block::EMPTY);
        for step in self.filling.links.steps(self.row % N_CLASSES) {
            let other = T::source(self.row, step);
            let carrier = T::Block::carrier(self.filling.links, self.filling.ties, step);
            match self.source {
                Source::Lists(level) => {
                    for &(edges, block) in &level[other] {
                        let (to, block) = block.carried(simd, edges, &carrier);
                        let to = &mut self.window[usize::from(to)];
                        *to = to.or(block);
                    }
                }
                Source::Rows => T::Block::carry_row(simd, self.set.row(other), &carrier, self.window),
            }
        }
        let mut count = 0;
        let reached = self.set.row(self.row);
        for ((to, &reached), &block) in self.to.iter_mut().zip(reached).zip(self.window.iter()) {
            let new = block.without(reached);
            *to = if self.write == Write::Copy { reached.or(new) } else { to.xor(new) };
            count += u64::from(new.count());
        }
        count
    }
}

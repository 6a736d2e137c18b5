//! Fills a table by breadth-first search over sets of entries. While a table is filled entries have no distances; there
//! are only sets of the entries up to some distance: one to read, which does not change during a level, and one to
//! write, of which every row has one writer. An entry outside the first set with a neighbour in it is one turn farther.
//!
//! A coset space may have several parts: each holds all cells with one corner class. For one row and one turn all of a
//! part comes from one part, so a row of a part is filled like any other.
//!
//! Early levels have few entries; then only their cells are moved, from lists. Later whole rows are moved.

use rayon::prelude::*;
use search::hardware::{ask_for_huge_pages, filled};
use search::simd::{Kernel, Plain, Simd, at_best};
use search::table::Progress;

use super::block_set::{BlockSet, Set8, Set24, Window};
use super::block_set_256::Set256;
use super::block_set_2048::Set2048;
use super::corner_cosets::N_CLASSES;
use super::coset::{Coordinates, CosetSpace, Cosets, Index};
use super::edge_cosets::N_EDGES;
use super::packed_cube::PackedCube;
use super::row_moves::{RowMove, RowMoves};
use solver::Cancelled;

/// Levels with more cells than this, by estimate, are not listed.
const MAX_LISTED_CELLS: usize = 16 << 20;
/// Estimated growth from one level to the next.
const GROWTH: usize = 12;
/// Minimum size of a piece of a table, so that its memory is returned to the system as soon as it is dropped.
const MIN_PIECE_BYTES: usize = 40 << 20;

/// A coset space with a table of sets.
pub trait FillSpace: CosetSpace {
    /// A set of entries.
    type Set: BlockSet;
    /// Number of parts by corner class, each with its own rows. The offsets of a part are contiguous.
    const PARTS: usize = 1;
    /// Rows of all parts, one part after the other.
    const N_ROWS: usize = Self::PARTS * N_CLASSES;

    /// Returns the source row of a row for a row move: the row at its other end, in the part that the move takes to
    /// this one.
    #[inline]
    fn source(row: usize, row_move: &RowMove) -> usize {
        let part = row / N_CLASSES;
        let becomes = |from: usize| match Self::PARTS {
            1 => 0,
            // Of six corner classes the first three are even.
            2 => usize::from(row_move.corner_map[3 * from] / 3),
            _ => usize::from(row_move.corner_map[from]),
        };
        let from = (0..Self::PARTS).find(|&from| becomes(from) == part).expect("one to one");
        from * N_CLASSES + usize::from(row_move.row)
    }
}

impl FillSpace for Cosets<2, 1> {
    type Set = Set8<2, 1>;
}
impl FillSpace for Cosets<1, 4> {
    type Set = Set8<1, 4>;
}
impl FillSpace for Cosets<6, 1> {
    type Set = Set8<6, 1>;
}
impl FillSpace for Cosets<2, 4> {
    type Set = Set8<2, 4>;
}
impl FillSpace for Cosets<6, 4> {
    type Set = Set24;
}

impl FillSpace for Cosets<1, 256> {
    type Set = Set256;
}
impl FillSpace for Cosets<2, 256> {
    type Set = Set256;
    const PARTS: usize = 2;
}
impl FillSpace for Cosets<6, 256> {
    type Set = Set256;
    const PARTS: usize = 6;
}
impl FillSpace for Cosets<1, 2048> {
    type Set = Set2048;
}

/// A bit for each entry of a table, in pieces of whole rows.
pub(super) struct BitPlane<B> {
    pub pieces: Vec<Vec<B>>,
    rows_per_piece: usize,
}

impl<B: BlockSet> BitPlane<B> {
    /// Returns an empty plane. Pieces have a multiple of `row_multiple` rows, except for the last one.
    fn new(n_rows: usize, row_multiple: usize) -> BitPlane<B> {
        let rows_per_piece = MIN_PIECE_BYTES.div_ceil(N_EDGES * size_of::<B>() * row_multiple) * row_multiple;
        let piece = |first: usize| {
            let len = (n_rows - first).min(rows_per_piece) * N_EDGES;
            let mut piece = Vec::with_capacity(len);
            ask_for_huge_pages(piece.spare_capacity_mut());
            rayon::iter::repeat_n(B::EMPTY, len).collect_into_vec(&mut piece);
            piece
        };
        BitPlane { pieces: (0..n_rows).step_by(rows_per_piece).map(piece).collect(), rows_per_piece }
    }

    fn row(&self, row: usize) -> &[B; N_EDGES] {
        let piece = &self.pieces[row / self.rows_per_piece];
        piece[row % self.rows_per_piece * N_EDGES..].first_chunk().expect("whole rows")
    }

    fn rows_mut(&mut self) -> Vec<&mut [B; N_EDGES]> {
        self.pieces.iter_mut().flat_map(|piece| piece.as_chunks_mut().0).collect()
    }
}

/// Entries by distance, as two bit planes: up to the base, one more, two more, or farther.
pub struct Filled<T: FillSpace> {
    /// Entries up to one more than the base.
    pub(super) nearer: BitPlane<T::Set>,
    /// Entries up to the base, and those two beyond it.
    pub(super) marked: BitPlane<T::Set>,
    /// Number of entries at each distance up to two beyond the base.
    pub distribution: Vec<u64>,
}

/// New entries of a level, by row.
type LevelLists<B> = Vec<Vec<(u16, B)>>;

/// How the new entries of a row are written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Write {
    /// The other plane becomes a copy of the one that is read, with the new entries added.
    Copy,
    /// The new entries are added to the other plane, which holds the entries of one level less than the one that is
    /// read. So two bits distinguish four cases: in both planes, only in the one read, only in the one written, in
    /// neither.
    Mark,
}

/// Number of new entries, and their list if it is needed.
type NewEntries<B> = (u64, Vec<(u16, B)>);

/// Options of [`fill`].
#[derive(Clone, Copy)]
pub(super) struct FillPlan {
    /// The number of rows of a piece is a multiple of this.
    pub row_multiple: usize,
    /// [`CosetSpace::BASE`] of the table that is packed from this one.
    pub base: u8,
}

/// Fills a table. `report` is called with the work done and the total; it returns false to cancel.
///
/// # Errors
/// If `report` cancels.
pub(super) fn fill<T: FillSpace>(
    coordinates: &Coordinates,
    row_moves: &RowMoves,
    FillPlan { row_multiple, base }: FillPlan,
    report: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<Filled<T>, Cancelled> {
    let last = base + 2;
    let progress = Progress::new(u64::from(last) * T::N_ROWS as u64, report);
    let context = FillContext::<T> {
        row_moves,
        move_tables: &T::Set::move_tables(coordinates, row_moves),
        progress: &progress,
    };
    let start = coordinates.index::<T, _>(Plain, &PackedCube::SOLVED);
    let (row, edges, block) = locate::<T>(start);

    let mut reached = BitPlane::new(T::N_ROWS, row_multiple);
    reached.rows_mut()[row][usize::from(edges)] = block;
    let mut level: LevelLists<T::Set> = vec![Vec::new(); T::N_ROWS];
    level[row].push((edges, block));
    let (mut distribution, mut other) = (vec![1], None);
    for distance in 1..=last {
        let n_listed: usize = level.iter().map(Vec::len).sum();
        let is_listed = n_listed > 0;
        if distance <= base && is_listed {
            let found = context.grow(&mut reached, &level, n_listed * GROWTH <= MAX_LISTED_CELLS);
            distribution.push(found.iter().map(|(count, _)| count).sum());
            level = found.into_iter().map(|(_, list)| list).collect();
        } else {
            let source = if is_listed { Source::Lists(&level) } else { Source::Rows };
            let write = if distance == last { Write::Mark } else { Write::Copy };
            let mut to = other.take().unwrap_or_else(|| BitPlane::new(T::N_ROWS, row_multiple));
            distribution.push(context.extend(&reached, &mut to, source, write));
            // The plane just written is read next.
            other = Some(std::mem::replace(&mut reached, to));
            level = Vec::new();
        }
        if progress.is_cancelled() {
            return Err(Cancelled);
        }
    }
    // The last plane written has the marks.
    let nearer = other.expect("the last two levels are in two sets");
    Ok(Filled { nearer, marked: reached, distribution })
}

/// Returns the row of an entry, its edge coset, and a set with this entry alone.
pub(super) fn locate<T: FillSpace>(Index { cell, offset }: Index) -> (usize, u16, T::Set) {
    let per_part = (T::BLOCK_SIZE / T::PARTS) as u16;
    let row = usize::from(offset / per_part) * N_CLASSES + cell as usize / N_EDGES;
    (row, (cell as usize % N_EDGES) as u16, T::Set::EMPTY.with(offset % per_part))
}

/// Source of new entries.
#[derive(Clone, Copy)]
enum Source<'a, B> {
    /// Lists of the level before.
    Lists(&'a LevelLists<B>),
    /// All entries reached so far.
    Rows,
}

struct FillContext<'a, T: FillSpace> {
    row_moves: &'a RowMoves,
    move_tables: &'a <T::Set as BlockSet>::MoveTables,
    progress: &'a Progress<'a>,
}

impl<T: FillSpace> FillContext<'_, T> {
    /// Adds a level to a plane in place. Other threads do not read the row that one writes, because the sources are
    /// lists.
    fn grow(
        &self,
        set: &mut BitPlane<T::Set>,
        level: &LevelLists<T::Set>,
        list_new: bool,
    ) -> Vec<NewEntries<T::Set>> {
        let grow = |(row, to): (usize, &mut [T::Set; N_EDGES])| {
            if !self.progress.begin_step() {
                return (0, Vec::new());
            }
            at_best(Grow { context: self, level, row, to, list_new })
        };
        set.rows_mut().into_par_iter().enumerate().map(grow).collect()
    }

    /// Writes the next level of a plane to another one.
    fn extend(
        &self,
        set: &BitPlane<T::Set>,
        to: &mut BitPlane<T::Set>,
        source: Source<'_, T::Set>,
        write: Write,
    ) -> u64 {
        let extend = |window: &mut Vec<T::Set>, (row, to): (usize, &mut [T::Set; N_EDGES])| {
            if !self.progress.begin_step() {
                return 0;
            }
            let window: &mut Window<T::Set> = window.as_mut_array().expect("allocated with this length");
            at_best(Extend { context: self, source, set, row, to, write, window })
        };
        let window = || filled(1 << 16, T::Set::EMPTY);
        to.rows_mut().into_par_iter().enumerate().map_init(window, extend).sum()
    }
}

/// Adds the entries that turns of listed ones lead to in a row. An edge coset is listed more than once if several turns
/// bring new entries.
struct Grow<'a, T: FillSpace> {
    context: &'a FillContext<'a, T>,
    level: &'a LevelLists<T::Set>,
    row: usize,
    to: &'a mut [T::Set; N_EDGES],
    list_new: bool,
}

impl<T: FillSpace> Kernel for Grow<'_, T> {
    type Output = NewEntries<T::Set>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> NewEntries<T::Set> {
        let (mut count, mut list) = (0, Vec::new());
        for row_move in self.context.row_moves.of_row(self.row % N_CLASSES) {
            let level = &self.level[T::source(self.row, row_move)];
            if level.is_empty() {
                continue;
            }
            let set_move = T::Set::set_move(self.context.row_moves, self.context.move_tables, row_move);
            for &(edges, block) in level {
                let (edges, block) = block.moved(simd, edges, &set_move);
                let to = &mut self.to[usize::from(edges)];
                let new = block.without(*to);
                if new.count() > 0 {
                    *to = to.or(new);
                    count += u64::from(new.count());
                    if self.list_new {
                        list.push((edges, new));
                    }
                }
            }
        }
        (count, list)
    }
}

/// Computes all entries of a row that a turn leads to, and writes the new ones.
struct Extend<'a, T: FillSpace> {
    context: &'a FillContext<'a, T>,
    source: Source<'a, T::Set>,
    set: &'a BitPlane<T::Set>,
    row: usize,
    to: &'a mut [T::Set; N_EDGES],
    write: Write,
    window: &'a mut Window<T::Set>,
}

impl<T: FillSpace> Kernel for Extend<'_, T> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        self.window[..N_EDGES].fill(T::Set::EMPTY);
        for row_move in self.context.row_moves.of_row(self.row % N_CLASSES) {
            let other = T::source(self.row, row_move);
            let set_move = T::Set::set_move(self.context.row_moves, self.context.move_tables, row_move);
            match self.source {
                Source::Lists(level) => {
                    for &(edges, block) in &level[other] {
                        let (to, block) = block.moved(simd, edges, &set_move);
                        let to = &mut self.window[usize::from(to)];
                        *to = to.or(block);
                    }
                }
                Source::Rows => T::Set::move_row(simd, self.set.row(other), &set_move, self.window),
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

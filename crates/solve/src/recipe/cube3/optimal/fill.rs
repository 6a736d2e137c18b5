//! Filling a table of sets of entries, level by level. Entries have no distances while this goes on, there are only sets
//! of those up to some distance: one to read, which nobody changes, and one to write, of which every row has one writer.
//! An entry outside the first with a neighbour in it is one turn farther.
//!
//! Early levels are few entries; then only their cells are carried, from lists. Later whole rows are.

use rayon::prelude::*;
use search::hardware::ask_for_huge_pages;
use search::simd::{Kernel, Plain, Simd, at_best};

use super::block::{Block, Byte, Quad, Window};
use super::corners::N_CLASSES;
use super::coset::{Coordinates, Kinds, Tier};
use super::edges::N_EDGES;
use super::links::Links;
use super::packed::Packed;
use super::progress::{Cancelled, Progress};
use super::wide::Wide;

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

/// A set of entries, in pieces of whole rows.
pub(super) struct Plane<B> {
    pub pieces: Vec<Vec<B>>,
    rows_per_piece: usize,
}

impl<B: Block> Plane<B> {
    /// Empty. Pieces have a multiple of `unit` rows, the last one excepted.
    fn new(unit: usize) -> Plane<B> {
        let rows_per_piece = PIECE.div_ceil(N_EDGES * size_of::<B>() * unit) * unit;
        let piece = |first: usize| {
            let len = (N_CLASSES - first).min(rows_per_piece) * N_EDGES;
            let mut piece = Vec::with_capacity(len);
            ask_for_huge_pages(piece.spare_capacity_mut());
            rayon::iter::repeat_n(B::EMPTY, len).collect_into_vec(&mut piece);
            piece
        };
        Plane { pieces: (0..N_CLASSES).step_by(rows_per_piece).map(piece).collect(), rows_per_piece }
    }

    fn row(&self, row: usize) -> &[B; N_EDGES] {
        let piece = &self.pieces[row / self.rows_per_piece];
        piece[row % self.rows_per_piece * N_EDGES..].first_chunk().expect("whole rows")
    }

    fn rows_mut(&mut self) -> Vec<&mut [B; N_EDGES]> {
        self.pieces.iter_mut().flat_map(|piece| piece.as_chunks_mut().0).collect()
    }
}

/// Entries by distance: which are at most `T::BASE` away, one more, two more, or farther.
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
    /// They are put into another set with all that are read.
    Copy,
    /// They are exchanged in another set, to which none of them and none read but not older belongs.
    Mark,
}

/// How many new entries, and which ones if a list was asked for.
type Found<B> = (u64, Vec<(u16, B)>);

/// Fills a table. `unit` is what the rows of a piece are a multiple of. `watch` hears how much is done of how much, and
/// says whether to go on.
///
/// # Errors
/// If it was told not to.
pub(super) fn fill<T: Sets>(
    coordinates: &Coordinates,
    links: &Links,
    unit: usize,
    watch: &(dyn Fn(u64, u64) -> bool + Sync),
) -> Result<Filled<T>, Cancelled> {
    let last = T::BASE + 2;
    let progress = Progress::new(u64::from(last) * N_CLASSES as u64, watch);
    let filling =
        Filling::<T::Block> { links, ties: &T::Block::ties(coordinates, links), progress: &progress };
    let start = coordinates.index::<T, _>(Plain, &Packed::SOLVED);
    let (row, edges) = (start.cell as usize / N_EDGES, start.cell as usize % N_EDGES);
    let block = T::Block::EMPTY.with(start.offset);

    let mut reached = Plane::new(unit);
    reached.rows_mut()[row][edges] = block;
    let mut level: Lists<T::Block> = vec![Vec::new(); N_CLASSES];
    level[row].push((edges as u16, block));
    let (mut distribution, mut other) = (vec![1], None);
    for distance in 1..=last {
        let n_cells: usize = level.iter().map(Vec::len).sum();
        let is_listed = n_cells > 0;
        let keep = is_listed && n_cells * GROWTH <= MAX_LISTED;
        let source = if is_listed { Source::Lists(&level) } else { Source::Rows };
        let found = if distance <= T::BASE && is_listed {
            filling.grow(&mut reached, &level, keep)
        } else {
            let write = if distance == last { Write::Mark } else { Write::Copy };
            let mut to = other.take().unwrap_or_else(|| Plane::new(unit));
            let found = filling.extend(&reached, &mut to, source, write, keep);
            // What was written is read next.
            other = Some(std::mem::replace(&mut reached, to));
            found
        };
        progress.check()?;
        distribution.push(found.iter().map(|(count, _)| count).sum());
        level = found.into_iter().map(|(_, list)| list).collect();
    }
    // The last set written was marked.
    let nearer = other.expect("the last two levels are in two sets");
    Ok(Filled { nearer, marked: reached, distribution })
}

/// Where new entries come from.
#[derive(Clone, Copy)]
enum Source<'a, B> {
    /// The level before, as lists.
    Lists(&'a Lists<B>),
    /// All that are reached.
    Rows,
}

struct Filling<'a, B: Block> {
    links: &'a Links,
    ties: &'a B::Ties,
    progress: &'a Progress<'a>,
}

impl<B: Block> Filling<'_, B> {
    /// Adds a level to a set that nobody else reads.
    fn grow(&self, set: &mut Plane<B>, level: &Lists<B>, keep: bool) -> Vec<Found<B>> {
        self.for_rows(set.rows_mut(), |row, to, window| {
            let steps = self.links.steps(row);
            if steps.iter().all(|step| level[usize::from(step.row)].is_empty()) {
                return (0, Vec::new());
            }
            at_best(Carry { filling: self, source: Source::Lists(level), set: None, row, window });
            let mut found = (0, Vec::new());
            for (edges, (to, &block)) in to.iter_mut().zip(window.iter()).enumerate() {
                let new = block.without(*to);
                let count = new.count();
                if count > 0 {
                    *to = to.or(new);
                    found.0 += u64::from(count);
                    if keep {
                        found.1.push((edges as u16, new));
                    }
                }
            }
            found
        })
    }

    /// Finds the next level of a set and writes it to another.
    fn extend(
        &self,
        set: &Plane<B>,
        to: &mut Plane<B>,
        source: Source<'_, B>,
        write: Write,
        keep: bool,
    ) -> Vec<Found<B>> {
        self.for_rows(to.rows_mut(), |row, to, window| {
            at_best(Carry { filling: self, source, set: Some(set), row, window });
            let mut found = (0, Vec::new());
            at_best(Count { reached: set.row(row), window, to, write, keep, found: &mut found });
            found
        })
    }

    /// Does something for each row with a window to work in.
    fn for_rows(
        &self,
        rows: Vec<&mut [B; N_EDGES]>,
        work: impl Fn(usize, &mut [B; N_EDGES], &mut Window<B>) -> Found<B> + Sync,
    ) -> Vec<Found<B>> {
        let window = || vec![B::EMPTY; 1 << 16];
        rows.into_par_iter()
            .enumerate()
            .map_init(window, |window, (row, to)| {
                self.progress.row();
                if self.progress.is_over() {
                    return (0, Vec::new());
                }
                work(row, to, window.as_mut_array().expect("made that long"))
            })
            .collect()
    }
}

/// Carries everything that turns lead to a row.
struct Carry<'a, B: Block> {
    filling: &'a Filling<'a, B>,
    source: Source<'a, B>,
    /// Read if there are no lists.
    set: Option<&'a Plane<B>>,
    row: usize,
    window: &'a mut Window<B>,
}

impl<B: Block> Kernel for Carry<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.window[..N_EDGES].fill(B::EMPTY);
        for step in self.filling.links.steps(self.row) {
            let other = usize::from(step.row);
            let carrier = |ties| B::carrier(self.filling.links, ties, step);
            match (self.source, self.set) {
                (Source::Lists(level), _) => {
                    if level[other].is_empty() {
                        continue;
                    }
                    let carrier = carrier(self.filling.ties);
                    for &(edges, block) in &level[other] {
                        let (to, block) = block.carried(simd, edges, &carrier);
                        let to = &mut self.window[usize::from(to)];
                        *to = to.or(block);
                    }
                }
                (Source::Rows, Some(set)) => {
                    B::carry_row(simd, set.row(other), &carrier(self.filling.ties), self.window);
                }
                (Source::Rows, None) => unreachable!("whole rows are read from a set"),
            }
        }
    }
}

/// Writes and counts what is new.
struct Count<'a, B: Block> {
    reached: &'a [B; N_EDGES],
    window: &'a Window<B>,
    to: &'a mut [B; N_EDGES],
    write: Write,
    keep: bool,
    found: &'a mut Found<B>,
}

impl<B: Block> Kernel for Count<'_, B> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, _: S) {
        let (count, list) = self.found;
        for (edges, ((to, &reached), &block)) in
            self.to.iter_mut().zip(self.reached).zip(self.window.iter()).enumerate()
        {
            let new = block.without(reached);
            *to = if self.write == Write::Copy { reached.or(new) } else { to.xor(new) };
            *count += u64::from(new.count());
            if self.keep && new.count() > 0 {
                list.push((edges as u16, new));
            }
        }
    }
}

//! Pattern tables (p1): for each target, the exact number of moves of that target and all blockers that bring it home and
//! clear its line, while the other four targets count as free cells. Their own moves are counted by their distances, and
//! no move is counted twice; so the sum of all distances plus the largest excess of any target is a lower bound. It
//! changes by one move at the most, as each of the five sums does, so it is consistent.
//!
//! Holes and targets together are the same ten cells for all five targets. What a table knows of them lies in one entry:
//! a bound costs two look-ups, one for each way to look at the line.

use std::sync::{Arc, OnceLock};

use puzzle::shuffdle::{Line, Lines, SIDE};
use search::hardware::prefetch;
use search::{Cost, Observer};

use super::fill::{Entry, PEAK_BYTES, TABLE_BYTES, TARGET, fill};
use super::manhattan::Manhattan;
use super::sets::{SIZE, Sets, before};
use super::views::{KINDS, PLACES, Views, row};
use super::{Heuristic, State};

/// The tables of all kinds of lines, each made when it is first asked for.
pub struct Patterns {
    sets: Arc<Sets>,
    kinds: [OnceLock<Arc<Vec<Entry>>>; KINDS],
}

/// Kinds of lines that count.
pub(super) fn kinds(lines: Lines) -> std::ops::Range<usize> {
    match lines {
        Lines::Bottom => 0..1,
        Lines::Any => 0..KINDS,
    }
}

impl Patterns {
    /// None made yet.
    pub fn new() -> Patterns {
        Patterns { sets: Arc::new(Sets::new()), kinds: Default::default() }
    }

    /// Bytes of the tables for `lines`.
    pub fn bytes(lines: Lines) -> u64 {
        kinds(lines).len() as u64 * TABLE_BYTES
    }

    /// Bytes at the height of making them.
    pub fn peak_bytes(lines: Lines) -> u64 {
        (kinds(lines).len() as u64 - 1) * TABLE_BYTES + PEAK_BYTES
    }

    /// Whether they are made.
    pub fn is_made(&self, lines: Lines) -> bool {
        kinds(lines).all(|kind| self.kinds[kind].get().is_some())
    }

    /// Makes those that are not there yet, on all cores, as long as `goes_on`; false if it was stopped.
    pub fn make(&self, lines: Lines, observer: &dyn Observer, goes_on: &(dyn Fn() -> bool + Sync)) -> bool {
        for kind in kinds(lines).filter(|&kind| self.kinds[kind].get().is_none()) {
            const NAME: &str = "p1";
            observer.table_started(NAME, TABLE_BYTES);
            let watch = |done: u64, total: u64| {
                observer.table_progress(NAME, done, total);
                goes_on()
            };
            let Some(table) = fill(&self.sets, row(kind), &watch) else { return false };
            observer.table_finished(NAME);
            // Two may have made the same: they are equal.
            let _ = self.kinds[kind].set(Arc::new(table));
        }
        true
    }

    /// The sets that all tables share.
    pub(super) fn sets(&self) -> &Sets {
        &self.sets
    }

    /// What a table says of single targets, if it is made.
    pub(super) fn alone(&self, kind: usize) -> Option<Alone<'_>> {
        let table = self.kinds[kind].get()?;
        // A line whose number is that of its row.
        Some(Alone { sets: &self.sets, table, views: Views::new(row(kind)) })
    }

    /// The heuristic for `lines`, if the tables are made.
    pub fn heuristic(&self, lines: Lines) -> Option<Pattern> {
        let table = |kind: usize| self.kinds[kind].get().cloned();
        if !self.is_made(lines) {
            return None;
        }
        let view = |line: &Line| {
            let views = Views::new(line.index());
            let table = table(views.kind)?;
            Some(Aspect { views, table })
        };
        let mut aspects: Vec<Option<Aspect>> = (0..2 * SIDE).map(|_| None).collect();
        for line in lines.list() {
            aspects[line.index()] = view(line);
        }
        Some(Pattern { sets: self.sets.clone(), manhattan: Manhattan::new(), aspects })
    }
}

impl Default for Patterns {
    fn default() -> Self {
        Patterns::new()
    }
}

/// How a line is looked at, and the table for it.
struct Aspect {
    views: Views,
    table: Arc<Vec<Entry>>,
}

/// Distances plus the largest excess.
pub struct Pattern {
    sets: Arc<Sets>,
    manhattan: Manhattan,
    /// By line; those that count.
    aspects: Vec<Option<Aspect>>,
}

/// Where a state is found in a table.
pub(super) struct Glance<'a> {
    pub views: &'a Views,
    table: &'a [Entry],
    /// The ten cells of holes and targets.
    pub cells: u32,
    /// Their numbers, seen plainly and mirrored.
    pub at: [usize; 2],
}

/// The excess of the target that belongs to `place`, in the cell that comes as `rank` in its set.
#[inline(always)]
fn nibble(entry: Entry, place: usize, rank: u32) -> u8 {
    (entry >> (TARGET * place as u32 + 4 * rank)) as u8 & 15
}

impl Pattern {
    #[inline(always)]
    pub(super) fn glance(&self, state: State) -> Glance<'_> {
        let aspect = self.aspects[state.line()].as_ref().expect("starts are on lines that count");
        let Aspect { views, table } = aspect;
        let cells = state.holes() | state.target_cells();
        let at = [&views.plain, &views.mirrored].map(|view| self.sets.index(view.set(cells)));
        Glance { views, table, cells, at }
    }

    /// How many moves more than its distance each target needs by itself.
    #[inline(always)]
    pub(super) fn excesses(&self, state: State, glance: &Glance<'_>) -> [Cost; SIDE] {
        let Glance { views, table, cells, at } = glance;
        let entries = at.map(|at| table[at]);
        let (plain, mirrored) = (views.plain.set(*cells), views.mirrored.set(*cells));
        std::array::from_fn(|i| {
            let cell = state.target(i);
            Cost::from(match i < PLACES {
                true => nibble(entries[0], i, before(plain, views.plain.cell(cell))),
                false => nibble(entries[1], SIDE - 1 - i, before(mirrored, views.mirrored.cell(cell))),
            })
        })
    }

    /// The sum of all distances.
    #[inline(always)]
    pub(super) fn distances(&self, state: State) -> Cost {
        self.manhattan.sum(state)
    }
}

impl Heuristic for Pattern {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        let excesses = self.excesses(state, &self.glance(state));
        self.distances(state) + excesses.into_iter().fold(0, Cost::max)
    }

    #[inline(always)]
    fn fetch(&self, state: State) {
        let Glance { table, at, .. } = self.glance(state);
        at.iter().for_each(|&at| prefetch(&table[at]));
    }
}

/// A table of single targets, seen from the row of its kind.
pub(super) struct Alone<'a> {
    sets: &'a Sets,
    table: &'a [Entry],
    views: Views,
}

impl Alone<'_> {
    /// How many moves more than its distance the target of a column needs by itself, in each cell of `set`, in order.
    #[inline(always)]
    pub fn of(&self, set: u32, column: usize) -> [u8; SIZE] {
        if column < PLACES {
            let entry = self.table[self.sets.index(set)];
            return std::array::from_fn(|rank| nibble(entry, column, rank as u32));
        }
        let view = &self.views.mirrored;
        let mirrored = view.set(set);
        let entry = self.table[self.sets.index(mirrored)];
        let mut cells = set;
        std::array::from_fn(|_| {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            nibble(entry, SIDE - 1 - column, before(mirrored, view.cell(cell)))
        })
    }
}

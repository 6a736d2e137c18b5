//! Pattern tables (p1): for each target, the exact number of moves of that target and all blockers that bring it home and
//! clear its line, while the other four targets count as free cells. Their own moves are counted by their distances, and
//! no move is counted twice; so the sum of all distances plus the largest excess of any target is a lower bound. It
//! changes by one move at the most, as each of the five sums does, so it is consistent.
//!
//! Holes and targets together are the same ten cells for all five targets. What a table knows of them lies in one entry:
//! a bound costs two look-ups, one for each way to look at the line.

use std::sync::{Arc, OnceLock};

use puzzle::shuffdle::SIDE;
use search::hardware::prefetch;
use search::{Cost, Observer};

use super::fill::{Entry, PEAK_BYTES, TABLE_BYTES, TARGET, fill};
use super::manhattan::Manhattan;
use super::sets::{Sets, before};
use super::views::{KINDS, PLACES, View, Views, row};
use super::{Heuristic, State};
use puzzle::shuffdle::{Line, Lines};

/// The tables of all kinds of lines, each made when it is first asked for.
pub struct Patterns {
    sets: Arc<Sets>,
    kinds: [OnceLock<Arc<Vec<Entry>>>; KINDS],
}

/// Kinds of lines that count.
fn kinds(lines: Lines) -> std::ops::Range<usize> {
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

impl Pattern {
    /// How many moves more than their distances the targets need, as far as a table knows of each.
    #[inline(always)]
    fn excess(&self, state: State) -> Cost {
        let aspect = self.aspects[state.line()].as_ref().expect("starts are on lines that count");
        let cells = state.holes() | state.target_cells();
        let Aspect { views, table } = aspect;
        let (plain, mirrored) = (views.plain.set(cells), views.mirrored.set(cells));
        let (entry, other) = (table[self.sets.index(plain)], table[self.sets.index(mirrored)]);
        let nibble = |entry: Entry, set: u32, view: &View, target: usize, place: usize| {
            let at = TARGET * place as u32 + 4 * before(set, view.cell(state.target(target)));
            (entry >> at) as Cost & 15
        };
        let left = (0..PLACES).map(|i| nibble(entry, plain, &views.plain, i, i));
        let right = (PLACES..SIDE).map(|i| nibble(other, mirrored, &views.mirrored, i, SIDE - 1 - i));
        left.chain(right).fold(0, Cost::max)
    }
}

impl Heuristic for Pattern {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        self.manhattan.sum(state) + self.excess(state)
    }

    #[inline(always)]
    fn fetch(&self, state: State) {
        if let Some(Aspect { views, table }) = &self.aspects[state.line()] {
            let cells = state.holes() | state.target_cells();
            prefetch(&table[self.sets.index(views.plain.set(cells))]);
            prefetch(&table[self.sets.index(views.mirrored.set(cells))]);
        }
    }
}

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

use super::combination_rank::{CombinationRank, SET_SIZE, rank_in_set};
use super::manhattan::Manhattan;
use super::p1_fill::{Entry, PEAK_BYTES, TABLE_BYTES, TARGET, fill};
use super::reflection::{LineReflections, N_LINE_CLASSES, N_STORED_TARGETS, class_row};
use super::{Heuristic, State};

/// The tables of all kinds of lines, each made when it is first asked for.
pub struct P1Tables {
    sets: Arc<CombinationRank>,
    by_class: [OnceLock<Arc<Vec<Entry>>>; N_LINE_CLASSES],
}

/// Kinds of lines that count.
pub(super) fn line_classes(lines: Lines) -> std::ops::Range<usize> {
    match lines {
        Lines::Bottom => 0..1,
        Lines::Any => 0..N_LINE_CLASSES,
    }
}

impl P1Tables {
    /// None made yet.
    pub fn new() -> P1Tables {
        P1Tables { sets: Arc::new(CombinationRank::new()), by_class: Default::default() }
    }

    /// Bytes of the tables for `lines`.
    pub fn bytes(lines: Lines) -> u64 {
        line_classes(lines).len() as u64 * TABLE_BYTES
    }

    /// Bytes at the height of making them.
    pub fn peak_bytes(lines: Lines) -> u64 {
        (line_classes(lines).len() as u64 - 1) * TABLE_BYTES + PEAK_BYTES
    }

    /// Whether they are made.
    pub fn is_built(&self, lines: Lines) -> bool {
        line_classes(lines).all(|line_class| self.by_class[line_class].get().is_some())
    }

    /// Makes those that are not there yet, on all cores, as long as `should_continue`; false if it was stopped.
    pub fn build(
        &self,
        lines: Lines,
        observer: &dyn Observer,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        for line_class in line_classes(lines).filter(|&line_class| self.by_class[line_class].get().is_none())
        {
            const NAME: &str = "p1";
            observer.table_started(NAME, TABLE_BYTES);
            let progress = |done: u64, total: u64| {
                observer.table_progress(NAME, done, total);
                should_continue()
            };
            let Some(table) = fill(&self.sets, class_row(line_class), &progress) else { return false };
            observer.table_finished(NAME);
            // Two may have made the same: they are equal.
            let _ = self.by_class[line_class].set(Arc::new(table));
        }
        true
    }

    /// The sets that all tables share.
    pub(super) fn sets(&self) -> &CombinationRank {
        &self.sets
    }

    /// What a table says of single targets, if it is made.
    pub(super) fn single_excess(&self, line_class: usize) -> Option<SingleExcess<'_>> {
        let table = self.by_class[line_class].get()?;
        // A line whose number is that of its row.
        Some(SingleExcess {
            sets: &self.sets,
            table,
            reflections: LineReflections::new(class_row(line_class)),
        })
    }

    /// The heuristic for `lines`, if the tables are made.
    pub fn heuristic(&self, lines: Lines) -> Option<P1Pdb> {
        let table = |line_class: usize| self.by_class[line_class].get().cloned();
        if !self.is_built(lines) {
            return None;
        }
        let reflection = |line: &Line| {
            let reflections = LineReflections::new(line.index());
            let table = table(reflections.line_class)?;
            Some(LineTable { reflections, table })
        };
        let mut line_tables: Vec<Option<LineTable>> = (0..2 * SIDE).map(|_| None).collect();
        for line in lines.list() {
            line_tables[line.index()] = reflection(line);
        }
        Some(P1Pdb { sets: self.sets.clone(), manhattan: Manhattan::new(), line_tables })
    }
}

impl Default for P1Tables {
    fn default() -> Self {
        P1Tables::new()
    }
}

/// How a line is looked at, and the table for it.
struct LineTable {
    reflections: LineReflections,
    table: Arc<Vec<Entry>>,
}

/// Distances plus the largest excess.
pub struct P1Pdb {
    sets: Arc<CombinationRank>,
    manhattan: Manhattan,
    /// By line; those that count.
    line_tables: Vec<Option<LineTable>>,
}

/// Where a state is found in a table.
pub(super) struct TableIndex<'a> {
    pub reflections: &'a LineReflections,
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

impl P1Pdb {
    #[inline(always)]
    pub(super) fn table_index(&self, state: State) -> TableIndex<'_> {
        let line_table = self.line_tables[state.line()].as_ref().expect("starts are on lines that count");
        let LineTable { reflections, table } = line_table;
        let cells = state.holes() | state.target_cells();
        let at = [&reflections.plain, &reflections.mirrored]
            .map(|reflection| self.sets.index(reflection.set(cells)));
        TableIndex { reflections, table, cells, at }
    }

    /// How many moves more than its distance each target needs by itself.
    #[inline(always)]
    pub(super) fn excesses(&self, state: State, table_index: &TableIndex<'_>) -> [Cost; SIDE] {
        let TableIndex { reflections, table, cells, at } = table_index;
        let entries = at.map(|at| table[at]);
        let (plain, mirrored) = (reflections.plain.set(*cells), reflections.mirrored.set(*cells));
        std::array::from_fn(|i| {
            let cell = state.target(i);
            Cost::from(match i < N_STORED_TARGETS {
                true => nibble(entries[0], i, rank_in_set(plain, reflections.plain.cell(cell))),
                false => {
                    nibble(entries[1], SIDE - 1 - i, rank_in_set(mirrored, reflections.mirrored.cell(cell)))
                }
            })
        })
    }

    /// The sum of all distances.
    #[inline(always)]
    pub(super) fn distances(&self, state: State) -> Cost {
        self.manhattan.sum(state)
    }
}

impl Heuristic for P1Pdb {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        let excesses = self.excesses(state, &self.table_index(state));
        self.distances(state) + excesses.into_iter().fold(0, Cost::max)
    }

    #[inline(always)]
    fn prefetch(&self, state: State) {
        let TableIndex { table, at, .. } = self.table_index(state);
        at.iter().for_each(|&at| prefetch(&table[at]));
    }
}

/// A table of single targets, seen from the row of its kind.
pub(super) struct SingleExcess<'a> {
    sets: &'a CombinationRank,
    table: &'a [Entry],
    reflections: LineReflections,
}

impl SingleExcess<'_> {
    /// How many moves more than its distance the target of a column needs by itself, in each cell of `set`, in order.
    #[inline(always)]
    pub fn of(&self, set: u32, column: usize) -> [u8; SET_SIZE] {
        if column < N_STORED_TARGETS {
            let entry = self.table[self.sets.index(set)];
            return std::array::from_fn(|rank| nibble(entry, column, rank as u32));
        }
        let reflection = &self.reflections.mirrored;
        let mirrored = reflection.set(set);
        let entry = self.table[self.sets.index(mirrored)];
        let mut cells = set;
        std::array::from_fn(|_| {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            nibble(entry, SIDE - 1 - column, rank_in_set(mirrored, reflection.cell(cell)))
        })
    }
}

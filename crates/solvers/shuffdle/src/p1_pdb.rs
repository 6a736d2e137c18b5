//! Pattern databases of single targets (p1): for each target, the exact number of moves of that target and all blockers
//! that bring it to its goal cell and clear its line, while the other four targets count as free cells. Their own moves
//! are counted by their Manhattan distances, and no move is counted twice; so the sum of all distances plus the largest
//! excess of any target is a lower bound. It changes by at most one per move, as each of the five sums does, so it is
//! consistent.
//!
//! Holes and targets together are the same ten cells for all five targets, and one entry holds the excess of all stored
//! targets: a bound costs two lookups, one for each of the two reflections of the line.

use std::sync::{Arc, OnceLock};

use puzzle::shuffdle::{Line, Lines, SIDE};
use search::hardware::prefetch;
use search::{Cost, Observer};

use super::combination_rank::{CombinationRank, SET_SIZE, rank_in_set};
use super::manhattan::Manhattan;
use super::p1_fill::{Entry, PEAK_BYTES, TABLE_BYTES, TARGET, fill};
use super::reflection::{LineReflections, N_LINE_CLASSES, N_STORED_TARGETS, class_row};
use super::{Heuristic, State};

/// The tables of all classes of lines, each built on first use.
pub struct P1Tables {
    sets: Arc<CombinationRank>,
    by_class: [OnceLock<Arc<Vec<Entry>>>; N_LINE_CLASSES],
}

/// Returns the classes of the goal lines.
pub(super) fn line_classes(lines: Lines) -> std::ops::Range<usize> {
    match lines {
        Lines::Bottom => 0..1,
        Lines::Any => 0..N_LINE_CLASSES,
    }
}

impl P1Tables {
    /// Returns an empty collection of tables.
    pub fn new() -> P1Tables {
        P1Tables { sets: Arc::new(CombinationRank::new()), by_class: Default::default() }
    }

    /// Number of bytes of the tables for `lines`.
    pub fn bytes(lines: Lines) -> u64 {
        line_classes(lines).len() as u64 * TABLE_BYTES
    }

    /// Peak number of bytes while they are built.
    pub fn peak_bytes(lines: Lines) -> u64 {
        (line_classes(lines).len() as u64 - 1) * TABLE_BYTES + PEAK_BYTES
    }

    /// True if they are built.
    pub fn is_built(&self, lines: Lines) -> bool {
        line_classes(lines).all(|line_class| self.by_class[line_class].get().is_some())
    }

    /// Builds the missing tables, on all cores, as long as `should_continue`. Returns false if it is stopped.
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
            // Two threads may have built the same table: both are equal.
            let _ = self.by_class[line_class].set(Arc::new(table));
        }
        true
    }

    /// Returns the combination rank that all tables share.
    pub(super) fn sets(&self) -> &CombinationRank {
        &self.sets
    }

    /// Returns the excesses of single targets, if the table is built.
    pub(super) fn single_excess(&self, line_class: usize) -> Option<SingleExcess<'_>> {
        let table = self.by_class[line_class].get()?;
        // A row is the line with the same number.
        Some(SingleExcess {
            sets: &self.sets,
            table,
            reflections: LineReflections::new(class_row(line_class)),
        })
    }

    /// Returns the heuristic for `lines`, if the tables are built.
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

/// The reflections of a line, and its table.
struct LineTable {
    reflections: LineReflections,
    table: Arc<Vec<Entry>>,
}

/// Manhattan distance plus the largest excess of a target.
pub struct P1Pdb {
    sets: Arc<CombinationRank>,
    manhattan: Manhattan,
    /// By line; None for lines that are no goal.
    line_tables: Vec<Option<LineTable>>,
}

/// The location of a state in a table.
pub(super) struct TableIndex<'a> {
    pub reflections: &'a LineReflections,
    table: &'a [Entry],
    /// The ten cells of holes and targets.
    pub cells: u32,
    /// The index of these cells, plain and mirrored.
    pub at: [usize; 2],
}

/// Returns the excess of the target with goal column `column` in the cell of rank `rank` in its set.
#[inline(always)]
fn nibble(entry: Entry, column: usize, rank: u32) -> u8 {
    (entry >> (TARGET * column as u32 + 4 * rank)) as u8 & 15
}

impl P1Pdb {
    #[inline(always)]
    pub(super) fn table_index(&self, state: State) -> TableIndex<'_> {
        let line_table = self.line_tables[state.line()].as_ref().expect("roots are on goal lines");
        let LineTable { reflections, table } = line_table;
        let cells = state.holes() | state.target_cells();
        let at = [&reflections.plain, &reflections.mirrored]
            .map(|reflection| self.sets.index(reflection.set(cells)));
        TableIndex { reflections, table, cells, at }
    }

    /// Returns the excess of each target over its Manhattan distance.
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

    /// Returns the Manhattan distance.
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

/// A table of single targets for the row of its class.
pub(super) struct SingleExcess<'a> {
    sets: &'a CombinationRank,
    table: &'a [Entry],
    reflections: LineReflections,
}

impl SingleExcess<'_> {
    /// Returns the excess of the target of a column in each cell of `set`, in order.
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

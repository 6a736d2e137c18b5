//! Pattern databases of pairs of targets (p2): for two targets at a time, the exact number of moves of both and all
//! blockers that bring them to their goal cells and clear the line, while the other three targets count as free cells.
//! As with one target ([`super::p1_pdb`]), the sum of all Manhattan distances plus the largest excess of any pair is a
//! lower bound.
//!
//! By reflection, ten pairs are six. Each has a table of its own, and the most effective come first, so that little
//! memory holds the best of them.

use std::sync::{Arc, OnceLock};

use puzzle::shuffdle::{Lines, SIDE};
use search::hardware::prefetch;
use search::{Cost, Observer};

use super::combination_rank::rank_in_set;
use super::p1_pdb::{P1Pdb, P1Tables, line_classes};
use super::p2_fill::{Entry, PEAK_BYTES, PairFill, TABLE_BYTES};
use super::pair_placements::placement;
use super::reflection::{N_LINE_CLASSES, class_row};
use super::{Heuristic, State};

/// The pairs with tables, ordered by the number of states that a search would expand without them, the most first. The
/// other pairs are mirror images of these; the last two are their own mirror images.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 3], [0, 2], [0, 4], [1, 3]];

/// True if a pair is its own mirror image.
const fn is_symmetric([a, b]: [usize; 2]) -> bool {
    a + b == SIDE - 1
}

/// Maximum number of tables of a class of lines.
pub const N_PAIRS: usize = PAIRS.len();

/// The tables of all classes of lines, each built on first use.
#[derive(Default)]
pub struct P2Tables {
    by_class: [[OnceLock<Arc<Vec<Entry>>>; N_PAIRS]; N_LINE_CLASSES],
}

impl P2Tables {
    /// Returns an empty collection of tables.
    pub fn new() -> P2Tables {
        P2Tables::default()
    }

    /// Number of bytes of `n` tables for each class of lines, including the tables of single targets.
    pub fn bytes(lines: Lines, n: usize) -> u64 {
        P1Tables::bytes(lines) + (n * line_classes(lines).len()) as u64 * TABLE_BYTES
    }

    /// Peak number of bytes while they are built.
    pub fn peak_bytes(lines: Lines, n: usize) -> u64 {
        P1Tables::peak_bytes(lines).max(P2Tables::bytes(lines, n) - TABLE_BYTES + PEAK_BYTES)
    }

    /// Returns the number of tables for each class of lines that can be built within `max_memory`.
    pub fn fitting(lines: Lines, max_memory: u64) -> usize {
        (1..=N_PAIRS).take_while(|&n| P2Tables::peak_bytes(lines, n) <= max_memory).count()
    }

    /// Builds the missing ones of the first `n` tables of each class, on all cores, as long as `should_continue`.
    /// Returns false if it is stopped. The tables of single targets must be built.
    pub fn build(
        &self,
        (lines, n): (Lines, usize),
        p1_tables: &P1Tables,
        observer: &dyn Observer,
        should_continue: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        for line_class in line_classes(lines) {
            let Some(singles) = p1_tables.single_excess(line_class) else { return false };
            for (pair, slot) in PAIRS.into_iter().zip(&self.by_class[line_class]).take(n) {
                if slot.get().is_some() {
                    continue;
                }
                let name = format!("p2 of {} and {}", pair[0] + 1, pair[1] + 1);
                observer.table_started(&name, TABLE_BYTES);
                let progress = |done: u64, total: u64| {
                    observer.table_progress(&name, done, total);
                    should_continue()
                };
                let single_excess = |set: u32, i: usize| singles.of(set, pair[i]);
                let fill =
                    PairFill { sets: p1_tables.sets(), row: class_row(line_class), pair, single_excess };
                let Some(table) = fill.fill(&progress) else { return false };
                observer.table_finished(&name);
                // Two threads may have built the same table: both are equal.
                let _ = slot.set(Arc::new(table));
            }
        }
        true
    }

    /// Returns the heuristic with `n` pairs for `lines`, if the tables are built.
    pub fn heuristic(&self, p1_tables: &P1Tables, lines: Lines, n: usize) -> Option<P2Pdb> {
        let singles = p1_tables.heuristic(lines)?;
        let mut tables: [Vec<Arc<Vec<Entry>>>; N_LINE_CLASSES] = Default::default();
        for line_class in line_classes(lines) {
            tables[line_class] = self.by_class[line_class]
                .iter()
                .take(n)
                .map(|slot| slot.get().cloned())
                .collect::<Option<_>>()?;
        }
        Some(P2Pdb { singles, tables })
    }
}

/// Manhattan distance plus the largest excess of any target or pair.
pub struct P2Pdb {
    singles: P1Pdb,
    /// By class of lines, in the order of the pairs.
    tables: [Vec<Arc<Vec<Entry>>>; N_LINE_CLASSES],
}

impl Heuristic for P2Pdb {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        let table_index = self.singles.table_index(state);
        let reflections = table_index.reflections;
        let single_excess = self.singles.excesses(state, &table_index);
        let ranks = [&reflections.plain, &reflections.mirrored].map(|reflection| {
            std::array::from_fn::<_, SIDE, _>(|i| {
                rank_in_set(reflection.set(table_index.cells), reflection.cell(state.target(i)))
            })
        });
        let excess = |table: &[Entry], side: usize, [a, b]: [usize; 2]| {
            let more = table[table_index.at[side]].get(placement(ranks[side][a], ranks[side][b]));
            single_excess[a].max(single_excess[b]) + Cost::from(more)
        };
        let mut largest = single_excess.into_iter().fold(0, Cost::max);
        for (pair, table) in PAIRS.into_iter().zip(&self.tables[reflections.line_class]) {
            largest = largest.max(excess(table, 0, pair));
            if !is_symmetric(pair) {
                largest = largest.max(excess(table, 1, pair.map(|i| SIDE - 1 - i)));
            }
        }
        self.singles.distances(state) + largest
    }

    #[inline(always)]
    fn prefetch(&self, state: State) {
        let table_index = self.singles.table_index(state);
        self.singles.prefetch(state);
        for (pair, table) in PAIRS.into_iter().zip(&self.tables[table_index.reflections.line_class]) {
            prefetch(&table[table_index.at[0]]);
            if !is_symmetric(pair) {
                prefetch(&table[table_index.at[1]]);
            }
        }
    }
}

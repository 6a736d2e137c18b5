//! Pair tables (p2): for two targets at a time, the exact number of moves of both and all blockers that bring them home and
//! clear the line, while the other three targets count as free cells. As with one target ([`super::pattern`]), the sum of
//! all distances plus the largest excess of any pair is a lower bound.
//!
//! Ten pairs are six in the mirror. Each has a table of its own, and those that pay most come first, so that little memory
//! has the best of them.

use std::sync::{Arc, OnceLock};

use puzzle::shuffdle::{Lines, SIDE};
use search::hardware::prefetch;
use search::{Cost, Observer};

use super::pair_fill::{Entry, PEAK_BYTES, Plan, TABLE_BYTES};
use super::pattern::{Pattern, Patterns, kinds};
use super::sets::before;
use super::views::{KINDS, row};
use super::ways::way;
use super::{Heuristic, State};

/// The pairs that have tables, those first without which a search would expand most states. The others are among them in
/// the mirror, where the last two meet themselves.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [1, 2], [0, 3], [0, 2], [0, 4], [1, 3]];

/// Whether a pair is its own mirror image.
const fn is_symmetric([a, b]: [usize; 2]) -> bool {
    a + b == SIDE - 1
}

/// How many tables a kind of line can have.
pub const N_PAIRS: usize = PAIRS.len();

/// The tables of all kinds of lines, each made when it is first asked for.
#[derive(Default)]
pub struct PairTables {
    kinds: [[OnceLock<Arc<Vec<Entry>>>; N_PAIRS]; KINDS],
}

impl PairTables {
    /// None made yet.
    pub fn new() -> PairTables {
        PairTables::default()
    }

    /// Bytes of `n` tables for each kind of line, with those of single targets.
    pub fn bytes(lines: Lines, n: usize) -> u64 {
        Patterns::bytes(lines) + (n * kinds(lines).len()) as u64 * TABLE_BYTES
    }

    /// Bytes at the height of making them.
    pub fn peak_bytes(lines: Lines, n: usize) -> u64 {
        Patterns::peak_bytes(lines).max(PairTables::bytes(lines, n) - TABLE_BYTES + PEAK_BYTES)
    }

    /// How many for each kind of line can be made in so much memory.
    pub fn fitting(lines: Lines, max_memory: u64) -> usize {
        (1..=N_PAIRS).take_while(|&n| PairTables::peak_bytes(lines, n) <= max_memory).count()
    }

    /// Makes the first `n` of each kind as far as they are not there, on all cores, as long as `goes_on`; false if it was
    /// stopped. Needs the tables of single targets.
    pub fn make(
        &self,
        (lines, n): (Lines, usize),
        patterns: &Patterns,
        observer: &dyn Observer,
        goes_on: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        for kind in kinds(lines) {
            let Some(alone) = patterns.alone(kind) else { return false };
            for (pair, slot) in PAIRS.into_iter().zip(&self.kinds[kind]).take(n) {
                if slot.get().is_some() {
                    continue;
                }
                let name = format!("p2 of {} and {}", pair[0] + 1, pair[1] + 1);
                observer.table_started(&name, TABLE_BYTES);
                let watch = |done: u64, total: u64| {
                    observer.table_progress(&name, done, total);
                    goes_on()
                };
                let alone = |set: u32, i: usize| alone.of(set, pair[i]);
                let plan = Plan { sets: patterns.sets(), row: row(kind), pair, alone };
                let Some(table) = plan.fill(&watch) else { return false };
                observer.table_finished(&name);
                // Two may have made the same: they are equal.
                let _ = slot.set(Arc::new(table));
            }
        }
        true
    }

    /// The heuristic with `n` pairs for `lines`, if the tables are made.
    pub fn heuristic(&self, patterns: &Patterns, lines: Lines, n: usize) -> Option<Pairs> {
        let singles = patterns.heuristic(lines)?;
        let mut tables: [Vec<Arc<Vec<Entry>>>; KINDS] = Default::default();
        for kind in kinds(lines) {
            tables[kind] =
                self.kinds[kind].iter().take(n).map(|slot| slot.get().cloned()).collect::<Option<_>>()?;
        }
        Some(Pairs { singles, tables })
    }
}

/// Distances plus the largest excess of any target or pair.
pub struct Pairs {
    singles: Pattern,
    /// By kind of line, in the order of the pairs.
    tables: [Vec<Arc<Vec<Entry>>>; KINDS],
}

impl Heuristic for Pairs {
    #[inline(always)]
    fn bound(&self, state: State) -> Cost {
        let glance = self.singles.glance(state);
        let views = glance.views;
        let alone = self.singles.excesses(state, &glance);
        let ranks = [&views.plain, &views.mirrored].map(|view| {
            std::array::from_fn::<_, SIDE, _>(|i| before(view.set(glance.cells), view.cell(state.target(i))))
        });
        let excess = |table: &[Entry], side: usize, [a, b]: [usize; 2]| {
            let more = table[glance.at[side]].get(way(ranks[side][a], ranks[side][b]));
            alone[a].max(alone[b]) + Cost::from(more)
        };
        let mut largest = alone.into_iter().fold(0, Cost::max);
        for (pair, table) in PAIRS.into_iter().zip(&self.tables[views.kind]) {
            largest = largest.max(excess(table, 0, pair));
            if !is_symmetric(pair) {
                largest = largest.max(excess(table, 1, pair.map(|i| SIDE - 1 - i)));
            }
        }
        self.singles.distances(state) + largest
    }

    #[inline(always)]
    fn fetch(&self, state: State) {
        let glance = self.singles.glance(state);
        self.singles.fetch(state);
        for (pair, table) in PAIRS.into_iter().zip(&self.tables[glance.views.kind]) {
            prefetch(&table[glance.at[0]]);
            if !is_symmetric(pair) {
                prefetch(&table[glance.at[1]]);
            }
        }
    }
}

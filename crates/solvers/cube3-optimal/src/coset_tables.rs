//! Coset tables by size: which one fits the memory, when to build it, and the search with it.

use std::sync::{Arc, Mutex};

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::simd::{Plain, Simd};
use search::{Answer, Control, Deepening, Executor, Move, Span, Want, ida_star, ida_star_within};

use super::bidirectional::{Bidirectional, solution};
use super::coset::{Coordinates, X8, X24, X256, X512, X1536, X2048};
use super::h0_table::H0Table;
use super::layout_large::LargeBlockTable;
use super::layout_small::SmallBlockTable;
use super::prune_table::{LargePruneTable, PruneTable};
use super::table_builder::TableBuilder;
use super::verify;
use cube3::info::{COSET_H0, COSET_X8, COSET_X24, COSET_X256, COSET_X512, COSET_X1536, COSET_X2048};
use solver::cube::Metric;
use solver::lazy_table::lock_or_stop;
use solver::verify::{Verdict, VerifySpec};
use solver::{Cancelled, Heuristic, Method, Store};

/// Tables, each built when it is first needed, or read from the store.
#[derive(Default)]
pub struct CosetTables {
    loaded: Mutex<Vec<(TableChoice, Arc<LoadedTable>)>>,
    /// Locked while a table is built.
    building: Mutex<()>,
    store: Store,
}

/// The table to search with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableChoice {
    /// The first levels of the smallest table, for cubes that may be easy.
    PartialH0,
    /// The whole table of a heuristic.
    Full(Heuristic),
}

impl TableChoice {
    /// Returns the heuristic of the table.
    pub fn heuristic(self) -> Heuristic {
        match self {
            TableChoice::PartialH0 => COSET_H0,
            TableChoice::Full(heuristic) => heuristic,
        }
    }
}

/// Levels of the table for easy cubes.
const PARTIAL_LEVELS: u8 = 8;

/// A table with its coordinates.
struct LoadedTable {
    coordinates: Coordinates,
    table: AnyTable,
}

enum AnyTable {
    H0(H0Table),
    X8(SmallBlockTable<X8>),
    X24(SmallBlockTable<X24>),
    X256(Box<LargePruneTable<X256>>),
    X512(Box<LargePruneTable<X512>>),
    X1536(Box<LargePruneTable<X1536>>),
    X2048(Box<LargePruneTable<X2048>>),
}

/// All tables, smallest first: the heuristic, the bytes in memory, and the peak while the table is built for a search,
/// which has the tables of the two-phase solver, too. The first three peaks are measured: 495, 776 and 1399 MiB. The folded
/// ones are left out, because building one takes as much memory as `X256`.
pub const TABLE_SIZES: [(Heuristic, u64, u64); 7] = [
    (COSET_H0, H0Table::BYTES, 500 << 20),
    (COSET_X8, SmallBlockTable::<X8>::BYTES, 780 << 20),
    (COSET_X24, SmallBlockTable::<X24>::BYTES, 1400 << 20),
    (COSET_X256, LargeBlockTable::<X256>::BYTES + H0Table::BYTES, 8 << 30),
    (COSET_X512, LargeBlockTable::<X512>::BYTES + H0Table::BYTES, 16 << 30),
    (COSET_X1536, LargeBlockTable::<X1536>::BYTES + H0Table::BYTES, 48 << 30),
    (COSET_X2048, LargeBlockTable::<X2048>::BYTES + H0Table::BYTES, 58 << 30),
];

/// Returns the largest table that can be built in so much memory; the smallest if there is none.
pub fn largest_within(bytes: u64) -> Heuristic {
    TABLE_SIZES.iter().rev().find(|(_, _, peak)| *peak <= bytes).map_or(COSET_H0, |(name, ..)| *name)
}

/// Returns the default table for so much memory: one that is built in seconds.
pub fn default_within(bytes: u64) -> Heuristic {
    match largest_within(bytes) {
        COSET_X256 | COSET_X512 | COSET_X1536 | COSET_X2048 => COSET_X24,
        other => other,
    }
}

impl CosetTables {
    /// Returns tables that are read from and written to a store; none is loaded.
    pub fn with_store(store: Store) -> CosetTables {
        CosetTables { store, ..CosetTables::default() }
    }

    /// Finds shortest solutions of a cube. None if the stop flag was raised before the table was ready.
    pub fn solve(
        &self,
        cube: &Cube3,
        query: &TableQuery<'_>,
        rounds: &Deepening<'_>,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> Option<(Answer, Vec<u64>)> {
        let table = self.table(query.choice, control)?;
        let search = Search { coordinates: &table.coordinates, cube, query, rounds, executor, control };
        Some(match &table.table {
            AnyTable::H0(bounds) => search.with(bounds),
            AnyTable::X8(bounds) => search.with(bounds),
            AnyTable::X24(bounds) => search.with(bounds),
            AnyTable::X256(bounds) => search.with(&**bounds),
            AnyTable::X512(bounds) => search.with(&**bounds),
            AnyTable::X1536(bounds) => search.with(&**bounds),
            AnyTable::X2048(bounds) => search.with(&**bounds),
        })
    }

    /// Builds the table of a heuristic. True if it was finished.
    pub fn prepare(&self, heuristic: Heuristic, control: &Control<'_>) -> bool {
        self.table(TableChoice::Full(heuristic), control).is_some()
    }

    /// Checks entries of the stored table of a heuristic. It is read again, also if it is in memory.
    pub fn verify(&self, heuristic: Heuristic, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Verdict {
        let coordinates = Coordinates::new();
        let builder = TableBuilder::new(&coordinates, &self.store, control);
        let verdict =
            match heuristic {
                COSET_H0 => {
                    builder.stored(heuristic, |table| verify::h0(&table, &coordinates, spec, control))
                }
                COSET_X8 => builder
                    .stored(heuristic, |table| verify::small::<X8>(&table, &coordinates, spec, control)),
                COSET_X24 => builder
                    .stored(heuristic, |table| verify::small::<X24>(&table, &coordinates, spec, control)),
                COSET_X256 => builder
                    .stored(heuristic, |table| verify::large::<X256>(&table, &coordinates, spec, control)),
                COSET_X512 => builder
                    .stored(heuristic, |table| verify::large::<X512>(&table, &coordinates, spec, control)),
                COSET_X1536 => builder
                    .stored(heuristic, |table| verify::large::<X1536>(&table, &coordinates, spec, control)),
                _ => builder
                    .stored(heuristic, |table| verify::large::<X2048>(&table, &coordinates, spec, control)),
            };
        match verdict {
            Ok(verdict) => verdict.unwrap_or(Verdict::Unreadable),
            Err(Cancelled) => Verdict::Stopped,
        }
    }

    /// True if the table of a heuristic is in memory.
    pub fn has(&self, heuristic: Heuristic) -> bool {
        let loaded = self.loaded.lock().expect("nothing panics while it is held");
        loaded.iter().any(|(choice, _)| *choice == TableChoice::Full(heuristic))
    }

    /// Returns the bytes held.
    pub fn bytes(&self) -> u64 {
        self.loaded
            .lock()
            .expect("nothing panics while it is held")
            .iter()
            .map(|(_, table)| table.bytes())
            .sum()
    }

    fn table(&self, choice: TableChoice, control: &Control<'_>) -> Option<Arc<LoadedTable>> {
        let loaded = || self.loaded.lock().expect("nothing panics while it is held");
        let known = || loaded().iter().find(|(known, _)| *known == choice).map(|(_, table)| table.clone());
        if let Some(table) = known() {
            return Some(table);
        }
        // Other callers wait until this one is built, unless stopped.
        let _building = lock_or_stop(&self.building, choice.heuristic().name(), control).ok()?;
        if let Some(table) = known() {
            return Some(table);
        }
        let table = Arc::new(LoadedTable::build(choice, &self.store, control).ok()?);
        let mut loaded = loaded();
        if choice != TableChoice::PartialH0 {
            // The partial table is no longer needed.
            loaded.retain(|(choice, _)| *choice != TableChoice::PartialH0);
        }
        loaded.push((choice, table.clone()));
        Some(table)
    }
}

impl LoadedTable {
    fn build(choice: TableChoice, store: &Store, control: &Control<'_>) -> Result<LoadedTable, Cancelled> {
        let coordinates = Coordinates::new();
        let builder = TableBuilder::new(&coordinates, store, control);
        let table = match choice {
            TableChoice::PartialH0 => {
                let name = choice.heuristic().name();
                control.observer.table_started(name, H0Table::BYTES);
                let h0 = builder.h0_levels(PARTIAL_LEVELS)?;
                control.observer.table_finished(name);
                AnyTable::H0(h0)
            }
            TableChoice::Full(heuristic) => match heuristic {
                COSET_H0 => AnyTable::H0(builder.h0()?),
                COSET_X8 => AnyTable::X8(builder.small(heuristic)?),
                COSET_X256 => AnyTable::X256(builder.large(heuristic)?),
                COSET_X512 => AnyTable::X512(builder.large(heuristic)?),
                COSET_X1536 => AnyTable::X1536(builder.large(heuristic)?),
                COSET_X2048 => AnyTable::X2048(builder.large(heuristic)?),
                _ => AnyTable::X24(builder.small(COSET_X24)?),
            },
        };
        Ok(LoadedTable { coordinates, table })
    }

    fn bytes(&self) -> u64 {
        self.coordinates.bytes()
            + match &self.table {
                AnyTable::H0(bounds) => bounds.bytes(),
                AnyTable::X8(bounds) => bounds.bytes(),
                AnyTable::X24(bounds) => bounds.bytes(),
                AnyTable::X256(bounds) => bounds.bytes(),
                AnyTable::X512(bounds) => bounds.bytes(),
                AnyTable::X1536(bounds) => bounds.bytes(),
                AnyTable::X2048(bounds) => bounds.bytes(),
            }
    }
}

/// Options of a search with a table.
pub struct TableQuery<'a> {
    /// How many solutions are wanted.
    pub method: &'a Method,
    /// The table to search with.
    pub choice: TableChoice,
    /// What counts as a move.
    pub metric: Metric,
    /// The allowed turns.
    pub turns: TurnSet,
}

/// A search without its prune table.
struct Search<'a> {
    coordinates: &'a Coordinates,
    cube: &'a Cube3,
    query: &'a TableQuery<'a>,
    rounds: &'a Deepening<'a>,
    executor: &'a dyn Executor,
    control: &'a Control<'a>,
}

impl Search<'_> {
    fn with<B: PruneTable>(&self, bounds: &B) -> (Answer, Vec<u64>) {
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = search::simd::V3::detect() {
            return self.with_simd(bounds, v3);
        }
        self.with_simd(bounds, Plain)
    }

    fn with_simd<B: PruneTable, S: Simd>(&self, bounds: &B, simd: S) -> (Answer, Vec<u64>) {
        let TableQuery { method, metric, turns, .. } = *self.query;
        let mut problem = Bidirectional::new(self.coordinates, bounds, simd, turns, metric);
        if !method.all && method.within == 0 && turns == TurnSet::ALL {
            problem = problem.up_to_symmetry_of(self.cube);
        }
        if method.within > 0 {
            problem = problem.with_longer_solutions_of(self.cube);
        }
        let start = problem.start(self.cube);
        let (mut answer, longer) = if method.within > 0 {
            let span = Span::within(method.within);
            ida_star_within(&problem, &start, span, &Deepening::ALL, self.executor, self.control)
        } else {
            let want = if method.all { Want::All } else { Want::First };
            let rounds = Deepening { want, ..*self.rounds };
            (ida_star(&problem, &start, &rounds, self.executor, self.control), Vec::new())
        };
        for moves in &mut answer.solutions {
            *moves = solution(moves).iter().map(|turn| Move(turn.index() as u16)).collect();
        }
        (answer, longer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_decides() {
        assert_eq!(largest_within(0), COSET_H0);
        for (i, (name, bytes, peak)) in TABLE_SIZES.into_iter().enumerate() {
            assert!(bytes < peak, "{name:?} takes more memory than while it is built");
            assert_eq!(largest_within(peak), name);
            assert_eq!(largest_within(peak - 1), TABLE_SIZES[i.saturating_sub(1)].0);
            assert!(default_within(peak) == name || default_within(peak) == COSET_X24);
        }
        assert_eq!(default_within(u64::MAX), COSET_X24);
    }
}

//! Kociemba's two phases in one metric: the tables, which grow while first answers are given, and the searchers. How a cube
//! is solved with them is in [`solve`], how much each phase is worth in [`effort`], and the chains of phases in
//! [`searcher`].

mod effort;
mod searcher;
mod solve;

#[cfg(test)]
mod growth_tests;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, OnceLock};

use search::{Control, Limits};
use solver::cube::Metric;
use solver::lazy_table::LazyTable;
use solver::{Cancelled, Method};

use self::searcher::Searcher;
use crate::home::Effort;
use crate::tables::Tables;

/// Solves cubes in one metric: its tables, and searchers that are not in use.
pub(crate) struct MetricSolver<const ROW: usize> {
    tables: OnceLock<Arc<Tables<ROW>>>,
    /// There when the tables have grown to their full size.
    grown: LazyTable<(), ()>,
    /// Set when many cubes are to come: answers then rest on the large tables.
    pub(crate) for_many: AtomicBool,
    idle: Mutex<Vec<(Effort, Searcher)>>,
}

impl<const ROW: usize> Default for MetricSolver<ROW> {
    fn default() -> Self {
        MetricSolver {
            tables: OnceLock::new(),
            grown: LazyTable::default(),
            for_many: AtomicBool::new(false),
            idle: Mutex::default(),
        }
    }
}

/// The tables of both phases, as observers hear of them.
const NAME: &str = "two-phase";

impl<const ROW: usize> MetricSolver<ROW> {
    pub(crate) fn bytes(&self) -> u64 {
        self.tables.get().map_or(0, |tables| tables.bytes())
    }

    /// The small tables.
    fn tables(&self, metric: Metric) -> &Arc<Tables<ROW>> {
        self.tables.get_or_init(|| Arc::new(Tables::new(metric)))
    }

    /// Has the large tables grow in the background, on the threads that a search leaves free. With one thread there are
    /// none: they grow when they are waited for.
    fn grow_aside(&self, metric: Metric) {
        let growing = self.tables(metric).clone();
        let n_free = rayon::current_num_threads() - 1;
        if n_free == 0 {
            return;
        }
        self.grown.start_if_empty(&(), move |_| {
            match rayon::ThreadPoolBuilder::new().num_threads(n_free).build() {
                Ok(pool) => pool.install(|| growing.grow()),
                Err(_) => growing.grow(),
            }
        });
    }

    /// Waits until the large tables are there.
    ///
    /// # Errors
    /// If the stop flag is raised first.
    pub(crate) fn grow(&self, metric: Metric, control: &Control<'_>) -> Result<(), Cancelled> {
        let growing = self.tables(metric).clone();
        self.grown
            .get_or_fill(&(), (NAME, Tables::<ROW>::BYTES), control, move |_| growing.grow())
            .map(|_| ())
    }

    pub(crate) fn prepare(
        &self,
        metric: Metric,
        in_full: bool,
        control: &Control<'_>,
    ) -> Result<(), Cancelled> {
        if self.tables.get().is_none() {
            control.observer.table_started(NAME, Tables::<ROW>::BYTES);
            self.tables(metric);
            control.observer.table_finished(NAME);
        }
        if in_full {
            self.grow(metric, control)?;
        } else {
            self.grow_aside(metric);
        }
        Ok(())
    }

    /// Lends a searcher to `work`.
    fn with_searcher<T>(&self, metric: Metric, effort: Effort, work: impl FnOnce(&mut Searcher) -> T) -> T {
        let lock = || self.idle.lock().expect("nothing panics while it is held");
        let idle = {
            let mut idle = lock();
            idle.iter().position(|(known, _)| *known == effort).map(|at| idle.swap_remove(at).1)
        };
        let mut searcher = idle.unwrap_or_else(|| Searcher::new(metric, self.tables(metric), effort));
        let result = work(&mut searcher);
        lock().push((effort, searcher));
        result
    }
}

/// True if nodes or first phases are counted: how many are needed depends on the tables, so these have to be the same on
/// every machine.
pub(crate) fn is_counted(method: &Method, control: &Control<'_>) -> bool {
    method.max_phase1.is_some() || control.limits.max_nodes < Limits::default().max_nodes
}

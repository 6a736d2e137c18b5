//! Implementation of the trait [`cube3::OptimalSolver`], by which the 3x3x3 solver uses [`Optimal`]: shortest solutions, the
//! tables that can be stored, and the table that fits the memory.

use cube3::info::{CORNERS, COSET_H0, table_name};
use puzzle::Cube3;
use search::{Control, Executor};
use solver::cube::{CubeQuery, Metric};
use solver::input_text::format_bytes;
use solver::verify::{Verdict, VerifySpec};
use solver::{Demand, Error, Heuristic, LimitsSpec, Method, SolveOutcome, StoredTable};
use thiserror::Error as ThisError;

use crate::coset_tables::{TABLE_SIZES, default_within, largest_within};
use crate::korf::CornerPdb;
use crate::optimal::Optimal;
use crate::table_builder::spec;

/// Building the table of a heuristic takes more memory than may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ThisError)]
#[error(
    "building the table {} takes {}, and {} may be used",
    .heuristic.name(), format_bytes(*.needed), format_bytes(*.allowed)
)]
pub struct MemoryError {
    /// The heuristic asked for.
    pub heuristic: Heuristic,
    /// Bytes in use while the table is built.
    pub needed: u64,
    /// Bytes that may be used.
    pub allowed: u64,
}

impl From<MemoryError> for Error {
    fn from(error: MemoryError) -> Error {
        let hint = match error.heuristic {
            COSET_H0 | CORNERS => "allow more with --max-memory, or try --heuristic none",
            _ => "allow more with --max-memory, or choose a smaller table",
        };
        Error::usage(error.to_string()).hint(hint)
    }
}

/// A table that can be stored.
#[derive(Clone, Copy)]
enum TableId {
    Coset(Heuristic),
    Corners(Metric),
}

impl TableId {
    fn heuristic(self) -> Heuristic {
        match self {
            TableId::Coset(heuristic) => heuristic,
            TableId::Corners(_) => CORNERS,
        }
    }
}

/// Returns the tables that can be stored.
fn all() -> impl Iterator<Item = (TableId, StoredTable)> {
    let corners = [Metric::HalfTurn, Metric::QuarterTurn].into_iter().map(|metric| {
        let spec = CornerPdb::spec(metric);
        // While the table is filled, the positions of the largest level are listed, two bytes each.
        (TableId::Corners(metric), StoredTable { peak: 5 * spec.bytes, spec })
    });
    let cosets = TABLE_SIZES.into_iter().filter_map(|(heuristic, _, peak)| {
        Some((TableId::Coset(heuristic), StoredTable { spec: spec(heuristic)?, peak }))
    });
    corners.chain(cosets)
}

impl cube3::OptimalSolver for Optimal {
    fn solve(
        &self,
        query: &CubeQuery<Cube3>,
        method: &Method,
        executor: &dyn Executor,
        control: &Control<'_>,
    ) -> SolveOutcome {
        Optimal::solve(self, query, method, executor, control)
    }

    fn prepare(&self, query: &CubeQuery<Cube3>, method: &Method, demand: Demand, control: &Control<'_>) {
        Optimal::prepare(self, query, method, demand, control);
    }

    fn fit(&self, asked: Option<Heuristic>, limits: &LimitsSpec) -> Result<Option<Heuristic>, Error> {
        let (heuristic, allowed) = match (asked, limits.memory_given) {
            (None, None) if !limits.is_memory_capped => return Ok(None),
            (None, None) => (default_within(limits.memory), limits.memory),
            // The smallest table may need more than the limit, too.
            (None, Some(given)) => (largest_within(given), given),
            (Some(heuristic), _) => (heuristic, limits.memory),
        };
        match all().find(|(id, _)| id.heuristic() == heuristic) {
            Some((_, table)) if table.peak > allowed => {
                Err(MemoryError { heuristic, needed: table.peak, allowed }.into())
            }
            _ => Ok(Some(heuristic)),
        }
    }

    fn stored_tables(&self) -> Vec<StoredTable> {
        all().map(|(_, table)| table).collect()
    }

    fn build_table(&self, name: &str, control: &Control<'_>) -> bool {
        let name = table_name(name);
        match all().find(|(_, table)| table.name() == name) {
            Some((TableId::Coset(heuristic), _)) => self.build_table(heuristic, control),
            Some((TableId::Corners(metric), _)) => self.corners(metric, control).is_some(),
            None => false,
        }
    }

    fn verify_table(&self, name: &str, spec: &mut VerifySpec<'_>, control: &Control<'_>) -> Option<Verdict> {
        let name = table_name(name);
        let (id, _) = all().find(|(_, table)| table.name() == name)?;
        Some(match id {
            TableId::Coset(heuristic) => self.verify_coset_table(heuristic, spec, control),
            TableId::Corners(metric) => self.verify_corners(metric, spec, control),
        })
    }
}

#[cfg(test)]
mod tests {
    use cube3::info::COSET_X24;
    use solver::Store;

    use super::*;

    #[test]
    fn tables_have_their_earlier_names_too() {
        let tables = all().map(|(_, table)| table.name().to_string()).collect::<Vec<_>>();
        assert_eq!(tables[2..], TABLE_SIZES.map(|(heuristic, ..)| format!("3x3x3-{}", heuristic.name())));
        let old = ["instant", "medium", "standard", "large", "huge", "giant", "vast"];
        assert_eq!(tables[2..], old.map(|name| table_name(&format!("3x3x3-{name}"))));
        assert!(tables.iter().all(|name| table_name(name) == *name));
        assert_eq!(table_name("standard"), "standard");
    }

    /// The size in a name is that of the table in memory, in decimal units.
    #[test]
    fn names_have_the_sizes_of_tables() {
        for (heuristic, bytes, _) in TABLE_SIZES {
            let size = match bytes {
                ..1_000_000_000 => format!("{:.0}m", bytes as f64 / 1e6),
                1_000_000_000..10_000_000_000 => format!("{:.1}g", bytes as f64 / 1e9),
                _ => format!("{:.0}g", bytes as f64 / 1e9),
            };
            assert_eq!(heuristic.name(), format!("coset-{size}"));
        }
    }

    #[test]
    fn memory_decides() {
        let optimal = Optimal::new(Default::default(), &Store::nowhere());
        let fit = |asked, memory_given, memory| {
            let limits = LimitsSpec { memory_given, memory, ..LimitsSpec::default() };
            cube3::OptimalSolver::fit(&optimal, asked, &limits)
        };
        assert_eq!(fit(None, None, 1 << 40), Ok(None));
        let capped = LimitsSpec { memory: 400 << 20, is_memory_capped: true, ..LimitsSpec::default() };
        assert!(cube3::OptimalSolver::fit(&optimal, None, &capped).is_err(), "no table fits");
        assert_eq!(fit(None, Some(2 << 30), 2 << 30), Ok(Some(COSET_X24)));
        assert_eq!(fit(Some(COSET_H0), None, 1 << 30), Ok(Some(COSET_H0)));
        let refused = fit(None, Some(1 << 20), 1 << 20).expect_err("less than the smallest table");
        assert_eq!(refused.message, "building the table coset-59m takes 500.0 MiB, and 1.0 MiB may be used");
        let refused = fit(Some(CORNERS), None, 1 << 20).expect_err("less than the table of corners");
        assert_eq!(refused.message, "building the table corners takes 210.3 MiB, and 1.0 MiB may be used");
        assert_eq!(fit(Some(Heuristic::NONE), Some(1), 1), Ok(Some(Heuristic::NONE)));
        let refused = fit(Some(COSET_X24), None, 1 << 30).expect_err("too large");
        assert_eq!(refused.message, "building the table coset-752m takes 1.4 GiB, and 1.0 GiB may be used");
    }
}

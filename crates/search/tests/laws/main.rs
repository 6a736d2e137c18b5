//! Laws that every search here must keep, on small problems that belong to no puzzle of ours: `toys` has the problems,
//! `plain` the slow and simple programs the searches are compared with.

mod plain;
mod toys;

mod agree;
mod alike;
mod beam;
mod given;
mod interleaved;
mod limits;
mod lists;
mod multi_coord;
mod ranks;
mod remember;
mod rounds;
mod stage_and_commit;
mod starts;
mod sym_table;
mod table_problem;
mod threads;
mod visit;

use deepen_search::{Control, Limits, Silent, Stop};
use proptest::prelude::ProptestConfig;

/// Runs a search that nobody watches and nobody stops.
fn under<T>(limits: Limits, search: impl FnOnce(&Control<'_>) -> T) -> T {
    search(&Control::new(limits, &Silent, &Stop::default()))
}

/// A failing case is printed, not written into the source tree; `PROPTEST_RNG_SEED` repeats a run.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

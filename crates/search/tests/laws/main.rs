//! Laws that every search here must keep, on toy problems that belong to no puzzle of this project: `toy_problems` has
//! the problems, `reference` the slow and simple programs that the searches are compared with.

mod reference;
mod toy_problems;

mod all_solutions;
mod beam;
mod duplicate_detection;
mod interleaved;
mod limits;
mod multi_coord;
mod multiple_starts;
mod optimality;
mod ranks;
mod rounds;
mod stage_and_commit;
mod sym_table;
mod symmetric_tasks;
mod table_problem;
mod threads;
mod upper_bound;
mod visit;

use deepen_search::{Control, Limits, Silent, Stop};
use proptest::prelude::ProptestConfig;

/// Runs a search under `limits`, without observer or stop.
fn under<T>(limits: Limits, search: impl FnOnce(&Control<'_>) -> T) -> T {
    search(&Control::new(limits, &Silent, &Stop::default()))
}

/// A failing case is printed, not written into the source tree; `PROPTEST_RNG_SEED` repeats a run.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

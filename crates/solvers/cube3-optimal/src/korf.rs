//! Shortest solutions of the 3x3x3 as Korf found them in 1997: IDA* with a pattern database of the corners, or with no
//! heuristic. The tuned solver of [the crate](crate) is compared with it, so it shares nothing with that solver that
//! could be wrong in both: neither coordinates nor tables nor the move order.
//!
//! [`corner_coords`] has the corner coordinates, [`corner_pdb`] the pattern database over them, [`cube3::canonical_sequences`]
//! the canonical sequences, and [`problem`] combines them.

pub mod corner_coords;
pub mod corner_pdb;
pub mod problem;

pub use corner_pdb::CornerPdb;
pub use problem::KorfProblem;

use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::{Answer, Control, Deepening, Executor, Span, Want, ida_star, ida_star_within};

use solver::Method;
use solver::cube::Metric;

/// Finds shortest solutions of a cube by some turns: one, all of them, or also those a little longer, according to
/// [`Method::all`] and [`Method::within`]. Without a pattern database this is depth-first iterative deepening. Also
/// returns the number of solutions of each cost above the least if longer ones are wanted.
///
/// Moves are numbered as in [`cube3::moves::of`] the metric: a move that is a single turn has the number of the turn.
///
/// It is not checked that the turns can solve the cube. If they cannot, the search ends at a limit.
///
/// # Panics
/// If the pattern database is that of another metric.
pub fn search_korf(
    pdb: Option<&CornerPdb>,
    cube: &Cube3,
    turns: TurnSet,
    metric: Metric,
    method: &Method,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> (Answer, Vec<u64>) {
    let plain = KorfProblem::new(pdb, turns, metric);
    let start = plain.start(cube);
    if method.within > 0 {
        let span = Span::within(method.within);
        return ida_star_within(&plain, &start, span, &Deepening::ALL, executor, control);
    }
    let want = if method.all { Want::All } else { Want::First };
    (ida_star(&plain, &start, &Deepening { want, ..Deepening::default() }, executor, control), Vec::new())
}

//! Shortest solutions of the 3x3x3 the plain way, as Korf found them in 1997: IDA* with the exact distances of the corners,
//! or with nothing at all. It is there to compare the tuned solver of [the crate](crate) with, so it shares nothing with it
//! that could be wrong in both: neither coordinates nor tables nor the order of moves.
//!
//! [`corners`] numbers what the corners can be, [`pdb`] is the table over them, [`cube3::run_order`] says which sequences are
//! searched, and [`plain`] is the problem made of these.

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

/// Shortest solutions of a cube by some turns: one, all of them, or all that are a little longer, too, as `method` says
/// with [`Method::all`] and [`Method::within`]. Without distances this is depth-first iterative deepening. How many
/// solutions there are of each cost above the least comes with the answer if longer ones were asked for.
///
/// Moves are numbered as in [`cube3::moves::of`] the metric: those that are one turn have its number.
///
/// Nothing here finds out whether the turns can solve the cube at all. If they cannot, the search ends by a limit.
///
/// # Panics
/// If the distances are those of another metric.
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

//! The number of positions of the 3x3x3 at each distance, against published numbers.

use deepen_cube3::count::count;
use puzzle::Cube3;
use puzzle::cube::TurnSet;
use search::{Cost, End, Limits, StopReason};
use solver::cube::{CubeQuery, Metric};
use testkit::limited;

fn check(metric: Metric, turns: TurnSet, expected: &[u64]) {
    let query = CubeQuery { start: Cube3::SOLVED, goal: Cube3::SOLVED, metric, turns };
    let limits = Limits { max_cost: expected.len() as Cost - 1, ..Limits::default() };
    let census = count(&query, &limited(limits)).expect("one cost");
    assert_eq!(census.per_depth, expected, "{metric:?}");
    assert_eq!(census.end, End::Stopped(StopReason::Cost));
}

/// The first two are published (OEIS A080601, A080602); turns of two opposite faces at once make 18 + 27 axial moves.
#[test]
fn levels_are_the_published_ones() {
    check(Metric::HalfTurn, TurnSet::ALL, &[1, 18, 243, 3240, 43_239]);
    check(Metric::QuarterTurn, TurnSet::ALL, &[1, 12, 114, 1068, 10_011, 93_840]);
    check(Metric::Axial, TurnSet::ALL, &[1, 45, 1347]);
}

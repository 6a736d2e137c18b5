//! Square-1: time of two-phase solutions of random positions and their excess over the optimum, and optimal solutions
//! in twists. All solutions are replayed, and the optimal lengths are asserted.
//!
//!     cargo bench -p deepen-square1 --bench square1

use std::sync::Arc;
use std::time::Instant;

use deepen_square1::{Square1Metric, Square1Query, Square1Solver};
use puzzle::Square1;
use search::{Sequential, Threads};
use solver::{Algorithm, Demand, Method, Proof, Report, Request, Status};
use testkit::silent;

/// Positions for two phases; the first of them are solved optimally, too.
const N_POSITIONS: usize = 1000;
const N_SHORTEST: usize = 100;

/// Total of the two-phase lengths in twists. It is deterministic, since a number of phase 1 solutions ends the search,
/// not time.
const TWO_PHASE: u32 = 11_334;

/// Total of the optimal lengths in twists, as found and proved with a table of radius one smaller.
const SHORTEST: u32 = 1058;

fn request(solver: &Arc<Square1Solver>, start: Square1, algorithm: Algorithm) -> Request {
    solver.request(Square1Query { start, metric: Square1Metric::Twist }, Method::by(algorithm))
}

fn main() {
    let control = silent();
    let states = Square1::drawn(1, N_POSITIONS);
    let solver = Arc::new(Square1Solver::new());

    let now = Instant::now();
    request(&solver, states[0], Algorithm::TWO_PHASE)
        .prepare(Demand::Many, &control)
        .expect("a good request");
    println!("two-phase: tables made in {:.2} s", now.elapsed().as_secs_f64());
    let (mut lengths, mut worst) = (Vec::new(), 0.0_f64);
    let now = Instant::now();
    for &start in &states {
        let one = Instant::now();
        let report = solved(&request(&solver, start, Algorithm::TWO_PHASE).solve(&Sequential, &control));
        lengths.push(report);
        worst = worst.max(one.elapsed().as_secs_f64());
    }
    let mean = |lengths: &[u32]| f64::from(lengths.iter().sum::<u32>()) / lengths.len() as f64;
    println!(
        "two-phase: {N_POSITIONS} positions, mean {:.2} twists, {:.2} ms each on one thread, at most {:.0} ms",
        mean(&lengths),
        now.elapsed().as_secs_f64() * 1e3 / N_POSITIONS as f64,
        worst * 1e3
    );
    assert_eq!(lengths.iter().sum::<u32>(), TWO_PHASE, "solutions in two phases have another length");

    let now = Instant::now();
    let shortest = request(&solver, states[0], Algorithm::IDA_STAR);
    shortest.prepare(Demand::Many, &control).expect("a good request");
    println!("ida: table made in {:.2} s", now.elapsed().as_secs_f64());
    let threads = Threads::new(std::thread::available_parallelism().map_or(1, usize::from));
    let (mut best, mut worst) = (Vec::new(), 0.0_f64);
    let now = Instant::now();
    for &start in &states[..N_SHORTEST] {
        let one = Instant::now();
        let report = request(&solver, start, Algorithm::IDA_STAR).solve(&threads, &control);
        assert_eq!(report.as_ref().map(|report| report.status), Ok(Status::Solved(Proof::Optimal)));
        best.push(solved(&report));
        worst = worst.max(one.elapsed().as_secs_f64());
    }
    println!(
        "ida: {N_SHORTEST} positions, mean {:.2} twists, {:.1} ms each, at most {:.0} ms; two-phase of these {:.2}",
        mean(&best),
        now.elapsed().as_secs_f64() * 1e3 / N_SHORTEST as f64,
        worst * 1e3,
        mean(&lengths[..N_SHORTEST])
    );
    assert_eq!(best.iter().sum::<u32>(), SHORTEST, "shortest solutions have another length");
    assert!(mean(&lengths[..N_SHORTEST]) <= mean(&best) + 1.0, "two-phase is more than a twist longer");
}

/// Returns the length of a solution, which the solver has replayed.
fn solved(report: &Result<Report, solver::Error>) -> u32 {
    report.as_ref().expect("a good request").length.expect("everything is solved")
}

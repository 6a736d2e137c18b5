//! The 2x2x2: the time to build its tables, and the cubes per second that one thread solves by the table alone, through
//! requests with the table, and by searching with the small tables. Every answer is checked against the exact distance.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use deepen_cube2::coords::{COORDS, Position};
use deepen_cube2::exact_table::N_POSITIONS;
use deepen_cube2::{Cube2Solver, ExactTable, PATTERN};
use puzzle::Cube2;
use puzzle::cube::TurnSet;
use search::Sequential;
use solver::cube::{CubeQuery, Metric};
use solver::{Demand, Heuristic, Method};
use testkit::silent;

/// Positions spread over the whole range, in an order that defeats caches.
fn cubes(n: usize) -> Vec<Cube2> {
    // Multiples of a prime that does not divide the number of positions visit all of them.
    (0..n).map(|i| Position::from_index(i * 1_500_007 % N_POSITIONS).cube()).collect()
}

fn main() {
    let started = Instant::now();
    std::sync::LazyLock::force(&COORDS);
    println!("small tables: {:.2} ms, {} bytes", 1e3 * started.elapsed().as_secs_f64(), COORDS.bytes());
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let seconds = (0..5).map(|_| {
            let started = Instant::now();
            black_box(ExactTable::new(metric));
            started.elapsed().as_secs_f64()
        });
        let fastest = seconds.fold(f64::MAX, f64::min);
        println!("{}: table of all positions in {:.1} ms", metric.name(), 1e3 * fastest);
        by_table(metric);
        by_request(metric, None, 1_000_000);
        by_request(metric, Some(PATTERN), 200);
    }
}

fn by_table(metric: Metric) {
    let exact = ExactTable::new(metric);
    let cubes = cubes(1_000_000);
    let mut fastest = f64::MAX;
    let mut moves = 0;
    for _ in 0..5 {
        let started = Instant::now();
        moves = cubes.iter().map(|cube| u64::from(exact.solution(cube).cost())).sum();
        fastest = fastest.min(started.elapsed().as_secs_f64());
    }
    let expected: u64 = cubes.iter().map(|cube| u64::from(exact.distance(Position::of(cube)))).sum();
    assert_eq!(moves, expected);
    for cube in cubes.iter().step_by(97) {
        assert!(cube.turned_by(exact.solution(cube).turns().iter().copied()).is_solved());
    }
    print_rate("along the table", metric, cubes.len(), fastest);
}

fn by_request(metric: Metric, heuristic: Option<Heuristic>, n: usize) {
    let exact = ExactTable::new(metric);
    let solver = Arc::new(Cube2Solver::new());
    let method = Method { heuristic, ..Method::default() };
    let request = |start: Cube2| {
        let query = CubeQuery { start, goal: Cube2::SOLVED, metric, turns: TurnSet::ALL };
        solver.request(query, method)
    };
    request(Cube2::SOLVED).prepare(Demand::Many, &silent()).expect("it exists");
    let cubes = cubes(n);
    let started = Instant::now();
    let mut slowest = 0.0_f64;
    for cube in &cubes {
        let began = Instant::now();
        let control = silent();
        let report = request(*cube).solve(&Sequential, &control).expect("solvable");
        slowest = slowest.max(began.elapsed().as_secs_f64());
        assert_eq!(report.length, Some(exact.distance(Position::of(cube))));
    }
    let what = if heuristic.is_some() { "search with small tables" } else { "by requests" };
    print_rate(what, metric, n, started.elapsed().as_secs_f64());
    println!("  slowest {:.3} ms", 1e3 * slowest);
}

fn print_rate(what: &str, metric: Metric, n: usize, seconds: f64) {
    let (each, rate) = (1e9 * seconds / n as f64, n as f64 / seconds);
    println!("{}, {what}: {rate:.0} cubes/s, {each:.0} ns each", metric.name());
}

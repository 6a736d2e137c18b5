//! Random 4x4x4 cubes by reduction, on one core. Every solution is replayed here as well as by the request. Arguments:
//! number of cubes, and number of cubes for the first solutions.
//!
//! `cargo bench -p deepen-cube4 --bench cube4 -- 1000 100`

use std::sync::{Arc, Mutex};
use std::time::Instant;

use deepen_cube4::{Cube4Solver, REDUCTION};
use puzzle::{Cube4, Turn4};
use search::{Control, Cost, Limits, Move, Observer, Sequential, Silent, Stop, StopReason};
use solver::{Demand, Method};
use testkit::Lcg;

fn main() {
    let mut args = std::env::args().skip(1).filter_map(|arg| arg.parse::<usize>().ok());
    let n_cubes = args.next().unwrap_or(1000);
    let n_first = args.next().unwrap_or(100);
    let cubes = cubes(n_cubes.max(n_first));
    let method = Method::by(REDUCTION);

    let solver = Arc::new(Cube4Solver::new(Arc::default()));
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let started = Instant::now();
    solver.request(cubes[0], method).prepare(Demand::Many, &control).expect("tables can be made");
    println!("tables in {:.2} s on all cores", started.elapsed().as_secs_f64());

    let mut first = Vec::new();
    for &cube in &cubes[..n_first] {
        let listener = First::default();
        let control = Control::new(Limits::default(), &listener, &listener.stop);
        let started = Instant::now();
        let request = solver.request(cube, Method { improve: true, ..method });
        let report = request.solve(&Sequential, &control).expect("solved");
        first.push((started.elapsed().as_secs_f64(), check(cube, &report.solutions[0])));
    }
    report("first", &first);

    let mut usual = Vec::new();
    for &cube in &cubes[..n_cubes] {
        let started = Instant::now();
        let report = solver.request(cube, method).solve(&Sequential, &control).expect("solved");
        usual.push((started.elapsed().as_secs_f64(), check(cube, &report.solutions[0])));
    }
    report("usual", &usual);
}

/// The same cubes every time.
fn cubes(n: usize) -> Vec<Cube4> {
    let mut below = Lcg::new(20_261_115).into_below_u32();
    (0..n).map(|_| Cube4::random(&mut below)).collect()
}

/// Replays a solution and returns its length.
fn check(cube: Cube4, solution: &[Move]) -> usize {
    let turn = |mv: &Move| Turn4::from_index(usize::from(mv.0)).expect("one of 36 turns");
    let end = solution.iter().fold(cube, |cube, mv| cube.turned(turn(mv)));
    assert!(end.is_solved(), "a solution of {} moves fails its replay", solution.len());
    solution.len()
}

/// Stops a search at its first solution.
#[derive(Default)]
struct First {
    stop: Stop,
    found: Mutex<Option<Cost>>,
}

impl Observer for First {
    fn improved(&self, cost: Cost, _: &[Move]) {
        self.found.lock().expect("nothing panics while it is held").get_or_insert(cost);
        self.stop.raise(StopReason::Cancelled);
    }
}

/// Prints times and lengths.
fn report(name: &str, solved: &[(f64, usize)]) {
    if solved.is_empty() {
        return;
    }
    let mut times: Vec<f64> = solved.iter().map(|(seconds, _)| seconds * 1e3).collect();
    times.sort_by(f64::total_cmp);
    let n = solved.len();
    let mean = solved.iter().map(|(_, length)| length).sum::<usize>() as f64 / n as f64;
    println!(
        "{name}: {n} cubes, mean {mean:.3} moves; {:.1} ms a cube, median {:.1}, longest {:.1}",
        times.iter().sum::<f64>() / n as f64,
        times[n / 2],
        times[n - 1]
    );
    let lengths = solved.iter().map(|(_, length)| *length);
    let (least, most) = (lengths.clone().min().unwrap_or(0), lengths.clone().max().unwrap_or(0));
    for length in least..=most {
        println!("  {length} moves: {}", lengths.clone().filter(|&l| l == length).count());
    }
}

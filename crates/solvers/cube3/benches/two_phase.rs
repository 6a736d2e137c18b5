//! Two-phase solving of random 3x3x3 cubes compared with the crate `min2phase` on the same cubes, alternating, so that
//! both run under the same conditions. Every solution is replayed. Arguments: rounds, and any of `first`, `21`, `20`,
//! `10ms`, `100ms`; with `alone` min2phase does not run, for profilers.
//!
//! `cargo bench -p deepen-cube3 --bench two_phase -- 5 first 21 20`

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use deepen_cube3::PhaseSolver;
use deepen_cube3::reachability::replay;
use puzzle::Cube3;
use puzzle::cube::TurnSet;
use puzzle::parse::cube::facelets3;
use search::{Control, Cost, Counts, Limits, Silent, Stop, StopReason};
use solver::cube::{CubeQuery, Metric};
use solver::{Algorithm, Demand, Method};
use testkit::limited;

/// One job: a name, the length limit, and how many cubes each program solves in a round.
struct Job {
    name: &'static str,
    max_length: Option<Cost>,
    ours: usize,
    theirs: usize,
}

const JOBS: [Job; 3] = [
    Job { name: "first", max_length: None, ours: 1000, theirs: 200 },
    Job { name: "21", max_length: Some(21), ours: 1000, theirs: 200 },
    Job { name: "20", max_length: Some(20), ours: 1000, theirs: 100 },
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let rounds: usize = args.iter().find_map(|arg| arg.parse().ok().filter(|&n| n < 20)).unwrap_or(5);
    let wanted: BTreeSet<&str> = args.iter().map(String::as_str).collect();
    let is_alone = wanted.contains("alone");
    let is_option = |arg: &str| arg == "alone" || arg.parse::<usize>() == Ok(rounds);
    let is_wanted = |name: &str| wanted.contains(name) || wanted.iter().all(|arg| is_option(arg));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/cube3_random_1000_facelets.txt");
    let text = std::fs::read_to_string(path).expect("the cubes are there");
    let facelets: Vec<String> = text.lines().map(String::from).collect();
    let queries: Vec<CubeQuery<Cube3>> = facelets.iter().map(|line| query(line)).collect();

    let solver = PhaseSolver::new();
    let started = Instant::now();
    let (stop, method) = (Stop::default(), Method::by(Algorithm::TWO_PHASE));
    solver.prepare(&queries[0], &method, Demand::Many, &Control::new(Limits::default(), &Silent, &stop));
    println!("tables in {:.2} s", started.elapsed().as_secs_f64());
    if !is_alone {
        let started = Instant::now();
        min2phase::solve(&facelets[0], 30);
        println!("min2phase: start-up and first solution in {:.3} s", started.elapsed().as_secs_f64());
    }

    for job in JOBS.iter().filter(|job| is_wanted(job.name)) {
        let mut ratios = Vec::new();
        for _ in 0..rounds {
            let (our_time, our_mean, counts) = ours(&solver, &queries[..job.ours], job.max_length);
            if is_alone {
                println!("{:>6}: {:7.1} us a cube, mean {our_mean:.2}; {counts}", job.name, our_time * 1e6);
                continue;
            }
            let (their_time, their_mean) = theirs(&facelets[..job.theirs], job.max_length);
            ratios.push(their_time / our_time);
            println!(
                "{:>6}: {:7.1} us a cube, mean {our_mean:.2}; min2phase {:7.1} us, mean {their_mean:.2}; {:.1} times",
                job.name,
                our_time * 1e6,
                their_time * 1e6,
                their_time / our_time,
            );
        }
        ratios.sort_by(f64::total_cmp);
        if let Some(median) = ratios.get(ratios.len() / 2) {
            println!("{:>6}: median {median:.1} times", job.name);
        }
    }
    for (name, millis, n_cubes) in [("10ms", 10, 300), ("100ms", 100, 50)] {
        if wanted.contains(name) {
            println!("{name:>6}: mean {:.3} on {n_cubes} cubes", timed(&solver, &queries[..n_cubes], millis));
        }
    }
}

fn query(facelets: &str) -> CubeQuery<Cube3> {
    let start = facelets3(facelets).expect("a cube");
    CubeQuery { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL }
}

/// Solves a cube and replays the solution. Returns its length and the nodes of the search.
fn solve(
    solver: &PhaseSolver,
    query: &CubeQuery<Cube3>,
    method: &Method,
    control: &Control<'_>,
) -> (Cost, Counts) {
    let answer = solver.solve(query, method, control).answer;
    assert!(replay(query, &answer.solutions[0]), "a solution fails its replay");
    (answer.cost.expect("solved"), answer.counts)
}

/// Returns mean seconds and moves per cube, including the replay, and the nodes per cube in words.
#[inline(never)]
fn ours(solver: &PhaseSolver, queries: &[CubeQuery<Cube3>], max_length: Option<Cost>) -> (f64, f64, String) {
    let limits = max_length.map_or(Limits::default(), |max_cost| Limits { max_cost, ..Limits::default() });
    let started = Instant::now();
    let (mut moves, mut nodes) = (0, Counts::default());
    for query in queries {
        let control = limited(limits);
        let (length, counts) = solve(solver, query, &Method::by(Algorithm::TWO_PHASE), &control);
        assert!(length <= limits.max_cost);
        moves += length;
        nodes += counts;
    }
    let n = queries.len() as f64;
    let nodes = format!(
        "{:.1} nodes expanded, {:.1} generated",
        nodes.expanded as f64 / n,
        nodes.generated as f64 / n
    );
    (started.elapsed().as_secs_f64() / n, f64::from(moves) / n, nodes)
}

fn theirs(facelets: &[String], max_length: Option<Cost>) -> (f64, f64) {
    let started = Instant::now();
    let mut moves = 0;
    for cube in facelets {
        let solution = min2phase::solve(cube, max_length.map_or(30, |length| length as u8));
        assert!(!solution.starts_with("Error"), "{solution}");
        moves += solution.split_whitespace().count();
    }
    let n = facelets.len() as f64;
    (started.elapsed().as_secs_f64() / n, moves as f64 / n)
}

/// Returns the mean length after so many milliseconds per cube.
fn timed(solver: &PhaseSolver, queries: &[CubeQuery<Cube3>], millis: u64) -> f64 {
    let mut moves = 0;
    let method = Method { improve: true, ..Method::by(Algorithm::TWO_PHASE) };
    for query in queries {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), &Silent, &stop);
        moves += std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(millis));
                stop.raise(StopReason::Time);
            });
            solve(solver, query, &method, &control).0
        });
    }
    f64::from(moves) / queries.len() as f64
}

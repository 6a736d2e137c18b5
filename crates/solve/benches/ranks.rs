//! What sharing costs: complete rounds by threads, and by the same threads as one rank with a ledger, which must come to the same
//! counts; then how the last of these rounds would go on many ranks, by the real protocol with the measured tasks
//! ([`search::ranks::forecast`]). Arguments: threads (2 if none are given), and `long` for rounds of ten seconds and more.
//!
//! `cargo bench -p solve --bench ranks -- 2 long`

use std::sync::Mutex;
use std::time::Instant;

use puzzle::cube::TurnSet;
use puzzle::{Cube3, Goal, parse};
use search::execute::Job;
use search::ranks::forecast::{Imagined, forecast};
use search::ranks::{Alone, Finished, Ledger, RoundId};
use search::result::TaskResult;
use search::{Control, Cost, Executor, Limits, Ranks, Round, Silent, Stop, Threads};
use solve::{Algorithm, Demand, Estimate, Method, Metric, Question, Request, Solver, Twist};

const KORF: &str = include_str!("../../../testdata/korf100_15puzzle.txt");

/// Keeps the tasks of the last round with their nodes.
#[derive(Default)]
struct Last(Mutex<Vec<(usize, u64)>>);

impl Ledger for Last {
    fn begin(&self, _round: RoundId, _job: &Job<'_>) -> Vec<Finished> {
        self.0.lock().expect("nobody panics here").clear();
        Vec::new()
    }

    fn finished(&self, tasks: &[Finished]) {
        let nodes = |finished: &Finished| {
            let result =
                TaskResult::of_line(finished.task, &finished.line).expect("results are written by tasks");
            (finished.task, result.counts().generated)
        };
        self.0.lock().expect("nobody panics here").extend(tasks.iter().map(nodes));
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let n_threads = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(2);
    let is_long = arguments.iter().any(|argument| argument == "long");
    let goal = Goal::First.board(4, 4).expect("a legal size");
    let entry = parse::board::boards(KORF).nth(87).expect("there are a hundred").expect("the file is sound");
    let board = Question::Sliding { board: entry.board, goal };
    let manhattan = Method { estimate: Some(Estimate::Manhattan), ..Method::default() };
    // No solution is that short: every round is complete.
    check("15-puzzle, Korf 88, manhattan", &board, manhattan, if is_long { 61 } else { 57 }, n_threads);
    let moves = "R' U' F D2 L2 F R2 U2 R2 B D2 L B2 D' B2 L' R' U' R' B2 R' U' F";
    let start: Cube3 = parse::cube::cube3(moves).expect("a sound scramble");
    let twist = Twist { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL };
    let corners =
        Method { algorithm: Algorithm::IdaStar, estimate: Some(Estimate::Corners), ..Method::default() };
    check("3x3x3, corners", &Question::Cube3(twist), corners, if is_long { 13 } else { 11 }, n_threads);
}

fn check(name: &str, question: &Question, method: Method, bound: Cost, n_threads: usize) {
    let solver = Solver::new();
    let request = Request { question: question.clone(), method };
    let stop = Stop::default();
    let limits = Limits { max_cost: bound, ..Limits::default() };
    solver.prepare(&request, Demand::One, &Control::new(limits, &Silent, &stop)).expect("a sound request");
    let run = |executor: &dyn Executor| -> (Vec<Round>, f64) {
        let control = Control::new(limits, &Silent, &stop);
        let started = Instant::now();
        let report = solver.solve(&request, executor, &control).expect("a sound request");
        (report.rounds, started.elapsed().as_secs_f64())
    };
    let last = Last::default();
    let ranks = Ranks::new(&Alone, &last, n_threads);
    let (rounds, by_threads) = run(&Threads::new(n_threads));
    let (rounds_of_rank, by_rank) = run(&ranks);
    assert_eq!(rounds_of_rank, rounds, "ranks count what threads count");
    let round = rounds.last().expect("there are rounds");
    let nodes: u64 = rounds.iter().map(|round| round.counts.generated).sum();
    println!("{name}: {nodes} nodes up to {}", round.bound);
    println!("  {n_threads} threads {by_threads:.2} s, as a rank with a ledger {by_rank:.2} s");
    let mut tasks = last.0.into_inner().expect("nobody panics here");
    tasks.sort_unstable();
    let ns_per_node = by_threads * 1e9 * n_threads as f64 / nodes as f64;
    let lengths: Vec<u64> = tasks.iter().map(|&(_, nodes)| (nodes as f64 * ns_per_node) as u64).collect();
    let (sum, longest) = (lengths.iter().sum::<u64>(), *lengths.iter().max().expect("there are tasks"));
    println!(
        "  the last round: {} tasks, {:.1} s of one thread, the longest {:.1} ms",
        lengths.len(),
        sum as f64 / 1e9,
        longest as f64 / 1e6
    );
    for n_ranks in [2, 4, 8, 16, 128, 1024] {
        let imagined = Imagined { n_ranks, n_threads: 1, latency: 300_000, service: 5_000 };
        let time = forecast(&lengths, imagined);
        let efficiency = sum as f64 / (n_ranks as f64 * time as f64);
        println!("  {n_ranks:5} ranks: {:9.3} s, efficiency {efficiency:.3}", time as f64 / 1e9);
    }
}

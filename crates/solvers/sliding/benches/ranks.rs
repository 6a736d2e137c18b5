//! The overhead of distributed search: complete rounds by threads, and by the same threads as one rank with a ledger,
//! which must give the same counts; then a forecast of the last of these rounds on many ranks, by the real protocol
//! with the measured tasks ([`search::ranks::forecast`]). Last a model of rounds that take every rank ten seconds: a
//! thousand ranks are not available, but a round that is split into as many tasks as such a round shows how unequal
//! they are. Arguments: threads (default 2), and `long` for rounds of ten seconds and more.
//!
//! `cargo bench -p deepen-sliding --bench ranks -- 2 long`

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Mutex;
use std::time::Instant;

use deepen_sliding::{DuplicatePruning, MANHATTAN, Manhattan, SlideMetric, Sliding};
use puzzle::{Board, Goal, parse};
use search::executor::Job;
use search::ranks::forecast::{SimulatedCluster, forecast};
use search::ranks::{Finished, RoundId, SingleRank, TaskJournal};
use search::task_result::TaskResult;
use search::{
    Control, Cost, Deepening, Executor, Limits, Ranks, Round, Silent, Split, Stop, Threads, ida_star,
};
use solver::{Demand, Method, Request};
use testkit::limited;

const KORF: &str = include_str!("../../../../testdata/korf100_15puzzle.txt");

/// Records the tasks of the last round with their nodes.
#[derive(Default)]
struct Last(Mutex<Vec<(usize, u64)>>);

impl Last {
    /// Nodes of all tasks, in their order.
    fn sorted(self) -> Vec<u64> {
        let mut tasks = self.0.into_inner().expect("no panic while the lock is held");
        tasks.sort_unstable();
        tasks.into_iter().map(|(_, nodes)| nodes).collect()
    }
}

impl TaskJournal for Last {
    fn begin_round(&self, _round: RoundId, _job: &Job<'_>) -> Vec<Finished> {
        self.0.lock().expect("no panic while the lock is held").clear();
        Vec::new()
    }

    fn record(&self, tasks: &[Finished]) {
        let nodes = |finished: &Finished| {
            let result =
                TaskResult::from_line(finished.task, &finished.line).expect("results are written by tasks");
            (finished.task, result.counts().generated)
        };
        self.0.lock().expect("no panic while the lock is held").extend(tasks.iter().map(nodes));
    }
}

fn main() {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let n_threads = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(2);
    let is_long = arguments.iter().any(|argument| argument == "long");
    let entry = parse::board::boards(KORF).nth(87).expect("there are a hundred").expect("the file is sound");
    let manhattan = Method { heuristic: Some(MANHATTAN), ..Method::default() };
    let task = common::task(&common::solver(), &Goal::First, SlideMetric::SingleTile, None);
    let request = common::request(&task, &entry.board, manhattan);
    // No solution is that short: every round is complete.
    check("15-puzzle, Korf 88, manhattan", &request, if is_long { 61 } else { 57 }, n_threads);
    model(&entry.board, if is_long { 61 } else { 59 }, n_threads);
}

/// A round with as many tasks as one of a million times more nodes would have: tasks are split as finely as shares of
/// the round allow, however small that makes them, and their lengths are scaled to ten seconds of every rank.
fn model(board: &Board, bound: Cost, n_threads: usize) {
    let goal = Goal::First.board(4, 4).expect("a legal size");
    let problem: Sliding<u64, Manhattan<u64>> =
        Sliding::new(&goal, Manhattan::new(&goal), DuplicatePruning::duplicates(goal.n_cells()));
    let split = Split { grain: 30, ..Split::DEFAULT };
    let (last, stop) = (Last::default(), Stop::default());
    let limits = Limits { max_cost: bound, ..Limits::default() };
    let answer = ida_star(
        &problem,
        &problem.state(board),
        &Deepening { split, ..Deepening::FIRST },
        &Ranks::new(&SingleRank, &last, n_threads),
        &Control::new(limits, &Silent, &stop),
    );
    assert_eq!(answer.rounds.last().map(|round| round.bound), Some(bound), "the bound ends a round");
    let tasks = last.sorted();
    let (sum, most) =
        (tasks.iter().sum::<u64>() as f64, *tasks.iter().max().expect("there are tasks") as f64);
    println!(
        "a round in {} tasks, the longest {:.4} % of it, ten seconds a rank",
        tasks.len(),
        100.0 * most / sum
    );
    for n_ranks in [16, 128, 1024] {
        let scale = n_ranks as f64 * 10e9 / sum;
        let lengths: Vec<u64> = tasks.iter().map(|&nodes| (nodes as f64 * scale) as u64).collect();
        report_forecast(&lengths, n_ranks);
    }
}

/// Prints the forecast of a round of such tasks.
fn report_forecast(lengths: &[u64], n_ranks: usize) {
    let time =
        forecast(lengths, SimulatedCluster { n_ranks, n_threads: 1, latency: 300_000, service: 5_000 });
    let efficiency = lengths.iter().sum::<u64>() as f64 / (n_ranks as f64 * time as f64);
    println!("  {n_ranks:5} ranks: {:9.3} s, efficiency {efficiency:.3}", time as f64 / 1e9);
}

fn check(name: &str, request: &Request, bound: Cost, n_threads: usize) {
    let limits = Limits { max_cost: bound, ..Limits::default() };
    request.prepare(Demand::One, &limited(limits)).expect("a sound request");
    let run = |executor: &dyn Executor| -> (Vec<Round>, f64) {
        let control = limited(limits);
        let started = Instant::now();
        let report = request.solve(executor, &control).expect("a sound request");
        (report.rounds, started.elapsed().as_secs_f64())
    };
    let last = Last::default();
    let ranks = Ranks::new(&SingleRank, &last, n_threads);
    let (rounds, by_threads) = run(&Threads::new(n_threads));
    let (rounds_of_rank, by_rank) = run(&ranks);
    assert_eq!(rounds_of_rank, rounds, "ranks count what threads count");
    let round = rounds.last().expect("there are rounds");
    let nodes: u64 = rounds.iter().map(|round| round.counts.generated).sum();
    println!("{name}: {nodes} nodes up to {}", round.bound);
    println!("  {n_threads} threads {by_threads:.2} s, as a rank with a ledger {by_rank:.2} s");
    let ns_per_node = by_threads * 1e9 * n_threads as f64 / nodes as f64;
    let lengths: Vec<u64> = last.sorted().iter().map(|&nodes| (nodes as f64 * ns_per_node) as u64).collect();
    let (sum, longest) = (lengths.iter().sum::<u64>(), *lengths.iter().max().expect("there are tasks"));
    println!(
        "  the last round: {} tasks, {:.1} s of one thread, the longest {:.1} ms, {:.4} % of it",
        lengths.len(),
        sum as f64 / 1e9,
        longest as f64 / 1e6,
        100.0 * longest as f64 / sum as f64
    );
    [2, 4, 8, 16, 128, 1024].into_iter().for_each(|n_ranks| report_forecast(&lengths, n_ranks));
}

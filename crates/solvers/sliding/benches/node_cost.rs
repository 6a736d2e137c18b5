//! The cost of one generated node: time and, if valgrind is installed, instructions. Complete rounds of IDA* on Korf's
//! first 15-puzzles to bounds well below their lengths, so that the work is the same on every machine; the node counts
//! are asserted. Several passes over all heuristics in turn; the fastest counts, because other load only slows a pass
//! down.

#[path = "../tests/common/mod.rs"]
mod common;

use std::process::Command;
use std::sync::Arc;
use std::time::Instant;

use deepen_sliding::pdb::partition::PartitionSpec;
use deepen_sliding::{LINEAR_CONFLICT, MANHATTAN, PATTERN, SlideMetric, SlidingTask, WALKING_DISTANCE};
use puzzle::{Board, Goal, parse};
use search::{Limits, Sequential};
use solver::{Demand, Heuristic, Method};
use testkit::{limited, silent};

const KORF: &str = include_str!("../../../../testdata/korf100_15puzzle.txt");

/// Heuristic, distance below the optimal length at which to stop, and the number of nodes on the first eight boards.
const CASES: [(Heuristic, u32, u64); 4] = [
    (MANHATTAN, 4, 52145981),
    (LINEAR_CONFLICT, 4, 11715909),
    (WALKING_DISTANCE, 4, 9270414),
    (PATTERN, 2, 2323573),
];

/// Counting instructions is fifty times slower than executing them, so fewer rounds are counted.
const SHALLOWER: u32 = 4;

fn method(heuristic: Heuristic) -> Method {
    Method { heuristic: Some(heuristic), ..Method::default() }
}

/// Groups of five tiles, whatever tables are stored.
fn task(heuristic: Heuristic) -> Arc<SlidingTask> {
    let groups = (heuristic == PATTERN).then(|| PartitionSpec::equal(15, 5));
    common::task(&common::solver(), &Goal::First, SlideMetric::SingleTile, groups)
}

/// A task with its tables built.
fn ready(heuristic: Heuristic) -> Arc<SlidingTask> {
    let task = task(heuristic);
    let goal = Goal::First.board(4, 4).expect("a legal size");
    let control = silent();
    let request = common::request(&task, &goal, method(heuristic));
    request.prepare(Demand::One, &control).expect("it exists for 4x4");
    task
}

fn search(task: &Arc<SlidingTask>, heuristic: Heuristic, boards: &[(Board, u32)], below: u32) -> u64 {
    let nodes = boards.iter().map(|(board, length)| {
        let request = common::request(task, board, method(heuristic));
        let limits = Limits { max_cost: length - below, ..Limits::default() };
        let control = limited(limits);
        let report = request.solve(&Sequential, &control).expect("solvable");
        report.counts.generated
    });
    nodes.sum()
}

fn boards(n: usize) -> Vec<(Board, u32)> {
    let entries = parse::board::boards(KORF).take(n).map(|entry| entry.expect("the file is sound"));
    entries.map(|entry| (entry.board, entry.known_length.expect("every line has one"))).collect()
}

/// Instructions of this program when it searches `n` boards, as valgrind counts them.
fn instructions(case: usize, n: usize) -> Option<u64> {
    // Tables are filled on one thread: the instructions of idle threads looking for work would be counted, too, and
    // they vary.
    let output = Command::new("valgrind")
        .env("RAYON_NUM_THREADS", "1")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe().ok()?)
        .args(["count", &case.to_string(), &n.to_string()])
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.split("Collected :").nth(1)?.split_whitespace().next()?.parse().ok()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    if let [command, case, n] = &args[..]
        && command == "count"
    {
        let (heuristic, below, _) = CASES[case.parse::<usize>().expect("a case")];
        search(&ready(heuristic), heuristic, &boards(n.parse().expect("a number")), below + SHALLOWER);
        return;
    }
    let boards = boards(8);
    let tasks = CASES.map(|(heuristic, ..)| task(heuristic));
    let mut best = [f64::INFINITY; CASES.len()];
    for _ in 0..5 {
        for ((best, task), (heuristic, below, nodes)) in best.iter_mut().zip(&tasks).zip(CASES) {
            let start = Instant::now();
            assert_eq!(search(task, heuristic, &boards, below), nodes, "{}", heuristic.name());
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    for (case, (heuristic, below, nodes)) in CASES.into_iter().enumerate() {
        let ns = best[case] * 1e9 / nodes as f64;
        let counted = search(&tasks[case], heuristic, &boards, below + SHALLOWER);
        // Starting and building tables cost the same without any boards.
        let per_node = instructions(case, boards.len())
            .zip(instructions(case, 0))
            .map(|(all, none)| format!("{:.1} instructions", (all - none) as f64 / counted as f64));
        let per_node = per_node.unwrap_or_else(|| "install valgrind to count instructions".into());
        println!("{:17} {nodes} nodes: {ns:.2} ns and {per_node} per generated node", heuristic.name());
    }
}

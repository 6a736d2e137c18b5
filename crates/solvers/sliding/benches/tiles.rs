//! Sliding tiles with pattern databases: answers are asserted; nodes, time per node, bytes and seconds are printed.
//! Arguments: sizes of groups such as `6-6-3` or `7-8+blank` (Korf's hundred 15-puzzles with these), `auto` (the same
//! as a first run without stored tables), `many` (a thousand 8-puzzles and forty 15-puzzles), `24` followed by numbers
//! of boards (24-puzzles of `boards=FILE`, a line `LENGTH TILES # NUMBER` each, by 6-6-6-6), `threads=N`, and
//! `kept=DIR` to store large tables.
//!
//! `cargo bench -p deepen-sliding --bench tiles -- 5-5-5 6-6-3 7-8 auto many`

#[path = "../tests/common/mod.rs"]
mod common;

use std::sync::Arc;
use std::time::Instant;

use deepen_sliding::pdb::partition::PartitionSpec;
use deepen_sliding::{PATTERN, SlideMetric, SlidingSolver, SlidingTask};
use puzzle::{Board, Direction, Goal, parse};
use search::{Control, Executor, Limits, Observer, Round, Sequential, Silent, Stop, Threads};
use solver::{Demand, Method, Proof, Report, Request, Status, Store};
use testkit::{Lcg, silent};

const KORF: &str = include_str!("../../../../testdata/korf100_15puzzle.txt");

/// The task to run, and its executor.
struct Bench<'a> {
    task: Arc<SlidingTask>,
    executor: &'a dyn Executor,
    goal: Board,
}

/// Prints the nodes of each round.
struct Rounds;

impl Observer for Rounds {
    fn round_finished(&self, round: &Round) {
        println!("  to {}: {} nodes", round.bound, round.counts.generated);
    }
}

impl Bench<'_> {
    fn request(&self, board: &Board) -> Request {
        let method = Method { heuristic: Some(PATTERN), ..Method::default() };
        common::request(&self.task, board, method)
    }

    /// Builds the tables and returns the seconds.
    fn prepare(&self, demand: Demand) -> f64 {
        let started = Instant::now();
        let control = silent();
        self.request(&self.goal).prepare(demand, &control).expect("they exist");
        started.elapsed().as_secs_f64()
    }

    fn solve(&self, board: &Board, observer: &dyn Observer) -> Report {
        let stop = Stop::default();
        let control = Control::new(Limits::default(), observer, &stop);
        let report = self.request(board).solve(self.executor, &control).expect("solvable");
        assert_eq!(report.status, Status::Solved(Proof::Optimal));
        report
    }

    /// Solves all boards side by side, as a batch does, and prints the cost.
    fn run_each(&self, name: &str, boards: &[(Board, Option<u32>)]) {
        let requests: Vec<Request> = boards.iter().map(|(board, _)| self.request(board)).collect();
        let control = silent();
        let started = Instant::now();
        let reports = solver::solve_each(&requests, self.executor, &control);
        let seconds = started.elapsed().as_secs_f64();
        let mut nodes = 0;
        for (report, (board, length)) in reports.into_iter().zip(boards) {
            let report = report.expect("solvable");
            assert_eq!(report.status, Status::Solved(Proof::Optimal));
            assert!(length.is_none() || report.length == *length, "{}", board.to_line());
            nodes += report.counts.generated;
        }
        println!(
            "{name}, side by side: {nodes} nodes, {seconds:.3} s, {:.1} ns a node",
            seconds * 1e9 / nodes as f64
        );
    }

    /// Solves all boards one after the other, and prints the cost.
    fn run(&self, name: &str, boards: &[(Board, Option<u32>)], table_seconds: f64) {
        let (mut nodes, mut bytes) = (0, 0);
        let started = Instant::now();
        for (board, length) in boards {
            let report = self.solve(board, &Silent);
            assert!(length.is_none() || report.length == *length, "{}", board.to_line());
            nodes += report.counts.generated;
            bytes = report.table_bytes;
        }
        let seconds = started.elapsed().as_secs_f64();
        println!(
            "{name}: {} boards, {nodes} nodes, {seconds:.3} s, {:.1} ns a node; tables {:.1} MB in {table_seconds:.2} s",
            boards.len(),
            seconds * 1e9 / nodes as f64,
            bytes as f64 / 1e6,
        );
    }
}

fn korf() -> Vec<(Board, Option<u32>)> {
    let entries = parse::board::boards(KORF).map(|entry| entry.expect("the file is sound"));
    entries.map(|entry| (entry.board, entry.known_length)).collect()
}

/// Boards far from the goal, by a random walk of many slides.
fn walked(goal: &Board, n: usize) -> Vec<(Board, Option<u32>)> {
    let mut random = Lcg::new(0x9E37_79B9_7F4A_7C15);
    let mut board = goal.clone();
    let mut next = || {
        for _ in 0..1001 {
            board.slide(Direction::ALL[random.below(4)]);
        }
        (board.clone(), None)
    };
    (0..n).map(|_| next()).collect()
}

/// Boards with the lengths and numbers given in a file.
fn numbered(path: &str, numbers: &[u32]) -> Vec<(u32, Board, u32)> {
    let text = std::fs::read_to_string(path).expect("the boards are there");
    let line = |line: &str| {
        let (tiles, number) = line.split_once('#').filter(|(tiles, _)| !tiles.trim().is_empty())?;
        let tiles: Vec<u32> = tiles.split_whitespace().map(|n| n.parse().expect("a number")).collect();
        let board = Board::new(5, 5, tiles[1..].to_vec()).expect("a board of 25 cells");
        Some((number.trim().parse().expect("a number"), board, tiles[0]))
    };
    text.lines().filter_map(line).filter(|(number, ..)| numbers.contains(number)).collect()
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let value = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name));
    let threads = value("threads=").map(|n| Threads::new(n.parse().expect("a number")));
    let executor: &dyn Executor = threads.as_ref().map_or(&Sequential, |threads| threads);
    let solver = || match value("kept=") {
        Some(folder) => Arc::new(SlidingSolver::new(&Store::at(folder))),
        None => common::solver(),
    };
    let bench = |side: usize, goal: Goal, partition: Option<PartitionSpec>| Bench {
        task: common::task(&solver(), &goal, SlideMetric::SingleTile, partition),
        executor,
        goal: goal.board(side, side).expect("a legal size"),
    };
    let names: Vec<&str> = args.iter().map(String::as_str).filter(|arg| !arg.contains('=')).collect();
    let names = if names.is_empty() { vec!["5-5-5", "6-6-3", "many"] } else { names };
    let numbers: Vec<u32> =
        names.iter().skip_while(|name| **name != "24").skip(1).filter_map(|n| n.parse().ok()).collect();
    for name in names {
        match name {
            "auto" => {
                let started = Instant::now();
                let bench = bench(4, Goal::First, None);
                let table_seconds = bench.prepare(Demand::Many);
                bench.run("korf 100, as in a first batch", &korf(), table_seconds);
                println!("  {:.2} s in all", started.elapsed().as_secs_f64());
            }
            "many" => {
                for (side, n) in [(3, 1000), (4, 40)] {
                    let bench = bench(side, Goal::Last, None);
                    let table_seconds = bench.prepare(Demand::Many);
                    let boards = walked(&bench.goal, n);
                    for _ in 0..3 {
                        bench.run(&format!("{side}x{side}"), &boards, table_seconds);
                        bench.run_each(&format!("{side}x{side}"), &boards);
                    }
                }
            }
            "24" => {
                let bench = bench(5, Goal::First, Some(PartitionSpec::new(&[6, 6, 6, 6])));
                println!("6-6-6-6: made in {:.2} s", bench.prepare(Demand::One));
                for (number, board, length) in numbered(value("boards=").expect("boards=FILE"), &numbers) {
                    let started = Instant::now();
                    let report = bench.solve(&board, &Rounds);
                    let seconds = started.elapsed().as_secs_f64();
                    assert_eq!(report.length, Some(length), "{number}");
                    let nodes = report.counts.generated;
                    let ns = seconds * 1e9 / nodes as f64;
                    println!(
                        "24-puzzle {number}: {length} moves, {nodes} nodes, {seconds:.2} s, {ns:.1} ns a node"
                    );
                }
            }
            sizes => {
                let Ok(partition) = sizes.parse::<PartitionSpec>().map_err(|_| ()) else { continue };
                if partition.n_tiles() == 15 {
                    let bench = bench(4, Goal::First, Some(partition));
                    let table_seconds = bench.prepare(Demand::One);
                    for pass in 0..3 {
                        let made = if pass == 0 { table_seconds } else { 0.0 };
                        bench.run(&format!("korf 100 by {partition}"), &korf(), made);
                        bench.run_each(&format!("korf 100 by {partition}"), &korf());
                    }
                }
            }
        }
    }
}

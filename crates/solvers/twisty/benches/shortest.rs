//! Optimal solutions of defined puzzles: scrambles with known lengths, with nodes, time and bytes of tables. Asserts
//! the lengths; solutions are replayed. The default is the 3x3x3 by its definition. Arguments: `FILE` a definition,
//! then `LENGTH:SCRAMBLE` …; `threads=N`, `memory=BYTES`.
//!
//! `cargo bench -p deepen-twisty --bench shortest`

use std::sync::Arc;
use std::time::Instant;

use deepen_twisty::{TwistyQuery, TwistySolver};
use puzzle::parse::{alg, tws};
use search::{Cost, Executor, Limits, Sequential, Threads};
use solver::{Method, Names};
use testkit::limited;

/// Scrambles of the 3x3x3 that other generic solvers were measured with.
const CUBE3: &[&str] = &[
    "12:D2 B2 D' B' D2 B' D2 F2 U' R2 F2 U'",
    "14:L U D2 B' L B D R2 F D' L U F2 R2",
    "14:D2 L2 D' B2 U D2 R' B' D' R' U2 L R2 D",
    "15:U' D' R' U D2 R B R U' L R D2 F2 B2 L'",
];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let option = |name: &str| args.iter().find_map(|arg| arg.strip_prefix(name)?.parse::<u64>().ok());
    let known = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/definitions/3x3x3.tws");
    let path = args.iter().find(|arg| arg.ends_with(".tws")).map_or(known, String::as_str);
    let text = std::fs::read_to_string(path).expect("the definition is there");
    let puzzle = Arc::new(tws::definition(&text).expect("a definition"));
    let given: Vec<&str> = args.iter().map(String::as_str).filter(|arg| arg.contains(':')).collect();
    let scrambles = if given.is_empty() { CUBE3 } else { &given };

    let threads = option("threads=").map(|n| Threads::new(n as usize));
    let executor: &dyn Executor = threads.as_ref().map_or(&Sequential, |threads| threads);
    let limits = Limits { max_memory: option("memory=").unwrap_or(1 << 30), ..Limits::default() };
    let solver = Arc::new(TwistySolver::new());
    for line in scrambles {
        let (length, scramble) = line.split_once(':').expect("a length and a scramble");
        let length: Cost = length.parse().expect("a length");
        let scramble = alg::alg(scramble).expect("a scramble");
        let moves = puzzle.transform_of(&scramble).expect("moves of the puzzle");
        let query = TwistyQuery::new(puzzle.clone(), moves.apply(puzzle.start()));
        let control = limited(limits);
        let started = Instant::now();
        let request = solver.request(query, Method::default());
        let report = request.solve(executor, &control).expect("a question that can be asked");
        let seconds = started.elapsed().as_secs_f64();
        assert_eq!(report.length, Some(length), "{line}");
        let nodes = report.counts.generated;
        println!(
            "{length} moves: {seconds:.2} s, {nodes} nodes, {:.1} M/s with the making of tables, {} MB; {}",
            nodes as f64 / seconds / 1e6,
            report.table_bytes >> 20,
            Names(&*request.instance, &report.solutions[0])
        );
        for round in &report.rounds {
            println!("    round {}: {} nodes", round.bound, round.counts.generated);
        }
    }
}

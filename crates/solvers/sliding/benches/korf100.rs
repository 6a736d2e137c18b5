//! Korf's hundred 15-puzzles to their published lengths, on one thread, one line per heuristic. Heuristics can be
//! named: `cargo bench --bench korf100 -- pattern manhattan`; by default all but Manhattan, which takes minutes.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use deepen_sliding::{INFO, LINEAR_CONFLICT, PATTERN, SlideMetric, WALKING_DISTANCE};
use puzzle::{Goal, parse};
use search::Sequential;
use solver::{Heuristic, Method, Proof, Status};
use testkit::silent;

const KORF: &str = include_str!("../../../../testdata/korf100_15puzzle.txt");

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let strong = [PATTERN, LINEAR_CONFLICT, WALKING_DISTANCE];
    let all = INFO.heuristics.iter().map(|info| info.heuristic);
    let heuristics: Vec<Heuristic> = match named.is_empty() {
        true => strong.to_vec(),
        false => all.filter(|h| named.iter().any(|name| name == h.name())).collect(),
    };
    for heuristic in heuristics {
        let method = Method { heuristic: Some(heuristic), ..Method::default() };
        let task = common::task(&common::solver(), &Goal::First, SlideMetric::SingleTile, None);
        let (mut generated, mut expanded, mut solved) = (0, 0, 0);
        let start = Instant::now();
        for entry in parse::board::boards(KORF) {
            let entry = entry.expect("the file is sound");
            let request = common::request(&task, &entry.board, method);
            let control = silent();
            let report = request.solve(&Sequential, &control).expect("all are solvable");
            assert_eq!(report.status, Status::Solved(Proof::Optimal));
            assert_eq!(report.length, entry.known_length, "line {}", entry.line);
            generated += report.counts.generated;
            expanded += report.counts.expanded;
            solved += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:17} {solved} solved, {generated} nodes generated, {expanded} expanded, {seconds:.2} s with tables, {:.2} ns/node",
            heuristic.name(),
            seconds * 1e9 / generated as f64
        );
    }
}

//! Korf's hundred 15-puzzles to their published lengths, on one thread, one line per heuristic. Heuristics to run can be
//! named: `cargo bench --bench korf100 -- pattern manhattan`; without Manhattan (minutes) by default.

use std::time::Instant;

use puzzle::{Goal, parse};
use search::{Control, Limits, Sequential, Silent, Stop};
use solve::{Estimate, Method, Proof, Question, Request, SlideMetric, Solver, Status};

const KORF: &str = include_str!("../../../testdata/korf100_15puzzle.txt");

fn main() {
    let named: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let strong = [Estimate::Pattern, Estimate::LinearConflict, Estimate::WalkingDistance];
    let estimates: Vec<Estimate> = match named.is_empty() {
        true => strong.to_vec(),
        false => Estimate::ALL.into_iter().filter(|e| named.iter().any(|name| name == e.name())).collect(),
    };
    let goal = Goal::First.board(4, 4).expect("a legal size");
    for estimate in estimates {
        let method = Method { estimate: Some(estimate), ..Method::default() };
        let solver = Solver::new();
        let (mut generated, mut expanded, mut solved) = (0, 0, 0);
        let start = Instant::now();
        for entry in parse::board::boards(KORF) {
            let entry = entry.expect("the file is sound");
            let question =
                Question::Sliding { board: entry.board, goal: goal.clone(), metric: SlideMetric::SingleTile };
            let request = Request { question, method };
            let stop = Stop::default();
            let control = Control::new(Limits::default(), &Silent, &stop);
            let report = solver.solve(&request, &Sequential, &control).expect("all are solvable");
            assert_eq!(report.status, Status::Solved(Proof::Optimal));
            assert_eq!(report.length, entry.known_length, "line {}", entry.line);
            generated += report.counts.generated;
            expanded += report.counts.expanded;
            solved += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{:17} {solved} solved, {generated} nodes generated, {expanded} expanded, {seconds:.2} s with tables, {:.2} ns/node",
            estimate.name(),
            seconds * 1e9 / generated as f64
        );
    }
}

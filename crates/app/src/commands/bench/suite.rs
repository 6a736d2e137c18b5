//! The suite: fixed searches whose number of nodes depends on nothing but the program.
//!
//! Searches by rounds are bounded below the optimal length, because every round without a solution is searched to its
//! end, however many threads share it. Searches that remember states run on one thread and go to their solution.

use std::io::Write;
use std::time::Instant;

use puzzle::parse::board::only_board;
use puzzle::{Board, Goal};
use search::{Limits, StopReason, Threads};
use solve::{Algorithm, Demand, Estimate, Method, Parts, Question, Request, SlideMetric, Status, Store};

use crate::args;
use crate::commands::bench::korf;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::plan::n_threads;
use crate::progress::Progress;
use crate::scene::Scene;
use crate::session::{Allowance, Session, Timed};
use crate::text::{Align, grouped, rate, table};
use crate::wire::{self, bench};

/// A search of the suite.
struct Entry {
    name: String,
    request: Request,
    /// The last round; None to search for a solution.
    bound: Option<u32>,
}

impl Entry {
    fn run(
        &self,
        session: &Session<'_>,
        executor: &Threads,
        progress: &Progress<'_>,
    ) -> Result<Timed, Failure> {
        let unbounded = Limits::default();
        let limits = Limits { max_cost: self.bound.unwrap_or(unbounded.max_cost), ..unbounded };
        session.solve(&self.request, &Allowance { limits, timeout: None, executor }, progress)
    }

    /// Everything must have ended the way that makes its nodes countable.
    fn check(&self, timed: &Timed) -> Result<(), Failure> {
        let report = &timed.report;
        let in_rounds: u64 = report.rounds.iter().map(|round| round.counts.generated).sum();
        let as_planned = match (self.bound, report.status) {
            (Some(_), Status::Stopped(StopReason::Cost)) => in_rounds == report.counts.generated,
            (None, Status::Solved(_)) => true,
            _ => false,
        };
        if as_planned {
            return Ok(());
        }
        let algorithm = report.algorithm.name();
        let message = format!("{} with {algorithm} ended unexpectedly: this is a bug", self.name);
        Err(Failure::new(Exit::Disagreement, message))
    }
}

pub fn run(args: &args::Bench, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let threads = n_threads(&args.threads);
    let executor = Threads::new(threads);
    let session = scene.session(&Store::nowhere(), Demand::One);
    let started = Instant::now();
    let mut results = Vec::new();
    for entry in suite() {
        let timed = entry.run(&session, &executor, &scene.progress(None))?;
        if scene.watch.is_cancelled() {
            return Ok(Exit::Limit);
        }
        entry.check(&timed)?;
        results.push((entry, timed));
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut out = scene.out();
    if scene.voice.json {
        wire::write(&mut out, &on_the_wire(&results, threads, seconds))?;
    } else {
        writeln!(out, "{}Bench: {}", in_words(&results), total(&results))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// The searches: about a hundred million nodes, a second or two.
fn suite() -> Vec<Entry> {
    let mut suite = Vec::new();
    for (number, estimate, bound) in [
        (1, Estimate::Manhattan, 53),
        (88, Estimate::Manhattan, 57),
        (1, Estimate::LinearConflict, 55),
        (88, Estimate::LinearConflict, 59),
        (1, Estimate::WalkingDistance, 55),
        (88, Estimate::WalkingDistance, 59),
        (17, Estimate::Pattern, 64),
        (88, Estimate::Pattern, 63),
    ] {
        let (board, optimal) = korf::instance(number);
        assert!(bound < optimal, "a bound of the suite leaves the solution out");
        let name = format!("korf {number}");
        suite.push(rounds(name, board, &Goal::First, (Algorithm::IdaStar, Some(estimate)), bound));
    }
    // One of Korf and Taylor's 24-puzzles (1996), 95 moves.
    let large = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";
    let pattern = (Algorithm::IdaStar, Some(Estimate::Pattern));
    suite.push(rounds("24-puzzle".to_string(), board(large), &Goal::First, pattern, 87));
    // The two boards that are farthest from the goal, 31 moves.
    let (far, farther) = ("8 6 7/2 5 4/3 0 1", "6 4 7/8 5 0/3 2 1");
    suite.push(rounds("8-puzzle".to_string(), board(far), &Goal::Last, (Algorithm::Dfid, None), 24));
    for (line, algorithm, estimate) in [
        (far, Algorithm::AStar, Some(Estimate::Manhattan)),
        (farther, Algorithm::AStar, Some(Estimate::Misplaced)),
        (far, Algorithm::BreadthFirst, None),
        (farther, Algorithm::Uniform, None),
        (far, Algorithm::Greedy, Some(Estimate::Manhattan)),
        (farther, Algorithm::WeightedAStar, Some(Estimate::LinearConflict)),
    ] {
        let request = request(board(line), &Goal::Last, (algorithm, estimate));
        suite.push(Entry { name: "8-puzzle".to_string(), request, bound: None });
    }
    suite
}

fn board(line: &str) -> Board {
    only_board(line).expect("the boards of the suite are sound")
}

fn rounds(
    name: String,
    board: Board,
    goal: &Goal,
    method: (Algorithm, Option<Estimate>),
    bound: u32,
) -> Entry {
    Entry { name, request: request(board, goal, method), bound: Some(bound) }
}

fn request(board: Board, goal: &Goal, (algorithm, estimate): (Algorithm, Option<Estimate>)) -> Request {
    let goal = goal.board(board.rows(), board.cols()).expect("the size of a board is allowed");
    // Said rather than chosen, so that nothing depends on when larger tables take over.
    let parts = (estimate == Some(Estimate::Pattern)).then(|| match board.n_cells() {
        16 => Parts::equal(15, 5),
        n => Parts::equal(n - 1, 4),
    });
    let method = Method { algorithm, estimate, parts, ..Method::default() };
    Request { question: Question::Sliding { board, goal, metric: SlideMetric::SingleTile }, method }
}

fn total(results: &[(Entry, Timed)]) -> u64 {
    results.iter().map(|(_, timed)| timed.report.counts.generated).sum()
}

fn heuristic(timed: &Timed) -> &'static str {
    if timed.report.algorithm.uses_heuristic() { timed.report.estimate.name() } else { "-" }
}

fn in_words(results: &[(Entry, Timed)]) -> String {
    let titles = ["board", "algorithm", "heuristic", "to", "nodes", "seconds", "speed"];
    let mut rows = vec![titles.map(str::to_string).to_vec()];
    for (entry, timed) in results {
        let nodes = timed.report.counts.generated;
        let to = entry.bound.or(timed.report.length);
        rows.push(vec![
            entry.name.clone(),
            timed.report.algorithm.name().to_string(),
            heuristic(timed).to_string(),
            to.map_or(String::new(), |to| to.to_string()),
            grouped(nodes),
            format!("{:.3}", timed.search_seconds()),
            rate(nodes, timed.search_seconds()),
        ]);
    }
    use Align::{Left, Right};
    table(&[Left, Left, Left, Right, Right, Right, Right], &rows)
}

fn on_the_wire(results: &[(Entry, Timed)], threads: usize, seconds: f64) -> bench::Suite {
    let entry = |(entry, timed): &(Entry, Timed)| bench::SuiteEntry {
        name: entry.name.clone(),
        method: timed.report.algorithm.name(),
        heuristic: heuristic(timed),
        bound: entry.bound,
        nodes: timed.report.counts.generated,
        seconds: wire::rounded(timed.search_seconds()),
    };
    bench::Suite {
        threads,
        entries: results.iter().map(entry).collect(),
        seconds: wire::rounded(seconds),
        bench: total(results),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Watch;

    /// The suite, but for its longest rounds.
    fn nodes(session: &Session<'_>, threads: usize) -> Vec<u64> {
        let executor = Threads::new(threads);
        let shortened = suite().into_iter().map(|entry| Entry { bound: entry.bound.map(|b| b - 4), ..entry });
        let run = |entry: Entry| {
            let timed = entry.run(session, &executor, &Progress::silent()).unwrap();
            entry.check(&timed).unwrap();
            timed.report.counts.generated
        };
        shortened.map(run).collect()
    }

    #[test]
    fn nodes_do_not_depend_on_threads() {
        let watch = Watch::new();
        let session = Session::kept_in(&Store::nowhere(), &watch, Demand::One);
        assert_eq!(nodes(&session, 1), nodes(&session, 3));
    }
}

//! The fixed set of searches, as a table whose last line is the signature of the program.

use std::io::{Write, stdout};
use std::time::Instant;

use deepen::bench::suite::{Entry, suite};
use deepen::front::{Demand, Session, Timed, all_threads};
use deepen::json::bench::{Suite, SuiteEntry};
use deepen::search::Threads;
use deepen::{Registry, json};

use crate::args;
use crate::context::Context;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::request;
use crate::text::{Align, grouped, rate, table};

pub fn run(args: &args::Bench, context: Context<'_>) -> anyhow::Result<Exit> {
    let threads = request::threads(&args.threads).unwrap_or_else(all_threads);
    let executor = Threads::new(threads);
    let session = Session::new(context.watch, Demand::One);
    let started = Instant::now();
    let mut results = Vec::new();
    for entry in suite(&Registry::default())? {
        let timed = entry.run(&session, &executor, &Progress::new(context.mode))?;
        if context.watch.is_cancelled() {
            return Ok(Exit::Limit);
        }
        entry.check(&timed)?;
        results.push((entry, timed));
    }
    let seconds = started.elapsed().as_secs_f64();
    let mut out = stdout().lock();
    if context.mode.json {
        json::write(&mut out, &as_json(&results, threads, seconds))?;
    } else {
        writeln!(out, "{}Bench: {}", in_words(&results), total(&results))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

fn total(results: &[(Entry, Timed)]) -> u64 {
    results.iter().map(|(_, timed)| timed.report.counts.generated).sum()
}

fn heuristic(timed: &Timed) -> &'static str {
    if timed.report.algorithm.uses_heuristic() { timed.report.heuristic.name() } else { "-" }
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

fn as_json(results: &[(Entry, Timed)], threads: usize, seconds: f64) -> Suite {
    let entry = |(entry, timed): &(Entry, Timed)| SuiteEntry {
        name: entry.name.clone(),
        method: timed.report.algorithm.name(),
        heuristic: heuristic(timed),
        bound: entry.bound,
        nodes: timed.report.counts.generated,
        seconds: json::rounded(timed.search_seconds()),
    };
    Suite {
        threads,
        entries: results.iter().map(entry).collect(),
        seconds: json::rounded(seconds),
        bench: total(results),
    }
}

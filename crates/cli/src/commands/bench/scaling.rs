//! The speed-up by more threads, as a table and as a plot.

use std::io::{Write, stdout};

use deepen::bench::scaling::{self, ScalingSpec};
use deepen::front::all_threads;
use deepen::json::bench::Scaling;
use deepen::{Error, Registry, json};

use crate::args;
use crate::context::Context;
use crate::exit::Exit;
use crate::svg::{self, Point};
use crate::text::{Align, grouped, rate, table};

pub fn run(args: &args::Bench, context: Context<'_>) -> anyhow::Result<Exit> {
    let spec = ScalingSpec { board: args.board, bound: args.bound, threads: thread_counts(args) };
    let Some(scaling) = scaling::run(&spec, &Registry::default(), context.watch)? else {
        return Ok(Exit::Limit);
    };
    if let Some(path) = &args.plot {
        let Scaling { korf, heuristic, bound, nodes, .. } = &scaling;
        let title = format!("Korf {korf}, {heuristic}, round to {bound}: {nodes} nodes");
        std::fs::write(path, svg::speedup(&title, &points(&scaling)))
            .map_err(|error| Error::io("write", &path.display().to_string(), &error))?;
    }
    let mut out = stdout().lock();
    if context.mode.json {
        json::write(&mut out, &scaling)?;
    } else {
        write!(out, "{}", in_words(&scaling))?;
    }
    out.flush()?;
    Ok(Exit::Done)
}

/// Returns the numbers of threads: as requested, or 1, 2, 4 and so on up to all.
fn thread_counts(args: &args::Bench) -> Vec<usize> {
    if !args.threads_list.is_empty() {
        return args.threads_list.iter().map(|&n| n as usize).collect();
    }
    scaling::default_thread_counts(args.threads.threads.map_or_else(all_threads, |n| n as usize))
}

fn points(scaling: &Scaling) -> Vec<Point> {
    let threads = scaling.rows.iter().filter(|row| row.executor == "threads");
    threads.map(|row| Point { threads: row.threads, speedup: row.speedup }).collect()
}

fn in_words(scaling: &Scaling) -> String {
    let mut text = format!(
        "korf {}, ida with {}, round to {}: {} nodes\n",
        scaling.korf,
        scaling.heuristic,
        scaling.bound,
        grouped(scaling.nodes)
    );
    let mut rows =
        vec![["threads", "seconds", "speed", "speed-up", "efficiency"].map(str::to_string).to_vec()];
    for row in &scaling.rows {
        let threads =
            if row.executor == "threads" { row.threads.to_string() } else { row.executor.to_string() };
        rows.push(vec![
            threads,
            format!("{:.3}", row.seconds),
            rate(scaling.nodes, row.seconds),
            format!("{:.2}", row.speedup),
            format!("{:.0} %", 100.0 * row.efficiency),
        ]);
    }
    use Align::Right;
    text += &table(&[Right, Right, Right, Right, Right], &rows);
    text
}

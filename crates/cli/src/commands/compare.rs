//! `deepen compare`: several searches on one puzzle, each under the same limits, in one table.

use std::io::{Write, stderr, stdout};
use std::path::Path;

use deepen::answer::{CompareSpec, Run, check_agreement, compare};
use deepen::front::{Allowance, Demand, Plan, Session};
use deepen::search::Threads;
use deepen::solver::{Algorithm, Proof, Report, Status};
use deepen::status::{status, stopped_by};
use deepen::{Error, json};

use crate::args;
use crate::atomic_write;
use crate::context::Context;
use crate::exit::Exit;
use crate::input;
use crate::progress::Progress;
use crate::request::CommandRequest;
use crate::text::{self, Align, grouped, table, uses_heuristic};

pub fn run(args: &args::Compare, context: Context<'_>) -> anyhow::Result<Exit> {
    let Context { mode, watch } = context;
    let command = CommandRequest::compare(args)?;
    let plan = command.plan()?;
    let texts = command.texts(&args.inputs)?;
    let items = input::read(&*plan.task, &texts);
    let [item] = &items[..] else {
        let message = format!("found {} puzzles, expected one", items.len());
        return Err(Error::invalid(message).into());
    };
    let request = plan.request(item)?;
    let contest = CompareSpec {
        algorithms: args.algorithms.clone(),
        heuristics: args.heuristics.clone(),
        caps_blind_nodes: args.limits.max_nodes.is_none(),
    };
    let executor = Threads::new(plan.threads);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &executor };
    let skipped = |name: &str, why: &Error| {
        if mode.verbose > 0 {
            let _ = writeln!(stderr(), "skipped {name}: {why}");
        }
    };
    let session = Session::new(watch, Demand::One);
    let progress = Progress::new(mode);
    let runs = compare(&request, &contest, &plan, &session, &allowance, &progress, &skipped)?;
    let mut out = stdout().lock();
    if mode.json {
        let subject = json::Subject::new(item, &plan);
        let runs = runs.iter().map(|(request, timed)| json::Run::new(timed, request, &plan)).collect();
        json::write(&mut out, &json::Comparison { subject, runs })?;
    } else if args.csv.as_deref() == Some(Path::new("-")) {
        write!(out, "{}", csv(&runs, &plan))?;
    } else {
        if let Some(path) = &args.csv {
            atomic_write::replace(path, csv(&runs, &plan).as_bytes())
                .map_err(|error| Error::io("write", &path.display().to_string(), &error))?;
        }
        let n = text::count_of(plan.threads as u64, "thread");
        writeln!(out, "{}, goal {}, {n}", request.instance.label(), plan.goal_name)?;
        write!(out, "{}", in_words(&runs, &plan))?;
    }
    out.flush()?;
    check_agreement(&runs)?;
    Ok(if watch.is_cancelled() { Exit::Limit } else { Exit::Done })
}

fn in_words(runs: &[Run], plan: &Plan) -> String {
    let titles =
        ["algorithm", "heuristic", "length", "proof", "nodes", "expanded", "held", "search s", "tables s"];
    let mut rows = vec![titles.map(str::to_string).to_vec()];
    for (_, timed) in runs {
        let report = &timed.report;
        let heuristic = if uses_heuristic(plan, report.algorithm) { report.heuristic.name() } else { "-" };
        rows.push(vec![
            report.algorithm.name().to_string(),
            heuristic.to_string(),
            report.length.map_or(format!(">= {}", report.lower_bound), |length| length.to_string()),
            proof(report),
            grouped(report.counts.generated),
            grouped(report.counts.expanded),
            grouped(report.held),
            format!("{:.3}", timed.search_seconds()),
            format!("{:.3}", timed.table_seconds),
        ]);
    }
    use Align::{Left, Right};
    table(&[Left, Left, Right, Left, Right, Right, Right, Right, Right], &rows)
}

/// Returns the results as CSV, one run per line. No field needs quotes: names consist of letters and hyphens.
fn csv(runs: &[Run], plan: &Plan) -> String {
    let mut text = "algorithm,heuristic,weight,status,length,lower_bound,nodes,expanded,held,threads,\
                    search_seconds,table_seconds\n"
        .to_string();
    for (request, timed) in runs {
        let report = &timed.report;
        let is_weighted = report.algorithm == Algorithm::WEIGHTED_A_STAR;
        let fields = [
            report.algorithm.name().to_string(),
            report.heuristic.name().to_string(),
            if is_weighted { (f64::from(request.method.weight) / 100.0).to_string() } else { String::new() },
            status(report).to_string(),
            report.length.map(|length| length.to_string()).unwrap_or_default(),
            report.lower_bound.to_string(),
            report.counts.generated.to_string(),
            report.counts.expanded.to_string(),
            report.held.to_string(),
            plan.threads_for(report.algorithm).to_string(),
            format!("{:.6}", timed.search_seconds()),
            format!("{:.6}", timed.table_seconds),
        ];
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

/// Returns what is proved about the length, or what stopped the search.
fn proof(report: &Report) -> String {
    match report.status {
        Status::Solved(Proof::Optimal) => "optimal".to_string(),
        Status::Solved(Proof::UpperBound) => format!(">= {}", report.lower_bound),
        Status::NoSolution => "none".to_string(),
        Status::Stopped(reason) => stopped_by(reason).to_string(),
    }
}

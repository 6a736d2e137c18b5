//! `deepen count`: the number of positions at every distance from a goal, or other facts about all positions.

use std::io::{Write, stdout};

use deepen::answer::{CountAnswer, SHOWN, count};
use deepen::front::{Demand, Session};
use deepen::search::StopReason;
use deepen::solver::{CountResult, Task};
use deepen::status::stopped_by;
use deepen::{Error, json, memory};

use crate::args;
use crate::atomic_write;
use crate::context::Context;
use crate::exit::Exit;
use crate::progress::Progress;
use crate::request::CommandRequest;
use crate::svg::bars;
use crate::text::{Align, count_of, grouped, rate, table};

pub fn run(args: &args::Count, context: Context<'_>) -> anyhow::Result<Exit> {
    let Context { mode, watch } = context;
    let command = CommandRequest::count(args)?;
    let task = &*command.task;
    let session = Session::new(watch, Demand::One);
    let answer = count(task, &command.request.limits, &session, &Progress::new(mode))?;
    if let Some(path) = &args.plot {
        let plot = plot(task, &answer.counted).ok_or_else(|| Error::usage("no counts to plot"))?;
        atomic_write::replace(path, plot.as_bytes())
            .map_err(|error| Error::io("write", &path.display().to_string(), &error))?;
    }
    let mut out = stdout().lock();
    match (&answer.counted, mode.json) {
        (CountResult::Facts { fields, .. }, true) => json::write(&mut out, &json::Fields(fields.clone()))?,
        (CountResult::Facts { text, .. }, false) => write!(out, "{text}")?,
        (CountResult::Sequences { .. }, true) => json::write(&mut out, &json::Sequences::new(task, &answer))?,
        (CountResult::Sequences { per_depth, what, .. }, false) => {
            write!(out, "canonical sequences, {what}\n{}", by_depth("sequences", per_depth))?;
        }
        (CountResult::Positions { .. }, true) => {
            json::write(&mut out, &json::CountResult::new(task, &answer))?;
        }
        (CountResult::Positions { .. }, false) => write!(out, "{}", in_words(task, &answer))?,
    }
    out.flush()?;
    // A count to the requested depth is complete.
    Ok(match answer.stop {
        None | Some(StopReason::Cost) => Exit::Done,
        Some(_) => Exit::Limit,
    })
}

/// Returns a chart of the counts.
fn plot(task: &dyn Task, counted: &CountResult) -> Option<String> {
    match counted {
        CountResult::Facts { .. } => None,
        CountResult::Sequences { per_depth, .. } => {
            let title = format!("{}, canonical sequences", task.puzzle_name());
            let numbers: Vec<u64> = per_depth.iter().map(|&n| u64::try_from(n).unwrap_or(u64::MAX)).collect();
            Some(bars(&title, "sequences", &numbers))
        }
        CountResult::Positions { census, size, metric, .. } => {
            let size = size.as_ref().map(|size| format!(" {size}")).unwrap_or_default();
            let (puzzle, goal) = (task.puzzle_name(), task.goal_name());
            let title = format!("{puzzle}{size}, goal {goal}, by {metric} moves");
            Some(bars(&title, &format!("{}s", task.solver().unit), &census.per_depth))
        }
    }
}

/// Returns a table of counts by depth.
fn by_depth<N: Copy + Into<u128>>(title: &str, numbers: &[N]) -> String {
    let mut rows = vec![vec!["depth".to_string(), title.to_string()]];
    let row = |(depth, &n): (usize, &N)| vec![depth.to_string(), grouped(n)];
    rows.extend(numbers.iter().enumerate().map(row));
    table(&[Align::Right, Align::Right], &rows)
}

fn in_words(task: &dyn Task, answer: &CountAnswer) -> String {
    let CountResult::Positions { census, what, .. } = &answer.counted else { return String::new() };
    let (seconds, stop, unit) = (answer.seconds, answer.stop, task.solver().unit);
    let mut text = format!("goal {}, {}\n", task.goal_name(), what);
    text += &by_depth(&format!("{unit}s"), &census.per_depth);
    let nodes = census.counts.generated;
    let total = count_of(census.per_depth.iter().sum(), unit);
    let mut work = format!("{} in {seconds:.3} s ({})", count_of(nodes, "node"), rate(nodes, seconds));
    if census.table_bytes > 0 {
        work += &format!(", {}", memory::show(census.table_bytes));
    }
    let deepest = census.per_depth.len().saturating_sub(1);
    text += &match stop {
        None => format!("{total}; God's number is {deepest}; {work}\n"),
        Some(StopReason::Cost) => format!("{total} within {deepest} moves; {work}\n"),
        Some(reason) => {
            format!(
                "stopped ({}): {total} within {deepest} moves, there are more; {work}\n",
                stopped_by(reason)
            )
        }
    };
    if stop.is_none() && !census.deepest.is_empty() {
        text += "deepest:\n";
        for position in census.deepest.iter().take(SHOWN) {
            text += &format!("  {position}\n");
        }
    }
    text
}

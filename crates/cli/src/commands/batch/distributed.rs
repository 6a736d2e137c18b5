//! A batch with a journal, or one that several processes share. Puzzles are numbered tasks, and the output of a task is sent
//! and stored as a line of JSON.

use deepen::front::{Demand, Item, Plan, Session, Watch};
use deepen::search::executor::{Job, TaskSource};
use deepen::search::ranks::{Finished as Done, Ranks, ResultSink};
use deepen::search::{StopReason, Threads};
use deepen::solver::Status;
use deepen::{Error, ErrorKind};
use serde::{Deserialize, Serialize};

use super::ordered_output::OrderedOutput;
use super::totals::Totals;
use super::{Worker, write};
use crate::context::OutputMode;
use crate::exit::Exit;

/// The result of one puzzle. The names of fields are part of the format of journals.
#[derive(Serialize, Deserialize)]
struct Result {
    /// Complete lines, as they are printed.
    text: String,
    #[serde(rename = "sums")]
    totals: Totals,
    exit: Exit,
}

/// Solves all puzzles together with other ranks. Only rank 0 prints.
pub fn solve_all(
    items: &[Item<'_>],
    identity: u64,
    ranks: &Ranks<'_>,
    output: &OrderedOutput,
    (plan, mode, watch): (&Plan, OutputMode, &Watch),
) {
    let session = Session::new(watch, Demand::Many);
    // Idle threads help the others of this rank.
    let executor = Threads::with_spare(0);
    let job = Job {
        n_tasks: items.len(),
        fingerprint: &|| identity,
        poll: &|_| watch.is_cancelled().then_some(StopReason::Cancelled),
        ..Job::of_tasks(0)
    };
    let work = |claims: &dyn TaskSource| {
        let mut worker = Worker { plan, mode, executor: &executor, runner: session.runner() };
        while let Some(i) = claims.next() {
            let outcome = worker.solve(&items[i], i == 0, &|_| {});
            let is_cancelled = |status: &Status| matches!(status, Status::Stopped(StopReason::Cancelled));
            if outcome.as_ref().is_ok_and(|(_, timed)| is_cancelled(&timed.report.status)) {
                // Not a result: a resumed batch solves it again.
                break;
            }
            let mut totals = Totals::default();
            let exit = totals.add_result(&items[i], &outcome, plan.wanted);
            let mut text = Vec::new();
            write(&items[i], &outcome, plan, mode, &mut text);
            let text = String::from_utf8(text).expect("results are text");
            let line = serde_json::to_string(&Result { text, totals, exit }).expect("plain data");
            claims.finished(i, false, &|| line.clone());
        }
        executor.lend();
        watch.is_cancelled().then_some(StopReason::Cancelled)
    };
    let mut take = |_: Option<usize>, Done { task, line, .. }: Done| {
        let mut finished = output.new_chunk(task as u64);
        match serde_json::from_str(&line) {
            Ok(Result { text, totals, exit }) => {
                finished.text.extend(text.into_bytes());
                (finished.totals, finished.exit) = (totals, exit);
            }
            Err(error) => {
                let failure = Error::new(ErrorKind::Io, format!("invalid result of puzzle {task}: {error}"));
                super::print_error(&failure, mode.quiet);
                finished.exit = Exit::Io;
            }
        }
        if output.submit(finished).is_err() {
            // The output is closed: no more results are needed.
            watch.cancel();
        }
    };
    let mut end = |_: Option<StopReason>| Vec::new();
    ranks.start_search(0);
    ranks.run_tasks(&job, &work, &mut ResultSink { on_result: &mut take, outcome: &mut end });
}

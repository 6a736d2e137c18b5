//! `deepen hint`: the next move of a shortest solution if one is found in time, else of any solution, and the number of
//! moves left.

use std::io::{Write, stdout};

use deepen::answer::hint;
use deepen::front::{Allowance, Demand, Session, Timed};
use deepen::json;
use deepen::search::Threads;
use deepen::solver::{Proof, Request, Status};

use crate::args;
use crate::commands::print_error;
use crate::context::Context;
use crate::exit::Exit;
use crate::input;
use crate::progress::Progress;
use crate::request::CommandRequest;
use crate::text::Ending;

pub fn run(args: &args::Hint, context: Context<'_>) -> anyhow::Result<Exit> {
    let Context { mode, watch } = context;
    let command = CommandRequest::hint(args)?;
    let plan = command.plan()?;
    let texts = command.texts(&args.inputs)?;
    let executor = Threads::new(plan.threads);
    let session = Session::new(watch, Demand::One);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &executor };
    let mut exit = Exit::Done;
    let mut out = stdout().lock();
    for item in input::read(&*plan.task, &texts).iter().take_while(|_| !watch.is_cancelled()) {
        let ended = match hint(item, &plan, &session, &allowance, &Progress::new(mode)) {
            Ok((request, timed)) => {
                match mode.json {
                    true => json::write(&mut out, &json::Hinted::new(item, &plan, &request, &timed))?,
                    false => writeln!(out, "{}", in_words(&request, &timed))?,
                }
                Exit::of_report(&timed.report, plan.wanted)
            }
            Err(error) => {
                match mode.json {
                    true => {
                        let subject = json::Subject::new(item, &plan);
                        json::write(&mut out, &json::Refused::new(subject, &error))?;
                    }
                    false => print_error(&error, mode.quiet),
                }
                Exit::of(&error)
            }
        };
        exit = exit.worst(ended);
    }
    out.flush()?;
    Ok(exit)
}

/// `b3> moves S right to c3, where it is T; 24 moves, optimal`, or `R2; from a solution of 19 moves, not proved shortest …`.
fn in_words(request: &Request, timed: &Timed) -> String {
    let report = &timed.report;
    let is_any = report.length.is_some() && report.status != Status::Solved(Proof::Optimal);
    let ending = format!("{}{}", if is_any { "from a solution of " } else { "" }, Ending(report, request));
    match report.solutions.first().and_then(|solution| solution.first()) {
        None if report.length == Some(0) => "nothing to do: already solved".to_string(),
        None => ending,
        Some(&mv) => format!("{}; {ending}", request.instance.describe_move(mv)),
    }
}

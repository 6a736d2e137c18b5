//! `deepen hint`: the next move of a shortest solution if one is found in time, else of any solution, and how many moves are
//! left.

use std::io::Write;

use solve::{Demand, Proof, Question, Request, Status, Store};

use crate::args;
use crate::commands::complain;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Item};
use crate::plan::{Plan, Voice};
use crate::scene::Scene;
use crate::session::{Allowance, Session, Timed};
use crate::text::{self, Ending};
use crate::verdict;
use crate::wire;

pub fn run(args: &args::Hint, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let Scene { voice, watch, .. } = *scene;
    let plan = Plan::of_hint(args)?;
    let sources = input::sources(&plan.target.kind(), &args.inputs)?;
    let executor = scene.pool(plan.threads);
    let session = scene.session(&Store::nowhere(), Demand::One);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &*executor };
    let mut exit = Exit::Done;
    let mut out = scene.out();
    for item in input::items(&plan.target.kind(), &sources).iter().take_while(|_| !watch.is_cancelled()) {
        let found = plan.request(item).and_then(|request| {
            let timed = session.solve(&request, &allowance, &scene.progress(None))?;
            match (timed.report.length, plan.at_once()) {
                (None, Some(plan)) if !watch.is_cancelled() => {
                    any_solution(item, &plan, &timed, &session, &allowance, scene)
                }
                _ => Ok((request, timed)),
            }
        });
        let ended = match found {
            Ok((request, timed)) => {
                match voice.json {
                    true => wire::write(&mut out, &on_the_wire(item, &plan, &request, &timed))?,
                    false => writeln!(out, "{}", in_words(&request, &timed))?,
                }
                verdict::exit(&timed.report, plan.wanted)
            }
            Err(failure) => refused(&mut out, item, &plan, &failure, voice)?,
        };
        exit = exit.gravest(ended);
    }
    out.flush()?;
    Ok(exit)
}

/// A solution that need not be a shortest one, where none of these was found in time.
fn any_solution(
    item: &Item<'_>,
    plan: &Plan,
    before: &Timed,
    session: &Session<'_>,
    allowance: &Allowance<'_>,
    scene: &Scene<'_>,
) -> Result<(Request, Timed), Failure> {
    let request = plan.request(item)?;
    let mut timed = session.solve(&request, allowance, &scene.progress(None))?;
    timed.seconds += before.seconds;
    timed.table_seconds += before.table_seconds;
    let report = &mut timed.report;
    // What the rounds have proved holds for any solution.
    report.lower_bound = report.lower_bound.max(before.report.lower_bound);
    if report.length.is_some() && report.length == Some(report.lower_bound) {
        report.status = Status::Solved(Proof::Optimal);
    }
    Ok((request, timed))
}

fn on_the_wire<'a>(item: &'a Item<'a>, plan: &'a Plan, request: &Request, timed: &Timed) -> wire::Hinted<'a> {
    let report = &timed.report;
    let next = report.solutions.first().and_then(|solution| solution.get(..1));
    wire::Hinted {
        subject: wire::Subject::new(item, plan),
        status: verdict::status(report),
        mv: next.map(|next| request.question.move_names(next)),
        slides: next.and_then(|next| wire::slides(&request.question, next)),
        left: report.length,
        seconds: wire::rounded(timed.seconds),
        table_seconds: wire::rounded(timed.table_seconds),
    }
}

/// `b3> moves S right to c3, where it is T; 24 moves, optimal`, or `R2; from a solution of 19 moves, not proved shortest …`.
fn in_words(request: &Request, timed: &Timed) -> String {
    let report = &timed.report;
    let is_any = report.length.is_some() && report.status != Status::Solved(Proof::Optimal);
    let ending = format!("{}{}", if is_any { "from a solution of " } else { "" }, Ending(report, request));
    match (report.solutions.first().and_then(|solution| solution.first()), &request.question) {
        (None, _) if report.length == Some(0) => "nothing to do: already solved".to_string(),
        (None, _) => ending,
        (Some(&mv), Question::Shuffdle(spelling)) => {
            let told = text::slide(&mut spelling.board.clone(), mv).expect("solutions are replayed");
            format!("{told}; {ending}")
        }
        (Some(&mv), question) => format!("{}; {ending}", question.move_names(&[mv])),
    }
}

/// A puzzle that was not searched.
fn refused(
    out: &mut dyn Write,
    item: &Item<'_>,
    plan: &Plan,
    failure: &Failure,
    voice: Voice,
) -> std::io::Result<Exit> {
    match voice.json {
        true => wire::write(out, &wire::Refused::new(wire::Subject::new(item, plan), failure))?,
        false => complain(failure, voice.quiet),
    }
    Ok(failure.exit)
}

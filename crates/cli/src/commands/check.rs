//! `deepen check`: plays moves and reports the result, or reports whether the puzzle can be solved.

use std::io::{Write, stdout};

use deepen::answer::{Checked, Judged, check};
use deepen::front::{Allowance, Demand, Session};
use deepen::search::Threads;
use deepen::solver::Replay;
use deepen::{Error, json};

use crate::args;
use crate::context::Context;
use crate::exit::Exit;
use crate::input;
use crate::progress::Progress;
use crate::request::CommandRequest;
use crate::text::{count_of, names};

pub fn run(args: &args::Check, context: Context<'_>) -> anyhow::Result<Exit> {
    let command = CommandRequest::check(args)?;
    let plan = command.plan()?;
    let texts = command.texts(&args.inputs)?;
    let items = input::read(&*plan.task, &texts);
    let [item] = &items[..] else {
        let message = format!("found {} puzzles, expected one", items.len());
        return Err(Error::invalid(message).into());
    };
    let session = Session::new(context.watch, Demand::One);
    let executor = Threads::new(plan.threads);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &executor };
    let progress = Progress::new(context.mode);
    let solution = args.solution.as_deref();
    let checked = check(item, solution, args.optimal, &plan, &session, &allowance, &progress)?;
    let mut out = stdout().lock();
    let exit = match &checked {
        Checked::Solvable { is_solved } => {
            match context.mode.json {
                true => json::write(&mut out, &json::Solvable::new(item, &plan, *is_solved))?,
                false => writeln!(out, "{}", if *is_solved { "solved" } else { "can be solved" })?,
            }
            Exit::Done
        }
        Checked::Judged(judged) => {
            if context.mode.json {
                json::write(&mut out, &json::Judged::new(item, &plan, judged))?;
            } else {
                writeln!(out, "{}", in_words(judged))?;
                judged.note.iter().try_for_each(|note| writeln!(out, "{note}"))?;
            }
            if judged.played == Replay::Solved { Exit::Done } else { Exit::Invalid }
        }
    };
    out.flush()?;
    Ok(exit)
}

fn in_words(judged: &Judged) -> String {
    let Judged { instance, moves, length, played, optimal, .. } = judged;
    let length = *length;
    let n = count_of(length, "move");
    let text = match *played {
        Replay::Solved => format!("solved in {n}"),
        Replay::Unsolved if length == 1 => "not solved by this move".to_string(),
        Replay::Unsolved => format!("not solved by these {n}"),
        Replay::Impossible { at } => {
            let mv = names(&**instance, &moves[at..=at]);
            format!("move {}, {mv}, is not possible{}", at + 1, instance.illegal_move_reason(moves, at))
        }
    };
    match optimal.map(u64::from) {
        Some(best) if *played == Replay::Solved && best == length => {
            format!("{text}, a shortest solution")
        }
        Some(best) => format!("{text}; a shortest solution has {}", count_of(best, "move")),
        None => text,
    }
}

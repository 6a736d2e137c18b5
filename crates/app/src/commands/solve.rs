//! `deepen solve`: one puzzle after the other, each on all threads.

use std::io::{self, Write, stderr, stdout};

use search::{StopReason, Threads};
use solve::{Request, Status};

use crate::args;
use crate::commands::complain;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Item};
use crate::plan::{Plan, Voice};
use crate::progress::Progress;
use crate::session::{Allowance, Session, Timed};
use crate::text;
use crate::verdict;
use crate::watch::Watch;
use crate::wire;

/// How results are printed.
struct Printer<'a> {
    plan: &'a Plan,
    voice: Voice,
    show: Option<args::Show>,
    /// Results need labels to be told apart.
    several: bool,
}

pub fn run(args: &args::Solve, voice: Voice, watch: &Watch) -> anyhow::Result<Exit> {
    let plan = Plan::of_solve(args)?;
    let items = input::items(&args.inputs)?;
    let executor = Threads::new(plan.threads);
    let session = Session::new(watch);
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor: &executor };
    let printer = Printer { plan: &plan, voice, show: args.show, several: items.len() > 1 };
    let mut exit = Exit::Done;
    for (i, item) in items.iter().enumerate() {
        if watch.is_cancelled() {
            exit = exit.gravest(Exit::Limit);
            break;
        }
        let result = request(item, &plan).and_then(|request| {
            let timed = session.solve(&request, &allowance, &Progress::new(voice))?;
            Ok((request, timed))
        });
        let mut out = stdout().lock();
        let ended = match result {
            Ok((request, timed)) => printer.solved(&mut out, i, item, &request, &timed)?,
            Err(failure) => printer.refused(&mut out, item, failure)?,
        };
        exit = exit.gravest(ended);
    }
    stdout().flush()?;
    Ok(exit)
}

/// What to ask for an item of the input.
pub fn request(item: &Item, plan: &Plan) -> Result<Request, Failure> {
    let entry = item.entry.as_ref().map_err(Failure::clone)?;
    plan.request(&entry.board)
}

impl Printer<'_> {
    fn solved(
        &self,
        out: &mut dyn Write,
        i: usize,
        item: &Item,
        request: &Request,
        timed: &Timed,
    ) -> io::Result<Exit> {
        if self.voice.json {
            wire::write(out, &wire::Solved::new(item, timed, request, self.plan))?;
        } else {
            self.in_words(out, i, item, request, timed)?;
        }
        let known = item.entry.as_ref().ok().and_then(|entry| entry.known_length);
        let mut exit = verdict::exit(&timed.report, request.method.all);
        if let Some(known) = known.filter(|&known| verdict::contradicts(&timed.report, known)) {
            exit = exit.gravest(Exit::Invalid);
            if !self.voice.json {
                complain(&self.mismatch(item, known), self.voice.quiet);
            }
        }
        Ok(exit)
    }

    fn in_words(
        &self,
        out: &mut dyn Write,
        i: usize,
        item: &Item,
        request: &Request,
        timed: &Timed,
    ) -> io::Result<()> {
        let report = &timed.report;
        if !self.voice.quiet {
            if i > 0 {
                writeln!(out)?;
            }
            if self.several {
                writeln!(out, "{}", item.label)?;
            }
            writeln!(out, "{}", text::heading(self.plan, report))?;
        }
        for solution in report.solutions.iter().filter(|solution| !solution.is_empty()) {
            writeln!(out, "{}", text::moves(solution))?;
        }
        if !self.voice.quiet || report.solutions.is_empty() {
            writeln!(out, "{}", text::summary(timed, request, self.plan.limits.max_memory))?;
        }
        if let (Some(args::Show::Boards), Some(solution)) = (self.show, report.solutions.first()) {
            write!(out, "\n{}", text::steps(&request.board, solution))?;
        }
        out.flush()?;
        if report.status == Status::Stopped(StopReason::Memory) && !self.voice.quiet {
            // Only advice; whoever closed stderr does without.
            let _ = writeln!(stderr(), "hint: ida needs next to no memory; --max-memory gives more of it");
        }
        Ok(())
    }

    fn mismatch(&self, item: &Item, known: u32) -> Failure {
        let failure = Failure::new(Exit::Invalid, format!("the input claims {known} moves, which is wrong"))
            .hint("it may have been meant for another --goal");
        if self.several { failure.at(&item.label) } else { failure }
    }

    fn refused(&self, out: &mut dyn Write, item: &Item, failure: Failure) -> io::Result<Exit> {
        if self.voice.json {
            let subject = wire::Subject::new(item, self.plan);
            wire::write(out, &wire::Refused::new(subject, &failure))?;
            return Ok(failure.exit);
        }
        let exit = failure.exit;
        let placed = match failure.place {
            None if self.several => failure.at(&item.label),
            _ => failure,
        };
        complain(&placed, self.voice.quiet);
        Ok(exit)
    }
}

//! `deepen batch`: many puzzles at once, a line each, in the order of the input.
//!
//! Workers take the next puzzle from one counter and search it on their own thread. All searches share one executor:
//! a worker that finds nothing more lends its thread to those still searching, so the last puzzles do not keep one
//! core busy while the others idle.

use std::collections::BTreeMap;
use std::io::{self, Write, stderr, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use indicatif::ProgressBar;
use search::Threads;
use solve::{Request, Status};

use crate::args;
use crate::commands::solve::request;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::input::{self, Item};
use crate::plan::{Plan, Voice};
use crate::progress::{self, Progress};
use crate::session::{Allowance, Session, Timed};
use crate::text::{self, count_of, grouped};
use crate::verdict;
use crate::watch::Watch;
use crate::wire;

type Outcome = Result<(Request, Timed), Failure>;

/// What all workers share.
struct Work<'a> {
    items: &'a [Item],
    plan: &'a Plan,
    voice: Voice,
    watch: &'a Watch,
    session: Session<'a>,
    executor: Threads,
    /// The next puzzle that nobody has taken.
    next: AtomicUsize,
}

/// What came out in all.
#[derive(Default)]
struct Sums {
    printed: usize,
    solved: u64,
    unsolvable: u64,
    invalid: u64,
    stopped: u64,
    mismatched: u64,
    moves: u64,
    nodes: u64,
}

pub fn run(args: &args::Batch, voice: Voice, watch: &Watch) -> anyhow::Result<Exit> {
    let plan = Plan::of_batch(args)?;
    let items = input::items(&args.inputs)?;
    let n_workers = plan.threads.min(items.len());
    let work = Work {
        items: &items,
        plan: &plan,
        voice,
        watch,
        session: Session::new(watch),
        executor: Threads::with_spare(plan.threads - n_workers),
        next: AtomicUsize::new(0),
    };
    let started = Instant::now();
    let bar = progress::counter(items.len(), voice);
    let (exit, sums) = thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..n_workers {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work.run(&sender));
        }
        drop(sender);
        // Nobody reads any more: nobody needs to work any more.
        work.print(&results, &bar).inspect_err(|_| watch.cancel())
    })?;
    bar.finish_and_clear();
    let not_started = items.len() - sums.printed;
    if !voice.quiet {
        // Only a summary; whoever closed stderr does without.
        let _ = writeln!(stderr(), "{}", sums.in_words(items.len(), started.elapsed().as_secs_f64()));
    }
    Ok(if not_started > 0 { exit.gravest(Exit::Limit) } else { exit })
}

impl Work<'_> {
    /// Solves puzzles until none is left, then helps the others.
    fn run(&self, results: &Sender<(usize, Outcome)>) {
        while !self.watch.is_cancelled() {
            let i = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = self.items.get(i) else { break };
            // The printer is gone only if printing failed, which cancels.
            let _ = results.send((i, self.solve(item)));
        }
        self.executor.lend();
    }

    fn solve(&self, item: &Item) -> Outcome {
        let request = request(item, self.plan)?;
        let progress = if self.voice.verbose > 1 { Progress::new(self.voice) } else { Progress::silent() };
        let Plan { limits, timeout, .. } = *self.plan;
        let allowance = Allowance { limits, timeout, executor: &self.executor };
        let timed = self.session.solve(&request, &allowance, &progress)?;
        Ok((request, timed))
    }

    /// Prints results in the order of the input, each as soon as those before it are there.
    fn print(&self, results: &Receiver<(usize, Outcome)>, bar: &ProgressBar) -> io::Result<(Exit, Sums)> {
        let mut exit = Exit::Done;
        let mut sums = Sums::default();
        let mut early = BTreeMap::new();
        for (i, outcome) in results {
            bar.inc(1);
            early.insert(i, outcome);
            while let Some(outcome) = early.remove(&sums.printed) {
                let item = &self.items[sums.printed];
                exit = exit.gravest(sums.take_in(item, &outcome));
                bar.suspend(|| self.print_one(item, &outcome))?;
            }
        }
        // After an interrupt the puzzles in between may be missing.
        for (i, outcome) in early {
            exit = exit.gravest(sums.take_in(&self.items[i], &outcome));
            bar.suspend(|| self.print_one(&self.items[i], &outcome))?;
        }
        stdout().flush()?;
        Ok((exit, sums))
    }

    fn print_one(&self, item: &Item, outcome: &Outcome) -> io::Result<()> {
        let mut out = stdout().lock();
        match outcome {
            _ if !self.voice.json => writeln!(out, "{}", line(item, outcome)),
            Ok((request, timed)) => {
                wire::write(&mut out, &wire::Solved::new(item, timed, request, self.plan))
            }
            Err(failure) => {
                let subject = wire::Subject::new(item, self.plan);
                wire::write(&mut out, &wire::Refused::new(subject, failure))
            }
        }
    }
}

/// A result on one line.
fn line(item: &Item, outcome: &Outcome) -> String {
    let label = &item.label;
    let (report, seconds) = match outcome {
        Ok((_, timed)) => (&timed.report, timed.seconds),
        Err(failure) => return format!("{label}: {}: {}", failure.code(), failure.message),
    };
    let mismatch = match mismatch(item, outcome) {
        Some(known) => format!(", but the input claims {known}"),
        None => String::new(),
    };
    let nodes = count_of(report.counts.generated, "node");
    let line = format!("{label}: {}{mismatch}, {nodes}, {seconds:.3} s", text::ending(report));
    match report.solutions.first() {
        Some(solution) if !solution.is_empty() => format!("{line}: {}", text::moves(solution)),
        _ => line,
    }
}

/// The length that the input claims, if it is wrong.
fn mismatch(item: &Item, outcome: &Outcome) -> Option<u32> {
    let known = item.entry.as_ref().ok()?.known_length?;
    let (_, timed) = outcome.as_ref().ok()?;
    verdict::contradicts(&timed.report, known).then_some(known)
}

impl Sums {
    /// Adds a result and says which exit code it leads to.
    fn take_in(&mut self, item: &Item, outcome: &Outcome) -> Exit {
        self.printed += 1;
        let mut exit = match outcome {
            Ok((_, timed)) => {
                self.nodes += timed.report.counts.generated;
                verdict::exit(&timed.report, false)
            }
            Err(failure) => failure.exit,
        };
        match (exit, outcome) {
            (Exit::Done, Ok((_, timed))) if matches!(timed.report.status, Status::Solved(_)) => {
                self.solved += 1;
                self.moves += u64::from(timed.report.length.unwrap_or(0));
            }
            (Exit::Unsolvable, _) => self.unsolvable += 1,
            (Exit::Limit, _) => self.stopped += 1,
            _ => self.invalid += 1,
        }
        if mismatch(item, outcome).is_some() {
            self.mismatched += 1;
            exit = exit.gravest(Exit::Invalid);
        }
        exit
    }

    fn in_words(&self, n_items: usize, seconds: f64) -> String {
        let mut text = format!("{} of {} solved", grouped(self.solved), grouped(n_items as u64));
        let not_started = (n_items - self.printed) as u64;
        for (n, what) in [
            (self.unsolvable, "unsolvable"),
            (self.invalid, "invalid"),
            (self.stopped, "stopped"),
            (self.mismatched, "not as long as the input claims"),
            (not_started, "not started"),
        ] {
            if n > 0 {
                text += &format!(", {} {what}", grouped(n));
            }
        }
        let (moves, nodes) = (count_of(self.moves, "move"), count_of(self.nodes, "node"));
        format!("{text}; {moves}, {nodes} in {seconds:.3} s")
    }
}

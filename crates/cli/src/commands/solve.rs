//! `deepen solve`: one puzzle after another, each on all threads.

mod stream;

use std::io::{self, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use deepen::front::{Allowance, Demand, Item, Plan, Session, Timed, Watch};
use deepen::search::ranks::NoJournal;
use deepen::search::{Cost, Executor, Move, Ranks, StopReason, Threads};
use deepen::solver::{Heuristic, Instance, Replay, Request, Show, Status};
use deepen::status::contradicts;
use deepen::{Error, json};

use crate::args;
use crate::color::{self, Style, label};
use crate::commands::print_error;
use crate::context::{Context, OutputMode};
use crate::exit::Exit;
use crate::input;
use crate::journal::Content;
use crate::journaled::{JournalContext, JournaledRun};
use crate::mpi::MpiWorld;
use crate::progress::Progress;
use crate::request::CommandRequest;
use crate::text::{self, CountOf};

/// From this number of puzzles on, tables that pay off only for many are built.
const MANY: usize = 20;

/// The result of an item.
enum Answer {
    /// Still to be printed.
    Found(Box<(Request, Timed)>),
    /// Printed while it was found.
    Streamed(io::Result<Exit>),
}

/// Prints the result of one item.
struct Printer<'a> {
    plan: &'a Plan,
    mode: OutputMode,
    show: Option<Show>,
    item: &'a Item<'a>,
    /// There are several items, so results need labels.
    several: bool,
    /// The result of another item was printed before.
    follows: bool,
    /// True if the heading is printed: improvements come before the answer.
    begun: AtomicBool,
    /// True if improvements are printed as JSON.
    streams: bool,
    /// The last improvement that was printed.
    last_improvement: Mutex<Option<Vec<Move>>>,
}

pub fn run(
    args: &args::Solve,
    context: Context<'_>,
    journal_context: JournalContext<'_>,
) -> anyhow::Result<Exit> {
    let Context { mode, watch } = context;
    let command = CommandRequest::solve(args)?;
    let mut plan = command.plan()?;
    let wanted = args.journal.journal.as_deref();
    let algorithm = plan.method.algorithm;
    let has_rounds = plan.info(algorithm).is_some_and(|info| info.has_rounds);
    if wanted.is_some() && !has_rounds {
        let message =
            format!("{} has no rounds, expected an algorithm with rounds for --journal", algorithm.name());
        return Err(Error::usage(message)
            .hint("use ida, dfid or dfs; batch --journal works with any algorithm")
            .into());
    }
    let texts = command.texts(&args.inputs)?;
    let items = input::read(&*plan.task, &texts);
    // A view that is not available is an error before the search.
    if let (Some(show), Some(Ok(first))) = (show(args.show), items.first().map(|item| &item.puzzle)) {
        first.show(show, None)?;
    }
    // An algorithm without rounds runs in this process only.
    let journaled = match has_rounds && journal_context.is_needed(wanted) {
        true => Some(JournaledRun::new(journal_context, wanted, &mut plan, &texts, Content::Tasks, watch)?),
        false => None,
    };
    let rank_session = journaled.as_ref().map(|journaled| journaled.rank_session(plan.threads));
    let threads = Threads::new(plan.threads);
    let executor: &dyn Executor = match &rank_session {
        Some(rank_session) => &rank_session.0,
        None => &threads,
    };
    let session = Session::new(watch, demand(&items));
    plan.method.small_tables &= demand(&items) == Demand::One;
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor };
    let mut exit = Exit::Done;
    for (i, item) in items.iter().enumerate() {
        if let Some(rank_session) = &rank_session {
            rank_session.0.start_search(i as u32);
        }
        if watch.is_cancelled() {
            exit = exit.worst(Exit::Limit);
            break;
        }
        let (several, begun) = (items.len() > 1, AtomicBool::new(false));
        let plan = plan.for_item(item);
        let printer = Printer {
            plan: &plan,
            mode,
            show: show(args.show),
            item,
            several,
            follows: i > 0,
            begun,
            streams: args.stream,
            last_improvement: Mutex::default(),
        };
        let result = plan.request(item).and_then(|request| {
            let tell = |length: Cost, moves: &[Move]| printer.improved(&*request.instance, length, moves);
            let progress = Progress::in_format(mode, args.progress);
            let progress =
                if printer.prints_improvements() { progress.printing_improvements(&tell) } else { progress };
            if request.instance.is_long(&request.method) {
                let ended = printer.stream(&request, &session, &allowance, &progress)?;
                return Ok(Answer::Streamed(ended));
            }
            let mut timed = session.solve(&request, &allowance, &progress)?;
            timed.report.solutions.truncate(plan.n_shown);
            Ok(Answer::Found(Box::new((request, timed))))
        });
        if let Some(journaled) = &journaled {
            journaled.check()?;
        }
        let mut out = stdout().lock();
        let ended = match result {
            Ok(Answer::Found(found)) => printer.solved(&mut out, &found.0, &found.1)?,
            Ok(Answer::Streamed(ended)) => ended?,
            Err(error) => printer.refused(&mut out, error)?,
        };
        exit = exit.worst(ended);
    }
    stdout().lock().flush()?;
    Ok(exit)
}

/// Returns what to show besides solutions.
fn show(show: Option<args::Show>) -> Option<Show> {
    Some(match show? {
        args::Show::Boards => Show::Boards,
        args::Show::Net => Show::Net { coloured: color::on_stdout() },
    })
}

/// Runs the same searches in another rank, if they have rounds. Only rank 0 prints.
///
/// # Errors
/// If this rank cannot run them.
pub fn run_worker(args: &args::Solve, max_memory: u64, world: &MpiWorld, watch: &Watch) -> Result<(), Error> {
    let command = CommandRequest::solve(args)?;
    let mut plan = command.plan()?;
    plan.limits.max_memory = max_memory;
    let texts = command.texts(&args.inputs)?;
    let items = input::read(&*plan.task, &texts);
    let ranks = Ranks::new(world.link(), &NoJournal, plan.threads);
    let session = Session::new(watch, demand(&items));
    plan.method.small_tables &= demand(&items) == Demand::One;
    let allowance = Allowance { limits: plan.limits, timeout: None, executor: &ranks };
    for (i, item) in items.iter().enumerate() {
        ranks.start_search(i as u32);
        if let Ok(request) = plan.request(item) {
            // Rank 0 has the same error and reports it.
            let _ = session.solve(&request, &allowance, &Progress::silent());
        }
    }
    Ok(())
}

fn demand(items: &[Item<'_>]) -> Demand {
    if items.len() < MANY { Demand::One } else { Demand::Many }
}

impl Printer<'_> {
    /// True if solutions that may still be improved are printed.
    fn prints_improvements(&self) -> bool {
        self.plan.method.improve && if self.mode.json { self.streams } else { !self.mode.quiet }
    }

    /// Prints a solution that may still be improved.
    fn improved(&self, instance: &dyn Instance, length: Cost, moves: &[Move]) {
        assert!(instance.replay(moves) == Replay::Solved, "an improvement fails its replay");
        *self.last_improvement() = Some(moves.to_vec());
        let mut out = stdout().lock();
        let written = match self.mode.json {
            true => {
                json::write(&mut out, &json::Improved::new(self.item, self.plan, instance, length, moves))
            }
            false => self.begin(&mut out, Heuristic::NONE).and_then(|()| {
                writeln!(out, "{}: {}", CountOf(length.into(), "move"), text::names(instance, moves))
            }),
        };
        // A closed pipe is detected when the answer is printed.
        let _ = written.and_then(|()| out.flush());
    }

    fn last_improvement(&self) -> MutexGuard<'_, Option<Vec<Move>>> {
        self.last_improvement.lock().expect("nothing panics while it is locked")
    }

    /// Prints the heading, once.
    fn begin(&self, out: &mut dyn Write, heuristic: Heuristic) -> io::Result<()> {
        if self.mode.quiet || self.begun.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        if self.follows {
            writeln!(out)?;
        }
        if self.several {
            writeln!(out, "{}", self.item.label())?;
        }
        writeln!(out, "{}", text::heading(self.plan, heuristic))
    }

    fn solved(&self, out: &mut dyn Write, request: &Request, timed: &Timed) -> io::Result<Exit> {
        if self.mode.json {
            json::write(out, &json::Solved::new(self.item, timed, request, self.plan))?;
        } else {
            self.in_words(out, request, timed)?;
        }
        let mut exit = Exit::of_report(&timed.report, self.plan.wanted);
        let known = self.item.known_length;
        if let Some(known) = known.filter(|&known| contradicts(&timed.report, known)) {
            exit = exit.worst(Exit::Invalid);
            if !self.mode.json {
                print_error(&self.mismatch(known), self.mode.quiet);
            }
        }
        Ok(exit)
    }

    fn in_words(&self, out: &mut dyn Write, request: &Request, timed: &Timed) -> io::Result<()> {
        let instance = &*request.instance;
        let report = &timed.report;
        self.begin(out, report.heuristic)?;
        if let Some(show @ Show::Net { .. }) = self.show {
            write!(out, "{}", shown(instance.show(show, None))?)?;
        }
        let told = self.last_improvement().take();
        let is_new = |solution: &&Vec<Move>| !solution.is_empty() && told.as_ref() != Some(*solution);
        for solution in report.solutions.iter().filter(is_new) {
            writeln!(out, "{}", text::Solution(instance, solution))?;
        }
        if !self.mode.quiet || report.solutions.is_empty() {
            writeln!(out, "{}", text::summary(timed, request, self.plan.limits.max_memory))?;
        }
        let first = report.solutions.first().filter(|_| !self.mode.quiet);
        if let Some((whole, n)) = first.and_then(|first| instance.full_solution(first)) {
            writeln!(out, "in all {}: {whole}", CountOf(n as u64, "turn"))?;
        }
        if let (Some(Show::Boards), Some(solution)) = (self.show, report.solutions.first()) {
            write!(out, "\n{}", shown(instance.show(Show::Boards, Some(solution)))?)?;
        }
        out.flush()?;
        if report.status == Status::Stopped(StopReason::Memory) && !self.mode.quiet {
            // Only advice: a closed stderr is ignored.
            let hint = label("hint:", Style::Hint);
            let _ = writeln!(stderr(), "{hint} ida needs little memory; --max-memory raises the limit");
        }
        Ok(())
    }

    fn mismatch(&self, known: u32) -> Error {
        let failure = Error::invalid(format!("the input states {known} moves, which is wrong"))
            .hint("it may be for another --goal");
        if self.several { failure.at(self.item.label().to_string()) } else { failure }
    }

    fn refused(&self, out: &mut dyn Write, error: Error) -> io::Result<Exit> {
        let exit = Exit::of(&error);
        if self.mode.json {
            let subject = json::Subject::new(self.item, self.plan);
            json::write(out, &json::Refused::new(subject, &error))?;
            return Ok(exit);
        }
        let placed = match error.place {
            None if self.several => error.at(self.item.label().to_string()),
            _ => error,
        };
        print_error(&placed, self.mode.quiet);
        Ok(exit)
    }
}

/// Returns a view. If it is available for one puzzle of a task, it is for all, so this fails only for I/O.
fn shown(text: Result<String, Error>) -> io::Result<String> {
    text.map_err(io::Error::other)
}

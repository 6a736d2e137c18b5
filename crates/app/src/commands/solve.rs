//! `deepen solve`: one puzzle after the other, each on all threads.

mod stream;

use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};

use search::ranks::Forgetful;
use search::{Cost, Executor, Move, Ranks, StopReason};
use solve::{Demand, Estimate, Question, Request, Status};

use crate::args;
use crate::commands::complain;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::fleet::Fleet;
use crate::input::{self, Item};
use crate::journal::Content;
use crate::keeping::{Keeping, Setting};
use crate::plan::{Plan, Voice};
use crate::progress::Progress;
use crate::scene::Scene;
use crate::session::{Allowance, Session, Timed};
use crate::text::{self, CountOf};
use crate::verdict;
use crate::watch::Watch;
use crate::wire;

/// From here on tables that pay only for many are made.
const MANY: usize = 20;

/// What came of an item.
enum Told {
    /// An answer that is yet to be printed.
    Found(Box<(Request, Timed)>),
    /// It was printed as it came.
    Streamed(io::Result<Exit>),
}

/// How the result of one item is printed.
struct Printer<'a> {
    plan: &'a Plan,
    scene: &'a Scene<'a>,
    voice: Voice,
    show: Option<args::Show>,
    item: &'a Item<'a>,
    /// Results need labels to be told apart.
    several: bool,
    /// Something was printed before.
    follows: bool,
    /// The heading is printed; improvements come before the answer.
    begun: AtomicBool,
    /// True if improvements are printed as JSON.
    streams: bool,
    /// The last improvement that was printed.
    last_told: Mutex<Option<Vec<Move>>>,
}

pub fn run(args: &args::Solve, scene: &Scene<'_>, setting: Option<Setting<'_>>) -> anyhow::Result<Exit> {
    let Scene { voice, watch, .. } = *scene;
    let mut plan = Plan::of_solve(args)?;
    let wanted = args.journal.journal.as_deref();
    let algorithm = plan.method.algorithm;
    if wanted.is_some() && !algorithm.has_rounds() {
        let message = format!("{} has no rounds whose tasks could be kept in a journal", algorithm.name());
        return Err(Failure::usage(message).hint("ida, dfid and dfs have; a batch keeps its puzzles").into());
    }
    let sources = input::sources(&plan.target.kind(), &args.inputs)?;
    let items = input::items(&plan.target.kind(), &sources);
    // What has no rounds is done by this process alone.
    let keeping = match setting {
        Some(setting) if algorithm.has_rounds() && setting.is_needed(wanted) => {
            Some(Keeping::new(setting, wanted, &mut plan, &sources, Content::Tasks, watch)?)
        }
        _ => None,
    };
    let crew = keeping.as_ref().map(|keeping| keeping.crew(plan.threads));
    let threads = scene.pool(plan.threads);
    let executor: &dyn Executor = match &crew {
        Some(crew) => &crew.0,
        None => &*threads,
    };
    let session = scene.session(&plan.store, demand(&items));
    plan.method.small_tables &= demand(&items) == Demand::One;
    let allowance = Allowance { limits: plan.limits, timeout: plan.timeout, executor };
    let mut exit = Exit::Done;
    for (i, item) in items.iter().enumerate() {
        if let Some(crew) = &crew {
            crew.0.begin(i as u32);
        }
        if watch.is_cancelled() {
            exit = exit.gravest(Exit::Limit);
            break;
        }
        let (several, begun) = (items.len() > 1, AtomicBool::new(false));
        let plan = plan.fitted(item);
        let printer = Printer {
            plan: &plan,
            scene,
            voice,
            show: args.show,
            item,
            several,
            follows: i > 0,
            begun,
            streams: args.stream || scene.audience.takes_improvements(),
            last_told: Mutex::default(),
        };
        let result = plan.request(item).and_then(|request| {
            let tell = |length: Cost, moves: &[Move]| printer.improved(&request.question, length, moves);
            let progress = scene.progress(args.progress);
            let progress = if printer.tells() { progress.telling(&tell) } else { progress };
            if stream::is_long(&request) {
                let ended = printer.stream(&request, &session, &allowance, &progress)?;
                return Ok(Told::Streamed(ended));
            }
            let mut timed = session.solve(&request, &allowance, &progress)?;
            timed.report.solutions.truncate(plan.n_shown);
            Ok(Told::Found(Box::new((request, timed))))
        });
        if let Some(keeping) = &keeping {
            keeping.check()?;
        }
        let mut out = scene.out();
        let ended = match result {
            Ok(Told::Found(found)) => printer.solved(&mut out, &found.0, &found.1)?,
            Ok(Told::Streamed(ended)) => ended?,
            Err(failure) => printer.refused(&mut out, failure)?,
        };
        exit = exit.gravest(ended);
    }
    scene.out().flush()?;
    Ok(exit)
}

/// What another rank does of it: the same searches, as far as they have rounds. Nobody but rank 0 is told what came out.
///
/// # Errors
/// If this rank cannot do it.
pub fn assist(args: &args::Solve, max_memory: u64, fleet: &Fleet, watch: &Watch) -> Result<(), Failure> {
    let mut plan = Plan::of_solve(args)?;
    plan.limits.max_memory = max_memory;
    let sources = input::sources(&plan.target.kind(), &args.inputs)?;
    let items = input::items(&plan.target.kind(), &sources);
    let ranks = Ranks::new(fleet.link(), &Forgetful, plan.threads);
    let session = Session::kept_in(&plan.store, watch, demand(&items));
    plan.method.small_tables &= demand(&items) == Demand::One;
    let allowance = Allowance { limits: plan.limits, timeout: None, executor: &ranks };
    for (i, item) in items.iter().enumerate() {
        ranks.begin(i as u32);
        if let Ok(request) = plan.request(item) {
            // What is refused here is refused by rank 0, too, who says so.
            let _ = session.solve(&request, &allowance, &Progress::silent());
        }
    }
    Ok(())
}

fn demand(items: &[Item<'_>]) -> Demand {
    if items.len() < MANY { Demand::One } else { Demand::Many }
}

impl Printer<'_> {
    /// Whether solutions are printed that will be improved.
    fn tells(&self) -> bool {
        self.plan.method.improve && if self.voice.json { self.streams } else { !self.voice.quiet }
    }

    /// Prints a solution that will be improved if it can be.
    fn improved(&self, question: &Question, length: Cost, moves: &[Move]) {
        assert!(question.replay(moves), "an improvement fails its replay");
        *self.last_told() = Some(moves.to_vec());
        let mut out = self.scene.audience.interim();
        let written = match self.voice.json {
            true => {
                wire::write(&mut out, &wire::Improved::new(self.item, self.plan, question, length, moves))
            }
            false => self.begin(&mut out, Estimate::Zero).and_then(|()| {
                writeln!(out, "{}: {}", CountOf(length.into(), "move"), question.names(moves))
            }),
        };
        // Whoever stopped reading is noticed when the answer is printed.
        let _ = written.and_then(|()| out.flush());
    }

    fn last_told(&self) -> MutexGuard<'_, Option<Vec<Move>>> {
        self.last_told.lock().expect("nothing panics while it is held")
    }

    /// What stands before the solutions, once.
    fn begin(&self, out: &mut dyn Write, estimate: Estimate) -> io::Result<()> {
        if self.voice.quiet || self.begun.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        if self.follows {
            writeln!(out)?;
        }
        if self.several {
            writeln!(out, "{}", self.item.label())?;
        }
        writeln!(out, "{}", text::heading(self.plan, estimate))
    }

    fn solved(&self, out: &mut dyn Write, request: &Request, timed: &Timed) -> io::Result<Exit> {
        if self.voice.json {
            wire::write(out, &wire::Solved::new(self.item, timed, request, self.plan))?;
        } else {
            self.in_words(out, request, timed)?;
        }
        let mut exit = verdict::exit(&timed.report, self.plan.wanted);
        let known = self.item.known_length;
        if let Some(known) = known.filter(|&known| verdict::contradicts(&timed.report, known)) {
            exit = exit.gravest(Exit::Invalid);
            if !self.voice.json {
                complain(&self.mismatch(known), self.voice.quiet);
            }
        }
        Ok(exit)
    }

    fn in_words(&self, out: &mut dyn Write, request: &Request, timed: &Timed) -> io::Result<()> {
        let Request { question, .. } = request;
        let report = &timed.report;
        self.begin(out, report.estimate)?;
        if self.show == Some(args::Show::Net) {
            write!(out, "{}", net(question))?;
        }
        let told = self.last_told().take();
        let is_new = |solution: &&Vec<Move>| !solution.is_empty() && told.as_ref() != Some(*solution);
        for solution in report.solutions.iter().filter(is_new) {
            writeln!(out, "{}", text::Solution(question, solution))?;
        }
        if !self.voice.quiet || report.solutions.is_empty() {
            writeln!(out, "{}", text::summary(timed, request, self.plan.limits.max_memory))?;
        }
        let first = report.solutions.first().filter(|_| !self.voice.quiet);
        if let Some((whole, n)) = first.and_then(|first| text::in_all(self.plan, question, first)) {
            writeln!(out, "in all {}: {whole}", CountOf(n as u64, "turn"))?;
        }
        if let (Some(args::Show::Boards), Some(solution)) = (self.show, report.solutions.first()) {
            match question {
                Question::Sliding { board, .. } => write!(out, "\n{}", text::steps(board, solution))?,
                Question::Shuffdle(spelling) => {
                    write!(out, "\n{}", text::letter_steps(&spelling.board, solution))?;
                }
                Question::Cube2(_)
                | Question::Cube3(_)
                | Question::Cube4(_)
                | Question::Steps(_)
                | Question::Square1(_)
                | Question::Defined(_) => {}
            }
        }
        out.flush()?;
        if report.status == Status::Stopped(StopReason::Memory) && !self.voice.quiet {
            // Only advice; whoever closed stderr does without.
            let _ = writeln!(stderr(), "hint: ida needs next to no memory; --max-memory gives more of it");
        }
        Ok(())
    }

    fn mismatch(&self, known: u32) -> Failure {
        let failure = Failure::new(Exit::Invalid, format!("the input claims {known} moves, which is wrong"))
            .hint("it may have been meant for another --goal");
        if self.several { failure.at(self.item.label().to_string()) } else { failure }
    }

    fn refused(&self, out: &mut dyn Write, failure: Failure) -> io::Result<Exit> {
        if self.voice.json {
            let subject = wire::Subject::new(self.item, self.plan);
            wire::write(out, &wire::Refused::new(subject, &failure))?;
            return Ok(failure.exit);
        }
        let exit = failure.exit;
        let placed = match failure.place {
            None if self.several => failure.at(self.item.label().to_string()),
            _ => failure,
        };
        complain(&placed, self.voice.quiet);
        Ok(exit)
    }
}

/// The unfolded cube, coloured on a terminal unless the user does without (no-color.org).
fn net(question: &Question) -> String {
    let coloured =
        stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    match question {
        Question::Sliding { .. } | Question::Shuffdle(_) | Question::Square1(_) | Question::Defined(_) => {
            String::new()
        }
        Question::Cube2(twist) => text::net(&twist.start.net(), coloured),
        Question::Cube3(twist) => text::net(&twist.start.net(), coloured),
        Question::Cube4(cube) => text::net(&cube.net(), coloured),
        Question::Steps(steps) => text::net(&steps.start.net(), coloured),
    }
}

//! `deepen batch`: many puzzles in parallel, one line of output each, in the order of the input. With --all or --within the
//! solutions follow on separate lines.
//!
//! Workers take the next few puzzles from the [`chunk_reader`], solve them on their own thread and submit the text to print to
//! the [`ordered_output`]. Both are bounded, so a file of any length needs little memory. All searches share one executor: a
//! worker that finds no more puzzles lends its thread to running searches, so that the last puzzles do not keep one core busy
//! while the others are idle.

mod chunk_reader;
mod distributed;
mod ordered_output;
mod stdin_stream;
mod table_builder;
mod totals;

use std::io::{self, Write, stderr};
use std::sync::Mutex;
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use deepen::front::{Allowance, Demand, Item, Layout, Plan, Runner, Session, Timed, Watch, items};
use deepen::search::ranks::NoJournal;
use deepen::search::{Observer, Ranks, StopReason, Threads};
use deepen::solver::{Request, Status, Task, Text};
use deepen::status::contradicts;
use deepen::{Error, json};

use crate::args;
use crate::commands::print_error;
use crate::context::OutputMode;
use crate::exit::Exit;
use crate::input;
use crate::journal::{Content, Identity};
use crate::journaled::{JournalContext, JournaledRun};
use crate::mpi::MpiWorld;
use crate::progress::{self, Progress, Warnings};
use crate::request::CommandRequest;
use crate::text::{CountOf, Ending, Solution, all_solutions, has_table_time};
use chunk_reader::{Chunk, ChunkReader};
use ordered_output::{ChunkOutput, OrderedOutput};
use stdin_stream::StdinStream;
use table_builder::TableBuilder;

type Outcome = Result<(Request, Timed), Error>;

/// State that all workers share.
struct BatchRun<'a> {
    chunks: Mutex<ChunkReader<'a>>,
    output: OrderedOutput,
    plan: &'a Plan,
    mode: OutputMode,
    watch: &'a Watch,
    session: Session<'a>,
    table_builder: TableBuilder<'a>,
    executor: Threads,
}

/// Solves puzzles one after another.
struct Worker<'a> {
    plan: &'a Plan,
    mode: OutputMode,
    executor: &'a Threads,
    runner: Runner<'a>,
}

pub fn run(
    args: &args::Batch,
    mode: OutputMode,
    watch: &Watch,
    journal_context: JournalContext<'_>,
) -> anyhow::Result<Exit> {
    let wanted = args.journal.journal.as_deref();
    if journal_context.is_needed(wanted) {
        return run_distributed(args, mode, watch, journal_context);
    }
    let command = CommandRequest::batch(args)?;
    let plan = command.plan()?;
    let started = Instant::now();
    let (texts, puzzles);
    let names: Vec<Text>;
    // If puzzles may span several lines, the whole text is needed to separate them, unless another program writes a line and
    // waits for the answer. Other puzzles are read line by line.
    let task = &*plan.task;
    let chunks = if task.has_puzzle_on_each_line() {
        let arguments = task.join_words(&args.inputs, &input::is_file);
        names = names_of(&arguments, &command);
        ChunkReader::of_lines(&arguments, &names)?
    } else {
        match stdin_stream(task, &args.inputs, watch)? {
            Some(lines) => {
                names = vec![Text::of_file(input::STANDARD_INPUT, "")];
                ChunkReader::of_reader(Box::new(lines), &names)
            }
            None => {
                texts = command.texts(&args.inputs)?;
                puzzles = items(task, &texts, Layout::Lines);
                ChunkReader::of_items(&puzzles)
            }
        }
    };
    let n_items = chunks.n_items();
    let n_workers = n_items.map_or(plan.threads, |n| plan.threads.min(n));
    let work = BatchRun {
        chunks: Mutex::new(chunks),
        output: OrderedOutput::new(progress::counter(n_items.map(|n| n as u64), mode)),
        plan: &plan,
        mode,
        watch,
        session: Session::new(watch, Demand::Many),
        table_builder: TableBuilder::new(watch, mode, n_workers),
        executor: Threads::with_spare(plan.threads - n_workers),
    };
    thread::scope(|scope| {
        for _ in 1..n_workers {
            // Fewer workers if the system does not start more.
            if thread::Builder::new().spawn_scoped(scope, || work.run(scope)).is_err() {
                break;
            }
        }
        work.run(scope);
    });
    if let Some(error) = work.chunks.into_inner().expect("reading does not panic").error() {
        return Err(error.into());
    }
    conclude(&work.output, n_items, started, mode, watch)
}

/// Returns the names of the arguments, without their texts.
fn names_of(arguments: &[String], command: &CommandRequest) -> Vec<Text> {
    let name = |(i, argument): (usize, &String)| {
        let input::Name { file, label } = input::Name::new(argument, i, arguments.len(), command.solver());
        Text { file, label, text: String::new() }
    };
    arguments.iter().enumerate().map(name).collect()
}

/// Returns standard input, if it is the only input and must be read line by line.
fn stdin_stream(task: &dyn Task, inputs: &[String], watch: &Watch) -> Result<Option<StdinStream>, Error> {
    if !matches!(inputs, [only] if only == "-") || input::stdin_text().is_some() {
        return Ok(None);
    }
    match stdin_stream::read(|line| task.is_puzzle_line(line), watch)? {
        stdin_stream::Input::Lines(lines) => Ok(Some(lines)),
        stdin_stream::Input::Whole(bytes) => {
            input::provide_stdin(input::decoded(input::STANDARD_INPUT, bytes)?);
            Ok(None)
        }
    }
}

/// Runs a batch with a journal or with other ranks: all puzzles are read before the first is solved.
fn run_distributed(
    args: &args::Batch,
    mode: OutputMode,
    watch: &Watch,
    journal_context: JournalContext<'_>,
) -> anyhow::Result<Exit> {
    let command = CommandRequest::batch(args)?;
    let mut plan = command.plan()?;
    let started = Instant::now();
    let texts = command.texts(&args.inputs)?;
    let items = items(&*command.task, &texts, Layout::Lines);
    let wanted = args.journal.journal.as_deref();
    let journaled = JournaledRun::new(journal_context, wanted, &mut plan, &texts, Content::Puzzles, watch)?;
    let rank_session = journaled.rank_session(plan.threads);
    let output = OrderedOutput::new(progress::counter(Some(items.len() as u64), mode));
    let inputs = Identity::new(&plan, &texts).number();
    distributed::solve_all(&items, inputs, &rank_session.0, &output, (&plan, mode, watch));
    journaled.check()?;
    conclude(&output, Some(items.len()), started, mode, watch)
}

/// Solves puzzles in another rank.
///
/// # Errors
/// If this rank cannot read them.
pub fn run_worker(args: &args::Batch, max_memory: u64, world: &MpiWorld, watch: &Watch) -> Result<(), Error> {
    let command = CommandRequest::batch(args)?;
    let mut plan = command.plan()?;
    plan.limits.max_memory = max_memory;
    let texts = command.texts(&args.inputs)?;
    let items = items(&*command.task, &texts, Layout::Lines);
    let ranks = Ranks::new(world.link(), &NoJournal, plan.threads);
    let mode = OutputMode { verbose: 0, quiet: true, json: args.output.json };
    let output = OrderedOutput::new(progress::counter(None, mode));
    let inputs = Identity::new(&plan, &texts).number();
    distributed::solve_all(&items, inputs, &ranks, &output, (&plan, mode, watch));
    Ok(())
}

/// Prints the totals and returns the exit code.
fn conclude(
    output: &OrderedOutput,
    n_items: Option<usize>,
    started: Instant,
    mode: OutputMode,
    watch: &Watch,
) -> anyhow::Result<Exit> {
    let (mut exit, totals) = output.finish()?;
    // The number of puzzles in an interrupted stream is unknown.
    let is_cut_short = n_items.map_or(watch.is_cancelled(), |n| n as u64 > totals.printed);
    if !mode.quiet {
        // Only a summary: a closed stderr is ignored.
        let _ =
            writeln!(stderr(), "{}", totals.summary(n_items, is_cut_short, started.elapsed().as_secs_f64()));
    }
    if is_cut_short {
        exit = exit.worst(Exit::Limit);
    }
    Ok(exit)
}

/// The number of puzzles that a worker takes at a time: as many as it solves within the target time, so that taking chunks
/// and submitting results cost little, and results of slow puzzles are still printed one by one.
struct ChunkSize {
    puzzles: usize,
    target_time: Duration,
}

impl ChunkSize {
    const MOST: usize = 4096;

    /// The target time is longer for puzzles that are solved faster side by side, and faster the more there are.
    fn of(task: &dyn Task) -> ChunkSize {
        let target_time = Duration::from_millis(if task.interleaves_searches() { 100 } else { 1 });
        ChunkSize { puzzles: 1, target_time }
    }

    /// Adapts to the time that a chunk of this length took.
    fn adapt(&mut self, len: usize, elapsed: Duration) {
        if elapsed > 2 * self.target_time {
            self.puzzles = (self.puzzles / 2).max(1);
        } else if elapsed < self.target_time && len == self.puzzles {
            self.puzzles = (self.puzzles * 2).min(ChunkSize::MOST);
        }
    }
}

/// Cancels the batch if a worker panics: its chunk will be missing, and nothing can be printed after it.
struct WorkerGuard<'a> {
    watch: &'a Watch,
    output: &'a OrderedOutput,
    table_builder: &'a TableBuilder<'a>,
}

impl Drop for WorkerGuard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.watch.cancel();
            self.output.abandon();
        }
        self.table_builder.leave();
    }
}

impl BatchRun<'_> {
    /// Solves puzzles until none is left, then helps the other workers.
    fn run<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let _guard =
            WorkerGuard { watch: self.watch, output: &self.output, table_builder: &self.table_builder };
        let BatchRun { plan, mode, .. } = *self;
        let mut worker = Worker { plan, mode, executor: &self.executor, runner: self.session.runner() };
        let mut chunk_size = ChunkSize::of(&*plan.task);
        // A worker that waits for room holds no chunk that other workers wait for.
        while self.output.wait_for_room() && !self.watch.is_cancelled() {
            let next =
                self.chunks.lock().expect("reading does not panic").next(chunk_size.puzzles, self.watch);
            let Some(chunk) = next else { break };
            let started = Instant::now();
            let mut finished = self.output.new_chunk(chunk.number);
            self.solve_all(&chunk, scope, &mut worker, &mut finished);
            chunk_size.adapt(chunk.len(), started.elapsed());
            if self.output.submit(finished).is_err() {
                // The output is closed: no more results are needed.
                self.watch.cancel();
            }
        }
        self.executor.lend();
    }

    /// True if puzzles are solved side by side: where that is faster, unless every round is logged.
    fn goes_side_by_side(&self, items: &[Item<'_>]) -> bool {
        self.plan.task.interleaves_searches() && items.len() > 1 && self.mode.verbose < 2
    }

    /// Solves the puzzles of a chunk.
    fn solve_all<'scope>(
        &'scope self,
        chunk: &Chunk<'_>,
        scope: &'scope Scope<'scope, '_>,
        worker: &mut Worker<'_>,
        finished: &mut ChunkOutput,
    ) {
        let prepare = |request: &Request| {
            if self.plan.timeout.is_some() {
                self.table_builder.begin(scope, &self.session, self.plan.limits, request);
            }
        };
        let add_result = |finished: &mut ChunkOutput, item: &Item<'_>, outcome: Outcome| {
            finished.exit = finished.exit.worst(finished.totals.add_result(item, &outcome, self.plan.wanted));
            write(item, &outcome, self.plan, self.mode, &mut finished.text);
        };
        if let Some(items) = chunk.items().filter(|items| self.goes_side_by_side(items)) {
            for (item, outcome) in items.iter().zip(worker.solve_each(items)) {
                if !self.watch.is_cancelled() || finished.totals.printed == 0 || !is_cancelled(&outcome) {
                    add_result(finished, item, outcome);
                }
            }
            return;
        }
        chunk.for_each(&*self.plan.task, |item| {
            // After an interrupt, only puzzles that have started are finished.
            if finished.totals.printed == 0 || !self.watch.is_cancelled() {
                let is_first = chunk.number == 0 && finished.totals.printed == 0;
                add_result(finished, item, worker.solve(item, is_first, &prepare));
            }
        });
    }
}

/// True if an interrupt stopped the search.
fn is_cancelled(outcome: &Outcome) -> bool {
    let is_it = |(_, timed): &(Request, Timed)| timed.report.status == Status::Stopped(StopReason::Cancelled);
    outcome.as_ref().is_ok_and(is_it)
}

impl Worker<'_> {
    /// Solves puzzles side by side.
    fn solve_each(&mut self, items: &[Item<'_>]) -> Vec<Outcome> {
        let read: Vec<Result<Request, Error>> = items.iter().map(|item| self.plan.request(item)).collect();
        let requests: Vec<Request> = read.iter().flatten().cloned().collect();
        let allowance =
            Allowance { limits: self.plan.limits, timeout: self.plan.timeout, executor: self.executor };
        let mut solved = self.runner.solve_each(&requests, &allowance, &Warnings(self.mode)).into_iter();
        let outcome = |request: Result<Request, Error>| {
            let request = request?;
            let mut timed = solved.next().expect("an outcome for each request")?;
            timed.report.solutions.truncate(self.plan.n_shown);
            Ok((request, timed))
        };
        read.into_iter().map(outcome).collect()
    }

    /// Solves one puzzle. If small tables suffice for an immediate answer, the first puzzle does not wait for the large ones.
    /// The others do, but use the method of `solve`, so that a puzzle has the same answer alone and on any line of a batch.
    fn solve(&mut self, item: &Item<'_>, is_first: bool, prepare: &dyn Fn(&Request)) -> Outcome {
        let mut request = self.plan.request(item)?;
        request.method.small_tables = request.task.has_small_tables(&request.method);
        self.runner.small_tables_first = is_first && request.method.small_tables;
        if !self.runner.small_tables_first {
            prepare(&request);
        }
        let Plan { limits, timeout, .. } = *self.plan;
        let allowance = Allowance { limits, timeout, executor: self.executor };
        let logged;
        let observer: &dyn Observer = match self.mode.verbose > 1 {
            true => {
                logged = Progress::new(self.mode);
                &logged
            }
            false => &Warnings(self.mode),
        };
        let mut timed = self.runner.solve(&request, &allowance, observer)?;
        timed.report.solutions.truncate(self.plan.n_shown);
        Ok((request, timed))
    }
}

/// Writes a result on one line; as text with its solutions below, if there may be several.
fn write(item: &Item<'_>, outcome: &Outcome, plan: &Plan, mode: OutputMode, text: &mut Vec<u8>) {
    let written = match outcome {
        _ if !mode.json => write_line(item, outcome, text),
        Ok((request, timed)) => json::write(text, &json::Solved::of_batch(item, timed, request, plan)),
        Err(failure) => json::write(text, &json::Refused::new(json::Subject::of_batch(item, plan), failure)),
    };
    written.expect("writing to memory cannot fail");
}

/// Writes a result as text.
fn write_line(item: &Item<'_>, outcome: &Outcome, text: &mut Vec<u8>) -> io::Result<()> {
    let label = item.label();
    let (request, timed) = match outcome {
        Ok(solved) => solved,
        Err(failure) => return writeln!(text, "{label}: {}: {}", json::code(failure.kind), failure.message),
    };
    let report = &timed.report;
    let lists = request.method.all && matches!(report.status, Status::Solved(_));
    match lists {
        true => write!(text, "{label}: {}", all_solutions(report))?,
        false => write!(text, "{label}: {}", Ending(report, request))?,
    }
    if let Some(known) = mismatch(item, outcome) {
        write!(text, ", but the input states {known}")?;
    }
    write!(text, ", {}, {:.3} s", CountOf(report.counts.generated, "node"), timed.seconds)?;
    if has_table_time(timed) {
        write!(text, ", tables {:.3} s", timed.table_seconds)?;
    }
    let mut solutions = report.solutions.iter().filter(|solution| !solution.is_empty());
    if lists {
        writeln!(text)?;
        return solutions
            .try_for_each(|solution| writeln!(text, "  {}", Solution(&*request.instance, solution)));
    }
    match solutions.next() {
        Some(solution) => writeln!(text, ": {}", Solution(&*request.instance, solution)),
        None => writeln!(text),
    }
}

/// Returns the length that the input states, if it is wrong.
fn mismatch(item: &Item<'_>, outcome: &Outcome) -> Option<u32> {
    let known = item.known_length?;
    let (_, timed) = outcome.as_ref().ok()?;
    contradicts(&timed.report, known).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_grow_while_they_are_fast_and_shrink_when_slow() {
        let mut chunk_size = ChunkSize { puzzles: 1, target_time: Duration::from_millis(1) };
        for expected in [2, 4, 8] {
            chunk_size.adapt(chunk_size.puzzles, Duration::from_micros(10));
            assert_eq!(chunk_size.puzzles, expected);
        }
        // The input had fewer puzzles than requested, so nothing is learned.
        chunk_size.adapt(3, Duration::from_micros(10));
        assert_eq!(chunk_size.puzzles, 8);
        chunk_size.adapt(8, Duration::from_millis(1));
        assert_eq!(chunk_size.puzzles, 8);
        chunk_size.adapt(8, Duration::from_millis(3));
        assert_eq!(chunk_size.puzzles, 4);
        for _ in 0..5 {
            chunk_size.adapt(chunk_size.puzzles, Duration::from_secs(1));
        }
        assert_eq!(chunk_size.puzzles, 1);
    }
}

//! An executor over several processes (ranks), on one machine or on many. Every rank runs the same program and so knows
//! the same tasks; only task numbers and results are sent. Rank 0 is the coordinator: it alone knows which rank has
//! which task and which results exist, and its outcome is the answer; the other ranks are workers. With one rank this
//! is [`crate::Threads`] plus a [`TaskJournal`], the checkpoint from which an interrupted search resumes.
//!
//! `message` has the messages. `coordinator` and `worker` map messages to replies without threads, clocks or network,
//! so that they can be tested with messages that are late, repeated or lost (`simulation`). `local_queue` shares a
//! worker among threads. This file puts them together. A [`Transport`] delivers the messages.

mod bytes;
mod coordinator;
pub mod forecast;
mod local_queue;
mod message;
#[cfg(test)]
mod simulation;
mod worker;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::Duration;

use self::bytes::{Reader, Writer};
use self::coordinator::{Conflict, Coordinator};
use self::local_queue::LocalQueue;
pub use self::message::{Finished, RoundId};
use self::message::{Reply, Report, ToCoordinator, read_stop, write_stop};
use self::worker::RankWorker;
use crate::control::StopReason;
use crate::executor::{Executor, Job, TaskSource, Worker};
use crate::outcome::{Counts, Found, Outcome};
use crate::problem::{Cost, Move};
use crate::task_result::TaskResult;

/// Delivers messages between ranks: whole, once and in order. Used by one thread at a time, the one that calls.
pub trait Transport: Sync {
    /// Number of this rank, `0..n_ranks`.
    fn rank(&self) -> usize;
    /// Number of ranks.
    fn n_ranks(&self) -> usize;
    /// Sends a message to a rank.
    fn send(&self, to: usize, message: &[u8]);
    /// Returns a received message and its sender; None if there is none yet.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;
}

/// The transport of a single rank, which has no one to send to.
pub struct SingleRank;

impl Transport for SingleRank {
    fn rank(&self) -> usize {
        0
    }
    fn n_ranks(&self) -> usize {
        1
    }
    fn send(&self, _to: usize, _message: &[u8]) {}
    fn receive(&self) -> Option<(usize, Vec<u8>)> {
        None
    }
}

/// A journal of task results (checkpoint), so that an interrupted search can be resumed. Only rank 0 has one.
pub trait TaskJournal: Sync {
    /// Begins a round. Returns the results of its tasks that are already known.
    fn begin_round(&self, round: RoundId, job: &Job<'_>) -> Vec<Finished>;
    /// Records the results of finished tasks of the round.
    fn record(&self, tasks: &[Finished]);
}

/// A journal that records nothing.
pub struct NoJournal;

impl TaskJournal for NoJournal {
    fn begin_round(&self, _round: RoundId, _job: &Job<'_>) -> Vec<Finished> {
        Vec::new()
    }
    fn record(&self, _tasks: &[Finished]) {}
}

/// An executor over several ranks with several threads each.
pub struct Ranks<'a> {
    transport: &'a dyn Transport,
    journal: &'a dyn TaskJournal,
    n_threads: usize,
    state: Mutex<State>,
}

/// State that persists from round to round.
#[derive(Default)]
struct State {
    round: RoundId,
    /// Outcomes of the rounds of this search, for workers that are behind.
    ended: BTreeMap<RoundId, Vec<u8>>,
    /// Reports from workers that are ahead.
    early: Vec<(usize, Report)>,
    /// By rank: the last round whose end was reported to it. Its earlier reports need no answer, and a rank that has
    /// left would never receive one.
    notified: BTreeMap<usize, RoundId>,
    n_gone: usize,
}

/// Claims and runs tasks. Returns the reason if it was stopped.
pub type Work<'a> = dyn Fn(&dyn TaskSource) -> Option<StopReason> + Sync + 'a;

/// Processes results on rank 0.
pub struct ResultSink<'a> {
    /// Receives new results, and the rank they are from; None for results from the journal.
    pub on_result: &'a mut dyn FnMut(Option<usize>, Finished),
    /// Returns the outcome of the round, which is sent to all ranks. Receives the reason if the round was stopped.
    pub outcome: &'a mut dyn FnMut(Option<StopReason>) -> Vec<u8>,
}

/// Shortest and longest pause between two polls of the transport; pauses double while no message comes.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_micros(500));
/// A worker reports its results after so many pauses without a report.
const REPORT_AFTER: u32 = 100;

impl<'a> Ranks<'a> {
    /// Creates an executor that runs tasks on `n_threads` of this rank and on the other ranks, and records the results
    /// in `journal`.
    pub fn new(transport: &'a dyn Transport, journal: &'a dyn TaskJournal, n_threads: usize) -> Ranks<'a> {
        Ranks { transport, journal, n_threads: n_threads.max(1), state: Mutex::default() }
    }

    /// Starts another search; called on all ranks. Search numbers increase.
    pub fn start_search(&self, search: u32) {
        let mut state = self.lock();
        state.round = RoundId { search, round: 0 };
        state.ended.clear();
    }

    /// Ends the session: all searches are over. Returns when no rank waits for another any more.
    pub fn finish(&self) {
        let transport = self.transport;
        if transport.rank() != 0 {
            return transport.send(0, &ToCoordinator::bye());
        }
        let mut state = self.lock();
        let n_others = transport.n_ranks() - 1;
        let mut pause = Pause::new();
        for (from, report) in std::mem::take(&mut state.early) {
            self.reply_late(&mut state, from, &report);
        }
        while state.n_gone < n_others {
            match transport.receive().map(|(from, bytes)| (from, read(&bytes))) {
                Some((_, ToCoordinator::Bye)) => state.n_gone += 1,
                Some((from, ToCoordinator::Report(report))) => self.reply_late(&mut state, from, &report),
                None => pause.wait(),
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("one search at a time, and nothing panics while it is held")
    }

    /// Runs all tasks of a job on all ranks. Returns the outcome of the round as rank 0 encodes it; None if rank 0 has
    /// continued without this rank.
    ///
    /// # Panics
    /// Panics if ranks contradict each other: their results cannot be trusted.
    pub fn run_tasks(&self, job: &Job<'_>, work: &Work<'_>, sink: &mut ResultSink<'_>) -> Option<Vec<u8>> {
        let mut state = self.lock();
        let round = state.round;
        state.round.round += 1;
        let fingerprint = (job.fingerprint)();
        let queue = LocalQueue::new(RankWorker::new(round, fingerprint, self.n_threads));
        thread::scope(|scope| {
            scope.spawn(|| queue.serve(work));
            for _ in 1..self.n_threads {
                // Fewer threads if the system does not start more.
                if thread::Builder::new().spawn_scoped(scope, || queue.serve(work)).is_err() {
                    break;
                }
            }
            // Whatever happens here, no thread should wait for tasks that will not come.
            let _release = Release(&queue);
            match self.transport.rank() {
                0 => Some(self.coordinate(&mut state, (round, fingerprint), job, &queue, sink)),
                _ => self.assist(job, &queue),
            }
        })
    }

    /// Coordinates a round on rank 0, while its threads work on tasks.
    fn coordinate(
        &self,
        state: &mut State,
        (round, fingerprint): (RoundId, u64),
        job: &Job<'_>,
        queue: &LocalQueue,
        sink: &mut ResultSink<'_>,
    ) -> Vec<u8> {
        let transport = self.transport;
        let mut coordinator =
            Coordinator::new(round, fingerprint, job.n_tasks, job.ends_at_answer, transport.n_ranks());
        for finished in self.journal.begin_round(round, job) {
            if coordinator.take(0, &finished).unwrap_or_else(|conflict| conflict.end(round)) {
                (sink.on_result)(None, finished);
            }
        }
        let mut early: Vec<(usize, Report)> = Vec::new();
        std::mem::swap(&mut early, &mut state.early);
        let mut early_reports = early.into_iter();
        let mut pause = Pause::new();
        let mut notified = coordinator.status();
        loop {
            let mut is_busy = false;
            let mut remote_nodes = 0;
            let own = queue.lock().report(pause.is_long()).map(|report| (0, report));
            let received = || transport.receive().map(|(from, bytes)| (from, read(&bytes)));
            let mut messages = own
                .into_iter()
                .chain(early_reports.by_ref())
                .map(|(from, report)| (from, ToCoordinator::Report(report)));
            while let Some((from, message)) = messages.next().or_else(received) {
                is_busy = true;
                let report = match message {
                    ToCoordinator::Bye => {
                        state.n_gone += 1;
                        continue;
                    }
                    ToCoordinator::Report(report) => report,
                };
                if report.round > round {
                    state.early.push((from, report));
                    continue;
                }
                if report.round < round {
                    self.reply_late(state, from, &report);
                    continue;
                }
                let (reply, new_results) =
                    coordinator.answer(from, report).unwrap_or_else(|conflict| conflict.end(round));
                if !new_results.is_empty() {
                    self.journal.record(&new_results);
                }
                for finished in new_results {
                    if from != 0 {
                        remote_nodes += nodes_of(&finished);
                    }
                    (sink.on_result)(Some(from), finished);
                }
                match reply {
                    Some(reply) if from == 0 => queue.update(|worker| worker.take(reply)),
                    Some(reply) => transport.send(from, &reply.to_bytes()),
                    None => {}
                }
            }
            if let Some(reason) = (job.poll)(remote_nodes) {
                coordinator.stop(reason);
            }
            if queue.has_panicked() {
                // The panic continues when all threads have ended.
                return Vec::new();
            }
            if coordinator.status() != notified {
                notified = coordinator.status();
                let update = Reply::Status { round, status: notified };
                coordinator
                    .joined()
                    .filter(|&to| to != 0)
                    .for_each(|to| transport.send(to, &update.to_bytes()));
                queue.update(|worker| worker.take(update));
                is_busy = true;
            }
            if coordinator.is_over() {
                break;
            }
            if is_busy { pause.reset() } else { pause.wait() }
        }
        // A round whose tasks are all done was not stopped.
        let outcome = (sink.outcome)(notified.stop.filter(|_| !coordinator.is_complete()));
        let end = Reply::End { round, outcome: outcome.clone() };
        let bytes = end.to_bytes();
        for to in coordinator.joined().filter(|&to| to != 0) {
            transport.send(to, &bytes);
            state.notified.insert(to, round);
        }
        queue.update(|worker| worker.take(end));
        state.ended.insert(round, bytes);
        outcome
    }

    /// Sends a worker that is behind the outcome of its round, or that it is not needed any more; once.
    fn reply_late(&self, state: &mut State, to: usize, report: &Report) {
        if state.notified.get(&to).is_none_or(|&notified| notified < report.round) {
            let over = Reply::Obsolete { round: report.round }.to_bytes();
            self.transport.send(to, state.ended.get(&report.round).unwrap_or(&over));
            state.notified.insert(to, report.round);
        }
    }

    /// Takes part in a round on another rank, while its threads work on tasks.
    fn assist(&self, job: &Job<'_>, queue: &LocalQueue) -> Option<Vec<u8>> {
        let mut pause = Pause::new();
        loop {
            let mut is_busy = false;
            while let Some((_, bytes)) = self.transport.receive() {
                is_busy = true;
                let reply = Reply::of_bytes(&bytes).expect("a transport delivers messages unchanged");
                queue.update(|worker| worker.take(reply));
            }
            if let Some(outcome) = queue.lock().end() {
                return outcome.clone();
            }
            if queue.has_panicked() {
                return None;
            }
            if let Some(reason) = (job.poll)(0) {
                queue.update(|worker| worker.stop(reason));
            }
            if let Some(report) = queue.lock().report(pause.is_long()) {
                is_busy = true;
                self.transport.send(0, &report.to_bytes());
            }
            if is_busy { pause.reset() } else { pause.wait() }
        }
    }
}

fn read(bytes: &[u8]) -> ToCoordinator {
    ToCoordinator::of_bytes(bytes).expect("a transport delivers messages unchanged")
}

/// Nodes of a task, if it is a task of a search.
fn nodes_of(finished: &Finished) -> u64 {
    TaskResult::from_line(finished.task, &finished.line).map_or(0, |result| result.counts().generated)
}

impl Conflict {
    /// Panics: no result could be trusted.
    fn end(self, round: RoundId) -> ! {
        let RoundId { search, round } = round;
        match self {
            Conflict::Mismatch { rank } => panic!(
                "rank {rank} has other tasks than rank 0 in round {round} of search {search}: \
                 program, input and tables must be the same on all machines"
            ),
            Conflict::Contradiction { rank, task } => panic!(
                "rank {rank} has another result for task {task} in round {round} of search {search} than was found before: \
                 a machine is broken, or this is a bug"
            ),
        }
    }
}

/// Ends the round for the threads of this rank when dropped.
struct Release<'a>(&'a LocalQueue);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.update(RankWorker::cancel);
    }
}

/// A pause that doubles each time.
struct Pause {
    length: Duration,
    n: u32,
}

impl Pause {
    fn new() -> Pause {
        Pause { length: PAUSES.0, n: 0 }
    }

    fn reset(&mut self) {
        *self = Pause::new();
    }

    fn is_long(&self) -> bool {
        self.n > REPORT_AFTER
    }

    fn wait(&mut self) {
        thread::park_timeout(self.length);
        self.length = (2 * self.length).min(PAUSES.1);
        self.n += 1;
    }
}

impl Executor for Ranks<'_> {
    fn run(&self, job: &Job<'_>, worker: &Worker<'_>) -> Outcome {
        // Outcome of this rank, unfinished tasks included.
        let own = Mutex::new(Outcome { max_solutions: job.max_solutions, ..Outcome::NONE });
        let lock = || own.lock().expect("merging does not panic");
        let work = |tasks: &dyn TaskSource| {
            let outcome = worker(tasks);
            let stopped = outcome.stopped;
            lock().merge(outcome);
            stopped
        };
        // Results of the other ranks and of the journal.
        let others = RefCell::new(Vec::new());
        let mut take = |from: Option<usize>, finished: Finished| {
            if from != Some(0) {
                others.borrow_mut().push(finished);
            }
        };
        let mut end = |stop: Option<StopReason>| {
            let mut outcome = lock().clone();
            outcome.stopped = stop;
            outcome.gather(others.take().into_iter().map(|finished| result_of(&finished, job)));
            outcome_to_bytes(&outcome)
        };
        let bytes = self.run_tasks(job, &work, &mut ResultSink { on_result: &mut take, outcome: &mut end });
        let outcome = bytes.and_then(|bytes| outcome_of_bytes(&bytes));
        // No other rank waits for the result of this one.
        outcome.unwrap_or(Outcome { stopped: Some(StopReason::Cancelled), ..Outcome::NONE })
    }
}

/// The outcome of one task.
///
/// # Panics
/// Panics if the line is malformed: a journal checks its lines before.
fn result_of(finished: &Finished, job: &Job<'_>) -> Outcome {
    let result = TaskResult::from_line(finished.task, &finished.line).expect("results are written by tasks");
    result.into_outcome(finished.task, job.max_solutions)
}

fn outcome_to_bytes(outcome: &Outcome) -> Vec<u8> {
    let Outcome { max_solutions, counts, least_excess, found, n_found, task_nodes, held, stopped } = outcome;
    let mut w = Writer::default();
    w.number(*max_solutions as u64).number(counts.generated).number(counts.expanded);
    w.option(least_excess.map(u64::from)).number(*n_found).number(*held);
    write_stop(&mut w, *stopped);
    w.number(found.len() as u64);
    for Found { task, nth, spare, path, start } in found {
        w.number(*task as u64).number(*nth).number((*spare).into()).number(*start as u64);
        w.number(path.len() as u64);
        path.iter().for_each(|mv| {
            w.number(mv.0.into());
        });
    }
    w.number(task_nodes.len() as u64);
    for (task, nodes) in task_nodes {
        w.number(*task as u64).number(*nodes);
    }
    w.finish()
}

fn outcome_of_bytes(bytes: &[u8]) -> Option<Outcome> {
    let r = &mut Reader::new(bytes);
    let outcome = Outcome {
        max_solutions: r.size()?,
        counts: Counts { generated: r.number()?, expanded: r.number()? },
        least_excess: r.option()?.map(|excess| excess as Cost),
        n_found: r.number()?,
        held: r.number()?,
        stopped: read_stop(r)?,
        found: r.list(|r| {
            let (task, nth, spare, start) = (r.size()?, r.number()?, r.number()? as Cost, r.size()?);
            let path = r.list(|r| r.number().map(|mv| Move(mv as u16)))?;
            Some(Found { task, nth, spare, path, start })
        })?,
        task_nodes: r.list(|r| Some((r.size()?, r.number()?)))?,
    };
    r.is_empty().then_some(outcome)
}

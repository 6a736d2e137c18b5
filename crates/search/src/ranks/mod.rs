//! Tasks shared between several processes, on one machine or on many. Every rank runs the same program and so knows the same
//! tasks; what travels is their numbers and their results. Rank 0 deals: it alone knows who has what and what came out, and
//! what it finds is the answer; the others help. With one rank this is [`crate::Threads`] that keep a [`TaskJournal`].
//!
//! `message` what is said, `coordinator` and `worker` who says what to what, without threads, clocks or links, so that all of it can be
//! tried with messages that come late, twice or never; `queue` a member among threads. Here they are put together. How
//! messages travel is the [`Transport`]'s matter.

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

/// How messages travel between ranks: whole, once and in order. Used by one thread at a time, the one that calls.
pub trait Transport: Sync {
    /// Which rank this is, `0..n_ranks`.
    fn rank(&self) -> usize;
    /// How many there are.
    fn n_ranks(&self) -> usize;
    /// Sends a message.
    fn send(&self, to: usize, message: &[u8]);
    /// A message that has come and who sent it; None if there is none yet.
    fn receive(&self) -> Option<(usize, Vec<u8>)>;
}

/// A link of one rank: nobody to talk to.
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

/// Keeps what tasks came to, so that a search that was interrupted can go on. Only rank 0 has one.
pub trait TaskJournal: Sync {
    /// A round begins. What is known of its tasks already.
    fn begin_round(&self, round: RoundId, job: &Job<'_>) -> Vec<Finished>;
    /// These tasks of the round are done.
    fn record(&self, tasks: &[Finished]);
}

/// Keeps nothing.
pub struct NoJournal;

impl TaskJournal for NoJournal {
    fn begin_round(&self, _round: RoundId, _job: &Job<'_>) -> Vec<Finished> {
        Vec::new()
    }
    fn record(&self, _tasks: &[Finished]) {}
}

/// An executor over several ranks with a number of threads each.
pub struct Ranks<'a> {
    transport: &'a dyn Transport,
    journal: &'a dyn TaskJournal,
    n_threads: usize,
    state: Mutex<State>,
}

/// What is kept from round to round.
#[derive(Default)]
struct State {
    round: RoundId,
    /// What the rounds of this search came to, for members that are behind.
    ended: BTreeMap<RoundId, Vec<u8>>,
    /// Reports from members that are ahead.
    early: Vec<(usize, Report)>,
    /// The last round of which each member was told how it ended. What it said before it heard that needs no answer, and one
    /// that has gone would never take it.
    notified: BTreeMap<usize, RoundId>,
    n_gone: usize,
}

/// Has a task done: why it was stopped, if it was.
pub type Work<'a> = dyn Fn(&dyn TaskSource) -> Option<StopReason> + Sync + 'a;

/// What rank 0 does with what comes out.
pub struct ResultSink<'a> {
    /// Takes results that are new, and the rank they are from. What the ledger knew comes from nobody.
    pub on_result: &'a mut dyn FnMut(Option<usize>, Finished),
    /// Says what the round came to, given why it was stopped, if it was: what all ranks get.
    pub outcome: &'a mut dyn FnMut(Option<StopReason>) -> Vec<u8>,
}

/// Between two looks at the link: doubled from the one to the other while nothing comes.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_micros(500));
/// After so many pauses without a word a member says what it has done.
const REPORT_AFTER: u32 = 100;

impl<'a> Ranks<'a> {
    /// Runs tasks on `n_threads` of this rank and on the others, and keeps what they come to.
    pub fn new(transport: &'a dyn Transport, journal: &'a dyn TaskJournal, n_threads: usize) -> Ranks<'a> {
        Ranks { transport, journal, n_threads: n_threads.max(1), state: Mutex::default() }
    }

    /// Another search begins, on all ranks. Searches are counted upwards.
    pub fn start_search(&self, search: u32) {
        let mut state = self.lock();
        state.round = RoundId { search, round: 0 };
        state.ended.clear();
    }

    /// All searches are over. Returns when no rank waits for another any more.
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

    /// Has all tasks of a job done by all ranks. What the round came to in the words of rank 0; None if rank 0 has gone on
    /// without it.
    ///
    /// # Panics
    /// If ranks contradict each other: their results cannot be trusted.
    pub fn run_tasks(&self, job: &Job<'_>, work: &Work<'_>, sink: &mut ResultSink<'_>) -> Option<Vec<u8>> {
        let mut state = self.lock();
        let round = state.round;
        state.round.round += 1;
        let fingerprint = (job.fingerprint)();
        let queue = LocalQueue::new(RankWorker::new(round, fingerprint, self.n_threads));
        thread::scope(|scope| {
            for _ in 0..self.n_threads {
                scope.spawn(|| queue.serve(work));
            }
            // Whatever happens here, nobody should wait for tasks that will not come.
            let _release = Release(&queue);
            match self.transport.rank() {
                0 => Some(self.coordinate(&mut state, (round, fingerprint), job, &queue, sink)),
                _ => self.assist(job, &queue),
            }
        })
    }

    /// What rank 0 does during a round, besides its share of the work.
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
                // The panic goes on when all threads have been waited for.
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
        // Who has done everything was not stopped.
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

    /// Tells a member that is behind what its round came to, or that nobody is interested in it; once.
    fn reply_late(&self, state: &mut State, to: usize, report: &Report) {
        if state.notified.get(&to).is_none_or(|&notified| notified < report.round) {
            let over = Reply::Obsolete { round: report.round }.to_bytes();
            self.transport.send(to, state.ended.get(&report.round).unwrap_or(&over));
            state.notified.insert(to, report.round);
        }
    }

    /// What another rank does during a round, besides its share of the work.
    fn assist(&self, job: &Job<'_>, queue: &LocalQueue) -> Option<Vec<u8>> {
        let mut pause = Pause::new();
        loop {
            let mut is_busy = false;
            while let Some((_, bytes)) = self.transport.receive() {
                is_busy = true;
                let reply = Reply::of_bytes(&bytes).expect("links bring messages as they were sent");
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
    ToCoordinator::of_bytes(bytes).expect("links bring messages as they were sent")
}

/// Nodes that a task made, if it is a task of a search.
fn nodes_of(finished: &Finished) -> u64 {
    TaskResult::from_line(finished.task, &finished.line).map_or(0, |result| result.counts().generated)
}

impl Conflict {
    /// Nothing that comes out could be trusted.
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

/// Ends the round for the threads of this rank.
struct Release<'a>(&'a LocalQueue);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.update(RankWorker::cancel);
    }
}

/// Waits longer and longer.
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
        // What this rank has done, unfinished tasks included.
        let own = Mutex::new(Outcome { max_solutions: job.max_solutions, ..Outcome::NONE });
        let lock = || own.lock().expect("merging does not panic");
        let work = |tasks: &dyn TaskSource| {
            let outcome = worker(tasks);
            let stopped = outcome.stopped;
            lock().merge(outcome);
            stopped
        };
        // What others have done.
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
        // Nobody waits for what this rank might find.
        outcome.unwrap_or(Outcome { stopped: Some(StopReason::Cancelled), ..Outcome::NONE })
    }
}

/// The outcome of one task.
///
/// # Panics
/// If its line is none that a task came to: a ledger checks its lines before.
fn result_of(finished: &Finished, job: &Job<'_>) -> Outcome {
    let result = TaskResult::from_line(finished.task, &finished.line).expect("results are written by tasks");
    result.into_outcome(finished.task, job.max_solutions, job.heavy)
}

fn outcome_to_bytes(outcome: &Outcome) -> Vec<u8> {
    let Outcome { max_solutions, counts, least_excess, found, n_found, heavy, held, stopped } = outcome;
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
    w.number(heavy.len() as u64);
    for (task, nodes) in heavy {
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
        heavy: r.list(|r| Some((r.size()?, r.number()?)))?,
    };
    r.is_empty().then_some(outcome)
}

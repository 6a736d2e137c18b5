//! Tasks shared between several processes, on one machine or on many. Every rank runs the same program and so knows the same
//! tasks; what travels is their numbers and their results. Rank 0 deals: it alone knows who has what and what came out, and
//! what it finds is the answer; the others help. With one rank this is [`crate::Threads`] that keep a [`Ledger`].
//!
//! `message` what is said, `dealer` and `member` who says what to what, without threads, clocks or links, so that all of it can be
//! tried with messages that come late, twice or never; `desk` a member among threads. Here they are put together. How
//! messages travel is the [`Link`]'s matter.

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
use self::coordinator::{Dealer, Quarrel};
use self::local_queue::Desk;
pub use self::message::{Finished, RoundId};
use self::message::{Reply, Report, ToDealer, read_stop, write_stop};
use self::worker::Member;
use crate::control::StopReason;
use crate::executor::{Executor, Job, TaskSource, Worker};
use crate::outcome::{Counts, Found, Outcome};
use crate::problem::{Cost, Move};
use crate::task_result::TaskResult;

/// How messages travel between ranks: whole, once and in order. Used by one thread at a time, the one that calls.
pub trait Link: Sync {
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
pub struct Alone;

impl Link for Alone {
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
pub trait Ledger: Sync {
    /// A round begins. What is known of its tasks already.
    fn begin(&self, round: RoundId, job: &Job<'_>) -> Vec<Finished>;
    /// These tasks of the round are done.
    fn finished(&self, tasks: &[Finished]);
}

/// Keeps nothing.
pub struct NoJournal;

impl Ledger for NoJournal {
    fn begin(&self, _round: RoundId, _job: &Job<'_>) -> Vec<Finished> {
        Vec::new()
    }
    fn finished(&self, _tasks: &[Finished]) {}
}

/// An executor over several ranks with a number of threads each.
pub struct Ranks<'a> {
    link: &'a dyn Link,
    ledger: &'a dyn Ledger,
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
    told: BTreeMap<usize, RoundId>,
    n_gone: usize,
}

/// Has a task done: why it was stopped, if it was.
pub type Work<'a> = dyn Fn(&dyn TaskSource) -> Option<StopReason> + Sync + 'a;

/// What rank 0 does with what comes out.
pub struct Sink<'a> {
    /// Takes results that are new, and the rank they are from. What the ledger knew comes from nobody.
    pub take: &'a mut dyn FnMut(Option<usize>, Finished),
    /// Says what the round came to, given why it was stopped, if it was: what all ranks get.
    pub end: &'a mut dyn FnMut(Option<StopReason>) -> Vec<u8>,
}

/// Between two looks at the link: doubled from the one to the other while nothing comes.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_micros(500));
/// After so many pauses without a word a member says what it has done.
const SILENCE: u32 = 100;

impl<'a> Ranks<'a> {
    /// Runs tasks on `n_threads` of this rank and on the others, and keeps what they come to.
    pub fn new(link: &'a dyn Link, ledger: &'a dyn Ledger, n_threads: usize) -> Ranks<'a> {
        Ranks { link, ledger, n_threads: n_threads.max(1), state: Mutex::default() }
    }

    /// Another search begins, on all ranks. Searches are counted upwards.
    pub fn begin(&self, search: u32) {
        let mut state = self.lock();
        state.round = RoundId { search, round: 0 };
        state.ended.clear();
    }

    /// All searches are over. Returns when no rank waits for another any more.
    pub fn close(&self) {
        let link = self.link;
        if link.rank() != 0 {
            return link.send(0, &ToDealer::bye());
        }
        let mut state = self.lock();
        let n_others = link.n_ranks() - 1;
        let mut pause = Pause::new();
        for (from, report) in std::mem::take(&mut state.early) {
            self.tell_late(&mut state, from, &report);
        }
        while state.n_gone < n_others {
            match link.receive().map(|(from, bytes)| (from, read(&bytes))) {
                Some((_, ToDealer::Bye)) => state.n_gone += 1,
                Some((from, ToDealer::Report(report))) => self.tell_late(&mut state, from, &report),
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
    pub fn share(&self, job: &Job<'_>, work: &Work<'_>, sink: &mut Sink<'_>) -> Option<Vec<u8>> {
        let mut state = self.lock();
        let round = state.round;
        state.round.round += 1;
        let fingerprint = (job.fingerprint)();
        let desk = Desk::new(Member::new(round, fingerprint, self.n_threads));
        thread::scope(|scope| {
            for _ in 0..self.n_threads {
                scope.spawn(|| desk.serve(work));
            }
            // Whatever happens here, nobody should wait for tasks that will not come.
            let _release = Release(&desk);
            match self.link.rank() {
                0 => Some(self.deal(&mut state, (round, fingerprint), job, &desk, sink)),
                _ => self.help(job, &desk),
            }
        })
    }

    /// What rank 0 does during a round, besides its share of the work.
    fn deal(
        &self,
        state: &mut State,
        (round, fingerprint): (RoundId, u64),
        job: &Job<'_>,
        desk: &Desk,
        sink: &mut Sink<'_>,
    ) -> Vec<u8> {
        let link = self.link;
        let mut dealer = Dealer::new(round, fingerprint, job.n_tasks, job.ends_at_answer, link.n_ranks());
        for finished in self.ledger.begin(round, job) {
            if dealer.take(0, &finished).unwrap_or_else(|quarrel| quarrel.end(round)) {
                (sink.take)(None, finished);
            }
        }
        let mut early: Vec<(usize, Report)> = Vec::new();
        std::mem::swap(&mut early, &mut state.early);
        let mut inbox = early.into_iter();
        let mut pause = Pause::new();
        let mut told = dealer.heard();
        loop {
            let mut is_busy = false;
            let mut foreign = 0;
            let own = desk.lock().report(pause.is_long()).map(|report| (0, report));
            let received = || link.receive().map(|(from, bytes)| (from, read(&bytes)));
            let mut letters =
                own.into_iter().chain(inbox.by_ref()).map(|(from, report)| (from, ToDealer::Report(report)));
            while let Some((from, letter)) = letters.next().or_else(received) {
                is_busy = true;
                let report = match letter {
                    ToDealer::Bye => {
                        state.n_gone += 1;
                        continue;
                    }
                    ToDealer::Report(report) => report,
                };
                if report.round > round {
                    state.early.push((from, report));
                    continue;
                }
                if report.round < round {
                    self.tell_late(state, from, &report);
                    continue;
                }
                let (reply, fresh) = dealer.answer(from, report).unwrap_or_else(|quarrel| quarrel.end(round));
                if !fresh.is_empty() {
                    self.ledger.finished(&fresh);
                }
                for finished in fresh {
                    if from != 0 {
                        foreign += nodes_of(&finished);
                    }
                    (sink.take)(Some(from), finished);
                }
                match reply {
                    Some(reply) if from == 0 => desk.update(|member| member.take(reply)),
                    Some(reply) => link.send(from, &reply.to_bytes()),
                    None => {}
                }
            }
            if let Some(reason) = (job.poll)(foreign) {
                dealer.stop(reason);
            }
            if desk.is_broken() {
                // The panic goes on when all threads have been waited for.
                return Vec::new();
            }
            if dealer.heard() != told {
                told = dealer.heard();
                let news = Reply::News { round, heard: told };
                dealer.present().filter(|&to| to != 0).for_each(|to| link.send(to, &news.to_bytes()));
                desk.update(|member| member.take(news));
                is_busy = true;
            }
            if dealer.is_over() {
                break;
            }
            if is_busy { pause.reset() } else { pause.wait() }
        }
        // Who has done everything was not stopped.
        let outcome = (sink.end)(told.stop.filter(|_| !dealer.is_complete()));
        let end = Reply::End { round, outcome: outcome.clone() };
        let bytes = end.to_bytes();
        for to in dealer.present().filter(|&to| to != 0) {
            link.send(to, &bytes);
            state.told.insert(to, round);
        }
        desk.update(|member| member.take(end));
        state.ended.insert(round, bytes);
        outcome
    }

    /// Tells a member that is behind what its round came to, or that nobody is interested in it; once.
    fn tell_late(&self, state: &mut State, to: usize, report: &Report) {
        if state.told.get(&to).is_none_or(|&told| told < report.round) {
            let over = Reply::Over { round: report.round }.to_bytes();
            self.link.send(to, state.ended.get(&report.round).unwrap_or(&over));
            state.told.insert(to, report.round);
        }
    }

    /// What another rank does during a round, besides its share of the work.
    fn help(&self, job: &Job<'_>, desk: &Desk) -> Option<Vec<u8>> {
        let mut pause = Pause::new();
        loop {
            let mut is_busy = false;
            while let Some((_, bytes)) = self.link.receive() {
                is_busy = true;
                let reply = Reply::of_bytes(&bytes).expect("links bring messages as they were sent");
                desk.update(|member| member.take(reply));
            }
            if let Some(outcome) = desk.lock().end() {
                return outcome.clone();
            }
            if desk.is_broken() {
                return None;
            }
            if let Some(reason) = (job.poll)(0) {
                desk.update(|member| member.stop(reason));
            }
            if let Some(report) = desk.lock().report(pause.is_long()) {
                is_busy = true;
                self.link.send(0, &report.to_bytes());
            }
            if is_busy { pause.reset() } else { pause.wait() }
        }
    }
}

fn read(bytes: &[u8]) -> ToDealer {
    ToDealer::of_bytes(bytes).expect("links bring messages as they were sent")
}

/// Nodes that a task made, if it is a task of a search.
fn nodes_of(finished: &Finished) -> u64 {
    TaskResult::of_line(finished.task, &finished.line).map_or(0, |result| result.counts().generated)
}

impl Quarrel {
    /// Nothing that comes out could be trusted.
    fn end(self, round: RoundId) -> ! {
        let RoundId { search, round } = round;
        match self {
            Quarrel::Foreign { member } => panic!(
                "rank {member} has other tasks than rank 0 in round {round} of search {search}: \
                 program, input and tables must be the same on all machines"
            ),
            Quarrel::Contradiction { member, task } => panic!(
                "rank {member} has another result for task {task} in round {round} of search {search} than was found before: \
                 a machine is broken, or this is a bug"
            ),
        }
    }
}

/// Ends the round for the threads of this rank.
struct Release<'a>(&'a Desk);

impl Drop for Release<'_> {
    fn drop(&mut self) {
        self.0.update(Member::give_up);
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
        self.n > SILENCE
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
        let own = Mutex::new(Outcome { room: job.room, ..Outcome::NONE });
        let lock = || own.lock().expect("merging does not panic");
        let work = |claims: &dyn TaskSource| {
            let outcome = worker(claims);
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
        let bytes = self.share(job, &work, &mut Sink { take: &mut take, end: &mut end });
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
    let result = TaskResult::of_line(finished.task, &finished.line).expect("results are written by tasks");
    result.into_outcome(finished.task, job.room, job.heavy)
}

fn outcome_to_bytes(outcome: &Outcome) -> Vec<u8> {
    let Outcome { room, counts, least_excess, found, n_found, heavy, held, stopped } = outcome;
    let mut w = Writer::default();
    w.number(*room as u64).number(counts.generated).number(counts.expanded);
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
        room: r.size()?,
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

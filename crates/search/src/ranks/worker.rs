//! One rank's side of a round: tasks it was given, results it has still to report, and when to say what. No thread, no clock, no link.

use std::collections::VecDeque;

use super::message::{Finished, Reply, Report, RoundId};
use crate::control::StopReason;
use crate::executor::RoundStatus;

/// Tasks waiting for one thread, at most.
const MAX_WAITING_PER_THREAD: usize = 1024;

/// A member of a round.
pub(crate) struct RankWorker {
    round: RoundId,
    fingerprint: u64,
    n_threads: usize,
    /// Tasks that nobody has begun.
    waiting: VecDeque<usize>,
    /// So many should be waiting. Grows whenever a thread finds none.
    room: usize,
    /// Threads at work.
    n_active: usize,
    finished: Vec<Finished>,
    /// The dealer had nothing more the last time.
    is_exhausted: bool,
    status: RoundStatus,
    /// Why this rank wants to stop.
    stop: Option<StopReason>,
    serial: u32,
    /// The last report, until it is answered.
    unanswered: Option<Report>,
    /// Something has happened that the dealer should know at once.
    is_urgent: bool,
    end: Option<Option<Vec<u8>>>,
}

/// What a thread is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// This task.
    Task(usize),
    /// Wait: there may be more.
    Wait,
    /// Nothing more.
    Nothing,
}

impl RankWorker {
    pub fn new(round: RoundId, fingerprint: u64, n_threads: usize) -> RankWorker {
        RankWorker {
            round,
            fingerprint,
            n_threads,
            waiting: VecDeque::new(),
            room: 2 * n_threads,
            n_active: 0,
            finished: Vec::new(),
            is_exhausted: false,
            status: RoundStatus::RUNNING,
            stop: None,
            serial: 0,
            unanswered: None,
            // It has to say that it is there.
            is_urgent: true,
            end: None,
        }
    }

    /// What a thread is to do next.
    pub fn next(&mut self) -> Next {
        if self.end.is_some() || self.stop.or(self.status.stop).is_some() {
            return Next::Nothing;
        }
        match self.waiting.pop_front() {
            // All others are higher still.
            Some(task) if task > self.status.answered => {
                self.waiting.clear();
                Next::Nothing
            }
            Some(task) => Next::Task(task),
            None if self.is_exhausted => Next::Nothing,
            None => {
                self.room = (2 * self.room).min(MAX_WAITING_PER_THREAD * self.n_threads);
                Next::Wait
            }
        }
    }

    /// A thread begins to work, if there are tasks for it.
    pub fn enter(&mut self) -> bool {
        let has_tasks = !self.waiting.is_empty();
        self.n_active += usize::from(has_tasks);
        has_tasks
    }

    /// Whether more tasks should be asked for.
    pub fn is_low(&self) -> bool {
        !self.is_exhausted && 2 * self.waiting.len() < self.room
    }

    /// A task has been brought to its end.
    pub fn finish(&mut self, finished: Finished) {
        self.is_urgent |= finished.has_answer;
        self.finished.push(finished);
    }

    /// A thread has nothing more to do, or was told to stop.
    pub fn leave(&mut self, stop: Option<StopReason>) {
        self.n_active -= 1;
        if let Some(reason) = stop {
            self.stop(reason);
        }
        self.is_urgent = true;
    }

    /// This rank wants to stop.
    pub fn stop(&mut self, reason: StopReason) {
        self.is_urgent |= self.stop.is_none() && self.status.stop.is_none();
        self.stop.get_or_insert(reason);
        self.waiting.clear();
    }

    /// What is known.
    pub fn status(&self) -> RoundStatus {
        RoundStatus { stop: self.status.stop.or(self.stop), ..self.status }
    }

    /// A report, if one is due. `is_late` if nothing was said for long.
    pub fn report(&mut self, is_late: bool) -> Option<Report> {
        if self.unanswered.is_some() || self.end.is_some() {
            return None;
        }
        if !(self.is_urgent || self.is_low() || is_late) {
            return None;
        }
        let is_stopped = self.stop.or(self.status.stop).is_some();
        let n_wanted = if is_stopped { 0 } else { self.room.saturating_sub(self.waiting.len()) };
        self.serial += 1;
        let report = Report {
            round: self.round,
            serial: self.serial,
            fingerprint: self.fingerprint,
            n_threads: self.n_threads as u32,
            n_wanted: n_wanted as u32,
            is_idle: self.n_active == 0 && self.waiting.is_empty(),
            stop: self.stop,
            finished: std::mem::take(&mut self.finished),
        };
        self.is_urgent = false;
        self.unanswered = Some(report.clone());
        Some(report)
    }

    /// The report that is still to be answered: to be said again where messages can be lost.
    #[cfg(test)]
    pub fn unanswered(&self) -> Option<&Report> {
        self.unanswered.as_ref()
    }

    /// Takes in what the dealer says.
    pub fn take(&mut self, reply: Reply) {
        match reply {
            Reply::Grant { round, serial, tasks, is_exhausted, status } => {
                let has_solution = self.unanswered.as_ref().is_some_and(|report| report.serial == serial);
                if round != self.round || !has_solution {
                    return;
                }
                self.unanswered = None;
                self.is_exhausted = is_exhausted;
                self.update_status(status);
                // Nobody will begin them any more, and the dealer knows that the round is stopped.
                if self.stop.or(self.status.stop).is_none() {
                    self.waiting.extend(tasks);
                } else {
                    self.is_urgent = true;
                }
            }
            Reply::Status { round, status } if round == self.round => self.update_status(status),
            Reply::End { round, outcome } if round == self.round => self.end = Some(Some(outcome)),
            Reply::Obsolete { round } if round == self.round => self.end = Some(None),
            Reply::Status { .. } | Reply::End { .. } | Reply::Obsolete { .. } => {}
        }
    }

    fn update_status(&mut self, status: RoundStatus) {
        let before = self.status();
        self.status.answered = self.status.answered.min(status.answered);
        self.status.stop = self.status.stop.or(status.stop);
        self.waiting.retain(|&task| task <= status.answered);
        if status.stop.is_some() {
            self.waiting.clear();
        }
        // Whoever has nothing left to do says so.
        self.is_urgent |= self.status() != before;
    }

    /// Whatever the dealer says, the round is over for this rank.
    pub fn cancel(&mut self) {
        self.end.get_or_insert(None);
    }

    /// The round is over: what came out, or None if nobody is interested in it.
    pub fn end(&self) -> Option<&Option<Vec<u8>>> {
        self.end.as_ref()
    }
}

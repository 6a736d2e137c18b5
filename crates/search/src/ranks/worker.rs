//! The worker side of a round: the tasks assigned to this rank, the results still to report, and when to report. It has
//! no thread, no clock and no network.

use std::collections::VecDeque;

use super::message::{Finished, Reply, Report, RoundId};
use crate::control::StopReason;
use crate::executor::RoundStatus;

/// Maximum number of tasks that wait for one thread.
const MAX_WAITING_PER_THREAD: usize = 1024;

/// The worker of one rank in a round.
pub(crate) struct RankWorker {
    round: RoundId,
    fingerprint: u64,
    n_threads: usize,
    /// Tasks that no thread has begun.
    waiting: VecDeque<usize>,
    /// Number of tasks that should be waiting. Grows whenever a thread finds none.
    target: usize,
    /// Number of working threads.
    n_active: usize,
    finished: Vec<Finished>,
    /// True if the coordinator had no more tasks the last time.
    is_exhausted: bool,
    status: RoundStatus,
    /// The reason why this rank stops.
    stop: Option<StopReason>,
    serial: u32,
    /// The last report, until it is answered.
    unanswered: Option<Report>,
    /// True if the coordinator should be informed at once.
    is_urgent: bool,
    end: Option<Option<Vec<u8>>>,
}

/// Next action of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// Run this task.
    Task(usize),
    /// Wait: more tasks may come.
    Wait,
    /// No more tasks.
    Nothing,
}

impl RankWorker {
    pub fn new(round: RoundId, fingerprint: u64, n_threads: usize) -> RankWorker {
        RankWorker {
            round,
            fingerprint,
            n_threads,
            waiting: VecDeque::new(),
            target: 2 * n_threads,
            n_active: 0,
            finished: Vec::new(),
            is_exhausted: false,
            status: RoundStatus::RUNNING,
            stop: None,
            serial: 0,
            unanswered: None,
            // The first report announces this rank.
            is_urgent: true,
            end: None,
        }
    }

    /// Returns the next action of a thread.
    pub fn next(&mut self) -> Next {
        if self.end.is_some() || self.stop.or(self.status.stop).is_some() {
            return Next::Nothing;
        }
        match self.waiting.pop_front() {
            // All others are higher still, so none is needed.
            Some(task) if task > self.status.answered => {
                self.waiting.clear();
                Next::Nothing
            }
            Some(task) => Next::Task(task),
            None if self.is_exhausted => Next::Nothing,
            None => {
                self.target = (2 * self.target).min(MAX_WAITING_PER_THREAD * self.n_threads);
                Next::Wait
            }
        }
    }

    /// A thread begins to work; false if there are no tasks for it.
    pub fn enter(&mut self) -> bool {
        let has_tasks = !self.waiting.is_empty();
        self.n_active += usize::from(has_tasks);
        has_tasks
    }

    /// True if more tasks should be requested.
    pub fn is_low(&self) -> bool {
        !self.is_exhausted && 2 * self.waiting.len() < self.target
    }

    /// Stores the result of a finished task.
    pub fn finish(&mut self, finished: Finished) {
        self.is_urgent |= finished.has_answer;
        self.finished.push(finished);
    }

    /// A thread has no more tasks, or was stopped.
    pub fn leave(&mut self, stop: Option<StopReason>) {
        self.n_active -= 1;
        if let Some(reason) = stop {
            self.stop(reason);
        }
        self.is_urgent = true;
    }

    /// Stops this rank.
    pub fn stop(&mut self, reason: StopReason) {
        self.is_urgent |= self.stop.is_none() && self.status.stop.is_none();
        self.stop.get_or_insert(reason);
        self.waiting.clear();
    }

    /// The status known to this rank.
    pub fn status(&self) -> RoundStatus {
        RoundStatus { stop: self.status.stop.or(self.stop), ..self.status }
    }

    /// Returns a report, if one is due. `is_late` if the last one was long ago.
    pub fn report(&mut self, is_late: bool) -> Option<Report> {
        if self.unanswered.is_some() || self.end.is_some() {
            return None;
        }
        if !(self.is_urgent || self.is_low() || is_late) {
            return None;
        }
        let is_stopped = self.stop.or(self.status.stop).is_some();
        let n_wanted = if is_stopped { 0 } else { self.target.saturating_sub(self.waiting.len()) };
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

    /// The report that is not answered yet: to be repeated if messages can be lost.
    #[cfg(test)]
    pub fn unanswered(&self) -> Option<&Report> {
        self.unanswered.as_ref()
    }

    /// Processes a reply of the coordinator.
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
                // No thread will begin these tasks, and the coordinator knows that the round is stopped.
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
        // A rank without work reports so.
        self.is_urgent |= self.status() != before;
    }

    /// Ends the round for this rank, whatever the coordinator replies.
    pub fn cancel(&mut self) {
        self.end.get_or_insert(None);
    }

    /// The outcome if the round is over; the inner value is None if the outcome is not needed any more.
    pub fn end(&self) -> Option<&Option<Vec<u8>>> {
        self.end.as_ref()
    }
}

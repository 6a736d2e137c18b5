//! The coordinator: knows which tasks are left, assigned and done. It assigns tasks in increasing order, accepts every
//! result exactly once, and repeats its reply if a message is repeated. It has no thread, no clock and no network: it
//! maps messages to replies.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::message::{Finished, Reply, Report, RoundId};
use crate::control::StopReason;
use crate::executor::RoundStatus;

/// The tasks of one round and their assignment.
pub(crate) struct Coordinator {
    round: RoundId,
    fingerprint: u64,
    ends_at_answer: bool,
    /// By task: the hash of its result, if it is done.
    done: Vec<Option<u64>>,
    /// All tasks below this one are done.
    first_undone: usize,
    /// No task from this one on has been assigned.
    next: usize,
    status: RoundStatus,
    ranks: Vec<RankState>,
}

/// The state of a rank, as the coordinator knows it.
#[derive(Clone, Default)]
struct RankState {
    has_joined: bool,
    is_idle: bool,
    n_threads: usize,
    /// Number of the last report that was processed, and the reply to it.
    serial: u32,
    last_reply: Option<Reply>,
}

/// A conflict between ranks: they cannot work together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    /// A rank searches something else.
    Mismatch { rank: usize },
    /// Two different results for one task.
    Contradiction { rank: usize, task: usize },
}

impl Coordinator {
    /// Creates the coordinator of `n_tasks` for `n_ranks`, which must report the same `fingerprint`.
    pub fn new(
        round: RoundId,
        fingerprint: u64,
        n_tasks: usize,
        ends_at_answer: bool,
        n_ranks: usize,
    ) -> Coordinator {
        Coordinator {
            round,
            fingerprint,
            ends_at_answer,
            done: vec![None; n_tasks],
            first_undone: 0,
            next: 0,
            status: RoundStatus::RUNNING,
            ranks: vec![RankState::default(); n_ranks],
        }
    }

    /// The status that all workers should know.
    pub fn status(&self) -> RoundStatus {
        self.status
    }

    /// Stops the round.
    pub fn stop(&mut self, reason: StopReason) {
        // Of several reasons the first in the order of the enumeration, as when outcomes are merged.
        self.status.stop = self.status.stop.into_iter().chain([reason]).min_by_key(|&reason| reason as u8);
    }

    /// The ranks that have joined this round.
    pub fn joined(&self) -> impl Iterator<Item = usize> {
        self.ranks.iter().enumerate().filter(|(_, state)| state.has_joined).map(|(rank, _)| rank)
    }

    /// True if all needed tasks are done, or the round was stopped, and no rank is working.
    pub fn is_over(&self) -> bool {
        (self.is_complete() || self.status.stop.is_some())
            && self.ranks.iter().all(|state| !state.has_joined || state.is_idle)
    }

    /// True if all needed tasks are done.
    pub fn is_complete(&self) -> bool {
        self.first_undone == self.done.len() || self.first_undone > self.status.answered
    }

    /// Accepts a result. Returns true if it is new.
    ///
    /// # Errors
    /// Returns a conflict if another result is known for the task.
    pub fn take(&mut self, rank: usize, finished: &Finished) -> Result<bool, Conflict> {
        let task = finished.task;
        let hash =
            BuildHasherDefault::<DefaultHasher>::default().hash_one((finished.has_answer, &finished.line));
        match self.done.get(task) {
            None => return Err(Conflict::Mismatch { rank }),
            Some(Some(known)) if *known != hash => return Err(Conflict::Contradiction { rank, task }),
            Some(Some(_)) => return Ok(false),
            Some(None) => {}
        }
        self.done[task] = Some(hash);
        while self.done.get(self.first_undone).is_some_and(Option::is_some) {
            self.first_undone += 1;
        }
        if finished.has_answer && self.ends_at_answer {
            self.status.answered = self.status.answered.min(task);
        }
        Ok(true)
    }

    /// Processes a report. Returns the reply, if any, and the results that are new.
    ///
    /// # Errors
    /// Returns a conflict if the rank searches something else or contradicts a known result.
    pub fn answer(
        &mut self,
        rank: usize,
        report: Report,
    ) -> Result<(Option<Reply>, Vec<Finished>), Conflict> {
        debug_assert_eq!(report.round, self.round);
        if report.fingerprint != self.fingerprint {
            return Err(Conflict::Mismatch { rank });
        }
        let state = &mut self.ranks[rank];
        if report.serial <= state.serial {
            // A repeated report. The reply may have been lost; older ones were answered long ago.
            let repeated = (report.serial == state.serial).then(|| state.last_reply.clone()).flatten();
            return Ok((repeated, Vec::new()));
        }
        (state.has_joined, state.n_threads) = (true, report.n_threads as usize);
        let mut new_results = Vec::new();
        for finished in report.finished {
            if self.take(rank, &finished)? {
                new_results.push(finished);
            }
        }
        if let Some(reason) = report.stop {
            self.stop(reason);
        }
        let tasks = self.assign(rank, report.n_wanted as usize);
        let reply = Reply::Grant {
            round: self.round,
            serial: report.serial,
            is_exhausted: self.n_left() == 0,
            status: self.status,
            tasks,
        };
        let state = &mut self.ranks[rank];
        state.is_idle = report.is_idle && matches!(&reply, Reply::Grant { tasks, .. } if tasks.is_empty());
        (state.serial, state.last_reply) = (report.serial, Some(reply.clone()));
        Ok((Some(reply), new_results))
    }

    /// Approximate number of tasks that were never assigned and are still needed.
    fn n_left(&self) -> usize {
        if self.status.stop.is_some() {
            return 0;
        }
        self.done.len().min(self.status.answered).saturating_sub(self.next)
    }

    /// The next tasks for a rank: what it requests, but not more than its share of what is left.
    fn assign(&mut self, rank: usize, n_wanted: usize) -> Vec<usize> {
        let joined = self.ranks.iter().filter(|state| state.has_joined);
        let n_threads: usize = joined.map(|state| state.n_threads).sum();
        let own = self.ranks[rank].n_threads.max(1);
        let share = (self.n_left() * own / (2 * n_threads.max(1))).max(own);
        let mut tasks = Vec::new();
        while tasks.len() < n_wanted.min(share) && self.n_left() > 0 {
            // Results from the journal need not be computed again.
            if self.done[self.next].is_none() {
                tasks.push(self.next);
            }
            self.next += 1;
        }
        tasks
    }
}

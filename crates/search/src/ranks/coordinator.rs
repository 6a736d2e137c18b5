//! Who has which task: the one place that knows what is left, what is out and what is done. It deals tasks in increasing order,
//! takes every result exactly once, and repeats what it said where a message is repeated. No thread, no clock, no link: just
//! what to reply to what.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::message::{Finished, Reply, Report, RoundId};
use crate::control::StopReason;
use crate::executor::RoundStatus;

/// The tasks of one round and who has them.
pub(crate) struct Coordinator {
    round: RoundId,
    fingerprint: u64,
    ends_at_answer: bool,
    /// Of every task that is done the hash of its result.
    done: Vec<Option<u64>>,
    /// No task below is left undone.
    first_undone: usize,
    /// No task from here on was ever dealt.
    next: usize,
    status: RoundStatus,
    ranks: Vec<RankState>,
}

/// A member as the dealer sees it.
#[derive(Clone, Default)]
struct RankState {
    has_joined: bool,
    is_idle: bool,
    n_threads: usize,
    /// The last report that was taken in, and what was said to it.
    serial: u32,
    last_reply: Option<Reply>,
}

/// Why members cannot work together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Conflict {
    /// A member searches something else.
    Mismatch { rank: usize },
    /// Two results for one task.
    Contradiction { rank: usize, task: usize },
}

impl Coordinator {
    /// Deals `n_tasks` to `n_ranks`, who must know the same `fingerprint`.
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

    /// What everybody should know.
    pub fn status(&self) -> RoundStatus {
        self.status
    }

    /// Somebody wants the round to stop.
    pub fn stop(&mut self, reason: StopReason) {
        // Of several reasons the strongest, as where outcomes are merged.
        self.status.stop = self.status.stop.into_iter().chain([reason]).min_by_key(|&reason| reason as u8);
    }

    /// Members who have come to this round.
    pub fn joined(&self) -> impl Iterator<Item = usize> {
        self.ranks.iter().enumerate().filter(|(_, state)| state.has_joined).map(|(rank, _)| rank)
    }

    /// Whether all that is needed is done, or the round was stopped, and nobody works any more.
    pub fn is_over(&self) -> bool {
        (self.is_complete() || self.status.stop.is_some())
            && self.ranks.iter().all(|state| !state.has_joined || state.is_idle)
    }

    /// Whether all that is needed is done.
    pub fn is_complete(&self) -> bool {
        self.first_undone == self.done.len() || self.first_undone > self.status.answered
    }

    /// Takes in a result. Whether it is new.
    ///
    /// # Errors
    /// If it is not what somebody else has found.
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

    /// Takes in a report. What to reply, if anything, and which results are new.
    ///
    /// # Errors
    /// If the member cannot be worked with.
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
            // Heard before. What was said to it may have been lost; what is older was answered long ago.
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
        let tasks = self.coordinate(rank, report.n_wanted as usize);
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

    /// Tasks that were never dealt and are still of interest, about.
    fn n_left(&self) -> usize {
        if self.status.stop.is_some() {
            return 0;
        }
        self.done.len().min(self.status.answered).saturating_sub(self.next)
    }

    /// The next tasks for a member: what it wants, but not more than its share of what is left.
    fn coordinate(&mut self, rank: usize, n_wanted: usize) -> Vec<usize> {
        let joined = self.ranks.iter().filter(|state| state.has_joined);
        let n_threads: usize = joined.map(|state| state.n_threads).sum();
        let own = self.ranks[rank].n_threads.max(1);
        let run_tasks = (self.n_left() * own / (2 * n_threads.max(1))).max(own);
        let mut tasks = Vec::new();
        while tasks.len() < n_wanted.min(run_tasks) && self.n_left() > 0 {
            // What was known before needs not be done again.
            if self.done[self.next].is_none() {
                tasks.push(self.next);
            }
            self.next += 1;
        }
        tasks
    }
}

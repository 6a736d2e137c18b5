//! Who has which task: the one place that knows what is left, what is out and what is done. It deals tasks in increasing order,
//! takes every result exactly once, and repeats what it said where a message is repeated. No thread, no clock, no link: just
//! what to reply to what.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::message::{Finished, Reply, Report, RoundId};
use crate::control::StopReason;
use crate::executor::Heard;

/// The tasks of one round and who has them.
pub(crate) struct Dealer {
    round: RoundId,
    fingerprint: u64,
    ends_at_answer: bool,
    /// Of every task that is done the hash of its result.
    done: Vec<Option<u64>>,
    /// No task below is left undone.
    first_undone: usize,
    /// No task from here on was ever dealt.
    next: usize,
    heard: Heard,
    seats: Vec<Seat>,
}

/// A member as the dealer sees it.
#[derive(Clone, Default)]
struct Seat {
    is_here: bool,
    is_idle: bool,
    n_threads: usize,
    /// The last report that was taken in, and what was said to it.
    serial: u32,
    said: Option<Reply>,
}

/// Why members cannot work together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Quarrel {
    /// A member searches something else.
    Foreign { member: usize },
    /// Two results for one task.
    Contradiction { member: usize, task: usize },
}

impl Dealer {
    /// Deals `n_tasks` to `n_members`, who must know the same `fingerprint`.
    pub fn new(
        round: RoundId,
        fingerprint: u64,
        n_tasks: usize,
        ends_at_answer: bool,
        n_members: usize,
    ) -> Dealer {
        Dealer {
            round,
            fingerprint,
            ends_at_answer,
            done: vec![None; n_tasks],
            first_undone: 0,
            next: 0,
            heard: Heard::NOTHING,
            seats: vec![Seat::default(); n_members],
        }
    }

    /// What everybody should know.
    pub fn heard(&self) -> Heard {
        self.heard
    }

    /// Somebody wants the round to stop.
    pub fn stop(&mut self, reason: StopReason) {
        // Of several reasons the strongest, as where outcomes are merged.
        self.heard.stop = self.heard.stop.into_iter().chain([reason]).min_by_key(|&reason| reason as u8);
    }

    /// Members who have come to this round.
    pub fn present(&self) -> impl Iterator<Item = usize> {
        self.seats.iter().enumerate().filter(|(_, seat)| seat.is_here).map(|(member, _)| member)
    }

    /// Whether all that is needed is done, or the round was stopped, and nobody works any more.
    pub fn is_over(&self) -> bool {
        (self.is_complete() || self.heard.stop.is_some())
            && self.seats.iter().all(|seat| !seat.is_here || seat.is_idle)
    }

    /// Whether all that is needed is done.
    pub fn is_complete(&self) -> bool {
        self.first_undone == self.done.len() || self.first_undone > self.heard.answered
    }

    /// Takes in a result. Whether it is new.
    ///
    /// # Errors
    /// If it is not what somebody else has found.
    pub fn take(&mut self, member: usize, finished: &Finished) -> Result<bool, Quarrel> {
        let task = finished.task;
        let hash =
            BuildHasherDefault::<DefaultHasher>::default().hash_one((finished.has_answer, &finished.line));
        match self.done.get(task) {
            None => return Err(Quarrel::Foreign { member }),
            Some(Some(known)) if *known != hash => return Err(Quarrel::Contradiction { member, task }),
            Some(Some(_)) => return Ok(false),
            Some(None) => {}
        }
        self.done[task] = Some(hash);
        while self.done.get(self.first_undone).is_some_and(Option::is_some) {
            self.first_undone += 1;
        }
        if finished.has_answer && self.ends_at_answer {
            self.heard.answered = self.heard.answered.min(task);
        }
        Ok(true)
    }

    /// Takes in a report. What to reply, if anything, and which results are new.
    ///
    /// # Errors
    /// If the member cannot be worked with.
    pub fn answer(
        &mut self,
        member: usize,
        report: Report,
    ) -> Result<(Option<Reply>, Vec<Finished>), Quarrel> {
        debug_assert_eq!(report.round, self.round);
        if report.fingerprint != self.fingerprint {
            return Err(Quarrel::Foreign { member });
        }
        let seat = &mut self.seats[member];
        if report.serial <= seat.serial {
            // Heard before. What was said to it may have been lost; what is older was answered long ago.
            let repeated = (report.serial == seat.serial).then(|| seat.said.clone()).flatten();
            return Ok((repeated, Vec::new()));
        }
        (seat.is_here, seat.n_threads) = (true, report.n_threads as usize);
        let mut fresh = Vec::new();
        for finished in report.finished {
            if self.take(member, &finished)? {
                fresh.push(finished);
            }
        }
        if let Some(reason) = report.stop {
            self.stop(reason);
        }
        let tasks = self.deal(member, report.wants as usize);
        let reply = Reply::Grant {
            round: self.round,
            serial: report.serial,
            is_dry: self.n_left() == 0,
            heard: self.heard,
            tasks,
        };
        let seat = &mut self.seats[member];
        seat.is_idle = report.is_idle && matches!(&reply, Reply::Grant { tasks, .. } if tasks.is_empty());
        (seat.serial, seat.said) = (report.serial, Some(reply.clone()));
        Ok((Some(reply), fresh))
    }

    /// Tasks that were never dealt and are still of interest, about.
    fn n_left(&self) -> usize {
        if self.heard.stop.is_some() {
            return 0;
        }
        self.done.len().min(self.heard.answered).saturating_sub(self.next)
    }

    /// The next tasks for a member: what it wants, but not more than its share of what is left.
    fn deal(&mut self, member: usize, wants: usize) -> Vec<usize> {
        let present = self.seats.iter().filter(|seat| seat.is_here);
        let n_threads: usize = present.map(|seat| seat.n_threads).sum();
        let own = self.seats[member].n_threads.max(1);
        let share = (self.n_left() * own / (2 * n_threads.max(1))).max(own);
        let mut tasks = Vec::new();
        while tasks.len() < wants.min(share) && self.n_left() > 0 {
            // What was known before needs not be done again.
            if self.done[self.next].is_none() {
                tasks.push(self.next);
            }
            self.next += 1;
        }
        tasks
    }
}

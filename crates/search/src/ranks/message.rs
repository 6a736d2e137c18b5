//! Messages between ranks: a worker reports to the coordinator, the coordinator replies. They contain task numbers and
//! results, never states.

use super::bytes::{Reader, Writer};
use crate::control::StopReason;
use crate::executor::RoundStatus;

/// Identifies a round within a session of searches, in order: the search, and the call of the executor in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct RoundId {
    /// Number of the search.
    pub search: u32,
    /// Number of the round.
    pub round: u32,
}

/// The result of a finished task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished {
    /// Number of the task.
    pub task: usize,
    /// True if it has an answer.
    pub has_answer: bool,
    /// The result as a line of text.
    pub line: String,
}

/// A report from a worker to the coordinator. Repeated until it is answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Report {
    pub round: RoundId,
    /// Reports of a round are numbered from 1.
    pub serial: u32,
    pub fingerprint: u64,
    pub n_threads: u32,
    /// Number of tasks that the worker requests.
    pub n_wanted: u32,
    /// True if no task is running and nothing is left to report.
    pub is_idle: bool,
    pub stop: Option<StopReason>,
    pub finished: Vec<Finished>,
}

/// A reply from the coordinator to a worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// The answer to a report: new tasks.
    Grant {
        round: RoundId,
        serial: u32,
        tasks: Vec<usize>,
        /// True if the coordinator has no more tasks at the moment.
        is_exhausted: bool,
        status: RoundStatus,
    },
    /// A status update that should be known at once. May be lost: the next grant repeats it.
    Status { round: RoundId, status: RoundStatus },
    /// The round is over, with this outcome.
    End { round: RoundId, outcome: Vec<u8> },
    /// The outcome of this round is not needed any more.
    Obsolete { round: RoundId },
}

/// A message to the coordinator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ToCoordinator {
    Report(Report),
    /// The worker leaves the session.
    Bye,
}

impl Report {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::default();
        w.number(1);
        write_round(&mut w, self.round);
        w.number(self.serial.into()).number(self.fingerprint).number(self.n_threads.into());
        w.number(self.n_wanted.into()).number(self.is_idle.into());
        write_stop(&mut w, self.stop);
        w.number(self.finished.len() as u64);
        for Finished { task, has_answer, line } in &self.finished {
            w.number(*task as u64).number((*has_answer).into()).bytes(line.as_bytes());
        }
        w.finish()
    }
}

impl ToCoordinator {
    pub fn bye() -> Vec<u8> {
        Writer::default().number(2).finish()
    }

    /// Decodes a message; None if it is malformed.
    pub fn of_bytes(bytes: &[u8]) -> Option<ToCoordinator> {
        let r = &mut Reader::new(bytes);
        let message = match r.number()? {
            1 => ToCoordinator::Report(Report {
                round: read_round(r)?,
                serial: r.number()? as u32,
                fingerprint: r.number()?,
                n_threads: r.number()? as u32,
                n_wanted: r.number()? as u32,
                is_idle: r.number()? != 0,
                stop: read_stop(r)?,
                finished: r.list(|r| {
                    let (task, has_answer) = (r.size()?, r.number()? != 0);
                    Some(Finished { task, has_answer, line: String::from_utf8(r.bytes()?.to_vec()).ok()? })
                })?,
            }),
            2 => ToCoordinator::Bye,
            _ => return None,
        };
        r.is_empty().then_some(message)
    }
}

impl Reply {
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut w = Writer::default();
        match self {
            Reply::Grant { round, serial, tasks, is_exhausted, status } => {
                write_round(w.number(1), *round);
                w.number((*serial).into()).number((*is_exhausted).into());
                write_status(&mut w, *status);
                w.number(tasks.len() as u64);
                tasks.iter().for_each(|&task| {
                    w.number(task as u64);
                });
            }
            Reply::Status { round, status } => {
                write_round(w.number(2), *round);
                write_status(&mut w, *status);
            }
            Reply::End { round, outcome } => {
                write_round(w.number(3), *round);
                w.bytes(outcome);
            }
            Reply::Obsolete { round } => write_round(w.number(4), *round),
        }
        w.finish()
    }

    /// Decodes a message; None if it is malformed.
    pub fn of_bytes(bytes: &[u8]) -> Option<Reply> {
        let r = &mut Reader::new(bytes);
        let (kind, round) = (r.number()?, read_round(r)?);
        let reply = match kind {
            1 => {
                let (serial, is_exhausted) = (r.number()? as u32, r.number()? != 0);
                let status = read_status(r)?;
                Reply::Grant { round, serial, tasks: r.list(Reader::size)?, is_exhausted, status }
            }
            2 => Reply::Status { round, status: read_status(r)? },
            3 => Reply::End { round, outcome: r.bytes()?.to_vec() },
            4 => Reply::Obsolete { round },
            _ => return None,
        };
        r.is_empty().then_some(reply)
    }
}

fn write_round(w: &mut Writer, round: RoundId) {
    w.number(round.search.into()).number(round.round.into());
}

fn read_round(r: &mut Reader<'_>) -> Option<RoundId> {
    Some(RoundId { search: r.number()? as u32, round: r.number()? as u32 })
}

pub(crate) fn write_stop(w: &mut Writer, stop: Option<StopReason>) {
    w.number(stop.map_or(0, |reason| reason as u64));
}

pub(crate) fn read_stop(r: &mut Reader<'_>) -> Option<Option<StopReason>> {
    match r.number()? {
        0 => Some(None),
        number => StopReason::of_number(u8::try_from(number).ok()?).map(Some),
    }
}

fn write_status(w: &mut Writer, status: RoundStatus) {
    w.number(status.answered as u64);
    write_stop(w, status.stop);
}

fn read_status(r: &mut Reader<'_>) -> Option<RoundStatus> {
    Some(RoundStatus { answered: r.size()?, stop: read_stop(r)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> Report {
        let finished = |task, has_answer, line: &str| Finished { task, has_answer, line: line.to_string() };
        Report {
            round: RoundId { search: 3, round: 7 },
            serial: 12,
            fingerprint: u64::MAX - 5,
            n_threads: 4,
            n_wanted: 9,
            is_idle: true,
            stop: Some(StopReason::Nodes),
            finished: vec![finished(5, false, "1 2 - 0"), finished(70_000, true, "Käse\n")],
        }
    }

    #[test]
    fn messages_arrive_as_they_were_sent() {
        let (message, round) = (report(), RoundId { search: 1, round: 2 });
        assert_eq!(ToCoordinator::of_bytes(&message.to_bytes()), Some(ToCoordinator::Report(message)));
        assert_eq!(ToCoordinator::of_bytes(&ToCoordinator::bye()), Some(ToCoordinator::Bye));
        let status = RoundStatus { answered: 17, stop: Some(StopReason::Time) };
        for reply in [
            Reply::Grant { round, serial: 8, tasks: vec![3, 4, 99], is_exhausted: true, status },
            Reply::Status { round, status: RoundStatus::RUNNING },
            Reply::End { round, outcome: vec![1, 2, 3] },
            Reply::Obsolete { round },
        ] {
            assert_eq!(Reply::of_bytes(&reply.to_bytes()), Some(reply));
        }
    }

    #[test]
    fn what_is_cut_short_or_too_long_is_no_message() {
        let bytes = report().to_bytes();
        for len in 0..bytes.len() {
            assert_eq!(ToCoordinator::of_bytes(&bytes[..len]), None, "{len} bytes");
        }
        assert_eq!(ToCoordinator::of_bytes(&[&bytes[..], &[0]].concat()), None);
        assert_eq!(Reply::of_bytes(&[9; 24]), None);
    }
}

//! How long a round would take on many ranks: the real dealer and the real members, with tasks of known length and messages that
//! take their time, on a clock that only counts. For numbers of ranks that nobody has at hand.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::coordinator::Dealer;
use super::message::{Finished, Reply, Report, RoundId};
use super::worker::{Member, Next};

/// Ranks to be imagined. All times are in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedCluster {
    /// How many.
    pub n_ranks: usize,
    /// Threads of each.
    pub n_threads: usize,
    /// What a message takes from one talking thread to another, with the time that passes until that looks.
    pub latency: u64,
    /// What rank 0 takes for one report: it hears one after the other.
    pub service: u64,
}

/// What happens at a time.
#[derive(PartialEq, Eq)]
enum Event {
    Report(usize, Report),
    Reply(usize, Reply),
    /// A thread of a rank has done its task.
    Done(usize, usize),
}

#[derive(PartialEq, Eq)]
struct Timed {
    time: u64,
    /// Tells events of one time apart.
    serial: u64,
    event: Event,
}

impl Ord for Timed {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.time, self.serial).cmp(&(other.time, other.serial))
    }
}

impl PartialOrd for Timed {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Thread {
    Outside,
    Waiting,
    Working(usize),
}

struct World<'a> {
    imagined: SimulatedCluster,
    lengths: &'a [u64],
    events: BinaryHeap<Reverse<Timed>>,
    n_events: u64,
    members: Vec<Member>,
    threads: Vec<Vec<Thread>>,
}

/// When a round with tasks of these lengths is over on such ranks. No task has an answer.
pub fn forecast(lengths: &[u64], imagined: SimulatedCluster) -> u64 {
    let SimulatedCluster { n_ranks, n_threads, latency, service } = imagined;
    let round = RoundId::default();
    let mut dealer = Dealer::new(round, 0, lengths.len(), false, n_ranks);
    let mut world = World {
        imagined,
        lengths,
        events: BinaryHeap::new(),
        n_events: 0,
        members: (0..n_ranks).map(|_| Member::new(round, 0, n_threads)).collect(),
        threads: vec![vec![Thread::Outside; n_threads]; n_ranks],
    };
    (0..n_ranks).for_each(|rank| world.turn(rank, 0));
    let mut free_at = 0;
    while let Some(Reverse(Timed { time, event, .. })) = world.events.pop() {
        match event {
            Event::Report(rank, report) => {
                free_at = time.max(free_at) + service;
                let answered = dealer.answer(rank, report);
                let (reply, _) = answered.unwrap_or_else(|quarrel| unreachable!("{quarrel:?} among equals"));
                if dealer.is_over() {
                    return free_at;
                }
                if let Some(reply) = reply {
                    let delay = if rank == 0 { 0 } else { latency };
                    world.at(free_at + delay, Event::Reply(rank, reply));
                }
            }
            Event::Reply(rank, reply) => {
                world.members[rank].take(reply);
                world.turn(rank, time);
            }
            Event::Done(rank, thread) => {
                if let Thread::Working(task) = world.threads[rank][thread] {
                    world.members[rank].finish(Finished { task, has_answer: false, line: String::new() });
                }
                world.threads[rank][thread] = Thread::Waiting;
                world.turn(rank, time);
            }
        }
    }
    unreachable!("the last report ends the round")
}

impl World<'_> {
    fn at(&mut self, time: u64, event: Event) {
        self.n_events += 1;
        self.events.push(Reverse(Timed { time, serial: self.n_events, event }));
    }

    /// What a rank does now.
    fn turn(&mut self, rank: usize, now: u64) {
        for thread in 0..self.imagined.n_threads {
            let (member, state) = (&mut self.members[rank], &mut self.threads[rank][thread]);
            if *state == Thread::Outside && member.enter() {
                *state = Thread::Waiting;
            }
            if *state != Thread::Waiting {
                continue;
            }
            match member.next() {
                Next::Wait => {}
                Next::Nothing => {
                    member.leave(None);
                    *state = Thread::Outside;
                }
                Next::Task(task) => {
                    *state = Thread::Working(task);
                    self.at(now + self.lengths[task].max(1), Event::Done(rank, thread));
                }
            }
        }
        if let Some(report) = self.members[rank].report(false) {
            let delay = if rank == 0 { 0 } else { self.imagined.latency };
            self.at(now + delay, Event::Report(rank, report));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tasks_are_shared_equally() {
        let imagined = SimulatedCluster { n_ranks: 1, n_threads: 1, latency: 0, service: 0 };
        assert_eq!(forecast(&[100; 50], imagined), 5_000);
        assert_eq!(forecast(&[100; 50], SimulatedCluster { n_threads: 5, ..imagined }), 1_000);
        assert_eq!(forecast(&[100; 50], SimulatedCluster { n_ranks: 5, ..imagined }), 1_000);
        // One long task is as long as it is, however many there are to do it.
        assert_eq!(forecast(&[7_000, 1, 1], SimulatedCluster { n_ranks: 9, ..imagined }), 7_000);
    }

    #[test]
    fn messages_cost_what_they_take() {
        let imagined = SimulatedCluster { n_ranks: 2, n_threads: 1, latency: 1_000, service: 10 };
        let time = forecast(&[100_000; 40], imagined);
        assert!((2_000_000..2_200_000).contains(&time), "{time}");
    }
}

//! Simulates a round on many ranks and returns its duration: the real coordinator and the real workers, with tasks of
//! known length and messages with latency, in virtual time. For numbers of ranks that are not available for
//! measurements.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::coordinator::Coordinator;
use super::message::{Finished, Reply, Report, RoundId};
use super::worker::{Next, RankWorker};

/// A simulated cluster. All times are in nanoseconds.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedCluster {
    /// Number of ranks.
    pub n_ranks: usize,
    /// Threads per rank.
    pub n_threads: usize,
    /// Latency of a message between communicating threads, including the time until the receiver polls.
    pub latency: u64,
    /// Time that rank 0 needs per report: it processes one after the other.
    pub service: u64,
}

/// An event in virtual time.
#[derive(PartialEq, Eq)]
enum Event {
    Report(usize, Report),
    Reply(usize, Reply),
    /// A thread of a rank has finished its task.
    Done(usize, usize),
}

#[derive(PartialEq, Eq)]
struct Timed {
    time: u64,
    /// Distinguishes events at the same time.
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

struct Simulation<'a> {
    cluster: SimulatedCluster,
    lengths: &'a [u64],
    events: BinaryHeap<Reverse<Timed>>,
    n_events: u64,
    workers: Vec<RankWorker>,
    threads: Vec<Vec<Thread>>,
}

/// Returns the time at which a round with tasks of these lengths is over on the simulated cluster. No task has an
/// answer.
pub fn forecast(lengths: &[u64], cluster: SimulatedCluster) -> u64 {
    let SimulatedCluster { n_ranks, n_threads, latency, service } = cluster;
    let round = RoundId::default();
    let mut coordinator = Coordinator::new(round, 0, lengths.len(), false, n_ranks);
    let mut simulation = Simulation {
        cluster,
        lengths,
        events: BinaryHeap::new(),
        n_events: 0,
        workers: (0..n_ranks).map(|_| RankWorker::new(round, 0, n_threads)).collect(),
        threads: vec![vec![Thread::Outside; n_threads]; n_ranks],
    };
    (0..n_ranks).for_each(|rank| simulation.turn(rank, 0));
    let mut free_at = 0;
    while let Some(Reverse(Timed { time, event, .. })) = simulation.events.pop() {
        match event {
            Event::Report(rank, report) => {
                free_at = time.max(free_at) + service;
                let answered = coordinator.answer(rank, report);
                let (reply, _) =
                    answered.unwrap_or_else(|conflict| unreachable!("{conflict:?} among equals"));
                if coordinator.is_over() {
                    return free_at;
                }
                if let Some(reply) = reply {
                    let delay = if rank == 0 { 0 } else { latency };
                    simulation.at(free_at + delay, Event::Reply(rank, reply));
                }
            }
            Event::Reply(rank, reply) => {
                simulation.workers[rank].take(reply);
                simulation.turn(rank, time);
            }
            Event::Done(rank, thread) => {
                if let Thread::Working(task) = simulation.threads[rank][thread] {
                    simulation.workers[rank].finish(Finished {
                        task,
                        has_answer: false,
                        line: String::new(),
                    });
                }
                simulation.threads[rank][thread] = Thread::Waiting;
                simulation.turn(rank, time);
            }
        }
    }
    unreachable!("the last report ends the round")
}

impl Simulation<'_> {
    fn at(&mut self, time: u64, event: Event) {
        self.n_events += 1;
        self.events.push(Reverse(Timed { time, serial: self.n_events, event }));
    }

    /// Lets a rank act at the time `now`.
    fn turn(&mut self, rank: usize, now: u64) {
        for thread in 0..self.cluster.n_threads {
            let (worker, state) = (&mut self.workers[rank], &mut self.threads[rank][thread]);
            if *state == Thread::Outside && worker.enter() {
                *state = Thread::Waiting;
            }
            if *state != Thread::Waiting {
                continue;
            }
            match worker.next() {
                Next::Wait => {}
                Next::Nothing => {
                    worker.leave(None);
                    *state = Thread::Outside;
                }
                Next::Task(task) => {
                    *state = Thread::Working(task);
                    self.at(now + self.lengths[task].max(1), Event::Done(rank, thread));
                }
            }
        }
        if let Some(report) = self.workers[rank].report(false) {
            let delay = if rank == 0 { 0 } else { self.cluster.latency };
            self.at(now + delay, Event::Report(rank, report));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tasks_are_shared_equally() {
        let cluster = SimulatedCluster { n_ranks: 1, n_threads: 1, latency: 0, service: 0 };
        assert_eq!(forecast(&[100; 50], cluster), 5_000);
        assert_eq!(forecast(&[100; 50], SimulatedCluster { n_threads: 5, ..cluster }), 1_000);
        assert_eq!(forecast(&[100; 50], SimulatedCluster { n_ranks: 5, ..cluster }), 1_000);
        // The longest task is a lower bound, however many ranks there are.
        assert_eq!(forecast(&[7_000, 1, 1], SimulatedCluster { n_ranks: 9, ..cluster }), 7_000);
    }

    #[test]
    fn messages_cost_what_they_take() {
        let cluster = SimulatedCluster { n_ranks: 2, n_threads: 1, latency: 1_000, service: 10 };
        let time = forecast(&[100_000; 40], cluster);
        assert!((2_000_000..2_200_000).contains(&time), "{time}");
    }
}

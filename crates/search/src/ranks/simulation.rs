//! Simulates rounds on a network that delays, loses and repeats messages and delivers some of an earlier round, with
//! threads of any speed and ranks that stall, all random from a seed. Whatever happens, no task may be lost and none
//! counted twice.

use std::collections::{BTreeMap, BTreeSet};

use testkit::{Lcg, samples};

use super::coordinator::{Conflict, Coordinator};
use super::message::{Finished, Reply, Report, RoundId, ToCoordinator};
use super::worker::{Next, RankWorker};
use crate::control::StopReason;
use crate::executor::RoundStatus;

const ROUND: RoundId = RoundId { search: 4, round: 2 };
const FINGERPRINT: u64 = 99;

/// Random events from a seed.
struct Random(Lcg);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        u64::from(self.0.next_u31()) % n
    }

    fn is_one_in(&mut self, n: u64) -> bool {
        n > 0 && self.below(n) == 0
    }
}

/// Parameters of a simulated round.
#[derive(Clone, Copy, Debug)]
struct Scenario {
    seed: u64,
    n_tasks: usize,
    n_ranks: usize,
    /// One in so many messages is lost, is repeated; 0 means none.
    lost: u64,
    repeated: u64,
    /// Maximum delay of a message.
    delay: u64,
    /// With one in so many messages comes one like it that belongs to an earlier round; 0 means none.
    stale: u64,
    /// A rank stalls in one of so many turns; 0 means never.
    stalled: u64,
    /// Tasks that have an answer.
    answers: [Option<usize>; 2],
    /// A rank stops at this time.
    stop: Option<(usize, u64)>,
    /// The result of one in so many tasks is known before.
    known: u64,
}

impl Scenario {
    const RELIABLE: Scenario = Scenario {
        seed: 1,
        n_tasks: 100,
        n_ranks: 4,
        lost: 0,
        repeated: 0,
        delay: 5,
        stale: 0,
        stalled: 0,
        answers: [None; 2],
        stop: None,
        known: 0,
    };

    fn result(&self, task: usize) -> Finished {
        let has_answer = self.answers.contains(&Some(task));
        Finished { task, has_answer, line: format!("result of {task}") }
    }
}

#[derive(Clone, Debug)]
enum Message {
    ToCoordinator(usize, Report),
    ToWorker(usize, Reply),
}

/// A worker with its threads: the task of each and when it will be done.
struct Rank {
    worker: RankWorker,
    threads: Vec<Thread>,
    last_report: u64,
    /// The rank does nothing before this time.
    stalled_until: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum Thread {
    Outside,
    Waiting,
    Working { task: usize, until: u64 },
}

struct Simulation {
    scenario: Scenario,
    random: Random,
    now: u64,
    /// Messages by time of arrival; the second number distinguishes those at one time.
    in_flight: BTreeMap<(u64, u64), Message>,
    n_sent: u64,
    coordinator: Coordinator,
    ranks: Vec<Rank>,
    counted: Vec<usize>,
    /// The last reply, if the round is over for the coordinator.
    end: Option<Reply>,
    /// The stop of the scenario, until it has happened.
    stop: Option<(usize, u64)>,
}

/// Result of a simulated round.
struct RoundSummary {
    counted: Vec<usize>,
    is_complete: bool,
    answered: usize,
}

/// A worker reports after this much time without a report.
const REPORT_AFTER: u64 = 50;

impl Simulation {
    fn new(scenario: Scenario) -> Simulation {
        let mut random = Random(Lcg::new(scenario.seed));
        let mut coordinator = Coordinator::new(ROUND, FINGERPRINT, scenario.n_tasks, true, scenario.n_ranks);
        let mut counted = Vec::new();
        for task in (0..scenario.n_tasks).filter(|_| random.is_one_in(scenario.known)) {
            assert_eq!(coordinator.take(0, &scenario.result(task)), Ok(true));
            counted.push(task);
        }
        let ranks = (0..scenario.n_ranks)
            .map(|_| {
                let n_threads = 1 + random.below(3) as usize;
                Rank {
                    worker: RankWorker::new(ROUND, FINGERPRINT, n_threads),
                    threads: vec![Thread::Outside; n_threads],
                    // Some ranks join late.
                    last_report: random.below(2) * random.below(500),
                    stalled_until: 0,
                }
            })
            .collect();
        Simulation {
            scenario,
            random,
            now: 0,
            in_flight: BTreeMap::new(),
            n_sent: 0,
            coordinator,
            ranks,
            counted,
            end: None,
            stop: scenario.stop,
        }
    }

    fn send(&mut self, message: &Message) {
        let copies = 1 + u64::from(self.random.is_one_in(self.scenario.repeated));
        for _ in 0..copies {
            if !self.random.is_one_in(self.scenario.lost) {
                let arrival = self.now + 1 + self.random.below(self.scenario.delay);
                self.n_sent += 1;
                self.in_flight.insert((arrival, self.n_sent), message.clone());
            }
        }
        if self.random.is_one_in(self.scenario.stale) {
            let arrival = self.now + 1 + self.random.below(self.scenario.delay);
            self.n_sent += 1;
            let stale = self.stale_message(message);
            self.in_flight.insert((arrival, self.n_sent), stale);
        }
    }

    /// A message of the round before that a worker or the coordinator might take for one of this round.
    fn stale_message(&mut self, message: &Message) -> Message {
        let round = RoundId { round: ROUND.round - 1, ..ROUND };
        match message {
            Message::ToCoordinator(from, report) => {
                Message::ToCoordinator(*from, Report { round, ..report.clone() })
            }
            Message::ToWorker(to, reply) => {
                let serial = match reply {
                    Reply::Grant { serial, .. } => *serial,
                    _ => 1,
                };
                let status = RoundStatus { answered: 0, stop: Some(StopReason::Cancelled) };
                let reply = match self.random.below(4) {
                    0 => Reply::Grant { round, serial, tasks: vec![0], is_exhausted: true, status },
                    1 => Reply::Status { round, status },
                    2 => Reply::End { round, outcome: vec![8] },
                    _ => Reply::Obsolete { round },
                };
                Message::ToWorker(*to, reply)
            }
        }
    }

    /// Processes a report like rank 0.
    fn at_coordinator(&mut self, from: usize, report: Report) {
        // Encoded and decoded, as on a real network.
        assert_eq!(ToCoordinator::of_bytes(&report.to_bytes()), Some(ToCoordinator::Report(report.clone())));
        // Rank 0 does not pass reports of earlier rounds to the coordinator.
        if report.round < ROUND {
            return;
        }
        if let Some(end) = self.end.clone() {
            return self.send(&Message::ToWorker(from, end));
        }
        let before = self.coordinator.status();
        let (reply, new_results) = self.coordinator.answer(from, report).expect("no conflicts here");
        self.counted.extend(new_results.into_iter().map(|finished| finished.task));
        if let Some(reply) = reply {
            self.send(&Message::ToWorker(from, reply));
        }
        let status = self.coordinator.status();
        let joined: Vec<usize> = self.coordinator.joined().collect();
        if status != before {
            for &to in &joined {
                self.send(&Message::ToWorker(to, Reply::Status { round: ROUND, status }));
            }
        }
        if self.coordinator.is_over() {
            for &i in &joined {
                let is_outside = self.ranks[i].threads.iter().all(|thread| *thread == Thread::Outside);
                assert!(is_outside, "rank {i} still works when the round is over in {:?}", self.scenario);
            }
            let end = Reply::End { round: ROUND, outcome: vec![7] };
            joined.iter().for_each(|&to| self.send(&Message::ToWorker(to, end.clone())));
            self.end = Some(end);
        }
    }

    fn turn(&mut self, i: usize) {
        let (now, scenario) = (self.now, self.scenario);
        let rank = &mut self.ranks[i];
        if now < rank.stalled_until {
            return;
        }
        if self.random.is_one_in(scenario.stalled) {
            rank.stalled_until = now + self.random.below(400);
        }
        let mut finished = Vec::new();
        for t in 0..rank.threads.len() {
            if rank.threads[t] == Thread::Outside && rank.worker.enter() {
                rank.threads[t] = Thread::Waiting;
            }
            if let Thread::Working { task, until } = rank.threads[t] {
                let status = rank.worker.status();
                let is_abandoned = task > status.answered || status.stop.is_some();
                if until <= now || is_abandoned {
                    if !is_abandoned {
                        rank.worker.finish(scenario.result(task));
                        finished.push(task);
                    }
                    rank.threads[t] = Thread::Waiting;
                }
            }
            if rank.threads[t] == Thread::Waiting {
                rank.threads[t] = match rank.worker.next() {
                    Next::Task(task) => Thread::Working { task, until: now + 1 + self.random.below(30) },
                    Next::Wait => Thread::Waiting,
                    Next::Nothing => {
                        rank.worker.leave(None);
                        Thread::Outside
                    }
                };
            }
        }
        // A rank that stalls at that time stops when it continues.
        if self.stop.is_some_and(|(at, time)| at == i && time <= now) {
            rank.worker.stop(StopReason::Time);
            self.stop = None;
        }
        let is_late = now > rank.last_report + REPORT_AFTER;
        // Ranks that join late send nothing before.
        let report = if now >= rank.last_report { rank.worker.report(is_late) } else { None };
        let again = rank.worker.unanswered().filter(|_| is_late).cloned();
        if let Some(report) = report.or(again) {
            rank.last_report = now;
            self.send(&Message::ToCoordinator(i, report));
        }
    }

    fn run(mut self) -> RoundSummary {
        let is_over = |simulation: &Simulation| {
            simulation.end.is_some() && simulation.ranks.iter().all(|rank| rank.worker.end().is_some())
        };
        while !is_over(&self) {
            self.now += 1;
            assert!(self.now < 1_000_000, "the round never ends in {:?}", self.scenario);
            while let Some(entry) = self.in_flight.first_entry().filter(|entry| entry.key().0 <= self.now) {
                match entry.remove() {
                    Message::ToCoordinator(from, report) => self.at_coordinator(from, report),
                    Message::ToWorker(to, reply) => {
                        assert_eq!(Reply::of_bytes(&reply.to_bytes()), Some(reply.clone()));
                        self.ranks[to].worker.take(reply);
                    }
                }
            }
            for i in 0..self.ranks.len() {
                match self.ranks[i].worker.end() {
                    Some(end) => assert_eq!(end, &Some(vec![7]), "the outcome of another round"),
                    None => self.turn(i),
                }
            }
        }
        RoundSummary {
            is_complete: self.coordinator.is_complete(),
            answered: self.coordinator.status().answered,
            counted: self.counted,
        }
    }
}

fn check(scenario: Scenario) {
    let RoundSummary { counted, is_complete, answered } = Simulation::new(scenario).run();
    let once: BTreeSet<usize> = counted.iter().copied().collect();
    assert_eq!(once.len(), counted.len(), "a task is counted twice in {scenario:?}");
    assert!(is_complete || scenario.stop.is_some(), "the round ended too early in {scenario:?}");
    if is_complete {
        let lowest = scenario.answers.into_iter().flatten().min();
        assert_eq!(answered, lowest.unwrap_or(usize::MAX), "{scenario:?}");
        let needed = lowest.map_or(scenario.n_tasks, |task| task + 1);
        assert!((0..needed).all(|task| once.contains(&task)), "a task is lost in {scenario:?}");
    }
}

#[test]
fn every_task_is_done_once_on_a_reliable_network() {
    for n_ranks in [1, 2, 7, 100] {
        for n_tasks in [0, 1, 3, 100, 2000] {
            check(Scenario { n_ranks, n_tasks, ..Scenario::RELIABLE });
        }
    }
}

/// `DEEPEN_TEST_MANY` tries a hundred thousand rounds.
#[test]
fn no_task_is_lost_and_none_counted_twice_on_any_network() {
    for seed in 0..samples(1500, 100_000) as u64 {
        let mut random = Random(Lcg::new(seed * 7919));
        let n_tasks = random.below(200) as usize;
        let answer = |random: &mut Random| {
            (n_tasks > 0 && random.is_one_in(3)).then(|| random.below(n_tasks as u64) as usize)
        };
        let n_ranks = 1 + random.below(6) as usize;
        check(Scenario {
            seed,
            n_tasks,
            n_ranks,
            lost: [0, 2, 3, 10][random.below(4) as usize],
            repeated: [0, 2, 5][random.below(3) as usize],
            delay: [1, 10, 200][random.below(3) as usize],
            stale: [0, 3][random.below(2) as usize],
            stalled: [0, 20, 200][random.below(3) as usize],
            answers: [answer(&mut random), answer(&mut random)],
            stop: random.is_one_in(4).then(|| (random.below(n_ranks as u64) as usize, random.below(300))),
            known: [0, 1, 2, 10][random.below(4) as usize],
        });
    }
}

#[test]
fn conflicts_are_detected() {
    let mut coordinator = Coordinator::new(ROUND, FINGERPRINT, 9, true, 3);
    let result = Scenario::RELIABLE.result(4);
    assert_eq!(coordinator.take(1, &result), Ok(true));
    assert_eq!(coordinator.take(2, &result), Ok(false));
    let other = Finished { line: "something else".to_string(), ..result };
    assert_eq!(coordinator.take(2, &other), Err(Conflict::Contradiction { rank: 2, task: 4 }));
    let outside = Scenario::RELIABLE.result(9);
    assert_eq!(coordinator.take(2, &outside), Err(Conflict::Mismatch { rank: 2 }));
    let remote_nodes = RankWorker::new(ROUND, FINGERPRINT + 1, 1)
        .report(false)
        .expect("the first report announces the rank");
    assert_eq!(coordinator.answer(2, remote_nodes), Err(Conflict::Mismatch { rank: 2 }));
}

/// Only rank 0 knows that a round is obsolete, and only the workers of that round end it.
#[test]
fn a_round_that_rank_0_has_left_is_over() {
    let mut worker = RankWorker::new(ROUND, FINGERPRINT, 1);
    worker.take(Reply::Obsolete { round: RoundId { round: ROUND.round + 1, ..ROUND } });
    assert_eq!(worker.end(), None);
    worker.take(Reply::Obsolete { round: ROUND });
    assert_eq!(worker.end(), Some(&None));
}

/// The node limit counts the nodes of all ranks.
#[test]
fn nodes_of_other_ranks_are_counted() {
    let finished = |line: &str| Finished { task: 3, has_answer: false, line: line.to_string() };
    assert_eq!(super::nodes_of(&finished("70 5 - 0")), 70);
    assert_eq!(super::nodes_of(&finished("not a task of a search")), 0);
}

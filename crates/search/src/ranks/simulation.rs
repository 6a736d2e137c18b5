//! Rounds on a network that delays, loses and repeats messages, with threads of any speed, all drawn from a seed. Whatever
//! happens, no task may be lost and none counted twice.

use std::collections::{BTreeMap, BTreeSet};

use testkit::Lcg;

use super::coordinator::{Dealer, Quarrel};
use super::message::{Finished, Reply, Report, RoundId, ToDealer};
use super::worker::{Member, Next};
use crate::control::StopReason;

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

/// What kind of round it is.
#[derive(Clone, Copy, Debug)]
struct Weather {
    seed: u64,
    n_tasks: usize,
    n_members: usize,
    /// One in so many messages is lost, is repeated; 0 is none.
    lost: u64,
    repeated: u64,
    /// The longest time a message takes.
    delay: u64,
    /// Tasks that have an answer.
    answers: [Option<usize>; 2],
    /// Somebody wants to stop at this time.
    stop: Option<u64>,
    /// One in so many tasks is known before.
    known: u64,
}

impl Weather {
    const CALM: Weather = Weather {
        seed: 1,
        n_tasks: 100,
        n_members: 4,
        lost: 0,
        repeated: 0,
        delay: 5,
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
enum Letter {
    ToDealer(usize, Report),
    ToMember(usize, Reply),
}

/// A member with its threads: the task each works on and when it will be done.
struct Rank {
    member: Member,
    threads: Vec<Thread>,
    last_word: u64,
}

#[derive(Clone, Copy, PartialEq)]
enum Thread {
    Outside,
    Waiting,
    Working { task: usize, until: u64 },
}

struct World {
    weather: Weather,
    random: Random,
    now: u64,
    /// By time of arrival; the second number tells those of one time apart.
    post: BTreeMap<(u64, u64), Letter>,
    n_posted: u64,
    dealer: Dealer,
    ranks: Vec<Rank>,
    taken: Vec<usize>,
    /// The round is over for the dealer.
    end: Option<Reply>,
}

/// What came out.
struct Ended {
    taken: Vec<usize>,
    is_complete: bool,
    answered: usize,
}

/// A member says what it has done after so long a silence.
const SILENCE: u64 = 50;

impl World {
    fn new(weather: Weather) -> World {
        let mut random = Random(Lcg::new(weather.seed));
        let mut dealer = Dealer::new(ROUND, FINGERPRINT, weather.n_tasks, true, weather.n_members);
        let mut taken = Vec::new();
        for task in (0..weather.n_tasks).filter(|_| random.is_one_in(weather.known)) {
            assert_eq!(dealer.take(0, &weather.result(task)), Ok(true));
            taken.push(task);
        }
        let ranks = (0..weather.n_members)
            .map(|_| {
                let n_threads = 1 + random.below(3) as usize;
                Rank {
                    member: Member::new(ROUND, FINGERPRINT, n_threads),
                    threads: vec![Thread::Outside; n_threads],
                    // Some come late.
                    last_word: random.below(2) * random.below(500),
                }
            })
            .collect();
        World { weather, random, now: 0, post: BTreeMap::new(), n_posted: 0, dealer, ranks, taken, end: None }
    }

    fn send(&mut self, letter: &Letter) {
        let copies = 1 + u64::from(self.random.is_one_in(self.weather.repeated));
        for _ in 0..copies {
            if !self.random.is_one_in(self.weather.lost) {
                let arrival = self.now + 1 + self.random.below(self.weather.delay);
                self.n_posted += 1;
                self.post.insert((arrival, self.n_posted), letter.clone());
            }
        }
    }

    /// As rank 0 does.
    fn at_dealer(&mut self, from: usize, report: Report) {
        // Through its bytes, as on a real link.
        assert_eq!(ToDealer::of_bytes(&report.to_bytes()), Some(ToDealer::Report(report.clone())));
        if let Some(end) = self.end.clone() {
            return self.send(&Letter::ToMember(from, end));
        }
        let before = self.dealer.heard();
        let (reply, fresh) = self.dealer.answer(from, report).expect("all are honest here");
        self.taken.extend(fresh.into_iter().map(|finished| finished.task));
        if let Some(reply) = reply {
            self.send(&Letter::ToMember(from, reply));
        }
        let heard = self.dealer.heard();
        let present: Vec<usize> = self.dealer.present().collect();
        if heard != before {
            for &to in &present {
                self.send(&Letter::ToMember(to, Reply::News { round: ROUND, heard }));
            }
        }
        if self.dealer.is_over() {
            for &i in &present {
                let is_outside = self.ranks[i].threads.iter().all(|thread| *thread == Thread::Outside);
                assert!(is_outside, "rank {i} still works when the round is over in {:?}", self.weather);
            }
            let end = Reply::End { round: ROUND, outcome: vec![7] };
            present.iter().for_each(|&to| self.send(&Letter::ToMember(to, end.clone())));
            self.end = Some(end);
        }
    }

    fn turn(&mut self, i: usize) {
        let (now, weather) = (self.now, self.weather);
        let rank = &mut self.ranks[i];
        let mut finished = Vec::new();
        for t in 0..rank.threads.len() {
            if rank.threads[t] == Thread::Outside && rank.member.enter() {
                rank.threads[t] = Thread::Waiting;
            }
            if let Thread::Working { task, until } = rank.threads[t] {
                let heard = rank.member.heard();
                let is_given_up = task > heard.answered || heard.stop.is_some();
                if until <= now || is_given_up {
                    if !is_given_up {
                        rank.member.finish(weather.result(task));
                        finished.push(task);
                    }
                    rank.threads[t] = Thread::Waiting;
                }
            }
            if rank.threads[t] == Thread::Waiting {
                rank.threads[t] = match rank.member.next() {
                    Next::Task(task) => Thread::Working { task, until: now + 1 + self.random.below(30) },
                    Next::Wait => Thread::Waiting,
                    Next::Nothing => {
                        rank.member.leave(None);
                        Thread::Outside
                    }
                };
            }
        }
        if weather.stop == Some(now) && i == 0 {
            rank.member.stop(StopReason::Time);
        }
        let is_late = now > rank.last_word + SILENCE;
        // Those that come late say nothing before.
        let report = if now >= rank.last_word { rank.member.report(is_late) } else { None };
        let again = rank.member.unanswered().filter(|_| is_late).cloned();
        if let Some(report) = report.or(again) {
            rank.last_word = now;
            self.send(&Letter::ToDealer(i, report));
        }
    }

    fn run(mut self) -> Ended {
        let is_over =
            |world: &World| world.end.is_some() && world.ranks.iter().all(|rank| rank.member.end().is_some());
        while !is_over(&self) {
            self.now += 1;
            assert!(self.now < 1_000_000, "the round never ends in {:?}", self.weather);
            while let Some(entry) = self.post.first_entry().filter(|entry| entry.key().0 <= self.now) {
                match entry.remove() {
                    Letter::ToDealer(from, report) => self.at_dealer(from, report),
                    Letter::ToMember(to, reply) => {
                        assert_eq!(Reply::of_bytes(&reply.to_bytes()), Some(reply.clone()));
                        self.ranks[to].member.take(reply);
                    }
                }
            }
            for i in 0..self.ranks.len() {
                if self.ranks[i].member.end().is_none() {
                    self.turn(i);
                }
            }
        }
        Ended {
            is_complete: self.dealer.is_complete(),
            answered: self.dealer.heard().answered,
            taken: self.taken,
        }
    }
}

fn check(weather: Weather) {
    let Ended { taken, is_complete, answered } = World::new(weather).run();
    let once: BTreeSet<usize> = taken.iter().copied().collect();
    assert_eq!(once.len(), taken.len(), "a task is counted twice in {weather:?}");
    assert!(is_complete || weather.stop.is_some(), "the round ended too early in {weather:?}");
    if is_complete {
        let lowest = weather.answers.into_iter().flatten().min();
        assert_eq!(answered, lowest.unwrap_or(usize::MAX), "{weather:?}");
        let needed = lowest.map_or(weather.n_tasks, |task| task + 1);
        assert!((0..needed).all(|task| once.contains(&task)), "a task is lost in {weather:?}");
    }
}

#[test]
fn every_task_is_done_once_in_fair_weather() {
    for n_members in [1, 2, 7, 100] {
        for n_tasks in [0, 1, 3, 100, 2000] {
            check(Weather { n_members, n_tasks, ..Weather::CALM });
        }
    }
}

#[test]
fn no_task_is_lost_and_none_counted_twice_in_any_weather() {
    for seed in 0..1500 {
        let mut random = Random(Lcg::new(seed * 7919));
        let n_tasks = random.below(200) as usize;
        let answer = |random: &mut Random| {
            (n_tasks > 0 && random.is_one_in(3)).then(|| random.below(n_tasks as u64) as usize)
        };
        check(Weather {
            seed,
            n_tasks,
            n_members: 1 + random.below(6) as usize,
            lost: [0, 2, 3, 10][random.below(4) as usize],
            repeated: [0, 2, 5][random.below(3) as usize],
            delay: [1, 10, 200][random.below(3) as usize],
            answers: [answer(&mut random), answer(&mut random)],
            stop: random.is_one_in(4).then(|| random.below(300)),
            known: [0, 1, 2, 10][random.below(4) as usize],
        });
    }
}

#[test]
fn whoever_contradicts_is_found_out() {
    let mut dealer = Dealer::new(ROUND, FINGERPRINT, 9, true, 3);
    let result = Weather::CALM.result(4);
    assert_eq!(dealer.take(1, &result), Ok(true));
    assert_eq!(dealer.take(2, &result), Ok(false));
    let other = Finished { line: "something else".to_string(), ..result };
    assert_eq!(dealer.take(2, &other), Err(Quarrel::Contradiction { member: 2, task: 4 }));
    let outside = Weather::CALM.result(9);
    assert_eq!(dealer.take(2, &outside), Err(Quarrel::Foreign { member: 2 }));
    let foreign = Member::new(ROUND, FINGERPRINT + 1, 1).report(false).expect("it says that it is there");
    assert_eq!(dealer.answer(2, foreign), Err(Quarrel::Foreign { member: 2 }));
}

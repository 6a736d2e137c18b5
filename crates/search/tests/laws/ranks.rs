//! Ranks: for every number of ranks and threads, and however often they are interrupted, the result is that of one
//! thread.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use deepen_search::executor::Job;
use deepen_search::ranks::{Finished, NoJournal, RoundId, SingleRank, TaskJournal, Transport};
use deepen_search::{
    Answer, Control, Deepening, End, Executor, Limits, Problem, Ranks, Sequential, Silent, Split, Stop,
    StopReason, Want, ida_star,
};

use crate::toy_problems::{Inconsistent, Late, LateState, Pancakes};
use crate::under;

type Message = (usize, Vec<u8>);

/// A transport between ranks that are threads of one process.
struct ChannelTransport {
    rank: usize,
    others: Vec<Sender<(Instant, Message)>>,
    inbox: Mutex<Peekable<IntoIter<(Instant, Message)>>>,
    incoming: Mutex<Receiver<(Instant, Message)>>,
    /// Latency of a message.
    delay: Duration,
}

fn transports(n: usize, delay: Duration) -> Vec<ChannelTransport> {
    let (senders, receivers): (Vec<_>, Vec<_>) = (0..n).map(|_| channel()).unzip();
    let transport = |(rank, incoming)| ChannelTransport {
        rank,
        others: senders.clone(),
        inbox: Mutex::new(Vec::new().into_iter().peekable()),
        incoming: Mutex::new(incoming),
        delay,
    };
    receivers.into_iter().enumerate().map(transport).collect()
}

impl Transport for ChannelTransport {
    fn rank(&self) -> usize {
        self.rank
    }
    fn n_ranks(&self) -> usize {
        self.others.len()
    }
    fn send(&self, to: usize, message: &[u8]) {
        // A rank that has left receives nothing.
        let _ = self.others[to].send((Instant::now() + self.delay, (self.rank, message.to_vec())));
    }
    fn receive(&self) -> Option<Message> {
        let mut inbox = self.inbox.lock().expect("no panic while locked");
        if inbox.peek().is_none() {
            let incoming = self.incoming.lock().expect("no panic while locked");
            *inbox = incoming.try_iter().collect::<Vec<_>>().into_iter().peekable();
        }
        inbox.next_if(|(arrival, _)| *arrival <= Instant::now()).map(|(_, message)| message)
    }
}

fn options(want: Want) -> Deepening<'static> {
    Deepening { want, split: Split { grain: 50, max_tasks: 1000 }, ..Deepening::default() }
}

/// The part of an answer that must be the same on every executor. Of a round that ended with an answer only the answer
/// is certain.
fn comparable(answer: Answer) -> Answer {
    let counts = answer.rounds.iter().fold(Default::default(), |mut sum: deepen_search::Counts, round| {
        sum += round.counts;
        sum
    });
    Answer { counts, held: 0, ..answer }
}

/// Checks that every rank gets the expected answers, for all starts one after the other.
fn check<P: Problem>(problem: &P, starts: &[P::State], want: Want) {
    let solve = |start, executor: &dyn Executor| {
        comparable(under(Limits::default(), |control| {
            ida_star(problem, start, &options(want), executor, control)
        }))
    };
    let expected: Vec<Answer> = starts.iter().map(|start| solve(start, &Sequential)).collect();
    assert!(expected.iter().any(|answer| answer.rounds.len() > 2), "too easy to test anything");
    for (n_ranks, n_threads) in [(1, 1), (1, 3), (2, 1), (2, 2), (3, 1), (4, 1)] {
        let transports = transports(n_ranks, Duration::ZERO);
        thread::scope(|scope| {
            for transport in &transports {
                let (expected, solve) = (&expected, &solve);
                scope.spawn(move || {
                    let ranks = Ranks::new(transport, &NoJournal, n_threads);
                    for (i, start) in starts.iter().enumerate() {
                        ranks.start_search(i as u32);
                        let answer = solve(start, &ranks);
                        // Rank 0 does not wait for the others, and informs those that are far behind that it has
                        // continued.
                        let is_left_behind = answer.end == End::Stopped(StopReason::Cancelled);
                        if transport.rank == 0 || !is_left_behind {
                            assert_eq!(answer, expected[i], "rank {} of {n_ranks}", transport.rank);
                        }
                    }
                    ranks.finish();
                });
            }
        });
    }
}

/// A rank that has left takes no messages, so none may be sent to it, though its reports from before it learned that a
/// round is over may arrive late.
#[test]
fn nothing_is_sent_to_a_rank_that_has_left() {
    let transports = transports(2, Duration::from_millis(20));
    for length in (0..120).step_by(7) {
        thread::scope(|scope| {
            for transport in &transports {
                scope.spawn(move || {
                    let ranks = Ranks::new(transport, &NoJournal, 1);
                    // One rank has a task, and the other reports again and again that it has none.
                    ranks.run(&Job::of_tasks(1), &|tasks| {
                        while let Some(task) = tasks.next() {
                            thread::sleep(Duration::from_millis(length));
                            tasks.finished(task, false, &|| "1 1 - 0".to_string());
                        }
                        deepen_search::Outcome::NONE
                    });
                    ranks.finish();
                });
            }
        });
        thread::sleep(transports[0].delay);
        assert!(
            transports.iter().all(|transport| transport.receive().is_none()),
            "a message is left after {length} ms"
        );
    }
}

fn piles<const N: usize>(n: u8) -> Vec<[u8; N]> {
    let pile = |i: u8| {
        let mut pile = Pancakes::<N>::sorted();
        (0..N).for_each(|k| pile.swap(k, usize::from(i.wrapping_mul(7 * k as u8 + 3)) % N));
        pile
    };
    (1..=n).map(pile).collect()
}

#[test]
fn any_number_of_ranks_finds_what_one_thread_finds() {
    let problem = Inconsistent(Pancakes::<9>::new());
    check(&problem, &piles(12), Want::First);
    check(&problem, &piles(6), Want::All);
}

#[test]
fn lanes_share_tasks_between_ranks() {
    let starts: Vec<_> = piles::<9>(6).into_iter().map(LateState::new).collect();
    check(&Late::<_, 8>(Pancakes::<9>::new()), &starts, Want::First);
}

/// A rank that does not take part is not waited for, one that joins when all is over is informed, and one may leave early.
#[test]
fn no_rank_waits_for_an_absent_rank() {
    let problem = Inconsistent(Pancakes::<9>::new());
    let starts = piles::<9>(4);
    let transports = transports(4, Duration::ZERO);
    thread::scope(|scope| {
        for transport in &transports {
            let (starts, problem) = (&starts, &problem);
            scope.spawn(move || {
                let ranks = Ranks::new(transport, &NoJournal, 1);
                // Rank 0 skips the last search, rank 2 takes part in no other, and rank 3 in none.
                let searches = match transport.rank {
                    0 => 0..3,
                    1 => 0..4,
                    2 => 3..4,
                    _ => 0..0,
                };
                for i in searches {
                    ranks.start_search(i as u32);
                    let solve = |executor: &dyn Executor| {
                        under(Limits::default(), |control| {
                            ida_star(problem, &starts[i], &options(Want::First), executor, control)
                        })
                    };
                    let answer = solve(&ranks);
                    let expected = solve(&Sequential);
                    match i {
                        3 => assert_eq!(answer.solutions.len(), 0),
                        _ if transport.rank == 0 => assert_eq!(answer.solutions, expected.solutions),
                        _ => {}
                    }
                }
                ranks.finish();
            });
        }
    });
}

/// The fingerprint of a round, and its results.
type RoundResults = (u64, BTreeMap<usize, Finished>);

/// A journal in memory that stops the search after so many results.
#[derive(Default)]
struct MemoryJournal {
    rounds: Mutex<BTreeMap<RoundId, RoundResults>>,
    now: Mutex<RoundId>,
    left: Mutex<usize>,
    stop: OnceLock<&'static Stop>,
}

impl TaskJournal for MemoryJournal {
    fn begin_round(&self, round: RoundId, job: &Job<'_>) -> Vec<Finished> {
        *self.now.lock().expect("no panic while locked") = round;
        let mut rounds = self.rounds.lock().expect("no panic while locked");
        let (fingerprint, known) =
            rounds.entry(round).or_insert_with(|| ((job.fingerprint)(), BTreeMap::new()));
        assert_eq!(*fingerprint, (job.fingerprint)(), "the same round has the same tasks");
        known.values().cloned().collect()
    }

    fn record(&self, tasks: &[Finished]) {
        let now = *self.now.lock().expect("no panic while locked");
        let mut rounds = self.rounds.lock().expect("no panic while locked");
        let (_, known) = rounds.get_mut(&now).expect("it was begun");
        for finished in tasks {
            assert_eq!(known.insert(finished.task, finished.clone()), None, "done twice");
        }
        let mut left = self.left.lock().expect("no panic while locked");
        *left = left.saturating_sub(tasks.len());
        if *left == 0 {
            self.stop.get().expect("it was given").raise(StopReason::Cancelled);
        }
    }
}

#[test]
fn an_interrupted_search_resumes() {
    let problem = Inconsistent(Pancakes::<9>::new());
    let mut n_interrupted = 0;
    for (i, start) in piles::<9>(6).iter().enumerate() {
        for want in [Want::First, Want::All] {
            let expected = comparable(under(Limits::default(), |control| {
                ida_star(&problem, start, &options(want), &Sequential, control)
            }));
            let mut rounds = BTreeMap::new();
            for attempt in 1..1000 {
                let stop: &'static Stop = Box::leak(Box::default());
                let journal = MemoryJournal {
                    rounds: Mutex::new(std::mem::take(&mut rounds)),
                    ..MemoryJournal::default()
                };
                *journal.left.lock().expect("no panic while locked") =
                    1 + (7 * attempt + i) % 30 * (1 + attempt / 10);
                journal.stop.set(stop).ok().expect("it is new");
                let ranks = Ranks::new(&SingleRank, &journal, 1 + attempt % 3);
                ranks.start_search(0);
                let control = Control::new(Limits::default(), &Silent, stop);
                let answer = ida_star(&problem, start, &options(want), &ranks, &control);
                rounds = journal.rounds.into_inner().expect("no panic while locked");
                if !matches!(answer.end, End::Stopped(_)) {
                    assert_eq!(comparable(answer), expected, "after {attempt} attempts");
                    break;
                }
                n_interrupted += 1;
                assert!(attempt < 999, "it never ends");
            }
        }
    }
    assert!(n_interrupted > 50, "interrupted only {n_interrupted} times");
}

#[test]
fn a_panic_is_passed_on() {
    let result = catch_unwind(AssertUnwindSafe(|| {
        Ranks::new(&SingleRank, &NoJournal, 3).run(&Job::of_tasks(100), &|tasks| {
            while let Some(task) = tasks.next() {
                assert_ne!(task, 50, "this panic belongs to the test");
                tasks.finished(task, false, &|| "1 1 - 0".to_string());
            }
            deepen_search::Outcome::NONE
        })
    }));
    assert!(result.is_err());
}

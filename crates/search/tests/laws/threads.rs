//! Threads: a shared pool changes nothing, and a thread becomes spare again whatever happened to it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};
use std::thread;
use std::time::Duration;

use deepen_search::{Deepening, Executor, Job, Limits, Outcome, Sequential, Split, Threads, Want, ida_star};

use crate::toy_problems::{Inconsistent, Late, LateState, Pancakes};
use crate::under;

/// Four threads share a list of piles; a thread that finds it empty lends itself to the rest.
#[test]
fn a_batch_on_one_pool() {
    let problem = Inconsistent(Pancakes::<8>::new());
    let piles: Vec<[u8; 8]> = (0..60_u8)
        .map(|i| {
            let mut pile = Pancakes::<8>::sorted();
            (0..8).for_each(|k| pile.swap(k, usize::from(i.wrapping_mul(7 * k as u8 + 3) % 8)));
            pile
        })
        .collect();
    let solve = |pile, executor: &dyn Executor| {
        let options = Deepening {
            want: Want::All,
            split: Split { grain: 200, max_tasks: 1000 },
            ..Deepening::default()
        };
        let answer =
            under(Limits::default(), |control| ida_star(&problem, pile, &options, executor, control));
        (answer.solutions, answer.rounds, answer.counts)
    };
    let expected: Vec<_> = piles.iter().map(|pile| solve(pile, &Sequential)).collect();
    for spare in [0, 3] {
        let (pool, next) = (Threads::with_spare(spare), AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    while let Some(pile) = piles.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let at = piles.iter().position(|other| other == pile).expect("it is from the list");
                        assert_eq!(solve(pile, &pool), expected[at]);
                    }
                    pool.lend();
                });
            }
        });
        // All four have lent themselves by now.
        assert_eq!(gather(&pool, 4 + spare + 1), 4 + spare + 1);
    }
}

/// Every task is run exactly once.
#[test]
fn each_task_once() {
    for n_threads in [0, 1, 2, 7] {
        for n_tasks in [0, 1, 2, 1000] {
            let runs: Vec<AtomicUsize> = (0..n_tasks).map(|_| AtomicUsize::new(0)).collect();
            Threads::new(n_threads).run(&Job::of_tasks(n_tasks), &|tasks| {
                while let Some(task) = tasks.next() {
                    runs[task].fetch_add(1, Ordering::Relaxed);
                }
                Outcome::NONE
            });
            assert!(runs.iter().all(|n| n.load(Ordering::Relaxed) == 1));
        }
    }
}

/// Runs a round that waits until `n` workers are in it. Returns how many came before the timeout.
fn gather(threads: &Threads, n: usize) -> usize {
    let (present, arrived) = (Mutex::new(0), Condvar::new());
    threads.run(&Job::of_tasks(100), &|tasks| {
        if tasks.next().is_some() {
            let mut here = present.lock().expect("no panic while locked");
            *here += 1;
            arrived.notify_all();
            drop(arrived.wait_timeout_while(here, Duration::from_secs(5), |here| *here < n));
        }
        while tasks.next().is_some() {}
        Outcome::NONE
    });
    present.into_inner().expect("no panic while locked")
}

#[test]
fn a_panic_propagates_and_the_thread_is_spare_again() {
    for culprit in [0, 1, 50, 99] {
        let threads = Threads::new(3);
        let result = catch_unwind(AssertUnwindSafe(|| {
            threads.run(&Job::of_tasks(100), &|tasks| {
                while let Some(task) = tasks.next() {
                    assert_ne!(task, culprit, "this panic belongs to the test");
                    thread::yield_now();
                }
                Outcome::NONE
            })
        }));
        assert!(result.is_err());
        assert_eq!(gather(&threads, 3), 3);
    }
}

/// Tasks on several lanes end in any order; the split for the next round does not depend on it, nor on the threads.
#[test]
fn tasks_of_several_lanes_are_split_alike() {
    // With a bound that is often 0, so that rounds are long and tasks uneven.
    let problem = Late::<_, 8>(Inconsistent(Pancakes::<10>::new()));
    let options = Deepening { split: Split { grain: 10, max_tasks: 1000 }, ..Deepening::FIRST };
    for seed in 1..20_usize {
        let mut pile = Pancakes::<10>::sorted();
        (0..10).for_each(|k| pile.swap(k, (seed * (7 * k + 3)) % 10));
        let solve = |executor: &dyn Executor| {
            let start = LateState::new(pile);
            let answer =
                under(Limits::default(), |control| ida_star(&problem, &start, &options, executor, control));
            (answer.solutions, answer.rounds, answer.counts)
        };
        assert_eq!(solve(&Sequential), solve(&Threads::new(1)), "{pile:?}");
    }
}

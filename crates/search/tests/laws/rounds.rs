//! A completed round has the same counts, and a search for all solutions the same ones in the same order, on every
//! executor, for every split and every number of lanes: those of a plain recursion. A search for one solution finds one of
//! them, the same on every executor and every number of lanes.

use std::fmt::Debug;

use deepen_search::{
    Blind, Deepening, End, Executor, Limits, Move, Sequential, Split, Threads, Want, ida_star,
};
use proptest::prelude::*;

use crate::optimality::grids;
use crate::reference::{self, Deepened};
use crate::toy_problems::{
    Corridor, Doubling, Inconsistent, Late, LateState, MinBudget, Pancakes, Place, Swaps,
};
use crate::{cases, under};

const SPLITS: [Split; 6] = [
    Split { grain: 1, max_tasks: 1 << 16 },
    Split { grain: 10, max_tasks: 1 << 16 },
    Split { grain: 1000, max_tasks: 1 << 16 },
    Split { grain: 20_000, max_tasks: 1 << 16 },
    Split { grain: 1, max_tasks: 3 },
    // Useless, but no reason to fail.
    Split { grain: 0, max_tasks: 0 },
];

fn check<P: MinBudget<State: Debug>>(problem: &P, start: &P::State) {
    check_against(&reference::deepen(problem, start), problem, start);
}

fn check_against<P: MinBudget<State: Debug>>(expected: &Deepened, problem: &P, start: &P::State) {
    let threads = [1, 2, 7].map(Threads::new);
    for split in SPLITS.into_iter().chain([Split::default()]) {
        let mut first = None;
        let executors = threads.iter().map(|t| t as &dyn Executor).chain([&Sequential as &dyn Executor]);
        for executor in executors {
            for want in [Want::First, Want::All] {
                let options = Deepening { want, split, ..Deepening::default() };
                let limits = Limits { max_solutions: usize::MAX, ..Limits::default() };
                let answer = under(limits, |control| ida_star(problem, start, &options, executor, control));
                let context = format!("{start:?} {want:?} {split:?}");
                // The round that finds the first solution is not completed.
                let (n_rounds, n_solutions) = match (expected.cost, want) {
                    (Some(_), Want::First) => (expected.rounds.len() - 1, 1),
                    _ => (expected.rounds.len(), expected.solutions.len()),
                };
                assert_eq!(answer.rounds, expected.rounds[..n_rounds], "{context}");
                match want {
                    Want::All => assert_eq!(answer.solutions, expected.solutions, "{context}"),
                    Want::First => {
                        let is_one = |found: &Vec<Move>| expected.solutions.contains(found);
                        assert!(answer.solutions.iter().all(is_one), "{context}");
                        assert_eq!(&answer.solutions, first.get_or_insert_with(|| answer.solutions.clone()));
                    }
                }
                assert_eq!(answer.solutions.len(), n_solutions, "{context}");
                assert_eq!(answer.n_solutions, n_solutions as u64, "{context}");
                assert_eq!(answer.cost, expected.cost, "{context}");
                let end = if answer.cost.is_some() { End::Solved } else { End::Exhausted };
                assert_eq!(answer.end, end, "{context}");
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn piles(start in Just(Pancakes::<8>::sorted().to_vec()).prop_shuffle()) {
        let start: [u8; 8] = start.try_into().expect("eight pancakes");
        check(&Pancakes::<8>::new(), &start);
    }

    #[test]
    fn piles_with_an_inconsistent_bound(start in Just(Pancakes::<7>::sorted().to_vec()).prop_shuffle()) {
        let start: [u8; 7] = start.try_into().expect("seven pancakes");
        check(&Inconsistent(Pancakes::<7>::new()), &start);
    }

    #[test]
    fn piles_without_a_bound(start in Just(Pancakes::<6>::sorted().to_vec()).prop_shuffle()) {
        let (problem, start) = (Pancakes::<6>::new(), start.try_into().expect("six pancakes"));
        check(&Blind::new(&problem), &start);
    }

    /// One expected result for all numbers of lanes.
    #[test]
    fn lanes(start in Just(Pancakes::<7>::sorted().to_vec()).prop_shuffle()) {
        let start = LateState::new(start.try_into().expect("seven pancakes"));
        let one = Late::<_, 1>(Inconsistent(Pancakes::<7>::new()));
        let expected = reference::deepen(&one, &start);
        check_against(&expected, &one, &start);
        check_against(&expected, &Late::<_, 4>(Inconsistent(Pancakes::<7>::new())), &start);
        check_against(&expected, &Late::<_, 16>(Inconsistent(Pancakes::<7>::new())), &start);
    }

    #[test]
    fn rows(start in Just(vec![0, 1, 2, 3, 4]).prop_shuffle()) {
        let (problem, start) = (Swaps::new(), start.try_into().expect("five things"));
        check(&problem, &start);
        check(&Blind::new(&problem), &start);
    }
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn small_grids((grid, start) in grids(4)) {
        if reference::optimum(&grid, &start).is_some_and(|cost| cost <= 9) {
            check(&grid, &start);
            check(&Blind::new(&grid), &start);
            check(&Inconsistent(grid), &start);
        }
    }
}

/// A finite tree without a goal: 1023 nodes, all of which the last round generates.
#[test]
fn a_finite_tree_is_exhausted() {
    let problem = Doubling::new(&[], 1023);
    let expected = reference::deepen(&problem, &1);
    assert_eq!(expected.rounds.last().map(|round| (round.bound, round.counts.generated)), Some((9, 1022)));
    check_against(&expected, &problem, &1);
    check(&Blind::new(&problem), &1);
}

/// Half of a heavy task is a corridor: a piece of it always looks as large as the whole, if size is estimated by
/// branching.
#[test]
fn a_corridor_is_not_split_for_ever() {
    let problem = Corridor::new(12);
    check(&problem, &Place::Start);
    check(&Blind::new(&problem), &Place::Start);
}

/// Two goals at the bottom of a tree, in its last leaf on the left and its first on the right. Split in two, the right
/// half has its answer at once and the left half, thousands of nodes later, is still the one that counts.
#[test]
fn a_lower_task_is_never_abandoned() {
    let tree = || Doubling::new(&[0xBFFF, 0xC000], u64::MAX);
    let one = Late::<_, 1>(tree());
    let expected = reference::deepen(&one, &LateState::new(1));
    assert_eq!(expected.solutions.len(), 2);
    check_against(&expected, &one, &LateState::new(1));
    check_against(&expected, &Late::<_, 2>(tree()), &LateState::new(1));
    check_against(&expected, &Late::<_, 8>(tree()), &LateState::new(1));
}

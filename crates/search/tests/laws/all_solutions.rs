//! A search for all solutions lists each canonical one once, up to its limit, and counts the rest.

use std::collections::HashSet;
use std::hash::Hash;

use deepen_search::{
    Answer, Blind, Deepening, End, Limits, Problem, Sequential, Span, Split, StopReason, Threads, Want,
    depth_first, ida_star, ida_star_within,
};
use proptest::prelude::*;

use crate::optimality::grids;
use crate::reference;
use crate::toy_problems::{Doubling, Inconsistent, Pancakes, Swaps};
use crate::{cases, under};

const ALL: Deepening<'static> =
    Deepening { want: Want::All, split: Split { grain: 50, max_tasks: 1000 }, ..Deepening::FIRST };

fn list<P: Problem>(problem: &P, start: &P::State, max_solutions: usize) -> Answer {
    // The node limit only ends the test if the search misses its solutions.
    let limits = Limits { max_solutions, max_nodes: 100_000_000, ..Limits::default() };
    under(limits, |control| ida_star(problem, start, &ALL, &Threads::new(3), control))
}

fn check<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State) {
    let expected = reference::count_optimal(problem, start);
    let answer = list(problem, start, usize::MAX);
    assert_eq!(answer.n_solutions, expected);
    assert_eq!(answer.solutions.len() as u64, expected);
    assert_eq!(answer.solutions.iter().collect::<HashSet<_>>().len() as u64, expected);
    reference::check_solutions(problem, start, &answer);
    for max in [0, 1, 2, 5] {
        let few = list(problem, start, max);
        assert_eq!((few.end, few.n_solutions, few.cost), (End::Solved, expected, answer.cost));
        assert_eq!(few.solutions, answer.solutions[..few.solutions.len()]);
        // At least one is stored: it is the answer.
        assert_eq!(few.solutions.len(), answer.solutions.len().min(max.max(1)));
    }
}

/// Solutions up to 3 above the optimum: as many of each cost as a reference count says, the cheapest first, and the
/// same on one thread and several.
fn check_within<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State) {
    let within = 3;
    let expected = reference::count_within(problem, start, within);
    let find = |threads: usize, max_solutions: usize| {
        let limits = Limits { max_solutions, max_nodes: 100_000_000, ..Limits::default() };
        under(limits, |control| {
            ida_star_within(problem, start, Span::within(within), &ALL, &Threads::new(threads), control)
        })
    };
    let (answer, longer) = find(3, usize::MAX);
    let least = answer.cost.expect("solvable");
    assert_eq!((answer.end, answer.n_solutions), (End::Solved, expected.iter().sum()));
    assert_eq!(longer, expected[1..]);
    assert_eq!(answer.rounds.last().map(|round| round.bound), Some(least + within));
    let costs: Vec<u32> = answer
        .solutions
        .iter()
        .map(|moves| {
            let (end, cost) = reference::replay(problem, start, moves);
            assert!(problem.is_goal(&end));
            cost
        })
        .collect();
    assert!(costs.is_sorted());
    for (more, &n) in (0..).zip(&expected) {
        assert_eq!(costs.iter().filter(|&&cost| cost == least + more).count() as u64, n);
    }
    assert_eq!(answer.solutions.iter().collect::<HashSet<_>>().len(), answer.solutions.len());
    // The number of nodes in memory depends on the threads.
    let alone = find(1, usize::MAX);
    assert_eq!((Answer { held: answer.held, ..alone.0 }, alone.1), (answer.clone(), longer.clone()));
    let (few, counts) = find(2, 3);
    assert_eq!((few.n_solutions, counts), (answer.n_solutions, longer));
    assert_eq!(few.solutions, answer.solutions[..answer.solutions.len().min(3)]);
}

/// Solutions of at least some cost: the first of them is among all that the reference count knows, and a higher minimum
/// leaves the rest.
fn check_at_least<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State) {
    let expected = reference::count_within(problem, start, 3);
    let limits = Limits { max_solutions: usize::MAX, max_nodes: 100_000_000, ..Limits::default() };
    let find = |span: Span, want: Want| {
        let options = Deepening { want, ..ALL };
        under(limits, |control| ida_star_within(problem, start, span, &options, &Threads::new(2), control))
    };
    let (all, _) = find(Span::within(3), Want::All);
    let cheapest = all.cost.expect("solvable");
    for more in (1..=3).filter(|&more| cheapest > 0 && expected[more as usize] > 0) {
        let span = Span { least: cheapest + more, within: 3 - more };
        let (answer, longer) = find(span, Want::All);
        assert_eq!((answer.end, answer.cost), (End::Solved, Some(cheapest + more)));
        let cheaper: u64 = expected[..more as usize].iter().sum();
        assert_eq!(answer.solutions, all.solutions[cheaper as usize..]);
        assert_eq!(longer, expected[more as usize + 1..]);
        let (first, _) = find(Span { within: 0, ..span }, Want::First);
        assert_eq!((first.cost, first.n_solutions), (answer.cost, 1));
        assert_eq!(first.solutions, answer.solutions[..1]);
    }
}

#[test]
fn longer_ones_of_five() {
    let problem = Swaps::new();
    for start in reference::distances(&problem, &[0, 1, 2, 3, 4]).keys() {
        check_within(&problem, start);
        check_at_least(&problem, start);
    }
}

/// The empty sequence is the only solution of a solved state.
#[test]
fn nothing_longer_from_the_goal() {
    let span = Span { least: 2, within: 0 };
    let (answer, _) = under(Limits::default(), |control| {
        ida_star_within(&Swaps::new(), &[0, 1, 2, 3, 4], span, &ALL, &Sequential, control)
    });
    assert_eq!((answer.end, answer.cost), (End::Exhausted, None));
}

/// The cost limit holds for the longer solutions, too.
#[test]
fn longer_ones_keep_the_limit() {
    let problem = Swaps::new();
    let limits = Limits { max_cost: 2, ..Limits::default() };
    let (answer, longer) = under(limits, |control| {
        ida_star_within(&problem, &[0, 1, 3, 2, 4], Span::within(5), &ALL, &Sequential, control)
    });
    assert_eq!((answer.cost, longer.len()), (Some(1), 1));
}

/// A search that is stopped while it looks for longer solutions has the shortest ones, ends there, and counts no round that is not
/// complete.
#[test]
fn a_stop_among_the_longer_ones() {
    let (problem, start) = (Doubling::new(&[3], u64::MAX), 1);
    let find = |max_nodes| {
        let limits = Limits { max_nodes, ..Limits::default() };
        under(limits, |control| {
            ida_star_within(&problem, &start, Span::within(40), &ALL, &Sequential, control)
        })
    };
    let (answer, longer) = find(200_000);
    assert_eq!((answer.end, answer.cost), (End::Stopped(StopReason::Nodes), Some(1)));
    assert!((3..40).contains(&longer.len()), "{longer:?}");
    // The rounds up to cost 1, then one for each higher cost, the last of them unfinished.
    let bounds: Vec<u32> = answer.rounds.iter().map(|round| round.bound).collect();
    assert_eq!(bounds, (0..=longer.len() as u32).collect::<Vec<_>>());
}

#[test]
fn every_row_of_five() {
    let problem = Swaps::new();
    for start in reference::distances(&problem, &[0, 1, 2, 3, 4]).keys() {
        check(&problem, start);
        check(&Blind::new(&problem), start);
    }
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn piles(start in Just(Pancakes::<7>::sorted().to_vec()).prop_shuffle()) {
        let start = start.try_into().expect("seven pancakes");
        check(&Pancakes::<7>::new(), &start);
        check(&Inconsistent(Pancakes::<7>::new()), &start);
        check_within(&Pancakes::<7>::new(), &start);
        check_within(&Inconsistent(Pancakes::<7>::new()), &start);
    }

    #[test]
    fn small_grids((grid, start) in grids(4)) {
        if reference::optimum(&grid, &start).is_some_and(|cost| cost <= 9) {
            check(&grid, &start);
        }
    }
}

/// Depth-first search within a limit: the first solution in move order need not be the shortest.
#[test]
fn depth_first_takes_what_comes_first() {
    let rows = Swaps::new();
    let find = |max_cost| {
        let limits = Limits { max_cost, ..Limits::default() };
        under(limits, |control| {
            depth_first(&rows, &[0, 1, 3, 2, 4], &Deepening::default(), &Sequential, control)
        })
    };
    assert_eq!(find(1).cost, Some(1));
    let deep = find(9);
    assert_eq!(deep.end, End::Solved);
    reference::check_solutions(&rows, &[0, 1, 3, 2, 4], &deep);
    assert!(!deep.is_optimal());
    let none = find(0);
    assert_eq!((none.cost, none.lower_bound), (None, 1));
}

/// Without a limit paths may be endless; none grows beyond what a search can represent, and an unlimited cost does not
/// overflow.
#[test]
fn depth_first_without_a_limit_comes_back() {
    let search = |problem: &Doubling, start: u64, max_cost| {
        let limits = Limits { max_cost, max_nodes: 100_000_000, ..Limits::default() };
        under(limits, |control| depth_first(problem, &start, &Deepening::default(), &Sequential, control))
    };
    for max_cost in [Limits::default().max_cost, u32::MAX] {
        // Zero doubled is zero: the leftmost path never ends.
        let stuck = search(&Doubling::new(&[3], 7), 0, max_cost);
        reference::check_solutions(&Doubling::new(&[3], 7), &0, &stuck);
        assert_eq!(stuck.end, End::Solved);
        let finite = search(&Doubling::new(&[], 1000), 1, max_cost);
        assert_eq!((finite.end, finite.counts.generated), (End::Exhausted, 999));
    }
}

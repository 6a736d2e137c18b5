//! Limits end a search with the right reason, and the bounds it then reports are still right.

use std::sync::Mutex;
use std::thread;

use deepen_search::{
    Answer, Control, Cost, Deepening, End, Limits, Observer, Problem, Rank, Round, Sequential, Silent, Split,
    Stop, StopReason, Threads, best_first, breadth_first, count_states, ida_star,
};
use proptest::prelude::*;

use crate::optimality::grids;
use crate::reference;
use crate::toy_problems::{Doubling, Grid, Inconsistent, Late, LateState, Pancakes};
use crate::{cases, under};

const RANKS: [Rank; 4] = [Rank::AStar, Rank::Weighted { percent: 200 }, Rank::Greedy, Rank::Uniform];

/// Many small tasks, so that a search is rarely in the middle of one for long.
const FINE: Deepening<'static> =
    Deepening { split: Split { grain: 100, max_tasks: 1 << 16 }, ..Deepening::FIRST };

/// A search with its name.
type Search<P> = (&'static str, fn(&P, &<P as Problem>::State, &Control<'_>) -> Answer);

fn deepening<P: Problem>() -> [Search<P>; 3] {
    [
        ("ida*", |p, s, c| ida_star(p, s, &Deepening::default(), &Sequential, c)),
        ("ida* in small tasks", |p, s, c| ida_star(p, s, &FINE, &Sequential, c)),
        ("ida* on threads", |p, s, c| ida_star(p, s, &FINE, &Threads::new(3), c)),
    ]
}

fn graph_searches<P: Problem<State: Eq + std::hash::Hash>>() -> [Search<P>; 5] {
    [
        ("breadth first", |p, s, c| breadth_first(p, s, c)),
        ("a*", |p, s, c| best_first(p, s, RANKS[0], c)),
        ("weighted a*", |p, s, c| best_first(p, s, RANKS[1], c)),
        ("greedy", |p, s, c| best_first(p, s, RANKS[2], c)),
        ("uniform", |p, s, c| best_first(p, s, RANKS[3], c)),
    ]
}

fn all<P: Problem<State: Eq + std::hash::Hash>>() -> impl Iterator<Item = Search<P>> {
    deepening().into_iter().chain(graph_searches())
}

/// A pile of eight that takes nine flips, the maximum; see the census in `duplicate_detection`.
fn hardest_pile() -> [u8; 8] {
    let census =
        under(Limits::default(), |c| count_states(&Pancakes::<8>::new(), &Pancakes::<8>::sorted(), c));
    census.deepest[0]
}

#[test]
fn the_cost_limit_is_met_exactly() {
    let (problem, start) = (Pancakes::<8>::new(), hardest_pile());
    for (name, search) in all() {
        for max_cost in 0..=10 {
            let limits = Limits { max_cost, ..Limits::default() };
            let answer = under(limits, |control| search(&problem, &start, control));
            reference::check_solutions(&problem, &start, &answer);
            if max_cost < 9 {
                assert_eq!(answer.end, End::Stopped(StopReason::Cost), "{name} up to {max_cost}");
                assert!(answer.lower_bound > max_cost && answer.lower_bound <= 9, "{name} up to {max_cost}");
                assert!(answer.rounds.iter().all(|round| round.bound <= max_cost), "{name} up to {max_cost}");
            } else {
                assert_eq!(answer.end, End::Solved, "{name} up to {max_cost}");
                assert!(answer.cost <= Some(max_cost), "{name} up to {max_cost}");
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(128))]

    /// Costs differ and the heuristic is inconsistent: paths are found late that bring a state back within the limit.
    #[test]
    fn the_cost_limit_hides_no_solution((grid, start) in grids(6)) {
        let best = reference::optimum(&grid, &start);
        let inconsistent = Inconsistent(grid.clone());
        for rank in RANKS {
            for max_cost in [0, 3, 6, 9, 12, 15, 20, 30] {
                let limits = Limits { max_cost, ..Limits::default() };
                let answer = under(limits, |control| best_first(&inconsistent, &start, rank, control));
                reference::check_solutions(&inconsistent, &start, &answer);
                prop_assert_eq!(answer.end == End::Solved, best.is_some_and(|best| best <= max_cost));
                prop_assert!(answer.cost <= Some(max_cost));
                if answer.end == End::Stopped(StopReason::Cost) {
                    prop_assert!(answer.lower_bound > max_cost);
                    prop_assert!(best.is_none_or(|best| best >= answer.lower_bound));
                }
            }
        }
    }
}

/// Fewest moves and least cost differ if costs differ.
#[test]
fn breadth_first_claims_no_more_than_it_knows() {
    // One step south-east for 5, or east and south for 2.
    let grid = Grid::new(2, vec![false; 4], [1, 1], [1, 1, 1, 1, 5]);
    let answer = under(Limits::default(), |control| breadth_first(&grid, &[0, 0], control));
    assert_eq!((answer.end, answer.cost, answer.lower_bound), (End::Solved, Some(5), 1));
    assert!(!answer.is_optimal());
    let limits = Limits { max_cost: 4, ..Limits::default() };
    let answer = under(limits, |control| breadth_first(&grid, &[0, 0], control));
    assert_eq!((answer.end, answer.cost, answer.lower_bound), (End::Stopped(StopReason::Cost), None, 1));
    // All moves cost 3: then fewest is cheapest.
    let grid = Grid::new(3, vec![false; 9], [2, 1], [3; 5]);
    let answer = under(Limits::default(), |control| breadth_first(&grid, &[0, 0], control));
    assert_eq!((answer.cost, answer.is_optimal()), (Some(6), true));
}

#[test]
fn the_node_limit_is_met_soon() {
    let problem = Doubling::endless();
    for (name, search) in all() {
        let limits = Limits { max_nodes: 200_000, max_memory: 1 << 28, ..Limits::default() };
        let answer = under(limits, |control| {
            let answer = search(&problem, &1, control);
            // All but the nodes above the tasks, which no worker expands.
            assert!(answer.counts.generated - control.nodes() < 10_000, "{name}");
            answer
        });
        assert_eq!(answer.end, End::Stopped(StopReason::Nodes), "{name}");
        let generated = answer.counts.generated;
        assert!((200_000..300_000).contains(&generated), "{name} stopped after {generated} nodes");
    }
    // Sixteen lanes whose tasks end all the time.
    let late = Late::<_, 16>(Doubling::endless());
    for (name, search) in deepening() {
        let limits = Limits { max_nodes: 200_000, max_memory: 1 << 28, ..Limits::default() };
        let answer = under(limits, |control| search(&late, &LateState::new(1), control));
        let generated = answer.counts.generated;
        assert_eq!(answer.end, End::Stopped(StopReason::Nodes), "{name}");
        assert!((200_000..1_200_000).contains(&generated), "{name} stopped after {generated} nodes");
    }
}

/// The other limits only end the test if the stop is ignored.
#[test]
fn another_thread_can_stop_a_search() {
    let problem = Doubling::endless();
    for (name, search) in all() {
        let stop = Stop::default();
        let limits = Limits { max_nodes: 50_000_000, max_memory: 1 << 28, ..Limits::default() };
        let control = Control::new(limits, &Silent, &stop);
        let answer = thread::scope(|scope| {
            let searching = scope.spawn(|| search(&problem, &1, &control));
            while control.nodes() < 100_000 && !searching.is_finished() {
                thread::yield_now();
            }
            stop.raise(StopReason::Time);
            stop.raise(StopReason::Cancelled);
            searching.join().expect("a search does not panic")
        });
        assert_eq!(answer.end, End::Stopped(StopReason::Time), "{name}");
        assert!(answer.cost.is_none() && answer.solutions.is_empty(), "{name}");
    }
}

/// A limit of a few hundred bytes, of some states, of most of them; and all of them fit at last.
#[test]
fn the_memory_limit_ends_a_search() {
    let (problem, start) = (Pancakes::<8>::new(), hardest_pile());
    for (name, search) in graph_searches() {
        let mut stopped = 0;
        for max_memory in [0, 1000, 30_000, 100_000, 300_000, 1_000_000, 10_000_000] {
            let limits = Limits { max_memory, ..Limits::default() };
            let answer = under(limits, |control| search(&problem, &start, control));
            reference::check_solutions(&problem, &start, &answer);
            // A state of eight bytes, with its entry.
            assert!(answer.held * 20 <= max_memory, "{name}: {} states in {max_memory} bytes", answer.held);
            assert!(answer.lower_bound <= 9, "{name} in {max_memory} bytes");
            if answer.end != End::Solved {
                assert_eq!(answer.end, End::Stopped(StopReason::Memory), "{name} in {max_memory} bytes");
                stopped += 1;
            }
        }
        // A greedy search needs little memory.
        assert!((2..=6).contains(&stopped), "{name} was stopped {stopped} times");
    }
    let limits = Limits { max_memory: 300_000, ..Limits::default() };
    let census = under(limits, |control| count_states(&problem, &start, control));
    assert_eq!(census.end, End::Stopped(StopReason::Memory));
    assert_eq!(census.per_depth, [1, 7, 42, 251, 1191, 4281]);
    assert_eq!(census.deepest.len(), 1000);
}

proptest! {
    #![proptest_config(cases(128))]

    /// Wherever a search is stopped, its lower bound is right.
    #[test]
    fn what_is_proved_is_true((grid, start) in grids(8), max_memory in 20_000..60_000_u64) {
        if let Some(best) = reference::optimum(&grid, &start) {
            let inconsistent = Inconsistent(grid);
            for rank in RANKS {
                let limits = Limits { max_memory, ..Limits::default() };
                let answer = under(limits, |control| best_first(&inconsistent, &start, rank, control));
                prop_assert!(answer.lower_bound <= best);
            }
        }
    }

    #[test]
    fn what_is_proved_of_piles_is_true(
        start in Just(Pancakes::<8>::sorted().to_vec()).prop_shuffle(),
        max_memory in 30_000..2_000_000_u64,
    ) {
        let (problem, start) = (Inconsistent(Pancakes::<8>::new()), start.try_into().expect("eight pancakes"));
        let answer = under(Limits::default(), |control| breadth_first(&problem, &start, control));
        let best = answer.cost.expect("every pile can be sorted");
        for (name, search) in graph_searches() {
            let limits = Limits { max_memory, ..Limits::default() };
            let answer = under(limits, |control| search(&problem, &start, control));
            prop_assert!(answer.lower_bound <= best, "{}", name);
        }
    }
}

/// Records all events.
#[derive(Default)]
struct Recorder {
    started: Mutex<Vec<Cost>>,
    finished: Mutex<Vec<Round>>,
}

impl Observer for Recorder {
    fn round_started(&self, bound: Cost, _n_tasks: usize) {
        self.started.lock().expect("no panic while locked").push(bound);
    }
    fn round_finished(&self, round: &Round) {
        self.finished.lock().expect("no panic while locked").push(*round);
    }
}

/// An observer receives every round when it starts, with rising bounds, and every round of the answer.
#[test]
fn observers_receive_rounds() {
    let (problem, start) = (Pancakes::<8>::new(), hardest_pile());
    for (name, search) in all() {
        let (recorder, stop) = (Recorder::default(), Stop::default());
        let answer = search(&problem, &start, &Control::new(Limits::default(), &recorder, &stop));
        let started = recorder.started.into_inner().expect("no panic while locked");
        let finished = recorder.finished.into_inner().expect("no panic while locked");
        assert!(started.is_sorted_by(|a, b| a < b), "{name}: {started:?}");
        assert_eq!(finished, answer.rounds, "{name}");
        // The last round found the solution.
        let bounds: Vec<Cost> = finished.iter().map(|round| round.bound).collect();
        assert_eq!(bounds, started[..started.len() - 1], "{name}");
        assert!(started.iter().all(|&bound| bound <= 9), "{name}: {started:?}");
    }
}

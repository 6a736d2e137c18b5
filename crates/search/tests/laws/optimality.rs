//! All searches that promise a cheapest solution find one, and those that promise less keep that promise.

use std::fmt::Debug;
use std::hash::Hash;

use deepen_search::{
    Answer, Blind, Cost, Deepening, End, Executor, Limits, Problem, Rank, Sequential, Split, Threads,
    best_first, breadth_first, ida_star,
};
use proptest::prelude::*;

use crate::reference;
use crate::toy_problems::{Grid, Inconsistent, Late, LateState, NoMoves, Pancakes, Swaps};
use crate::{cases, under};

fn check_optimal<P: Problem>(problem: &P, start: &P::State, answer: &Answer, cost: Option<Cost>) {
    assert_eq!(answer.end, if cost.is_some() { End::Solved } else { End::Exhausted });
    assert_eq!(answer.cost, cost);
    assert!(cost.is_none() || answer.is_optimal());
    reference::check_solutions(problem, start, answer);
}

/// The searches that store states. They end with or without a solution.
fn check_graph_searches<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State, cost: Option<Cost>) {
    let ranked = |rank| under(Limits::default(), |control| best_first(problem, start, rank, control));
    check_optimal(problem, start, &ranked(Rank::AStar), cost);
    check_optimal(problem, start, &ranked(Rank::AStarNearest), cost);
    check_optimal(problem, start, &ranked(Rank::Uniform), cost);
    for percent in [0, 100, 101, 150, 300, 10_000] {
        let answer = ranked(Rank::Weighted { percent });
        reference::check_solutions(problem, start, &answer);
        assert_eq!(answer.cost.is_some(), cost.is_some());
        if let (Some(found), Some(best)) = (answer.cost, cost) {
            assert!(
                100 * found <= percent.max(100) * best,
                "{found} at {percent} % where {best} is possible"
            );
            assert!(answer.lower_bound <= best);
            assert!(percent.max(100) * answer.lower_bound >= 100 * found, "too little is proved");
        }
    }
    let greedy = ranked(Rank::Greedy);
    reference::check_solutions(problem, start, &greedy);
    assert_eq!(greedy.cost.is_some(), cost.is_some());
    assert!(greedy.cost >= cost && greedy.rounds.is_empty());
    assert_eq!(greedy.lower_bound, problem.lower_bound(start));
}

/// For unit costs.
fn check_breadth<P: Problem<State: Eq + Hash>>(problem: &P, start: &P::State, cost: Option<Cost>) {
    let answer = under(Limits::default(), |control| breadth_first(problem, start, control));
    check_optimal(problem, start, &answer, cost);
}

/// Iterative deepening, finely split and run by one or many threads.
fn check_deepening<P: Problem>(problem: &P, start: &P::State, cost: Cost) {
    let options = Deepening { split: Split { grain: 20, max_tasks: 1000 }, ..Deepening::default() };
    let threads = [1, 2, 7].map(Threads::new);
    let executors = threads.iter().map(|t| t as &dyn Executor).chain([&Sequential as &dyn Executor]);
    for executor in executors {
        let answer =
            under(Limits::default(), |control| ida_star(problem, start, &options, executor, control));
        check_optimal(problem, start, &answer, Some(cost));
    }
}

#[test]
fn every_pile_of_six() {
    let problem = Pancakes::<6>::new();
    let distances = reference::distances(&problem, &Pancakes::<6>::sorted());
    assert_eq!(distances.len(), 720);
    for (start, &cost) in &distances {
        check_graph_searches(&problem, start, Some(cost));
        check_breadth(&problem, start, Some(cost));
        check_deepening(&problem, start, cost);
        check_deepening(&Blind::new(&problem), start, cost);
    }
}

#[test]
fn every_row_of_five() {
    let problem = Swaps::new();
    for (start, cost) in reference::distances(&problem, &[0, 1, 2, 3, 4]) {
        check_graph_searches(&problem, &start, Some(cost));
        check_breadth(&problem, &start, Some(cost));
        check_deepening(&problem, &start, cost);
        check_deepening(&Blind::new(&problem), &start, cost);
    }
}

/// Also if only half of the bound is available early and all of it late.
#[test]
fn every_pile_of_five_with_inconsistent_and_late_bounds() {
    let inconsistent = Inconsistent(Pancakes::<5>::new());
    let late = Late::<_, 4>(Inconsistent(Pancakes::<5>::new()));
    for (start, cost) in reference::distances(&inconsistent, &Pancakes::<5>::sorted()) {
        check_graph_searches(&inconsistent, &start, Some(cost));
        check_deepening(&inconsistent, &start, cost);
        let start = LateState::new(start);
        check_graph_searches(&late, &start, Some(cost));
        check_breadth(&late, &start, Some(cost));
        check_deepening(&late, &start, cost);
    }
}

#[test]
fn a_solved_start_needs_no_moves() {
    fn check<P: Problem<State: Eq + Hash + Debug>>(problem: &P, start: &P::State) {
        check_graph_searches(problem, start, Some(0));
        check_breadth(problem, start, Some(0));
        check_deepening(problem, start, 0);
        let answer = under(Limits::default(), |control| breadth_first(problem, start, control));
        assert_eq!((answer.solutions, answer.counts.expanded), (vec![vec![]], 0));
    }
    check(&Pancakes::<8>::new(), &Pancakes::<8>::sorted());
    check(&Swaps::new(), &[0, 1, 2, 3, 4]);
    check(&NoMoves::new(true), &());
    check_graph_searches(&NoMoves::new(false), &(), None);
    check_breadth(&NoMoves::new(false), &(), None);
}

pub fn grids(side: u8) -> impl Strategy<Value = (Grid, [u8; 2])> {
    let cells = usize::from(side) * usize::from(side);
    let place = [0..side, 0..side];
    let walls = prop::collection::vec(prop::bool::weighted(0.25), cells);
    let costs = prop::array::uniform5(1..=5_u32);
    (walls, place.clone(), place, costs).prop_map(move |(mut walls, start, goal, costs)| {
        walls[usize::from(goal[1]) * usize::from(side) + usize::from(goal[0])] = false;
        (Grid::new(side, walls, goal, costs), start)
    })
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn any_grid((grid, start) in grids(8)) {
        let cost = reference::optimum(&grid, &start);
        check_graph_searches(&grid, &start, cost);
        check_graph_searches(&Inconsistent(grid), &start, cost);
    }

    /// A tree search meets every cell again and again, so the grids are small and the goals near.
    #[test]
    fn any_small_grid((grid, start) in grids(4)) {
        if let Some(cost) = reference::optimum(&grid, &start).filter(|&cost| cost <= 12) {
            check_deepening(&grid, &start, cost);
            if cost <= 9 {
                check_deepening(&Blind::new(&grid), &start, cost);
                check_deepening(&Inconsistent(grid), &start, cost);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn any_pile_of_nine(start in Just(Pancakes::<9>::sorted().to_vec()).prop_shuffle()) {
        let problem = Pancakes::<9>::new();
        let start = start.try_into().expect("nine pancakes");
        let answer = under(Limits::default(), |control| breadth_first(&problem, &start, control));
        let cost = answer.cost.expect("every pile can be sorted");
        check_optimal(&problem, &start, &answer, Some(cost));
        check_deepening(&problem, &start, cost);
        let ranked = |rank| under(Limits::default(), |control| best_first(&problem, &start, rank, control));
        check_optimal(&problem, &start, &ranked(Rank::AStar), Some(cost));
    }
}

//! Several starts in one search: the answer is a cheapest from any of them, and contains its start.

use std::hash::Hash;

use deepen_search::{
    Answer, Blind, Cost, Deepening, End, Executor, Limits, Problem, Rank, Sequential, Split, Threads, Want,
    best_first, best_first_from, breadth_first_from, depth_first_from, ida_star, ida_star_from,
};
use proptest::prelude::*;

use crate::optimality::grids;
use crate::reference;
use crate::toy_problems::{Grid, Pancakes, Swaps};
use crate::{cases, under};

/// The least cost from any start, by a reference program that searches from one after the other.
fn least<P: Problem<State: Eq + Hash>>(problem: &P, starts: &[P::State]) -> Option<Cost> {
    starts.iter().filter_map(|start| reference::optimum(problem, start)).min()
}

/// Checks that the answer is a proved optimum and leads from its start to a goal.
fn check<P: Problem>(problem: &P, starts: &[P::State], answer: &Answer, cost: Option<Cost>) {
    assert_eq!(answer.end, if cost.is_some() { End::Solved } else { End::Exhausted });
    assert_eq!(answer.cost, cost);
    if cost.is_some() {
        assert!(answer.is_optimal());
        assert_eq!(answer.starts.len(), answer.solutions.len());
        reference::check_solutions(problem, &starts[answer.start_of(0)], answer);
    }
}

fn check_graph_searches<P: Problem<State: Eq + Hash>>(problem: &P, starts: &[P::State]) {
    let cost = least(problem, starts);
    for rank in [Rank::AStar, Rank::AStarNearest, Rank::Uniform] {
        let answer = under(Limits::default(), |control| best_first_from(problem, starts, rank, control));
        check(problem, starts, &answer, cost);
    }
    let greedy = under(Limits::default(), |control| best_first_from(problem, starts, Rank::Greedy, control));
    assert_eq!(greedy.cost.is_some(), cost.is_some());
    if greedy.cost.is_some() {
        reference::check_solutions(problem, &starts[greedy.start_of(0)], &greedy);
    }
}

/// Iterative deepening, finely split and run by one or many threads, gives the same answer from the same start.
fn check_deepening<P: Problem<State: Eq + Hash>>(problem: &P, starts: &[P::State]) {
    let cost = least(problem, starts);
    let options = Deepening { split: Split { grain: 20, max_tasks: 1000 }, ..Deepening::default() };
    let threads = [1, 2, 7].map(Threads::new);
    let executors = threads.iter().map(|t| t as &dyn Executor).chain([&Sequential as &dyn Executor]);
    let mut answers = Vec::new();
    for executor in executors {
        let answer =
            under(Limits::default(), |control| ida_star_from(problem, starts, &options, executor, control));
        check(problem, starts, &answer, cost);
        answers.push((answer.solutions, answer.starts, answer.rounds));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
}

/// All solutions are those of every nearest start, each with its start.
fn check_all<P: Problem<State: Eq + Hash>>(problem: &P, starts: &[P::State]) {
    let cost = least(problem, starts);
    let nearest = |start: &&P::State| reference::optimum(problem, start) == cost;
    let expected: u64 =
        starts.iter().filter(nearest).map(|start| reference::count_optimal(problem, start)).sum();
    let options = Deepening { want: Want::All, ..Deepening::default() };
    let answer =
        under(Limits::default(), |control| ida_star_from(problem, starts, &options, &Sequential, control));
    assert_eq!(answer.n_solutions, expected);
    for (i, solution) in answer.solutions.iter().enumerate() {
        let one = Answer { solutions: vec![solution.clone()], n_solutions: 1, ..answer.clone() };
        reference::check_solutions(problem, &starts[answer.start_of(i)], &one);
    }
}

fn piles() -> impl Strategy<Value = Vec<[u8; 6]>> {
    let pile = Just([0, 1, 2, 3, 4, 5_u8]).prop_shuffle();
    prop::collection::vec(pile, 1..6)
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn pancakes(piles in piles()) {
        let problem = Pancakes::<6>::new();
        check_graph_searches(&problem, &piles);
        check_deepening(&problem, &piles);
        check_deepening(&Blind::new(&problem), &piles);
        check_all(&problem, &piles);
        let levels = under(Limits::default(), |control| breadth_first_from(&problem, &piles, control));
        check(&problem, &piles, &levels, least(&problem, &piles));
    }

    #[test]
    fn rows(rows in prop::collection::vec(Just([0, 1, 2, 3, 4_u8]).prop_shuffle(), 1..6)) {
        let problem = Swaps::new();
        check_graph_searches(&problem, &rows);
        check_deepening(&problem, &rows);
        check_all(&problem, &rows);
    }

    /// Moves of different costs, and starts without a solution.
    #[test]
    fn walls((grid, start) in grids(6), more in prop::collection::vec([0..6_u8, 0..6_u8], 0..5)) {
        let starts: Vec<[u8; 2]> = [start].into_iter().chain(more).collect();
        check_graph_searches::<Grid>(&grid, &starts);
    }

    /// A search from one start is the same as the search for a single start, to the last node.
    #[test]
    fn one_start_is_a_search_of_one(pile in Just([0, 1, 2, 3, 4, 5, 6_u8]).prop_shuffle()) {
        let problem = Pancakes::<7>::new();
        let options = Deepening::default();
        let by_rounds = under(Limits::default(), |c| ida_star(&problem, &pile, &options, &Sequential, c));
        let from_one = under(Limits::default(), |c| ida_star_from(&problem, &[pile], &options, &Sequential, c));
        prop_assert_eq!(by_rounds, from_one);
        let by_rank = under(Limits::default(), |c| best_first(&problem, &pile, Rank::AStar, c));
        let from_one = under(Limits::default(), |c| best_first_from(&problem, &[pile], Rank::AStar, c));
        prop_assert_eq!(by_rank, from_one);
    }

    /// With a consistent heuristic, breaking ties by h changes no round before the last.
    #[test]
    fn nearest_first_changes_only_the_last_layer(piles in piles()) {
        let problem = Pancakes::<6>::new();
        let by = |rank| under(Limits::default(), |c| best_first_from(&problem, &piles, rank, c));
        let (plain, nearest) = (by(Rank::AStar), by(Rank::AStarNearest));
        prop_assert_eq!(plain.rounds, nearest.rounds);
        prop_assert_eq!(plain.cost, nearest.cost);
    }
}

#[test]
fn no_start() {
    let problem = Swaps::new();
    let options = Deepening::default();
    let answers = [
        under(Limits::default(), |c| best_first_from(&problem, &[], Rank::AStar, c)),
        under(Limits::default(), |c| breadth_first_from(&problem, &[], c)),
        under(Limits::default(), |c| ida_star_from(&problem, &[], &options, &Sequential, c)),
        under(Limits::default(), |c| depth_first_from(&problem, &[], &options, &Sequential, c)),
    ];
    for answer in answers {
        assert_eq!((answer.end, answer.cost), (End::Exhausted, None));
    }
}

/// Depth-first search goes through the starts in their order.
#[test]
fn depth_first_takes_the_first_start_that_leads_there() {
    let problem = Pancakes::<6>::new();
    let starts = [[5, 0, 4, 1, 3, 2], [1, 0, 2, 3, 4, 5]];
    let at_most = |max_cost| {
        let limits = Limits { max_cost, ..Limits::default() };
        let search = |c: &deepen_search::Control<'_>| {
            depth_first_from(&problem, &starts, &Deepening::default(), &Sequential, c)
        };
        under(limits, search)
    };
    assert_eq!(at_most(1).start_of(0), 1);
    let deep = at_most(8);
    assert_eq!(deep.start_of(0), 0);
    reference::check_solutions(&problem, &starts[0], &deep);
}

//! Interleaved searches find and count the same as each of them alone.

use deepen_search::{
    Answer, Control, Deepening, End, Limits, Problem, Sequential, Silent, Split, Stop, StopReason, ida_star,
    ida_star_each,
};
use proptest::prelude::*;

use crate::optimality::grids;
use crate::toy_problems::{Late, LateState, Pancakes};
use crate::{cases, under};

/// A single search in one task, so that a round is counted up to its solution.
fn alone<P: Problem>(problem: &P, start: &P::State, node_budget: u64, limits: Limits) -> Answer {
    let split = Split { grain: u64::MAX, max_tasks: 1 };
    let options = Deepening { split, node_budget, ..Deepening::FIRST };
    under(limits, |control| ida_star(problem, start, &options, &Sequential, control))
}

fn check<P: Problem>(problem: &P, starts: &[P::State], node_budget: u64, limits: Limits) {
    let each = under(limits, |control| ida_star_each(problem, starts, node_budget, control));
    assert_eq!(each.len(), starts.len());
    for (answer, start) in each.into_iter().zip(starts) {
        let expected = alone(problem, start, node_budget, limits);
        assert_eq!(answer.end, expected.end);
        assert_eq!(answer.solutions, expected.solutions);
        assert_eq!((answer.cost, answer.lower_bound), (expected.cost, expected.lower_bound));
        assert_eq!(answer.rounds, expected.rounds);
        assert_eq!(answer.counts, expected.counts);
    }
}

fn piles(n: usize) -> impl Strategy<Value = Vec<[u8; 8]>> {
    let pile = Just(Pancakes::<8>::sorted()).prop_shuffle();
    prop::collection::vec(pile, 0..n)
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn pancakes(starts in piles(40), node_budget in prop_oneof![Just(u64::MAX), 10..2000_u64], max_cost in 3..20_u32) {
        let limits = Limits { max_cost, ..Limits::default() };
        check(&Pancakes::<8>::new(), &starts, node_budget, limits);
        let late: Vec<LateState<[u8; 8]>> = starts.iter().map(|&start| LateState::new(start)).collect();
        check(&Late::<_, 2>(Pancakes::<8>::new()), &late, node_budget, limits);
        check(&Late::<_, 8>(Pancakes::<8>::new()), &late, node_budget, limits);
        check(&Late::<_, 32>(Pancakes::<8>::new()), &late, node_budget, limits);
    }

    /// Starts without a solution, and moves with different costs.
    #[test]
    fn paths((grid, start) in grids(4), other in (0..4_u8, 0..4_u8)) {
        let limits = Limits { max_cost: 12, ..Limits::default() };
        check(&grid, &[start, [other.0, other.1], start], u64::MAX, limits);
    }
}

/// A raised stop flag ends all of them, and solutions found before stay.
#[test]
fn all_stop_together() {
    let problem = Late::<_, 4>(Pancakes::<10>::new());
    let hard = [3, 9, 1, 7, 0, 5, 2, 8, 6, 4];
    let starts: Vec<_> =
        [Pancakes::<10>::sorted(); 2].into_iter().chain([hard; 20]).map(LateState::new).collect();
    let stop = Stop::default();
    stop.raise(StopReason::Cancelled);
    let answers =
        ida_star_each(&problem, &starts, u64::MAX, &Control::new(Limits::default(), &Silent, &stop));
    assert!(
        answers
            .iter()
            .all(|answer| answer.end == End::Stopped(StopReason::Cancelled) || answer.cost == Some(0))
    );
    assert_eq!(answers[21].end, End::Stopped(StopReason::Cancelled));
    let few = Limits { max_nodes: 100, ..Limits::default() };
    let answers = under(few, |control| ida_star_each(&problem, &starts, u64::MAX, control));
    assert_eq!(answers[21].end, End::Stopped(StopReason::Nodes));
    assert_eq!((answers[0].end, answers[0].cost), (End::Solved, Some(0)));
}

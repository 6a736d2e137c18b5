//! Upper bounds and node budgets of iterative deepening: the cost of a solution known beforehand or found later
//! (incumbent), and the number of nodes after which no further round starts. Each ends the search between two rounds,
//! never inside one, with everything that the earlier rounds have proved.

use std::fmt::Debug;

use deepen_search::{
    Answer, Cost, Deepening, End, Executor, Limits, Sequential, Split, StopReason, Threads, ida_star,
};
use proptest::prelude::*;

use crate::reference::{self, Deepened};
use crate::toy_problems::{Inconsistent, Late, LateState, MinBudget, Pancakes, Swaps};
use crate::{cases, under};

const FINE: Split = Split { grain: 20, max_tasks: 1000 };

/// Checks the answer after the first `n_rounds` rounds of all.
fn check_answer(answer: &Answer, n_rounds: usize, all: &Deepened, context: &str) {
    // The last one contains the solutions.
    let before = &all.rounds[..all.rounds.len() - 1];
    if n_rounds > before.len() {
        assert_eq!((answer.end, answer.cost), (End::Solved, all.cost), "{context}");
        assert_eq!((&answer.rounds[..], answer.is_optimal()), (before, true), "{context}");
    } else {
        assert_eq!((answer.end, answer.cost), (End::Stopped(StopReason::Cost), None), "{context}");
        assert_eq!(answer.rounds, before[..n_rounds], "{context}");
        assert_eq!(answer.lower_bound, all.rounds[n_rounds].bound, "{context}");
        let generated: u64 = answer.rounds.iter().map(|round| round.counts.generated).sum();
        assert_eq!(answer.counts.generated, generated, "{context}: another round was started");
    }
}

fn check<P: MinBudget<State: Debug>>(problem: &P, start: &P::State) {
    let all = reference::deepen(problem, start);
    let cost = all.cost.expect("solvable");
    let lengths = || all.rounds.iter().map(|round| round.counts.generated);
    let node_budget = lengths().flat_map(|nodes| [nodes.saturating_sub(1), nodes]).chain([0, u64::MAX]);
    let patient = node_budget.map(|node_budget| {
        // A round above the node budget is completed; the next one is not started.
        let n_rounds = lengths().position(|nodes| nodes > node_budget).map_or(usize::MAX, |long| long + 1);
        (Deepening { node_budget, split: FINE, ..Deepening::default() }, n_rounds)
    });
    let known = (1..=cost + 2).chain([Cost::MAX]).map(|known| {
        let n_rounds = all.rounds.iter().filter(|round| round.bound < known).count();
        (Deepening { upper_bound: known, split: FINE, ..Deepening::default() }, n_rounds)
    });
    let threads = Threads::new(3);
    for (options, n_rounds) in patient.chain(known) {
        for executor in [&Sequential as &dyn Executor, &threads] {
            let answer =
                under(Limits::default(), |control| ida_star(problem, start, &options, executor, control));
            let Deepening { upper_bound: known, node_budget, .. } = options;
            check_answer(&answer, n_rounds, &all, &format!("{start:?} {known} {node_budget}"));
        }
    }
    // An incumbent counts from the moment it is known.
    for known in 1..=cost + 2 {
        for when in all.rounds.iter().map(|round| round.bound).skip(1) {
            let incumbent = |bound: Cost, _| if bound >= when { known } else { Cost::MAX };
            let options = Deepening { incumbent: &incumbent, split: FINE, ..Deepening::default() };
            let n_rounds = all.rounds.iter().filter(|round| round.bound < known.max(when)).count();
            let answer =
                under(Limits::default(), |control| ida_star(problem, start, &options, &Sequential, control));
            check_answer(&answer, n_rounds, &all, &format!("{start:?} {known} from {when} on"));
        }
    }
}

#[test]
fn every_row_of_five() {
    let problem = Swaps::new();
    for start in reference::distances(&problem, &[0, 1, 2, 3, 4]).keys().filter(|start| !start.is_sorted()) {
        check(&problem, start);
    }
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn piles(start in Just(Pancakes::<7>::sorted().to_vec()).prop_shuffle()) {
        let start: [u8; 7] = start.try_into().expect("seven pancakes");
        check(&Pancakes::<7>::new(), &start);
        check(&Inconsistent(Pancakes::<7>::new()), &start);
        check(&Late::<_, 4>(Inconsistent(Pancakes::<7>::new())), &LateState::new(start));
    }
}

//! Searches with duplicate detection: how many states there are, and which of them are expanded.

use deepen_search::{Cost, Counts, End, Limits, Rank, Round, best_first, breadth_first, count_states};
use proptest::prelude::*;

use crate::optimality::grids;
use crate::reference;
use crate::toy_problems::{Doubling, Grid, Inconsistent, Pancakes, Swaps};
use crate::{cases, under};

/// Piles of n pancakes by the flips they need: OEIS A092113.
#[test]
fn piles_by_depth() {
    fn check<const N: usize>(expected: &[u64]) {
        let problem = Pancakes::<N>::new();
        let census =
            under(Limits::default(), |control| count_states(&problem, &Pancakes::<N>::sorted(), control));
        assert_eq!(census.end, End::Exhausted);
        assert_eq!(census.per_depth, expected);
        let n: u64 = expected.iter().sum();
        assert_eq!(census.counts, Counts { generated: n * (N as u64 - 1), expanded: n });
        let deepest = expected[expected.len() - 1].min(1000);
        assert_eq!(census.deepest.len() as u64, deepest);
        for state in census.deepest.iter().take(10) {
            let answer = under(Limits::default(), |control| breadth_first(&problem, state, control));
            assert_eq!(answer.cost, Some(expected.len() as Cost - 1));
        }
    }
    check::<2>(&[1, 1]);
    check::<3>(&[1, 2, 2, 1]);
    check::<4>(&[1, 3, 6, 11, 3]);
    check::<5>(&[1, 4, 12, 35, 48, 20]);
    check::<6>(&[1, 5, 20, 79, 199, 281, 133, 2]);
    check::<7>(&[1, 6, 30, 149, 543, 1357, 1903, 1016, 35]);
    check::<8>(&[1, 7, 42, 251, 1191, 4281, 10561, 15011, 8520, 455]);
}

#[test]
fn a_census_is_cut_at_the_cost_limit() {
    let limits = Limits { max_cost: 3, ..Limits::default() };
    let problem = Pancakes::<7>::new();
    let census = under(limits, |control| count_states(&problem, &Pancakes::<7>::sorted(), control));
    assert_eq!(census.end, End::Stopped(deepen_search::StopReason::Cost));
    assert_eq!(census.per_depth, [1, 6, 30, 149]);
    assert_eq!(census.deepest.len(), 149);
}

/// Uniform-cost search expands every state once, in order of its distance; with unit costs breadth-first search does
/// the same.
#[test]
fn layers_are_levels() {
    let problem = Doubling::new(&[], 1000);
    let layers = under(Limits::default(), |control| best_first(&problem, &1, Rank::Uniform, control));
    let levels = under(Limits::default(), |control| breadth_first(&problem, &1, control));
    assert_eq!((layers.end, levels.end), (End::Exhausted, End::Exhausted));
    assert_eq!(layers.rounds, levels.rounds);
    assert_eq!(levels.rounds[4], Round { bound: 4, counts: Counts { generated: 32, expanded: 16 } });
    assert_eq!((levels.held, levels.counts), (1000, Counts { generated: 999, expanded: 1000 }));
    let problem = Pancakes::<7>::new();
    let start = [3, 0, 6, 2, 5, 1, 4];
    let layers = under(Limits::default(), |control| best_first(&problem, &start, Rank::Uniform, control));
    let levels = under(Limits::default(), |control| breadth_first(&problem, &start, control));
    // Breadth-first search tests a goal when it is generated, best-first search when it is expanded.
    let n = levels.rounds.len();
    assert_eq!((layers.rounds.len(), &layers.rounds[..n]), (n + 1, &levels.rounds[..]));
    assert!(levels.counts.generated < layers.counts.generated && levels.held < layers.held);
}

proptest! {
    #![proptest_config(cases(128))]

    /// With a consistent heuristic A* expands every state at most once: all states with f below the optimum, and none
    /// above.
    #[test]
    fn a_star_expands_by_f((grid, start) in grids(8)) {
        use deepen_search::Problem;
        if let Some(best) = reference::optimum(&grid, &start) {
            let mut per_f = vec![0; best as usize + 1];
            for (state, g) in reference::distances(&grid, &start) {
                if let Some(n) = per_f.get_mut((g + grid.lower_bound(&state)) as usize) {
                    *n += 1;
                }
            }
            let answer = under(Limits::default(), |control| best_first(&grid, &start, Rank::AStar, control));
            let mut expanded = vec![0; best as usize];
            for round in &answer.rounds {
                expanded[round.bound as usize] = round.counts.expanded;
            }
            prop_assert_eq!(&expanded, &per_f[..best as usize]);
            let last = answer.counts.expanded - expanded.iter().sum::<u64>();
            prop_assert!(last <= per_f[best as usize]);
        }
    }

    /// An inconsistent heuristic makes A* reopen states, but a layer is never closed too soon.
    #[test]
    fn layers_rise((grid, start) in grids(8)) {
        let answer = under(Limits::default(), |control| best_first(&Inconsistent(grid), &start, Rank::AStar, control));
        prop_assert!(answer.rounds.is_sorted_by(|a, b| a.bound < b.bound));
        prop_assert!(answer.rounds.iter().all(|round| round.counts.expanded > 0));
        let in_rounds: u64 = answer.rounds.iter().map(|round| round.counts.expanded).sum();
        if answer.end == End::Exhausted {
            prop_assert_eq!(in_rounds, answer.counts.expanded);
        } else {
            prop_assert!(answer.rounds.iter().all(|round| Some(round.bound) < answer.cost));
            prop_assert!(in_rounds <= answer.counts.expanded);
        }
    }
}

/// With an inconsistent heuristic, cheaper paths are found too late. How often depends on the grid; reopening keeps all
/// answers right.
#[test]
fn a_state_is_expanded_again_when_reached_more_cheaply() {
    let expanded_again = (0..300_u32).filter(|&seed| {
        let draw = |i: u32| (seed * 64 + i).wrapping_mul(0x9E37_79B1) >> 16;
        let walls = (0..64).map(|i| draw(i).is_multiple_of(4) && i != 63).collect();
        let costs = [1, 2, 3, 4, 5].map(|i| 1 + draw(100 + i) % 5);
        let inconsistent = Inconsistent(Grid::new(8, walls, [7, 7], costs));
        let answer =
            under(Limits::default(), |control| best_first(&inconsistent, &[0, 0], Rank::AStar, control));
        answer.counts.expanded > answer.held
    });
    assert!(expanded_again.count() > 0);
}

/// Ties go to the newest: with no bound to distinguish states, greedy search is a depth-first search that never returns
/// to a state. In this tree it goes straight down the side that is searched first.
#[test]
fn ties_go_to_the_newest() {
    let problem = Doubling::new(&[1 << 20], u64::MAX);
    let limits = Limits { max_nodes: 10_000, ..Limits::default() };
    let answer = under(limits, |control| best_first(&problem, &1, Rank::Greedy, control));
    assert_eq!((answer.cost, answer.counts.expanded, answer.held), (Some(20), 20, 41));
}

/// A canonical order removes paths, not states.
#[test]
fn all_rows_are_reached_whatever_the_order() {
    let problem = Swaps::new();
    let census = under(Limits::default(), |control| count_states(&problem, &[0, 1, 2, 3, 4], control));
    let mut expected = vec![0; census.per_depth.len()];
    reference::distances(&problem, &[0, 1, 2, 3, 4]).values().for_each(|&d| expected[d as usize] += 1);
    assert_eq!((census.per_depth, census.counts.generated), (expected, 480));
}

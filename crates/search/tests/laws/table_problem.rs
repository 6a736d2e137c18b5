//! Coordinates found by enumeration, products of them, and the distances in their tables.

use std::sync::Arc;

use deepen_search::{
    Coordinate, Cost, Deepening, End, Limits, Move, MoveOrder, Problem, ProductTable, Sequential,
    TableProblem, enumerate, enumerate_views, ida_star,
};
use proptest::prelude::*;

use crate::toy_problems::{Pancakes, Swaps};
use crate::{cases, reference, under};

/// The places of the items in `wanted`; all other items look the same.
fn places<const N: usize>(row: &[u8; N], wanted: &[u8]) -> [u8; N] {
    row.map(|thing| if wanted.contains(&thing) { thing } else { u8::MAX })
}

fn step_of<P: Problem>(problem: &P) -> impl Fn(&P::State, Move) -> Option<P::State> {
    |from, mv| {
        let mut to = *from;
        problem.step(from, mv, &mut to).then_some(to)
    }
}

/// `number` and `view` are inverse, and the table agrees with the moves.
fn check_numbers<V: Eq + std::hash::Hash + Clone + std::fmt::Debug>(
    coordinate: &Coordinate<V>,
    step: impl Fn(&V, Move) -> Option<V>,
) {
    let table = coordinate.moves();
    assert_eq!(table.len(), coordinate.views().len());
    for (number, view) in (0..).zip(coordinate.views()) {
        assert_eq!(coordinate.number(view), Some(number));
        assert_eq!(coordinate.view(number), view);
        for mv in (0..table.n_moves() as u16).map(Move) {
            let after = table.after(number, mv).map(|after| coordinate.view(after).clone());
            assert_eq!(after, step(view, mv), "{mv:?} on {view:?}");
        }
    }
}

/// The laws of an exact table: 0 exactly at the goals; a move lowers the distance by at most its cost; every other
/// entry has a move that lowers it by exactly that.
fn check_distances<const N: usize>(product: &ProductTable<N>, goals: &[[u32; N]]) {
    for index in 0..product.len() {
        let place = product.coords(index);
        assert_eq!(product.index(&place), index);
        let distance = product.distance(&place);
        assert_eq!(distance == Some(0), goals.contains(&place));
        let through =
            |&(mv, cost): &(Move, Cost)| Some(product.distance(&product.after(&place, mv)?)? + cost);
        let best = product.moves().iter().filter_map(through).min();
        if goals.contains(&place) {
            continue;
        }
        assert_eq!(distance, best, "at {place:?}");
    }
    let distribution = product.distribution();
    assert_eq!(product.farthest() as usize + 1, distribution.len());
    let reached = distribution.iter().sum::<u64>() as usize;
    assert_eq!(product.is_complete(), reached == product.len());
}

#[test]
fn a_view_that_shows_everything_is_the_state() {
    let pancakes = Pancakes::<6>::new();
    let coordinate = enumerate(Pancakes::<6>::sorted(), 5, step_of(&pancakes));
    check_numbers(&coordinate, step_of(&pancakes));
    let goal = [0];
    let moves = (0..5).map(|mv| (Move(mv), 1)).collect();
    let product = ProductTable::new([coordinate.moves().clone()], moves, &[goal]);
    check_distances(&product, &[goal]);
    // The published numbers of piles of six by the flips they need (OEIS A092113).
    assert_eq!(product.distribution(), [1, 5, 20, 79, 199, 281, 133, 2]);
    let levels = reference::distances(&pancakes, &Pancakes::<6>::sorted());
    for (pile, level) in levels {
        let number = coordinate.number(&pile).expect("every pile can be reached");
        assert_eq!(product.distance(&[number]), Some(level));
    }
}

/// Two projections of a row of five that together determine the row.
#[test]
fn two_views_side_by_side_are_the_state() {
    let swaps = Swaps::new();
    let sorted = [0, 1, 2, 3, 4];
    let seen = |wanted: &'static [u8]| {
        let coordinate = enumerate_views(sorted, 4, |row| places(row, wanted), step_of(&swaps));
        check_numbers(&coordinate, step_of(&swaps));
        coordinate
    };
    let (low, high) = (seen(&[0, 1]), seen(&[2, 3, 4]));
    assert_eq!((low.views().len(), high.views().len()), (20, 60));
    let costs = [2, 1, 1, 3];
    let moves: Vec<(Move, Cost)> = (0..4).map(Move).zip(costs).collect();
    let product = ProductTable::new([low.moves().clone(), high.moves().clone()], moves, &[[0, 0]]);
    check_distances(&product, &[[0, 0]]);
    let reached: u64 = product.distribution().iter().sum();
    assert_eq!((product.len(), reached), (1200, 120));
    // Compares with a search with the same costs, from every row.
    struct Dear(Swaps, [Cost; 4]);
    impl Problem for Dear {
        type State = [u8; 5];
        type Prefetched = ();
        fn n_moves(&self) -> usize {
            4
        }
        fn step(&self, from: &[u8; 5], mv: Move, to: &mut [u8; 5]) -> bool {
            self.0.step(from, mv, to)
        }
        fn is_goal(&self, row: &[u8; 5]) -> bool {
            row.is_sorted()
        }
        fn lower_bound(&self, _: &[u8; 5]) -> Cost {
            0
        }
        fn move_order(&self) -> &MoveOrder {
            self.0.move_order()
        }
        fn cost(&self, mv: Move) -> Cost {
            self.1[usize::from(mv.0)]
        }
    }
    let dear = Dear(Swaps::new(), costs);
    for row in reference::distances(&swaps, &sorted).into_keys() {
        let place = [(&low, [0, 1].as_slice()), (&high, &[2, 3, 4])]
            .map(|(coordinate, wanted)| coordinate.number(&places(&row, wanted)).expect("it can be reached"));
        assert_eq!(product.distance(&place), reference::optimum(&dear, &row), "{row:?}");
    }
}

/// Random transition tables: moves that cannot be undone, dead ends, merged views.
fn walks() -> impl Strategy<Value = (usize, Vec<Vec<Option<usize>>>, Vec<Cost>)> {
    (2..9_usize, 1..4_usize).prop_flat_map(|(n, n_moves)| {
        let row = prop::collection::vec(prop::option::weighted(0.8, 0..n), n_moves);
        (Just(n), prop::collection::vec(row, n), prop::collection::vec(1..4_u32, n_moves))
    })
}

proptest! {
    #![proptest_config(cases(200))]

    /// Any moves, invertible or not.
    #[test]
    fn any_moves((_, next, costs) in walks(), (_, other, _) in walks()) {
        let n_moves = costs.len().min(other[0].len());
        let one = enumerate(0, n_moves, |&at, mv| next[at][usize::from(mv.0)]);
        let two = enumerate(0, n_moves, |&at, mv| other[at][usize::from(mv.0)]);
        check_numbers(&one, |&at, mv| next[at][usize::from(mv.0)]);
        let moves: Vec<_> = (0..n_moves as u16).map(Move).zip(costs).collect();
        let goals = [[0, 0], [one.moves().len() as u32 - 1, 0]];
        let product = ProductTable::new([one.moves().clone(), two.moves().clone()], moves.clone(), &goals);
        check_distances(&product, &goals);
        // A search over the product finds the distance of the table, or that there is no solution.
        let order = Arc::new(MoveOrder::free(n_moves));
        let problem = TableProblem::new(Arc::new(product), Arc::new(|&at: &[u32; 2]| Some(at)), order);
        for index in 0..problem.product().len() {
            let start = problem.product().coords(index);
            let expected = problem.product().distance(&start);
            prop_assert_eq!(expected, reference::optimum(&problem, &start));
            if let Some(distance) = expected {
                let answer = under(Limits::default(), |control| {
                    ida_star(&problem, &start, &Deepening::default(), &Sequential, control)
                });
                prop_assert_eq!((answer.end, answer.cost, answer.rounds.len()), (End::Solved, Some(distance), 0));
                reference::check_solutions(&problem, &start, &answer);
            }
        }
    }
}

/// A state with an unknown view has an infinite bound.
#[test]
fn a_state_with_an_unknown_view_is_unsolvable() {
    let ring = enumerate(0_u8, 1, |&at, _| Some((at + 1) % 5));
    let product = ProductTable::new([ring.moves().clone()], vec![(Move(0), 1)], &[[0]]);
    let see = move |at: &u8| Some([ring.number(at)?]);
    let problem = TableProblem::new(Arc::new(product), Arc::new(see), Arc::new(MoveOrder::free(1)));
    assert_eq!(problem.lower_bound(&problem.encode(&2)), 3);
    assert!(problem.lower_bound(&problem.encode(&7)) > 1_000_000);
    assert!(!problem.is_goal(&problem.encode(&7)));
}

//! Problems over several coordinates, without one table of all their combinations.

use std::sync::Arc;

use deepen_search::multi_coord::{SymPruneTable, TableLimits, Tables};
use deepen_search::sym_table::{Sweep, SymTableFill, Symmetries};
use deepen_search::{
    Control, Coordinate, Cost, Deepening, Flow, Limits, Move, MoveOrder, MoveTable, MultiCoord, Node,
    OrderState, Problem, ProductTable, Sequential, Silent, Stop, Visit, Workers, enumerate, enumerate_from,
    ida_star,
};

/// Numbers on three rings.
type Rings = [i64; 3];
const SIZES: Rings = [9, 11, 8];

/// What each move adds. Moves of the first list turn several rings, those of the second one each.
const TOGETHER: [Rings; 6] = [[1, 0, 0], [-1, 0, 0], [2, 1, 0], [-2, -1, 0], [0, 3, 1], [0, -3, -1]];
const APART: [Rings; 6] = [[1, 0, 0], [-1, 0, 0], [0, 3, 0], [0, -3, 0], [0, 0, 1], [0, 0, -1]];

fn ring(moves: &[Rings], i: usize) -> Coordinate<i64> {
    enumerate(0, moves.len(), |at, mv| Some((at + moves[usize::from(mv.0)][i]).rem_euclid(SIZES[i])))
}

fn all() -> impl Iterator<Item = Rings> {
    let [a, b, c] = SIZES;
    (0..a * b * c).map(move |i| [i % a, i / a % b, i / (a * b)])
}

/// Compares with the product of all three, for any set of tables: bounds are never above the distance, and searches
/// find it. Returns the sum of all bounds.
fn check(moves: &[Rings], costs: &[Cost], max_combinations: usize, groups: &[&[&[usize]]]) -> Cost {
    let rings = [0, 1, 2].map(|i| ring(moves, i));
    let listed: Vec<(Move, Cost)> = (0..).map(Move).zip(costs.iter().copied()).collect();
    let tables = rings.each_ref().map(|ring| ring.moves().clone());
    let product = ProductTable::new(tables.clone(), listed.clone(), &[[0, 0, 0]]);
    let order = Arc::new(MoveOrder::free(moves.len()));
    let limits = TableLimits { max_combinations, max_tables: 3 };
    let workers = Workers { n_threads: 3, on_progress: &|_| false };
    let goal = vec![[0; 8]];
    let tables = Tables::new(tables.to_vec(), listed, goal, order, moves.len(), limits, &workers).unwrap();
    assert_eq!(
        tables.coordinate_sets(),
        groups.iter().map(|g| g.iter().map(|t| t.to_vec()).collect::<Vec<_>>()).collect::<Vec<_>>()
    );
    let numbers = [0, 1, 2].map(|i| ring(moves, i));
    let encoder = move |at: &Rings| {
        let mut seen = [0; 8];
        for (i, number) in numbers.iter().enumerate() {
            seen[i] = number.number(&at[i])?;
        }
        Some(seen)
    };
    let problem = MultiCoord::new(Arc::new(tables), Arc::new(encoder), Cost::MAX);
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let mut sum = 0;
    for at in all() {
        let place = [0, 1, 2].map(|i| rings[i].number(&at[i]).unwrap());
        let distance = product.distance(&place).unwrap();
        let state = problem.encode(&at);
        let bound = problem.lower_bound(&state);
        assert!(bound <= distance, "{at:?}");
        sum += bound;
        let mut to = state;
        for (mv, added) in (0..).map(Move).zip(moves) {
            assert!(problem.step(&state, mv, &mut to));
            let next = std::array::from_fn(|i| (at[i] + added[i]).rem_euclid(SIZES[i]));
            assert_eq!(to, problem.encode(&next), "{at:?} {mv:?}");
        }
        assert!(!problem.step(&state, Move(moves.len() as u16), &mut to), "there is no such move");
        if at[0] % 3 == 1 && at[1] % 4 == 2 {
            let found = ida_star(&problem, &state, &Deepening::FIRST, &Sequential, &control);
            assert_eq!(found.cost, Some(distance), "{at:?}");
        }
    }
    let outside = problem.encode(&[SIZES[0], 0, 0]);
    assert!(problem.lower_bound(&outside) > 1_000_000, "it has no number");
    sum
}

#[test]
fn bounds_come_from_the_tables_that_fit() {
    let exact: Cost = check(&TOGETHER, &[1; 6], 1000, &[&[&[2, 1, 0]]]);
    let pairs = check(&TOGETHER, &[1; 6], 100, &[&[&[1, 0], &[2, 1], &[2, 0]]]);
    let alone = check(&TOGETHER, &[1; 6], 1, &[&[&[1], &[0], &[2]]]);
    assert!(exact > pairs && pairs > alone, "{exact} {pairs} {alone}");
    check(&TOGETHER, &[1, 2, 1, 3, 1, 1], 100, &[&[&[1, 0], &[2, 1], &[2, 0]]]);
    // More moves than are prefetched together.
    let repeated = TOGETHER.repeat(7);
    assert_eq!(check(&repeated, &[1; 42], 1000, &[&[&[2, 1, 0]]]), exact);
}

/// If no move turns two rings the distances add up.
#[test]
fn independent_bounds_are_added() {
    let exact = check(&APART, &[1; 6], 1000, &[&[&[2, 1, 0]]]);
    let sums = check(&APART, &[1; 6], 1, &[&[&[1]], &[&[0]], &[&[2]]]);
    assert_eq!(exact, sums);
    // The second ring is turned with the first, the third alone: a table of the first and the third must not be added to one of the
    // second.
    const PARTLY: [Rings; 6] = [[1, 0, 0], [-1, 0, 0], [2, 1, 0], [-2, -1, 0], [0, 0, 1], [0, 0, -1]];
    check(&PARTLY, &[1; 6], 72, &[&[&[2, 0], &[1]]]);
    check(&PARTLY, &[1; 6], 1, &[&[&[1], &[0]], &[&[2]]]);
}

/// Entries have four bits: beyond 14 only a bound is stored, and it is no longer known what cannot be reached.
#[test]
fn distances_that_do_not_fit() {
    for goal in [3, 14, 15, 16, 40] {
        // Steps lead up a line of 50 to its end, so that the goal cannot be reached from above.
        let line = enumerate(0_u32, 1, |at, _| Some((at + 1).min(49)));
        let goals = vec![[line.number(&goal).unwrap(), 0, 0, 0, 0, 0, 0, 0]];
        let limits = TableLimits { max_combinations: 100, max_tables: 1 };
        let order = Arc::new(MoveOrder::free(1));
        let listed = vec![(Move(0), 1)];
        let moves = vec![line.moves().clone()];
        let tables = Tables::new(moves, listed, goals, order, 1, limits, &Workers::ONE_THREAD).unwrap();
        assert_eq!(tables.n_goals(), 1);
        assert_eq!(tables.farthest(), (goal < 15).then_some(goal));
        let encoder = move |at: &u32| Some([line.number(at)?, 0, 0, 0, 0, 0, 0, 0]);
        let problem = MultiCoord::new(Arc::new(tables), Arc::new(encoder), Cost::MAX);
        for at in 0..50 {
            let bound = problem.lower_bound(&problem.encode(&at));
            match goal.checked_sub(at) {
                Some(distance) => assert_eq!(bound, distance.min(15), "from {at} to {goal}"),
                None if goal < 15 => assert!(bound > 1_000_000, "from {at} to {goal}"),
                None => assert_eq!(bound, 15, "from {at} to {goal}"),
            }
        }
    }
}

/// A symmetry-reduced table of two rings under reflection, and a table of the third.
#[test]
fn with_a_symmetry_reduced_table() {
    table(false);
}

/// The same table with exact distances, for two rings only.
#[test]
fn with_exact_distances() {
    table(true);
}

fn table(is_exact: bool) {
    let mut rings = [0, 1, 2].map(|i| ring(&TOGETHER, i));
    if is_exact {
        // The third never moves.
        rings[2] = enumerate(0, 6, |_, _| Some(0));
    }
    let [rows, cols, _] = &rings;
    let over = |ring: &Coordinate<i64>, i: usize, symmetry: usize, number: u32| match symmetry {
        0 => number,
        _ => ring.number(&(-ring.view(number)).rem_euclid(SIZES[i])).unwrap(),
    };
    let symmetries = Symmetries {
        n: 2,
        products: &[0, 1, 1, 0],
        row: &|symmetry, row| over(rows, 0, symmetry, row),
        col: &|symmetry, col| over(cols, 1, symmetry, col),
        mv: &|symmetry, mv| Move(mv.0 ^ symmetry as u16),
    };
    let mut fill = SymTableFill::new(rows.moves(), cols.moves(), &symmetries);
    if is_exact {
        fill.store_exact();
    }
    for _ in 0..if is_exact { 20 } else { 4 } {
        (0..fill.n_classes()).for_each(|class| fill.sweep(class, Sweep::Forwards));
        fill.advance();
    }
    let fold = SymPruneTable { rows: vec![0], col: 1, table: fill.finish(), covers_all: is_exact };
    let listed: Vec<(Move, Cost)> = (0..6).map(|mv| (Move(mv), 1)).collect();
    let moves = rings.each_ref().map(|ring| ring.moves().clone());
    let product = ProductTable::new(moves.clone(), listed.clone(), &[[0, 0, 0]]);
    let order = Arc::new(MoveOrder::free(6));
    let limits = TableLimits { max_combinations: 1, max_tables: 1 };
    let mut tables =
        Tables::new(moves.to_vec(), listed, vec![[0; 8]], order, 6, limits, &Workers::ONE_THREAD).unwrap();
    let (weaker, before) = (tables.bytes(), tables.coordinate_sets());
    tables.add_sym_table(fold);
    assert!(tables.bytes() > weaker && tables.coordinate_sets() == before);
    let numbers = |at: &Rings| {
        let mut seen = [0; 8];
        (0..3).for_each(|i| seen[i] = rings[i].number(&at[i]).unwrap_or(0));
        seen
    };
    let by_number: Vec<[u32; 8]> = all().map(|at| numbers(&at)).collect();
    let encoder = move |at: &usize| Some(by_number[*at]);
    let problem = MultiCoord::new(Arc::new(tables), Arc::new(encoder), Cost::MAX);
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let mut most = 0;
    for (i, at) in all().enumerate() {
        let distance = product.distance(&[0, 1, 2].map(|i| rings[i].number(&at[i]).unwrap_or(0))).unwrap();
        let state = problem.encode(&i);
        let bound = problem.lower_bound(&state);
        assert!(if is_exact { bound == distance } else { bound <= distance }, "{at:?}");
        most = most.max(bound);
        let found = ida_star(&problem, &state, &Deepening::FIRST, &Sequential, &control);
        assert_eq!(found.cost, Some(distance), "{at:?}");
    }
    let expected = if is_exact { product.farthest() } else { 5 };
    assert_eq!(most, expected, "what is beyond the last level is one more");
}

/// Numbers do not depend on threads; a state without a view is illegal however it is reached; and the enumeration can
/// be stopped.
#[test]
fn numbering_by_several_threads() {
    let n = 30_000_i64;
    let step = |at: &i64, mv: Move| Some((at + [1, -1, 77, -77][usize::from(mv.0)]).rem_euclid(n));
    let view = |at: &i64| (at % 1000 != 5).then_some(2 * at);
    let number = |n_threads| {
        enumerate_from(vec![0, 100], 4, view, step, &Workers { n_threads, on_progress: &|_| false }).unwrap()
    };
    let (alone, states) = number(1);
    assert_eq!((alone.view(0), alone.view(1)), (&0, &200));
    assert_eq!(states.len(), alone.views().len());
    assert!(states.iter().all(|at| at % 1000 != 5));
    assert!(states.iter().zip(alone.views()).all(|(at, seen)| 2 * at == *seen));
    let is_refused = |&(number, mv): &(u32, u16)| alone.moves().after(number, Move(mv)).is_none();
    let all = (0..states.len() as u32).flat_map(|number| (0..4).map(move |mv| (number, mv)));
    let refused: Vec<(u32, u16)> = all.filter(is_refused).collect();
    let leads_there =
        |&(number, mv): &(u32, u16)| step(&states[number as usize], Move(mv)).unwrap() % 1000 == 5;
    assert!(!refused.is_empty() && refused.iter().all(leads_there));
    for n_threads in [2, 7] {
        let (several, others) = number(n_threads);
        assert_eq!(
            (several.moves(), several.views(), others),
            (alone.moves(), alone.views(), states.clone())
        );
    }
    assert!(
        enumerate_from(vec![0], 4, view, step, &Workers { n_threads: 2, on_progress: &|n| n > 5000 })
            .is_none()
    );
    assert!(!alone.moves().is_total() && ring(&APART, 0).moves().is_total());
    let same = MoveTable::from_fn(states.len(), 4, |view, mv| alone.moves().after(view, mv));
    assert_eq!(&same, alone.moves());
}

/// Steps on a ring of 12. The goals are all multiples of 3, so steps of 3 lead from goals to goals.
const STEPS: [i64; 6] = [1, -1, 2, -2, 3, -3];

/// The tables with steps of 3 excluded as last moves.
fn with_excluded(order: &MoveOrder, costs: [Cost; 6]) -> Tables {
    let ring = ring_of_12();
    let goals: Vec<[u32; 8]> =
        [0, 3, 6, 9].map(|goal| [ring.number(&goal).unwrap(), 0, 0, 0, 0, 0, 0, 0]).into();
    let listed: Vec<(Move, Cost)> = (0..).map(Move).zip(costs).collect();
    let limits = TableLimits { max_combinations: 100, max_tables: 1 };
    let table = vec![ring.moves().clone()];
    let mut tables =
        Tables::new(table, listed, goals, Arc::new(order.clone()), 6, limits, &Workers::ONE_THREAD).unwrap();
    tables.exclude_last_moves(|mv| mv.0 >= 4);
    tables
}

fn ring_of_12() -> Coordinate<i64> {
    enumerate(0, 6, |at: &i64, mv| Some((at + STEPS[usize::from(mv.0)]).rem_euclid(12)))
}

fn on_the_ring(tables: Tables, longest: Cost) -> MultiCoord<i64> {
    let ring = ring_of_12();
    let encoder = move |at: &i64| Some([ring.number(at)?, 0, 0, 0, 0, 0, 0, 0]);
    MultiCoord::new(Arc::new(tables), Arc::new(encoder), longest)
}

/// With excluded last moves, every solution of a cost that does not end with one is found, and no other; in any order
/// of moves, also if excluded ones can only be followed by excluded ones; and with any costs.
#[test]
fn excluded_last_moves() {
    // Enumerates all sequences and drops those that end with an excluded move.
    fn plain(problem: &MultiCoord<i64>, state: OrderState, at: i64, left: Cost, last: u16) -> u64 {
        if left == 0 {
            return u64::from(at.rem_euclid(3) == 0 && last < 4);
        }
        (0..6)
            .filter_map(|mv| Some((mv, problem.move_order().after(state, Move(mv))?)))
            .filter_map(|(mv, after)| Some((mv, after, left.checked_sub(problem.cost(Move(mv)))?)))
            .map(|(mv, after, left)| plain(problem, after, at + STEPS[usize::from(mv)], left, mv))
            .sum()
    }
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let rising = MoveOrder::by_last_move(6, |last, next| last < next);
    let falling = MoveOrder::by_last_move(6, |last, next| last > next);
    // After a step of 3 at the start only steps of 3 may follow, later any.
    let by_place = MoveOrder::automaton(6, 3, |state, mv| match state.0 {
        0 => Some(OrderState(if mv.0 < 4 { 2 } else { 1 })),
        1 => (mv.0 >= 4).then_some(OrderState(1)),
        _ => Some(OrderState(2)),
    });
    for order in [MoveOrder::free(6), rising, falling, by_place] {
        for costs in [[1; 6], [2; 6], [1, 1, 2, 2, 1, 1], [2, 2, 1, 1, 3, 3]] {
            let problem = on_the_ring(with_excluded(&order, costs), Cost::MAX);
            for at in 0..12 {
                let start = problem.encode(&at);
                for cost in 1..6 {
                    let mut visit = Visit::new(&problem, start);
                    let mut n_found = 0;
                    visit.goals(&problem, &[Node::root(start)], cost, false, &control, |_| {
                        n_found += 1;
                        Flow::On
                    });
                    let expected = plain(&problem, OrderState::START, at, cost, 0);
                    assert_eq!(n_found, expected, "{at} {cost} {costs:?}");
                }
            }
        }
    }
}

/// If moves are put in order there is a longest sequence, without the moves that are dropped, and nothing is truncated
/// beyond it.
#[test]
fn longest_sequences() {
    let longest_sequence = |allowed: fn(Move, Move) -> bool| {
        with_excluded(&MoveOrder::by_last_move(6, allowed), [1; 6]).longest_sequence()
    };
    assert_eq!(longest_sequence(|last, next| last < next), Some(4));
    assert_eq!(longest_sequence(|last, next| last > next), Some(6));
    assert_eq!(longest_sequence(|last, next| last != next), None);
    let rising = MoveOrder::by_last_move(6, |last, next| last < next);
    for (longest, is_truncated) in [(3, true), (4, false), (5, false)] {
        let problem = on_the_ring(with_excluded(&rising, [1; 6]), longest);
        assert_eq!((problem.longest(), problem.is_truncated()), (longest, is_truncated));
    }
}

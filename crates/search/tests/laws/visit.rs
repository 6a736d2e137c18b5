//! A visit enumerates exactly the goals that a plain recursion finds, on any number of lanes, and in the same order
//! once they are sorted by task.

use deepen_search::problem::expand_by_steps;
use deepen_search::{
    Children, Cost, Counts, Flow, Limits, Move, Node, OrderState, Problem, Stop, StopReason, Visit,
};
use proptest::prelude::*;

use crate::toy_problems::{Doubling, Grid, Inconsistent, NoMoves, Pancakes, Swaps};
use crate::{cases, under};

/// A goal: its start, the path to it and the remaining budget.
type Found = (usize, Vec<Move>, Cost);

/// Every goal in move order. Bounds are ignored.
fn reference_goals<P: Problem>(
    problem: &P,
    starts: &[Node<P::State>],
    cost: Cost,
    within: bool,
) -> Vec<Found> {
    struct Walk<'a, P: Problem> {
        problem: &'a P,
        within: bool,
        start: usize,
        path: Vec<Move>,
        found: Vec<Found>,
    }
    impl<P: Problem> Walk<'_, P> {
        fn walk(&mut self, state: &P::State, order: OrderState, left: Cost) {
            if (left == 0 || self.within) && self.problem.is_goal(state) {
                return self.found.push((self.start, self.path.clone(), left));
            }
            for mv in (0..self.problem.n_moves() as u16).map(Move) {
                let mut to = *state;
                if let Some(next) = self.problem.move_order().after(order, mv)
                    && self.problem.step(state, mv, &mut to)
                    && self.problem.cost(mv) <= left
                {
                    self.path.push(mv);
                    self.walk(&to, next, left - self.problem.cost(mv));
                    self.path.pop();
                }
            }
        }
    }
    let mut walk = Walk { problem, within, start: 0, path: Vec::new(), found: Vec::new() };
    for (i, start) in starts.iter().enumerate() {
        walk.start = i;
        walk.walk(&start.state, start.order(), cost);
    }
    walk.found
}

/// On `LANES` lanes: half of the bound is available early and all of it late, and every node waits one turn (prefetch
/// stage) if it can.
struct Prefetching<'a, P, const LANES: usize>(&'a P);

#[derive(Clone, Copy)]
struct PrefetchState<S> {
    inner: S,
    waited: bool,
    asked: bool,
}

impl<P: Problem, const LANES: usize> Problem for Prefetching<'_, P, LANES> {
    type State = PrefetchState<P::State>;
    type Prefetched = ();
    const LANES: usize = LANES;

    deepen_search::forward!(0: n_moves, move_order, cost);

    fn step(&self, from: &Self::State, mv: Move, to: &mut Self::State) -> bool {
        (to.waited, to.asked) = (false, false);
        self.0.step(&from.inner, mv, &mut to.inner)
    }
    fn is_goal(&self, state: &Self::State) -> bool {
        self.0.is_goal(&state.inner)
    }
    fn lower_bound(&self, state: &Self::State) -> Cost {
        self.0.lower_bound(&state.inner) / 2
    }
    fn expand(&self, node: &Node<Self::State>, children: &mut Children<'_, Self::State>) {
        assert!(node.state.asked, "late_bound is called before expand");
        expand_by_steps(self, node, children);
    }
    fn prefetch_stage(&self, node: &mut Node<Self::State>, (): &mut ()) -> bool {
        !std::mem::replace(&mut node.state.waited, true)
    }
    fn late_bound(&self, node: &mut Node<Self::State>) -> Cost {
        assert!(node.state.waited || LANES == 1, "prefetch stages come before late_bound");
        node.state.asked = true;
        self.0.lower_bound(&node.state.inner)
    }
}

/// The same problem on `LANES` lanes.
struct Lanes<'a, P, const LANES: usize>(&'a P);

impl<P: Problem, const LANES: usize> Problem for Lanes<'_, P, LANES> {
    type State = P::State;
    type Prefetched = ();
    const LANES: usize = LANES;

    deepen_search::forward!(0: n_moves, step, is_goal, lower_bound, move_order, cost);
}

/// The goals of a visit, sorted by task, checked along the way, and the nodes that it counts.
fn visited<P: Problem>(
    problem: &P,
    starts: &[Node<P::State>],
    cost: Cost,
    within: bool,
) -> (Vec<Found>, Counts) {
    let mut found = Vec::new();
    let mut visit = Visit::new(problem, starts[0].state);
    under(Limits::default(), |control| {
        let stopped = visit.goals(problem, starts, cost, within, control, |goal| {
            let moves: Vec<Move> = goal.moves().collect();
            assert!(problem.is_goal(goal.state()));
            let spent: Cost = moves.iter().map(|&mv| problem.cost(mv)).sum();
            assert_eq!(spent + goal.spare(), cost);
            let order = moves
                .iter()
                .try_fold(starts[goal.start].order(), |order, &mv| problem.move_order().after(order, mv));
            assert_eq!(order, Some(goal.order()), "the order at the end of {moves:?}");
            found.push((goal.task, (goal.start, moves, goal.spare())));
            Flow::On
        });
        assert_eq!(stopped, None);
    });
    // Inside a task goals are in order.
    found.sort_by_key(|(task, _)| *task);
    (found.into_iter().map(|(_, way)| way).collect(), visit.counts())
}

/// The first goal of the lowest task, if every goal ends its task and all later ones.
fn first<P: Problem>(problem: &P, starts: &[Node<P::State>], cost: Cost, within: bool) -> Option<Found> {
    let mut lowest: Option<(usize, Found)> = None;
    let mut visit = Visit::new(problem, starts[0].state);
    under(Limits::default(), |control| {
        visit.goals(problem, starts, cost, within, control, |goal| {
            assert!(
                lowest.as_ref().is_none_or(|(task, _)| goal.task < *task),
                "a later task after Flow::Enough"
            );
            lowest = Some((goal.task, (goal.start, goal.moves().collect(), goal.spare())));
            Flow::Enough
        })
    });
    lowest.map(|(_, way)| way)
}

fn check<P: Problem>(problem: &P, starts: &[Node<P::State>], most: Cost) {
    for cost in 0..=most {
        for within in [false, true] {
            let expected = reference_goals(problem, starts, cost, within);
            // Lanes change the order of the nodes, not their number.
            let counts = check_lanes::<P, 1>(problem, starts, (cost, within), &expected);
            assert_eq!(check_lanes::<P, 2>(problem, starts, (cost, within), &expected), counts);
            assert_eq!(check_lanes::<P, 8>(problem, starts, (cost, within), &expected), counts);
        }
    }
}

fn check_lanes<P: Problem, const LANES: usize>(
    problem: &P,
    starts: &[Node<P::State>],
    (cost, within): (Cost, bool),
    expected: &[Found],
) -> [Counts; 2] {
    let about = format!("{LANES} lanes, cost {cost}, within: {within}");
    let plain = Lanes::<P, LANES>(problem);
    let (goals, counts) = visited(&plain, starts, cost, within);
    assert_eq!(goals, expected, "{about}");
    assert_eq!(first(&plain, starts, cost, within).as_ref(), expected.first(), "the first, {about}");
    let slow = Prefetching::<P, LANES>(problem);
    let starts: Vec<_> = starts
        .iter()
        .map(|start| {
            Node::after(PrefetchState { inner: start.state, waited: false, asked: false }, start.order())
        })
        .collect();
    let (goals, slow_counts) = visited(&slow, &starts, cost, within);
    assert_eq!(goals, expected, "slowly, {about}");
    assert_eq!(first(&slow, &starts, cost, within).as_ref(), expected.first(), "the first, slowly, {about}");
    [counts, slow_counts]
}

/// The sorted row is a goal at the start, and paths lead out of it and back.
#[test]
fn goals_are_passed_through() {
    let rows = Swaps::new();
    let sorted = Node::root([0, 1, 2, 3, 4]);
    let swapped = Node::after([1, 0, 2, 3, 4], OrderState(3));
    check(&rows, &[sorted], 6);
    check(&rows, &[swapped, sorted, Node::root([0, 1, 3, 2, 4])], 6);
    assert!(!reference_goals(&rows, &[sorted], 5, false).is_empty());
}

#[test]
fn no_moves() {
    check(&NoMoves::new(true), &[Node::root(()), Node::root(())], 2);
    check(&NoMoves::new(false), &[Node::root(())], 2);
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn piles(start in Just(Pancakes::<5>::sorted().to_vec()).prop_shuffle(), last in 0..5_u32) {
        let start: [u8; 5] = start.try_into().expect("five pancakes");
        let starts = [Node::root(start), Node::after(Pancakes::<5>::sorted(), OrderState(last))];
        check(&Pancakes::<5>::new(), &starts, 6);
        check(&Inconsistent(Pancakes::<5>::new()), &starts, 6);
    }

    /// With moves of different costs and moves that are not legal everywhere.
    #[test]
    fn grids((grid, start) in crate::optimality::grids(4)) {
        let grid: Grid = grid;
        check(&grid, &[Node::root(start), Node::root([0, 0])], 9);
    }
}

/// A visit without an end is ended by the stop flag and by the node limit, and returns the reason.
#[test]
fn a_stop_is_reported() {
    let endless = Doubling::endless();
    let limits = Limits { max_nodes: 50_000, ..Limits::default() };
    fn run<const LANES: usize>(endless: &Doubling, limits: Limits, stop: &Stop) -> (Option<StopReason>, u64) {
        let problem = Lanes::<Doubling, LANES>(endless);
        let mut visit = Visit::new(&problem, 1);
        let control = deepen_search::Control::new(limits, &deepen_search::Silent, stop);
        let reason =
            visit.goals(&problem, &[Node::root(1)], 60, false, &control, |_| unreachable!("no goal"));
        (reason, visit.counts().generated)
    }
    for run in [run::<1>, run::<2>, run::<8>] {
        let (reason, nodes) = run(&endless, limits, &Stop::default());
        assert_eq!(reason, Some(StopReason::Nodes));
        assert!((50_000..250_000).contains(&nodes), "{nodes}");
        let stop = Stop::default();
        stop.raise(StopReason::Time);
        let (reason, nodes) = run(&endless, Limits::default(), &stop);
        assert_eq!(reason, Some(StopReason::Time));
        assert!(nodes < 200_000, "{nodes}");
    }
}

/// Searches too short for the node loop to poll are stopped all the same.
#[test]
fn many_short_visits_are_stopped_too() {
    let rows = Swaps::new();
    let mut visit = Visit::new(&rows, [0, 1, 2, 3, 4]);
    let stop = Stop::default();
    let control = deepen_search::Control::new(Limits::default(), &deepen_search::Silent, &stop);
    stop.raise(StopReason::Cancelled);
    let stopped = (0..10_000)
        .find_map(|_| visit.goals(&rows, &[Node::root([1, 0, 2, 3, 4])], 3, false, &control, |_| Flow::On));
    assert_eq!(stopped, Some(StopReason::Cancelled));
}

/// A node limit ends a search at the same place, whatever the visit has searched before.
#[test]
fn a_search_is_not_charged_for_the_one_before() {
    let rows = Swaps::new();
    let start = [Node::root([1, 0, 2, 3, 4])];
    let mut visit = Visit::new(&rows, [0, 1, 2, 3, 4]);
    let mut n_visits = |n_before: usize| {
        under(Limits::default(), |control| {
            for _ in 0..n_before {
                assert_eq!(visit.goals(&rows, &start, 3, false, control, |_| Flow::On), None);
            }
        });
        visit.begin_search();
        under(Limits { max_nodes: 20_000, ..Limits::default() }, |control| {
            (0..).position(|_| visit.goals(&rows, &start, 3, false, control, |_| Flow::On).is_some())
        })
    };
    let expected = n_visits(0);
    for n_before in [1, 10, 100] {
        assert_eq!(n_visits(n_before), expected, "after {n_before} visits");
    }
}

//! Chains of phases on a toy: counters that are brought to zero one after the other. The chain is compared with a
//! recursion that tries everything.

use std::cell::RefCell;

use deepen_solver::phases::{Chain, ChainSearch, ChainSolution, Phase};
use search::problem::expand_by_steps;
use search::{
    Children, Control, Cost, Limits, Move, MoveOrder, Node, OrderState, Problem, Silent, Stop, StopReason,
};

/// Three counters modulo 12.
type Counters = [u8; 3];
const MODULUS: u8 = 12;

/// Increments and cost of each move, and the last phase that may use it: later phases must not change the counters that
/// earlier ones have brought to zero.
const MOVES: [(Counters, Cost, usize); 7] = [
    ([1, 0, 0], 1, 0),
    ([11, 5, 1], 1, 0),
    ([4, 1, 0], 2, 0),
    ([0, 1, 7], 1, 1),
    ([0, 10, 0], 1, 1),
    ([0, 0, 1], 1, 2),
    ([0, 0, 7], 2, 2),
];

fn step(from: &Counters, mv: Move) -> Counters {
    let added = MOVES[usize::from(mv.0)].0;
    std::array::from_fn(|i| (from[i] + added[i]) % MODULUS)
}

/// All moves commute, so their order is ascending; a move may be repeated.
fn ascending() -> MoveOrder {
    MoveOrder::by_last_move(MOVES.len(), |last, mv| last <= mv)
}

/// Moves in any order, except one forbidden pair (move 3 then move 5) that spans two phases.
fn nearly_free() -> MoveOrder {
    MoveOrder::by_last_move(MOVES.len(), |last, mv| (last.0, mv.0) != (3, 5))
}

/// Options of a phase.
#[derive(Clone, Copy)]
struct PhaseOptions {
    max_cost: Cost,
    first_only: bool,
    /// Gives its lower bound late and delays nodes by a prefetch stage.
    slow: bool,
}

const PLAIN: PhaseOptions = PhaseOptions { max_cost: Cost::MAX, first_only: false, slow: false };

/// Brings counter `nth` to zero, on some lanes.
struct ToZero<const LANES: usize> {
    nth: usize,
    order: MoveOrder,
    phase_options: PhaseOptions,
}

#[derive(Clone, Copy)]
struct Seen {
    counters: Counters,
    waited: bool,
}

impl<const LANES: usize> ToZero<LANES> {
    fn bound(&self, counters: &Counters) -> Cost {
        Cost::from(counters[self.nth] != 0)
    }
}

impl<const LANES: usize> Problem for ToZero<LANES> {
    type State = Seen;
    type Prefetched = ();
    const LANES: usize = LANES;

    fn n_moves(&self) -> usize {
        MOVES.len()
    }
    fn step(&self, from: &Seen, mv: Move, to: &mut Seen) -> bool {
        *to = Seen { counters: step(&from.counters, mv), waited: false };
        MOVES[usize::from(mv.0)].2 >= self.nth
    }
    fn is_goal(&self, seen: &Seen) -> bool {
        seen.counters[..=self.nth].iter().all(|&counter| counter == 0)
    }
    fn lower_bound(&self, seen: &Seen) -> Cost {
        if self.phase_options.slow { 0 } else { self.bound(&seen.counters) }
    }
    fn move_order(&self) -> &MoveOrder {
        &self.order
    }
    fn cost(&self, mv: Move) -> Cost {
        MOVES[usize::from(mv.0)].1
    }
    fn expand(&self, node: &Node<Seen>, children: &mut Children<'_, Seen>) {
        expand_by_steps(self, node, children);
    }
    fn prefetch_stage(&self, node: &mut Node<Seen>, (): &mut ()) -> bool {
        self.phase_options.slow && !std::mem::replace(&mut node.state.waited, true)
    }
    fn late_bound(&self, node: &mut Node<Seen>) -> Cost {
        self.bound(&node.state.counters)
    }
}

impl<const LANES: usize> Phase<Counters> for ToZero<LANES> {
    fn enter(&self, counters: &Counters) -> Seen {
        Seen { counters: *counters, waited: false }
    }
    fn is_first_only(&self) -> bool {
        self.phase_options.first_only
    }
    fn max_cost(&self) -> Cost {
        self.phase_options.max_cost
    }
}

/// Three phases on as many lanes.
fn chain<const LANES: usize>(order: &MoveOrder, options_of: [PhaseOptions; 3]) -> Chain<Counters> {
    let phase = |nth: usize| ToZero::<LANES> { nth, order: order.clone(), phase_options: options_of[nth] };
    Chain::new(step).then(phase(0), &[0; 3]).then(phase(1), &[0; 3]).then(phase(2), &[0; 3])
}

/// Result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Result {
    best: Option<(Cost, usize, Vec<Move>)>,
    improvements: Vec<Cost>,
    stopped: Option<StopReason>,
    incomplete_from: Cost,
    entries_left: u64,
    /// The first cost whose round is not complete.
    complete: Cost,
}

/// Options of a search.
#[derive(Clone, Copy)]
struct SearchOptions {
    upper_bound: Cost,
    /// Last cost of phase 1 that is tried.
    rounds: Cost,
    first: bool,
    entries_left: u64,
}

const ALL: SearchOptions =
    SearchOptions { upper_bound: 12, rounds: Cost::MAX, first: false, entries_left: u64::MAX };

fn chain_search(mut chain: Chain<Counters>, starts: &[Counters], options: SearchOptions) -> Result {
    search_under(&mut chain, starts, options, &Control::new(Limits::default(), &Silent, &Stop::default()))
}

fn search_under(
    chain: &mut Chain<Counters>,
    starts: &[Counters],
    options: SearchOptions,
    control: &Control<'_>,
) -> Result {
    let improvements = RefCell::new(Vec::new());
    let record = |found: &ChainSolution| {
        let total: Cost = found.moves.iter().map(|mv| MOVES[usize::from(mv.0)].1).sum();
        assert_eq!(found.cost, total);
        improvements.borrow_mut().push(found.cost);
    };
    let mut chain_search = ChainSearch {
        best: None,
        upper_bound: options.upper_bound,
        lower_bound: 0,
        chain: 0,
        first: options.first,
        entries_left: options.entries_left,
        incomplete_from: Cost::MAX,
        control,
        on_improved: &record,
        stopped: None,
    };
    let (mut cost, _) = chain.begin(starts);
    while cost <= chain_search.upper_bound.min(options.rounds)
        && !(chain_search.first && chain_search.best.is_some())
        && chain.round(starts, cost, &mut chain_search)
    {
        cost += 1;
    }
    let ChainSearch { best, stopped, incomplete_from, entries_left, .. } = chain_search;
    if let Some(found) = &best {
        let end = found.moves.iter().fold(starts[found.start], |from, &mv| step(&from, mv));
        assert_eq!(end, [0; 3], "{found:?} from {starts:?}");
    }
    let best = best.map(|found| (found.cost, found.start, found.moves));
    Result {
        best,
        improvements: improvements.into_inner(),
        stopped,
        incomplete_from,
        entries_left,
        complete: cost,
    }
}

/// The first solution that a chain may find among the cheapest: by the cost of phase 1, then in the order of the starts
/// and moves of phase 1, then the later phases in the same way. Phases end at `max_cost`.
struct Reference<'a> {
    order: &'a MoveOrder,
    max_cost: [Cost; 3],
    /// Solutions up to this cost.
    upper_bound: Cost,
    best: Option<(Cost, usize, Vec<Move>)>,
    path: Vec<Move>,
    start: usize,
}

/// Without a maximum cost of any phase.
fn reference(order: &MoveOrder, starts: &[Counters], upper_bound: Cost) -> Option<(Cost, usize, Vec<Move>)> {
    Reference::new(order, upper_bound).best(starts, upper_bound)
}

impl<'a> Reference<'a> {
    fn new(order: &'a MoveOrder, upper_bound: Cost) -> Self {
        Reference { order, max_cost: [Cost::MAX; 3], upper_bound, best: None, path: Vec::new(), start: 0 }
    }

    /// Returns the best solution with a phase 1 of at most `rounds`.
    fn best(mut self, starts: &[Counters], rounds: Cost) -> Option<(Cost, usize, Vec<Move>)> {
        for cost in 0..=rounds {
            for (i, start) in starts.iter().enumerate() {
                self.start = i;
                self.phase(0, *start, OrderState::START, cost, 0);
            }
        }
        self.best
    }

    /// Tries all paths that cost exactly `left` more and end with counter `nth` at zero; continues with the next phase.
    fn phase(&mut self, nth: usize, at: Counters, order: OrderState, left: Cost, spent: Cost) {
        if left == 0 {
            if at[nth] == 0 {
                self.next_phase(nth + 1, at, order, spent);
            }
            return;
        }
        for (mv, &(_, cost, last_phase)) in (0..).map(Move).zip(&MOVES) {
            if last_phase >= nth
                && cost <= left
                && let Some(order) = self.order.after(order, mv)
            {
                self.path.push(mv);
                self.phase(nth, step(&at, mv), order, left - cost, spent + cost);
                self.path.pop();
            }
        }
    }

    fn next_phase(&mut self, nth: usize, at: Counters, order: OrderState, spent: Cost) {
        if nth == 3 {
            if spent <= self.upper_bound && self.best.as_ref().is_none_or(|(best, ..)| spent < *best) {
                self.best = Some((spent, self.start, self.path.clone()));
            }
            return;
        }
        for cost in 0..=self.upper_bound.saturating_sub(spent).min(self.max_cost[nth]) {
            self.phase(nth, at, order, cost, spent);
        }
    }
}

/// Starts whose cheapest solutions are short enough for the reference to try everything.
const STARTS: [Counters; 8] =
    [[0, 0, 0], [0, 0, 11], [0, 2, 3], [11, 0, 0], [1, 6, 4], [10, 1, 9], [8, 11, 5], [9, 1, 0]];

/// An upper bound that the reference can afford.
const MAX_COST: Cost = 6;

/// A complete search by a chain finds exactly the reference's solution, not only one of its cost, on any number of
/// lanes, with early or late bounds.
#[test]
fn the_best_is_the_references_best() {
    const SLOW: PhaseOptions = PhaseOptions { slow: true, ..PLAIN };
    let options = SearchOptions { upper_bound: MAX_COST, ..ALL };
    let mut solved = 0;
    for order in [ascending(), nearly_free()] {
        let alone = STARTS.map(|start| vec![start]);
        let together = [STARTS.to_vec(), vec![[1, 6, 4], [9, 1, 0], [8, 11, 5]], vec![[9, 1, 0], [0, 0, 11]]];
        for starts in alone.iter().chain(&together) {
            let expected = reference(&order, starts, MAX_COST);
            solved += usize::from(expected.is_some());
            for phase_options in [PLAIN, SLOW] {
                let results = [
                    chain_search(chain::<1>(&order, [phase_options; 3]), starts, options),
                    chain_search(chain::<4>(&order, [phase_options; 3]), starts, options),
                    chain_search(chain::<8>(&order, [phase_options; 3]), starts, options),
                ];
                for (result, lanes) in results.iter().zip([1, 4, 8]) {
                    let about = format!("{starts:?}, {lanes} lanes, slow: {}", phase_options.slow);
                    assert_eq!(result.best, expected, "{about}");
                    assert!(
                        result.improvements.is_sorted_by(|a, b| a > b),
                        "{:?}, {about}",
                        result.improvements
                    );
                    let last = result.improvements.last().copied();
                    assert_eq!(last, expected.as_ref().map(|(cost, ..)| *cost), "{about}");
                    assert_eq!((result.stopped, result.incomplete_from), (None, Cost::MAX), "{about}");
                    let proved = expected.as_ref().map_or(MAX_COST + 1, |(cost, ..)| *cost);
                    assert!(result.complete >= proved, "{about}");
                }
            }
        }
    }
    assert!(solved >= 16, "only {solved}");
}

/// Nothing above the upper bound is found, and everything up to it.
#[test]
fn the_upper_bound_holds() {
    let order = ascending();
    for start in STARTS {
        let (cost, ..) = reference(&order, &[start], 8).expect("solved within eight");
        for upper_bound in 0..=cost + 1 {
            let result =
                chain_search(chain::<4>(&order, [PLAIN; 3]), &[start], SearchOptions { upper_bound, ..ALL });
            let found = result.best.map(|(cost, ..)| cost);
            assert_eq!(found, (upper_bound >= cost).then_some(cost), "{start:?} within {upper_bound}");
        }
    }
}

/// The first solution has the shortest phase 1 that leads to a solution, and ends the search.
#[test]
fn the_first_is_the_first() {
    let order = ascending();
    for start in STARTS {
        let result =
            chain_search(chain::<1>(&order, [PLAIN; 3]), &[start], SearchOptions { first: true, ..ALL });
        let (cost, _, moves) = result.best.expect("solved within twelve");
        assert_eq!(result.improvements, [cost]);
        // The shortest phase 1, then the shortest phase 2, then the shortest phase 3.
        let mut at = start;
        let mut rest = moves.as_slice();
        let mut after = OrderState::START;
        for nth in 0..3 {
            let shortest = (0..).find_map(|cost| {
                let mut found = None;
                let mut walk = Vec::new();
                first_path(&order, nth, at, after, cost, &mut walk, &mut found);
                found
            });
            let path = shortest.expect("every counter can be brought to zero");
            assert!(rest.starts_with(&path), "phase {nth} of {moves:?} from {start:?}, expected {path:?}");
            rest = &rest[path.len()..];
            for &mv in &path {
                at = step(&at, mv);
                after = order.after(after, mv).expect("canonical");
            }
        }
        assert!(rest.is_empty());
    }
}

/// Finds the first path of exactly this cost that brings counter `nth` to zero.
fn first_path(
    order: &MoveOrder,
    nth: usize,
    at: Counters,
    after: OrderState,
    left: Cost,
    path: &mut Vec<Move>,
    found: &mut Option<Vec<Move>>,
) {
    if found.is_some() {
        return;
    }
    if left == 0 {
        if at[nth] == 0 {
            *found = Some(path.clone());
        }
        return;
    }
    for (mv, &(_, cost, last_phase)) in (0..).map(Move).zip(&MOVES) {
        if last_phase >= nth
            && cost <= left
            && let Some(next) = order.after(after, mv)
        {
            path.push(mv);
            first_path(order, nth, step(&at, mv), next, left - cost, path, found);
            path.pop();
        }
    }
}

/// The move order continues across phases: a sequence that is not canonical within a phase is not canonical across two.
#[test]
fn the_move_order_continues_across_phases() {
    // Fourth move, then sixth: phase 2 would end with the one and phase 3 begin with the other.
    let start = [0, 11, 4];
    let free = MoveOrder::free(MOVES.len());
    let options = SearchOptions { upper_bound: 4, ..ALL };
    let with = chain_search(chain::<1>(&free, [PLAIN; 3]), &[start], options);
    assert_eq!(with.best, Some((2, 0, vec![Move(3), Move(5)])));
    let without = chain_search(chain::<1>(&nearly_free(), [PLAIN; 3]), &[start], options);
    let (cost, _, moves) = without.best.expect("the other way round");
    assert!(!moves.windows(2).any(|pair| pair == [Move(3), Move(5)]), "{moves:?}");
    assert_eq!((cost, moves), (2, vec![Move(5), Move(3)]));
}

/// With few rounds, phases that are cut off miss solutions. The chain finds the best of the others and reports from
/// which cost on solutions may be missing.
#[test]
fn cut_off_phases_are_reported() {
    let order = ascending();
    let mut n_hidden = 0;
    for start in STARTS.into_iter().chain([[0, 0, 5], [0, 5, 0], [0, 7, 1]]) {
        for rounds in 0..3 {
            let options = SearchOptions { upper_bound: MAX_COST, rounds, ..ALL };
            let search_with = |max_cost| {
                let last = PhaseOptions { max_cost, ..PLAIN };
                chain_search(chain::<4>(&order, [PLAIN, last, last]), &[start], options)
            };
            let whole = search_with(Cost::MAX);
            assert_eq!(whole.incomplete_from, Cost::MAX);
            let limited = |max_cost| Reference {
                max_cost: [Cost::MAX, max_cost, max_cost],
                ..Reference::new(&order, MAX_COST)
            };
            assert_eq!(whole.best, limited(Cost::MAX).best(&[start], rounds));
            for max_cost in 0..MAX_COST {
                let result = search_with(max_cost);
                assert_eq!(
                    result.best,
                    limited(max_cost).best(&[start], rounds),
                    "{start:?}, at most {max_cost}"
                );
                if result.best != whole.best {
                    let (missed, ..) = whole.best.as_ref().expect("a chain that tries less finds less");
                    assert!(
                        max_cost < result.incomplete_from && result.incomplete_from <= *missed,
                        "{start:?}, at most {max_cost}"
                    );
                    n_hidden += 1;
                }
            }
        }
    }
    assert!(n_hidden > 10, "{n_hidden}");
}

/// Phases after the first are entered as often as allowed and not once more, with the same answer every time.
#[test]
fn phase_entries_are_counted() {
    let order = nearly_free();
    let start = [10, 1, 9];
    let run = |entries_left| {
        chain_search(
            chain::<4>(&order, [PLAIN; 3]),
            &[start],
            SearchOptions { upper_bound: 8, entries_left, ..ALL },
        )
    };
    let most = run(1_000_000);
    assert_eq!(most.stopped, None);
    let needed = 1_000_000 - most.entries_left;
    assert!(needed > 5, "{needed}");
    let mut last = Cost::MAX;
    for n in 0..=needed {
        let result = run(n);
        assert_eq!(result, run(n), "with {n}");
        assert_eq!(result.stopped, (n < needed).then_some(StopReason::Nodes), "with {n}");
        assert_eq!(result.entries_left, 0, "with {n}");
        let cost = result.best.as_ref().map_or(Cost::MAX, |(cost, ..)| *cost);
        assert!(cost <= last, "more entries do not make it worse");
        last = cost;
    }
    assert_eq!(run(needed).best, most.best);
}

/// A last phase that accepts any solution still gives one within the upper bound, and the reported costs only decrease.
#[test]
fn a_first_only_phase_stays_within_the_bound() {
    const FIRST_ONLY: PhaseOptions = PhaseOptions { first_only: true, ..PLAIN };
    let order = nearly_free();
    for start in STARTS {
        let expected = reference(&order, &[start], MAX_COST);
        let options = SearchOptions { upper_bound: MAX_COST, ..ALL };
        for result in [
            chain_search(chain::<1>(&order, [PLAIN, PLAIN, FIRST_ONLY]), &[start], options),
            chain_search(chain::<8>(&order, [PLAIN, PLAIN, FIRST_ONLY]), &[start], options),
        ] {
            let [found, best] = [&result.best, &expected].map(|best| best.as_ref().map(|(cost, ..)| *cost));
            assert_eq!(found, best, "{start:?}");
            assert!(result.improvements.is_sorted_by(|a, b| a > b), "{:?}", result.improvements);
        }
    }
}

/// A stop ends a search that would continue; the best solution so far stays.
#[test]
fn a_stop_ends_the_search() {
    let order = MoveOrder::free(MOVES.len());
    let options = SearchOptions { upper_bound: 40, ..ALL };
    let stop = Stop::default();
    stop.raise(StopReason::Cancelled);
    let control = Control::new(Limits::default(), &Silent, &stop);
    let mut chain = chain::<4>(&order, [PLAIN; 3]);
    let result = search_under(&mut chain, &[[7, 7, 7]], options, &control);
    assert_eq!(result.stopped, Some(StopReason::Cancelled));
    let limits = Limits { max_nodes: 100_000, ..Limits::default() };
    let before = chain.counts().generated;
    let result =
        search_under(&mut chain, &[[7, 7, 7]], options, &Control::new(limits, &Silent, &Stop::default()));
    let nodes = chain.counts().generated - before;
    assert_eq!(result.stopped, Some(StopReason::Nodes));
    assert!(nodes < 1_000_000, "{nodes}");
}

/// Within a node limit a chain finds the same, whatever it has searched before.
#[test]
fn a_search_under_a_node_limit_does_not_depend_on_the_one_before() {
    fn check<const LANES: usize>() {
        let order = MoveOrder::free(MOVES.len());
        let mut chain = chain::<LANES>(&order, [PLAIN; 3]);
        let mut search = |start: Counters, options: SearchOptions, max_nodes: u64| {
            let limits = Limits { max_nodes, ..Limits::default() };
            let before = chain.counts();
            let stop = Stop::default();
            let result = search_under(&mut chain, &[start], options, &Control::new(limits, &Silent, &stop));
            (result, chain.counts().generated - before.generated)
        };
        let long = SearchOptions { upper_bound: 40, ..ALL };
        let expected = search([7, 7, 7], long, 100_000);
        assert_eq!(expected.0.stopped, Some(StopReason::Nodes));
        for upper_bound in 1..6 {
            search([3, 2, 1], SearchOptions { upper_bound, ..ALL }, u64::MAX);
            assert_eq!(search([7, 7, 7], long, 100_000), expected, "{LANES} lanes, after {upper_bound}");
        }
    }
    check::<1>();
    check::<8>();
}

//! Beam search over phases on a toy: three counters that are brought to zero one after the other, the last by a
//! finishing solver. With unlimited width it finds what a chain finds; with less it finds nothing better.

use std::sync::{Arc, Mutex};

use deepen_solver::phases::{Beam, Chain, ChainSearch, ChainSolution, Ending, Finish, Phase, Width};
use search::problem::expand_by_steps;
use search::{Children, Control, Cost, Counts, Limits, Move, MoveOrder, Node, Problem, Silent, Stop};

/// Counters modulo 12.
type Counters = [u8; 3];
const MODULUS: u8 = 12;
/// Increment of each move, and the last phase that may use it. All cost 1.
const MOVES: [(Counters, usize); 7] = [
    ([1, 0, 0], 0),
    ([11, 5, 1], 0),
    ([4, 1, 3], 0),
    ([0, 1, 7], 1),
    ([0, 10, 0], 1),
    ([0, 0, 1], 2),
    ([0, 0, 7], 2),
];

fn step(from: &Counters, mv: Move) -> Counters {
    let added = MOVES[usize::from(mv.0)].0;
    std::array::from_fn(|i| (from[i] + added[i]) % MODULUS)
}

/// Brings one counter to zero.
struct ToZero {
    nth: usize,
    order: MoveOrder,
}

impl ToZero {
    fn new(nth: usize) -> ToZero {
        ToZero { nth, order: MoveOrder::free(MOVES.len()) }
    }
}

impl Problem for ToZero {
    type State = Counters;
    type Prefetched = ();

    fn n_moves(&self) -> usize {
        MOVES.len()
    }

    fn step(&self, from: &Counters, mv: Move, to: &mut Counters) -> bool {
        *to = step(from, mv);
        MOVES[usize::from(mv.0)].1 >= self.nth
    }

    fn is_goal(&self, state: &Counters) -> bool {
        state[..=self.nth] == [0; 3][..=self.nth]
    }

    fn lower_bound(&self, state: &Counters) -> Cost {
        Cost::from(!self.is_goal(state))
    }

    fn move_order(&self) -> &MoveOrder {
        &self.order
    }

    fn expand(&self, node: &Node<Counters>, children: &mut Children<'_, Counters>) {
        expand_by_steps(self, node, children);
    }
}

impl Phase<Counters> for ToZero {
    fn enter(&self, whole: &Counters) -> Counters {
        *whole
    }
}

/// Brings the last counter to zero by trying all multiplicities of its two moves.
struct Last;

impl Finish<Counters> for Last {
    fn finish(&mut self, wholes: &[Counters], most: Cost, _: &Control<'_>) -> Option<Ending> {
        let ways =
            |from: usize| (0..12_u32).flat_map(move |ones| (0..12).map(move |sevens| (ones, sevens, from)));
        let is_way = |&(ones, sevens, from): &(u32, u32, usize)| {
            ones + sevens <= most && (u32::from(wholes[from][2]) + ones + 7 * sevens) % 12 == 0
        };
        let best =
            (0..wholes.len()).flat_map(ways).filter(is_way).min_by_key(|(ones, sevens, _)| ones + sevens)?;
        let (ones, sevens, from) = best;
        let moves = [(ones, Move(5)), (sevens, Move(6))];
        let moves = moves.into_iter().flat_map(|(n, mv)| std::iter::repeat_n(mv, n as usize)).collect();
        Some(Ending { from, moves, cost: ones + sevens })
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }
}

const MAX_COST: Cost = 7;
const ALL: Width = Width { found: usize::MAX, nodes: u64::MAX, kept: usize::MAX };

fn with_chain_search(work: impl FnOnce(&mut ChainSearch<'_>)) -> Option<ChainSolution> {
    with_limits(Limits::default(), work)
}

fn with_limits(limits: Limits, work: impl FnOnce(&mut ChainSearch<'_>)) -> Option<ChainSolution> {
    let stop = Stop::default();
    let control = Control::new(limits, &Silent, &stop);
    let mut chain_search = ChainSearch {
        best: None,
        upper_bound: MAX_COST,
        lower_bound: 0,
        chain: 0,
        first: false,
        entries_left: u64::MAX,
        incomplete_from: Cost::MAX,
        control: &control,
        on_improved: &|_| {},
        stopped: None,
    };
    work(&mut chain_search);
    chain_search.best
}

fn by_beam(starts: &[Counters], widths: [Width; 2]) -> Option<ChainSolution> {
    let mut beam = Beam::new(step, Last).then(ToZero::new(0), &[0; 3]).then(ToZero::new(1), &[0; 3]);
    with_chain_search(|chain_search| beam.search(starts, &widths, u64::MAX, chain_search))
}

fn by_chain(starts: &[Counters]) -> Option<ChainSolution> {
    let mut chain = Chain::new(step)
        .then(ToZero::new(0), &[0; 3])
        .then(ToZero::new(1), &[0; 3])
        .then(ToZero::new(2), &[0; 3]);
    with_chain_search(|chain_search| {
        chain.begin(starts);
        for cost in 0..=MAX_COST {
            chain.round(starts, cost, chain_search);
        }
    })
}

fn starts() -> Vec<Counters> {
    (0..60_u32).map(|i| [i * 5 % 12, i * 7 / 3 % 12, i / 2 % 12].map(|counter| counter as u8)).collect()
}

fn check_replay(starts: &[Counters], found: &ChainSolution) {
    let end = found.moves.iter().fold(starts[found.start], |state, &mv| step(&state, mv));
    assert_eq!(end, [0; 3], "{found:?} from {starts:?}");
    assert_eq!(found.cost as usize, found.moves.len());
}

#[test]
fn unlimited_width_finds_what_a_chain_finds() {
    let mut n_solved = 0;
    for start in starts() {
        let (beam, chain) = (by_beam(&[start], [ALL; 2]), by_chain(&[start]));
        let cost = |found: &Option<ChainSolution>| found.as_ref().map(|found| found.cost);
        assert_eq!(cost(&beam), cost(&chain), "{start:?}");
        beam.iter().for_each(|found| check_replay(&[start], found));
        n_solved += usize::from(beam.is_some());
    }
    assert!(n_solved > 20, "{n_solved} of them within {MAX_COST} moves");
}

#[test]
fn limited_width_finds_nothing_better() {
    let starts = starts();
    let best = by_chain(&starts).expect("some of them is near").cost;
    assert_eq!(by_beam(&starts, [ALL; 2]).map(|found| found.cost), Some(best));
    let narrow = Width { found: 3, nodes: u64::MAX, kept: 1 };
    for start in &starts {
        let (narrow, chain) = (by_beam(&[*start], [narrow; 2]), by_chain(&[*start]));
        narrow.iter().for_each(|found| check_replay(&[*start], found));
        let known = chain.map_or(Cost::MAX, |found| found.cost);
        assert!(narrow.map_or(Cost::MAX, |found| found.cost) >= known, "{start:?}");
    }
}

/// A solved start is solved by the empty sequence, in every phase.
#[test]
fn a_solved_start_has_an_empty_solution() {
    let found = by_beam(&[[0; 3]], [ALL; 2]).expect("it is solved");
    assert_eq!((found.cost, found.moves.len()), (0, 0));
}

/// Records the calls and finishes nothing.
struct CallLog(Arc<Mutex<Vec<(usize, Cost)>>>);

impl Finish<Counters> for CallLog {
    fn finish(&mut self, wholes: &[Counters], most: Cost, _: &Control<'_>) -> Option<Ending> {
        assert!(wholes.iter().all(|whole| whole[..2] == [0; 2]), "both phases are done");
        self.0.lock().expect("nothing panics while it is held").push((wholes.len(), most));
        None
    }

    fn counts(&self) -> Counts {
        Counts::default()
    }
}

/// Returns for each call of the finishing solver the number of states and the remaining bound.
fn finish_calls(start: Counters, widths: [Width; 2]) -> Vec<(usize, Cost)> {
    let asked = Arc::default();
    let mut beam = Beam::new(step, CallLog(Arc::clone(&asked)))
        .then(ToZero::new(0), &[0; 3])
        .then(ToZero::new(1), &[0; 3]);
    with_chain_search(|chain_search| beam.search(&[start], &widths, u64::MAX, chain_search));
    let asked = asked.lock().expect("nothing panics while it is held");
    asked.clone()
}

/// No more solutions are collected or kept than a width allows, and the node budget ends a phase that has found some.
#[test]
fn widths_are_respected() {
    let n_ends = |asked: &[(usize, Cost)]| asked.iter().map(|(n, _)| n).sum::<usize>();
    let start = [4, 3, 2];
    let all = finish_calls(start, [ALL; 2]);
    assert!(all.len() > 2 && n_ends(&all) > 20, "{all:?}");
    assert!(all.is_sorted_by(|(_, a), (_, b)| a > b), "by rising cost, so with less and less left: {all:?}");
    assert_eq!(n_ends(&finish_calls(start, [ALL, Width { found: 7, ..ALL }])), 7);
    assert_eq!(n_ends(&finish_calls(start, [ALL, Width { kept: 5, ..ALL }])), 5);
    // The best are kept: those of the least cost.
    assert_eq!(finish_calls(start, [ALL, Width { kept: all[0].0, ..ALL }]), all[..1]);
    let few = n_ends(&finish_calls(start, [ALL, Width { nodes: 1, ..ALL }]));
    assert!(0 < few && few < n_ends(&all), "{few}");
    // One phase 1 solution, and all that follow from it.
    let narrow = n_ends(&finish_calls(start, [Width { found: 1, ..ALL }, ALL]));
    assert!(0 < narrow && narrow < n_ends(&all), "{narrow}");
    assert_eq!(narrow, n_ends(&finish_calls(start, [Width { kept: 1, ..ALL }, ALL])));
}

/// A node limit ends a beam at the same place, whatever it has searched before.
#[test]
fn a_search_under_a_node_limit_does_not_depend_on_the_one_before() {
    let new = || Beam::new(step, Last).then(ToZero::new(0), &[0; 3]).then(ToZero::new(1), &[0; 3]);
    let search = |beam: &mut Beam<Counters>, max_nodes: u64| {
        let before = beam.counts();
        let found = with_limits(Limits { max_nodes, ..Limits::default() }, |chain_search| {
            beam.search(&starts(), &[ALL; 2], u64::MAX, chain_search);
            assert!(chain_search.stopped.is_some(), "{max_nodes} nodes are too few");
        });
        (found, beam.counts().generated - before.generated)
    };
    let mut used = new();
    for max_nodes in (1..50).map(|n| n * 1_000) {
        let few = Width { found: 300, ..ALL };
        with_chain_search(|chain_search| used.search(&starts(), &[few; 2], u64::MAX, chain_search));
        assert_eq!(search(&mut used, max_nodes), search(&mut new(), max_nodes), "{max_nodes} nodes");
    }
}

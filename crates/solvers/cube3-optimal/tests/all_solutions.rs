//! Lists of all solutions of the 3x3x3, in each metric and with each kind of table, against a plain enumeration of
//! canonical sequences.

use std::collections::BTreeSet;
use std::sync::Arc;

use cube3::info::{CORNERS, COSET_H0};
use cube3::{Cube3Options, Cube3Solver};
use puzzle::cube::TurnSet;
use puzzle::parse::cube::scramble3;
use puzzle::{Cube3, Symmetry, Turn};
use search::{Control, Cost, Executor, Limits, Sequential, Silent, Stop, Threads};
use solver::cube::{CubeQuery, Metric};
use solver::{Heuristic, Method, Report, UpToSymmetry};
use testkit::{Lcg, samples};

use crate::common::shared;

/// Tables that are built in seconds, and the default choice.
const HEURISTICS: [Option<Heuristic>; 4] = [None, Some(Heuristic::NONE), Some(CORNERS), Some(COSET_H0)];

/// A request for one cube.
#[derive(Clone, Copy, Debug)]
struct Case {
    start: Cube3,
    metric: Metric,
    turns: TurnSet,
    within: Cost,
}

fn cost(turn: Turn, metric: Metric) -> Cost {
    if metric == Metric::QuarterTurn && turn.quarters() == 2 { 2 } else { 1 }
}

impl Case {
    fn ask(
        &self,
        solver: &Arc<Cube3Solver>,
        method: Method,
        max_solutions: usize,
        executor: &dyn Executor,
    ) -> Report {
        self.ask_with(solver, method, Cube3Options::default(), max_solutions, executor)
    }

    fn ask_with(
        &self,
        solver: &Arc<Cube3Solver>,
        method: Method,
        context: Cube3Options,
        max_solutions: usize,
        executor: &dyn Executor,
    ) -> Report {
        let Case { start, metric, turns, within } = *self;
        let method = Method { all: true, within, ..method };
        let twist = CubeQuery { start, goal: Cube3::SOLVED, metric, turns };
        let (stop, limits) = (Stop::default(), Limits { max_solutions, ..Limits::default() });
        let control = Control::new(limits, &Silent, &stop);
        solver.request_with(twist, method, context).solve(executor, &control).expect("solvable")
    }

    /// Adds the canonical sequences of exactly cost `left` that continue `path` and do not pass through the solved cube
    /// before their end.
    fn extend(&self, cube: &Cube3, left: Cost, path: &mut Vec<Turn>, found: &mut Vec<Vec<Turn>>) {
        if *cube == Cube3::SOLVED {
            if left == 0 {
                found.push(path.clone());
            }
            return;
        }
        for turn in self.turns.iter() {
            let price = cost(turn, self.metric);
            // Consecutive turns of one face are one turn, and of two opposite faces the one with the lower number comes
            // first.
            let is_canonical = path.last().is_none_or(|last| {
                last.face().axis() != turn.face().axis() || (last.face() as u8) < (turn.face() as u8)
            });
            if price <= left && is_canonical {
                path.push(turn);
                self.extend(&cube.turned(turn), left - price, path, found);
                path.pop();
            }
        }
    }

    /// Returns all solutions by length, from the shortest on.
    fn enumerate(&self) -> (Cost, Vec<Vec<Vec<Turn>>>) {
        let of = |length| {
            let mut found = Vec::new();
            self.extend(&self.start, length, &mut Vec::new(), &mut found);
            found
        };
        let length = (0..20).find(|&length| !of(length).is_empty()).expect("a short scramble");
        (length, (length..=length + self.within).map(of).collect())
    }
}

fn turns(report: &Report) -> Vec<Vec<Turn>> {
    let turn = |mv: &search::Move| Turn::from_index(usize::from(mv.0)).expect("a turn");
    report.solutions.iter().map(|solution| solution.iter().map(turn).collect()).collect()
}

/// Compares every search for all solutions with the enumeration.
fn check(solver: &Arc<Cube3Solver>, case: &Case, name: &str) {
    let (length, by_length) = case.enumerate();
    let expected: BTreeSet<Vec<Turn>> = by_length.iter().flatten().cloned().collect();
    let longer: Vec<u64> = by_length[1..].iter().map(|list| list.len() as u64).collect();
    let n_sets = count_sets(case, &expected);
    for heuristic in HEURISTICS {
        let method = Method { heuristic, ..Method::default() };
        let name = format!("{name}, {:?}, within {}, {heuristic:?}", case.metric, case.within);
        let report = case.ask(solver, method, 100_000, &Sequential);
        let listed = turns(&report);
        let set: BTreeSet<Vec<Turn>> = listed.iter().cloned().collect();
        assert_eq!(set, expected, "{name}");
        assert_eq!(listed.len(), set.len(), "{name}: one is listed twice");
        let counts = (report.length, report.n_solutions, &report.longer);
        assert_eq!(counts, (Some(length), expected.len() as u64, &longer), "{name}");
        let on_threads = case.ask(solver, method, 100_000, &Threads::new(3));
        assert_eq!((&on_threads.solutions, &on_threads.longer), (&report.solutions, &longer), "{name}");
        // Solutions beyond the limit are counted, and the first ones are returned.
        for max in [1, 2, listed.len() / 2 + 1] {
            let few = case.ask(solver, method, max, &Sequential);
            let counts = (few.n_solutions, &few.longer);
            assert_eq!(counts, (expected.len() as u64, &longer), "{name}, {max} stored");
            assert_eq!(few.solutions[..], report.solutions[..max.min(listed.len())], "{name}, {max} stored");
        }
        let context = Cube3Options { up_to_symmetry: true, ..Cube3Options::default() };
        let classes = case.ask_with(solver, method, context, 100_000, &Sequential);
        let compared = UpToSymmetry { n_sets, n_compared: expected.len() as u64 };
        assert_eq!(classes.up_to_symmetry, Some(compared), "{name}");
        assert_eq!(
            (classes.solutions.len() as u64, classes.n_solutions),
            (n_sets, report.n_solutions),
            "{name}"
        );
    }
}

/// Counts the classes of solutions under the symmetries, with and without inversion.
fn count_sets(case: &Case, solutions: &BTreeSet<Vec<Turn>>) -> u64 {
    let mut left = solutions.clone();
    let mut n_sets = 0;
    while let Some(first) = left.pop_first() {
        n_sets += 1;
        for symmetry in Symmetry::all() {
            let seen: Vec<Turn> = first.iter().map(|&turn| symmetry.turn(turn)).collect();
            let inverse_turns: Vec<Turn> = seen.iter().rev().map(|turn| turn.inverse()).collect();
            for mut image in [seen, inverse_turns] {
                for i in 1..image.len() {
                    if image[i - 1].face().opposite() == image[i].face() && image[i] < image[i - 1] {
                        image.swap(i - 1, i);
                    }
                }
                if case.start.turned_by(image.iter().copied()) == Cube3::SOLVED {
                    left.remove(&image);
                }
            }
        }
    }
    n_sets
}

/// Returns half turns, and all turns of some faces.
fn half_but(faces: &[char]) -> TurnSet {
    Turn::all().filter(|turn| turn.quarters() == 2 || faces.contains(&turn.face().letter())).collect()
}

/// Returns turn sets in which every face has all its turns, half turns alone or none.
fn turn_sets() -> [(&'static str, TurnSet); 4] {
    [
        ("all turns", TurnSet::ALL),
        ("no B", Turn::all().filter(|turn| !turn.name().starts_with('B')).collect()),
        ("half turns and R", half_but(&['R'])),
        ("U, D, R", Turn::all().filter(|turn| ['U', 'D', 'R'].contains(&turn.face().letter())).collect()),
    ]
}

/// Regression: a half turn between both ends was not compared with its neighbours at both.
#[test]
fn two_turns_in_quarter_turns() {
    let solver = shared();
    let start = scramble3("D' B").expect("a scramble");
    let case = Case { start, metric: Metric::QuarterTurn, turns: TurnSet::ALL, within: 3 };
    check(&solver, &case, "D' B");
}

/// Eight half turns are the identity (`U2 D2 R2 L2`, twice). A solution with them at its end passes through the solved
/// cube earlier; one with them elsewhere does not. Both searches must treat this the same.
#[test]
fn detours_are_counted_by_every_search() {
    let solver = shared();
    let start = scramble3("R U").expect("a scramble");
    let case = Case { start, metric: Metric::HalfTurn, turns: half_but(&['R', 'U']), within: 8 };
    let lists = [CORNERS, COSET_H0].map(|heuristic| {
        let report = case.ask(
            &solver,
            Method { heuristic: Some(heuristic), ..Method::default() },
            1_000_000,
            &Sequential,
        );
        (turns(&report).into_iter().collect::<BTreeSet<_>>(), report.n_solutions, report.longer)
    });
    assert_eq!(lists[0].1, lists[0].0.len() as u64);
    assert!(lists[0].2[7] > 0, "there are detours of eight turns");
    assert_eq!(lists[0], lists[1]);
}

#[test]
fn random_scrambles_have_the_solutions_of_an_enumeration() {
    let solver = shared();
    for seed in 0..samples(12, 80) as u64 {
        let mut below = Lcg::new(seed).into_below();
        let (set_name, set) = turn_sets()[below(4)];
        let metric = [Metric::HalfTurn, Metric::QuarterTurn][seed as usize % 2];
        let all: Vec<Turn> = set.iter().collect();
        let scramble: Vec<Turn> = (0..1 + below(3)).map(|_| all[below(all.len())]).collect();
        let start = Cube3::SOLVED.turned_by(scramble.iter().copied());
        if start == Cube3::SOLVED {
            continue;
        }
        // No further than a plain enumeration goes in a moment.
        let spent: Cost = scramble.iter().map(|&turn| cost(turn, metric)).sum();
        let within = (if metric == Metric::QuarterTurn { 6 } else { 5 } - spent.min(5)).min(3);
        let case = Case { start, metric, turns: set, within };
        check(&solver, &case, &format!("seed {seed}: {scramble:?}, {set_name}"));
    }
}

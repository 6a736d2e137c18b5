//! Solutions up to symmetry, against a comparison of all pairs.

use std::sync::Arc;

use cube3::{Cube3Options, Cube3Solver};
use puzzle::cube::TurnSet;
use puzzle::parse::cube::scramble3;
use puzzle::{Cube3, Symmetry, Turn};
use search::{Limits, Move, Sequential};
use solver::cube::{CubeQuery, Metric};
use solver::{Method, Report, UpToSymmetry};
use testkit::limited;

use crate::common::shared;

fn solve(
    solver: &Arc<Cube3Solver>,
    twist: CubeQuery<Cube3>,
    method: Method,
    up_to_symmetry: bool,
    limits: Limits,
) -> Report {
    let context = Cube3Options { up_to_symmetry, ..Cube3Options::default() };
    let request = solver.request_with(twist, Method { all: true, ..method }, context);
    request.solve(&Sequential, &limited(limits)).expect("solvable")
}

/// Sorts neighbouring turns of one axis by face.
fn sorted(mut turns: Vec<Turn>) -> Vec<Turn> {
    for _ in 0..turns.len() {
        for i in 1..turns.len() {
            if turns[i - 1].face().axis() == turns[i].face().axis() && turns[i - 1] > turns[i] {
                turns.swap(i - 1, i);
            }
        }
    }
    turns
}

fn turns(solution: &[Move]) -> Vec<Turn> {
    sorted(solution.iter().map(|mv| Turn::from_index(usize::from(mv.0)).expect("a turn")).collect())
}

/// True if one of the 48 symmetries maps one solution to the other, or to the inverse of the other.
fn are_symmetric(a: &[Turn], b: &[Turn]) -> bool {
    let inverse_turns: Vec<Turn> = a.iter().rev().map(|turn| turn.inverse()).collect();
    let image = |symmetry: Symmetry, turns: &[Turn]| {
        sorted(turns.iter().map(|&turn| symmetry.turn(turn)).collect::<Vec<_>>())
    };
    Symmetry::all().any(|symmetry| image(symmetry, a) == b || image(symmetry, &inverse_turns) == b)
}

/// Solves with and without symmetry, compares, and returns the numbers of solutions and of classes.
fn check(solver: &Arc<Cube3Solver>, twist: CubeQuery<Cube3>, within: u32) -> (u64, u64) {
    let method = Method { within, ..Method::default() };
    let all = solve(solver, twist, method, false, Limits::default());
    assert_eq!((all.up_to_symmetry, all.solutions.len() as u64), (None, all.n_solutions));
    // Solutions that are not symmetric to one before.
    let mut expected: Vec<&Vec<Move>> = Vec::new();
    for solution in &all.solutions {
        if !expected.iter().any(|other| are_symmetric(&turns(other), &turns(solution))) {
            expected.push(solution);
        }
    }
    let few = solve(solver, twist, method, true, Limits::default());
    let n_sets = expected.len() as u64;
    assert_eq!(few.solutions.iter().collect::<Vec<_>>(), expected, "{twist:?}");
    assert_eq!((few.n_solutions, &few.longer), (all.n_solutions, &all.longer));
    assert_eq!(few.up_to_symmetry, Some(UpToSymmetry { n_sets, n_compared: all.n_solutions }));
    (all.n_solutions, n_sets)
}

fn twist(scramble: &str) -> CubeQuery<Cube3> {
    let start = scramble3(scramble).expect("a scramble");
    CubeQuery { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL }
}

#[test]
fn one_of_each_set_is_left() {
    let solver = shared();
    for (scramble, within, expected) in [
        // A class of its own.
        ("R U F' L2 D", 0, (1, 1)),
        ("", 0, (1, 1)),
        // The pairs of opposite half turns commute with each other, so all orders are symmetric.
        ("R2 L2 U2 D2 F2 B2", 0, (6, 1)),
        // The stripes are symmetric under a half turn, a reflection and inversion.
        ("R2 L2 U2 D2", 0, (2, 1)),
        ("R2 U2 R2 U2 R2 U2", 0, (8, 3)),
        // Six spots.
        ("R L' F B' U D' R L'", 0, (9, 2)),
        // Longer ones.
        ("F2 B2", 4, (3, 2)),
        ("R U R' U'", 3, (1, 1)),
    ] {
        assert_eq!(check(&solver, twist(scramble), within), expected, "{scramble}");
    }
}

/// With other goals, other metrics and fewer turns.
#[test]
fn goals_metrics_and_turns() {
    let solver = shared();
    let goal = scramble3("R U2 F").expect("a scramble");
    let start = goal.turned_by(scramble_turns("R2 L2 U2 D2"));
    assert_eq!(check(&solver, CubeQuery { start, goal, ..twist("") }, 0), (2, 1));
    check(&solver, CubeQuery { metric: Metric::QuarterTurn, ..twist("R2 L2 U2 D2") }, 0);
    let no_back: TurnSet = Turn::all().filter(|turn| turn.face().letter() != 'B').collect();
    check(&solver, CubeQuery { turns: no_back, ..twist("R2 L2 U2 D2") }, 2);
    let clockwise: TurnSet = Turn::all().filter(|turn| turn.quarters() == 1).collect();
    check(&solver, CubeQuery { turns: clockwise, ..twist("R2 L2") }, 2);
}

fn scramble_turns(text: &str) -> Vec<Turn> {
    let named = |name: &str| Turn::all().find(|turn| turn.name() == name).expect("a turn");
    text.split(' ').map(named).collect()
}

/// If not all solutions are stored, classes may be missing, and the report shows it.
#[test]
fn only_stored_solutions_are_compared() {
    let limits = Limits { max_solutions: 2, ..Limits::default() };
    let report = solve(&shared(), twist("R2 L2 U2 D2 F2 B2"), Method::default(), true, limits);
    assert_eq!((report.n_solutions, report.solutions.len()), (6, 1));
    assert_eq!(report.up_to_symmetry, Some(UpToSymmetry { n_sets: 1, n_compared: 2 }));
}

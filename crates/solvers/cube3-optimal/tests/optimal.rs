//! Shortest solutions of the 3x3x3: lengths and numbers of solutions against plain search, and the same counts for any
//! number of threads and any processor.

use std::sync::{Arc, LazyLock};

use cube3::Cube3Solver;
use cube3::info::{CORNERS, COSET_H0, COSET_X24, COSET_X2048};
use deepen_cube3_optimal::{Bidirectional, Coordinates, H0Table, RowMoves, solution};
use puzzle::cube::TurnSet;
use puzzle::parse::cube::scramble3;
use puzzle::{Cube3, Turn};
use search::simd::{Plain, Simd};
use search::{
    Answer, Cost, Deepening, Executor, Limits, Move, Problem, Sequential, Span, Split, Threads, Want,
    ida_star, ida_star_within,
};
use solver::cube::{CubeQuery, Metric};
use solver::{Error, Heuristic, LimitsSpec, Method, MethodSpec, Proof, Report, Solver, Status, TaskSpec};
use testkit::{Lcg, limited, silent};

use crate::common::{new, shared};

/// Levels that are filled in milliseconds, for all tests.
static TABLES: LazyLock<(Coordinates, H0Table)> = LazyLock::new(|| {
    let coordinates = Coordinates::new();
    let row_moves = RowMoves::new(&coordinates);
    let h0 = H0Table::fill_to(7, &coordinates, &row_moves, &|_, _| true).expect("not cancelled");
    (coordinates, h0)
});

fn problem<S: Simd>(simd: S, turns: TurnSet, metric: Metric) -> Bidirectional<'static, H0Table, S> {
    let (coordinates, h0) = &*TABLES;
    Bidirectional::new(coordinates, h0, simd, turns, metric)
}

fn ida<S: Simd>(
    problem: &Bidirectional<'_, H0Table, S>,
    cube: &Cube3,
    want: Want,
    executor: &dyn Executor,
) -> Answer {
    let split = Split { grain: 500, max_tasks: 4000 };
    let rounds = Deepening { want, split, ..Deepening::default() };
    ida_star(problem, &problem.start(cube), &rounds, executor, &silent())
}

/// Returns cubes with known lengths up to `most`.
fn cubes(most: Cost) -> Vec<(Cost, Cube3)> {
    let text = include_str!("../../../../testdata/cube3_optimal_dev.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let all = lines.map(|line| {
        let (length, scramble) = line.split_once('\t').expect("a length and a scramble");
        (length.parse().expect("a length"), scramble3(scramble).expect("a scramble"))
    });
    all.filter(|(length, _)| *length <= most).collect()
}

fn scrambled(seed: u64, n_turns: usize, turns: TurnSet) -> Cube3 {
    let turns: Vec<Turn> = turns.iter().collect();
    let mut below = Lcg::new(seed).into_below();
    Cube3::SOLVED.turned_by((0..n_turns).map(|_| turns[below(turns.len())]))
}

/// Counts canonical solutions of exactly this cost by plain search.
fn all_of(cube: &Cube3, cost: Cost, last: Option<Turn>, turns: TurnSet, metric: Metric) -> u64 {
    if *cube == Cube3::SOLVED {
        return u64::from(cost == 0);
    }
    let may_follow = |turn: Turn| {
        last.is_none_or(|last| {
            let (last, face) = (last.index() / 3, turn.index() / 3);
            last != face && last != face + 3
        })
    };
    let of = |turn: Turn| {
        let price = if metric == Metric::QuarterTurn && turn.index() % 3 == 1 { 2 } else { 1 };
        cost.checked_sub(price).map_or(0, |left| all_of(&cube.turned(turn), left, Some(turn), turns, metric))
    };
    turns.iter().filter(|&turn| may_follow(turn)).map(of).sum()
}

/// Cubes of known lengths, and many that are at most as far as their scrambles are long. Quarter turns change cosets,
/// so the bounds on the way leave little to spare: a bound that is too high hides the solution until a later round,
/// which finds it with something to spare.
#[test]
fn known_lengths_are_found() {
    let problem = problem(Plain, TurnSet::ALL, Metric::HalfTurn);
    let quarters: TurnSet = Turn::all().filter(|turn| turn.quarters() != 2).collect();
    for (n_turns, seed) in (1..=8).flat_map(|n_turns| (0..25).map(move |seed| (n_turns, seed))) {
        let cube = scrambled(seed, n_turns, quarters);
        let answer = ida(&problem, &cube, Want::First, &Sequential);
        assert!(answer.is_optimal(), "{n_turns} turns, seed {seed}");
        assert!(answer.cost.is_some_and(|cost| cost as usize <= n_turns), "{n_turns} turns, seed {seed}");
    }
    for (length, cube) in cubes(12) {
        let answer = ida(&problem, &cube, Want::First, &Sequential);
        assert_eq!((answer.cost, answer.lower_bound), (Some(length), length), "{cube:?}");
        assert_eq!(cube.turned_by(solution(&answer.solutions[0])), Cube3::SOLVED);
    }
}

/// Rounds and solutions are the same on threads as in sequence.
fn check_threads<S: Simd>(problem: &Bidirectional<'_, H0Table, S>, cube: &Cube3, expected: &Answer) {
    for n_threads in [1, 2, 7] {
        let found = ida(problem, cube, Want::All, &Threads::new(n_threads));
        assert_eq!((&found.rounds, &found.solutions), (&expected.rounds, &expected.solutions), "{n_threads}");
    }
}

#[test]
fn processors_and_threads_count_the_same() {
    let quarters: TurnSet = Turn::all().filter(|turn| turn.quarters() != 2).collect();
    let short = cubes(12).into_iter().map(|(_, cube)| (Metric::HalfTurn, cube));
    let quarter = (0..6).map(|seed| (Metric::QuarterTurn, scrambled(seed, 11, quarters)));
    let mut most = 0;
    for (metric, cube) in short.chain(quarter) {
        let plain = problem(Plain, TurnSet::ALL, metric);
        let expected = ida(&plain, &cube, Want::All, &Sequential);
        most = most.max(expected.counts.generated);
        check_threads(&plain, &cube, &expected);
        #[cfg(target_arch = "x86_64")]
        if let Some(v3) = search::simd::V3::detect() {
            let fast = problem(v3, TurnSet::ALL, metric);
            let found = ida(&fast, &cube, Want::All, &Sequential);
            assert_eq!((&found.rounds, &found.solutions), (&expected.rounds, &expected.solutions));
            check_threads(&fast, &cube, &expected);
        }
    }
    assert!(most > 10_000, "there is nothing to share in {most} nodes");
}

/// Every solution once, and as many as plain search finds.
#[test]
fn solutions_are_counted_once() {
    let no_b: TurnSet = Turn::all().filter(|turn| turn.index() / 3 != 5).collect();
    for (turns, metric, n_turns) in [
        (TurnSet::ALL, Metric::HalfTurn, 5),
        (TurnSet::ALL, Metric::QuarterTurn, 4),
        (no_b, Metric::HalfTurn, 5),
    ] {
        let problem = problem(Plain, turns, metric);
        for seed in 0..30 {
            let cube = scrambled(seed, n_turns, turns);
            let answer = ida(&problem, &cube, Want::All, &Sequential);
            let cost = answer.cost.expect("solvable");
            assert_eq!(answer.n_solutions, all_of(&cube, cost, None, turns, metric), "{metric:?} {seed}");
            assert!((0..cost).all(|less| all_of(&cube, less, None, turns, metric) == 0), "{metric:?} {seed}");
            let mut solutions: Vec<Vec<Turn>> =
                answer.solutions.iter().map(|moves| solution(moves)).collect();
            assert!(solutions.iter().all(|turns| cube.turned_by(turns.iter().copied()) == Cube3::SOLVED));
            let n = solutions.len();
            solutions.sort_unstable();
            solutions.dedup();
            assert_eq!(solutions.len(), n, "{metric:?} {seed}");
        }
    }
}

#[test]
fn longer_solutions_are_counted() {
    let problem = problem(Plain, TurnSet::ALL, Metric::HalfTurn);
    let control = silent();
    for seed in 0..8 {
        let cube = scrambled(seed, 3, TurnSet::ALL);
        let start = problem.start(&cube);
        let (answer, longer) =
            ida_star_within(&problem, &start, Span::within(2), &Deepening::ALL, &Sequential, &control);
        let cost = answer.cost.expect("solvable");
        let expected: Vec<u64> =
            (1..=2).map(|more| all_of(&cube, cost + more, None, TurnSet::ALL, Metric::HalfTurn)).collect();
        assert_eq!(longer, expected, "seed {seed}");
    }
}

/// Symmetries of the start make the search smaller and nothing else.
#[test]
fn symmetric_nodes_are_searched_once() {
    let scramble = "R2 L2 U2 D2 F2 B2 R L' F B' U D' R L'";
    let cube = scramble3(scramble).expect("a scramble");
    let whole = problem(Plain, TurnSet::ALL, Metric::HalfTurn);
    let one = problem(Plain, TurnSet::ALL, Metric::HalfTurn).up_to_symmetry_of(&cube);
    let [expected, found] = [whole, one].map(|problem| ida(&problem, &cube, Want::First, &Sequential));
    assert_eq!((found.cost, found.is_optimal()), (expected.cost, true), "{scramble}");
    assert_eq!(cube.turned_by(solution(&found.solutions[0])), Cube3::SOLVED);
    let nodes = |answer: &Answer| answer.rounds.last().map_or(0, |round| round.counts.generated);
    let (fewer, all) = (nodes(&found), nodes(&expected));
    assert!(2 * fewer < all, "{fewer} of {all}");
}

/// A known solution saves the round that would find it.
#[test]
fn known_solutions_are_not_searched() {
    let control = silent();
    for scramble in ["R2 L2 U2 D2 F2 B2", "R L' F B' U D' R L'", "U2 R2 U2"] {
        let cube = scramble3(scramble).expect("a scramble");
        let whole = problem(Plain, TurnSet::ALL, Metric::HalfTurn);
        let expected = ida(&whole, &cube, Want::First, &Sequential);
        let known = expected.cost.expect("solvable");
        let rounds = Deepening { upper_bound: known, ..Deepening::default() };
        let spared = ida_star(&whole, &whole.start(&cube), &rounds, &Sequential, &control);
        assert_eq!((spared.cost, spared.lower_bound), (None, known), "{scramble}");
    }
}

fn solve(scramble: &str, method: Method, metric: Metric) -> Result<Report, Error> {
    solve_by(&new(), TurnSet::ALL, scramble, method, metric)
}

fn solve_by(
    solver: &Arc<Cube3Solver>,
    turns: TurnSet,
    scramble: &str,
    method: Method,
    metric: Metric,
) -> Result<Report, Error> {
    let start = scramble3(scramble).expect("a scramble");
    let twist = CubeQuery { start, goal: Cube3::SOLVED, metric, turns };
    solver.request(twist, method).solve(&Sequential, &silent())
}

/// Through the solver, where easy cubes need no large table.
#[test]
fn easy_cubes_are_solved_without_large_tables() {
    const SUPERFLIP_PART: &str = "F D' B' L F B' D' R' U R'";
    let report = solve(SUPERFLIP_PART, Method::default(), Metric::HalfTurn).expect("solvable");
    assert_eq!((report.status, report.length), (Status::Solved(Proof::Optimal), Some(10)));
    assert!(report.table_bytes < 300 << 20, "{}", report.table_bytes);
    let all =
        solve("R U R' U'", Method { all: true, ..Method::default() }, Metric::HalfTurn).expect("solvable");
    let cube = scramble3("R U R' U'").expect("a scramble");
    assert_eq!(all.n_solutions, all_of(&cube, 4, None, TurnSet::ALL, Metric::HalfTurn));
    let turns = solve("R2 U", Method::default(), Metric::QuarterTurn).expect("solvable");
    assert_eq!((turns.status, turns.length), (Status::Solved(Proof::Optimal), Some(3)));
    let axial = solve("R U", Method::default(), Metric::Axial).expect_err("no such metric");
    assert!(axial.message.starts_with("the metric axial does not exist for 3x3x3; shortest"), "{axial}");
}

/// The heuristic that is reported is the one that was used.
#[test]
fn the_table_that_was_used_is_named() {
    let all = Method { all: true, ..Method::default() };
    let one_more = Method { within: 1, ..all };
    for (scramble, method, expected) in [
        // Solved by the two phases alone, or so short that no table is needed.
        ("R U", Method::default(), Heuristic::NONE),
        ("R U R' U'", all, Heuristic::NONE),
        ("R U R' U'", one_more, Heuristic::NONE),
        ("R U F2 L D'", one_more, COSET_H0),
        ("F D' B' L F B' D' R' U R'", all, COSET_H0),
        ("R U", Method { heuristic: Some(COSET_H0), ..all }, COSET_H0),
        ("R U", Method { heuristic: Some(CORNERS), ..all }, CORNERS),
        ("R U", Method { heuristic: Some(Heuristic::NONE), ..all }, Heuristic::NONE),
    ] {
        // Those that need no table get a solver without one; the others share theirs.
        let solver = if expected == Heuristic::NONE { new() } else { shared() };
        let report = solve_by(&solver, TurnSet::ALL, scramble, method, Metric::HalfTurn).expect("solvable");
        assert_eq!(report.heuristic, expected, "{scramble} {method:?}");
        let has_tables = report.table_bytes > 0;
        assert!(!method.all || has_tables == (expected != Heuristic::NONE), "{scramble} {method:?}");
    }
}

/// If half turns are missing two quarter turns replace one, and three replace the inverse of a turn that goes one way
/// only.
#[test]
fn turns_of_one_face_may_follow_each_other() {
    let solver = shared();
    let clockwise: TurnSet = Turn::all().filter(|turn| turn.quarters() == 1).collect();
    let quarters: TurnSet = Turn::all().filter(|turn| turn.quarters() != 2).collect();
    for (turns, scramble, metric, length) in [
        (clockwise, "U2", Metric::HalfTurn, 2),
        (clockwise, "U R", Metric::HalfTurn, 6),
        (quarters, "U2 R", Metric::HalfTurn, 3),
        (quarters, "U2 R", Metric::QuarterTurn, 3),
    ] {
        for all in [false, true] {
            let report = solve_by(&solver, turns, scramble, Method { all, ..Method::default() }, metric);
            let report = report.expect("solvable");
            assert_eq!(report.status, Status::Solved(Proof::Optimal), "{scramble}");
            assert_eq!((report.length, report.heuristic), (Some(length), CORNERS), "{scramble}");
        }
    }
}

/// Solutions of the two phases end the rounds early, whether they are shortest or not, and what is claimed of them is
/// what the rounds alone prove. With a maximum length the search continues up to that length and finds no longer solution.
#[test]
fn two_phases_do_not_change_what_is_proved() {
    let solver = shared();
    let alone = problem(Plain, TurnSet::ALL, Metric::HalfTurn);
    let quarters: TurnSet = Turn::all().filter(|turn| turn.quarters() != 2).collect();
    let mut n = [0; 2];
    // The first one has several shortest solutions.
    let several = scramble3("R2 L2 U2 D2 F2 B2").expect("a scramble");
    let random = (0..100).map(|seed| scrambled(seed, 8 + seed as usize % 4, quarters));
    for (seed, start) in std::iter::once(several).chain(random).enumerate() {
        let expected = ida(&alone, &start, Want::All, &Sequential);
        let length = expected.cost.expect("solvable");
        let query = CubeQuery { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL };
        let solve = |max_cost: Cost, all: bool| {
            let control = limited(Limits { max_cost, ..Limits::default() });
            let method = Method { all, ..Method::default() };
            solver.request(query, method).solve(&Sequential, &control).expect("a sound request")
        };
        let report = solve(Limits::default().max_cost, false);
        assert_eq!((report.length, report.lower_bound), (Some(length), length), "seed {seed}");
        assert_eq!(report.status, Status::Solved(Proof::Optimal), "seed {seed}");
        n[usize::from(report.heuristic == COSET_H0)] += 1;
        for all in [false, true] {
            let report = solve(length, all);
            assert_eq!((report.length, report.lower_bound), (Some(length), length), "seed {seed}, all {all}");
            assert_eq!(report.status, Status::Solved(Proof::Optimal), "seed {seed}, all {all}");
            assert_eq!(report.n_solutions, if all { expected.n_solutions } else { 1 }, "seed {seed}");
            let report = solve(length - 1, all);
            assert_eq!((report.length, report.lower_bound), (None, length), "seed {seed}, all {all}");
        }
    }
    assert!(n.iter().all(|&n| n > 10), "by the two phases alone, and by rounds: {n:?}");
}

/// Turns at either end, one at a time.
#[test]
fn steps_are_turns_at_either_end() {
    let problem = problem(Plain, TurnSet::ALL, Metric::HalfTurn);
    let mut below = Lcg::new(5).into_below();
    let mut cube = Cube3::SOLVED;
    let mut state = problem.start(&cube);
    for _ in 0..200 {
        let (side, turn) = (below(2), below(Turn::COUNT));
        let mut after = state;
        assert!(problem.step(&state, Move((side * Turn::COUNT + turn) as u16), &mut after));
        let turn = Turn::from_index(turn).expect("one of 18");
        cube = if side == 0 { cube.turned(turn) } else { cube.inverse().turned(turn).inverse() };
        state = after;
        assert_eq!(format!("{state:?}"), format!("{:?}", problem.start(&cube)), "side {side}, {turn}");
        assert_eq!(problem.is_goal(&state), cube == Cube3::SOLVED);
    }
}

/// Heuristics and their stored tables are also found by their earlier names.
#[test]
fn earlier_names_of_tables_are_aliases() {
    let solver = new();
    let task = solver.clone().task(&TaskSpec::named("3x3x3")).expect("a task");
    for (name, heuristic) in [("instant", COSET_H0), ("standard", COSET_X24), ("vast", COSET_X2048)] {
        let spec = MethodSpec {
            algorithm: Some("ida".to_string()),
            heuristic: Some(name.to_string()),
            ..MethodSpec::default()
        };
        let limits = LimitsSpec { memory: u64::MAX, ..LimitsSpec::default() };
        let method = spec.resolve(&*task, &limits).expect("a heuristic");
        assert_eq!(method.heuristic, Some(heuristic));
        let table = solver.stored_table(&format!("3x3x3-{name}")).expect("a table");
        assert_eq!(table.name(), format!("3x3x3-{}", heuristic.name()));
    }
    assert!(solver.stored_tables().iter().all(|table| table.name() != "3x3x3-standard"));
}

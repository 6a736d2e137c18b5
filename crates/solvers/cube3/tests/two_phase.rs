//! The 3x3x3 by two phases. The request replays every solution; these tests check the other guarantees.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex};

use deepen_cube3::Cube3Solver;
use puzzle::cube::TurnSet;
use puzzle::parse::cube::scramble3;
use puzzle::{Cube3, Turn};
use search::{Control, Cost, Limits, Move, Observer, Sequential, Silent, Stop, StopReason};
use solver::cube::{CubeQuery, Metric};
use solver::{Algorithm, Demand, Instance, Method, Names, Proof, Replay, Report, Request, Status};
use testkit::{limited, silent};

use crate::common::new;

/// One solver for all tests: building the tables takes longer than the tests.
static SMALL: LazyLock<Arc<Cube3Solver>> = LazyLock::new(new);
static FULL: LazyLock<Arc<Cube3Solver>> = LazyLock::new(|| {
    let solver = new();
    request(&solver, Cube3::SOLVED).prepare(Demand::Many, &silent()).expect("tables can be made");
    solver
});

fn query(start: Cube3) -> CubeQuery<Cube3> {
    CubeQuery { start, goal: Cube3::SOLVED, metric: Metric::HalfTurn, turns: TurnSet::ALL }
}

fn two_phase() -> Method {
    Method::by(Algorithm::TWO_PHASE)
}

fn request(solver: &Arc<Cube3Solver>, start: Cube3) -> Request {
    solver.request(query(start), two_phase())
}

fn solve_within(request: &Request, limits: Limits) -> Report {
    request.solve(&Sequential, &limited(limits)).expect("solvable")
}

fn solve(request: &Request) -> Report {
    solve_within(request, Limits::default())
}

fn random_cubes(n: usize) -> Vec<Cube3> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../testdata/cube3_random_1000.txt");
    let text = std::fs::read_to_string(path).expect("the cubes are there");
    text.lines().take(n).map(|line| scramble3(line).expect("a scramble")).collect()
}

fn moves(report: &Report) -> &[Move] {
    &report.solutions[0]
}

#[test]
fn random_cubes_take_22_moves_at_most() {
    for cube in random_cubes(100) {
        let report = solve(&request(&FULL, cube));
        assert!((12..=22).contains(&report.length.expect("solved")), "{report:?}");
        assert_eq!(report.length, Some(moves(&report).len() as Cost));
        assert!(report.lower_bound <= 20, "{report:?}");
    }
}

#[test]
fn length_limits_are_respected() {
    for cube in random_cubes(40) {
        let report = solve_within(&request(&FULL, cube), Limits { max_cost: 20, ..Limits::default() });
        assert!(report.length.expect("every cube has 20") <= 20);
    }
}

/// The length of a solution does not depend on how far the tables have grown: solved while they grow, and again after
/// that. Once, when searches were starved while tables grew, another solution of the same length came first.
#[test]
fn growing_tables_do_not_change_answers() {
    let fresh = new();
    let cubes = random_cubes(12);
    let first: Vec<Report> = cubes.iter().map(|&cube| solve(&request(&fresh, cube))).collect();
    std::thread::sleep(std::time::Duration::from_millis(300));
    for (cube, before) in cubes.iter().zip(&first) {
        let after = solve(&request(&fresh, *cube));
        assert_eq!(after.length, before.length);
    }
}

#[test]
fn same_answers_every_time_and_in_any_order() {
    let cubes = random_cubes(30);
    let forwards: Vec<_> = cubes.iter().map(|&cube| solve(&request(&FULL, cube)).solutions).collect();
    let backwards: Vec<_> = cubes.iter().rev().map(|&cube| solve(&request(&FULL, cube)).solutions).collect();
    assert!(forwards.iter().eq(backwards.iter().rev()));
}

/// Returns positions with their distances, by plain breadth-first search.
fn near(depth: Cost) -> HashMap<Cube3, Cost> {
    let mut known = HashMap::from([(Cube3::SOLVED, 0)]);
    let mut level = vec![Cube3::SOLVED];
    for distance in 1..=depth {
        let next: Vec<Cube3> =
            level.iter().flat_map(|cube| Turn::all().map(|turn| cube.turned(turn))).collect();
        level = next
            .into_iter()
            .filter(|&cube| {
                known.insert(cube, distance).is_none_or(|old| {
                    known.insert(cube, old);
                    false
                })
            })
            .collect();
    }
    known
}

/// A cube that is nearly solved gets its shortest solution, with the proof.
#[test]
fn nearly_solved_cubes_are_solved_optimally() {
    let all = near(4);
    assert_eq!(all.len(), 1 + 18 + 243 + 3240 + 43239);
    let mut sample: Vec<(Cube3, Cost)> = all.into_iter().collect();
    sample.sort_unstable();
    for (cube, distance) in sample.into_iter().step_by(199) {
        let report = solve(&request(&SMALL, cube));
        assert_eq!(report.length, Some(distance), "{}", cube.to_facelets());
        assert_eq!(report.status, Status::Solved(Proof::Optimal), "{}", cube.to_facelets());
    }
}

/// A proved length is never above the length of a scramble. In these scrambles each quarter turn stands beside a half turn
/// of the opposite face, so that the moves at the end of phase 1 commute with those at the beginning of phase 2.
#[test]
fn proved_lengths_are_not_above_those_of_scrambles() {
    let scrambles = [
        "B2 U2 D' F2 B L2 F2 D2 R2 D2",
        "F2 B' U2 D R2 L2 U2",
        "R2 L' F2 U2 F2 B D2",
        "U2 D L2 B2 R2 L' F2 D2",
    ];
    for scramble in scrambles {
        let cube = scramble3(scramble).expect("a scramble");
        let length = scramble.split(' ').count() as Cost;
        for solver in [&SMALL, &FULL] {
            let report = solve(&request(solver, cube));
            assert!(report.length <= Some(length) && report.lower_bound <= length, "{scramble}: {report:?}");
        }
    }
}

/// With a limit below its distance a cube is not solved, and the bound that is proved is the distance and no more.
#[test]
fn limits_below_the_distance_are_proved() {
    let mut sample: Vec<(Cube3, Cost)> = near(4).into_iter().filter(|&(_, distance)| distance > 0).collect();
    sample.sort_unstable();
    for (cube, distance) in sample.into_iter().step_by(997) {
        for solver in [&SMALL, &FULL] {
            let limits = Limits { max_cost: distance - 1, ..Limits::default() };
            let report = solve_within(&request(solver, cube), limits);
            assert_eq!((report.length, report.lower_bound), (None, distance), "{}", cube.to_facelets());
        }
    }
}

#[test]
fn a_solved_cube_needs_nothing() {
    let solver = new();
    let report = solve(&request(&solver, Cube3::SOLVED));
    assert_eq!((report.length, report.status), (Some(0), Status::Solved(Proof::Optimal)));
    assert_eq!((report.table_bytes, report.counts.generated), (0, 0));
}

/// Any position can be the goal.
#[test]
fn from_anywhere_to_anywhere() {
    let cubes = random_cubes(20);
    for pair in cubes.windows(2) {
        let query = CubeQuery { goal: pair[1], ..query(pair[0]) };
        let report = solve(&FULL.request(query, two_phase()));
        let turns = moves(&report).iter().map(|mv| Turn::from_index(usize::from(mv.0)).expect("a turn"));
        assert_eq!(pair[0].turned_by(turns), pair[1]);
    }
}

/// The length is reported in the requested metric.
#[test]
fn lengths_match_the_metric() {
    for metric in Metric::ALL {
        for cube in random_cubes(3) {
            let request = SMALL.request(CubeQuery { metric, ..query(cube) }, two_phase());
            let report = solve(&request);
            let names = Names(&*request.instance, moves(&report)).to_string();
            let count = match metric {
                Metric::QuarterTurn => names.split(' ').map(|turn| 1 + Cost::from(turn.ends_with('2'))).sum(),
                _ => moves(&report).len() as Cost,
            };
            assert_eq!(report.length, Some(count), "{names}");
            let most = match metric {
                Metric::HalfTurn => 22,
                Metric::QuarterTurn => 32,
                Metric::Axial => 18,
            };
            assert!(count <= most, "{} {names}", metric.name());
        }
    }
}

/// In every metric the shortest solutions of short scrambles are found, and proved.
#[test]
fn metrics_agree_on_what_is_short() {
    let check = |scramble: &str, metric: Metric, expected: Cost| {
        let start = scramble3(scramble).expect("a scramble");
        let query = CubeQuery { metric, ..query(start) };
        let report = solve(&SMALL.request(query, Method { improve: true, ..two_phase() }));
        assert_eq!(report.length, Some(expected), "{scramble} {}", metric.name());
        assert_eq!(report.status, Status::Solved(Proof::Optimal), "{scramble} {}", metric.name());
    };
    check("R2", Metric::HalfTurn, 1);
    check("R2", Metric::QuarterTurn, 2);
    check("R L'", Metric::Axial, 1);
    check("R L' U2 D F", Metric::HalfTurn, 5);
    check("R L' U2 D F", Metric::QuarterTurn, 6);
    check("R L' U2 D F", Metric::Axial, 3);
    check("R U R' U' F2", Metric::QuarterTurn, 6);
}

/// For instance a robot that lacks an arm needs solutions without that face.
#[test]
fn only_allowed_turns_are_made() {
    for set in ["U,R,F,D,L", "U,R,F,D2,L2,B2", "U1,R1,F1,D1,L1,B1"] {
        let turns = TurnSet::parse(set).expect("a set");
        for cube in random_cubes(2) {
            let report = solve(&SMALL.request(CubeQuery { turns, ..query(cube) }, two_phase()));
            let used = moves(&report).iter().map(|mv| Turn::from_index(usize::from(mv.0)).expect("a turn"));
            assert!(used.into_iter().all(|turn| turns.contains(turn)), "{set}");
        }
    }
}

/// Records the improvements that are reported.
#[derive(Default)]
struct Recorder(Mutex<Vec<(Cost, Vec<Move>)>>);
impl Observer for Recorder {
    fn improved(&self, cost: Cost, moves: &[Move]) {
        self.0.lock().expect("no panic").push((cost, moves.to_vec()));
    }
}

/// A budget of phase 1 solutions gives the same improvements on every run, each a solution and better than the last.
#[test]
fn improvements_within_a_budget() {
    let cube = random_cubes(3)[2];
    let record = || {
        let (recorder, stop) = (Recorder::default(), Stop::default());
        let method = Method { improve: true, max_phase1: Some(300), ..two_phase() };
        let request = FULL.request(query(cube), method);
        let report = request.solve(&Sequential, &Control::new(Limits::default(), &recorder, &stop));
        (recorder.0.into_inner().expect("no panic"), report.expect("solvable"))
    };
    let (recorded, report) = record();
    assert!(recorded.windows(2).all(|pair| pair[1].0 < pair[0].0), "{recorded:?}");
    let cube = FULL.instance(query(cube));
    assert!(recorded.iter().all(|(_, moves)| cube.replay(moves) == Replay::Solved));
    assert_eq!(recorded.last().map(|(cost, _)| *cost), report.length);
    assert!(report.length.expect("solved") <= 21, "{report:?}");
    assert_eq!(record().0, recorded);
}

/// A stop ends the search, with the best solution so far.
#[test]
fn a_stop_ends_it() {
    let cube = random_cubes(1)[0];
    let stop = Stop::default();
    stop.raise(StopReason::Time);
    let request = FULL.request(query(cube), Method { improve: true, ..two_phase() });
    let control = Control::new(Limits::default(), &Silent, &stop);
    let report = request.solve(&Sequential, &control).expect("solvable");
    assert!(matches!(report.status, Status::Solved(Proof::UpperBound) | Status::Stopped(StopReason::Time)));
}

/// All six directions of a fully symmetric cube are one; it is solved like any other.
#[test]
fn symmetric_cubes_are_solved() {
    let superflip = scramble3("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2").expect("a scramble");
    let report = solve(&request(&FULL, superflip));
    assert!((20..=22).contains(&report.length.expect("solved")));
    let distinct: HashSet<Cube3> =
        puzzle::Symmetry::all().map(|symmetry| symmetry.cube(&superflip)).collect();
    assert_eq!(distinct.len(), 1);
}

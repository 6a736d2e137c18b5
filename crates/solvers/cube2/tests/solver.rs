//! The 2x2x2 against published counts and against slower and simpler programs that use only [`Cube2::turned`].

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use deepen_cube2::coords::Position;
use deepen_cube2::exact_table::{HALF_TURNS, N_POSITIONS, QUARTER_TURNS};
use deepen_cube2::{Cube2Solver, EXACT, ExactTable, INFO, PATTERN};
use puzzle::cube::TurnSet;
use puzzle::{Cube2, Turn};
use search::{Cost, Limits, Move, Sequential, StopReason, Threads};
use solver::cube::{CubeQuery, Metric};
use solver::{
    CountResult, CountSpec, Demand, Error, ErrorKind, Heuristic, Method, Names, Proof, Report, Status,
};
use testkit::{limited, silent};

/// Positions spread over the whole range.
fn spread(n: usize) -> impl Iterator<Item = Position> {
    (0..n).map(|i| Position::from_index((i * 1_500_007 + 77) % N_POSITIONS))
}

fn query(start: Cube2, metric: Metric, turns: TurnSet) -> CubeQuery<Cube2> {
    CubeQuery { start, goal: Cube2::SOLVED, metric, turns }
}

fn new() -> Arc<Cube2Solver> {
    Arc::new(Cube2Solver::new())
}

fn solve(
    solver: &Arc<Cube2Solver>,
    query: CubeQuery<Cube2>,
    method: Method,
    limits: Limits,
) -> Result<Report, Error> {
    solver.request(query, method).solve(&Threads::new(2), &limited(limits))
}

/// Returns a solver that has built the exact table.
fn with_table(metric: Metric) -> Arc<Cube2Solver> {
    let solver = new();
    let request = solver.request(query(Cube2::SOLVED, metric, TurnSet::ALL), Method::default());
    request.prepare(Demand::Many, &silent()).expect("it exists");
    solver
}

fn names(report: &Report) -> Vec<String> {
    let cube = new().instance(query(Cube2::SOLVED, Metric::HalfTurn, TurnSet::ALL));
    report.solutions.iter().map(|solution| Names(&cube, solution).to_string()).collect()
}

fn turns(names: &str) -> TurnSet {
    let turn = |name: &str| Turn::all().find(|turn| turn.name() == name).expect("a turn");
    names.split(',').map(turn).collect()
}

/// With few turns, cubes that are held differently are different positions. Half turns that cost two are no levels of moves.
#[test]
fn counts_with_few_turns() {
    let count = |names: &str, metric| {
        let query = query(Cube2::SOLVED, metric, turns(names));
        new().request(query, Method::default()).task.count(&CountSpec::default(), &silent())
    };
    for (names, metric) in [("R,R',U2", Metric::HalfTurn), ("R,R',F,F'", Metric::QuarterTurn)] {
        let counted = count(names, metric).expect("few enough");
        let CountResult::Positions { census, .. } = counted else { panic!("positions are counted") };
        let mut known = HashSet::from([Cube2::SOLVED]);
        let mut level = vec![Cube2::SOLVED];
        let mut expected = Vec::new();
        while !level.is_empty() {
            expected.push(level.len() as u64);
            let next = level.iter().flat_map(|cube| turns(names).iter().map(|turn| cube.turned(turn)));
            level = next.filter(|cube| known.insert(*cube)).collect();
        }
        assert_eq!(census.per_depth, expected, "{names}");
    }
    assert!(count("R2,U2", Metric::QuarterTurn).is_err());
    assert!(count("R2,U2", Metric::HalfTurn).is_ok());
}

#[test]
fn positions_are_numbered_without_gaps() {
    assert_eq!(Position::of(&Cube2::SOLVED), Position::SOLVED);
    for index in (0..N_POSITIONS).step_by(101) {
        let position = Position::from_index(index);
        assert_eq!(position.index(), index);
        let cube = position.cube();
        assert_eq!((cube.normalised(), Position::of(&cube)), (cube, position));
        for turn in Turn::all().take(9) {
            assert_eq!(Position::of(&cube.turned(turn)), position.turned(turn.index()), "{turn}");
        }
    }
}

#[test]
fn distances_have_their_published_distribution() {
    assert_eq!(ExactTable::new(Metric::HalfTurn).per_depth(), HALF_TURNS);
    assert_eq!(ExactTable::new(Metric::QuarterTurn).per_depth(), QUARTER_TURNS);
    for (metric, known) in [(Metric::HalfTurn, &HALF_TURNS[..]), (Metric::QuarterTurn, &QUARTER_TURNS[..])] {
        let control = silent();
        let task = new().request(query(Cube2::SOLVED, metric, TurnSet::ALL), Method::default()).task;
        let counted = task.count(&CountSpec::default(), &control).expect("few enough");
        let CountResult::Positions { census, .. } = counted else { panic!("positions are counted") };
        assert_eq!(census.per_depth, known);
        // The deepest positions are reported as facelets that parse to them.
        let far = puzzle::parse::cube::cube2(&census.deepest[0]).expect("facelets");
        let report = solve(&new(), query(far, metric, TurnSet::ALL), Method::default(), Limits::default());
        assert_eq!(report.expect("solvable").length, Some(known.len() as Cost - 1));
    }
}

/// Distance 0 only at the solved cube, neighbours differ by at most one, and the stored turn lowers the distance.
#[test]
fn the_table_is_consistent() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let exact = ExactTable::new(metric);
        for position in spread(20_000) {
            let distance = exact.distance(position);
            assert_eq!(distance == 0, position == Position::SOLVED);
            let solution = exact.solution_from(position);
            assert_eq!(solution.cost(), distance);
            assert!(position.cube().turned_by(solution.turns().iter().copied()).is_solved());
            let quarters = |turn: &Turn| if turn.quarters() == 2 { 2 } else { 1 };
            let cost = match metric {
                Metric::QuarterTurn => solution.turns().iter().map(quarters).sum(),
                _ => solution.turns().len() as Cost,
            };
            assert_eq!(cost, distance);
            for turn in [0, 2, 3, 5, 6, 8] {
                assert!(exact.distance(position.turned(turn)).abs_diff(distance) <= 1);
            }
        }
    }
}

/// Following the table gives the same moves as a search.
#[test]
fn search_and_table_give_the_same_solution() {
    for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
        let (search, walk) = (new(), with_table(metric));
        for position in spread(300) {
            let solve_with = |solver: &Arc<Cube2Solver>| {
                let query = query(position.cube(), metric, TurnSet::ALL);
                solve(solver, query, Method::default(), Limits::default()).expect("solvable")
            };
            let (searched, walked) = (solve_with(&search), solve_with(&walk));
            assert_eq!((searched.heuristic, walked.heuristic), (PATTERN, EXACT));
            assert_eq!(searched.solutions, walked.solutions, "{}", position.cube().to_facelets());
            assert_eq!((searched.status, searched.length), (walked.status, walked.length));
            assert_eq!(walked.status, Status::Solved(Proof::Optimal));
        }
    }
}

#[test]
fn every_algorithm_with_every_estimate() {
    let solver = new();
    let cube = Cube2::SOLVED.turned_by(
        "R U F2".split(' ').map(|name| Turn::all().find(|turn| turn.name() == name).expect("a turn")),
    );
    for info in INFO.algorithms {
        for heuristic in INFO.heuristics.iter().map(|info| info.heuristic) {
            for (metric, length) in [(Metric::HalfTurn, 3), (Metric::QuarterTurn, 4)] {
                let heuristic = Some(heuristic).filter(|_| info.uses_heuristic);
                let method = Method { heuristic, ..Method::by(info.algorithm) };
                let limits = Limits { max_cost: 5, ..Limits::default() };
                let report =
                    solve(&solver, query(cube, metric, TurnSet::ALL), method, limits).expect("solvable");
                let name = format!(
                    "{} with {}, {}",
                    info.name(),
                    heuristic.map_or("none", Heuristic::name),
                    metric.name()
                );
                let found = report.length.unwrap_or_else(|| panic!("{name}: {:?}", report.status));
                assert!(found >= length, "{name}: {found}");
                if info.optimal {
                    assert_eq!((found, report.status), (length, Status::Solved(Proof::Optimal)), "{name}");
                }
            }
        }
    }
}

/// Returns the cubes that some turns solve within a cost, with their distances, up to orientation.
fn distances(turns: TurnSet, metric: Metric, most: Cost) -> HashMap<Cube2, Cost> {
    // Inverse turns lead there from the solved cube.
    let cost = |turn: Turn| if metric == Metric::QuarterTurn && turn.quarters() == 2 { 2 } else { 1 };
    let mut distance = HashMap::from([(Cube2::SOLVED, 0)]);
    for at in 0..most {
        let level: Vec<Cube2> = distance.iter().filter(|&(_, &d)| d == at).map(|(&cube, _)| cube).collect();
        for cube in level {
            for turn in turns.iter() {
                let entry = distance.entry(cube.turned(turn.inverse())).or_insert(Cost::MAX);
                *entry = (*entry).min(at + cost(turn));
            }
        }
    }
    distance.retain(|_, d| *d <= most);
    let mut nearest: HashMap<Cube2, Cost> = HashMap::new();
    for (cube, d) in distance {
        let entry = nearest.entry(cube.normalised()).or_insert(Cost::MAX);
        *entry = (*entry).min(d);
    }
    nearest
}

#[test]
fn few_turns_are_as_long_as_a_plain_search_says() {
    let solver = new();
    for (names, most) in [
        ("U,R", 6),
        ("U,D", 6),
        ("D,L,B", 5),
        ("U,D,R2", 5),
        ("R,L',F2", 5),
        ("U2,R2,F2", 4),
        ("U,U',R,R',F,F'", 4),
        ("U,U2,U',R,R2,R',F,F2,F',D,L,B", 4),
        ("B'", 3),
    ] {
        for metric in [Metric::HalfTurn, Metric::QuarterTurn] {
            let set = turns(names);
            let known = distances(set, metric, most);
            for (cube, &distance) in known.iter().step_by(1 + known.len() / 60) {
                for heuristic in [PATTERN, EXACT] {
                    let method = Method { heuristic: Some(heuristic), ..Method::default() };
                    let report = solve(&solver, query(*cube, metric, set), method, Limits::default());
                    let report = report.unwrap_or_else(|error| panic!("{names}: {error}"));
                    assert_eq!(report.length, Some(distance), "{names}, {}: {:?}", metric.name(), cube);
                }
            }
        }
    }
}

#[test]
fn what_few_turns_cannot_reach_is_refused() {
    let turned = |name: &str| Cube2::SOLVED.turned(Turn::all().find(|t| t.name() == name).expect("a turn"));
    let unreachable = |names: &str| {
        let turns = turns(names);
        let message = format!("no sequence of the turns {turns} leads from this cube to the goal");
        Some(Error::unsolvable(message).hint("allow more turns by --moves"))
    };
    let refused = |start: Cube2, names: &str| {
        solve(&new(), query(start, Metric::HalfTurn, turns(names)), Method::default(), Limits::default())
            .err()
    };
    assert_eq!(refused(turned("R"), "U,F2"), unreachable("U,F2"));
    assert_eq!(refused(turned("R"), "U2,R2,F2"), unreachable("U2,R2,F2"));
    // A turn of L is one of R in another orientation.
    assert_eq!(refused(turned("R"), "L"), None);
    assert_eq!(refused(turned("R"), "D,B,L2"), None);
    // Neither U nor F moves the corner DRB.
    assert_eq!(refused(turned("R"), "U,F"), unreachable("U,F"));
}

#[test]
fn axial_turns_are_refused() {
    let query = query(Cube2::SOLVED, Metric::Axial, TurnSet::ALL);
    let error = solve(&new(), query, Method::default(), Limits::default()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Usage);
    assert!(error.message.starts_with("the metric axial does not exist for 2x2x2; there,"), "{error}");
}

/// The number of shortest solutions, summed along exact distances, against the list of all solutions.
#[test]
fn all_finds_every_shortest_solution() {
    fn ways(exact: &ExactTable, position: Position, known: &mut HashMap<Position, u64>) -> u64 {
        if position == Position::SOLVED {
            return 1;
        }
        if let Some(&n) = known.get(&position) {
            return n;
        }
        let closer = |turn: &usize| exact.distance(position.turned(*turn)) < exact.distance(position);
        let n = (0..9).filter(closer).map(|turn| ways(exact, position.turned(turn), known)).sum();
        known.insert(position, n);
        n
    }
    let exact = ExactTable::new(Metric::HalfTurn);
    let solver = new();
    let method = Method { all: true, ..Method::default() };
    let mut most = 0;
    for position in spread(40) {
        let query = query(position.cube(), Metric::HalfTurn, TurnSet::ALL);
        let report = solve(&solver, query, method, Limits::default()).expect("solvable");
        let expected = ways(&exact, position, &mut HashMap::new());
        let mut found = names(&report);
        found.sort();
        found.dedup();
        assert_eq!((report.n_solutions, found.len() as u64), (expected, expected));
        most = most.max(expected);
    }
    assert!(most > 5, "some positions have several solutions");
}

/// If half turns count twice, they are searched as two quarter turns, in one of the two directions.
#[test]
fn a_half_turn_is_one_solution() {
    for name in ["U2", "R2", "F2"] {
        let start = Cube2::SOLVED.turned(turns(name).iter().next().expect("a turn"));
        let method = Method { all: true, ..Method::default() };
        let query = query(start, Metric::QuarterTurn, TurnSet::ALL);
        let report = solve(&new(), query, method, Limits::default()).expect("solvable");
        assert_eq!((report.length, report.n_solutions, names(&report)), (Some(2), 1, vec![name.to_string()]));
    }
}

/// Turns of D, L and B add nothing only if every quarter turn of U, R and F is allowed.
#[test]
fn turns_of_other_faces_are_used_if_some_are_missing() {
    let start = Cube2::SOLVED.turned(turns("D").iter().next().expect("a turn"));
    for (allowed, length) in [("U,U2,R,R2,F,F2,D'", 1), ("U,U',R,R',F,F',D'", 1), ("U,U2,R,R2,F,F2", 3)] {
        let query = query(start, Metric::QuarterTurn, turns(allowed));
        let report = solve(&new(), query, Method::default(), Limits::default()).expect("solvable");
        assert_eq!(
            (report.status, report.length),
            (Status::Solved(Proof::Optimal), Some(length)),
            "{allowed}"
        );
    }
}

#[test]
fn another_goal_is_another_cube() {
    let solver = with_table(Metric::HalfTurn);
    for (start, goal) in spread(40).zip(spread(80).skip(40)) {
        let goal = goal.cube().turned(Turn::from_index(9).expect("D"));
        let query = CubeQuery { goal, ..query(start.cube(), Metric::HalfTurn, TurnSet::ALL) };
        let report = solve(&solver, query, Method::default(), Limits::default()).expect("solvable");
        let back = CubeQuery { start: goal, goal: start.cube(), ..query };
        let reverse = solve(&solver, back, Method::default(), Limits::default()).expect("solvable");
        assert_eq!(report.length, reverse.length);
        let played =
            report.solutions[0].iter().map(|mv: &Move| Turn::from_index(usize::from(mv.0)).expect("a turn"));
        let end = query.start.turned_by(played);
        assert!(puzzle::Symmetry::rotations().any(|rotation| end.rotated(rotation) == goal));
    }
}

#[test]
fn a_length_limit_holds_for_both_ways() {
    let far = ExactTable::new(Metric::HalfTurn).positions_at(11).next().expect("there are 2644").cube();
    for solver in [new(), with_table(Metric::HalfTurn)] {
        let limits = Limits { max_cost: 10, ..Limits::default() };
        let report = solve(&solver, query(far, Metric::HalfTurn, TurnSet::ALL), Method::default(), limits);
        let report = report.expect("solvable");
        assert_eq!((report.status, report.lower_bound), (Status::Stopped(StopReason::Cost), 11));
    }
}

#[test]
fn one_thread_is_as_good_as_two() {
    let cube = ExactTable::new(Metric::QuarterTurn).positions_at(14).next().expect("there are 276").cube();
    let method = Method { heuristic: Some(PATTERN), ..Method::default() };
    let request = new().request(query(cube, Metric::QuarterTurn, TurnSet::ALL), method);
    let run = |executor: &dyn search::Executor| {
        let control = silent();
        let report = request.solve(executor, &control).expect("solvable");
        (report.solutions, report.rounds)
    };
    assert!(run(&Sequential) == run(&Threads::new(2)));
}

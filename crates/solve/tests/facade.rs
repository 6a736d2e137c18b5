//! The façade end to end: published counts and lengths, every algorithm with every estimate, the same answer on any
//! number of threads.

use std::collections::HashMap;

use puzzle::{Board, Direction, Goal, parse};
use search::{Control, End, Executor, Limits, Sequential, Silent, Stop, StopReason, Threads};
use solve::recipe::sliding::pattern::partition::{Way, groups};
use solve::{
    Algorithm, Error, Estimate, Family, Method, Parts, Proof, Question, Report, Request, SlideMetric, Solver,
    Status,
};

const KORF: &str = include_str!("../../../testdata/korf100_15puzzle.txt");

/// Boards of the 8-puzzle by distance from a goal with the blank in a corner (OEIS A089473).
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
    17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn board(line: &str) -> Board {
    parse::board::only_board(line).expect("a board")
}

fn solve_with(
    solver: &Solver,
    executor: &dyn Executor,
    limits: Limits,
    request: &Request,
) -> Result<Report, Error> {
    let stop = Stop::default();
    solver.solve(request, executor, &Control::new(limits, &Silent, &stop))
}

fn request(line: &str, goal: &Goal, method: Method) -> Request {
    let board = board(line);
    let goal = goal.board(board.rows(), board.cols()).expect("a legal size");
    Request { question: Question::Sliding { board, goal, metric: SlideMetric::SingleTile }, method }
}

fn census(goal: &Goal) -> solve::Census {
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let goal = goal.board(3, 3).expect("a legal size");
    let question = Question::Sliding { board: goal.clone(), goal, metric: SlideMetric::SingleTile };
    Solver::new().count(&question, &control).expect("small enough")
}

#[test]
fn eight_puzzle_has_its_published_counts() {
    for goal in [Goal::Last, Goal::First] {
        let census = census(&goal);
        assert_eq!(census.per_depth, EIGHT_PUZZLE);
        assert_eq!(census.end, End::Exhausted);
    }
    let snail = census(&Goal::Snail);
    assert_eq!(snail.per_depth.iter().sum::<u64>(), 181_440);
    assert_eq!(snail.per_depth.len(), 31, "from the centre every board is solved in 30");
}

#[test]
fn antipodes_take_31_moves_by_every_optimal_algorithm() {
    let solver = Solver::new();
    for antipode in census(&Goal::Last).deepest {
        for algorithm in
            Algorithm::GENERIC.iter().copied().filter(|a| a.is_optimal() && *a != Algorithm::Dfid)
        {
            let method = Method { algorithm, ..Method::default() };
            let request = request(&antipode, &Goal::Last, method);
            let report = solve_with(&solver, &Sequential, Limits::default(), &request).expect("solvable");
            assert_eq!(report.status, Status::Solved(Proof::Optimal), "{}", algorithm.name());
            assert_eq!((report.length, report.lower_bound), (Some(31), 31), "{}", algorithm.name());
        }
    }
}

/// Every pair agrees on the length, or at least does not beat it.
#[test]
fn every_algorithm_with_every_estimate() {
    let solver = Solver::new();
    for (line, length) in [
        ("1 2 3/4 5 6/7 8 0", 0),
        ("1 2 3/4 5 6/7 0 8", 1),
        ("0 1 3/4 2 5/7 8 6", 4),
        ("8 1 3/4 0 2/7 6 5", 14),
    ] {
        for &algorithm in Algorithm::GENERIC {
            for &estimate in Family::Sliding.estimates() {
                let method = Method { algorithm, estimate: Some(estimate), ..Method::default() };
                let limits = Limits { max_cost: 30, ..Limits::default() };
                let request = request(line, &Goal::Last, method);
                let report = solve_with(&solver, &Sequential, limits, &request).expect("solvable");
                let name = format!("{line}: {} with {}", algorithm.name(), estimate.name());
                let found = report.length.unwrap_or_else(|| panic!("{name}: {:?}", report.status));
                assert!(found >= length && report.lower_bound <= length, "{name}: {found}");
                if algorithm.is_optimal() {
                    assert_eq!(report.status, Status::Solved(Proof::Optimal), "{name}");
                    assert_eq!(found, length, "{name}");
                }
            }
        }
    }
}

/// The easier ones of Korf's hundred; all of them are in the bench.
#[test]
fn korf_boards_take_their_published_lengths() {
    let solver = Solver::new();
    let entries = parse::board::boards(KORF).map(|entry| entry.expect("the file is sound"));
    for entry in entries.filter(|entry| entry.known_length.is_some_and(|length| length <= 50)) {
        let line = entry.board.to_line();
        for estimate in [Estimate::Pattern, Estimate::LinearConflict, Estimate::WalkingDistance] {
            let method = Method { estimate: Some(estimate), ..Method::default() };
            let request = request(&line, &Goal::First, method);
            let report =
                solve_with(&solver, &Threads::new(2), Limits::default(), &request).expect("solvable");
            assert_eq!(report.length, entry.known_length, "{line} with {}", estimate.name());
            assert_eq!(report.status, Status::Solved(Proof::Optimal));
        }
    }
}

#[test]
fn same_answer_and_counts_on_any_number_of_threads() {
    // Korf's 79th and 12th: rounds of a few hundred thousand nodes, split into tasks.
    for line in ["0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15"] {
        for estimate in [Estimate::Manhattan, Estimate::LinearConflict, Estimate::Pattern] {
            let method = Method { estimate: Some(estimate), ..Method::default() };
            let request = request(line, &Goal::First, method);
            let solver = Solver::new();
            let run = |executor: &dyn Executor| {
                let report = solve_with(&solver, executor, Limits::default(), &request).expect("solvable");
                (report.status, report.solutions, report.rounds)
            };
            let expected = run(&Sequential);
            for threads in [1, 2, 7] {
                assert!(run(&Threads::new(threads)) == expected, "{threads} threads, {}", estimate.name());
            }
        }
    }
}

/// Shortest paths counted by adding up over levels, against the list of all solutions.
#[test]
fn all_finds_every_shortest_solution() {
    let goal = Goal::Last.board(3, 3).expect("a legal size");
    let mut paths = HashMap::from([(goal.clone(), (0_u32, 1_u64))]);
    let mut level = vec![goal.clone()];
    for distance in 1..=16 {
        let mut next = Vec::new();
        for board in &level {
            let n = paths[board].1;
            for way in Direction::ALL {
                let mut after = board.clone();
                if after.slide(way).is_none() {
                    continue;
                }
                let entry = paths.entry(after.clone()).or_insert_with(|| {
                    next.push(after);
                    (distance, 0)
                });
                if entry.0 == distance {
                    entry.1 += n;
                }
            }
        }
        level = next;
    }
    let solver = Solver::new();
    let method = Method { all: true, ..Method::default() };
    let mut most = 0;
    for board in level.iter().step_by(7) {
        let question =
            Question::Sliding { board: board.clone(), goal: goal.clone(), metric: SlideMetric::SingleTile };
        let request = Request { question, method };
        let report = solve_with(&solver, &Threads::new(2), Limits::default(), &request).expect("solvable");
        let mut solutions = report.solutions.clone();
        solutions.sort();
        solutions.dedup();
        assert_eq!(report.length, Some(16));
        assert_eq!((solutions.len() as u64, report.n_solutions), (paths[board].1, paths[board].1));
        most = most.max(report.n_solutions);
    }
    assert!(most > 3, "some boards have several solutions");
}

#[test]
fn limits_stop_with_a_proved_bound() {
    let solver = Solver::new();
    let hard = |algorithm| {
        let method = Method { algorithm, estimate: Some(Estimate::Manhattan), ..Method::default() };
        request("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", &Goal::First, method)
    };
    let check = |algorithm: Algorithm, limits: Limits, reason: StopReason| {
        let limits =
            if algorithm == Algorithm::DepthFirst { Limits { max_cost: 40, ..limits } } else { limits };
        let report = solve_with(&solver, &Sequential, limits, &hard(algorithm)).expect("solvable");
        assert_eq!(report.status, Status::Stopped(reason), "{}", algorithm.name());
        assert!(report.lower_bound <= 57, "{}: {}", algorithm.name(), report.lower_bound);
        report.lower_bound
    };
    // A greedy search is done before it can be stopped.
    for algorithm in Algorithm::GENERIC.iter().copied().filter(|&algorithm| algorithm != Algorithm::Greedy) {
        let bound = check(algorithm, Limits { max_nodes: 100_000, ..Limits::default() }, StopReason::Nodes);
        assert!(bound > 0 || algorithm == Algorithm::DepthFirst, "{}", algorithm.name());
    }
    assert_eq!(check(Algorithm::IdaStar, Limits { max_cost: 45, ..Limits::default() }, StopReason::Cost), 47);
    for algorithm in [Algorithm::AStar, Algorithm::BreadthFirst, Algorithm::Uniform] {
        check(algorithm, Limits { max_memory: 1 << 20, ..Limits::default() }, StopReason::Memory);
    }
}

#[test]
fn impossible_requests_are_refused_with_their_reason() {
    let refuse = |line: &str, goal: &Goal, method: Method| {
        solve_with(&Solver::new(), &Sequential, Limits::default(), &request(line, goal, method)).unwrap_err()
    };
    let plain = Method::default();
    assert_eq!(
        refuse("1 2 3/4 5 6/8 7 0", &Goal::Last, plain),
        Error::Unsolvable { goal: "last".to_string(), reachable: vec![Goal::Snail] }
    );
    assert_eq!(refuse("3 2/1 0", &Goal::Last, plain).to_string().find("cannot reach"), Some(11));
    let all = Method { all: true, algorithm: Algorithm::AStar, ..plain };
    assert_eq!(refuse("1 2/0 3", &Goal::Last, all), Error::FindsOne(Algorithm::AStar));
    let cut_off = Method { algorithm: Algorithm::DepthFirst, ..plain };
    assert_eq!(refuse("1 2/0 3", &Goal::Last, cut_off), Error::NoCutOff);
    let walking = Method { estimate: Some(Estimate::WalkingDistance), ..plain };
    let five = Goal::Last.board(5, 5).expect("a legal size").to_line();
    assert!(matches!(refuse(&five, &Goal::Last, walking), Error::NoEstimate { .. }));
    let phases = Method { algorithm: Algorithm::TwoPhase, ..plain };
    assert_eq!(
        refuse("1 2/0 3", &Goal::Last, phases).to_string(),
        "two-phase does not exist for sliding; expected ida, dfid, dfs, bfs, astar, weighted-astar, greedy, uniform, construct, beam"
    );
    let exact = Method { estimate: Some(Estimate::Exact), ..plain };
    assert_eq!(
        refuse("1 2/0 3", &Goal::Last, exact),
        Error::ForeignEstimate { estimate: Estimate::Exact, family: Family::Sliding }
    );
    let improve = Method { improve: true, ..plain };
    assert_eq!(refuse("1 2/0 3", &Goal::Last, improve), Error::CannotImprove(Algorithm::IdaStar));
    let huge = Goal::Last.board(17, 17).expect("a legal size").to_line();
    assert!(matches!(refuse(&huge, &Goal::Last, plain), Error::TooLarge { most: 256, .. }));
}

/// Boards that no machine word holds, and the largest.
#[test]
fn larger_boards() {
    for (rows, cols) in [(5, 5), (6, 6), (3, 9), (16, 16), (2, 100)] {
        let mut board = Goal::Last.board(rows, cols).expect("a legal size");
        for way in [Direction::Down, Direction::Right, Direction::Right, Direction::Up, Direction::Left] {
            board.slide(way);
        }
        for algorithm in [Algorithm::IdaStar, Algorithm::AStar] {
            let request = request(&board.to_line(), &Goal::Last, Method { algorithm, ..Method::default() });
            let report =
                solve_with(&Solver::new(), &Sequential, Limits::default(), &request).expect("solvable");
            assert_eq!(report.length, Some(5), "{rows}x{cols}");
        }
    }
}

/// Boards side by side get the answers that each gets alone, whatever stands between them.
#[test]
fn boards_are_solved_side_by_side() {
    // A group of seven tiles is large enough for its table to be waited for.
    let parts = Some("7-4".parse().expect("sizes"));
    let method = Method { parts, ..Method::default() };
    let mut board = Goal::Last.board(3, 4).expect("a legal size");
    let mut seed = 1_u64;
    let mut next = || {
        for _ in 0..501 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            board.slide(Direction::ALL[(seed >> 33) as usize % 4]);
        }
        request(&board.to_line(), &Goal::Last, method)
    };
    let mut requests: Vec<Request> = (0..40).map(|_| next()).collect();
    // One that has no solution, one of another size and one that is asked for in another way.
    let unsolvable = "2 1 3 4 / 5 6 7 8 / 9 10 11 0";
    requests.insert(3, request(unsolvable, &Goal::Last, method));
    requests.insert(7, request("1 2 3 / 4 5 6 / 7 0 8", &Goal::Last, Method::default()));
    let all = Method { all: true, ..method };
    requests.insert(9, Request { method: all, ..next() });
    let solver = Solver::new();
    let stop = Stop::default();
    let control = Control::new(Limits::default(), &Silent, &stop);
    let each = solver.solve_each(&requests, &Sequential, &control);
    assert_eq!(each.len(), requests.len());
    for (i, (request, report)) in requests.iter().zip(each).enumerate() {
        match (solve_with(&solver, &Sequential, Limits::default(), request), report) {
            (Ok(alone), Ok(report)) => {
                assert_eq!(report.status, Status::Solved(Proof::Optimal));
                assert_eq!((alone.length, &alone.solutions), (report.length, &report.solutions), "{i}");
                assert_eq!(alone.lower_bound, report.lower_bound);
            }
            (Err(alone), Err(error)) => assert_eq!((alone, i), (error, 3)),
            (alone, report) => panic!("{i}: {alone:?} alone, {report:?} beside others"),
        }
    }
}

/// Groups named tile by tile are the same groups as those of their sizes, whichever is named first; others are as good for an answer.
#[test]
fn groups_of_tiles_may_be_named() {
    let solver = Solver::new();
    let solve = |line: &str, goal: &Goal, groups: &str| {
        let parts = Some(groups.parse().expect("groups"));
        let request = request(line, goal, Method { parts, ..Method::default() });
        let report = solve_with(&solver, &Sequential, Limits::default(), &request).expect("a sound request");
        assert_eq!(report.status, Status::Solved(Proof::Optimal));
        (report.length, report.counts.generated)
    };
    // The first of Korf's hundred.
    let line = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let by_sizes = solve(line, &Goal::First, "6-6-3");
    assert_eq!(by_sizes.0, Some(57));
    for groups in ["1,2,4,5,8,9/3,6,7,10,11,15/12,13,14", "14,13,12/15,11,10,7,6,3/9,8,5,4,2,1"] {
        assert_eq!(solve(line, &Goal::First, groups), by_sizes, "{groups}");
    }
    let (length, nodes) = solve(line, &Goal::First, "1,2,3,5,6,7/4,8,9,12,13/10,11,14,15");
    assert_eq!(length, Some(57));
    assert_ne!(nodes, by_sizes.1);
    let line = "8 6 7/2 5 4/3 0 1";
    let lengths = ["4-4", "1,2,3,4/5,6,7,8", "1,3,5,7/2,4,6,8+blank", "1/2/3/4/5/6/7/8"]
        .map(|groups| solve(line, &Goal::Last, groups).0);
    assert_eq!(lengths, [Some(31); 4]);
    // No symmetry to look from, so that there is a second parting.
    let goal = Goal::Snail.board(4, 4).expect("a legal size");
    let mut scrambled = goal.clone();
    for letter in "ULDRRDLLURULDDRURDLULDRRULLD".repeat(3).chars() {
        scrambled.slide(Direction::from_letter(letter).expect("a letter"));
    }
    let line = scrambled.to_line();
    let by_sizes = solve(&line, &Goal::Snail, "5-5-5");
    assert!(by_sizes.0 > Some(20), "{by_sizes:?}");
    assert_eq!(solve(&line, &Goal::Snail, &five_each(&goal)), by_sizes);

    let other = |groups: &str, expected: &str| {
        let parts = Some(groups.parse().expect("groups"));
        let request = request("1 2 3/4 5 6/0 7 8", &Goal::Last, Method { parts, ..Method::default() });
        let error = solve_with(&solver, &Sequential, Limits::default(), &request).expect_err("a misfit");
        assert_eq!(error.to_string(), expected);
    };
    other(
        "1,2,3/4,5,6,7",
        "tile 8 is in no group of 1,2,3/4,5,6,7; expected all tiles of a 3x3 board, 1 to 8",
    );
    other(
        "1,2,3/4,5,6,7/8,9",
        "tile 9 in the groups 1,2,3/4,5,6,7/8,9 is not on a 3x3 board; expected tiles 1 to 8",
    );
}

/// The tiles of 5-5-5 on a board of 4x4.
fn five_each(goal: &Board) -> String {
    let tiles = |homes: &[usize]| {
        homes.iter().map(|&home| goal.tiles()[home].to_string()).collect::<Vec<_>>().join(",")
    };
    let groups = groups(goal, Parts::equal(15, 5), Way::First);
    groups.iter().map(|group| tiles(&group.homes)).collect::<Vec<_>>().join("/")
}

//! Searches end to end: published counts and lengths, every algorithm with every heuristic, the same answer on any number
//! of threads.

use crate::common;

use std::collections::HashMap;
use std::sync::Arc;

use deepen_sliding::pdb::partition::{PartitionSpec, Variant, groups};
use deepen_sliding::{
    INFO, LINEAR_CONFLICT, MANHATTAN, PATTERN, SlideMetric, SlidingError, SlidingSolver, WALKING_DISTANCE,
};
use puzzle::{Board, Direction, Goal, parse};
use search::{End, Executor, Limits, Sequential, StopReason, Threads};
use solver::{
    Algorithm, AlgorithmInfo, Census, CountResult, CountSpec, Error, Heuristic, Method, OptionValue, Proof,
    Purpose, PuzzleRef, Report, Request, Solver, Status, TaskSpec, Text,
};
use testkit::{Lcg, limited, silent};

use common::solver;

const KORF: &str = include_str!("../../../../testdata/korf100_15puzzle.txt");

/// Boards of the 8-puzzle by distance from a goal with the blank in a corner (OEIS A089473).
const EIGHT_PUZZLE: [u64; 32] = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993,
    17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
];

fn board(line: &str) -> Board {
    parse::board::only_board(line).expect("a board")
}

fn solve_with(executor: &dyn Executor, limits: Limits, request: &Request) -> Result<Report, Error> {
    request.solve(executor, &limited(limits))
}

fn request(solver: &Arc<SlidingSolver>, line: &str, goal: &Goal, method: Method) -> Request {
    in_groups(solver, line, goal, None, method)
}

fn in_groups(
    solver: &Arc<SlidingSolver>,
    line: &str,
    goal: &Goal,
    groups: Option<PartitionSpec>,
    method: Method,
) -> Request {
    let task = common::task(solver, goal, SlideMetric::SingleTile, groups);
    common::request(&task, &board(line), method)
}

/// Counts boards by a request as front ends make it.
fn census(goal: &Goal) -> Census {
    let control = silent();
    let mut spec = TaskSpec::new(PuzzleRef::Named("sliding".to_string()), Purpose::Count);
    spec.goals.push(Text::given(goal.name()));
    spec.options.set("size", OptionValue::Text(Text::given("3x3")));
    let task = solver().task(&spec).expect("a sound task");
    match task.count(&CountSpec::default(), &control).expect("small enough") {
        CountResult::Positions { census, size, .. } => {
            assert_eq!(size.as_deref(), Some("3x3"));
            census
        }
        _ => unreachable!("boards are counted"),
    }
}

/// The generic search algorithms.
fn generic() -> impl Iterator<Item = &'static AlgorithmInfo> {
    INFO.algorithms.iter().take(AlgorithmInfo::GENERIC.len())
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
    let solver = solver();
    for antipode in census(&Goal::Last).deepest {
        for info in generic().filter(|info| info.optimal && info.algorithm != Algorithm::DFID) {
            let algorithm = info.algorithm;
            let request = request(&solver, &antipode, &Goal::Last, Method::by(algorithm));
            let report = solve_with(&Sequential, Limits::default(), &request).expect("solvable");
            assert_eq!(report.status, Status::Solved(Proof::Optimal), "{}", algorithm.name());
            assert_eq!((report.length, report.lower_bound), (Some(31), 31), "{}", algorithm.name());
        }
    }
}

/// Optimal algorithms agree on the length, and no other finds a shorter one.
#[test]
fn every_algorithm_with_every_heuristic() {
    let solver = solver();
    for (line, length) in [
        ("1 2 3/4 5 6/7 8 0", 0),
        ("1 2 3/4 5 6/7 0 8", 1),
        ("0 1 3/4 2 5/7 8 6", 4),
        ("8 1 3/4 0 2/7 6 5", 14),
    ] {
        for info in generic() {
            let algorithm = info.algorithm;
            for heuristic in INFO.heuristics.iter().map(|info| info.heuristic) {
                let method = Method { heuristic: Some(heuristic), ..Method::by(algorithm) };
                let limits = Limits { max_cost: 30, ..Limits::default() };
                let request = request(&solver, line, &Goal::Last, method);
                let report = solve_with(&Sequential, limits, &request).expect("solvable");
                let name = format!("{line}: {} with {}", algorithm.name(), heuristic.name());
                let found = report.length.unwrap_or_else(|| panic!("{name}: {:?}", report.status));
                assert!(found >= length && report.lower_bound <= length, "{name}: {found}");
                if info.optimal {
                    assert_eq!(report.status, Status::Solved(Proof::Optimal), "{name}");
                    assert_eq!(found, length, "{name}");
                }
            }
        }
    }
}

/// The easier ones of Korf's hundred; the bench solves all of them.
#[test]
fn korf_boards_take_their_published_lengths() {
    let solver = solver();
    let entries = parse::board::boards(KORF).map(|entry| entry.expect("the file is sound"));
    for entry in entries.filter(|entry| entry.known_length.is_some_and(|length| length <= 50)) {
        let line = entry.board.to_line();
        for heuristic in [PATTERN, LINEAR_CONFLICT, WALKING_DISTANCE] {
            let method = Method { heuristic: Some(heuristic), ..Method::default() };
            let request = request(&solver, &line, &Goal::First, method);
            let report = solve_with(&Threads::new(2), Limits::default(), &request).expect("solvable");
            assert_eq!(report.length, entry.known_length, "{line} with {}", heuristic.name());
            assert_eq!(report.status, Status::Solved(Proof::Optimal));
        }
    }
}

#[test]
fn same_answer_and_counts_on_any_number_of_threads() {
    // Korf's 79th and 12th: rounds of a few hundred thousand nodes, split into tasks.
    for line in ["0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", "14 1 9 6/4 8 12 5/7 2 3 0/10 11 13 15"] {
        for heuristic in [MANHATTAN, LINEAR_CONFLICT, PATTERN] {
            let method = Method { heuristic: Some(heuristic), ..Method::default() };
            let request = request(&solver(), line, &Goal::First, method);
            let run = |executor: &dyn Executor| {
                let report = solve_with(executor, Limits::default(), &request).expect("solvable");
                (report.status, report.solutions, report.rounds)
            };
            let expected = run(&Sequential);
            for threads in [1, 2, 7] {
                assert!(run(&Threads::new(threads)) == expected, "{threads} threads, {}", heuristic.name());
            }
        }
    }
}

/// Numbers of shortest paths, added up over levels, against the list of all solutions.
#[test]
fn all_finds_every_shortest_solution() {
    let goal = Goal::Last.board(3, 3).expect("a legal size");
    let mut paths = HashMap::from([(goal.clone(), (0_u32, 1_u64))]);
    let mut level = vec![goal.clone()];
    for distance in 1..=16 {
        let mut next = Vec::new();
        for board in &level {
            let n = paths[board].1;
            for dir in Direction::ALL {
                let mut after = board.clone();
                if after.slide(dir).is_none() {
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
    let solver = solver();
    let method = Method { all: true, ..Method::default() };
    let mut most = 0;
    for board in level.iter().step_by(7) {
        let request = request(&solver, &board.to_line(), &Goal::Last, method);
        let report = solve_with(&Threads::new(2), Limits::default(), &request).expect("solvable");
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
    let solver = solver();
    let hard = |algorithm| {
        let method = Method { heuristic: Some(MANHATTAN), ..Method::by(algorithm) };
        request(&solver, "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", &Goal::First, method)
    };
    let check = |algorithm: Algorithm, limits: Limits, reason: StopReason| {
        let limits =
            if algorithm == Algorithm::DEPTH_FIRST { Limits { max_cost: 40, ..limits } } else { limits };
        let report = solve_with(&Sequential, limits, &hard(algorithm)).expect("solvable");
        assert_eq!(report.status, Status::Stopped(reason), "{}", algorithm.name());
        assert!(report.lower_bound <= 57, "{}: {}", algorithm.name(), report.lower_bound);
        report.lower_bound
    };
    // A greedy search finishes before it can be stopped.
    for algorithm in generic().map(|info| info.algorithm).filter(|&algorithm| algorithm != Algorithm::GREEDY)
    {
        let bound = check(algorithm, Limits { max_nodes: 100_000, ..Limits::default() }, StopReason::Nodes);
        assert!(bound > 0 || algorithm == Algorithm::DEPTH_FIRST, "{}", algorithm.name());
    }
    assert_eq!(
        check(Algorithm::IDA_STAR, Limits { max_cost: 45, ..Limits::default() }, StopReason::Cost),
        47
    );
    for algorithm in [Algorithm::A_STAR, Algorithm::BREADTH_FIRST, Algorithm::UNIFORM] {
        check(algorithm, Limits { max_memory: 1 << 20, ..Limits::default() }, StopReason::Memory);
    }
}

#[test]
fn impossible_requests_are_refused_with_their_reason() {
    let refuse = |line: &str, goal: &Goal, method: Method| {
        solve_with(&Sequential, Limits::default(), &request(&solver(), line, goal, method)).unwrap_err()
    };
    let plain = Method::default();
    let unsolvable = refuse("1 2 3/4 5 6/8 7 0", &Goal::Last, plain);
    assert_eq!(
        unsolvable,
        SlidingError::Unsolvable { goal: "last".to_string(), reachable: vec![Goal::Snail] }.into()
    );
    assert_eq!(unsolvable.hint.as_deref(), Some("try --goal snail"));
    assert_eq!(refuse("3 2/1 0", &Goal::Last, plain).to_string().find("cannot reach"), Some(11));
    let message = |method: Method| refuse("1 2/0 3", &Goal::Last, method).to_string();
    assert_eq!(
        message(Method { all: true, ..Method::by(Algorithm::A_STAR) }),
        "astar finds one solution; all optimal solutions are found by ida and dfid"
    );
    assert_eq!(
        message(Method::by(Algorithm::DEPTH_FIRST)),
        "depth-first search needs a cut-off; expected a length limit"
    );
    let five = Goal::Last.board(5, 5).expect("a legal size").to_line();
    let walking = Method { heuristic: Some(WALKING_DISTANCE), ..plain };
    assert_eq!(
        refuse(&five, &Goal::Last, walking),
        SlidingError::NoHeuristic { heuristic: WALKING_DISTANCE, size: "5x5".to_string() }.into()
    );
    assert_eq!(
        message(Method::by(Algorithm::TWO_PHASE)),
        "two-phase does not exist for sliding; expected ida, dfid, dfs, bfs, astar, weighted-astar, greedy, uniform, construct, beam"
    );
    assert_eq!(
        message(Method { heuristic: Some(Heuristic("exact")), ..plain }),
        "the heuristic exact does not exist for sliding; expected none, misplaced, manhattan, linear-conflict, walking-distance, pattern"
    );
    assert_eq!(
        message(Method { improve: true, ..plain }),
        "ida ends with its first solution and cannot improve it"
    );
    let huge = Goal::Last.board(17, 17).expect("a legal size").to_line();
    assert_eq!(
        refuse(&huge, &Goal::Last, plain),
        SlidingError::TooLarge { size: "17x17".to_string() }.into()
    );
}

/// Boards that fit no machine word, and the largest: those of more than 25 cells by searches without a proof of
/// optimality.
#[test]
fn larger_boards() {
    let large = [Algorithm::GREEDY, Algorithm::WEIGHTED_A_STAR];
    let all = [Algorithm::IDA_STAR, Algorithm::A_STAR, Algorithm::GREEDY, Algorithm::WEIGHTED_A_STAR];
    for (rows, cols) in [(5, 5), (6, 6), (3, 9), (16, 16), (2, 100)] {
        let mut board = Goal::Last.board(rows, cols).expect("a legal size");
        for dir in [Direction::Down, Direction::Right, Direction::Right, Direction::Up, Direction::Left] {
            board.slide(dir);
        }
        for &algorithm in if rows * cols <= 25 { &all[..] } else { &large } {
            let request = request(&solver(), &board.to_line(), &Goal::Last, Method::by(algorithm));
            let report = solve_with(&Sequential, Limits::default(), &request).expect("solvable");
            assert_eq!(report.length, Some(5), "{rows}x{cols} by {}", algorithm.name());
        }
    }
}

/// Interleaved boards get the same answers as alone, whatever requests are between them.
#[test]
fn boards_are_solved_side_by_side() {
    // A group of seven tiles is large enough for interleaving.
    let groups = Some("7-4".parse().expect("sizes"));
    let method = Method::default();
    let solver = solver();
    let mut board = Goal::Last.board(3, 4).expect("a legal size");
    let mut random = Lcg::new(1);
    let mut next = || {
        for _ in 0..501 {
            board.slide(Direction::ALL[random.below(4)]);
        }
        in_groups(&solver, &board.to_line(), &Goal::Last, groups, method)
    };
    let mut requests: Vec<Request> = (0..40).map(|_| next()).collect();
    // One without a solution, one of another size and one with another method.
    let unsolvable = "2 1 3 4 / 5 6 7 8 / 9 10 11 0";
    requests.insert(3, in_groups(&solver, unsolvable, &Goal::Last, groups, method));
    requests.insert(7, request(&solver, "1 2 3 / 4 5 6 / 7 0 8", &Goal::Last, method));
    let all = Method { all: true, ..method };
    requests.insert(9, Request { method: all, ..next() });
    let control = silent();
    let each = solver::solve_each(&requests, &Sequential, &control);
    assert_eq!(each.len(), requests.len());
    for (i, (request, report)) in requests.iter().zip(each).enumerate() {
        match (solve_with(&Sequential, Limits::default(), request), report) {
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

/// Groups named tile by tile equal those of their sizes, in any order; other groups give the same length.
#[test]
fn groups_of_tiles_may_be_named() {
    let solver = solver();
    let solve = |line: &str, goal: &Goal, groups: &str| {
        let groups = Some(groups.parse().expect("groups"));
        let request = in_groups(&solver, line, goal, groups, Method::default());
        let report = solve_with(&Sequential, Limits::default(), &request).expect("a sound request");
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
    // Without a symmetry there is a second partition.
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
        let groups = Some(groups.parse().expect("groups"));
        let request = in_groups(&solver, "1 2 3/4 5 6/0 7 8", &Goal::Last, groups, Method::default());
        let error = solve_with(&Sequential, Limits::default(), &request).expect_err("a misfit");
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
    let tiles = |goal_cells: &[usize]| {
        goal_cells.iter().map(|&home| goal.tiles()[home].to_string()).collect::<Vec<_>>().join(",")
    };
    let groups = groups(goal, PartitionSpec::equal(15, 5), Variant::First);
    groups.iter().map(|group| tiles(&group.goal_cells)).collect::<Vec<_>>().join("/")
}

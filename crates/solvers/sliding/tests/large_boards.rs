//! The constructive solver, beams, and the multi-tile metric: boards of many shapes and goals, against slower and
//! simpler programs.

use crate::common;

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use deepen_sliding::{
    BEAM, CONSTRUCT, MANHATTAN, MAX_CELLS, PATTERN, SlideMetric, SlidingError, SlidingSolver,
    WALKING_DISTANCE,
};
use puzzle::sliding::solvable;
use puzzle::{Board, Direction, Goal};
use search::{Control, Limits, Move, Sequential, Silent, Stop, StopReason, Threads};
use solver::{Algorithm, Error, Method, Proof, Replay, Report, Request, Status};
use testkit::{SplitMix, limited, silent};

use common::solver;

/// Random boards that are the same on every machine.
struct RandomBoards(SplitMix);

impl RandomBoards {
    fn board(&mut self, rows: usize, cols: usize) -> Board {
        let mut tiles: Vec<u32> = (0..(rows * cols) as u32).collect();
        for i in (1..tiles.len()).rev() {
            tiles.swap(i, self.0.below(i + 1));
        }
        Board::new(rows, cols, tiles).expect("a permutation")
    }

    /// Returns a random board that reaches the goal: of two boards that differ by a swap exactly one does.
    fn board_for(&mut self, goal: &Board) -> Board {
        let board = self.board(goal.rows(), goal.cols());
        if solvable(&board, goal) {
            return board;
        }
        let mut tiles = board.tiles().to_vec();
        let mut cells = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
        let (a, b) = (cells.next().expect("a tile"), cells.next().expect("another"));
        tiles.swap(a, b);
        Board::new(goal.rows(), goal.cols(), tiles).expect("still a permutation")
    }
}

fn request_for(
    solver: &Arc<SlidingSolver>,
    board: &Board,
    goal: &Board,
    metric: SlideMetric,
    method: Method,
) -> Request {
    common::request(&common::task(solver, &Goal::Custom(goal.clone()), metric, None), board, method)
}

fn solve(limits: Limits, request: &Request) -> Report {
    request.solve(&Sequential, &limited(limits)).expect("a sound request")
}

/// Solves random boards of a size to several goals constructively. The solver replays every solution.
fn check_constructed(rows: usize, cols: usize, n: usize, seed: u64) {
    let solver = solver();
    let mut random = RandomBoards(SplitMix::new(seed));
    let any = Goal::Custom(random.board(rows, cols));
    for goal in [Goal::Last, Goal::First, Goal::Snail, any] {
        let goal = goal.board(rows, cols).expect("a legal size");
        for _ in 0..n {
            let board = random.board_for(&goal);
            let request = request_for(&solver, &board, &goal, SlideMetric::SingleTile, Method::by(CONSTRUCT));
            let report = solve(Limits::default(), &request);
            let context = || format!("seed {seed}: {}", board.to_line());
            let length = report.length.unwrap_or_else(|| panic!("{}", context()));
            assert!(report.lower_bound <= length, "{}", context());
            assert_eq!(report.solutions[0].len(), length as usize, "{}", context());
            let is_proved = report.lower_bound == length;
            let proof = if is_proved { Proof::Optimal } else { Proof::UpperBound };
            assert_eq!(report.status, Status::Solved(proof), "{}", context());
        }
    }
}

#[test]
fn boards_of_all_shapes_are_constructed() {
    for (rows, cols) in [(2, 2), (2, 5), (9, 2), (3, 6), (7, 3), (4, 5), (5, 5), (6, 6), (5, 9), (12, 7)] {
        check_constructed(rows, cols, 8, (100 * rows + cols) as u64);
    }
    check_constructed(2, 60, 2, 1);
    check_constructed(50, 3, 2, 2);
    check_constructed(20, 20, 2, 3);
    check_constructed(33, 45, 1, 4);
    check_constructed(2, 520, 1, 5);
    check_constructed(350, 3, 1, 6);
}

/// The bench measures it at length: about 1.7 n³ moves, where plain peeling takes 2.6 n³.
#[test]
fn constructed_solutions_are_short() {
    let goal = Goal::Last.board(30, 30).expect("a legal size");
    let solver = solver();
    let mut random = RandomBoards(SplitMix::new(30));
    let mut length = |_| {
        let board = random.board_for(&goal);
        let request = request_for(&solver, &board, &goal, SlideMetric::SingleTile, Method::by(CONSTRUCT));
        solve(Limits::default(), &request).length.expect("a solution")
    };
    let mean = (0..4).map(&mut length).sum::<u32>() / 4;
    assert!(10 * mean < 18 * 27_000, "{mean} moves, expected less than 1.8 n³");
}

#[test]
fn solved_boards_take_no_moves() {
    let solver = solver();
    for (rows, cols) in [(3, 3), (6, 6), (40, 50)] {
        let goal = Goal::Last.board(rows, cols).expect("a legal size");
        for algorithm in [CONSTRUCT, BEAM] {
            if algorithm == BEAM && goal.n_cells() > MAX_CELLS {
                continue;
            }
            let request = request_for(&solver, &goal, &goal, SlideMetric::SingleTile, Method::by(algorithm));
            let report = solve(Limits::default(), &request);
            assert_eq!((report.length, report.status), (Some(0), Status::Solved(Proof::Optimal)));
        }
    }
}

/// The streamed moves are those of the solution.
#[test]
fn streams_carry_the_same_moves() {
    let solver = solver();
    let mut random = RandomBoards(SplitMix::new(5));
    let goal = Goal::Last.board(40, 30).expect("a legal size");
    let board = random.board_for(&goal);
    for metric in SlideMetric::ALL {
        let request = request_for(&solver, &board, &goal, metric, Method::by(CONSTRUCT));
        let whole = solve(Limits::default(), &request);
        let (stop, mut moves) = (Stop::default(), Vec::new());
        let control = Control::new(Limits::default(), &Silent, &stop);
        let mut take = |some: &[Move]| {
            moves.extend_from_slice(some);
            ControlFlow::Continue(())
        };
        let report = request.stream(&Sequential, &control, &mut take).expect("a sound request");
        assert!(report.solutions.is_empty());
        assert_eq!((report.length, report.status), (whole.length, whole.status));
        assert_eq!(moves, whole.solutions[0]);
        assert!(request.instance.replay(&moves) == Replay::Solved);
    }
    // A search streams its solution in one piece.
    let small = Goal::Last.board(3, 3).expect("a legal size");
    let request =
        request_for(&solver, &random.board_for(&small), &small, SlideMetric::SingleTile, Method::default());
    let (stop, mut moves) = (Stop::default(), Vec::new());
    let control = Control::new(Limits::default(), &Silent, &stop);
    let mut take = |some: &[Move]| {
        moves.extend_from_slice(some);
        ControlFlow::Continue(())
    };
    let report = request.stream(&Sequential, &control, &mut take).expect("a sound request");
    assert!(report.solutions.is_empty());
    assert_eq!((report.length, moves.len() as u32), (Some(report.lower_bound), report.lower_bound));
    assert_eq!(request.instance.replay(&moves), Replay::Solved);
}

#[test]
fn streams_end_when_no_more_is_wanted() {
    let solver = solver();
    let goal = Goal::Last.board(60, 60).expect("a legal size");
    let board = RandomBoards(SplitMix::new(6)).board_for(&goal);
    let request = request_for(&solver, &board, &goal, SlideMetric::SingleTile, Method::by(CONSTRUCT));
    let control = silent();
    let mut n_pieces = 0;
    let mut take = |_: &[Move]| {
        n_pieces += 1;
        ControlFlow::Break(StopReason::Cancelled)
    };
    let report = request.stream(&Sequential, &control, &mut take).expect("a sound request");
    assert_eq!((report.status, report.length), (Status::Stopped(StopReason::Cancelled), None));
    assert_eq!(n_pieces, 1);
    let raised = Stop::default();
    raised.raise(StopReason::Time);
    let control = Control::new(Limits::default(), &Silent, &raised);
    let report = request.solve(&Sequential, &control).expect("a sound request");
    assert_eq!(report.status, Status::Stopped(StopReason::Time));
    let few = Limits { max_memory: 1000, ..Limits::default() };
    assert_eq!(solve(few, &request).status, Status::Stopped(StopReason::Memory));
    let short = Limits { max_cost: 1000, ..Limits::default() };
    assert_eq!(solve(short, &request).status, Status::Stopped(StopReason::Cost));
}

#[test]
fn what_is_too_large_to_search_is_refused() {
    let goal = Goal::Last.board(17, 17).expect("a legal size");
    let control = silent();
    for algorithm in [Algorithm::IDA_STAR, Algorithm::GREEDY, BEAM] {
        let request = request_for(&solver(), &goal, &goal, SlideMetric::SingleTile, Method::by(algorithm));
        let error = request.solve(&Sequential, &control).expect_err("too many cells");
        assert_eq!(error, SlidingError::TooLarge { size: "17x17".to_string() }.into());
    }
    // Searches without a proof of optimality support up to 256 cells, the others up to 25.
    let goal = Goal::Last.board(6, 6).expect("a legal size");
    for metric in SlideMetric::ALL {
        for info in deepen_sliding::INFO.algorithms {
            let algorithm = info.algorithm;
            let request = request_for(&solver(), &goal, &goal, metric, Method::by(algorithm));
            let limits = Limits { max_cost: 30, ..Limits::default() };
            let solved = request.solve(&Sequential, &control.within(limits));
            match info.optimal || algorithm == Algorithm::DEPTH_FIRST {
                true => {
                    let error = SlidingError::TooLargeFor { algorithm, size: "6x6".to_string() };
                    assert_eq!(solved, Err(Error::from(error)));
                }
                false => assert_eq!(solved.expect("a sound request").length, Some(0)),
            }
        }
    }
}

/// A beam is never worse than the incumbent, and wider ones are better on average.
#[test]
fn beams_shorten() {
    let solver = solver();
    let goal = Goal::Last.board(6, 6).expect("a legal size");
    let mut random = RandomBoards(SplitMix::new(7));
    let mut sums = [0; 3];
    for _ in 0..3 {
        let board = random.board_for(&goal);
        let methods = [
            Method::by(CONSTRUCT),
            Method { improve: true, max_phase1: Some(1), ..Method::by(BEAM) },
            Method { improve: true, max_phase1: Some(4), ..Method::by(BEAM) },
        ];
        let lengths = methods.map(|method| {
            let request = request_for(&solver, &board, &goal, SlideMetric::SingleTile, method);
            let report = solve(Limits::default(), &request);
            assert_eq!(report, solve(Limits::default(), &request), "the same again");
            report.length.expect("a solution")
        });
        assert!(lengths[0] > lengths[1] && lengths[1] >= lengths[2], "{lengths:?}");
        sums.iter_mut().zip(lengths).for_each(|(sum, length)| *sum += length);
    }
    // 312 moves by the constructive solver, 230 by the widest of these beams.
    assert!(sums[2] * 10 < sums[0] * 8, "{sums:?}");
}

/// The multi-tile distances of all boards from a goal, by a plain breadth-first search.
fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut found = HashMap::from([(goal.clone(), 0)]);
    let mut level = vec![goal.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for board in &level {
            for dir in Direction::ALL {
                let mut to = board.clone();
                while to.slide(dir).is_some() {
                    if !found.contains_key(&to) {
                        found.insert(to.clone(), depth);
                        next.push(to.clone());
                    }
                }
            }
        }
        if next.is_empty() {
            break;
        }
        level = next;
    }
    found
}

#[test]
fn tiles_that_slide_together_are_one_move() {
    let solver = solver();
    for (rows, cols, farthest) in [(2, 3, None), (3, 2, None), (2, 4, None), (3, 3, Some(24))] {
        for goal in [Goal::Last, Goal::Snail] {
            let is_corner = goal == Goal::Last;
            let goal = goal.board(rows, cols).expect("a legal size");
            let distances = distances(&goal);
            // Known of the 8-puzzle from a corner; without a source.
            if let Some(farthest) = farthest.filter(|_| is_corner) {
                assert_eq!(distances.values().max(), Some(&farthest));
            }
            let mut boards: Vec<_> = distances.iter().collect();
            boards.sort_by_key(|(board, depth)| (**depth, board.tiles().to_vec()));
            for &(board, &depth) in boards.iter().step_by(boards.len() / 40 + 1) {
                for heuristic in [None, Some(MANHATTAN)] {
                    let method = Method { heuristic, ..Method::default() };
                    let request = request_for(&solver, board, &goal, SlideMetric::MultiTile, method);
                    let report = solve(Limits::default(), &request);
                    assert_eq!(report.length, Some(depth), "{}", board.to_line());
                    assert_eq!(report.status, Status::Solved(Proof::Optimal));
                }
            }
        }
    }
}

/// The bounds of the metric, checked on all boards: never above the distance.
#[test]
fn multi_tile_bounds_are_admissible() {
    let solver = solver();
    let goal = Goal::Last.board(2, 4).expect("a legal size");
    for (board, depth) in distances(&goal) {
        for heuristic in [MANHATTAN, WALKING_DISTANCE] {
            let method = Method { heuristic: Some(heuristic), ..Method::default() };
            let request = request_for(&solver, &board, &goal, SlideMetric::MultiTile, method);
            let limits = Limits { max_nodes: 0, ..Limits::default() };
            assert!(solve(limits, &request).lower_bound <= depth, "{}", board.to_line());
        }
    }
}

#[test]
fn multi_tile_searches_agree() {
    let solver = solver();
    let goal = Goal::Last.board(3, 4).expect("a legal size");
    let board = RandomBoards(SplitMix::new(8)).board_for(&goal);
    let length = |algorithm, threads: usize| {
        let request = request_for(&solver, &board, &goal, SlideMetric::MultiTile, Method::by(algorithm));
        let control = silent();
        let report = request.solve(&Threads::new(threads), &control).expect("a sound request");
        (report.length, report.solutions)
    };
    let one = length(Algorithm::IDA_STAR, 1);
    assert_eq!(one, length(Algorithm::IDA_STAR, 2));
    assert_eq!(one.0, length(Algorithm::A_STAR, 1).0);
    // In a constructed solution a run of slides is one move, too.
    assert!(length(CONSTRUCT, 1).0 > one.0);
    assert!(length(BEAM, 1).0 >= one.0);
    let method = Method { heuristic: Some(PATTERN), ..Method::default() };
    let request = request_for(&solver, &board, &goal, SlideMetric::MultiTile, method);
    let control = silent();
    let error = request.solve(&Sequential, &control).expect_err("it counts single tiles");
    assert_eq!(error, SlidingError::NoMultiTile(PATTERN).into());
}

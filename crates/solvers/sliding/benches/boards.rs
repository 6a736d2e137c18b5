//! Large boards: time and number of moves of the constructive solver, for random boards of several sizes, and of beams
//! for smaller ones. Every answer is replayed here and its length compared with the reported one.
//!
//!     cargo bench -p deepen-sliding --bench boards [SIDE ...]

#[path = "../tests/common/mod.rs"]
mod common;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use deepen_sliding::{BEAM, CONSTRUCT, SlideMetric, SlidingSolver, direction};
use puzzle::sliding::solvable;
use puzzle::{Board, Goal};
use search::{Move, Sequential};
use solver::{Demand, Method, Replay, Request};
use testkit::{SplitMix, silent};

use common::solver;

/// Maximum number of moves of a solution, in n³.
const PROMISED: f64 = 2.2;

fn main() {
    let sides: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    let sides = if sides.is_empty() { vec![6, 10, 20, 50, 100, 200] } else { sides };
    println!("size     boards  moves (mean)    / n³  most   ms (mean)  least  ns/move");
    for &side in &sides {
        constructed(side, if side <= 100 { 20 } else { 2 });
    }
    println!("\nbeams    boards  width     moves (mean)  of tile by tile  ms (mean)");
    for side in sides.into_iter().filter(|&side| side <= 10) {
        for probes in [1, 4, 7] {
            beamed(side, probes, 5);
        }
    }
}

/// Random boards, the same in every run.
fn boards(goal: &Board, n: usize) -> Vec<Board> {
    let mut random = SplitMix::new(goal.n_cells() as u64);
    let mut draw = || loop {
        let mut tiles = goal.tiles().to_vec();
        for i in (1..tiles.len()).rev() {
            tiles.swap(i, random.below(i + 1));
        }
        let board = Board::new(goal.rows(), goal.cols(), tiles).expect("a permutation");
        if solvable(&board, goal) {
            return board;
        }
    };
    (0..n).map(|_| draw()).collect()
}

fn constructed(side: usize, n: usize) {
    let goal = Goal::Last.board(side, side).expect("a legal size");
    let solver = solver();
    let cube = (side * side * side) as f64;
    let (mut moves, mut most, mut seconds, mut least) = (0, 0, 0.0, f64::MAX);
    // Reused, so that the time to allocate memory is not measured.
    let mut taken: Vec<Move> = Vec::new();
    for board in boards(&goal, n) {
        let request = request_for(&solver, &board, &goal, Method::by(CONSTRUCT));
        let control = silent();
        request.prepare(Demand::One, &control).expect("a sound request");
        let mut replayed = board.clone();
        let mut length = 0;
        taken.clear();
        let began = Instant::now();
        let mut take = |some: &[Move]| {
            taken.extend_from_slice(some);
            ControlFlow::Continue(())
        };
        let report = request.stream(&Sequential, &control, &mut take).expect("a sound request");
        let took = began.elapsed().as_secs_f64();
        for &mv in &taken {
            replayed.slide(direction(mv)).expect("a possible slide");
            length += 1;
        }
        assert_eq!(replayed, goal);
        assert_eq!(report.length, Some(length));
        assert!(report.lower_bound <= length);
        assert!(side < 20 || f64::from(length) <= PROMISED * cube, "{length} moves for {side}x{side}");
        moves += u64::from(length);
        most = most.max(length);
        seconds += took;
        least = least.min(took);
    }
    let mean = moves as f64 / n as f64;
    println!(
        "{:<9}{n:>6}{mean:>14.0}{:>8.3}{:>6.3}{:>12.2}{:>7.2}{:>9.1}",
        format!("{side}x{side}"),
        mean / cube,
        f64::from(most) / cube,
        1e3 * seconds / n as f64,
        1e3 * least,
        1e9 * seconds / moves as f64,
    );
}

fn beamed(side: usize, probes: u64, n: usize) {
    let goal = Goal::Last.board(side, side).expect("a legal size");
    let solver = solver();
    let (mut beams, mut tiles, mut seconds) = (0, 0, 0.0);
    for board in boards(&goal, n) {
        let control = silent();
        let mut solve = |method: Method| {
            let request = request_for(&solver, &board, &goal, method);
            request.prepare(Demand::One, &control).expect("a sound request");
            let began = Instant::now();
            let report = request.solve(&Sequential, &control).expect("a sound request");
            seconds =
                if method.algorithm == BEAM { seconds + began.elapsed().as_secs_f64() } else { seconds };
            assert_eq!(request.instance.replay(&report.solutions[0]), Replay::Solved);
            assert_eq!(report.length, Some(report.solutions[0].len() as u32));
            u64::from(report.length.expect("a solution"))
        };
        tiles += solve(Method::by(CONSTRUCT));
        let method = Method { improve: true, max_phase1: Some(probes), ..Method::by(BEAM) };
        beams += solve(method);
    }
    println!(
        "{:<9}{n:>6}{:>7}{:>17.1}{:>16.0}%{:>11.1}",
        format!("{side}x{side}"),
        128 << (probes - 1),
        beams as f64 / n as f64,
        100.0 * beams as f64 / tiles as f64,
        1e3 * seconds / n as f64,
    );
}

fn request_for(solver: &Arc<SlidingSolver>, board: &Board, goal: &Board, method: Method) -> Request {
    let goal = Goal::Custom(goal.clone());
    common::request(&common::task(solver, &goal, SlideMetric::SingleTile, None), board, method)
}

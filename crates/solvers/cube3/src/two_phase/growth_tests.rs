//! Tests that the answer does not depend on how far the prune tables have grown.

use std::sync::Arc;

use puzzle::cube::TurnSet;
use puzzle::parse::cube::facelets3;
use puzzle::{Cube3, Face, Turn};
use search::{Cost, End, Move, Silent, Stop};
use solver::Algorithm;
use solver::cube::CubeQuery;
use testkit::{Lcg, samples};

use crate::answer::SearchBounds;

use super::*;

const CUBES: &str = include_str!("../../../../../testdata/cube3_random_1000_facelets.txt");

/// Last complete levels of the prune tables of phase 1 and phase 2; None grows in the background, as for a single cube.
const STAGES: [Option<(Cost, Cost)>; 6] =
    [Some((0, 0)), Some((7, 8)), Some((8, 9)), Some((8, 11)), Some((9, 11)), None];

/// Returns a solver whose tables are at a stage.
fn at<const ROW: usize>(metric: Metric, stage: Option<(Cost, Cost)>) -> MetricSolver<ROW> {
    let solver = MetricSolver::default();
    if let Some((phase1_prune, phase2_prune)) = stage {
        let tables = Tables::new(metric);
        tables.phase1_prune.grow_to(phase1_prune);
        tables.phase2_prune.grow_to(&tables.phase2_coords, phase2_prune);
        assert!(solver.tables.set(Arc::new(tables)).is_ok());
    }
    solver
}

/// Length, moves, lower bound and end.
type Outcome = (Option<Cost>, Vec<Vec<Move>>, Cost, End);

fn outcome<const ROW: usize>(
    solver: &MetricSolver<ROW>,
    cube: Cube3,
    metric: Metric,
    turns: TurnSet,
    method: &Method,
    most: Cost,
) -> Outcome {
    let query = CubeQuery { start: cube, goal: Cube3::SOLVED, metric, turns };
    let (stop, limits) = (Stop::default(), Limits { max_cost: most, ..Limits::default() });
    let control = Control::new(limits, &Silent, &stop);
    let answer = solver.solve(&cube, &query, method, SearchBounds::NONE, &control);
    (answer.cost, answer.solutions, answer.lower_bound, answer.end)
}

fn first() -> Method {
    Method::by(Algorithm::TWO_PHASE)
}

fn random_cubes(n: usize) -> Vec<Cube3> {
    CUBES.lines().step_by(1000 / n).map(|line| facelets3(line).expect("a cube")).collect()
}

/// Cubes a few turns from solved, for which the first solution is improved.
fn near_cubes(n: usize) -> Vec<Cube3> {
    let mut random = Lcg::new(1);
    let mut turn = || Turn::from_index(random.below(Turn::COUNT)).expect("one of 18");
    (0..n).map(|i| Cube3::SOLVED.turned_by((0..4 + i % 9).map(|_| turn()))).collect()
}

fn check<const ROW: usize>(metric: Metric, turns: TurnSet, cubes: &[Cube3], method: &Method, most: Cost) {
    let mut expected: Option<Vec<Outcome>> = None;
    // Every other stage unless many samples are wanted: filling the tables takes longest.
    for stage in STAGES.into_iter().skip(samples(1, 0)).step_by(samples(2, 1)) {
        let solver = at::<ROW>(metric, stage);
        let found: Vec<Outcome> =
            cubes.iter().map(|&cube| outcome(&solver, cube, metric, turns, method, most)).collect();
        assert!(found.iter().all(|(cost, ..)| cost.is_some()), "{metric:?}, {stage:?}");
        let expected = &*expected.get_or_insert_with(|| found.clone());
        for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
            assert_eq!(found, expected, "{metric:?}, cube {i}, {stage:?}");
        }
    }
}

#[test]
fn first_solutions_do_not_depend_on_growth() {
    check::<32>(Metric::HalfTurn, TurnSet::ALL, &random_cubes(100), &first(), 1000);
    check::<32>(Metric::HalfTurn, TurnSet::ALL, &near_cubes(54), &first(), 1000);
}

/// A length limit makes the search longer, so that more tasks compete.
#[test]
fn short_solutions_do_not_depend_on_growth() {
    check::<32>(Metric::HalfTurn, TurnSet::ALL, &random_cubes(25), &first(), 21);
}

#[test]
fn other_metrics_and_turns_do_not_depend_on_growth() {
    check::<32>(Metric::QuarterTurn, TurnSet::ALL, &random_cubes(10), &first(), 1000);
    check::<32>(Metric::QuarterTurn, TurnSet::ALL, &near_cubes(27), &first(), 1000);
    check::<64>(Metric::Axial, TurnSet::ALL, &random_cubes(10), &first(), 1000);
    check::<64>(Metric::Axial, TurnSet::ALL, &near_cubes(27), &first(), 1000);
    let no_back: TurnSet = Turn::all().filter(|turn| turn.face() != Face::B).collect();
    check::<32>(Metric::HalfTurn, no_back, &random_cubes(10), &first(), 1000);
}

/// Improved until the proof, which near cubes reach at once.
#[test]
fn improved_solutions_do_not_depend_on_growth() {
    let improved = Method { improve: true, ..first() };
    check::<32>(Metric::HalfTurn, TurnSet::ALL, &near_cubes(54), &improved, 1000);
}

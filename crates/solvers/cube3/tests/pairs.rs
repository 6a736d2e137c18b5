//! The table of corners and edges inside the subgroup, against plain search over cubes.

use std::collections::HashSet;

use deepen_cube3::inside::Inside;
use deepen_cube3::moves;
use deepen_cube3::pairs::Pairs;
use deepen_cube3::pieces::{PieceMoves, Pieces};
use deepen_cube3::slice::Slices;
use puzzle::Cube3;
use search::Cost;
use solver::cube::Metric;

/// Distances against plain search over cubes whose slice is not looked at, by number of moves.
fn check(metric: Metric, levels: Cost, complete: Cost) {
    let moves = moves::of(metric);
    let inside = Inside::new(moves, &Slices::new(moves));
    let pieces = PieceMoves::new(moves);
    let pairs = Pairs::new(&inside);
    pairs.grow_to(&inside, complete);
    assert_eq!(pairs.distances.complete(), Some(complete));
    let pair = |cube: &Cube3| {
        let places = Pieces::of(cube);
        inside.pair(pieces.corners(&places), pieces.edges(&places, 0)).0
    };
    let key = |cube: &Cube3| -> ([u8; 8], [u8; 8]) {
        (*cube.corner_bytes(), std::array::from_fn(|i| cube.edge(i).0))
    };
    let mut known = HashSet::from([key(&Cube3::SOLVED)]);
    let mut level = vec![Cube3::SOLVED];
    for distance in 0..=levels {
        let mut next = Vec::new();
        for cube in &level {
            let expected = distance.min(complete + 1);
            assert_eq!(pairs.distance(&inside, pair(cube), complete), expected, "{metric:?} {cube:?}");
            for &mv in &inside.moves {
                let to = cube.then(&moves.generators[usize::from(mv)].cube);
                if known.insert(key(&to)) {
                    next.push(to);
                }
            }
        }
        // Of the last level a few do.
        let sparse = if distance + 1 == levels { 20 } else { 1 };
        level = next.into_iter().step_by(sparse).collect();
    }
}

#[test]
fn distances_are_those_of_plain_search() {
    check(Metric::HalfTurn, 7, 8);
    check(Metric::HalfTurn, 6, 5);
    check(Metric::QuarterTurn, 6, 7);
    check(Metric::Axial, 4, 6);
}

//! The corner-edge prune table of phase 2, against plain search over cubes.

use std::collections::HashSet;

use deepen_cube3::coords::piece_permutation::{PieceMoves, PiecePermutation};
use deepen_cube3::coords::slice_permutation::SlicePermutations;
use deepen_cube3::moves;
use deepen_cube3::two_phase::phase2_coords::Phase2Coords;
use deepen_cube3::two_phase::phase2_prune::Phase2Prune;
use puzzle::Cube3;
use search::Cost;
use solver::cube::Metric;

/// Checks distances in moves against plain search over cubes, ignoring the slice edges.
fn check(metric: Metric, levels: Cost, complete: Cost) {
    let moves = moves::of(metric);
    let phase2_coords = Phase2Coords::new(moves, &SlicePermutations::new(moves));
    let pieces = PieceMoves::new(moves);
    let phase2_prune = Phase2Prune::new(&phase2_coords);
    phase2_prune.grow_to(&phase2_coords, complete);
    assert_eq!(phase2_prune.distances.complete(), Some(complete));
    let pair = |cube: &Cube3| {
        let places = PiecePermutation::of(cube);
        phase2_coords.pair(pieces.corner_rank(&places), pieces.edge_rank(&places, 0)).0
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
            assert_eq!(
                phase2_prune.distance(&phase2_coords, pair(cube), complete),
                expected,
                "{metric:?} {cube:?}"
            );
            for &mv in &phase2_coords.moves {
                let to = cube.then(&moves.generators[usize::from(mv)].cube);
                if known.insert(key(&to)) {
                    next.push(to);
                }
            }
        }
        // A sample of the last level is enough.
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

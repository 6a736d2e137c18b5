//! Solutions that look alike. A symmetry that leaves the cube as it is sends solutions to solutions. So does one that makes
//! the cube its inverse, if the solution is then undone: read from its end, each turn the other way round.
//!
//! Which turns may be used does not matter here. A set of solutions is what can be had from one of them, as far as they were
//! found.

use std::collections::HashSet;

use puzzle::{Cube3, Symmetry, Turn};
use search::Move;

use solver::cube::CubeQuery;

/// The ways in which solutions of a cube lead to others.
pub struct SolutionSymmetry {
    /// For each symmetry that leads from solutions to solutions, whether they are undone as well.
    symmetries: Vec<(Symmetry, bool)>,
}

impl SolutionSymmetry {
    /// For solutions of a cube.
    pub fn of(query: &CubeQuery<Cube3>) -> SolutionSymmetry {
        // What leads from the start to the goal leads from their difference to the solved cube.
        let cube = query.goal.inverse().then(&query.start);
        let inverse = cube.inverse();
        let fixes = |symmetry: Symmetry| (symmetry.cube(&cube) == cube).then_some((symmetry, false));
        let inverts = |symmetry: Symmetry| (symmetry.cube(&inverse) == cube).then_some((symmetry, true));
        SolutionSymmetry {
            symmetries: Symmetry::all()
                .filter_map(fixes)
                .chain(Symmetry::all().filter_map(inverts))
                .collect(),
        }
    }

    /// Leaves the first of those that are alike.
    pub fn retain_representatives(&self, solutions: &mut Vec<Vec<Move>>) {
        let mut seen = HashSet::new();
        solutions.retain(|solution| seen.insert(self.canonical_form(solution)));
    }

    /// What all solutions that are alike have in common: the lowest of the ways they can be read.
    fn canonical_form(&self, solution: &[Move]) -> Vec<u8> {
        let turns = || {
            let turn =
                |mv: &Move| Turn::from_index(usize::from(mv.0)).expect("moves are numbered as turns are");
            solution.iter().map(turn)
        };
        let read = |&(symmetry, is_inverted): &(Symmetry, bool)| match is_inverted {
            false => runs(turns().map(|turn| symmetry.turn(turn))),
            true => runs(turns().rev().map(|turn| symmetry.turn(turn).inverse())),
        };
        self.symmetries.iter().map(read).min().expect("a cube looks like itself")
    }
}

/// What turns do, a byte for each run of turns of one axis: two bits for the quarters of each face, and the axis. Turns of
/// one axis can be made in any order, so solutions that differ only there are the same.
fn runs(turns: impl Iterator<Item = Turn>) -> Vec<u8> {
    let mut runs: Vec<u8> = Vec::new();
    for turn in turns {
        let (axis, shift) = (turn.face().axis() as u8, 2 * (turn.face() as u8 / 3));
        match runs.last_mut() {
            Some(run) if *run >> 4 == axis => {
                let quarters = ((*run >> shift) + turn.quarters()) & 3;
                *run = *run & !(3 << shift) | quarters << shift;
            }
            _ => runs.push(axis << 4 | turn.quarters() << shift),
        }
    }
    runs
}

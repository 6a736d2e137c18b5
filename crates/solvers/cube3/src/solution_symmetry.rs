//! Solutions up to symmetry. A symmetry that fixes the cube maps solutions to solutions. So does one that maps the
//! inverse of the cube to the cube, if the solution is then inverted: reversed, with each turn inverted.
//!
//! The set of allowed turns is not considered. A symmetry class consists of the solutions that can be obtained from one
//! of them, as far as they were found.

use std::collections::HashSet;

use puzzle::{Cube3, Symmetry, Turn};
use search::Move;

use solver::cube::CubeQuery;

/// The symmetries that map solutions of a cube to solutions.
pub struct SolutionSymmetry {
    /// Each symmetry, and whether it inverts the solution.
    symmetries: Vec<(Symmetry, bool)>,
}

impl SolutionSymmetry {
    /// Computes the symmetries for the solutions of a cube.
    pub fn of(query: &CubeQuery<Cube3>) -> SolutionSymmetry {
        // A sequence that leads from start to goal solves their difference.
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

    /// Retains the first solution of each symmetry class.
    pub fn retain_representatives(&self, solutions: &mut Vec<Vec<Move>>) {
        let mut seen = HashSet::new();
        solutions.retain(|solution| seen.insert(self.canonical_form(solution)));
    }

    /// Returns the canonical form of a solution's symmetry class: the least of its images.
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

/// Encodes turns, one byte for each run of turns of one axis: two bits for the quarters of each face, and the axis.
/// Turns of one axis commute, so solutions that differ only in their order have the same code.
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

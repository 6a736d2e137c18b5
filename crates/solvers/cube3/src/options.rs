//! Options of the 3x3x3 solver: moves made already, NISS, and solutions up to symmetry.

use puzzle::cube::TurnSet;
use puzzle::parse::cube::{Niss, cancelled, turns3};
use puzzle::{Cube3, Turn};
use search::Move;
use solver::cube::parse_error;
use solver::{Error, KeyText, Purpose, TaskSpec};

use crate::errors::Cube3Error;
use crate::info::{AFTER, NISS, UP_TO_SYMMETRY};

/// The options of a task besides goal, metric and turns.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Cube3Options {
    /// Moves made already; solutions continue after them.
    pub after: Option<Niss>,
    /// Solutions may have a part on the inverse of the scramble (NISS).
    pub niss: bool,
    /// Brackets in a solution to be checked hold moves on the inverse.
    pub reads_inverse: bool,
    /// Only one solution of each symmetry class is returned.
    pub up_to_symmetry: bool,
}

impl Cube3Options {
    /// Reads the options. `is_step` says that the goal is a set of cubes, `has_inverse` that the inverse of every cube
    /// in the goal is in the goal.
    ///
    /// # Errors
    /// If the options do not fit the goal.
    pub fn of_spec(
        spec: &TaskSpec,
        is_step: bool,
        has_inverse: impl Fn() -> bool,
    ) -> Result<Cube3Options, Error> {
        let niss = spec.options.flag(NISS);
        let read = |text| turns3(text, niss).map_err(|error| parse_error(Some("--after"), &error, None));
        let after = spec.options.str(AFTER).map(read).transpose()?;
        if after.as_ref().is_some_and(|after| !after.inverse.is_empty()) && !has_inverse() {
            return Err(Cube3Error::InverseOfGoal.into());
        }
        let is_check = spec.purpose == Purpose::Check;
        // If solutions have no part on the inverse, the option only tells how the moves of `after` are written.
        if niss && !is_check && !is_step && after.is_none() {
            return Err(Cube3Error::NoInverse.into());
        }
        let up_to_symmetry = spec.options.flag(UP_TO_SYMMETRY);
        if up_to_symmetry && is_step {
            return Err(Cube3Error::NoSymmetry.into());
        }
        Ok(Cube3Options {
            after,
            niss: niss && is_step && !is_check,
            reads_inverse: niss && is_check,
            up_to_symmetry,
        })
    }

    /// Adds the options to a canonical text and returns it.
    pub fn key(&self, text: KeyText) -> String {
        let text = text.optional("after", self.after.as_ref().map(Niss::written)).line("niss", self.niss);
        text.line("up to symmetry", self.up_to_symmetry).finish()
    }

    /// Returns the cube to solve: the scramble after the moves made already.
    pub fn start(&self, scramble: &Cube3) -> Cube3 {
        self.after.as_ref().map_or(*scramble, |after| after.applied(scramble))
    }

    /// Returns the moves made already followed by `turns`, and their number.
    pub fn full_solution(&self, turns: &Niss) -> Option<(String, usize)> {
        let after = self.after.as_ref()?;
        let joined = |a: &[Turn], b: &[Turn]| cancelled(&[a, b].concat());
        let whole = Niss {
            normal: joined(&after.normal, &turns.normal),
            inverse: joined(&after.inverse, &turns.inverse),
        };
        Some((whole.written(), whole.n_turns()))
    }

    /// Returns the moves made already followed by `turns` as one sequence without moves on the inverse, and their
    /// number.
    pub fn linear_full_solution(&self, turns: &[Turn]) -> Option<(String, usize)> {
        let after = self.after.as_ref()?;
        let whole = Niss { normal: cancelled(&after.linear(turns)), inverse: Vec::new() };
        Some((whole.written(), whole.n_turns()))
    }

    /// Parses a solution to be checked.
    ///
    /// # Errors
    /// If it cannot be parsed, or has a turn that is not allowed.
    pub fn read_solution(&self, text: &str, allowed: TurnSet) -> Result<Niss, Error> {
        let turns = turns3(text, self.reads_inverse);
        let turns = turns.map_err(|error| parse_error(Some("the solution"), &error, None))?;
        match turns.normal.iter().chain(&turns.inverse).find(|&&turn| !allowed.contains(turn)) {
            Some(&turn) => Err(Cube3Error::ForbiddenTurn { turn }.into()),
            None => Ok(turns),
        }
    }

    /// Returns a note on a solution that solves nothing, if its brackets may have been meant as moves on the inverse.
    pub fn note(&self, text: &str) -> Option<String> {
        let has_brackets = || turns3(text, true).is_ok_and(|turns| !turns.inverse.is_empty());
        let note = "brackets were read as groups; with --niss they are moves on the inverse";
        (!self.reads_inverse && has_brackets()).then(|| note.to_string())
    }
}

/// Returns the moves that are single turns.
pub(crate) fn turn_moves(turns: &[Turn]) -> Vec<Move> {
    turns.iter().map(|turn| Move(turn.index() as u16)).collect()
}

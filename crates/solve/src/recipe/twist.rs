//! What both cubes ask of a request, and how a 3x3x3 solution is replayed.

use std::sync::{Arc, Mutex};

use puzzle::cube::{Generated, TurnSet};
use puzzle::{Cube2, Cube3};
use search::Move;

use super::{cube2, cube3};
use crate::error::Error;
use crate::question::{Family, Metric, Twist};

/// Whether a 2x2x2 can be turned as asked.
///
/// # Errors
/// If not, with the reason.
pub(crate) fn check2(twist: &Twist<Cube2>) -> Result<(), Error> {
    if twist.metric == Metric::Axial {
        let reason = "there, turns of two opposite faces are one turn of either; expected half-turn";
        return Err(Error::ForeignMetric { metric: twist.metric, family: Family::Cube2, reason });
    }
    check(twist.turns, || cube2::is_reachable(twist))
}

/// What a set of turns can reach on the 3x3x3, kept for the next request with the same set: it takes milliseconds to find.
#[derive(Default)]
pub(crate) struct Reach {
    last: Mutex<Option<(TurnSet, Arc<Generated>)>>,
}

impl Reach {
    /// Whether a 3x3x3 can be turned as asked.
    ///
    /// # Errors
    /// If not, with the reason.
    pub(crate) fn check3(&self, twist: &Twist<Cube3>) -> Result<(), Error> {
        check(twist.turns, || self.of(twist.turns).contains(&twist.goal.inverse().then(&twist.start)))
    }

    fn of(&self, turns: TurnSet) -> Arc<Generated> {
        let mut last = self.last.lock().expect("building a group does not panic");
        match &*last {
            Some((known, generated)) if *known == turns => generated.clone(),
            _ => {
                let generated = Arc::new(Generated::by(turns.iter()));
                *last = Some((turns, generated.clone()));
                generated
            }
        }
    }
}

fn check(turns: TurnSet, is_reachable: impl FnOnce() -> bool) -> Result<(), Error> {
    match turns {
        TurnSet::ALL => Ok(()),
        TurnSet::EMPTY => Err(Error::NoTurns),
        _ if is_reachable() => Ok(()),
        _ => Err(Error::Unreachable { turns }),
    }
}

/// Plays moves on the 3x3x3: whether all are allowed and lead to the goal.
pub(crate) fn replay3(twist: &Twist<Cube3>, moves: &[Move]) -> bool {
    let mut cube = twist.start;
    for turn in moves.iter().flat_map(|&mv| cube3::moves::turns_of(twist.metric, mv)) {
        if !twist.turns.contains(*turn) {
            return false;
        }
        cube = cube.turned(*turn);
    }
    cube == twist.goal
}

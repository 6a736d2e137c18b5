//! Checks a position or a solution: replays moves, or tests that the position is solvable.

use std::sync::Arc;

use search::Move;
use solver::{Error, Instance, ReadMoves, Replay, Report};

use crate::items::Item;
use crate::json::{self, Fields, Solvable, Subject};
use crate::plan::Plan;
use crate::session::{Allowance, Progress, Session, Timed};

/// Result of a check.
pub enum Checked {
    /// The position is solvable.
    Solvable {
        /// True if it is solved already.
        is_solved: bool,
    },
    /// Result of replaying moves.
    Judged(Box<Judged>),
}

/// Result of replaying moves.
pub struct Judged {
    /// The position that the moves apply to.
    pub instance: Arc<dyn Instance>,
    /// The moves.
    pub moves: Vec<Move>,
    /// Cost of all moves, including those applied before.
    pub length: u64,
    /// Result of the replay.
    pub played: Replay,
    /// Length of a shortest solution, if requested and proved.
    pub optimal: Option<u32>,
    /// Report and timing of the search for it.
    pub timed: Option<Timed>,
    /// Note to show if the moves do not solve the puzzle.
    pub note: Option<String>,
}

/// Checks an item, or the moves of `solution` on it. If `optimal` is set, a shortest solution is searched for
/// comparison.
///
/// # Errors
/// If the puzzle or the moves cannot be parsed, or the puzzle cannot be solved.
pub fn check(
    item: &Item<'_>,
    solution: Option<&str>,
    optimal: bool,
    plan: &Plan,
    session: &Session<'_>,
    allowance: &Allowance<'_>,
    progress: &dyn Progress,
) -> Result<Checked, Error> {
    let request = plan.request(item)?;
    let Some(solution) = solution else {
        session.check(&request, &plan.limits, plan.timeout)?;
        return Ok(Checked::Solvable { is_solved: request.instance.replay(&[]) == Replay::Solved });
    };
    let ReadMoves { instance, moves, cost_before, note } = request.instance.read_moves(solution)?;
    let instance = instance.unwrap_or_else(|| request.instance.clone());
    let played = instance.replay(&moves);
    let timed = match optimal {
        true => Some(session.solve(&request, allowance, progress)?),
        false => None,
    };
    Ok(Checked::Judged(Box::new(Judged {
        length: instance.cost(&moves) + cost_before,
        optimal: timed.as_ref().and_then(|timed| proved_length(&timed.report)),
        instance,
        moves,
        played,
        timed,
        note: note.filter(|_| played != Replay::Solved),
    })))
}

/// Returns the length of a shortest solution, if one is found and proved.
fn proved_length(report: &Report) -> Option<u32> {
    report.length.filter(|&length| length == report.lower_bound)
}

impl<'a> Solvable<'a> {
    /// Creates the answer for a solvable position.
    pub fn new(item: &'a Item<'a>, plan: &'a Plan, is_solved: bool) -> Solvable<'a> {
        Solvable { subject: Subject::new(item, plan), valid: true, solved: is_solved }
    }
}

impl<'a> json::Judged<'a> {
    /// Creates the answer for moves on an item.
    pub fn new(item: &'a Item<'a>, plan: &'a Plan, judged: &Judged) -> json::Judged<'a> {
        let (verdict, impossible_at) = match judged.played {
            Replay::Solved => ("solved", None),
            Replay::Unsolved => ("unsolved", None),
            Replay::Impossible { at } => ("impossible", Some(at + 1)),
        };
        json::Judged {
            subject: Subject::new(item, plan),
            verdict,
            length: judged.length as usize,
            impossible_at,
            optimal: judged.optimal,
            seconds: judged.timed.as_ref().map(|timed| json::rounded(timed.seconds)),
            table_seconds: judged.timed.as_ref().map(|timed| json::rounded(timed.table_seconds)),
            details: Fields(judged.instance.move_fields(&judged.moves)),
        }
    }
}

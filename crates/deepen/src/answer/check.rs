//! Plays moves and says what comes of it, or says whether there is a solution at all.

use std::sync::Arc;

use search::Move;
use solver::{Error, Instance, ReadMoves, Replay, Report};

use crate::items::Item;
use crate::json::{self, Fields, Solvable, Subject};
use crate::plan::Plan;
use crate::session::{Allowance, Progress, Session, Timed};

/// What is known of a puzzle, or of moves on it.
pub enum Checked {
    /// It can be solved.
    Solvable {
        /// It is.
        is_solved: bool,
    },
    /// What came of some moves.
    Judged(Box<Judged>),
}

/// What came of some moves.
pub struct Judged {
    /// The puzzle that the moves are made on.
    pub instance: Arc<dyn Instance>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What they cost, with those that were made before.
    pub length: u64,
    /// What came of them.
    pub played: Replay,
    /// Moves of a shortest solution, if that was asked for and found.
    pub optimal: Option<u32>,
    /// What the search for it took.
    pub timed: Option<Timed>,
    /// What to say if they do not solve the puzzle.
    pub note: Option<String>,
}

/// Judges an item, or the moves of `solution` on it. A shortest solution is searched for if `optimal` asks for it.
///
/// # Errors
/// If the puzzle or the moves cannot be read, or the puzzle cannot be solved.
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

/// Moves of a shortest solution, if one is found and proved.
fn proved_length(report: &Report) -> Option<u32> {
    report.length.filter(|&length| length == report.lower_bound)
}

impl<'a> Solvable<'a> {
    /// A puzzle that can be solved.
    pub fn new(item: &'a Item<'a>, plan: &'a Plan, is_solved: bool) -> Solvable<'a> {
        Solvable { subject: Subject::new(item, plan), valid: true, solved: is_solved }
    }
}

impl<'a> json::Judged<'a> {
    /// What came of moves on an item.
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

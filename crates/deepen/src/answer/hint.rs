//! Hints: the next move of a shortest solution if one is found in time, else of any solution, and the number of moves
//! left.

use solver::{Error, Names, Proof, Request, Status};

use crate::items::Item;
use crate::json::{self, Fields, Hinted, Subject};
use crate::plan::Plan;
use crate::session::{Allowance, Progress, Session, Timed};
use crate::status;

/// Finds a shortest solution of an item, or any solution if time runs out.
///
/// # Errors
/// If the item cannot be parsed or the request is rejected.
pub fn hint(
    item: &Item<'_>,
    plan: &Plan,
    session: &Session<'_>,
    allowance: &Allowance<'_>,
    progress: &dyn Progress,
) -> Result<(Request, Timed), Error> {
    let request = plan.request(item)?;
    let before = session.solve(&request, allowance, progress)?;
    let Some(plan) =
        plan.fallback_plan().filter(|_| before.report.length.is_none() && !session.is_cancelled())
    else {
        return Ok((request, before));
    };
    let request = plan.request(item)?;
    let mut timed = session.solve(&request, allowance, progress)?;
    timed.seconds += before.seconds;
    timed.table_seconds += before.table_seconds;
    let report = &mut timed.report;
    // The lower bound of the first search holds for any solution.
    report.lower_bound = report.lower_bound.max(before.report.lower_bound);
    if report.length.is_some() && report.length == Some(report.lower_bound) {
        report.status = Status::Solved(Proof::Optimal);
    }
    Ok((request, timed))
}

impl<'a> Hinted<'a> {
    /// Creates the answer for an item.
    pub fn new(item: &'a Item<'a>, plan: &'a Plan, request: &Request, timed: &Timed) -> Hinted<'a> {
        let report = &timed.report;
        let next = report.solutions.first().and_then(|solution| solution.get(..1));
        let instance = &*request.instance;
        Hinted {
            subject: Subject::new(item, plan),
            status: status::status(report),
            mv: next.map(|next| Names(instance, next).to_string()),
            details: Fields(next.map(|next| instance.move_fields(next)).unwrap_or_default()),
            left: report.length,
            seconds: json::rounded(timed.seconds),
            table_seconds: json::rounded(timed.table_seconds),
        }
    }
}

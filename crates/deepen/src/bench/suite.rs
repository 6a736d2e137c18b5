//! The benchmark suite: fixed searches whose node counts depend on nothing but the program.
//!
//! Searches by rounds are bounded below the optimal length, because every round without a solution is searched to its
//! end, however many threads share it. Searches that store states run on one thread until their solution.

use search::{Executor, Limits, StopReason};
use solver::{Error, ErrorKind, MethodSpec, OptionValue, Request, Status, TaskSpec, Text};

use super::korf;
use crate::items::{Layout, items};
use crate::plan::Plan;
use crate::registry::Registry;
use crate::request;
use crate::session::{Allowance, Progress, Session, Timed};

/// A search of the suite.
pub struct Entry {
    /// Name of the instance.
    pub name: String,
    request: Request,
    /// Bound of the last round; None to search for a solution.
    pub bound: Option<u32>,
}

/// The two boards of the 8-puzzle at the largest distance, 31 moves from the goal.
const FARTHEST_1: &str = "8 6 7/2 5 4/3 0 1";
const FARTHEST_2: &str = "6 4 7/8 5 0/3 2 1";
/// One of Korf and Taylor's 24-puzzles (1996), 95 moves.
const KORF_24: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

/// Returns the searches: about a hundred million nodes, a second or two.
///
/// # Errors
/// If one of them is invalid, which is a bug.
pub fn suite(registry: &Registry) -> Result<Vec<Entry>, Error> {
    let mut suite = Vec::new();
    for (number, heuristic, bound) in [
        (1, "manhattan", 53),
        (88, "manhattan", 57),
        (1, "linear-conflict", 55),
        (88, "linear-conflict", 59),
        (1, "walking-distance", 55),
        (88, "walking-distance", 59),
        (17, "pattern", 64),
        (88, "pattern", 63),
    ] {
        let (board, optimal) = korf::instance(number);
        assert!(bound < optimal, "a bound of the suite leaves the solution out");
        let name = format!("korf {number}");
        // Given explicitly, so that nothing depends on when larger tables take over.
        let groups = (heuristic == "pattern").then_some("5-5-5");
        let request = request(registry, &board.to_line(), "first", ("ida", Some(heuristic)), groups)?;
        suite.push(Entry { name, request, bound: Some(bound) });
    }
    let request24 = request(registry, KORF_24, "first", ("ida", Some("pattern")), Some("4-4-4-4-4-4"))?;
    suite.push(Entry { name: "24-puzzle".to_string(), request: request24, bound: Some(87) });
    for (line, algorithm, heuristic, bound) in [
        (FARTHEST_1, "dfid", None, Some(24)),
        (FARTHEST_1, "astar", Some("manhattan"), None),
        (FARTHEST_2, "astar", Some("misplaced"), None),
        (FARTHEST_1, "bfs", None, None),
        (FARTHEST_2, "uniform", None, None),
        (FARTHEST_1, "greedy", Some("manhattan"), None),
        (FARTHEST_2, "weighted-astar", Some("linear-conflict"), None),
    ] {
        let request = request(registry, line, "last", (algorithm, heuristic), None)?;
        suite.push(Entry { name: "8-puzzle".to_string(), request, bound });
    }
    Ok(suite)
}

/// Creates the request to solve a board by a method; `groups` are those of its pattern databases.
pub(super) fn request(
    registry: &Registry,
    board: &str,
    goal: &str,
    (algorithm, heuristic): (&str, Option<&str>),
    groups: Option<&str>,
) -> Result<Request, Error> {
    let mut task = TaskSpec::named("sliding");
    task.goals.push(Text::given(goal));
    if let Some(groups) = groups {
        task.options.set("pattern", OptionValue::Text(Text::given(groups)));
    }
    task.method = MethodSpec {
        algorithm: Some(algorithm.to_string()),
        heuristic: heuristic.map(str::to_string),
        ..MethodSpec::default()
    };
    let asked = request::Request::new(task, vec![Text::given(board)]);
    let plan = Plan::new(registry, &asked)?;
    let items = items(&*plan.task, &asked.inputs, Layout::Auto);
    plan.request(&items[0])
}

impl Entry {
    /// Runs the search.
    ///
    /// # Errors
    /// If the request is rejected.
    pub fn run(
        &self,
        session: &Session<'_>,
        executor: &dyn Executor,
        progress: &dyn Progress,
    ) -> Result<Timed, Error> {
        let unbounded = Limits::default();
        let limits = Limits { max_cost: self.bound.unwrap_or(unbounded.max_cost), ..unbounded };
        session.solve(&self.request, &Allowance { limits, timeout: None, executor }, progress)
    }

    /// Checks that the search ended in a way that makes its node count reproducible.
    ///
    /// # Errors
    /// If it did not.
    pub fn check(&self, timed: &Timed) -> Result<(), Error> {
        let report = &timed.report;
        let in_rounds: u64 = report.rounds.iter().map(|round| round.counts.generated).sum();
        let as_planned = match (self.bound, report.status) {
            (Some(_), Status::Stopped(StopReason::Cost)) => in_rounds == report.counts.generated,
            (None, Status::Solved(_)) => true,
            _ => false,
        };
        if as_planned {
            return Ok(());
        }
        let algorithm = report.algorithm.name();
        let message = format!("{} with {algorithm} ended unexpectedly: this is a bug", self.name);
        Err(Error::new(ErrorKind::Internal, message))
    }
}

#[cfg(test)]
mod tests {
    use search::{Silent, Threads};
    use solver::Demand;

    use super::*;
    use crate::watch::Watch;

    /// Returns the node counts of the suite without its longest rounds.
    fn nodes(session: &Session<'_>, threads: usize) -> Vec<u64> {
        let executor = Threads::new(threads);
        let suite = suite(&Registry::default()).expect("sound searches");
        let shortened = suite.into_iter().map(|entry| Entry { bound: entry.bound.map(|b| b - 4), ..entry });
        let run = |entry: Entry| {
            let timed = entry.run(session, &executor, &Silent).unwrap();
            entry.check(&timed).unwrap();
            timed.report.counts.generated
        };
        shortened.map(run).collect()
    }

    #[test]
    fn nodes_do_not_depend_on_threads() {
        let watch = Watch::new();
        let session = Session::new(&watch, Demand::One);
        assert_eq!(nodes(&session, 1), nodes(&session, 3));
    }
}

//! Comparison of several searches on one puzzle, each under the same limits.

use solver::{
    Algorithm, AlgorithmInfo, Error, ErrorKind, Heuristic, Method, Proof, Report, Request, Status, Task,
};

use crate::plan::Plan;
use crate::session::{Allowance, Progress, Session, Timed};

/// Node limit of a search without heuristic on a puzzle that is too large for it.
const BLIND_NODES: u64 = 5_000_000;

/// A search that was run, with its report.
pub type Run = (Request, Timed);

/// The searches to compare; all if none are named.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CompareSpec {
    /// Algorithms by name.
    pub algorithms: Vec<String>,
    /// Heuristics for each algorithm, by name.
    pub heuristics: Vec<String>,
    /// Limit the nodes of searches without heuristic on large puzzles.
    pub caps_blind_nodes: bool,
}

/// A search to run.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    info: &'static AlgorithmInfo,
    /// None if the algorithm does not use one.
    heuristic: Option<Heuristic>,
    /// Algorithm and heuristic were not both named, so the search is skipped if the two do not fit.
    is_optional: bool,
}

/// Runs searches one after the other. A cancel ends the current search and skips the rest. `left_out` is called for
/// searches that do not exist for this puzzle.
///
/// # Errors
/// If a name is unknown, or no search with a named algorithm or heuristic can be executed.
pub fn compare(
    request: &Request,
    spec: &CompareSpec,
    plan: &Plan,
    session: &Session<'_>,
    allowance: &Allowance<'_>,
    progress: &dyn Progress,
    left_out: &dyn Fn(&str, &Error),
) -> Result<Vec<Run>, Error> {
    if request.task.algorithms().len() == 1 && spec.algorithms.is_empty() {
        let what = request.task.subject();
        let error = Error::usage(format!("{what} are found by one search, so there is nothing to compare"));
        return Err(error.hint("try deepen solve"));
    }
    let mut runs: Vec<Run> = Vec::new();
    let mut refused: Vec<(Candidate, Error)> = Vec::new();
    for candidate in candidates(&*request.task, spec)? {
        if session.is_cancelled() {
            break;
        }
        let Candidate { info, heuristic, is_optional } = candidate;
        let method = Method { algorithm: info.algorithm, heuristic, ..plan.method };
        let mut allowance = *allowance;
        if spec.caps_blind_nodes && is_blind(info) && request.instance.is_large() {
            allowance.limits.max_nodes = BLIND_NODES;
        }
        if info.algorithm == Algorithm::DEPTH_FIRST {
            let shortest = runs.iter().filter_map(|(_, timed)| timed.report.length).min();
            let most = allowance.limits.max_cost;
            allowance.limits.max_cost = most.min(shortest.unwrap_or(most));
        }
        let request = Request { method, ..request.clone() };
        match session.solve(&request, &allowance, progress) {
            // A heuristic that does not suit the puzzle was replaced by one that has run already.
            Ok(timed)
                if is_optional && heuristic != Some(timed.report.heuristic) && has_run(&runs, &timed) => {}
            Ok(timed) => runs.push((request, timed)),
            Err(error) if error.kind == ErrorKind::Usage && is_optional => {
                left_out(info.name(), &error);
                refused.push((candidate, error));
            }
            Err(error) => return Err(error),
        }
    }
    // Every named algorithm and heuristic must have run at least once.
    let is_named = |Candidate { info, heuristic, .. }: &Candidate| {
        let algorithm = info.algorithm;
        let has_algorithm = runs.iter().any(|(request, _)| request.method.algorithm == algorithm);
        let has_heuristic = runs.iter().any(|(request, _)| request.method.heuristic == *heuristic);
        !spec.algorithms.is_empty() && !has_algorithm || !spec.heuristics.is_empty() && !has_heuristic
    };
    match refused.into_iter().find(|(candidate, _)| is_named(candidate)) {
        Some((_, error)) if !session.is_cancelled() => Err(error),
        _ => Ok(runs),
    }
}

/// Returns the searches to run: IDA* with every heuristic, the others with one, unless they are named. Depth-first
/// search comes last because the others find its depth limit.
fn candidates(task: &dyn Task, spec: &CompareSpec) -> Result<Vec<Candidate>, Error> {
    let all: Vec<&'static AlgorithmInfo> = match &spec.algorithms[..] {
        [] => task.algorithms().iter().collect(),
        names => names.iter().map(|name| find(task, name)).collect::<Result<_, _>>()?,
    };
    let named: Vec<Heuristic> =
        spec.heuristics.iter().map(|name| heuristic(task, name)).collect::<Result<_, _>>()?;
    let (informed, usual) = task.compared();
    let mut candidates: Vec<Candidate> = Vec::new();
    for info in all {
        if !info.uses_heuristic {
            candidates.push(Candidate { info, heuristic: None, is_optional: spec.algorithms.is_empty() });
            continue;
        }
        let heuristics = match info.algorithm {
            _ if !named.is_empty() => &named,
            Algorithm::IDA_STAR => &informed,
            _ => &usual,
        };
        let is_optional = named.is_empty() || spec.algorithms.is_empty();
        let candidate = |&heuristic| Candidate { info, heuristic: Some(heuristic), is_optional };
        candidates.extend(heuristics.iter().map(candidate));
    }
    candidates.sort_by_key(|candidate| candidate.info.algorithm == Algorithm::DEPTH_FIRST);
    Ok(candidates)
}

fn find(task: &dyn Task, name: &str) -> Result<&'static AlgorithmInfo, Error> {
    let found = task.algorithms().iter().find(|info| info.is_called(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = task.algorithms().iter().map(AlgorithmInfo::name).collect();
        Error::usage(format!("{name} does not exist for {}; expected {}", task.subject(), names.join(", ")))
    })
}

fn heuristic(task: &dyn Task, name: &str) -> Result<Heuristic, Error> {
    let found = task.heuristics().iter().find(|info| info.is_called(name));
    found.map(|info| info.heuristic).ok_or_else(|| {
        let names: Vec<&str> = task.heuristics().iter().map(|info| info.name()).collect();
        Error::usage(format!(
            "the heuristic {name} does not exist for {}; expected {}",
            task.subject(),
            names.join(", ")
        ))
    })
}

/// True for a generic search without a heuristic.
fn is_blind(info: &AlgorithmInfo) -> bool {
    !info.uses_heuristic && !info.algorithm.is_puzzle_specific()
}

/// True if the same algorithm with the same heuristic has run already.
fn has_run(runs: &[Run], timed: &Timed) -> bool {
    let what = |timed: &Timed| (timed.report.algorithm, timed.report.heuristic);
    runs.iter().any(|(_, other)| what(other) == what(timed))
}

/// Checks that all proofs are consistent.
///
/// # Errors
/// If they contradict each other.
pub fn check_agreement(runs: &[Run]) -> Result<(), Error> {
    let reports = || runs.iter().map(|(_, timed)| &timed.report);
    let shortest = reports().filter_map(|report| report.length).min();
    let proved = reports().map(|report| report.lower_bound).max();
    let optimal = |report: &&Report| report.status == Status::Solved(Proof::Optimal);
    let is_sound = shortest.is_none_or(|shortest| {
        proved <= Some(shortest) && reports().filter(optimal).all(|report| report.length == Some(shortest))
    });
    match is_sound {
        true => Ok(()),
        false => Err(Error::new(ErrorKind::Internal, "the searches contradict each other: this is a bug")),
    }
}

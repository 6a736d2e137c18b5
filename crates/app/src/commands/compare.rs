//! `deepen compare`: several searches on one puzzle, each under the same limits, in one table.

use std::io::{Write, stderr};
use std::path::Path;

use solve::{Algorithm, Demand, Estimate, Family, Method, Proof, Question, Report, Request, Status};

use crate::args;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::file;
use crate::input;
use crate::plan::Plan;
use crate::scene::Scene;
use crate::session::{Allowance, Timed};
use crate::text::{self, Align, grouped, table};
use crate::verdict::{status, stopped_by};
use crate::wire;

/// What a blind search gets on a board that is too large for it.
const BLIND_NODES: u64 = 5_000_000;

/// A search to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Contestant {
    algorithm: Algorithm,
    /// None where the search asks for none.
    estimate: Option<Estimate>,
    /// Nobody named it: it is left out where it does not exist.
    optional: bool,
}

pub fn run(args: &args::Compare, scene: &Scene<'_>) -> anyhow::Result<Exit> {
    let plan = Plan::of_compare(args)?;
    let sources = input::sources(&plan.target.kind(), &args.inputs)?;
    let items = input::items(&plan.target.kind(), &sources);
    let [item] = &items[..] else {
        let message = format!("found {} puzzles, expected one to compare searches on", items.len());
        return Err(Failure::new(Exit::Invalid, message).into());
    };
    let request = plan.request(item)?;
    let contestants = contestants(plan.target.family(), &args.algorithms, &args.heuristics);
    let contest = Contest { plan: &plan, capped: args.limits.max_nodes.is_none(), scene };
    let runs = contest.run(&request, &contestants)?;
    let mut out = scene.out();
    if scene.voice.json {
        let subject = wire::Subject::new(item, &plan);
        let runs = runs.iter().map(|(request, timed)| wire::Run::new(timed, request, &plan)).collect();
        wire::write(&mut out, &wire::Comparison { subject, runs })?;
    } else if args.csv.as_deref() == Some(Path::new("-")) {
        write!(out, "{}", csv(&runs, &plan))?;
    } else {
        if let Some(path) = &args.csv {
            file::replace(path, csv(&runs, &plan).as_bytes())
                .map_err(|error| Failure::io("written", &path.display().to_string(), &error))?;
        }
        let n = text::count_of(plan.threads as u64, "thread");
        writeln!(out, "{}, goal {}, {n}", subject(&request.question), plan.goal_name)?;
        write!(out, "{}", in_words(&runs))?;
    }
    out.flush()?;
    agree(&runs)?;
    Ok(if scene.watch.is_cancelled() { Exit::Limit } else { Exit::Done })
}

/// What is searched: `3x3`, or `2x2x2 in half-turn`.
fn subject(question: &Question) -> String {
    match question {
        Question::Sliding { board, .. } => text::size(board),
        _ => format!("{}, {}", question.family().name(), question.metric_name()),
    }
}

/// Which searches to run: IDA* with every heuristic, the others with one, unless the user says which. Depth-first search
/// comes last because the others find its cut-off.
fn contestants(family: Family, algorithms: &[Algorithm], heuristics: &[Estimate]) -> Vec<Contestant> {
    let all = if algorithms.is_empty() { family.algorithms() } else { algorithms };
    // Everything that estimates something.
    let informed = match family {
        // One table is enough to compare searches by; the others take more time to make than the searches.
        Family::Cube3 => &[Estimate::AtOnce],
        // Rounds without memory have no chance with less.
        Family::Shuffdle => &[Estimate::P1],
        _ => family.estimates().split_first().map_or(&[][..], |(_, informed)| informed),
    };
    let usual: &[Estimate] = match family {
        Family::Sliding => &[Estimate::Manhattan],
        Family::Cube2 | Family::Cube3 | Family::Cube4 => &[Estimate::Pattern],
        Family::Shuffdle => &[Estimate::PathClearing, Estimate::P1],
        Family::Square1 | Family::Defined => &[Estimate::Hashed],
    };
    let mut contestants: Vec<Contestant> = Vec::new();
    for &algorithm in all {
        if !algorithm.uses_heuristic() {
            let optional = algorithms.is_empty();
            contestants.push(Contestant { algorithm, estimate: None, optional });
            continue;
        }
        let estimates = match algorithm {
            _ if !heuristics.is_empty() => heuristics,
            Algorithm::IdaStar => informed,
            _ => usual,
        };
        let optional = heuristics.is_empty();
        let contestant = |&estimate| Contestant { algorithm, estimate: Some(estimate), optional };
        contestants.extend(estimates.iter().map(contestant));
    }
    contestants.sort_by_key(|contestant| contestant.algorithm == Algorithm::DepthFirst);
    contestants
}

struct Contest<'a> {
    plan: &'a Plan,
    /// Whether blind searches on large boards are held short.
    capped: bool,
    scene: &'a Scene<'a>,
}

impl Contest<'_> {
    /// Runs one after the other. An interrupt ends the search under way and those that would follow.
    fn run(&self, request: &Request, contestants: &[Contestant]) -> Result<Vec<(Request, Timed)>, Failure> {
        let session = self.scene.session(&self.plan.store, Demand::One);
        let executor = self.scene.pool(self.plan.threads);
        let mut runs: Vec<(Request, Timed)> = Vec::new();
        for contestant in contestants.iter().take_while(|_| !self.scene.watch.is_cancelled()) {
            let Contestant { algorithm, estimate, optional } = *contestant;
            let method = Method { algorithm, estimate, ..self.plan.method };
            let mut limits = self.plan.limits;
            if self.capped && is_blind(algorithm) && is_large(&request.question) {
                limits.max_nodes = BLIND_NODES;
            }
            if algorithm == Algorithm::DepthFirst {
                let shortest = runs.iter().filter_map(|(_, timed)| timed.report.length).min();
                limits.max_cost = limits.max_cost.min(shortest.unwrap_or(limits.max_cost));
            }
            let request = Request { method, ..request.clone() };
            let allowance = Allowance { limits, timeout: self.plan.timeout, executor: &*executor };
            match session.solve(&request, &allowance, &self.scene.progress(None)) {
                // A heuristic that the puzzle has no use for was replaced by one that has run already.
                Ok(timed)
                    if optional && estimate != Some(timed.report.estimate) && has_run(&runs, &timed) => {}
                Ok(timed) => runs.push((request, timed)),
                Err(failure) if failure.exit == Exit::Usage && optional => {
                    self.leave_out(contestant, &failure);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(runs)
    }

    fn leave_out(&self, contestant: &Contestant, why: &Failure) {
        if !self.scene.voice.quiet && self.scene.voice.verbose > 0 {
            let _ = writeln!(stderr(), "left out {}: {why}", contestant.algorithm.name());
        }
    }
}

/// Whether the same search with the same heuristic is among those that have run.
fn has_run(runs: &[(Request, Timed)], timed: &Timed) -> bool {
    let what = |timed: &Timed| (timed.report.algorithm, timed.report.estimate);
    runs.iter().any(|(_, other)| what(other) == what(timed))
}

/// Whether it searches without any idea of where to go.
fn is_blind(algorithm: Algorithm) -> bool {
    Algorithm::GENERIC.contains(&algorithm) && !algorithm.uses_heuristic()
}

/// Whether a blind search has no chance.
fn is_large(question: &Question) -> bool {
    match question {
        Question::Sliding { board, .. } => board.n_cells() > 9,
        Question::Cube2(_) => false,
        Question::Cube3(_)
        | Question::Cube4(_)
        | Question::Steps(_)
        | Question::Shuffdle(_)
        | Question::Square1(_)
        | Question::Defined(_) => true,
    }
}

fn in_words(runs: &[(Request, Timed)]) -> String {
    let titles =
        ["algorithm", "heuristic", "length", "proof", "nodes", "expanded", "held", "search s", "tables s"];
    let mut rows = vec![titles.map(str::to_string).to_vec()];
    for (_, timed) in runs {
        let report = &timed.report;
        let heuristic = if report.algorithm.uses_heuristic() { report.estimate.name() } else { "-" };
        rows.push(vec![
            report.algorithm.name().to_string(),
            heuristic.to_string(),
            report.length.map_or(format!(">= {}", report.lower_bound), |length| length.to_string()),
            proof(report),
            grouped(report.counts.generated),
            grouped(report.counts.expanded),
            grouped(report.held),
            format!("{:.3}", timed.search_seconds()),
            format!("{:.3}", timed.table_seconds),
        ]);
    }
    use Align::{Left, Right};
    table(&[Left, Left, Right, Left, Right, Right, Right, Right, Right], &rows)
}

/// The figures of all runs, one on each line. No field needs quotes: names are of letters and hyphens.
fn csv(runs: &[(Request, Timed)], plan: &Plan) -> String {
    let mut text = "algorithm,heuristic,weight,status,length,lower_bound,nodes,expanded,held,threads,\
                    search_seconds,table_seconds\n"
        .to_string();
    for (request, timed) in runs {
        let report = &timed.report;
        let is_weighted = report.algorithm == Algorithm::WeightedAStar;
        let fields = [
            report.algorithm.name().to_string(),
            report.estimate.name().to_string(),
            if is_weighted { (f64::from(request.method.weight) / 100.0).to_string() } else { String::new() },
            status(report).to_string(),
            report.length.map(|length| length.to_string()).unwrap_or_default(),
            report.lower_bound.to_string(),
            report.counts.generated.to_string(),
            report.counts.expanded.to_string(),
            report.held.to_string(),
            plan.threads_for(report.algorithm).to_string(),
            format!("{:.6}", timed.search_seconds()),
            format!("{:.6}", timed.table_seconds),
        ];
        text += &fields.join(",");
        text.push('\n');
    }
    text
}

/// What is proved of the length, or what ended the search before it.
fn proof(report: &Report) -> String {
    match report.status {
        Status::Solved(Proof::Optimal) => "optimal".to_string(),
        Status::Solved(Proof::AtMost) => format!(">= {}", report.lower_bound),
        Status::NoSolution => "none".to_string(),
        Status::Stopped(reason) => stopped_by(reason).to_string(),
    }
}

/// All proofs must fit together.
fn agree(runs: &[(Request, Timed)]) -> Result<(), Failure> {
    let reports = || runs.iter().map(|(_, timed)| &timed.report);
    let shortest = reports().filter_map(|report| report.length).min();
    let proved = reports().map(|report| report.lower_bound).max();
    let optimal = |report: &&Report| report.status == Status::Solved(Proof::Optimal);
    let is_sound = shortest.is_none_or(|shortest| {
        proved <= Some(shortest) && reports().filter(optimal).all(|report| report.length == Some(shortest))
    });
    match is_sound {
        true => Ok(()),
        false => Err(Failure::new(Exit::Disagreement, "the searches contradict each other: this is a bug")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `expected` names algorithm and estimate of all, in order.
    fn check(algorithms: &[Algorithm], heuristics: &[Estimate], expected: &str) {
        let names: Vec<String> = contestants(Family::Sliding, algorithms, heuristics)
            .iter()
            .map(|c| format!("{}/{}", c.algorithm.name(), c.estimate.map_or("-", Estimate::name)))
            .collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn who_runs() {
        use Algorithm::{AStar, BreadthFirst, DepthFirst, IdaStar};
        use Estimate::{Misplaced, Pattern};
        check(
            &[],
            &[],
            "ida/misplaced ida/manhattan ida/linear-conflict ida/walking-distance ida/pattern dfid/- bfs/- \
             astar/manhattan weighted-astar/manhattan greedy/manhattan uniform/- construct/- beam/- dfs/-",
        );
        check(
            &[IdaStar, AStar],
            &[Pattern, Misplaced],
            "ida/pattern ida/misplaced astar/pattern astar/misplaced",
        );
        check(&[DepthFirst, BreadthFirst], &[Pattern], "bfs/- dfs/-");
        check(&[AStar], &[], "astar/manhattan");
    }
}

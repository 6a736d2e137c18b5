//! Iterative deepening: complete rounds with a rising bound until one contains a solution. IDA*, depth-first iterative
//! deepening and depth-first search with a cut-off are this with different bounds; see also [`crate::blind`]. An upper
//! bound, the cost of a solution known from elsewhere (the incumbent), ends the rounds before one reaches it: then that
//! solution is proved optimal.

use std::sync::atomic::AtomicUsize;

use crate::control::{Control, StopReason};
use crate::executor::{Executor, Job};
use crate::fingerprint::Fingerprint;
use crate::frontier::{Frontier, Split, SplitParams, log2};
use crate::node::{MAX_DEPTH, UNBOUNDED};
use crate::outcome::{Answer, End, Outcome, Round};
use crate::problem::{Cost, Problem, cheapest_move};
use crate::round::{Goals, RoundPlan, Want, run_tasks};

/// Options of iterative deepening.
#[derive(Clone, Copy)]
pub struct Deepening<'a> {
    /// The first solution or all of them.
    pub want: Want,
    /// Split of rounds into tasks.
    pub split: Split,
    /// Upper bound: the cost of a known solution. No round is searched up to it.
    pub upper_bound: Cost,
    /// Returns the cost of the incumbent, the best solution known by now. Called before every round but the first with
    /// its bound and the nodes of the last round; a caller that can find a solution by other means does so here.
    pub incumbent: &'a dyn Fn(Cost, u64) -> Cost,
    /// No round is started after a round of more nodes than this.
    pub node_budget: u64,
}

impl Deepening<'static> {
    /// Searches for the first solution, without a node budget.
    pub const FIRST: Self = Deepening {
        want: Want::First,
        split: Split::DEFAULT,
        upper_bound: Cost::MAX,
        incumbent: &|_, _| Cost::MAX,
        node_budget: u64::MAX,
    };
    /// Searches for every solution, without a node budget.
    pub const ALL: Self = Deepening { want: Want::All, ..Deepening::FIRST };
}

impl Default for Deepening<'_> {
    fn default() -> Self {
        Deepening::FIRST
    }
}

/// IDA*: the bound of the first round is the lower bound of the start, that of each later round the least f = g + h
/// that the previous round pruned. The first solution found is a cheapest one, proved by the earlier rounds.
///
/// `start` may be a goal: the answer is then the empty sequence.
pub fn ida_star<P: Problem>(
    problem: &P,
    start: &P::State,
    options: &Deepening<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer {
    ida_star_from(problem, std::slice::from_ref(start), options, executor, control)
}

/// IDA* from several starts at once: a round is over when all of them have been searched up to its bound, so the first
/// solution is a cheapest from any of them. The answer contains its start; of equals the start listed first wins.
pub fn ida_star_from<P: Problem>(
    problem: &P,
    starts: &[P::State],
    options: &Deepening<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer {
    let mut frontier = Frontier::new(problem, starts);
    let Some(lower_bound) = frontier.least_pathmax() else { return Answer::unknown(0) };
    let mut answer = Answer::unknown(lower_bound);
    loop {
        let bound = answer.lower_bound;
        let (mut is_over_budget, mut upper_bound) = (false, options.upper_bound);
        if let Some(last) = answer.rounds.last().map(|round| round.counts.generated) {
            is_over_budget = last > options.node_budget;
            upper_bound = upper_bound.min((options.incumbent)(bound, last));
        }
        if is_over_budget
            || bound >= upper_bound
            || bound > control.limits.max_cost.min(highest_bound(problem))
        {
            answer.end = End::Stopped(StopReason::Cost);
            return answer;
        }
        let round = run_round(problem, &frontier, bound, options, Goals::Any, executor, control);
        let Some(nodes) = add_round(&mut answer, round, bound, options, control) else { return answer };
        prepare_tasks(
            problem,
            &mut frontier,
            &nodes,
            options.split,
            options.want,
            &answer,
            answer.lower_bound,
        );
    }
}

/// The range of costs of the solutions to find.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Span {
    /// Cheaper solutions do not count.
    pub least: Cost,
    /// Solutions that cost up to this much more than the cheapest that counts are found, too.
    pub within: Cost,
}

impl Span {
    /// The cheapest solutions, and those that cost at most `within` more.
    pub fn within(within: Cost) -> Span {
        Span { least: 0, within }
    }
}

/// IDA* for the solutions within a span of costs, the cheapest first: all of them, or the first of the cheapest. The
/// second value is the number of solutions of each higher cost; the last of these counts may be short if the search was
/// stopped.
///
/// A solution is a path that ends at the first goal it meets. The cost limit holds for all of them.
pub fn ida_star_within<P: Problem>(
    problem: &P,
    start: &P::State,
    span: Span,
    options: &Deepening<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> (Answer, Vec<u64>) {
    let mut frontier = Frontier::new(problem, std::slice::from_ref(start));
    if span.least > 0 && problem.is_goal(start) {
        // Its only solution is the empty sequence.
        return (Answer::unknown(0), Vec::new());
    }
    let mut answer = Answer::unknown(span.least.max(frontier.tasks[0].pathmax));
    let highest = control.limits.max_cost.min(highest_bound(problem));
    let mut nodes;
    loop {
        let bound = answer.lower_bound;
        if let Some(last) = answer.rounds.last() {
            (options.incumbent)(bound, last.counts.generated);
        }
        if bound > highest {
            answer.end = End::Stopped(StopReason::Cost);
            return (answer, Vec::new());
        }
        let round = run_round(problem, &frontier, bound, options, Goals::AtBound, executor, control);
        nodes = round.task_nodes.clone();
        let is_over = add_round(&mut answer, round, bound, options, control).is_none();
        if is_over && answer.end != End::Solved {
            return (answer, Vec::new());
        }
        if is_over {
            break;
        }
        prepare_tasks(problem, &mut frontier, &nodes, options.split, Want::All, &answer, answer.lower_bound);
    }
    let mut longer = Vec::new();
    for bound in answer.lower_bound + 1..=answer.lower_bound.saturating_add(span.within).min(highest) {
        prepare_tasks(problem, &mut frontier, &nodes, options.split, Want::All, &answer, bound);
        let outcome = run_round(problem, &frontier, bound, options, Goals::AtBound, executor, control);
        answer.counts += outcome.counts;
        answer.held = answer.held.max(outcome.held);
        answer.n_solutions += outcome.n_found;
        let n_free = control.limits.max_solutions.saturating_sub(answer.solutions.len());
        for found in outcome.found.into_iter().take(n_free) {
            answer.solutions.push(found.path);
            answer.starts.push(found.start);
        }
        longer.push(outcome.n_found);
        if let Some(reason) = outcome.stopped {
            answer.end = End::Stopped(reason);
            break;
        }
        let round = Round { bound, counts: outcome.counts };
        answer.rounds.push(round);
        control.observer.round_finished(&round);
        nodes = outcome.task_nodes;
    }
    (answer, longer)
}

/// Prepares the frontier for a round up to `bound`: splits the heavy tasks of the last round and, if any one solution is
/// wanted, sorts tasks by density. Where solutions are counted, `want` must be all: none of two symmetric tasks may be
/// skipped.
fn prepare_tasks<P: Problem>(
    problem: &P,
    frontier: &mut Frontier<P::State>,
    task_nodes: &[(usize, u64)],
    split: Split,
    want: Want,
    answer: &Answer,
    bound: Cost,
) {
    let nodes = answer.rounds.last().map_or(0, |round| round.counts.generated);
    let sorts = want == Want::First && !P::KEEPS_ORDER;
    if sorts {
        frontier.weigh(task_nodes, growth(&answer.rounds));
    }
    frontier.split(problem, task_nodes, &SplitParams { threshold: split.threshold(nodes), bound, want });
    if sorts {
        frontier.sort_by_density();
    }
}

/// The binary logarithm of the factor by which the nodes of rounds grow if the bound rises by 1.
fn growth(rounds: &[Round]) -> u64 {
    let nodes = |round: &Round| log2(round.counts.generated);
    match rounds {
        [.., before, last] => {
            nodes(last).saturating_sub(nodes(before)) / u64::from((last.bound - before.bound).max(1))
        }
        [only] => nodes(only) / u64::from(only.bound.max(1)),
        [] => 0,
    }
}

/// Depth-first search with a cut-off: one round up to `max_cost` of the limits. The first solution found is in general
/// not a cheapest one.
pub fn depth_first<P: Problem>(
    problem: &P,
    start: &P::State,
    options: &Deepening<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer {
    depth_first_from(problem, std::slice::from_ref(start), options, executor, control)
}

/// Depth-first search with a cut-off from several starts, one after the other. The answer contains the start of its
/// solution.
pub fn depth_first_from<P: Problem>(
    problem: &P,
    starts: &[P::State],
    options: &Deepening<'_>,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Answer {
    let frontier = Frontier::new(problem, starts);
    let Some(lower_bound) = frontier.least_pathmax() else { return Answer::unknown(0) };
    let mut answer = Answer::unknown(lower_bound);
    let bound = control.limits.max_cost.min(highest_bound(problem));
    let round = run_round(problem, &frontier, bound, options, Goals::Any, executor, control);
    if add_round(&mut answer, round, bound, options, control).is_some() {
        answer.end = End::Stopped(StopReason::Cost);
    }
    answer
}

/// The highest bound for which paths can be stored and budgets computed.
fn highest_bound<P: Problem>(problem: &P) -> Cost {
    cheapest_move(problem).saturating_mul(MAX_DEPTH as Cost).min(UNBOUNDED)
}

fn run_round<P: Problem>(
    problem: &P,
    frontier: &Frontier<P::State>,
    bound: Cost,
    options: &Deepening<'_>,
    goals: Goals,
    executor: &dyn Executor,
    control: &Control<'_>,
) -> Outcome {
    let live = frontier.live(bound);
    control.observer.round_started(bound, live.len());
    let plan = RoundPlan {
        problem,
        frontier,
        live: &live,
        bound,
        want: options.want,
        goals,
        control,
        answered: AtomicUsize::new(usize::MAX),
    };
    let job = Job {
        n_tasks: live.len(),
        bound,
        ends_at_answer: options.want == Want::First,
        max_solutions: plan.max_solutions(),
        fingerprint: &|| Fingerprint::of_round(problem, frontier, &live, bound, options.want),
        poll: &|nodes| control.poll(nodes),
    };
    let mut outcome = executor.run(&job, &|tasks| run_tasks(&plan, tasks));
    // Outcomes number tasks within the round; the frontier has them by their index in it.
    outcome.task_nodes.iter_mut().for_each(|(task, _)| *task = live[*task]);
    outcome.counts += frontier.inner_counts;
    outcome.held += frontier.tasks.len() as u64;
    let excess_above = frontier.least_pathmax_above(bound).map(|pathmax| pathmax - bound);
    outcome.least_excess = [outcome.least_excess, excess_above].into_iter().flatten().min();
    outcome
}

/// Adds a round to the answer. Returns the nodes of the tasks if the search continues, None if it is over.
fn add_round(
    answer: &mut Answer,
    outcome: Outcome,
    bound: Cost,
    options: &Deepening<'_>,
    control: &Control<'_>,
) -> Option<Vec<(usize, u64)>> {
    answer.counts += outcome.counts;
    answer.held = answer.held.max(outcome.held);
    answer.n_solutions = match options.want {
        // Other workers may have found more before they saw the stop; how many is a matter of chance.
        Want::First => outcome.n_found.min(1),
        Want::All => outcome.n_found,
    };
    answer.cost = outcome.found.first().map(|found| bound - found.spare);
    (answer.solutions, answer.starts) =
        outcome.found.into_iter().map(|found| (found.path, found.start)).unzip();
    if let Some(reason) = outcome.stopped {
        answer.end = End::Stopped(reason);
        return None;
    }
    let solved = answer.cost.is_some();
    if !solved || options.want == Want::All {
        let round = Round { bound, counts: outcome.counts };
        answer.rounds.push(round);
        control.observer.round_finished(&round);
    }
    if solved {
        answer.end = End::Solved;
        return None;
    }
    match outcome.least_excess {
        Some(excess) => answer.lower_bound = bound + excess,
        None => {
            answer.end = End::Exhausted;
            return None;
        }
    }
    Some(outcome.task_nodes)
}

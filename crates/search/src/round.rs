//! One round of iterative deepening on the lanes of one thread: claims tasks, records their solutions, hands in their
//! counts. Rounds follow each other in [`crate::iterative_deepening`]; the nodes are in [`crate::node_loop`].

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::control::{Control, StopReason};
use crate::cpu_dispatch::drive_at_best;
use crate::executor::TaskSource;
use crate::frontier::Frontier;
use crate::move_order::OrderState;
use crate::node::{Node, Step, mv_of};
use crate::node_loop::{Lane, LaneSearch, LaneStep, new_lanes};
use crate::outcome::{Found, Outcome};
use crate::problem::{Cost, Move, Problem, cheapest_move};
use crate::task_result::TaskResult;

/// Which solutions of a round are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// The first in the order of the search.
    First,
    /// Every one.
    All,
}

/// Which goals of a round count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goals {
    /// Every goal within the bound.
    Any,
    /// Those that cost exactly the bound: the rounds before this one found the others. A goal met with something to spare is
    /// turned away, so that a solution ends where it first meets one. Where paths grow at both ends it is passed through
    /// instead, and the problem says of each whole path whether it counts.
    AtBound,
}

/// What all workers of a round share.
pub(crate) struct RoundPlan<'a, P: Problem> {
    pub problem: &'a P,
    pub frontier: &'a Frontier<P::State>,
    /// Task number -> index in the frontier.
    pub live: &'a [usize],
    pub bound: Cost,
    pub want: Want,
    pub goals: Goals,
    /// From how many nodes on a task is reported as heavy.
    pub heavy: u64,
    pub control: &'a Control<'a>,
    /// The lowest task that has an answer. Tasks above it are of no interest any more.
    pub answered: AtomicUsize,
}

impl<P: Problem> RoundPlan<'_, P> {
    /// How many solutions are kept.
    pub fn max_solutions(&self) -> usize {
        match self.want {
            Want::First => 1,
            // One is kept in any case: it is the answer.
            Want::All => self.control.limits.max_solutions.max(1),
        }
    }
}

/// Runs claimed tasks to their ends, with as many lanes as the problem asks for.
pub(crate) fn run_tasks<P: Problem>(plan: &RoundPlan<'_, P>, tasks: &dyn TaskSource) -> Outcome {
    let mut lanes = new_lanes();
    let outcome = Outcome { max_solutions: plan.max_solutions(), ..Outcome::NONE };
    let mut worker = RoundWorker { plan, tasks, outcome };
    drive_at_best(plan.problem, &mut lanes, &mut worker);
    let mut outcome = worker.outcome;
    outcome.held = lanes.iter().map(|lane| lane.high_water as u64).sum();
    // Tasks of several lanes end in any order.
    outcome.heavy.sort_unstable();
    outcome
}

/// One thread's part of a round.
struct RoundWorker<'a, P: Problem> {
    plan: &'a RoundPlan<'a, P>,
    tasks: &'a dyn TaskSource,
    outcome: Outcome,
}

impl<P: Problem> LaneSearch<P> for RoundWorker<'_, P> {
    #[inline(always)]
    fn is_exact(&self) -> bool {
        P::BIDIRECTIONAL && self.plan.goals == Goals::AtBound
    }

    /// Claims a task.
    fn start(&mut self, lane: &mut Lane<P>) -> bool {
        let RoundWorker { plan, tasks, .. } = *self;
        let Some(number) = tasks.next() else { return false };
        // All later claims are higher still.
        if number > plan.answered.load(Ordering::Relaxed) {
            return false;
        }
        let task = &plan.frontier.tasks[plan.live[number]];
        let root = Node { left: plan.bound - task.spent, ..task.node };
        lane.allocate_stack(root, plan.problem.n_moves());
        lane.start_task(number, root, (plan.bound / cheapest_move(plan.problem)) as usize);
        for (slot, mv) in lane.path[1..].iter_mut().zip(plan.frontier.prefix(task)) {
            *slot = Step::new(mv, OrderState::START).tag();
        }
        true
    }

    fn goal(&mut self, lanes: &mut [Lane<P>], i: usize) -> LaneStep {
        let lane = &mut lanes[i];
        if self.plan.goals == Goals::AtBound && lane.current().0.left > 0 {
            lane.reject_goal();
        } else {
            self.record(lane);
        }
        LaneStep::CONTINUE
    }

    fn empty(&mut self, lane: &mut Lane<P>) -> LaneStep {
        // Asked here too: tasks may be too small for any lane ever to look around.
        let stop = self.plan.control.poll(lane.flush_counts());
        self.finish(lane);
        LaneStep { is_done: true, stop }
    }

    fn poll(&mut self, lanes: &mut [Lane<P>], _i: usize) -> Option<StopReason> {
        let nodes = lanes.iter_mut().map(Lane::flush_counts).sum();
        let status = self.tasks.status();
        let answered = status.answered.min(self.plan.answered.fetch_min(status.answered, Ordering::Relaxed));
        lanes.iter_mut().filter(|lane| lane.task > answered).for_each(Lane::abandon);
        self.plan.control.poll(nodes).or(status.stop)
    }

    fn stopped(&mut self, lanes: &mut [Lane<P>], reason: StopReason) {
        self.outcome.stopped = Some(reason);
        for lane in lanes {
            lane.abandon();
            self.finish(lane);
        }
    }
}

impl<P: Problem> RoundWorker<'_, P> {
    /// The node just popped is a goal.
    fn record(&self, lane: &mut Lane<P>) {
        let plan = self.plan;
        if P::BIDIRECTIONAL {
            let path: Vec<Move> = lane.current().1.iter().map(|&tag| mv_of(tag)).collect();
            if !plan.problem.is_solution(&path) {
                return;
            }
        }
        if lane.found.len() < self.outcome.max_solutions {
            let (node, tags) = lane.current();
            let path = tags.iter().map(|&tag| mv_of(tag)).collect();
            let start = plan.frontier.tasks[plan.live[lane.task]].start;
            let found = Found { task: lane.task, nth: lane.n_found, spare: node.left, path, start };
            lane.found.push(found);
        }
        lane.n_found += 1;
        if plan.want == Want::First {
            plan.answered.fetch_min(lane.task, Ordering::Relaxed);
            lane.clear();
        }
    }

    /// The stack is empty: hands in what was counted and found.
    fn finish(&mut self, lane: &mut Lane<P>) {
        let RoundWorker { plan, tasks, outcome } = self;
        plan.control.poll(lane.flush_counts());
        lane.update_high_water();
        let (counts, least_excess, n_found) = (lane.counts, lane.least_excess(), lane.n_found);
        if !lane.is_abandoned {
            let line = || TaskResult { counts, least_excess, found: lane.found.clone(), n_found }.to_line();
            tasks.finished(lane.task, n_found > 0, &line);
        }
        outcome.counts += counts;
        outcome.least_excess = [outcome.least_excess, least_excess].into_iter().flatten().min();
        if counts.generated >= plan.heavy {
            outcome.heavy.push((lane.task, counts.generated));
        }
        if n_found > 0 {
            outcome.merge(Outcome { found: std::mem::take(&mut lane.found), n_found, ..Outcome::NONE });
        }
    }
}

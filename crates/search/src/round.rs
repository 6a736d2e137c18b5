//! One round of iterative deepening on the lanes of one thread: claims tasks, records their solutions and reports their
//! counts. [`crate::iterative_deepening`] runs the rounds one after another; [`crate::node_loop`] expands the nodes.

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

/// The solutions of a round to find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// The first in search order.
    First,
    /// All solutions.
    All,
}

/// The goals of a round that count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goals {
    /// Every goal within the bound.
    Any,
    /// Goals that cost exactly the bound: earlier rounds found the others. A goal met with budget left is rejected, so
    /// that a solution ends at the first goal it meets. Where paths grow at both ends it is expanded instead, and the
    /// problem decides for each complete path whether it counts.
    AtBound,
}

/// Data shared by all workers of a round.
pub(crate) struct RoundPlan<'a, P: Problem> {
    pub problem: &'a P,
    pub frontier: &'a Frontier<P::State>,
    /// Index in the frontier, by task number.
    pub live: &'a [usize],
    pub bound: Cost,
    pub want: Want,
    pub goals: Goals,
    pub control: &'a Control<'a>,
    /// The lowest task that has an answer. Tasks above it are not needed any more.
    pub answered: AtomicUsize,
}

impl<P: Problem> RoundPlan<'_, P> {
    /// Maximum number of solutions to store.
    pub fn max_solutions(&self) -> usize {
        match self.want {
            Want::First => 1,
            // At least one is stored: it is the answer.
            Want::All => self.control.limits.max_solutions.max(1),
        }
    }
}

/// Claims tasks and runs them to their ends, on as many lanes as the problem has.
pub(crate) fn run_tasks<P: Problem>(plan: &RoundPlan<'_, P>, tasks: &dyn TaskSource) -> Outcome {
    let mut lanes = new_lanes();
    let outcome = Outcome { max_solutions: plan.max_solutions(), ..Outcome::NONE };
    let mut worker = RoundWorker { plan, tasks, outcome };
    drive_at_best(plan.problem, &mut lanes, &mut worker);
    let mut outcome = worker.outcome;
    outcome.held = lanes.iter().map(|lane| lane.high_water as u64).sum();
    // Tasks on several lanes end in any order.
    outcome.task_nodes.sort_unstable();
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
        // Task numbers only increase, so all later ones are not needed either.
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
        // Polled here, too: tasks may be too small for any lane ever to poll.
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
    /// Records the solution that ends at the node just popped.
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

    /// Ends a task: adds its counts and solutions to the outcome.
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
        if counts.generated > 0 {
            outcome.task_nodes.push((lane.task, counts.generated));
        }
        if n_found > 0 {
            outcome.merge(Outcome { found: std::mem::take(&mut lane.found), n_found, ..Outcome::NONE });
        }
    }
}

//! Interleaved IDA*: many searches at once on one thread, each on its own lane. While one waits for memory the others
//! run, and none of them expands more nodes than it would alone. For many small searches of one problem; a single large
//! search is split into tasks instead ([`crate::iterative_deepening`]).

use std::ops::Range;

use crate::control::{Control, StopReason};
use crate::cpu_dispatch::drive_at_best;
use crate::node::{MAX_DEPTH, Node, UNBOUNDED, mv_of};
use crate::node_loop::{Lane, LaneSearch, LaneStep, new_lanes};
use crate::outcome::{Answer, End, Round};
use crate::problem::{Cost, Problem, cheapest_move};

/// IDA* from each of the starts, for its first solution. Returns the answers in the order of the starts, the same as
/// each search alone would give. A search starts no round after a round of more than `node_budget` nodes. The cost
/// limit holds for each search, the node limit and the stop flag for all together. Rounds are not reported to the
/// observer.
pub fn ida_star_each<P: Problem>(
    problem: &P,
    starts: &[P::State],
    node_budget: u64,
    control: &Control<'_>,
) -> Vec<Answer> {
    let cheapest = cheapest_move(problem);
    let highest = cheapest.saturating_mul(MAX_DEPTH as Cost).min(UNBOUNDED);
    let mut searches = Searches {
        problem,
        starts,
        node_budget,
        control,
        cheapest,
        max_cost: control.limits.max_cost.min(highest),
        answers: starts.iter().map(|start| Answer::unknown(problem.lower_bound(start))).collect(),
        waiting: 0..starts.len(),
    };
    drive_at_best(problem, &mut new_lanes(), &mut searches);
    searches.answers
}

/// All searches. A task is a round of one of them, numbered by its start.
struct Searches<'a, P: Problem> {
    problem: &'a P,
    starts: &'a [P::State],
    node_budget: u64,
    control: &'a Control<'a>,
    /// Cost of the cheapest move.
    cheapest: Cost,
    max_cost: Cost,
    answers: Vec<Answer>,
    /// Searches that have not started.
    waiting: Range<usize>,
}

impl<P: Problem> Searches<'_, P> {
    /// Starts the next round of search `i` on a lane; false if its bound is above the limit.
    fn start_round(&mut self, lane: &mut Lane<P>, i: usize) -> bool {
        let bound = self.answers[i].lower_bound;
        if bound > self.max_cost {
            self.answers[i].end = End::Stopped(StopReason::Cost);
            return false;
        }
        let root = Node { left: bound, ..Node::root(self.starts[i]) };
        lane.allocate_stack(root, self.problem.n_moves());
        lane.start_task(i, root, (bound / self.cheapest) as usize);
        true
    }

    /// Adds the counts of a lane since the last call. Returns the reason if all searches must stop.
    fn add_counts(&mut self, lane: &mut Lane<P>) -> Option<StopReason> {
        let counts = lane.take_counts();
        lane.counts += counts;
        self.answers[lane.task].counts += counts;
        self.control.poll(counts.generated)
    }
}

impl<P: Problem> LaneSearch<P> for Searches<'_, P> {
    fn start(&mut self, lane: &mut Lane<P>) -> bool {
        while let Some(i) = self.waiting.next() {
            if self.start_round(lane, i) {
                return true;
            }
        }
        false
    }

    fn goal(&mut self, lanes: &mut [Lane<P>], i: usize) -> LaneStep {
        let lane = &mut lanes[i];
        if let Some(reason) = self.add_counts(lane) {
            return LaneStep { is_done: false, stop: Some(reason) };
        }
        let answer = &mut self.answers[lane.task];
        let (node, tags) = lane.current();
        answer.cost = Some(answer.lower_bound - node.left);
        answer.solutions = vec![tags.iter().map(|&tag| mv_of(tag)).collect()];
        (answer.n_solutions, answer.end) = (1, End::Solved);
        lane.clear();
        LaneStep::NEXT_TASK
    }

    fn empty(&mut self, lane: &mut Lane<P>) -> LaneStep {
        if let Some(reason) = self.add_counts(lane) {
            return LaneStep { is_done: false, stop: Some(reason) };
        }
        let answer = &mut self.answers[lane.task];
        answer.rounds.push(Round { bound: answer.lower_bound, counts: lane.counts });
        let Some(excess) = lane.least_excess() else {
            answer.end = End::Exhausted;
            return LaneStep::NEXT_TASK;
        };
        answer.lower_bound += excess;
        // Stays if the next round may not start.
        answer.end = End::Stopped(StopReason::Cost);
        if lane.counts.generated <= self.node_budget && self.start_round(lane, lane.task) {
            return LaneStep::CONTINUE;
        }
        LaneStep::NEXT_TASK
    }

    fn poll(&mut self, lanes: &mut [Lane<P>], i: usize) -> Option<StopReason> {
        self.add_counts(&mut lanes[i])
    }

    fn stopped(&mut self, lanes: &mut [Lane<P>], reason: StopReason) {
        // The active searches, and those that have not started.
        let under_way = lanes.iter().map(|lane| lane.task);
        under_way.chain(self.waiting.clone()).for_each(|i| self.answers[i].end = End::Stopped(reason));
    }
}
